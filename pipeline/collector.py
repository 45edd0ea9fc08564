"""The cycle collector at rest: glyphs, boxes and analyses are millions of objects without cycles, and walking them over
and over costs up to a third of the time."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 200_000
_lock = threading.Lock()
_resting = 0
_usual = gc.get_threshold()


@contextmanager
def fewer_collections() -> Iterator[None]:
    """Let the collector begin only after many more objects than usual, in all threads, until the last of those asks."""
    global _resting, _usual
    with _lock:
        if not _resting:
            _usual = gc.get_threshold()
            gc.set_threshold(max(_usual[0], _OBJECTS), *_usual[1:])
        _resting += 1
    try:
        yield
    finally:
        with _lock:
            _resting -= 1
            if not _resting:
                gc.set_threshold(*_usual)

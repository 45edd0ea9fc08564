"""Pace: a long reading tells that it goes on, page by page, so that only one that hangs is ended."""

from __future__ import annotations

from collections.abc import Callable

Listener = Callable[[], None]

_listeners: list[Listener] = []


def step() -> None:
    """Tell whoever waits that a page, a picture or a sheet is done."""
    for listen in _listeners:
        listen()


def on_step(listen: Listener) -> None:
    """Have a function called at every step of this process from now on."""
    _listeners.append(listen)

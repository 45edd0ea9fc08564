"""Pace: a long reading tells that it goes on and which page it is at, so that only one that hangs is ended.

Lines, pages, pictures and sheets are steps; a page also tells its number among how many.
"""

from __future__ import annotations

from collections.abc import Callable

Listener = Callable[[int, int], None]

_listeners: list[Listener] = []


def step(page: int = 0, pages: int = 0) -> None:
    """Tell whoever waits that the work goes on; `page` (from 1) of `pages` is now being worked on, 0 says nothing."""
    for listen in _listeners:
        listen(page, pages)


def on_step(listen: Listener) -> None:
    """Have a function called at every step of this process from now on."""
    _listeners.append(listen)

"""Confined: hostile files are read, written and searched in processes apart, with limits, that may die alone.

A fork server that holds the readers' libraries forks one process for each step over each file (`server`). That process
shuts itself in before it looks at the bytes (`cage`), and answers in a form that can carry values and nothing else
(`codec`). Whoever asked goes on whatever happens to it (`client`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pipeline.analysis import Leak, Sought
from pipeline.confined.client import Progress, drop, run, warm
from pipeline.container.page_image import Size
from pipeline.decision import Replacement, Written
from pipeline.document import Document, Span, without_places

__all__ = [
    "draw_page",
    "drop",
    "find_leaks",
    "page_sizes",
    "read_again",
    "read_document",
    "read_text",
    "warm",
    "write_document",
]


def _silent(page: int, pages: int) -> None:
    return None


def read_document(data: bytes, name: str, progress: Progress = _silent) -> Document:
    """Read a file; raises InputRefused with the remedy, also where its reader dies, hangs or takes too much.

    `progress` is told the page under way (from 1) and how many there are.
    """
    return cast(Document, run("read", data, name, progress=progress))


def read_text(data: bytes, name: str) -> Document:
    """Read a file for its text alone, without the boxes of what is certain; raises InputRefused."""
    return cast(Document, run("text", data, name))


def read_again(data: bytes, document: Document, spans: Sequence[Span]) -> list[list[str]]:
    """Return other readings of a few places of a file that was read in pixels; raises InputRefused."""
    return cast(list[list[str]], run("again", data, document, spans))


def write_document(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write a file in place of its original; raises InputRefused, and UnreadableFile for other bytes."""
    return cast(Written, run("write", data, without_places(document), replacements))


def find_leaks(data: bytes, name: str, sought: Sequence[Sought]) -> tuple[Leak, ...]:
    """Look in a written file for what should be gone; raises InputRefused where the search dies or takes too much."""
    return cast(tuple[Leak, ...], run("prove", data, name, sought))


def page_sizes(data: bytes, format: str) -> tuple[Size, ...]:
    """Return the size of each page of a file; raises InputRefused."""
    return tuple(cast(list[Size], run("measure", data, format)))


def draw_page(data: bytes, format: str, page: int, scale: float, kind: str) -> bytes:
    """Return a picture of a page (from 0), `scale` pixels to a unit of its boxes; raises InputRefused."""
    return cast(bytes, run("draw", data, format, page, scale, kind))

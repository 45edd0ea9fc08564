"""What goes from the pixels of a PDF's pages, and what stays to be read: told by the document's boxes alone.

A mark's box is in the frame of its line: `u` runs along it, `v` across, as in a segment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, degrees, radians, sin

import pymupdf

from pipeline.container.pdf_text import LEVEL, Box
from pipeline.decision import Replacement
from pipeline.document import Anchor, BlockKind, Document, Span

FLAT_DEGREES = 0.6
Direction = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of a line whose pixels go, or a whole region (`is_area`); `output` stands in its place.

    `at` is where it begins in the document's text.
    """

    box: Box
    output: str = field(default="", repr=False)
    direction: Direction = LEVEL
    is_area: bool = False
    at: int = 0

    def quad(self) -> pymupdf.Quad:
        """The corners on the page: upper left and right, lower left and right."""
        u0, v0, u1, v1 = self.box
        return pymupdf.Quad(*(back(u, v, self.direction) for u, v in ((u0, v0), (u1, v0), (u0, v1), (u1, v1))))


@dataclass(frozen=True, slots=True)
class Kept:
    """A word that stays in the pixels and behind them as text: its box in its line's frame, its place in the text."""

    text: str = field(repr=False)
    box: Box
    direction: Direction = LEVEL
    at: int = 0


def back(u: float, v: float, direction: Direction) -> pymupdf.Point:
    """Return the point of the page at a place in the frame of a direction."""
    dx, dy = direction
    return pymupdf.Point(u * dx - v * dy, u * dy + v * dx)


def marks_of(document: Document, replacements: Sequence[Replacement]) -> dict[int, list[Mark]]:
    """Return page by page what goes from the pixels, each replacement's output with its first stretch."""
    marks: dict[int, list[Mark]] = defaultdict(list)
    for replacement in sorted(replacements, key=lambda r: r.span):
        output = replacement.output
        for anchor in document.anchors_in(replacement.span):
            if anchor.page is None or not anchor.boxes:
                continue
            if document.block_at(anchor.start).kind is BlockKind.PICTURE:
                marks[anchor.page].append(Mark(_box(anchor.boxes), output, is_area=True, at=anchor.start))
            elif anchor.confidence:
                marks[anchor.page].append(_stretch(anchor, replacement.span, output))
            else:
                continue
            output = ""
    return marks


def kept_of(document: Document, replacements: Sequence[Replacement]) -> dict[int, list[Kept]]:
    """Return page by page the words read in pixels that stay, in reading order."""
    kept: dict[int, list[Kept]] = defaultdict(list)
    gone = sorted((r.span for r in replacements), key=lambda s: s.start)
    first = 0
    for block in document.blocks:
        for anchor in block.anchors:
            if anchor.page is None or not anchor.confidence or block.kind is BlockKind.PICTURE:
                continue
            while first < len(gone) and gone[first].end <= anchor.start:
                first += 1
            kept[anchor.page].extend(_words(document, anchor, gone, first))
    return kept


def _words(document: Document, anchor: Anchor, gone: Sequence[Span], first: int) -> Iterator[Kept]:
    direction = _direction(anchor)
    stays = [True] * (anchor.end - anchor.start)
    for span in gone[first:]:
        if span.start >= anchor.end:
            break
        for n in range(max(span.start, anchor.start), min(span.end, anchor.end)):
            stays[n - anchor.start] = False
    start: int | None = None
    for n in range(anchor.start, anchor.end + 1):
        is_word = n < anchor.end and stays[n - anchor.start] and not document.text[n].isspace()
        if is_word and start is None:
            start = n
        elif not is_word and start is not None:
            yield Kept(document.text[start:n], _along(anchor, start, n, direction), direction, start)
            start = None


def _stretch(anchor: Anchor, span: Span, output: str) -> Mark:
    start, end = max(span.start, anchor.start), min(span.end, anchor.end)
    direction = _direction(anchor)
    return Mark(_along(anchor, start, end, direction), output, direction, at=start)


def _box(boxes: Sequence[float]) -> Box:
    return min(boxes[0::4]), min(boxes[1::4]), max(boxes[2::4]), max(boxes[3::4])


def _direction(anchor: Anchor) -> Direction:
    """Return how a line runs: from its first letter to its last."""
    boxes = anchor.boxes
    x0, y0 = (boxes[0] + boxes[2]) / 2, (boxes[1] + boxes[3]) / 2
    x1, y1 = (boxes[-4] + boxes[-2]) / 2, (boxes[-3] + boxes[-1]) / 2
    if abs(x1 - x0) + abs(y1 - y0) < 2:
        return LEVEL
    angle = degrees(atan2(y1 - y0, x1 - x0))
    quarter = 90.0 * round(angle / 90)
    size = min(boxes[2] - boxes[0], boxes[3] - boxes[1])
    # the middles of a short run lie at different heights, which is no slope
    is_short = max(abs(x1 - x0), abs(y1 - y0)) < 8 * size
    if abs(angle - quarter) < FLAT_DEGREES or is_short:
        return round(cos(radians(quarter))) + 0.0, round(sin(radians(quarter))) + 0.0
    return cos(radians(angle)), sin(radians(angle))


def _along(anchor: Anchor, start: int, end: int, direction: Direction) -> Box:
    """Return the box of some characters in the frame of their line."""
    dx, dy = direction
    edges: list[Box] = []
    for n in range(start - anchor.start, end - anchor.start):
        x0, y0, x1, y1 = anchor.boxes[4 * n : 4 * n + 4]
        x, y, w, h = (x0 + x1) / 2, (y0 + y1) / 2, (x1 - x0) / 2, (y1 - y0) / 2
        u, v = x * dx + y * dy, y * dx - x * dy
        along, across = (w, h) if abs(dx) >= abs(dy) else (h, w)
        edges.append((u - along, v - across, u + along, v + across))
    return min(e[0] for e in edges), min(e[1] for e in edges), max(e[2] for e in edges), max(e[3] for e in edges)

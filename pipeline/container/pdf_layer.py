"""What is put on a page whose pixels were burnt: boxes with what stands in their place, and text nobody sees.

The text is that of our own reading without what was replaced, each word behind its picture, so that the page can still
be searched and read aloud.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

import pymupdf

from pipeline.container.burn import FLAT, MIDDLE, shade
from pipeline.container.pdf_marks import Direction, Kept, Mark, back
from pipeline.container.pdf_set import font_of, shift
from pipeline.container.pdf_text import Box

FONT = "hebo"
LARGEST, SMALLEST = 0.62, 3.0
_SIZES = (1.0, 0.85, 0.7)
_INK = 0.24  # share of a line of bold type that is ink
_DESCENT = 0.22
_WHITE = (1.0, 1.0, 1.0)
_UNSEEN = 3  # the rendering mode that shows nothing (ISO 32000-1, 9.3.6)


@dataclass(frozen=True, slots=True)
class Set:
    """A text set at a place in the frame of its line: its size, its colour, and its place among the page's text."""

    text: str = field(repr=False)
    at: int
    u: float
    v: float
    size: float
    direction: Direction
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    mode: int = 0


def boxes(page: pymupdf.Page, marks: Sequence[Mark]) -> None:
    """Draw the boxes of the marks in black on an upright page."""
    page.wrap_contents()
    shape = page.new_shape()
    for mark in marks:
        quad = mark.quad()
        shape.draw_polyline([quad.ul, quad.ur, quad.lr, quad.ll, quad.ul])
    if marks:
        shape.finish(color=None, fill=(0, 0, 0), closePath=True)
        shape.commit()


def tag_of(mark: Mark, original: Box) -> Set | None:
    """Return how a mark's text is set in it; None where there is no room for it.

    It leaves the middle of the place where the data stood so flat that a check can tell nothing is left: beside it if
    there is room, else smaller or in a darker colour.
    """
    u0, v0, u1, v1 = mark.box
    height = min(v1 - v0, 24.0)
    margin = height / 6
    unit = _length(mark.output)
    largest = min(LARGEST * height, (u1 - u0 - 2 * margin) / max(unit, 1e-6))
    if not mark.output or largest < SMALLEST:
        return None
    tried: list[tuple[float, Set]] = []
    for share in _SIZES:
        size = max(largest * share, SMALLEST)
        v = min(original[3] - _DESCENT * (original[3] - original[1]), v1 - margin)
        for u in (u0 + margin, u1 - margin - unit * size):
            level = _level((u, v - size, u + unit * size, v), original)
            tried.append((level, Set(mark.output, mark.at, u, v, size, mark.direction, _colour(level))))
            if level >= 255:
                return tried[-1][1]
    return max(tried, key=lambda one: one[0])[1]


def _level(taken: Box, original: Box) -> float:
    """Return how bright a text may be on black."""
    du, dv = (original[2] - original[0]) * MIDDLE, (original[3] - original[1]) * MIDDLE
    middle = original[0] + du, original[1] + dv, original[2] - du, original[3] - dv
    across = max(0.0, min(taken[2], middle[2]) - max(taken[0], middle[0])) / max(middle[2] - middle[0], 1e-6)
    ink = across * _INK * (taken[3] - taken[1]) / max(middle[3] - middle[1], taken[3] - taken[1], 1e-6)
    spread = (ink * (1 - ink)) ** 0.5
    return 255.0 if spread * 255 <= FLAT else FLAT / spread


def _colour(level: float) -> tuple[float, float, float]:
    if level >= 255:
        return _WHITE
    red, green, blue = (float(v) / 255.0 for v in shade(level))
    return red, green, blue


def unseen(words: Iterable[Kept]) -> Iterator[Set]:
    """Yield words laid behind their pictures, each as long as its picture."""
    for word in words:
        u0, v0, u1, v1 = word.box
        size = min((v1 - v0) / (1 - _DESCENT), (u1 - u0) / max(_length(word.text), 1e-6))
        if size > 0.1:
            # unseen words needn't follow a slope, only begin on it
            point, (dx, dy) = back(u0, v1 - _DESCENT * (v1 - v0), word.direction), _quarter(word.direction)
            u, v = point.x * dx + point.y * dy, point.y * dx - point.x * dy
            yield Set(word.text + " ", word.at, u, v, size, (dx, dy), mode=_UNSEEN)


def hidden(one: Set) -> Set:
    """Return a text as one that nobody sees."""
    return Set(one.text, one.at, one.u, one.v, one.size, one.direction, mode=_UNSEEN)


def _quarter(direction: Direction) -> Direction:
    dx, dy = direction
    return (round(dx) + 0.0, 0.0) if abs(dx) >= abs(dy) else (0.0, round(dy) + 0.0)


def write(page: pymupdf.Page, texts: Iterable[Set]) -> None:
    """Write texts on an upright page in the order in which they are read."""
    ordered = sorted(texts, key=lambda one: one.at)
    for (direction, colour, mode), run in groupby(ordered, key=lambda one: (one.direction, one.colour, one.mode)):
        _write(page, list(run), direction, colour, mode)


def _write(
    page: pymupdf.Page, texts: Sequence[Set], direction: Direction, colour: tuple[float, float, float], mode: int
) -> None:
    writer, first = pymupdf.TextWriter(page.rect), texts[0]
    pivot = shift(page)(back(first.u, first.v, direction))
    for one in texts:
        spot = pymupdf.Point(pivot.x + one.u - first.u, pivot.y + one.v - first.v)
        writer.append(spot, one.text, font=font_of(FONT), fontsize=one.size)
    dx, dy = direction
    turn = None if direction == (1.0, 0.0) else (pivot, pymupdf.Matrix(dx, -dy, dy, dx, 0, 0))
    writer.write_text(page, color=colour, morph=turn, render_mode=mode)


@lru_cache(maxsize=8_192)
def _length(text: str) -> float:
    return float(font_of(FONT).text_length(text, fontsize=1))

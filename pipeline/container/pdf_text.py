"""The glyphs of a PDF page as segments: stretches of one line that are read, cut and set again as a whole.

A line with wide gaps (table cells, tab stops, columns) is several segments. Coordinates are points from the top left
of the unrotated page; `u` runs along the writing direction and `v` across it, downwards for level text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pymupdf

# White space as it stands; what the content stream draws, not what ActualText claims; no cut at the page's edge.
FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_IGNORE_ACTUALTEXT
WIDE_GAP = 1.8
TINY_POINTS = 2.0
LEVEL = (1.0, 0.0)
_WORD = re.compile(r"\S+")

Box = tuple[float, float, float, float]
_FILLED_OR_STROKED = 16 | 32


@dataclass(frozen=True, slots=True)
class Style:
    """How a glyph is drawn: font name, size in points, MuPDF font flags, colour as 0xRRGGBB, opacity 0..255."""

    font: str
    size: float
    flags: int
    colour: int
    alpha: int
    drawn: bool = True


class Glyph(NamedTuple):
    """One character with its box, its origin on the baseline and its extent along the line.

    A tuple, because a document has millions of them; its `repr` hides the character.
    """

    char: str
    box: Box
    origin: tuple[float, float]
    u0: float
    u1: float
    style: Style
    hidden: bool = False

    def __repr__(self) -> str:
        return f"<Glyph at {self.origin}>"


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of glyphs on one baseline without a wide gap.

    `direction` is a unit vector, y downwards; `size` the largest font size in it. `confidence` says of what was read
    in pixels how sure the reader was of each glyph; empty = certain text.
    """

    glyphs: tuple[Glyph, ...] = field(repr=False)
    direction: tuple[float, float]
    u0: float
    u1: float
    v0: float
    v1: float
    size: float
    line: int
    confidence: tuple[float, ...] = ()

    @property
    def text(self) -> str:
        """The characters in order."""
        return "".join([g.char for g in self.glyphs])


def grown(box: Box, by: float) -> Box:
    """Return a box widened on all sides."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def around(glyphs: Sequence[Glyph]) -> Box:
    """Return the box around glyphs."""
    left, top, right, bottom = zip(*[g.box for g in glyphs], strict=True)
    return min(left), min(top), max(right), max(bottom)


def page_segments(page: pymupdf.Page) -> list[Segment]:
    """Return the segments of an upright page in the order of its content stream, off-page text included."""
    raw = page.get_text("rawdict", flags=FLAGS, clip=pymupdf.INFINITE_RECT())
    styles: dict[Style, Style] = {}
    segments: list[Segment] = []
    number, box = 0, page.rect
    for block in raw["blocks"]:
        for line in block.get("lines", ()):
            segments.extend(_line_segments(line, number, box, styles))
            number += 1
    return segments


def _line_segments(
    line: dict[str, Any], number: int, page: pymupdf.Rect, styles: dict[Style, Style]
) -> Iterator[Segment]:
    direction = _rounded(line["dir"])
    glyphs = [g for span in line["spans"] for g in _span_glyphs(span, direction, page, styles)]
    for stretch in _split(glyphs):
        yield _segment(stretch, direction, number)


def _rounded(direction: Sequence[float]) -> tuple[float, float]:
    x, y = round(direction[0], 3), round(direction[1], 3)
    return (float(x), float(y)) if (x, y) != (0, 0) else (1.0, 0.0)


def _span_glyphs(
    span: dict[str, Any], direction: tuple[float, float], page: pymupdf.Rect, styles: dict[Style, Style]
) -> list[Glyph]:
    drawn = bool(span["char_flags"] & _FILLED_OR_STROKED)
    raw = Style(span["font"], span["size"], span["flags"], span["color"], span["alpha"], drawn)
    style = styles.setdefault(raw, raw)
    unseen = not drawn or span["alpha"] == 0 or span["size"] < TINY_POINTS
    new = tuple.__new__  # the named tuple's own constructor takes three times as long
    if direction == LEVEL and page.contains(span["bbox"]):
        return [
            new(Glyph, (char["c"], box := char["bbox"], char["origin"], box[0], box[2], style, unseen))
            for char in span["chars"]
        ]
    return [_glyph(char, direction, page, style, unseen) for char in span["chars"]]


def _glyph(
    char: dict[str, Any], direction: tuple[float, float], page: pymupdf.Rect, style: Style, unseen: bool
) -> Glyph:
    box, origin = char["bbox"], char["origin"]
    u0, u1 = _extent(box, origin, *direction, style.size)
    outside = box[2] <= page.x0 or box[0] >= page.x1 or box[3] <= page.y0 or box[1] >= page.y1
    return Glyph(char["c"], box, origin, u0, u1, style, unseen or outside)


def _extent(
    box: tuple[float, ...], origin: tuple[float, float], dx: float, dy: float, size: float
) -> tuple[float, float]:
    """Return where a glyph starts and ends along its line; exact on level and upright lines."""
    if dy == 0 or dx == 0:
        a, b = box[0] * dx + box[1] * dy, box[2] * dx + box[3] * dy
        return (a, b) if a <= b else (b, a)
    start = origin[0] * dx + origin[1] * dy
    return start, start + 0.5 * size


def _split(glyphs: Sequence[Glyph]) -> Iterator[tuple[Glyph, ...]]:
    """Cut at wide gaps and drop the white space at both ends of each piece; gaps are looked for between words."""
    start, last = -1, -1
    for word in _WORD.finditer("".join([g.char for g in glyphs])):
        first, end = word.span()
        if start >= 0 and _is_wide(glyphs[last - 1], glyphs[first]):
            yield tuple(glyphs[start:last])
            start = -1
        start, last = (first if start < 0 else start), end
    if start >= 0:
        yield tuple(glyphs[start:last])


def _is_wide(left: Glyph, right: Glyph) -> bool:
    size = max(left.style.size, right.style.size)
    gap = right.u0 - left.u1
    return gap > WIDE_GAP * size or gap < -3 * size


def _segment(glyphs: tuple[Glyph, ...], direction: tuple[float, float], line: int) -> Segment:
    size = max({g.style.size for g in glyphs})
    if direction == LEVEL:
        x0, y0, x1, y1 = around(glyphs)
        return Segment(glyphs, direction, x0, x1, y0, y1, size, line)
    dx, dy = direction
    corners = [-dy * x + dx * y for g in glyphs for x, y in ((g.box[0], g.box[1]), (g.box[2], g.box[3]))]
    u0, u1 = min(g.u0 for g in glyphs), max(g.u1 for g in glyphs)
    return Segment(glyphs, direction, u0, u1, min(corners), max(corners), size, line)

"""Reading order: columns are never mixed, and what stands sideways or across in the margin comes last.

The page is cut where a straight empty band crosses it: first from side to side where that parts a title from columns,
then from top to bottom between columns. What no cut parts is one column, read line by line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

from pipeline.ocr.page import Box, Line, Word, around

GUTTER = 1.2  # a gap between columns is at least this many line heights wide
MIN_LINES = 2  # on either side of a gutter
PARAGRAPH_GAP = 0.75  # of a line height, on top of the usual distance
INDENT = 1.0
ROOM = 1.2  # for a blank and the margin that a typist keeps
LABEL = re.compile(r"[^\W\d_][^:,;.]{0,28}:(\s|$)")


@dataclass(frozen=True, slots=True)
class Laid:
    """A line with its box on the straightened page, where order is decided.

    `aside` is set of one that stands, or lies across others; `tilt` is how far from level it runs, in degrees.
    """

    line: Line = field(repr=False)
    box: Box
    aside: bool = False
    tilt: float = 0.0

    @property
    def height(self) -> float:
        """How tall the line is, in pixels."""
        return self.box[3] - self.box[1]


def in_order(laid: Sequence[Laid]) -> tuple[Line, ...]:
    """Return the lines in reading order, pieces of one line joined, each knowing whether it begins a paragraph."""
    lines = [piece for piece in laid if piece.line.words and not piece.aside]
    aside = [piece for piece in laid if piece.line.words and piece.aside]
    ordered: list[Line] = []
    if lines:
        size = median(piece.height for piece in lines)
        for region in _regions(lines, size):
            ordered += _paragraphs(_rows(region), size)
    ordered += [replace(p.line, starts_paragraph=True) for p in sorted(aside, key=lambda p: (p.box[0], p.box[1]))]
    return tuple(ordered)


def _regions(lines: list[Laid], size: float, depth: int = 0) -> list[list[Laid]]:
    """Cut recursively: a gutter first if the whole stretch has one, else the row above which it differs."""
    if len(lines) < 2 * MIN_LINES or depth > 12:
        return [lines]
    gutter = _gutter(lines, size)
    if gutter is not None:
        left = [piece for piece in lines if _middle(piece.box) < gutter]
        right = [piece for piece in lines if _middle(piece.box) >= gutter]
        return _regions(left, size, depth + 1) + _regions(right, size, depth + 1)
    for above, below in _bands(lines, size):
        if _gutter(above, size) is not None or _gutter(below, size) is not None:
            return _regions(above, size, depth + 1) + _regions(below, size, depth + 1)
    return [lines]


def _gutter(lines: Sequence[Laid], size: float) -> float | None:
    """Return the middle of the widest empty band from top to bottom with enough lines at both sides."""
    if len(lines) < 2 * MIN_LINES:
        return None
    spans = sorted((piece.box[0], piece.box[2]) for piece in lines)
    best, at, reach = GUTTER * size, None, spans[0][1]
    for start, end in spans[1:]:
        if start - reach > best:
            middle = (start + reach) / 2
            if _is_two_columns(lines, middle, size):
                best, at = start - reach, middle
        reach = max(reach, end)
    return at


def _is_two_columns(lines: Sequence[Laid], at: float, size: float) -> bool:
    """Tell columns of prose from a table: rows that answer each other one by one are read across."""
    left = [piece for piece in lines if _middle(piece.box) < at]
    right = [piece for piece in lines if _middle(piece.box) >= at]
    if min(len(left), len(right)) < MIN_LINES:
        return False
    narrow = [side for side in (left, right) if _width(side) < 8 * size]
    return not narrow or not _answer(left, right)


def _answer(left: Sequence[Laid], right: Sequence[Laid]) -> bool:
    """Tell whether nearly every line of the shorter side stands level with one of the other."""
    fewer, more = sorted((left, right), key=len)
    centres = [(piece.box[1] + piece.box[3]) / 2 for piece in more]
    level = sum(any(p.box[1] < c < p.box[3] for c in centres) for p in fewer)
    return level >= 0.8 * len(fewer)


def _bands(lines: Sequence[Laid], size: float) -> list[tuple[list[Laid], list[Laid]]]:
    """Return the ways of cutting from side to side, at the widest gaps first."""
    ordered = sorted(lines, key=lambda piece: piece.box[1])
    cuts: list[tuple[float, int]] = []
    reach = ordered[0].box[3]
    for n, piece in enumerate(ordered[1:], 1):
        if piece.box[1] > reach - 0.3 * size:
            cuts.append((piece.box[1] - reach, n))
        reach = max(reach, piece.box[3])
    widest = sorted(cuts, key=lambda c: (-c[0], c[1]))[:40]
    return [(ordered[:n], ordered[n:]) for _, n in widest]


def _rows(region: Sequence[Laid]) -> list[Laid]:
    """Join what stands level in one column into lines, from left to right."""
    rows: list[list[Laid]] = []
    for piece in sorted(region, key=lambda p: (p.box[1] + p.box[3]) / 2):
        row = rows[-1] if rows else []
        if row and _is_level(row[-1].box, piece.box):
            row.append(piece)
        else:
            rows.append([piece])
    return [_joined(sorted(row, key=lambda p: p.box[0])) for row in rows]


def _is_level(a: Box, b: Box) -> bool:
    shared = min(a[3], b[3]) - max(a[1], b[1])
    return shared > 0.5 * min(a[3] - a[1], b[3] - b[1])


def _joined(row: Sequence[Laid]) -> Laid:
    words: tuple[Word, ...] = tuple(word for piece in row for word in piece.line.words)
    return Laid(Line(words), around([piece.box for piece in row]))


def _paragraphs(rows: Sequence[Laid], size: float) -> list[Line]:
    """Mark where a paragraph begins: a wider gap, another size, an indent, a form's label, a line that ended early.

    A line ended early if the first word of the next would still have fitted in it.
    """
    if not rows:
        return []
    gaps = [b.box[1] - a.box[3] for a, b in pairwise(rows)]
    usual = median(gaps) if gaps else 0.0
    left, right = min(row.box[0] for row in rows), max(row.box[2] for row in rows)
    lines = [replace(rows[0].line, starts_paragraph=True)]
    for (before, row), gap in zip(pairwise(rows), gaps, strict=True):
        starts = (
            gap > usual + PARAGRAPH_GAP * size
            or max(row.height, before.height) > 1.5 * min(row.height, before.height)
            or (row.box[0] - left > INDENT * size and abs(row.box[0] - before.box[0]) > INDENT * size)
            or right - before.box[2] > _first_word(row) + ROOM * size
            or LABEL.match(row.line.text) is not None
        )
        lines.append(replace(row.line, starts_paragraph=starts))
    return lines


def _first_word(row: Laid) -> float:
    """Return how wide the first word is, by its share of the line."""
    text = row.line.text
    return (row.box[2] - row.box[0]) * len(row.line.words[0].text) / max(len(text), 1)


def _middle(box: Box) -> float:
    return (box[0] + box[2]) / 2


def _width(lines: Sequence[Laid]) -> float:
    return max(p.box[2] for p in lines) - min(p.box[0] for p in lines)

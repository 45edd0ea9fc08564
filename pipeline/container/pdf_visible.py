"""Which words of a page a viewer doesn't see: covered by something drawn later, or of the colour of their ground.

A word counts as unseen where the page, drawn, is of one flat tone over all its letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pymupdf

from pipeline.container.pdf_grid import Bands
from pipeline.container.pdf_text import LEVEL, Box, Event, Glyph, Segment, around

FLAT_TONES = 10
_PALE = 0xE0
_TEXT_EVENTS = frozenset({"fill-text", "stroke-text", "clip-text", "ignore-text", "clip-stroke-text"})
_MAX_SCALE = 2.0
_MIN_LETTERS = 2


def without_unseen(page: pymupdf.Page, segments: list[Segment], events: Sequence[Event]) -> list[Segment]:
    """Return the segments with the glyphs of unseen words marked hidden; draws the page only on suspicion.

    `events` are kind and box of all that the page draws, in order.
    """
    doubtful = list(_doubtful(segments, _covers(events)))
    if not doubtful:
        return segments
    picture = Picture(page)
    result = list(segments)
    for n in doubtful:
        result[n] = _marked(segments[n], picture)
    return result


def is_doubtful(segments: Sequence[Segment], events: Sequence[Event]) -> bool:
    """Tell whether anything of the segments may be unseen, so that the page would have to be drawn."""
    return next(_doubtful(segments, _covers(events)), None) is not None


def _doubtful(segments: Sequence[Segment], covers: Sequence[Box]) -> Iterator[int]:
    bands = Bands((box[1], box[3], box) for box in covers)
    for n, segment in enumerate(segments):
        if any([_is_pale(style.colour) for style in segment.styles]):
            yield n
        elif covers:
            level = segment.direction == LEVEL
            box = (segment.u0, segment.v0, segment.u1, segment.v1) if level else around(segment.glyphs)
            if any(_meet(box, cover) for cover in bands.near(box[1], box[3])):
                yield n


def _covers(events: Sequence[Event]) -> list[Box]:
    """Return the boxes of what is painted after some text and could hide it."""
    covers: list[Box] = []
    seen_text = False
    for kind, box in events:
        if kind in _TEXT_EVENTS:
            seen_text = True
        elif seen_text and kind.startswith("fill-") and box[2] - box[0] > 3 and box[3] - box[1] > 3:
            covers.append(box)
    return covers


def _is_pale(colour: int) -> bool:
    return min(colour >> 16 & 255, colour >> 8 & 255, colour & 255) >= _PALE


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _marked(segment: Segment, picture: Picture) -> Segment:
    glyphs = list(segment.glyphs)
    for start, end in _words(glyphs):
        if end - start >= _MIN_LETTERS and all(picture.is_flat(g.box) for g in glyphs[start:end]):
            glyphs[start:end] = [g._replace(hidden=True) for g in glyphs[start:end]]
    return replace(segment, glyphs=tuple(_bridged(glyphs)))


def _words(glyphs: Sequence[Glyph]) -> Iterator[tuple[int, int]]:
    start = 0
    for n, glyph in enumerate(glyphs):
        if glyph.char.isspace():
            if n > start:
                yield start, n
            start = n + 1
    if len(glyphs) > start:
        yield start, len(glyphs)


def _bridged(glyphs: list[Glyph]) -> Iterator[Glyph]:
    """Hide the spaces between two hidden words too."""
    for n, glyph in enumerate(glyphs):
        between = glyph.char.isspace() and 0 < n < len(glyphs) - 1
        if between and glyphs[n - 1].hidden and glyphs[n + 1].hidden:
            yield glyph._replace(hidden=True)
        else:
            yield glyph


class Picture:
    """The page drawn in grey, asked whether a box of it is flat."""

    def __init__(self, page: pymupdf.Page) -> None:
        side = max(page.rect.width, page.rect.height, 1.0)
        self._scale = min(_MAX_SCALE, 2_400 / side)
        self._left, self._top = page.rect.x0, page.rect.y0
        matrix = pymupdf.Matrix(self._scale, self._scale)
        pixmap = page.get_pixmap(matrix=matrix, colorspace=pymupdf.csGRAY, alpha=False, annots=False)
        self._width, self._height, self._stride = pixmap.width, pixmap.height, pixmap.stride
        self._tones = pixmap.samples

    def is_flat(self, box: Box, tones: int = FLAT_TONES) -> bool:
        """Tell whether the tones inside the box differ by less than what an eye would see, or by fewer `tones`."""
        x0 = min(max(0, int((box[0] - self._left) * self._scale)), self._width)
        x1 = min(max(0, int((box[2] - self._left) * self._scale) + 1), self._width)
        y0 = min(max(0, int((box[1] - self._top) * self._scale)), self._height)
        y1 = min(max(0, int((box[3] - self._top) * self._scale) + 1), self._height)
        if x1 <= x0 or y1 <= y0:
            return True
        rows = [self._tones[y * self._stride + x0 : y * self._stride + x1] for y in range(y0, y1)]
        return bool(max(max(r) for r in rows) - min(min(r) for r in rows) < tones)

"""Setting a cut line again: the text after a removed stretch flows on from what is written in its place.

The removed text's advance would be readable from a gap or from a shift, so no position after the cut depends on it.
Where a line has no room, what stands in place of data is set smaller and narrower; its text only if that isn't enough.
Type is the base-14 look-alike of the original: serif, sans or fixed, bold, italic.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import groupby

import pymupdf

from pipeline.container.pdf_grid import Bands
from pipeline.container.pdf_text import LEVEL, Glyph, Level, Segment, Style

STEP = 0.05
REACH = 8
MIN_SCALE = 0.3
MIN_OUTPUT = 0.5  # how small what stands in place of data becomes before the text about it does
COLUMN_SCALE = 0.85
EDGE = 10.0
JUSTIFIED = 0.04
_BLANK = re.compile("[ \u00a0]")
_SERIF = ("times", "serif", "roman", "georgia", "garamond", "cambria", "book", "palatino", "minion", "century")
_FIXED = ("courier", "mono", "consol", "typewriter")


@dataclass(frozen=True, slots=True)
class Cut:
    """What goes from a segment: glyphs `start` to `end`, with `output` in their place."""

    start: int
    end: int
    output: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Piece:
    """Text in one style, raised `rise` points above the baseline; `is_output` where it stands in place of data."""

    text: str = field(repr=False)
    style: Style
    rise: float = 0.0
    is_output: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """A segment to be cut from glyph `first` on and the pieces that are set from `origin`, scaled to fit.

    `output_scale` is how long outputs become, beyond what `scale` makes of all.
    """

    segment: Segment
    first: int
    origin: tuple[float, float]
    pieces: tuple[Piece, ...]
    scale: float
    output_scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    """Pieces to be drawn one after the other from a point on the baseline along a direction."""

    origin: tuple[float, float]
    direction: tuple[float, float]
    pieces: tuple[Piece, ...]
    scale: float = 1.0
    output_scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece with its start on the baseline, its size and its length in points, and how narrow its letters are."""

    piece: Piece
    x: float
    y: float
    size: float
    advance: float
    narrow: float = 1.0


class Lines:
    """The segments of a page: which are near one of them, and how wide their blanks are."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._bands = Bands((s.v0, s.v1, s) for s in segments)
        self._blanks: dict[int, float | None] = {}

    def near(self, segment: Segment) -> list[Segment]:
        """Return the segments about one: its line, and some lines above and below."""
        reach = REACH * segment.size
        return list(self._bands.near(segment.v0 - reach, segment.v1 + reach))

    def blank(self, segment: Segment) -> float | None:
        """Return how wide a segment's blanks are, None where it has none."""
        if id(segment) not in self._blanks:
            self._blanks[id(segment)] = _blank(segment)
        return self._blanks[id(segment)]


def plan(segment: Segment, cuts: Sequence[Cut], about: Lines, page: pymupdf.Rect) -> Setting:
    """Say how a segment is set again among those about it."""
    ordered = _with_whole_glyphs(segment, sorted(cuts, key=lambda c: c.start))
    neighbours = about.near(segment)
    first = 0 if _is_justified(segment, neighbours, about) else ordered[0].start
    pieces = tuple(_pieces(segment, first, ordered))
    text, outputs = (sum(_width(p) for p in pieces if p.is_output is kind) for kind in (False, True))
    start = segment.u0 if first == 0 else segment.glyphs[first - 1].u1
    room, column = _room(segment, start, neighbours, page)
    return Setting(segment, first, _at(segment, first, start), pieces, *_scales(text, outputs, room, column))


def _with_whole_glyphs(segment: Segment, cuts: Sequence[Cut]) -> list[Cut]:
    """Widen each cut to whole ligatures, whose letters share an origin; what was not asked for is set again."""
    result: list[Cut] = []
    glyphs = segment.glyphs
    for cut in cuts:
        start = max(cut.start, result[-1].end if result else 0)
        if start >= min(cut.end, len(glyphs)):
            continue
        before = start
        while before > 0 and glyphs[before].origin == glyphs[before - 1].origin:
            before -= 1
        kept = "".join([glyphs[n].char for n in range(before, start)])
        result.append(Cut(before, min(cut.end, len(glyphs)), kept + cut.output))
    return result


def _is_justified(segment: Segment, neighbours: Sequence[Segment], about: Lines) -> bool:
    """Tell whether the spaces of a line were stretched, which would give its old length away."""
    own = about.blank(segment)
    if own is None:
        return False
    for near in neighbours:
        if _is_akin(segment, near) and (other := about.blank(near)) is not None and abs(other - own) > JUSTIFIED * own:
            return True
    return False


def _blank(segment: Segment) -> float | None:
    blanks = [found.start() for found in _BLANK.finditer(segment.text)]
    if not blanks:
        return None
    if blanks[-1] + 1 == len(segment.glyphs):
        blanks.pop()
    return _median(segment.steps(blanks)) if blanks else None


def _median(values: list[float]) -> float:
    """Return the median: the library's own takes several times as long for a few numbers."""
    values.sort()
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def _is_akin(segment: Segment, other: Segment) -> bool:
    size = segment.size
    if abs(other.v0 - segment.v0) >= 4 * size or abs(other.u0 - segment.u0) >= 6 * size or other is segment:
        return False
    mine, its = segment.style, other.style
    return mine is its or (mine.font, mine.size) == (its.font, its.size)


def _pieces(segment: Segment, first: int, cuts: Sequence[Cut]) -> list[Piece]:
    result: list[Piece] = []
    glyphs, direction = segment.glyphs, segment.direction
    at = first
    for cut in cuts:
        result.extend(_runs(glyphs, at, cut.start, direction))
        if cut.output:
            style = glyphs[min(cut.start, len(glyphs) - 1)].style
            result.append(Piece(cut.output, style, is_output=True))
        at = cut.end
    result.extend(_runs(glyphs, at, len(glyphs), direction))
    return result


def _runs(glyphs: Sequence[Glyph], start: int, end: int, direction: tuple[float, float]) -> list[Piece]:
    if start >= end:
        return []
    if isinstance(glyphs, Level) and glyphs.is_straight:
        return [Piece(glyphs.text[start:end], glyphs.runs[0][1])]
    base = _across(glyphs[0], direction)
    keyed = groupby(glyphs[start:end], key=lambda g: (g.style, round(base - _across(g, direction), 1)))
    return [Piece("".join(g.char for g in run), style, rise) for (style, rise), run in keyed]


def _across(glyph: Glyph, direction: tuple[float, float]) -> float:
    return glyph.origin[1] * direction[0] - glyph.origin[0] * direction[1]


def _at(segment: Segment, first: int, start: float) -> tuple[float, float]:
    """Return the point on the baseline where setting begins."""
    dx, dy = segment.direction
    x, y = segment.glyphs[0].origin
    along = start - (x * dx + y * dy)
    return x + along * dx, y + along * dy


def _room(segment: Segment, start: float, neighbours: Sequence[Segment], page: pymupdf.Rect) -> tuple[float, float]:
    """Return the length there is up to the next thing on the line, and up to the edge of the column."""
    dx, dy = segment.direction
    corners = [p.x * dx + p.y * dy for p in (page.tl, page.tr, page.bl, page.br)]
    end = max(corners) - EDGE
    column = 0.0
    for other in neighbours:
        if other is segment or other.direction != segment.direction:
            continue
        if other.v0 < segment.v1 - 1 and segment.v0 + 1 < other.v1 and other.u0 > segment.u0 + 1:
            end = min(end, other.u0 - 0.25 * segment.size)
        elif abs(other.u0 - segment.u0) < 60:
            column = max(column, other.u1)
    return end - start, min(column, end) - start


def _scales(text: float, outputs: float, room: float, column: float) -> tuple[float, float]:
    """Return the step of size for all, and that for what stands in place of data beyond it.

    Text keeps its size where outputs may become small enough for it, in the column or else in the room. Where not, all
    becomes smaller until it fits the column or, where that is too small, the room.
    """
    for space in (column, room):
        if text + outputs <= space:
            return 1.0, 1.0
        if (own := _step(outputs, space - text)) >= MIN_OUTPUT and text + own * outputs <= space:
            return 1.0, own
    least = text + MIN_OUTPUT * outputs
    to_column = _step(least, column)
    return (to_column if to_column >= COLUMN_SCALE else _step(least, room)), MIN_OUTPUT


def _step(width: float, room: float) -> float:
    if width <= room:
        return 1.0
    return max(MIN_SCALE, int(room / max(width, 0.01) / STEP) * STEP)


def _width(piece: Piece) -> float:
    return piece.style.size * sum(map(_advances(face_of(piece.style)).__getitem__, piece.text))


class _Advances(dict[str, float]):
    """How far each character of a face moves on at a size of one, worked out when it's asked."""

    def __init__(self, code: str) -> None:
        self._font = font_of(code)

    def __missing__(self, char: str) -> float:
        self[char] = advance = float(self._font.text_length(char, fontsize=1))
        return advance


@cache
def _advances(code: str) -> _Advances:
    return _Advances(code)


@lru_cache(maxsize=1_024)
def face_of(style: Style) -> str:
    """Return the code of the base-14 look-alike of a style."""
    name = style.font.lower()
    bold = bool(style.flags & pymupdf.TEXT_FONT_BOLD) or "bold" in name or "black" in name
    italic = bool(style.flags & pymupdf.TEXT_FONT_ITALIC) or "italic" in name or "oblique" in name
    if style.flags & pymupdf.TEXT_FONT_MONOSPACED or any(word in name for word in _FIXED):
        family = "co"
    elif "sans" not in name and (style.flags & pymupdf.TEXT_FONT_SERIFED or any(word in name for word in _SERIF)):
        family = "ti"
    else:
        family = "he"
    return _CODES[family][2 * bold + italic]


_CODES = {
    "he": ("helv", "heit", "hebo", "hebi"),
    "ti": ("tiro", "tiit", "tibo", "tibi"),
    "co": ("cour", "coit", "cobo", "cobi"),
}


@cache
def font_of(code: str) -> pymupdf.Font:
    """Return a base-14 look-alike, loaded once."""
    return pymupdf.Font(code)


def lines(settings: Sequence[Setting]) -> list[Line]:
    """Return what the settings put on the page."""
    return [Line(s.origin, s.segment.direction, s.pieces, s.scale, s.output_scale) for s in settings]


def draw(page: pymupdf.Page, written: Sequence[Line], *, unseen: bool = False) -> None:
    """Draw lines on an upright page; `unseen` text is there to be read aloud or found."""
    level: dict[int, pymupdf.TextWriter] = {}
    shifted, box = shift(page), page.rect
    for line in written:
        for one in placed(line):
            piece, colour = one.piece, one.piece.style.colour
            is_level = line.direction == LEVEL
            writer = (level.get(colour) if is_level else None) or pymupdf.TextWriter(box)
            spot = shifted(pymupdf.Point(one.x, one.y))
            # what is set this way can't be narrowed: it's smaller instead
            writer.append(spot, piece.text, font=font_of(face_of(piece.style)), fontsize=one.size * one.narrow)
            if is_level:
                level[colour] = writer
            else:
                dx, dy = line.direction
                _flush(page, writer, colour, unseen, (spot, pymupdf.Matrix(dx, -dy, dy, dx, 0, 0)))
    for colour, writer in level.items():
        _flush(page, writer, colour, unseen, None)


def placed(line: Line) -> Iterator[Placed]:
    """Yield each piece with its start on the baseline, its size and its length."""
    x, y = line.origin
    dx, dy = line.direction
    for piece in line.pieces:
        own = line.output_scale if piece.is_output else 1.0
        advance, size = _width(piece) * line.scale * own, piece.style.size * line.scale * own**0.5
        yield Placed(piece, x + piece.rise * dy, y - piece.rise * dx, size, advance, own**0.5)
        x, y = x + advance * dx, y + advance * dy


def _flush(
    page: pymupdf.Page,
    writer: pymupdf.TextWriter,
    colour: int,
    unseen: bool,
    turn: tuple[pymupdf.Point, pymupdf.Matrix] | None,
) -> None:
    rgb = (colour >> 16 & 255) / 255, (colour >> 8 & 255) / 255, (colour & 255) / 255
    writer.write_text(page, color=rgb, morph=turn, render_mode=3 if unseen else 0)


def shift(page: pymupdf.Page) -> Callable[[pymupdf.Point], pymupdf.Point]:
    """Return what undoes the shift that TextWriter adds on pages whose boxes don't start at the origin."""
    to_page, corner, box = page.transformation_matrix, page.cropbox_position, page.rect
    base = page.mediabox.y0
    # An upright page's matrix only flips and moves: x + e, f - y.
    right, down = -to_page.e - corner.x, box.height - to_page.f + corner.y + base

    def shifted(point: pymupdf.Point) -> pymupdf.Point:
        return pymupdf.Point(point.x + right, point.y + down)

    return shifted

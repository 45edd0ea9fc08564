"""Text cut out of a page's own content stream and set again in its place, so that the page is still read in order.

Glyphs are counted as the content draws them and matched with those that the page library sees; a page of which the two
don't tell the same is left to `pdf_cut`. Nothing is moved relative to what was cut: every line that follows has its
place in numbers, and what only spaced the cut text goes with it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pipeline.container.pdf_operands import Names, fits
from pipeline.container.pdf_placed import UNIT, Matrix, inverse, joined
from pipeline.container.pdf_state import (
    PLAIN,
    TYPE,
    State,
    clipped,
    moved_by,
    painted,
    shows,
    type_changes,
    type_written,
    with_type,
)  # fmt: skip
from pipeline.container.pdf_text import Box
from pipeline.container.pdf_tokens import instructions, is_text, text_of

NEAR = 0.6  # points by which the two readings of a glyph's place may differ
MAX_CONTENT = 4 * 1024 * 1024
_COLOUR = frozenset({b"g", b"rg", b"k", b"cs", b"sc", b"scn"})
_SHOW = frozenset({b"Tj", b"TJ", b"'", b'"'})
_PLACE = frozenset({b"BT", b"Td", b"TD", b"Tm", b"T*"})
_INLINE = frozenset({b"BI", b"ID", b"EI"})
_POINTS = frozenset({b"MP", b"DP"})
_PATH = frozenset({b"m", b"l", b"c", b"v", b"y", b"h", b"re"})
_PATH_END = frozenset({b"n", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*", b"S", b"s"})
_PAINT = (_PATH_END - {b"n"}) | {b"Do", b"sh"}
_PATTERN = frozenset({b"scn", b"SCN"})


class Unfit(Exception):
    """A content stream that can't be rewritten here."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Text to be set: glyph codes of a font among the resources, its size, and its matrix in the page's own space."""

    codes: bytes = field(repr=False)
    font: bytes
    size: float
    matrix: Matrix
    colour: tuple[float, float, float]
    box: Box


@dataclass(frozen=True, slots=True)
class Gap:
    """What goes: the glyphs that the page draws from `start` to `end`, counted from 0, and what is set there."""

    start: int
    end: int
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a page draws: the origin of each glyph in the order of its content; `to_file` leads to the page's own space.

    `widths` tells how many bytes make a glyph's code in each font, `forms` how many glyphs each form draws, `names`
    what else is among the resources, kind by kind, as long as it sets no font.
    """

    origins: Sequence[tuple[float, float]] = field(repr=False)
    to_file: Matrix
    widths: Mapping[bytes, int]
    forms: Mapping[bytes, int]
    names: Names = field(default_factory=dict)

    def at(self, glyph: int) -> tuple[float, float]:
        """Return the origin of a glyph in the page's own space."""
        (x, y), (a, b, c, d, e, f) = self.origins[glyph], self.to_file
        return a * x + c * y + e, b * x + d * y + f


def rewritten(content: bytes, drawn: Drawn, gaps: Sequence[Gap]) -> tuple[bytes, bool]:
    """Return a content stream without the gaps' glyphs, their pieces in place, and whether it paints more than text.

    Raises Unfit.
    """
    if len(content) > MAX_CONTENT:
        raise Unfit
    writer = _Writer(drawn, sorted(gaps, key=lambda gap: gap.start))
    try:
        for operands, operator in instructions(content):
            writer.take(operands, operator)
    except (ValueError, IndexError, KeyError, OverflowError) as error:
        raise Unfit from error
    return writer.finished(), writer.paints


def glyphs_of(content: bytes, widths: Mapping[bytes, int], forms: Mapping[bytes, int]) -> int:
    """Return how many glyphs a form's content draws; raises Unfit."""
    count, font = 0, b""
    try:
        for operands, operator in instructions(content):
            if operator == b"Tf":
                font = operands[0][1:]
            elif operator in _SHOW:
                count += sum(len(text_of(token)) // widths[font] for token in operands if is_text(token))
            elif operator == b"Do":
                count += forms.get(operands[0][1:], 0)
            elif operator in _INLINE:
                raise Unfit
    except (ValueError, IndexError, KeyError) as error:
        raise Unfit from error
    return count


class _Writer:
    """The stream under way: what is read moves `_state`; what has to hold is written just before a glyph is."""

    def __init__(self, drawn: Drawn, gaps: Sequence[Gap]) -> None:
        self._drawn, self._gaps = drawn, gaps
        self._starts = [gap.start for gap in gaps]
        self._filled: set[int] = set()
        self._out: list[bytes] = []
        self._state, self._kept = State(), list[State]()
        self._at = 0  # glyphs drawn so far
        self._line: Matrix = UNIT
        self._text: Matrix | None = None  # where the next glyph goes; None where only its origin tells
        self._flows = False  # whether the next glyph follows the last one written
        self._path: Box | None = None
        self._path_parts = 0
        self._clips = False
        self.paints = False

    def take(self, operands: list[bytes], operator: bytes) -> None:
        """Take the next instruction; points marked in the content go."""
        if operator in _POINTS:
            return
        if not fits(operands, operator, self._drawn.names):
            raise Unfit
        if operator in _SHOW:
            self._show(operands, operator)
        elif operator in TYPE:
            self._state = with_type(self._state, operator, b" ".join(operands))
        elif operator == b"TL":
            self._state = replace(self._state, leading=float(operands[0]))
        elif operator in _PLACE:
            self._place(operands, operator)
        else:
            self._graphics(operands, operator)
            self._out.append(b" ".join((*operands, operator)))

    def finished(self) -> bytes:
        """Return the stream; raises Unfit where it drew other glyphs than those known."""
        if self._at != len(self._drawn.origins) or len(self._filled) != len(self._gaps):
            raise Unfit
        return b"\n".join(self._out) + b"\n"

    def _graphics(self, operands: list[bytes], operator: bytes) -> None:
        # a colour that is a name is a pattern, which may draw anything
        self.paints |= operator in _PAINT or (operator in _PATTERN and operands[-1:] != [] and operands[-1][:1] == b"/")
        if operator in _COLOUR:
            self._state = painted(self._state, operator, operands)
        elif operator == b"q":
            self._kept.append(self._state)
        elif operator == b"Q":
            self._state = self._kept.pop()
        elif operator == b"cm":
            self._state = moved_by(self._state, _matrix(operands))
        elif operator == b"Do":
            end = self._at + self._drawn.forms.get(operands[0][1:], 0)
            if self._gap_from(self._at).start < end:
                raise Unfit
            self._at = end
        else:
            self._trace(operands, operator)

    def _trace(self, operands: list[bytes], operator: bytes) -> None:
        """Follow paths, as far as clipping needs it: one upright box, or a shape that isn't known."""
        if operator in _PATH:
            self._path_parts += 1
            self._path = None
            if operator == b"re" and self._path_parts == 1:
                x, y, w, h = map(float, operands)
                self._path = (min(x, x + w), min(y, y + h), max(x, x + w), max(y, y + h))
        elif operator in (b"W", b"W*"):
            self._clips = True
        elif operator in _PATH_END:
            if self._clips:
                self._state = clipped(self._state, self._path)
            self._path, self._path_parts, self._clips = None, 0, False

    def _place(self, operands: list[bytes], operator: bytes) -> None:
        if operator == b"BT":
            self._line = UNIT
            self._out.append(b"BT")
        elif operator == b"Tm":
            self._line = _matrix(operands)
        else:
            x, y = (0.0, -self._state.leading) if operator == b"T*" else (float(operands[0]), float(operands[1]))
            if operator == b"TD":
                self._state = replace(self._state, leading=-y)
            self._line = joined((1.0, 0.0, 0.0, 1.0, x, y), self._line)
        self._text, self._flows = self._line, False

    def _show(self, operands: list[bytes], operator: bytes) -> None:
        if operator == b'"':
            self._state = with_type(with_type(self._state, b"Tw", operands[0]), b"Tc", operands[1])
        if operator != b"Tj" and operator != b"TJ":
            self._place([], b"T*")
            operands, operator = operands[-1:], b"Tj"
        if self._state.is_clip:
            raise Unfit
        width = self._drawn.widths[self._state.font]
        texts = [text_of(token) if is_text(token) else b"" for token in operands]
        count = sum(len(text) // width for text in texts)
        if _begins_with_number(operands):
            self._shift(operands, count)
        if not count:
            return
        self._check()
        if self._gap_from(self._at).start >= self._at + count:
            self._write(self._at, b" ".join((*operands, operator)))
            self._at += count
        else:
            self._part(operands, texts, width)

    def _shift(self, operands: Sequence[bytes], count: int) -> None:
        """Take a number before the first glyph: where that goes is told by its origin, or by what it flows from."""
        self._text = None
        if not count and self._flows:
            self._state, changes = type_written(self._state)
            self._out += [changes, b" ".join((*operands, b"TJ"))]
        elif count:
            self._flows = self._flows and self._gap_from(self._at).start >= self._at + count

    def _gap_from(self, glyph: int) -> Gap:
        """Return the gap that a glyph stands in, or the next one after it."""
        near = bisect_right(self._starts, glyph)
        if near and self._gaps[near - 1].end > glyph:
            return self._gaps[near - 1]
        return self._gaps[near] if near < len(self._gaps) else _NONE

    def _check(self) -> None:
        """Compare where the next glyph goes with where the page library saw it."""
        if self._text is None:
            return
        _, _, c, d, e, f = joined(self._text, self._state.matrix)
        rise, (x, y) = self._state.rise, self._drawn.at(self._at)
        if abs(x - c * rise - e) > NEAR or abs(y - d * rise - f) > NEAR:
            raise Unfit

    def _part(self, operands: Sequence[bytes], texts: Sequence[bytes], width: int) -> None:
        """Write what stays of the glyphs shown at once, and the pieces where a gap begins."""
        run: list[bytes] = []
        first = at = self._at
        for token, text in zip(operands, texts, strict=True):
            if not text:
                run += [token] if run and token != b"]" else []
            for start, end, gap in self._stretches(at, at + len(text) // width):
                if gap is None:
                    first = first if run else start
                    run.append(_coded(text[(start - at) * width : (end - at) * width]))
                    continue
                self._write_run(first, run)
                run = []
                self._fill(gap)
            at += len(text) // width
        self._at = at
        self._write_run(first, run)

    def _stretches(self, start: int, end: int) -> Iterator[tuple[int, int, Gap | None]]:
        """Yield the glyphs that stay, and those in gaps."""
        while start < end:
            gap = self._gap_from(start)
            stop = min(gap.end if gap.start <= start else gap.start, end)
            yield start, stop, gap if gap.start <= start else None
            start = stop

    def _write_run(self, first: int, run: Sequence[bytes]) -> None:
        if run:
            self._write(first, b"[" + b" ".join(run) + b"] TJ")

    def _write(self, first: int, shown: bytes) -> None:
        """Write what shows glyphs, the first of that number, with what has to hold for it."""
        self._state, changes = type_written(self._state)
        self._out += [changes] if changes else []
        if not self._flows:
            self._out.append(_set(self._text or self._seen(first)))
        self._out.append(shown)
        self._text, self._flows = None, True

    def _seen(self, glyph: int) -> Matrix:
        """Return the matrix that puts a glyph where the page library saw it."""
        back = inverse(self._state.matrix)
        if back is None:
            raise Unfit
        (x, y), (a, b, c, d, _, _), rise = self._drawn.at(glyph), self._line, self._state.rise
        _, _, _, _, e, f = joined((1.0, 0.0, 0.0, 1.0, x, y), back)
        return a, b, c, d, e - c * rise, f - d * rise

    def _fill(self, gap: Gap) -> None:
        """Set what stands in a gap, once; whatever follows has a place of its own."""
        self._text, self._flows = None, False
        if gap.start in self._filled:
            return
        self._filled.add(gap.start)
        back, written = inverse(self._state.matrix), self._state.written
        for piece in gap.pieces:
            if back is None or not shows(self._state, piece.box):
                raise Unfit
            type_ = (b"/" + piece.font + b" " + number(piece.size), *PLAIN)
            self._out += [type_changes(written, type_), b" ".join((*map(number, piece.colour), b"rg"))]
            self._out += [_set(joined(piece.matrix, back)), _coded(piece.codes) + b" Tj"]
            written = type_
        if gap.pieces:
            self._state = replace(self._state, written=written)
            self._out.append(self._state.colour)


_NONE = Gap(1 << 60, 1 << 60)


def _begins_with_number(operands: Sequence[bytes]) -> bool:
    return len(operands) > 1 and not is_text(operands[1]) and operands[1] != b"]"


def _matrix(operands: Sequence[bytes]) -> Matrix:
    a, b, c, d, e, f = map(float, operands)
    return a, b, c, d, e, f


def _set(matrix: Matrix) -> bytes:
    return b" ".join((*map(number, matrix), b"Tm"))


def _coded(codes: bytes) -> bytes:
    return b"<" + codes.hex().encode() + b">"


@lru_cache(maxsize=4_096)
def number(value: float) -> bytes:
    """Return a number as PDF writes it."""
    return f"{value:.5f}".rstrip("0").rstrip(".").encode() if value != int(value) else b"%d" % value

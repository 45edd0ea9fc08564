"""What a content stream has set when it draws: the matrices, the type, the colour, the clip (ISO 32000-1, 8.4, 9.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.container.pdf_placed import UNIT, Matrix, joined, moved
from pipeline.container.pdf_text import Box

EVERYWHERE: Box = (-1e9, -1e9, 1e9, 1e9)
NOWHERE: Box = (0.0, 0.0, 0.0, 0.0)
# the operators of text state that change only how glyphs look and how far apart they stand
TYPE = {b"Tf": b"", b"Tc": b"0", b"Tw": b"0", b"Tz": b"100", b"Ts": b"0", b"Tr": b"0"}
PLAIN = tuple(TYPE.values())[1:]  # of all but the font


@dataclass(frozen=True, slots=True)
class State:
    """The graphics state, as far as text needs it; `type_` holds the operands of each operator of `TYPE`, in order.

    `clip` is the part of the page's own space that is drawn for sure, `colour` what sets the fill colour.
    """

    matrix: Matrix = UNIT
    type_: tuple[bytes, ...] = tuple(TYPE.values())
    written: tuple[bytes, ...] = tuple(TYPE.values())
    leading: float = 0.0
    space: bytes = b""
    colour: bytes = b"0 g"
    clip: Box = EVERYWHERE

    @property
    def rise(self) -> float:
        """How far glyphs stand above the line."""
        return float(self.type_[_RISE])

    @property
    def is_clip(self) -> bool:
        """Whether glyphs become a clip."""
        return self.type_[_RENDERING] not in (b"0", b"1", b"2", b"3")

    @property
    def font(self) -> bytes:
        """The name of the font among the resources, without its slash."""
        return self.type_[0].partition(b" ")[0][1:]


_NUMBER = {operator: n for n, operator in enumerate(TYPE)}
_RISE, _RENDERING = _NUMBER[b"Ts"], _NUMBER[b"Tr"]


def with_type(state: State, operator: bytes, operands: bytes) -> State:
    """Return the state with one operator of text state set."""
    values = list(state.type_)
    values[_NUMBER[operator]] = operands
    return replace(state, type_=tuple(values))


def type_written(state: State) -> tuple[State, bytes]:
    """Return what has to be written for the text state to hold, and the state after it."""
    if state.type_ == state.written:
        return state, b""
    return replace(state, written=state.type_), type_changes(state.written, state.type_)


def type_changes(there: Sequence[bytes], wanted: Sequence[bytes]) -> bytes:
    """Return what leads from the operands of text state that hold to those that should."""
    return b" ".join([value + b" " + key for key, value, old in zip(TYPE, wanted, there, strict=True) if value != old])


def painted(state: State, operator: bytes, operands: Sequence[bytes]) -> State:
    """Return the state after an operator that sets the fill colour or its space."""
    raw = b" ".join((*operands, operator))
    if operator in (b"g", b"rg", b"k"):
        return replace(state, space=b"", colour=raw)
    if operator == b"cs":
        return replace(state, space=raw, colour=raw)
    return replace(state, colour=state.space + b" " + raw)


def moved_by(state: State, matrix: Matrix) -> State:
    """Return the state after its matrix is changed."""
    return replace(state, matrix=joined(matrix, state.matrix))


def clipped(state: State, box: Box | None) -> State:
    """Return the state clipped to a box of its own space; None is a shape that isn't known."""
    a, b, c, d, _, _ = state.matrix
    if box is None or not (b == c == 0 or a == d == 0):
        return replace(state, clip=NOWHERE)
    x0, y0, x1, y1 = moved(box, state.matrix)
    old = state.clip
    return replace(state, clip=(max(x0, old[0]), max(y0, old[1]), min(x1, old[2]), min(y1, old[3])))


def shows(state: State, box: Box) -> bool:
    """Tell whether a box of the page's own space is drawn whole."""
    clip = state.clip
    return clip[0] <= box[0] and clip[1] <= box[1] and box[2] <= clip[2] and box[3] <= clip[3]

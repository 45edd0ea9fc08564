"""Text units: what reader and writer of a format both walk, in the same order.

A unit is a paragraph, cell, property… made of pieces, each of which knows how to write itself back.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from pipeline.container import limits
from pipeline.decision import Replacement
from pipeline.document import Anchor, Block, BlockKind, Document, build
from pipeline.errors import LimitExceeded

_TWO_WORDS = re.compile(r"[^\W\d_]{2}[^\w\s]?\s{1,3}[^\w\s]?(?:[^\W\d_]\s)?[^\W\d_]{2}")
_SHORTEST_WORDS = 5  # two words of two letters
_CAPITAL = re.compile(r"[A-ZÀ-ÖØ-Þ][^\W\d_]")
# an address of mail, an identity number with its letter, a path on somebody's disk
_SOMEBODYS = re.compile(r"[\w.-]{2}@\w[\w-]*\.[a-z]|\b(?:\d{8}|[XYZ]\d{7})-?[A-Z]\b|(?:\b[A-Za-z]:|\\)\\\w")


def says_words(value: str) -> bool:
    """Tell whether an attribute that lists don't know says words, and not a measure, a code or a name of the format."""
    if len(value) < _SHORTEST_WORDS:
        return False
    text = unquote(value) if "%" in value else value
    return bool((_TWO_WORDS.search(text) and _CAPITAL.search(text)) or _SOMEBODYS.search(text))


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a unit's text and what takes its place."""

    start: int
    end: int
    output: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that lies in one place of the file, and the act of writing another one there."""

    text: str = field(repr=False)
    write: Callable[[str], None] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unit:
    """A run of text of one part; `mirrors` say the same text elsewhere and are edited alike.

    `ending` is what the reader puts between this unit and the next.
    """

    part: str
    pieces: tuple[Piece, ...] = field(repr=False)
    kind: BlockKind = BlockKind.PARAGRAPH
    label: str = field(default="", repr=False)
    row: int | None = None
    column: int | None = None
    table: int | None = None
    ending: str = "\n"
    mirrors: tuple[Unit, ...] = field(default=(), repr=False)

    @property
    def text(self) -> str:
        """The text of all pieces together."""
        return "".join(piece.text for piece in self.pieces)

    def edit(self, edits: Sequence[Edit]) -> None:
        """Write sorted, disjoint edits: each output where its first piece lies, the rest of it deleted."""
        start = 0
        todo = list(reversed(edits))
        for piece in self.pieces:
            end = start + len(piece.text)
            new = _edited(piece.text, start, todo)
            if new != piece.text:
                piece.write(new)
            start = end
        for mirror in self.mirrors:
            mirror.edit(edits)


def _edited(text: str, start: int, todo: list[Edit]) -> str:
    """Return a piece's text after the edits that touch it; drops from `todo` those that end in it."""
    end = start + len(text)
    out: list[str] = []
    place = start
    while todo and todo[-1].start < end:
        edit = todo[-1]
        if edit.start >= start:
            out += [text[place - start : edit.start - start], edit.output]
        place = min(edit.end, end)
        if edit.end > end:
            break
        todo.pop()
    return "".join([*out, text[place - start :]])


def document_of(units: Sequence[Unit], source: bytes, format: str, name: str) -> Document:
    """Make the Document of a walk: one block and one anchor per unit that has text."""
    texts: list[str] = []
    blocks: list[Block] = []
    counts: dict[str, int] = defaultdict(int)
    place = 0
    for unit in units:
        index = counts[unit.part]
        counts[unit.part] += 1
        text = unit.text
        if not text:
            continue
        end = place + len(text)
        anchor = Anchor(place, end, unit.part, index)
        stop = end + len(unit.ending)
        blocks.append(Block(place, stop, unit.kind, (anchor,), unit.label, unit.row, unit.column, table=unit.table))
        texts += [text, unit.ending]
        place = stop
    if place > limits.MAX_CHARACTERS:
        raise LimitExceeded(
            f"The document has more than {limits.MAX_CHARACTERS} characters.",
            stage="extract",
            remedy="Split the document into smaller ones.",
        )
    return build("".join(texts), blocks, source, format, name)


def edits_of(document: Document, replacements: Sequence[Replacement]) -> dict[tuple[str, int], list[Edit]]:
    """Turn replacements into edits by part and unit: the output goes to the first unit, the rest is deleted."""
    edits: dict[tuple[str, int], list[Edit]] = defaultdict(list)
    anchors = [anchor for block in document.blocks for anchor in block.anchors]
    first = 0
    for replacement in sorted(replacements, key=lambda r: r.span):
        span, output = replacement.span, replacement.output
        while first < len(anchors) and anchors[first].end <= span.start:
            first += 1
        at = first
        while at < len(anchors) and anchors[at].start < span.end:
            anchor, at = anchors[at], at + 1
            shift = anchor.offset - anchor.start
            start, end = max(span.start, anchor.start) + shift, min(span.end, anchor.end) + shift
            edits[anchor.part, anchor.index].append(Edit(start, end, output))
            output = ""
    return edits


def edit_all(units: Sequence[Unit], edits: Mapping[tuple[str, int], Sequence[Edit]]) -> None:
    """Write the edits into the units of a walk that is the reader's."""
    counts: dict[str, int] = defaultdict(int)
    for unit in units:
        index = counts[unit.part]
        counts[unit.part] += 1
        wanted = edits.get((unit.part, index))
        if wanted:
            unit.edit(wanted)


def paired(first: Sequence[Unit], second: Sequence[Unit]) -> list[Unit]:
    """Join two renderings of the same text: mirrors where they agree, all units of both where they don't."""
    if [unit.text for unit in first] == [unit.text for unit in second]:
        return [replace(a, mirrors=(*a.mirrors, b)) for a, b in zip(first, second, strict=True)]
    return [*first, *second]

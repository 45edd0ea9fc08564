"""The document pane: a stored document cut into fragments, with the marks that lie in each."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from review import rulings
from review.models import CaseFile, Detection, SourceFile
from review.queries.desk import mark_state
from review.store.documents import load_document

BLOCKS_A_PIECE = 60
CHARACTERS_A_PIECE = 16_000
CHARACTERS_A_LINE = 76


@dataclass(frozen=True, slots=True)
class Mark:
    """One standing mention as the page shows it."""

    id: int
    start: int
    end: int
    entity: int
    tag: str
    label: str
    state: str
    hides: bool
    doubt: bool
    added: bool
    output: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class BlockText:
    """A block of the document: its place, what it is, and where it lies in its table or page."""

    start: int
    end: int
    kind: str
    label: str = field(repr=False)
    row: int | None
    column: int | None
    page: int | None
    table: int | None
    number: int

    @property
    def in_table(self) -> bool:
        """Whether it's a cell with a place in a table."""
        return self.kind == "cell" and self.row is not None and self.column is not None


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of blocks that is fetched in one go; `lines` is a guess of its height."""

    number: int
    first: int
    last: int
    start: int
    end: int
    lines: int


@dataclass(frozen=True, slots=True)
class Fragment:
    """A piece with its text, blocks and marks, ready to be drawn."""

    piece: Piece
    text: str = field(repr=False)
    blocks: tuple[BlockText, ...]
    marks: tuple[Mark, ...]
    page_before: int | None


def pieces(source: SourceFile) -> tuple[Piece, ...]:
    """Return the pieces of a file's document, in order."""
    return _cut(source).pieces


def blocks(source: SourceFile) -> tuple[BlockText, ...]:
    """Return the blocks of a file's document, in order."""
    return _cut(source).blocks


def block_number(source: SourceFile, offset: int) -> int:
    """Return the place among the blocks of the one that holds an offset."""
    return max(0, bisect_right(_cut(source).blocks, offset, key=lambda block: block.start) - 1)


def fragment(source: SourceFile, number: int) -> Fragment | None:
    """Return one piece with what is in it; None where there is no such piece."""
    cut = pieces(source)
    if not 0 <= number < len(cut):
        return None
    piece, every = cut[number], blocks(source)
    before = every[piece.first - 1].page if piece.first else None
    text = load_document(source).text
    chosen = every[piece.first : piece.last]
    return Fragment(piece, text, chosen, marks(source, piece.start, piece.end), before)


def marks(source: SourceFile, start: int, end: int) -> tuple[Mark, ...]:
    """Return the standing mentions that touch a stretch of a file, by place."""
    rows = Detection.objects.filter(source=source, lost_to="", withdrawn=False, start__lt=end, end__gt=start)
    groups = loose_groups(source.case)
    return tuple(
        Mark(
            d.pk, d.start, d.end, d.entity_id or groups.get((d.effect, d.label, d.spelling), 0),
            d.entity.tag if d.entity else "", d.label, mark_state(d.effect, d.action, d.decided),
            d.action != "keep", d.doubtful and not d.decided, d.added_by_id is not None, d.output,
        )
        for d in rows.select_related("entity").order_by("start", "-end")
    )  # fmt: skip


def piece_of(source: SourceFile, offset: int) -> int:
    """Return the number of the piece that holds an offset."""
    starts = [piece.start for piece in pieces(source)]
    return max(0, bisect_right(starts, offset) - 1)


def loose_groups(case: CaseFile) -> dict[tuple[str, str, str], int]:
    """Return the line of the people pane that stands for each spelling without an entity."""
    groups: dict[tuple[str, str, str], int] = {}
    rows = Detection.objects.filter(rulings.live(case), entity=None).order_by("pk")
    for pk, effect, label, spelling in rows.values_list("pk", "effect", "label", "spelling"):
        groups.setdefault((effect, label, spelling), -pk)
    return groups


@dataclass(frozen=True, slots=True, eq=False)
class _Cut:
    """The blocks and pieces of one stored document."""

    blocks: tuple[BlockText, ...]
    pieces: tuple[Piece, ...]


# A stored document is written once under a random name: what was cut from it can't be stale.
_CUTS: OrderedDict[tuple[str, int], _Cut] = OrderedDict()
_KEPT = 16


def _cut(source: SourceFile) -> _Cut:
    key = source.document, len(source.areas)
    if key not in _CUTS:
        blocks = tuple(
            BlockText(b.start, b.end, b.kind, b.label, b.row, b.column, b.page, b.table, n)
            for n, b in enumerate(load_document(source).blocks, 1)
        )
        _CUTS[key] = _Cut(blocks, _pieces(blocks))
        while len(_CUTS) > _KEPT:
            _CUTS.popitem(last=False)
    return _CUTS[key]


def _pieces(blocks: Sequence[BlockText]) -> tuple[Piece, ...]:
    """Cut where enough has gathered, at the end of a table's row rather than inside it."""
    cut: list[Piece] = []
    first = size = 0
    for n, block in enumerate(blocks):
        size += block.end - block.start
        full = n - first + 1 >= BLOCKS_A_PIECE or size >= CHARACTERS_A_PIECE
        if n + 1 == len(blocks) or (full and not _same_row(block, blocks[n + 1])):
            cut.append(_piece(len(cut), first, n + 1, blocks))
            first, size = n + 1, 0
    return tuple(cut)


def _same_row(block: BlockText, then: BlockText) -> bool:
    return block.in_table and then.in_table and (block.table, block.row) == (then.table, then.row)


def _piece(number: int, first: int, last: int, blocks: Sequence[BlockText]) -> Piece:
    lines = 0
    for row, members in groupby(blocks[first:last], key=lambda b: (b.table, b.row) if b.in_table else b.number):
        longest = max(b.end - b.start for b in members)
        lines += 1 if isinstance(row, tuple) else 1 + longest // CHARACTERS_A_LINE
    return Piece(number, first, last, blocks[first].start, blocks[last - 1].end, lines)

"""Document: text, its folded twin, and the place of every character in the source file.

Offsets are Unicode code points, half-open. Nothing here is ever mutated.
"""

from __future__ import annotations

import hashlib
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text, `start` inclusive, `end` exclusive, in code points."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two share a character."""
        return self.start < other.end and other.start < self.end

    def contains(self, other: Span) -> bool:
        """Tell whether every character of `other` lies in this span."""
        return self.start <= other.start and other.end <= self.end


class BlockKind(StrEnum):
    """What a block is in its file."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list item"
    CELL = "cell"
    HEADER = "header"
    FOOTER = "footer"
    NOTE = "note"
    COMMENT = "comment"
    PROPERTY = "property"
    FIELD = "field"
    HIDDEN = "hidden"
    PICTURE = "picture"  # its text is one U+FFFC: a face, a signature, a region that somebody drew


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a stretch of text lies: the `index`-th text unit of `part`, from `offset` on.

    `boxes` holds x0, y0, x1, y1 per character, flat, from the top left of `page` (from 0): in points, or in pixels
    where the page is a picture. `confidence` is how sure a reader of pixels was, 0..1 a character; empty = certain.
    """

    start: int
    end: int
    part: str
    index: int
    offset: int = 0
    page: int | None = None
    boxes: Sequence[float] = ()
    confidence: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, cell, note…: a run of text that a sentence never leaves.

    `label` is what names the value beside it: a column header, a row header, a form label in another cell.
    The anchors lie inside the block in order; what they leave out is a separator the reader put in.
    """

    start: int
    end: int
    kind: BlockKind = BlockKind.PARAGRAPH
    anchors: tuple[Anchor, ...] = ()
    label: str = field(default="", repr=False)
    row: int | None = None
    column: int | None = None
    page: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Area:
    """A region that somebody drew on a page (from 0): `box` is x0, y0, x1, y1 in the units of the page's boxes."""

    page: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, repr=False)
class Document:
    """Extracted text, folded twin of the same length, and blocks that cover it in order.

    `digest` is the SHA-256 of the source bytes; `format` the name of the reader; `columns` typed headers.
    `pictures` names the images whose pixels were read: what isn't among them doesn't leave the house. `reread` are the
    places whose text is that of a second reading, since the first failed its check.
    """

    text: str
    folded: str
    blocks: tuple[Block, ...]
    digest: str
    format: str
    name: str = ""
    pictures: tuple[str, ...] = ()
    reread: tuple[Span, ...] = ()
    _starts: tuple[int, ...] = field(default=(), init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_starts", tuple(block.start for block in self.blocks))

    def __repr__(self) -> str:
        return f"<Document {self.format}, {len(self.text)} characters, {len(self.blocks)} blocks>"

    def surface(self, span: Span) -> str:
        """Return the text of the span as it stands."""
        return self.text[span.start : span.end]

    def block_at(self, offset: int) -> Block:
        """Return the block that covers the offset."""
        return self.blocks[self.block_index(offset)]

    def block_index(self, offset: int) -> int:
        """Return the place of that block in `blocks`."""
        return max(0, bisect_right(self._starts, offset) - 1)

    def blocks_in(self, span: Span) -> Iterator[Block]:
        """Yield the blocks that share a character with the span."""
        for index in range(self.block_index(span.start), len(self.blocks)):
            block = self.blocks[index]
            if block.start >= span.end:
                return
            if block.end > span.start:
                yield block

    def anchors_in(self, span: Span) -> Iterator[Anchor]:
        """Yield the anchors that hold a character of the span, in order."""
        for block in self.blocks_in(span):
            for anchor in block.anchors:
                if anchor.start < span.end and span.start < anchor.end:
                    yield anchor


def covered(length: int, spans: Iterable[Span]) -> bytearray:
    """Return one byte for each character of a text of so many: whether a span covers it."""
    marked = bytearray(length)
    for span in spans:
        marked[span.start : span.end] = b"\1" * len(span)
    return marked


class ByIdentity:
    """A cache key that is equal to itself alone; hashing a Document by value walks all its blocks."""

    __slots__ = ("document",)

    def __init__(self, document: Document) -> None:
        self.document = document

    def __hash__(self) -> int:
        return id(self.document)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and self.document is other.document


def build(text: str, blocks: Sequence[Block], source: bytes, format: str, name: str = "") -> Document:
    """Make a Document of text and blocks; folds the text and hashes the source."""
    covered = tuple(blocks) or ((Block(0, len(text)),) if text else ())
    return Document(text, fold(text), covered, hashlib.sha256(source).hexdigest(), format, name)


def from_text(text: str, name: str = "") -> Document:
    """Make a Document of bare text: one block per paragraph (blank lines part them)."""
    blocks: list[Block] = []
    start = 0
    while start < len(text):
        cut = _paragraph_end(text, start)
        anchor = Anchor(start, cut, "text", len(blocks), start)
        blocks.append(Block(start, cut, anchors=(anchor,)))
        start = cut
    return build(text, blocks, text.encode("utf-8", "surrogatepass"), "txt", name)


PICTURE_TEXT = "\ufffc"
AREA = "area"  # what the block of a drawn region is labelled


def with_areas(document: Document, areas: Sequence[Area]) -> Document:
    """Return the document with a PICTURE block for each drawn region, in order, at its end, so that nothing moves."""
    if not areas:
        return document
    text, folded, blocks = document.text, document.folded, list(document.blocks)
    for number, area in enumerate(areas):
        start = area_start(len(document.text), number)
        anchor = Anchor(start, start + 1, f"page {area.page + 1}", -1 - number, 0, area.page, tuple(area.box))
        blocks.append(Block(start, start + 2, BlockKind.PICTURE, (anchor,), AREA, page=area.page))
    added = f"{PICTURE_TEXT}\n" * len(areas)
    return replace(document, text=text + added, folded=folded + added, blocks=tuple(blocks))


def with_readings(document: Document, readings: Sequence[tuple[Span, str]]) -> Document:
    """Return the document with other text in some disjoint spans, each within one anchor; everything keeps its place.

    A text of another length shares the places of the old one evenly among its characters.
    """
    for span, text in sorted(readings, reverse=True):
        if text and text != document.surface(span):
            document = _with_reading(document, span, text)
    return document


def without_places(document: Document) -> Document:
    """Return the document without the boxes of certain text, which most have in millions: of use only where it's shown.

    Text read in pixels and regions keep theirs: there is no other way to what they stand for.
    """
    return replace(document, blocks=tuple(map(_unplaced, document.blocks)))


def _unplaced(block: Block) -> Block:
    if block.kind is BlockKind.PICTURE or not any([a.boxes and not a.confidence for a in block.anchors]):
        return block
    return replace(block, anchors=tuple(a if a.confidence else replace(a, boxes=()) for a in block.anchors))


def _with_reading(document: Document, span: Span, text: str) -> Document:
    grown = len(text) - len(span)

    def moved(at: int) -> int:
        return at + grown if at >= span.end else at

    blocks = tuple(
        replace(
            block,
            start=moved(block.start),
            end=moved(block.end),
            anchors=tuple(_reread(a, span, len(text), moved) for a in block.anchors),
        )
        for block in document.blocks
    )
    whole = document.text[: span.start] + text + document.text[span.end :]
    before = tuple(Span(moved(s.start), moved(s.end)) for s in document.reread)
    reread = tuple(sorted((*before, Span(span.start, span.start + len(text)))))
    return replace(document, text=whole, folded=fold(whole), blocks=blocks, reread=reread)


def _reread(anchor: Anchor, span: Span, length: int, moved: Callable[[int], int]) -> Anchor:
    if not (anchor.start <= span.start and span.end <= anchor.end):
        return replace(anchor, start=moved(anchor.start), end=moved(anchor.end))
    first, last = span.start - anchor.start, span.end - anchor.start
    boxes, sure = anchor.boxes, anchor.confidence
    if length != len(span):
        boxes = (*boxes[: 4 * first], *_shared(boxes[4 * first : 4 * last], length), *boxes[4 * last :])
        sure = (*sure[:first], *(min(sure[first:last], default=1.0),) * length, *sure[last:])
    return replace(anchor, end=moved(anchor.end), boxes=boxes, confidence=sure)


def _shared(boxes: Sequence[float], length: int) -> list[float]:
    """Return so many boxes in place of others: each one that of the character that stood at its share of the way."""
    count = len(boxes) // 4
    shared: list[float] = []
    for n in range(length):
        near = range(n * count // length, max(n * count // length + 1, -(-(n + 1) * count // length)))
        chosen = [boxes[4 * k : 4 * k + 4] for k in near]
        shared += [min(b[0] for b in chosen), min(b[1] for b in chosen)]
        shared += [max(b[2] for b in chosen), max(b[3] for b in chosen)]
    return shared


def area_start(length: int, number: int) -> int:
    """Return where the region drawn as the `number`-th (from 0) stands in a document of so many characters."""
    return length + 2 * number


def _paragraph_end(text: str, start: int) -> int:
    end = start
    seen_text = False
    while end < len(text):
        line_end = text.find("\n", end)
        line_end = len(text) if line_end < 0 else line_end + 1
        blank = not text[end:line_end].strip()
        if blank and seen_text:
            return line_end
        seen_text = seen_text or not blank
        end = line_end
        if end - start > 20_000:
            return end
    return end


# Letters that NFKD leaves whole, and signs that stand for plain ones in extracted text.
_SINGLE = {
    "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "ı": "i", "ß": "s",
    "\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u2009": " ", "\u200a": " ", "\u2008": " ", "\u3000": " ",
    "\u1680": " ",
    "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2015": "-", "\u2212": "-",
    "‘": "'", "’": "'", "´": "'", "`": "'", "“": '"', "”": '"', "«": '"', "»": '"',
    "\u2044": "/", "\u2215": "/", "ª": "ª", "º": "º",
}  # fmt: skip


@lru_cache(maxsize=4096)
def fold_char(char: str) -> str:
    """Fold one character to one: lower case, no accent, ASCII look-alikes for spaces, hyphens, quotes."""
    if char in _SINGLE:
        return _SINGLE[char]
    base = "".join(c for c in unicodedata.normalize("NFKD", char) if not unicodedata.combining(c))
    lowered = base.lower()
    return lowered if len(lowered) == 1 else char if len(char.lower()) != 1 else char.lower()


def fold(text: str) -> str:
    """Fold case and accents, keeping the length: `fold(t)[i]` stands for `t[i]`."""
    if text.isascii():
        return text.lower()
    table = {ord(char): fold_char(char) for char in set(text)}
    return text.translate(table)

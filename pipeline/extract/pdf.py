"""Reader of PDF: paragraphs in reading order, of text and of what is read in pixels, then what a viewer doesn't show.

Boxes are points from the top left of the unrotated page; an anchor's `index` is the segment's number on its page.
What was read in pixels comes after the page's own segments, and its anchors say how sure the reader was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import pymupdf

from pipeline import pace
from pipeline.container.pdf import odd_objects, open_pages, upright
from pipeline.container.pdf_bare import events_of
from pipeline.container.pdf_order import Placed, paragraphs
from pipeline.container.pdf_plain import text_segments
from pipeline.container.pdf_prepare import Prepared, prepare
from pipeline.container.pdf_text import Box, Event, Segment, page_segments
from pipeline.container.pdf_visible import without_unseen
from pipeline.document import PICTURE_TEXT, Anchor, Block, BlockKind, Document, build
from pipeline.errors import LimitExceeded, UnsupportedFormat
from pipeline.extract.pdf_pictures import pixel_reader
from pipeline.packed import Packed
from pipeline.registry import reader, text_reader

MAX_CHARACTERS = 20_000_000
UNREADABLE_SHARE = 0.3
MAX_LABEL = 60
Reading = Callable[[pymupdf.Page, Sequence[Event]], list[Segment]]
_LOST = re.compile("[\ufffd\ue000-\uf8ff]")


@reader("pdf")
@odd_objects()
def read_pdf(data: bytes, name: str) -> Document:
    """Read a PDF; raises InputRefused for passwords, damage and limits."""
    return _read(data, name, lambda page, drawn: without_unseen(page, page_segments(page), drawn), _Text())


@text_reader("pdf")
@odd_objects()
def read_pdf_text(data: bytes, name: str) -> Document:
    """Read a PDF for its text alone, without the boxes of certain text; raises InputRefused as `read_pdf`."""
    return _read(data, name, text_segments, _Text(is_placed=False))


def _read(data: bytes, name: str, segments_of: Reading, text: _Text) -> Document:
    prepared = prepare(data)
    with open_pages(prepared.data) as pages, pixel_reader(prepared) as pixels:
        for number in range(pages.page_count):
            pace.step(number + 1, pages.page_count)
            page = upright(pages, number)
            drawn = events_of(page)
            segments = segments_of(page, drawn)
            _refuse_lost(segments, number)
            shown = pixels.page(number, drawn)
            _add_page(text, [*segments, *shown.segments], number)
            del segments  # a page's glyphs are let go of before the next page's take their room
            for kind, box, sure in shown.pictures:
                _add_picture(text, kind, box, sure, number)
            if text.length > MAX_CHARACTERS:
                raise LimitExceeded(
                    "The PDF holds too much text.", stage="extract", remedy="Split it and send the parts."
                )
        if prepared.all_layers is not None:
            _add_layers(text, pages, prepared.all_layers)
    _add_parts(text, prepared)
    return replace(build("".join(text.pieces), text.blocks, data, "pdf", name), pictures=pixels.names())


@dataclass(slots=True)
class _Text:
    """The text under construction; where it isn't placed, only what was read in pixels has boxes."""

    is_placed: bool = True
    pieces: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    length: int = 0

    def add(self, text: str) -> int:
        """Append text and return where it starts."""
        start = self.length
        self.pieces.append(text)
        self.length += len(text)
        return start


def _add_page(text: _Text, segments: Sequence[Segment], number: int) -> None:
    """Add the shown text in reading order, then what isn't shown: an old layer behind a scan mustn't part its lines."""
    shown = [n for n, s in enumerate(segments) if not s.is_unseen]
    whole = sorted({*range(len(segments))}.difference(shown))
    unseen = [(Placed(n, segments[n], 0, 0, 1), 0, len(segments[n].glyphs)) for n in whole]
    label = ""
    for paragraph in paragraphs([segments[n] for n in shown]):
        stretches: list[tuple[Placed, int, int]] = []
        for placed in paragraph:
            here = replace(placed, index=shown[placed.index]) if whole else placed
            for start, end, hidden in _stretches(placed.segment):
                (unseen if hidden else stretches).append((here, start, end))
        if stretches:
            label = label if paragraph[0].column else ""
            block = _add_block(text, stretches, number, BlockKind.PARAGRAPH, label)
            label = _label(text, block)
    for stretch in unseen:
        _add_block(text, [stretch], number, BlockKind.HIDDEN, "")


def _stretches(segment: Segment) -> Iterator[tuple[int, int, bool]]:
    """Yield the runs of shown and of hidden glyphs, without the white space at their ends."""
    glyphs = segment.glyphs
    if segment.is_seen:
        yield 0, len(glyphs), False
        return
    start = 0
    for n in range(1, len(glyphs) + 1):
        if n < len(glyphs) and glyphs[n].hidden == glyphs[start].hidden:
            continue
        first, last = start, n
        while first < last and glyphs[first].char.isspace():
            first += 1
        while last > first and glyphs[last - 1].char.isspace():
            last -= 1
        if first < last:
            yield first, last, glyphs[start].hidden
        start = n


def _add_block(
    text: _Text, stretches: Sequence[tuple[Placed, int, int]], page: int, kind: BlockKind, label: str
) -> Block:
    anchors = []
    start = text.length
    for placed, first, last in stretches:
        segment = placed.segment
        at = text.add(_printable(segment.text[first:last]))
        sure = segment.confidence[first:last]
        is_placed = text.is_placed or sure
        boxes = Packed(chain.from_iterable(segment.boxes[first:last])) if is_placed else ()
        anchors.append(Anchor(at, text.length, f"page {page + 1}", placed.index, first, page, boxes, sure))
        text.add("\n")
    first_placed = stretches[0][0]
    is_cell = kind is BlockKind.PARAGRAPH and first_placed.columns > 1
    block = Block(
        start, text.length, BlockKind.CELL if is_cell else kind, tuple(anchors), label,
        first_placed.row if is_cell else None, first_placed.column if is_cell else None, page,
    )  # fmt: skip
    text.blocks.append(block)
    return block


def _printable(text: str) -> str:
    """Keep offsets: a glyph is one character, and none is a line break or NUL."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\u00ad" else " " for c in text)


def _label(text: _Text, block: Block) -> str:
    """Return the text of a cell where it can name the one to its right."""
    if block.kind is not BlockKind.CELL or len(block.anchors) != 1:
        return ""
    said = text.pieces[-2].strip()
    return said if len(said) <= MAX_LABEL and not any(c.isdigit() for c in said) else ""


def _add_picture(text: _Text, kind: str, box: Box, sure: float, page: int) -> None:
    """Add a region that says something without letters: a face, a signature."""
    start = text.add(PICTURE_TEXT)
    anchor = Anchor(start, text.length, f"page {page + 1}", -1 - len(text.blocks), 0, page, box, (sure,))
    text.add("\n")
    text.blocks.append(Block(start, text.length, BlockKind.PICTURE, (anchor,), kind, page=page))


def _refuse_lost(segments: Sequence[Segment], number: int) -> None:
    shown = _shown(segments)
    if len(shown) > 20 and len(_LOST.findall(shown)) > UNREADABLE_SHARE * len(shown):
        raise UnsupportedFormat(
            f"Page {number + 1} has letters that can't be told from their codes.",
            stage="extract",
            remedy="Send the original document, or a PDF with a real text layer.",
        )


def _shown(segments: Sequence[Segment]) -> str:
    """Return the letters that a viewer shows."""
    text = "".join([s.text if s.is_seen else "".join(g.char for g in s.glyphs if not g.hidden) for s in segments])
    return "".join(text.split())


def _add_layers(text: _Text, pages: pymupdf.Document, everything: bytes) -> None:
    """Add the text of switched-off layers: what shows with all layers on and not without them."""
    with open_pages(everything) as full:
        for number in range(full.page_count):
            shown = Counter(s.text for s in page_segments(upright(pages, number)))
            for segment in page_segments(upright(full, number)):
                if shown[segment.text] > 0:
                    shown[segment.text] -= 1
                else:
                    _add_plain(text, BlockKind.HIDDEN, "layer", segment.text, number)


def _add_parts(text: _Text, prepared: Prepared) -> None:
    for kind, part, said in prepared.parts:
        _add_plain(text, kind, part, said, None)


def _add_plain(text: _Text, kind: BlockKind, part: str, said: str, page: int | None) -> None:
    """Add text that is removed on writing whatever is decided: its anchor names the part and has no page."""
    start = text.add(said)
    anchor = Anchor(start, text.length, f"pdf:{part}", len(text.blocks))
    text.add("\n")
    text.blocks.append(Block(start, text.length, kind, (anchor,), page=page))

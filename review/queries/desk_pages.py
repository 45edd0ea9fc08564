"""The document pane as pages: each page with the marks that stand on it, and what stands on no page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from review.models import SourceFile
from review.queries import desk_text
from review.queries.desk_text import Fragment, Mark, Piece
from review.store import boxes, documents, pages

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: its number from 0, its size as it's shown, in the units of its boxes, and where its text starts."""

    number: int
    width: float
    height: float
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Boxed:
    """A mark on a page: its text, and a box for each line it stands on, in shares of the page as it's shown."""

    mark: Mark
    text: str = field(repr=False)
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class PageView:
    """A page with its marks, ready to be drawn."""

    source: SourceFile
    sheet: Sheet
    marks: tuple[Boxed, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """A stretch of text, half-open, as it stands under a box."""

    start: int
    end: int
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stretch of text stands on a page, in shares of it as it's shown."""

    source: SourceFile
    sheet: Sheet
    boxes: tuple[Box, ...]


def sheets(source: SourceFile) -> tuple[Sheet, ...]:
    """Return the pages of a file, in order; none where it has no pages or was analysed before pages were kept."""
    layout = boxes.load_layout(source)
    if layout is None:
        return ()
    starts: dict[int, int] = {}
    for n, block in enumerate(desk_text.blocks(source)):
        if block.page is not None and n not in layout.loose:
            starts.setdefault(block.page, block.start)
    return tuple(Sheet(n, *pages.shown(size), starts.get(n)) for n, size in enumerate(layout.sizes))


def page_view(source: SourceFile, number: int) -> PageView | None:
    """Return one page with what is marked on it; None where there is no such page."""
    layout = boxes.load_layout(source)
    if layout is None or not 0 <= number < len(layout.sizes):
        return None
    placed, text = layout.page(number), documents.load_document(source).text
    start, end = placed.bounds
    found = [(mark, placed.of(mark.start, mark.end)) for mark in desk_text.marks(source, start, end)]
    found += _drawn(source, number)
    size = layout.sizes[number]
    sheet = Sheet(number, *pages.shown(size))
    marks = tuple(
        Boxed(mark, text[mark.start : mark.end], tuple(_share(pages.to_shown(size, box), sheet) for box in there))
        for mark, there in found
        if there
    )
    return PageView(source, sheet, marks)


def place_of(source: SourceFile, start: int, end: int) -> Place | None:
    """Return where a stretch of text stands on its page; None for what stands on none."""
    layout = boxes.load_layout(source)
    number = pages_of(source, [start])[0]
    if layout is None or not 0 <= number < len(layout.sizes):
        return None
    size = layout.sizes[number]
    sheet = Sheet(number, *pages.shown(size))
    drawn = dict(zip(documents.area_starts(source), documents.areas_of(source), strict=False)).get(start)
    found = (drawn.box,) if drawn else layout.page(number).of(start, end)
    there = tuple(_share(pages.to_shown(size, box), sheet) for box in found)
    return Place(source, sheet, there) if there else None


def _drawn(source: SourceFile, number: int) -> list[tuple[Mark, tuple[Box, ...]]]:
    """Return the marks of the regions drawn on a page."""
    starts = documents.area_starts(source) if source.areas else ()
    there = {at: area.box for at, area in zip(starts, documents.areas_of(source), strict=False) if area.page == number}
    found = desk_text.marks(source, starts[0], starts[-1]) if there else ()
    return [(mark, (there[mark.start],)) for mark in found if mark.start in there]


def _share(box: Box, sheet: Sheet) -> Box:
    x0, y0, x1, y1 = box
    return x0 / sheet.width, y0 / sheet.height, x1 / sheet.width, y1 / sheet.height


def pages_of(source: SourceFile, starts: Sequence[int]) -> list[int]:
    """Return the page of each place; the number of pages for what stands on none, -1 for a file without pages."""
    layout = boxes.load_layout(source)
    if layout is None:
        return [-1] * len(starts)
    blocks, last = desk_text.blocks(source), len(layout.sizes)
    begins = [block.start for block in blocks]
    on = [last if n in layout.loose or block.page is None else block.page for n, block in enumerate(blocks)]
    return [on[max(0, bisect_right(begins, at) - 1)] for at in starts]


def off_page(source: SourceFile) -> Fragment | None:
    """Return what stands on no page (properties, what lies in a switched-off layer); None where there's nothing."""
    layout = boxes.load_layout(source)
    blocks = desk_text.blocks(source)
    chosen = tuple(block for n, block in enumerate(blocks) if layout and n in layout.loose)
    if not chosen:
        return None
    start, end = min(b.start for b in chosen), max(b.end for b in chosen)
    piece = Piece(0, 0, len(chosen), start, end, len(chosen))
    text = documents.load_document(source).text
    return Fragment(piece, text, chosen, desk_text.marks(source, start, end), chosen[0].page)


def words_under(source: SourceFile, number: int, box: Box) -> tuple[Words, ...]:
    """Return the stretches of text under a box of a page as it's shown, in shares of it: whole words, in order."""
    layout = boxes.load_layout(source)
    if layout is None:
        return ()
    text = documents.load_document(source).text
    inside = layout.page(number).under(in_file(source, number, box))
    found: list[tuple[int, int]] = []
    for start, end in (_whole(text, *run) for run in inside if text[slice(*run)].strip()):
        if found and not text[found[-1][1] : start].strip() and _same_block(source, found[-1][0], start):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return tuple(Words(start, end, " ".join(text[start:end].split())) for start, end in found)


def in_file(source: SourceFile, number: int, box: Box) -> Box:
    """Return a box in shares of a page as it's shown where it lies in the file, in the units of the page's boxes."""
    layout = boxes.load_layout(source)
    if layout is None or not 0 <= number < len(layout.sizes):
        raise IndexError(number)
    size = layout.sizes[number]
    width, height = pages.shown(size)
    x0, y0, x1, y1 = box
    return pages.from_shown(size, (x0 * width, y0 * height, x1 * width, y1 * height))


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a stretch to the words that it cuts, and leave out the blanks at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while start and text[start].isalnum() and text[start - 1].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return start, end


def _same_block(source: SourceFile, one: int, other: int) -> bool:
    return desk_text.block_number(source, one) == desk_text.block_number(source, other)

"""Writer of PDF: cuts text out of the content streams, sets what replaces it, and leaves nothing that isn't drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import pymupdf

from pipeline.container.pdf import fewer_collections, open_pages, upright
from pipeline.container.pdf_cut import cut
from pipeline.container.pdf_prepare import prepare
from pipeline.container.pdf_proof import is_as_intended, remaining, restore
from pipeline.container.pdf_raster import rasterise
from pipeline.container.pdf_set import Cut, Setting, by_bands, draw, lines, plan
from pipeline.container.pdf_text import Segment, page_segments
from pipeline.decision import Replacement, Written
from pipeline.document import BlockKind, Document, Span
from pipeline.registry import writer

Cuts = dict[int, list[Cut]]


@writer("pdf")
def write_pdf(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write the PDF without what was replaced and without anything that isn't drawn; same input, same bytes."""
    prepared = prepare(data)
    notes = list(prepared.notes)
    wanted = _cuts(document, replacements)
    rasterised = 0
    with fewer_collections(), open_pages(prepared.data) as pages:
        for number in sorted(wanted):
            rasterised += _write_page(pages, number, wanted[number])
        pages.xref_set_key(-1, "ID", "null")  # it is a digest of the file as it was
        written = pages.tobytes(garbage=4, deflate=True, no_new_id=True, encryption=1)
    if rasterised:
        notes.append(f"pages-rasterised:{rasterised}")
    return Written(written, tuple(notes))


def _cuts(document: Document, replacements: Sequence[Replacement]) -> Mapping[int, Cuts]:
    """Return page by page and segment by segment what goes: the replacements and all text that isn't shown."""
    wanted: dict[int, Cuts] = defaultdict(lambda: defaultdict(list))
    for replacement in sorted(replacements, key=lambda r: r.span):
        if document.block_at(replacement.span.start).kind is BlockKind.HIDDEN:
            continue  # goes whole, below
        output = replacement.output
        for page, index, start, end in _places(document, replacement.span):
            wanted[page][index].append(Cut(start, end, output))
            output = ""
    for block in document.blocks:
        if block.kind is BlockKind.HIDDEN and block.start < block.end:
            for page, index, start, end in _places(document, Span(block.start, block.end)):
                wanted[page][index].append(Cut(start, end, ""))
    return wanted


def _places(document: Document, span: Span) -> list[tuple[int, int, int, int]]:
    """Return page, segment and glyphs of every part of a span that stands on a page."""
    places = []
    for anchor in document.anchors_in(span):
        if anchor.page is None:
            continue
        start = max(span.start, anchor.start) - anchor.start + anchor.offset
        end = min(span.end, anchor.end) - anchor.start + anchor.offset
        places.append((anchor.page, anchor.index, start, end))
    return places


def _write_page(pages: pymupdf.Document, number: int, cuts: Cuts) -> bool:
    """Cut and set one page; return whether it had to become a picture."""
    rotation = pages[number].rotation
    page = upright(pages, number)
    segments = page_segments(page)
    box, near = page.rect, by_bands(segments)
    settings = [(plan(segments[n], cuts[n], near(segments[n]), box), cuts[n]) for n in sorted(cuts)]
    plans = [setting for setting, _ in settings]
    cut(page, settings)
    is_picture = _finish(page, segments, plans)
    if rotation:
        page.set_rotation(rotation)
    return is_picture


def _finish(page: pymupdf.Page, segments: Sequence[Segment], plans: Sequence[Setting]) -> bool:
    """Set what was cut, mending neighbours the cut took along; a page that still holds cut text becomes a picture."""
    if not is_as_intended(page, segments, plans):
        if remaining(page, plans):
            rasterise(page, segments, plans)
            return True
        restore(page, segments, plans)
    draw(page, lines(plans))
    return False

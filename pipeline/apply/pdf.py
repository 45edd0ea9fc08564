"""Writer of PDF: cuts text out of the content streams and pixels out of the images, sets what replaces them, and
leaves nothing that isn't drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pymupdf

from pipeline import pace
from pipeline.container.pdf import odd_objects, open_objects, open_pages, upright
from pipeline.container.pdf_areas import are_clean, split, without_art
from pipeline.container.pdf_burn import Burnt, burn_images
from pipeline.container.pdf_cut import cut, without_clinging
from pipeline.container.pdf_faces import Telling
from pipeline.container.pdf_in_place import Faces, InPlace, set_in_place
from pipeline.container.pdf_layer import Set, boxes, tag_of, unseen, write
from pipeline.container.pdf_marks import Kept, Mark, kept_of, marks_of
from pipeline.container.pdf_prepare import Prepared, prepare
from pipeline.container.pdf_proof import is_as_intended, remaining, restore
from pipeline.container.pdf_raster import rasterise
from pipeline.container.pdf_recalled import Known, PageLines, known_segments
from pipeline.container.pdf_set import Cut, Lines, Setting, draw, lines, plan
from pipeline.container.pdf_strip import without_text
from pipeline.container.pdf_text import Box, Segment
from pipeline.container.pdf_widen import widen
from pipeline.decision import Replacement, Written
from pipeline.document import BlockKind, Document, Span
from pipeline.registry import writer

Cuts = dict[int, list[Cut]]


@dataclass(frozen=True, slots=True)
class _Work:
    """What is done on one page: cuts in its text, marks in its pixels as found and as widened, words that stay.

    `known` are the segments of its text that the document tells.
    """

    cuts: Cuts = field(default_factory=dict)
    found: Sequence[Mark] = ()
    marks: Sequence[Mark] = ()
    kept: Sequence[Kept] = ()
    known: Known = field(default_factory=dict)

    def areas(self) -> list[Box]:
        """Return the boxes of which everything goes."""
        return [mark.box for mark in self.marks if mark.is_area]


@writer("pdf")
@odd_objects()
def write_pdf(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write the PDF without what was replaced and without anything that isn't drawn; same input, same bytes."""
    prepared = prepare(data, Telling(replacements))
    work = _work(prepared, document, replacements)
    burnt = _burnt(prepared, work, document.pictures)
    rasterised, faces = 0, Faces()
    with open_pages(burnt.data) as pages, open_pages(burnt.data) as bare:
        for number in sorted(work):
            rasterised += _write_page(pages, bare, number, work[number], faces)
            pace.step()
        pages.xref_set_key(-1, "ID", "null")  # it is a digest of the file as it was
        written = pages.tobytes(garbage=4, deflate=True, no_new_id=True, encryption=1)
    with open_objects(written):
        pass  # contents that one library reads and the other drops would be missing: refused, not released
    counts = {
        "images-redacted": burnt.redacted,
        "images-blanked": burnt.blanked + prepared.lost,
        "pages-rasterised": rasterised,
    }
    return Written(written, (*prepared.notes, *(f"{code}:{count}" for code, count in counts.items() if count)))


def _burnt(prepared: Prepared, work: Mapping[int, _Work], read: Sequence[str]) -> Burnt:
    """Return the file with its images burnt; one without images as it is."""
    if prepared.pictures is None:
        return Burnt(prepared.data, 0, 0)
    return burn_images(prepared.pictures, {number: page.marks for number, page in work.items()}, read)


def _work(prepared: Prepared, document: Document, replacements: Sequence[Replacement]) -> dict[int, _Work]:
    """Return page by page what is to be done."""
    cuts, found, kept = _cuts(document, replacements), marks_of(document, replacements), kept_of(document, replacements)
    known, work = known_segments(document), dict[int, _Work]()
    with open_pages(prepared.pictures or prepared.data) as pages:
        for number in {*cuts, *found, *kept}:
            marks = widen(upright(pages, number), found[number]) if number in found else []
            here = cuts.get(number, {}), found.get(number, ()), marks, kept.get(number, ())
            work[number] = _Work(*here, known.get(number, {}))
    return work


def _cuts(document: Document, replacements: Sequence[Replacement]) -> dict[int, Cuts]:
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


def _places(document: Document, span: Span) -> Iterator[tuple[int, int, int, int]]:
    """Yield page, segment and glyphs of every part of a span that is text of a page."""
    for anchor in document.anchors_in(span):
        if anchor.page is None or anchor.confidence or anchor.index < 0:
            continue
        start = max(span.start, anchor.start) - anchor.start + anchor.offset
        end = min(span.end, anchor.end) - anchor.start + anchor.offset
        yield anchor.page, anchor.index, start, end


def _write_page(pages: pymupdf.Document, bare: pymupdf.Document, number: int, work: _Work, faces: Faces) -> bool:
    """Cut, burn and set one page; return whether it had to become a picture."""
    rotation = pages[number].rotation
    page = upright(pages, number)
    read = PageLines(page, work.known)
    segments, cuts = split(read.segments, work.cuts, work.areas())
    box, about = page.rect, Lines(segments)
    settings = [(plan(segments[n], cuts[n], about, box), cuts[n]) for n in sorted(cuts)]
    plans = [setting for setting, _ in settings]
    done = InPlace.NOT_DONE if work.areas() or not plans else set_in_place(page, read, segments, plans, faces)
    is_set = done is not InPlace.NOT_DONE
    if settings and not is_set:
        cut(page, settings)
    if settings and done is not InPlace.TEXT_ONLY:
        without_clinging(page, settings)
    without_art(page, work.areas())
    is_picture = read.has_flat or not _pixels_are_clean(bare, number, work)
    is_picture = _finish(page, segments, plans, work, is_picture=is_picture, is_set=is_set)
    if rotation:
        page.set_rotation(rotation)
    return is_picture


def _pixels_are_clean(bare: pymupdf.Document, number: int, work: _Work) -> bool:
    """Tell whether nothing is left under the marks once the page's text is off it."""
    if not work.marks:
        return True
    page = upright(bare, number)
    without_text(page)
    without_art(page, work.areas())
    return are_clean(page, work.marks)


def _finish(
    page: pymupdf.Page,
    segments: Sequence[Segment],
    plans: Sequence[Setting],
    work: _Work,
    *,
    is_picture: bool,
    is_set: bool,
) -> bool:
    """Set what was cut, mending neighbours the cut took along; a page that still holds cut text becomes a picture."""
    tags, behind = _texts(work)
    if not is_set and not is_as_intended(page, segments, plans):
        is_picture = is_picture or remaining(page, plans)
        if not is_picture:
            restore(page, segments, plans)
    if is_picture:
        rasterise(page, segments, plans, work.marks, tags, behind)
        return True
    if work.marks or work.kept:
        boxes(page, work.marks)
        write(page, [*tags, *behind])
    if not is_set:
        draw(page, lines(plans))
    return False


def _texts(work: _Work) -> tuple[list[Set], list[Set]]:
    """Return what is set in the marks, and what nobody sees, among it what had no room to be set."""
    tags: list[Set] = []
    kept = list(work.kept)
    for found, mark in zip(work.found, work.marks, strict=True):
        tag = tag_of(mark, found.box)
        if tag is not None:
            tags.append(tag)
        elif mark.output:
            kept.append(Kept(mark.output, mark.box, mark.direction, mark.at))
    return tags, list(unseen(kept))

"""The last resort for a page that can't be proven clean: a picture of it, with a clean text layer behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pymupdf

from pipeline.container.pdf_layer import Set, boxes, hidden, write
from pipeline.container.pdf_marks import Mark
from pipeline.container.pdf_set import Line, Piece, Setting, draw, lines
from pipeline.container.pdf_text import Segment, grown

DPI = 200
QUALITY = 85


def rasterise(
    page: pymupdf.Page,
    before: Sequence[Segment],
    settings: Sequence[Setting],
    marks: Sequence[Mark] = (),
    tags: Sequence[Set] = (),
    unseen: Sequence[Set] = (),
) -> None:
    """Turn an upright page into a picture at 200 dpi without the cut text, and lay its readable text over it unseen.

    `marks` are boxes of which nothing is left, `tags` what is set in them, `unseen` the words read in pixels that stay.
    """
    _whiten(page, settings)
    boxes(page, marks)
    write(page, tags)
    draw(page, lines(settings))
    picture = page.get_pixmap(dpi=DPI, alpha=False, annots=False).tobytes("jpeg", jpg_quality=QUALITY)
    box = pymupdf.Rect(page.rect)
    _empty(page)
    page.insert_image(box, stream=picture)
    draw(page, [*_kept(before, settings), *lines(settings)], unseen=True)
    write(page, [*map(hidden, tags), *unseen])


def _kept(before: Sequence[Segment], settings: Sequence[Setting]) -> Iterator[Line]:
    """Yield the text that stays, each segment at its place."""
    touched = {id(s.segment): s.first for s in settings}
    for segment in before:
        kept = segment.glyphs[: touched.get(id(segment), len(segment.glyphs))]
        if kept and not all(g.hidden for g in kept):
            piece = Piece("".join(g.char for g in kept), kept[0].style)
            yield Line(kept[0].origin, segment.direction, (piece,))


def _whiten(page: pymupdf.Page, settings: Sequence[Setting]) -> None:
    page.wrap_contents()
    for setting in settings:
        for glyph in setting.segment.glyphs[setting.first :]:
            page.draw_rect(pymupdf.Rect(grown(glyph.box, 1)), color=None, fill=(1, 1, 1))


def _empty(page: pymupdf.Page) -> None:
    """Take contents and resources away, so that nothing of the page but its boxes is left."""
    owner = page.parent
    owner.xref_set_key(page.xref, "Contents", "null")
    owner.xref_set_key(page.xref, "Resources", "<<>>")

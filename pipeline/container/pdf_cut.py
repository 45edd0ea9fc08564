"""Taking glyphs and the line art that clings to them out of a page's content streams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pymupdf

from pipeline.container.pdf_grid import Bands
from pipeline.container.pdf_set import Cut, Setting
from pipeline.container.pdf_text import Box, Glyph, Segment, around, grown

THIN = 0.12
INSET = 0.2
CLING = 4.0
_ART = frozenset({"fill-path", "stroke-path", "fill-shade"})


def cut(page: pymupdf.Page, settings: Sequence[tuple[Setting, Sequence[Cut]]]) -> None:
    """Remove each setting's segment from its first glyph on."""
    _mark(page, [quad for setting, _ in settings for quad in _quads(setting.segment, setting.first)])
    page.apply_redactions(
        images=pymupdf.PDF_REDACT_IMAGE_NONE,
        graphics=pymupdf.PDF_REDACT_LINE_ART_NONE,
        text=pymupdf.PDF_REDACT_TEXT_REMOVE,
    )


def without_clinging(page: pymupdf.Page, settings: Sequence[tuple[Setting, Sequence[Cut]]]) -> None:
    """Remove underlines and boxes drawn to the measure of what is cut."""
    art = list(dict.fromkeys(_clinging(page, settings)))
    _mark(page, [pymupdf.Rect(grown(box, 0.5)).quad for box in art])
    if art:
        page.apply_redactions(
            images=pymupdf.PDF_REDACT_IMAGE_NONE,
            graphics=pymupdf.PDF_REDACT_LINE_ART_REMOVE_IF_COVERED,
            text=pymupdf.PDF_REDACT_TEXT_NONE,
        )


def _mark(page: pymupdf.Page, quads: Sequence[pymupdf.Quad]) -> None:
    """Mark areas for removal by one annotation of many quads: each further annotation costs a look at all others."""
    if not quads:
        return
    mark = page.add_redact_annot(quads[0], fill=False, cross_out=False)
    to_file = ~page.transformation_matrix
    corners = [p * to_file for q in quads for p in (q.ul, q.ur, q.ll, q.lr)]
    points = " ".join(f"{p.x:.3f} {p.y:.3f}" for p in corners)
    page.parent.xref_set_key(mark.xref, "QuadPoints", f"[{points}]")


def _quads(segment: Segment, first: int) -> Iterator[pymupdf.Quad]:
    """Yield thin strips through the middle of the glyphs, so that the lines above and below aren't touched."""
    glyphs = segment.glyphs[first:]
    dx, dy = segment.direction
    if dy == 0:
        yield pymupdf.Rect(_level_strip(around(glyphs), glyphs)).quad
    elif dx == 0:
        yield pymupdf.Rect(_upright_strip(around(glyphs), glyphs)).quad
    else:
        yield from (_dot(g) for g in glyphs if not g.char.isspace())


def _level_strip(box: Box, glyphs: Sequence[Glyph]) -> Box:
    middle, half = (box[1] + box[3]) / 2, THIN * (box[3] - box[1])
    inset = INSET * min(g.box[2] - g.box[0] for g in (glyphs[0], glyphs[-1]))
    return box[0] + inset, middle - half, box[2] - inset, middle + half


def _upright_strip(box: Box, glyphs: Sequence[Glyph]) -> Box:
    middle, half = (box[0] + box[2]) / 2, THIN * (box[2] - box[0])
    inset = INSET * min(g.box[3] - g.box[1] for g in (glyphs[0], glyphs[-1]))
    return middle - half, box[1] + inset, middle + half, box[3] - inset


def _dot(glyph: Glyph) -> pymupdf.Quad:
    x, y = (glyph.box[0] + glyph.box[2]) / 2, (glyph.box[1] + glyph.box[3]) / 2
    return pymupdf.Rect(x - 0.5, y - 0.5, x + 0.5, y + 0.5).quad


def _clinging(page: pymupdf.Page, settings: Sequence[tuple[Setting, Sequence[Cut]]]) -> Iterator[Box]:
    """Yield the boxes of line art whose length tells how long the removed text or its line was."""
    drawn = [box for kind, box in page.get_bboxlog() if kind in _ART]
    if not drawn:
        return
    art = Bands((box[1], box[3], box) for box in drawn)
    for setting, cuts in settings:
        for measure in _measures(setting, cuts):
            near = art.near(measure[1] - CLING, measure[3] + CLING)
            yield from (box for box in near if _clings(box, measure))


def _measures(setting: Setting, cuts: Sequence[Cut]) -> Iterator[Box]:
    glyphs = setting.segment.glyphs
    for start, end in [*((c.start, c.end) for c in cuts), (setting.first, len(glyphs)), (0, len(glyphs))]:
        if start < end:
            yield around(glyphs[start:end])


def _clings(art: Box, text: Box) -> bool:
    """Tell whether line art lies within the text's box: an underline, a highlight, a black bar."""
    x0, y0, x1, y1 = grown(text, CLING)
    return art[0] >= x0 and art[1] >= y0 and art[2] <= x1 and art[3] <= y1

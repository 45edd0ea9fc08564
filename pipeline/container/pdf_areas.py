"""Regions of a page of which everything goes: the text under them cut apart from its line, the line art taken out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import pymupdf

from pipeline.container.pdf_marks import Mark
from pipeline.container.pdf_set import Cut
from pipeline.container.pdf_text import Box, Segment
from pipeline.container.pdf_visible import Picture

INSET = 0.75
# A JPEG spills the ink beside a box over its edges, much paler; less so into its middle.
SPILT, SPILT_INSIDE = 64, 32


def split(
    segments: Sequence[Segment], cuts: Mapping[int, Sequence[Cut]], areas: Sequence[Box]
) -> tuple[list[Segment], dict[int, list[Cut]]]:
    """Return the segments parted at the edges of the areas, and the cuts in them; what is under an area is cut whole.

    What follows an area stays where it is.
    """
    if not areas:
        return list(segments), {n: list(mine) for n, mine in cuts.items() if n < len(segments)}
    result: list[Segment] = []
    wanted: dict[int, list[Cut]] = {}
    for n, segment in enumerate(segments):
        for start, end, under in _parts(segment, areas):
            mine = [Cut(0, end - start, "")] if under else list(_within(cuts.get(n, ()), start, end))
            if mine:
                wanted[len(result)] = mine
            glyphs = segment.glyphs[start:end]
            whole = end - start == len(segment.glyphs)
            result.append(segment if whole else replace(segment, glyphs=glyphs, u0=glyphs[0].u0, u1=glyphs[-1].u1))
    return result, wanted


def _parts(segment: Segment, areas: Sequence[Box]) -> Iterator[tuple[int, int, bool]]:
    """Yield the runs of glyphs under an area and of those beside it."""
    under = [any(_touches(g.box, area) for area in areas) for g in segment.glyphs]
    start = 0
    for n in range(1, len(under) + 1):
        if n == len(under) or under[n] != under[start]:
            yield start, n, under[start]
            start = n


def _touches(glyph: Box, area: Box) -> bool:
    """Tell whether an area takes a good part of a glyph, or all of it that is ink."""
    width = min(glyph[2], area[2]) - max(glyph[0], area[0])
    height = min(glyph[3], area[3]) - max(glyph[1], area[1])
    return width > 0.2 * (glyph[2] - glyph[0]) and height > 0.25 * (glyph[3] - glyph[1]) and width > 0 and height > 0


def _within(cuts: Sequence[Cut], start: int, end: int) -> Iterator[Cut]:
    for cut in cuts:
        if cut.start < end and start < cut.end:
            output = cut.output if cut.start >= start else ""
            yield Cut(max(cut.start, start) - start, min(cut.end, end) - start, output)


def without_art(page: pymupdf.Page, areas: Sequence[Box]) -> None:
    """Take the line art out that lies wholly under an area of an upright page."""
    for area in areas:
        page.add_redact_annot(pymupdf.Rect(area), fill=False, cross_out=False)
    if areas:
        page.apply_redactions(
            images=pymupdf.PDF_REDACT_IMAGE_NONE,
            graphics=pymupdf.PDF_REDACT_LINE_ART_REMOVE_IF_COVERED,
            text=pymupdf.PDF_REDACT_TEXT_NONE,
        )


def are_clean(page: pymupdf.Page, marks: Sequence[Mark]) -> bool:
    """Tell whether an upright page without its text shows nothing under the marks."""
    picture = Picture(page)
    return all(
        picture.is_flat(box, SPILT) and picture.is_flat(_inside(box), SPILT_INSIDE)
        for mark in marks
        for box in _checked(mark)
    )


def _inside(box: Box) -> Box:
    by = 0.3 * min(box[2] - box[0], box[3] - box[1])
    return box[0] + by, box[1] + by, box[2] - by, box[3] - by


def _checked(mark: Mark) -> Iterator[Box]:
    """Yield upright boxes inside a mark: all of it, or squares along it where it slants."""
    quad, (dx, dy) = mark.quad(), mark.direction
    if dx == 0 or dy == 0:
        box = quad.rect
        yield box.x0 + INSET, box.y0 + INSET, max(box.x1 - INSET, box.x0 + INSET), max(box.y1 - INSET, box.y0 + INSET)
        return
    u0, v0, u1, v1 = mark.box
    half = (v1 - v0) / 4
    steps = max(1, int((u1 - u0 - 2 * half) / half))
    for n in range(steps + 1):
        u, v = u0 + half + n * (u1 - u0 - 2 * half) / steps, (v0 + v1) / 2
        x, y = u * dx - v * dy, u * dy + v * dx
        yield x - half, y - half, x + half, y + half

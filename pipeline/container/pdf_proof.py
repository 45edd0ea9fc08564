"""Proof that a page holds what it should after a cut: nothing of the cut glyphs, all of the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import pymupdf

from pipeline.container.pdf_set import Line, Piece, Setting, draw
from pipeline.container.pdf_text import FLAGS, Glyph, Segment, page_segments

Key = tuple[str, int, int]


def is_as_intended(page: pymupdf.Page, before: Sequence[Segment], settings: Sequence[Setting]) -> bool:
    """Tell whether the page lost exactly the cut glyphs; it's asked between cutting and setting."""
    return _shown(page) == +_left(before, settings)


def is_as_set(page: pymupdf.Page, before: Sequence[Segment], settings: Sequence[Setting]) -> bool:
    """Tell whether the page lost exactly the cut glyphs and shows what was set instead."""
    expected = _left(before, settings)
    expected.update(_letters("".join([piece.text for s in settings for piece in s.pieces])))
    return _shown(page) == +expected


def _left(before: Sequence[Segment], settings: Sequence[Setting]) -> Counter[str]:
    letters = _letters("".join([s.text for s in before]))
    letters.subtract(_letters("".join([s.segment.text[s.first :] for s in settings])))
    return letters


def _shown(page: pymupdf.Page) -> Counter[str]:
    return _letters(page.get_text("text", flags=FLAGS, clip=pymupdf.INFINITE_RECT()))


def _letters(text: str) -> Counter[str]:
    return Counter("".join(text.split()))


def remaining(page: pymupdf.Page, settings: Sequence[Setting]) -> bool:
    """Tell whether a glyph that was to be cut still stands at its place."""
    cut = {_key(g) for s in settings for g in s.segment.glyphs[s.first :] if not g.char.isspace()}
    return any(_key(g) in cut for s in page_segments(page) for g in s.glyphs)


def restore(page: pymupdf.Page, before: Sequence[Segment], settings: Sequence[Setting]) -> None:
    """Set again the neighbours that a cut took along, each run at its own place."""
    here = Counter(_key(g) for s in page_segments(page) for g in s.glyphs)
    first = {id(s.segment): s.first for s in settings}
    mended: list[Line] = []
    for segment in before:
        kept = segment.glyphs[: first.get(id(segment), len(segment.glyphs))]
        for run in _lost(kept, here):
            piece = Piece("".join(g.char for g in run), run[0].style)
            mended.append(Line(run[0].origin, segment.direction, (piece,)))
    draw(page, mended)


def _lost(glyphs: Sequence[Glyph], here: Counter[Key]) -> Iterator[list[Glyph]]:
    run: list[Glyph] = []
    for glyph in glyphs:
        key = _key(glyph)
        found = here[key] > 0
        here[key] -= found
        if found or glyph.char.isspace() or (run and glyph.style != run[0].style):
            if run:
                yield run
            run = []
        if not found and not glyph.char.isspace():
            run.append(glyph)
    if run:
        yield run


def _key(glyph: Glyph) -> Key:
    return glyph.char, round(glyph.origin[0]), round(glyph.origin[1])

"""The lines of a page whose glyphs a document that was read of it still holds, so that they aren't listed once more.

The library's list of all glyphs takes four times as long as its list of lines. A line that the document doesn't tell
whole, or that isn't as plain as that, has its glyphs listed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import pymupdf

from pipeline.container.pdf_text import (
    FLAGS,
    LEVEL,
    Box,
    Glyph,
    Level,
    Run,
    Segment,
    Style,
    is_level_within,
    line_segments,
    runs_of,
)  # fmt: skip
from pipeline.document import Document

Point = tuple[float, float]
Known = Mapping[int, tuple[str, Sequence[float]]]  # text and boxes of the segments of a page, by their number


class Recalled(Level):
    """The glyphs of a level stretch by the boxes known of them; each run stands on one line, told by `bases`."""

    __slots__ = ("_bases", "_held")

    def __init__(self, text: str, held: tuple[float, ...], runs: list[Run], bases: Sequence[float]) -> None:
        super().__init__(text, [], runs)
        self._held, self._bases = held, bases
        self._straight = len(runs) == 1

    def __len__(self) -> int:
        return len(self.text)

    def _one(self, at: int) -> Glyph:
        _, style, unseen = self.runs[0] if len(self.runs) == 1 else next(run for run in self.runs if at < run[0])
        x0, y0, x1, y1 = self._held[4 * at : 4 * at + 4]
        return Glyph(self.text[at], (x0, y0, x1, y1), self.origin(at), x0, x1, style, unseen)

    def _all(self) -> tuple[Glyph, ...]:
        if self._made is None:
            self._made = tuple(map(self._one, range(len(self.text))))
        return self._made

    @property
    def boxes(self) -> list[Box]:
        """The box of each glyph."""
        held = iter(self._held)
        return list(zip(held, held, held, held, strict=True))

    def steps(self, at: Sequence[int]) -> list[float]:
        """Return how far some glyphs reach, each at least to where the next one starts."""
        held = self._held
        return [max(held[4 * n + 2], held[4 * n + 4]) - held[4 * n] for n in at]

    def origin(self, at: int) -> Point:
        """Return where a glyph stands."""
        return self._held[4 * at], self._bases[0] if len(self.runs) == 1 else self._base(at)

    def _base(self, at: int) -> float:
        return next(base for (end, _, _), base in zip(self.runs, self._bases, strict=True) if at < end)


class PageLines:
    """What the library reads on an upright page, line by line, its segments, and which lines are only `recalled`.

    The segments are those of `page_segments`; `known` tells some of them.
    """

    def __init__(self, page: pymupdf.Page, known: Known) -> None:
        self._listing = page.get_textpage(flags=FLAGS, clip=pymupdf.INFINITE_RECT())
        self._known = known
        self.lines: list[dict[str, Any]] = [
            line for block in self._listing.extractDICT()["blocks"] for line in block.get("lines", ())
        ]
        self.recalled: dict[int, Recalled] = {}
        self.segments = list(self._segments(page.rect))

    @property
    def has_flat(self) -> bool:
        """Whether there is text of no height or width, of which the library tells nothing but that it's there."""
        return any([not line["spans"] for line in self.lines])

    def chars(self, number: int) -> list[dict[str, Any]]:
        """Return the characters of a line as the library lists them."""
        return [char for span in self._listed(number)["spans"] for char in span["chars"]]

    @cached_property
    def _own(self) -> list[Any]:
        text = pymupdf.mupdf.FZ_STEXT_BLOCK_TEXT
        return [line for block in self._listing.this if block.m_internal.type == text for line in block]

    def _listed(self, number: int) -> dict[str, Any]:
        line = self.lines[number]
        if line["spans"] and "chars" not in line["spans"][0]:
            mupdf, listed = pymupdf.mupdf, dict[str, Any]()
            everywhere = mupdf.FzRect(mupdf.FzRect.Fixed_INFINITE)
            pymupdf.JM_make_spanlist(listed, self._own[number], True, mupdf.fz_new_buffer(128), everywhere)
            line["spans"] = listed["spans"]
        return line

    def _segments(self, rect: pymupdf.Rect) -> Iterator[Segment]:
        styles: dict[Style, Style] = {}
        page: Box = (rect.x0, rect.y0, rect.x1, rect.y1)
        first = index = 0
        for number, line in enumerate(self.lines):
            recalled = self._recalled(line, index, styles) if is_level_within(line, page) else None
            if recalled is not None:
                self.recalled[number] = recalled
                x0, y0, x1, y1 = line["bbox"]
                size = max([style.size for _, style, _ in recalled.runs])
                found = [Segment(recalled, LEVEL, x0, x1, y0, y1, size, number, first=first)]
                count = len(recalled)
            else:
                found = list(line_segments(self._listed(number), number, first, page, styles))
                count = sum([len(span["chars"]) for span in line["spans"]])
            yield from found
            index, first = index + len(found), first + count

    def _recalled(self, line: dict[str, Any], index: int, styles: dict[Style, Style]) -> Recalled | None:
        """Return the glyphs of a line that is all of a known segment; None where it isn't, or some are out of line."""
        text, boxes = self._known.get(index, ("", ()))
        spans = line["spans"]
        if not text or len(boxes) != 4 * len(text) or "".join([span["text"] for span in spans]) != text:
            return None
        held = tuple(boxes)
        runs = runs_of(spans, [len(span["text"]) for span in spans], styles)
        start = 0
        for (end, _, _), span in zip(runs, spans, strict=True):
            if span["origin"][0] != held[4 * start] or len(set(held[4 * start + 1 : 4 * end : 4])) != 1:
                return None
            start = end
        if len(set(held[0::4])) != len(text):
            return None  # the letters of a ligature share a place
        return Recalled(text, held, runs, [span["origin"][1] for span in spans])


def known_segments(document: Document) -> dict[int, Known]:
    """Return page by page the segments that a document tells whole."""
    known: dict[int, dict[int, tuple[str, Sequence[float]]]] = defaultdict(dict)
    for block in document.blocks:
        for anchor in block.anchors:
            if anchor.page is not None and not anchor.confidence and not anchor.offset and anchor.boxes:
                known[anchor.page][anchor.index] = (document.text[anchor.start : anchor.end], anchor.boxes)
    return dict(known)

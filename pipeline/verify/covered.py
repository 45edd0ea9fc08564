"""The bad redactions of a PDF that hide a value without removing it, named so that a reviewer knows where to look."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pymupdf

from pipeline.analysis import Leak, Sought
from pipeline.verify.folded import plain, words

COVERED_SHARE = 0.6
DARK = 0.35
_PAGE = re.compile(r"page (\d+)")
_REDACT, _HIGHLIGHT = "Redact", "Highlight"

Box = tuple[float, float, float, float]


def kinds_of_cover(data: bytes, leaks: Sequence[Leak], sought: Sequence[Sought]) -> tuple[Leak, ...]:
    """Return the leaks, those on a page told apart by what covers the value there."""
    texts = {(s.document, s.detection): s.text for s in sought}
    pages = {leak.where for leak in leaks if _PAGE.fullmatch(leak.where)}
    if not pages:
        return tuple(leaks)
    with pymupdf.open(stream=data, filetype="pdf") as opened:
        covers = {where: _Page(opened[int(where.split()[1]) - 1]) for where in pages}
        return tuple(
            replace(leak, how=covers[leak.where].kind(texts.get((leak.document, leak.detection), "")) or leak.how)
            if leak.where in covers
            else leak
            for leak in leaks
        )


class _Page:
    """One page asked how it hides a value."""

    def __init__(self, page: pymupdf.Page) -> None:
        self._page = page
        self._edges = tuple(page.rect)
        self._events = [(kind, tuple(box)) for kind, box in page.get_bboxlog()]
        chars = list(_chars(page))
        self._text = "".join(c for c, _ in chars)
        self._boxes = [box for _, box in chars]

    def kind(self, value: str) -> str:
        """Return the kind of the first cover over the value, or nothing."""
        target = "".join(words(value))
        at = self._text.find(target) if target else -1
        while at >= 0:
            box = _around(self._boxes[at : at + len(target)])
            if found := self._kind_at(box):
                return found
            at = self._text.find(target, at + 1)
        return ""

    def _kind_at(self, box: Box) -> str:
        if _share(box, self._edges) < 1 - COVERED_SHARE:
            return "text outside the page"
        return self._annotation_over(box) or self._paint_over(box)

    def _annotation_over(self, box: Box) -> str:
        for annotation in self._page.annots():
            if _share(box, tuple(annotation.rect)) < COVERED_SHARE:
                continue
            if annotation.type[1] == _REDACT:
                return "unapplied redaction mark"
            if annotation.type[1] == _HIGHLIGHT:
                stroke = annotation.colors.get("stroke") or (1.0,)
                if sum(stroke) / len(stroke) < DARK:
                    return "dark highlight"
            elif annotation.type[1] in ("Square", "Polygon", "FreeText", "Stamp", "Ink"):
                return "text under an annotation"
        return ""

    def _paint_over(self, box: Box) -> str:
        drawn = False
        for kind, painted in self._events:
            if "text" in kind:
                drawn = drawn or _share(box, painted) > COVERED_SHARE / 2
            elif drawn and _share(box, painted) >= COVERED_SHARE:
                if kind.startswith("fill-image"):
                    return "text under an image"
                if kind.startswith("fill-"):
                    return "text under a rectangle"
        return ""


def _chars(page: pymupdf.Page) -> Iterator[tuple[str, Box]]:
    raw = page.get_text("rawdict", flags=pymupdf.TEXT_PRESERVE_WHITESPACE, clip=pymupdf.INFINITE_RECT())
    for block in raw["blocks"]:
        for line in block.get("lines", ()):
            for span in line["spans"]:
                for char in span["chars"]:
                    for c in plain(char["c"]):
                        if c.isalnum():
                            yield c, char["bbox"]


def _around(boxes: Sequence[Box]) -> Box:
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _share(box: Box, cover: Sequence[float]) -> float:
    """Return which share of a box lies in another."""
    width = min(box[2], cover[2]) - max(box[0], cover[0])
    height = min(box[3], cover[3]) - max(box[1], cover[1])
    area = (box[2] - box[0]) * (box[3] - box[1])
    return 0.0 if width <= 0 or height <= 0 or area <= 0 else width * height / area

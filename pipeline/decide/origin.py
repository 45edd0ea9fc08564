"""Where something of a written file stands in the document as it was read: what a reviewer is shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from pipeline.document import Anchor, Document, Span

Box = tuple[float, float, float, float]


class Origins:
    """The document as it was read, ready to be searched; `taken` are the places that replacements took."""

    def __init__(self, first: Document, taken: Iterable[Span]) -> None:
        self._first = first
        self._taken = sorted(taken)
        self._places = [n for n, char in enumerate(first.folded) if char.isalnum()]
        self._said = "".join([first.folded[n] for n in self._places])

    def of(self, written: Document, span: Span) -> Span | None:
        """Return the place of a span of the written document: the same letters, on its page, else the same box."""
        said = "".join([char for char in written.folded[span.start : span.end] if char.isalnum()])
        found = list(self._standing(said)) if said else []
        if not found:
            return self._under(written, span)
        page = written.block_at(span.start).page
        share = span.start / max(len(written.text), 1)
        return min(found, key=lambda here: (self._page(here) != page, abs(here.start / len(self._first.text) - share)))

    def _standing(self, said: str) -> Iterator[Span]:
        """Yield where these letters and digits stand as whole words and nothing was replaced."""
        text, at = self._first.text, self._said.find(said)
        while at >= 0:
            here = Span(self._places[at], self._places[at + len(said) - 1] + 1)
            whole = (
                not text[here.end : here.end + 1].isalnum() and not text[max(here.start - 1, 0) : here.start].isalnum()
            )
            if whole and not self._is_taken(here):
                yield here
            at = self._said.find(said, at + 1)

    def _is_taken(self, span: Span) -> bool:
        at = bisect_right(self._taken, span)
        return any(other.overlaps(span) for other in self._taken[max(at - 1, 0) : at + 1])

    def _page(self, span: Span) -> int | None:
        return self._first.block_at(span.start).page

    def _under(self, written: Document, span: Span) -> Span | None:
        """Return what stands in the document where the span stands on its page: pixels may be read otherwise."""
        for anchor in written.anchors_in(span):
            if anchor.page is None or not anchor.boxes:
                continue
            start, end = max(span.start, anchor.start) - anchor.start, min(span.end, anchor.end) - anchor.start
            area = _hull(anchor.boxes[4 * start : 4 * end])
            for block in self._first.blocks:
                for other in block.anchors if block.page == anchor.page else ():
                    under = _inside(other, area)
                    if under is not None:
                        return under
        return None


def _hull(boxes: Sequence[float]) -> Box:
    return min(boxes[0::4]), min(boxes[1::4]), max(boxes[2::4]), max(boxes[3::4])


def _inside(anchor: Anchor, area: Box) -> Span | None:
    """Return the characters of an anchor whose middles lie in an area."""
    b = anchor.boxes
    inside = [
        n
        for n in range(len(b) // 4)
        if area[0] <= (b[4 * n] + b[4 * n + 2]) / 2 <= area[2]
        and area[1] <= (b[4 * n + 1] + b[4 * n + 3]) / 2 <= area[3]
    ]
    return Span(anchor.start + inside[0], anchor.start + inside[-1] + 1) if inside else None

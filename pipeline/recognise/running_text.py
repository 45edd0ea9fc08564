"""Running text: the folded text without line-end hyphens, soft hyphens and zero-width signs, mapped back.

A rule written once then finds "sep-⏎tiembre" and "C/ May\u00ador 12" too. Block ends become a sign that no rule
crosses, so nothing is read from one table cell into the next.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

from pipeline.document import ByIdentity, Document, Span
from pipeline.lexicons.unseen import BREAKS, UNSEEN

BARRIER = "\x00"
_FEWEST_LETTERS = 60
_JOINED = re.compile(
    rf"[{UNSEEN}]+(?:[ \t]*\r?[{BREAKS}][ \t]*)?"
    rf"|(?<=[a-zà-öø-ÿ])[-\u2010\u2011][ \t]*\r?[{BREAKS}][ \t]*(?=[a-zà-öø-ÿ])"
    rf"|(?<=[A-ZÀ-ÖØ-Þ])[-\u2010\u2011][ \t]*\r?[{BREAKS}][ \t]*(?=[A-ZÀ-ÖØ-Þ])"
)


@dataclass(frozen=True, slots=True, repr=False)
class RunningText:
    """`text` folded and `raw` as written, of one length; `span` leads back to the document."""

    text: str
    raw: str
    _cuts: tuple[int, ...] = ()
    _shifts: tuple[int, ...] = ()

    def original(self, offset: int) -> int:
        """Return the document's offset of a character of the running text."""
        at = bisect_right(self._cuts, offset)
        return offset + (self._shifts[at - 1] if at else 0)

    def span(self, start: int, end: int) -> Span:
        """Return the document's span of a stretch of the running text."""
        return Span(self.original(start), self.original(end - 1) + 1)

    def is_upper(self, offset: int) -> bool:
        """Tell whether the character was written as a capital."""
        return self.raw[offset : offset + 1].isupper()


def running_text(document: Document) -> RunningText:
    """Return the running text of a document, made once for all the recognisers of a run."""
    return _cached(ByIdentity(document))


@lru_cache(maxsize=1)
def _cached(key: ByIdentity) -> RunningText:
    document = key.document
    folded, raw = _barred(document, document.folded), _barred(document, document.text)
    joints = [(m.start(), m.end()) for m in _JOINED.finditer(raw)]
    if not joints:
        return RunningText(folded, raw)
    cuts, shifts, removed = [], [], 0
    for start, end in joints:
        cuts.append(start - removed)
        removed += end - start
        shifts.append(removed)
    return RunningText(_without(folded, joints), _without(raw, joints), tuple(cuts), tuple(shifts))


def share_of_capitals(text: str) -> float:
    """Return how many of the letters are capitals, in 0..1; 1 where there are too few letters to tell."""
    letters = sum(map(str.isalpha, text))
    return sum(map(str.isupper, text)) / letters if letters >= _FEWEST_LETTERS else 1.0


def _barred(document: Document, text: str) -> str:
    """Put the barrier where a block ends in white space."""
    parts, done = [], 0
    for block in document.blocks:
        last = block.end - 1
        if done <= last < len(text) and text[last].isspace():
            parts += [text[done:last], BARRIER]
            done = block.end
    return "".join(parts) + text[done:] if parts else text


def _without(text: str, joints: list[tuple[int, int]]) -> str:
    starts = [0, *(end for _, end in joints)]
    ends = [*(start for start, _ in joints), len(text)]
    return "".join(text[start:end] for start, end in zip(starts, ends, strict=True))

"""Cues: the words beside a candidate that say what it is; the nearest one speaks."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass

from pipeline.document import Document, fold
from pipeline.lexicons import rows
from pipeline.lexicons.choices import Choices

_SENTENCE_END = re.compile(r"(?:[a-z]{4,}|[)\d])\.\s+|[;\x00]|\n\s*\n")


@dataclass(frozen=True, slots=True)
class Cue:
    """A cue found: its kind, what it is worth where the table says so, and where it ends."""

    kind: str
    worth: float
    start: int
    end: int


class CueTable:
    """The cues of one lexicon: rows of kind, folded pattern and, where given, a score."""

    def __init__(self, lexicon: str) -> None:
        self._rows = [(row[0], row[1], float(row[2]) if len(row) > 2 else 0.0) for row in rows(lexicon)]
        self._choices = Choices(
            [pattern for _, pattern, _ in self._rows], before=r"(?<![^\W\d_])", after=r"(?!(?<=\w)[^\W\d_])"
        )

    def before(self, text: str, floor: int, start: int) -> Cue | None:
        """Return the last cue between `floor` and `start` that lies in the sentence of `start`."""
        floor = sentence_floor(text, floor, start)
        last = deque(self._choices.finditer(text, floor, start), maxlen=1)
        if not last:
            return None
        cue = self._cue(last[0])
        # A cue with open words may have swallowed a nearer one: "recurso contra la resolución".
        inner = self._choices.search(text, cue.start + 1, start) if cue.kind == "file" else None
        nearer = self._cue(inner) if inner else None
        return nearer if nearer and nearer.kind == "public" and nearer.end >= cue.end else cue

    def after(self, text: str, end: int, ceiling: int) -> Cue | None:
        """Return the first cue between `end` and `ceiling`."""
        match = self._choices.search(text, end, ceiling)
        return self._cue(match) if match else None

    def _cue(self, match: re.Match[str]) -> Cue:
        kind, _, worth = self._rows[self._choices.which(match)]
        return Cue(kind, worth, match.start(), match.end())


def sentence_floor(text: str, floor: int, start: int) -> int:
    """Return where the sentence that holds `start` begins, not before `floor`.

    A full stop right before the place is that of an abbreviation ("F. nacim. 3/4/80").
    """
    for match in _SENTENCE_END.finditer(text, floor, start):
        if any(c.isalnum() for c in text[match.end() : start]) or match.group().endswith("\x00"):
            floor = match.end()
    return floor


LABEL_LENGTH = 48


def label_of(document: Document, offset: int) -> str:
    """Return, folded, what names the value at an offset: its block's label or the short line above it."""
    block = document.block_at(offset)
    if block.label:
        return fold(block.label)
    head = document.folded[max(0, block.start - LABEL_LENGTH) : block.start].rstrip()
    line = head.rpartition("\n")[2].strip()
    return line if line.endswith(":") and offset - block.start <= 4 else ""

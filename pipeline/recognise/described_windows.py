"""Windows of words for a model that takes so many at once: they overlap, so that nothing is cut off or skipped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pipeline.document import Document

# How the GLiNER family parts words; a run longer than this many characters is cut, lest one word fill a window.
_WORD = re.compile(r"\w+(?:[-_]\w+)*|\S")
_LONGEST = 64


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its place in the document."""

    start: int
    end: int
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Window:
    """Words of one block; `open_left` and `open_right` where the block goes on beyond it."""

    words: tuple[Word, ...]
    open_left: bool = False
    open_right: bool = False

    def cuts(self, first: int, last: int) -> bool:
        """Tell whether a span of words touches an edge where the block goes on: the next window has it whole."""
        whole = first == 0 and last == len(self.words) - 1
        return not whole and ((self.open_left and first == 0) or (self.open_right and last == len(self.words) - 1))


def words_of(text: str, start: int, end: int) -> list[Word]:
    """Return the words of a stretch of text."""
    found = []
    for match in _WORD.finditer(text, start, end):
        for at in range(match.start(), match.end(), _LONGEST):
            stop = min(at + _LONGEST, match.end())
            found.append(Word(at, stop, text[at:stop]))
    return found


def windows(
    document: Document, size_of: Callable[[Sequence[str]], list[int]], room: tuple[int, int], overlap: int
) -> Iterator[Window]:
    """Yield windows over every block: at most `room` words and tokens each, neighbours sharing `overlap` words."""
    for block in document.blocks:
        words = words_of(document.text, block.start, block.end)
        if words:
            yield from _cut(words, size_of([w.text for w in words]), room, overlap)


def _cut(words: Sequence[Word], sizes: Sequence[int], room: tuple[int, int], overlap: int) -> Iterator[Window]:
    most_words, most_tokens = room
    start = 0
    while True:
        end, tokens = start, 0
        while end < len(words) and end - start < most_words and (tokens + sizes[end] <= most_tokens or end == start):
            tokens += sizes[end]
            end += 1
        yield Window(tuple(words[start:end]), start > 0, end < len(words))
        if end == len(words):
            return
        # Twice the widest span: one that touches an edge lies whole inside the neighbour. Always forward.
        start = max(start + 1, end - min(2 * overlap, (end - start) // 2))

"""Words cut into the pieces of a pretrained vocabulary.

The cut is the likeliest one of a unigram model (Kudo, 2018, doi:10.18653/v1/P18-1007) over the pieces that were kept;
a word in capitals is cut as if it had one capital where that takes fewer pieces, for the pieces know it so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from pipeline.lexicons.unseen import without_unseen

# The pieces that stand for a line's end and for what no piece spells; a piece that begins a word begins with the mark.
LINE_END, UNKNOWN, MARK = "</s>", "<unk>", "▁"
# How much less likely than the rarest piece a letter is that no piece spells.
_PENALTY = 10.0
# Of a longer word the first and the last pieces count; longer yet, it isn't cut at all but from its ends.
_FIRST, _LAST, _LONGEST = 5, 3, 64
# Words are remembered until there are so many: a list of a whole town's names must not fill the memory.
_REMEMBERED = 50_000


class WordPieces:
    """Pieces of words by number; `scores` are logarithms of how frequent each piece is."""

    def __init__(self, pieces: Sequence[str], scores: Sequence[float]) -> None:
        self._numbers = {piece: number for number, piece in enumerate(pieces)}
        self._scores = dict(zip(pieces, scores, strict=True))
        self._unknown, self._line_end = self._numbers[UNKNOWN], self._numbers[LINE_END]
        for own in (UNKNOWN, LINE_END):
            del self._scores[own]
        self._least = min(scores) - _PENALTY
        self._longest = max(map(len, pieces))
        self._known: dict[tuple[str, bool], tuple[int, ...]] = {}

    def of(self, word: str, *, spaced: bool) -> tuple[int, ...]:
        """Return the numbers of a word's pieces, one or more; `spaced` where a blank or line end stands before it."""
        key = (word, spaced)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            found = self._known[key] = self._cut(word, spaced)
        return found

    def _cut(self, word: str, spaced: bool) -> tuple[int, ...]:
        if "\n" in word:
            return (self._line_end,)
        plain = unicodedata.normalize("NFKC", without_unseen(word)).replace(" ", "") or "_"
        if len(plain) > _LONGEST:
            plain = plain[: _LONGEST // 2] + plain[-_LONGEST // 2 :]
        before = MARK if spaced else ""
        found = self._likeliest(before + plain)
        if len(plain) > 1 and plain.isupper() and plain.isalpha():
            found = min(found, self._likeliest(before + plain.capitalize()), key=len)
        if len(found) > 1 and found[0] == self._numbers.get(MARK):
            found = found[1:]
        if len(found) > _FIRST + _LAST:
            found = [*found[:_FIRST], *found[-_LAST:]]
        return tuple(found)

    def _likeliest(self, text: str) -> list[int]:
        """Return the numbers of the pieces that spell a text with the highest sum of scores (Viterbi)."""
        best, came = [0.0] + [-1e9] * len(text), [0] * (len(text) + 1)
        for start in range(len(text)):
            so_far = best[start]
            for end in range(start + 1, min(start + self._longest, len(text)) + 1):
                score = self._scores.get(text[start:end], self._least if end == start + 1 else None)
                if score is not None and so_far + score > best[end]:
                    best[end], came[end] = so_far + score, start
        found: list[int] = []
        at = len(text)
        while at:
            number = self._numbers.get(text[came[at] : at], self._unknown)
            if number != self._unknown or found[-1:] != [number]:
                found.append(number)
            at = came[at]
        return found[::-1]

"""The plainest form of a text: no case, accents, width, spaces or punctuation, with its word edges remembered."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from pipeline.lexicons.unseen import BREAKS
from pipeline.verify.view import BARRIER

_INVISIBLE = [0xAD, 0x34F, *range(0x200B, 0x2010), 0x202A, 0x202C, 0x2060, 0xFEFF]
_PLAIN = str.maketrans(
    {"ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ı": "i", "ª": " ", "º": " ", "°": " "}
) | dict.fromkeys(_INVISIBLE)
_RARE = re.compile("[" + "".join(map(chr, _PLAIN)) + "]")
_COMBINING = re.compile("[\u0300-\u036f]+")
_TOKEN = re.compile(rf"[^\W_]+|[{BREAKS}{BARRIER}]")


def plain(text: str) -> str:
    """Return the text without case, accents, compatibility forms and invisible signs."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", _RARE.sub(_rare, text))
    return _COMBINING.sub("", text).casefold()


def _rare(match: re.Match[str]) -> str:
    return _PLAIN[ord(match[0])] or ""


def words(text: str) -> list[str]:
    """Return the words of a text in plain form."""
    return [w for w in _TOKEN.findall(plain(text)) if w[0] not in BREAKS + BARRIER]


class Squashed:
    """Text squashed to letters and digits; where its words begin and its lines ended is worked out when it's asked."""

    __slots__ = ("_breaks", "_read", "_starts", "_words", "text")

    def __init__(self, read: Sequence[str]) -> None:
        self._read, self._words = read, [word for word in read if word not in BREAKS]
        self.text = "".join(self._words)
        self._starts: list[int] | None = None
        self._breaks: list[int] | None = None

    def __repr__(self) -> str:
        return f"<Squashed {len(self.text)} characters>"

    def is_start(self, at: int) -> bool:
        """Tell whether a word begins here."""
        starts = self._edges()
        n = bisect_right(starts, at)
        return n > 0 and starts[n - 1] == at

    def is_end(self, at: int) -> bool:
        """Tell whether a word ends just before here."""
        return at == len(self.text) or self.is_start(at)

    def word_count(self, start: int, end: int) -> int:
        """Return how many words a stretch touches."""
        return len(self.words_in(start, end))

    def words_in(self, start: int, end: int) -> list[str]:
        """Return the words that a stretch touches."""
        starts = self._edges()
        return self._words[bisect_right(starts, start) - 1 : bisect_right(starts, end - 1)]

    def has_break(self, start: int, end: int) -> bool:
        """Tell whether a line ended inside the stretch."""
        if self._breaks is None:
            self._breaks = list(self._ends())
        return bisect_right(self._breaks, end - 1) > bisect_right(self._breaks, start)

    def _edges(self) -> list[int]:
        """Return where each word begins, and where the text ends."""
        if self._starts is None:
            self._starts = list(accumulate(map(len, self._words), initial=0))
        return self._starts

    def _ends(self) -> Iterator[int]:
        """Yield where a line ended."""
        at = 0
        for word in self._read:
            if word in BREAKS:
                yield at
            else:
                at += len(word)


def squash(text: str) -> Squashed:
    """Squash a text; barriers stay in it, so that nothing is found across them."""
    return Squashed(_TOKEN.findall(plain(text)))

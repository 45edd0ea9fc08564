"""The plainest form of a text: no case, accents, width, spaces or punctuation, with its word edges remembered."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, field

from pipeline.verify.view import BARRIER

_INVISIBLE = dict.fromkeys([0xAD, 0x34F, *range(0x200B, 0x2010), 0x202A, 0x202C, 0x2060, 0xFEFF])
_PLAIN = str.maketrans(
    {"ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ı": "i", "ª": " ", "º": " ", "°": " "}
)
_COMBINING = re.compile("[\u0300-\u036f]+")
_TOKEN = re.compile(rf"[^\W_]+|[\n{BARRIER}]")


def plain(text: str) -> str:
    """Return the text without case, accents, compatibility forms and invisible signs."""
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", text.translate(_INVISIBLE).translate(_PLAIN))
    return _COMBINING.sub("", text).casefold()


def words(text: str) -> list[str]:
    """Return the words of a text in plain form."""
    return [w for w in _TOKEN.findall(plain(text)) if w[0] not in f"\n{BARRIER}"]


@dataclass(frozen=True, slots=True)
class Squashed:
    """Text squashed to letters and digits; `starts` holds where each word begins, `breaks` where a line ended."""

    text: str = field(repr=False)
    starts: tuple[int, ...] = field(repr=False)
    breaks: tuple[int, ...] = field(repr=False)

    def is_start(self, at: int) -> bool:
        """Tell whether a word begins here."""
        n = bisect_right(self.starts, at)
        return n > 0 and self.starts[n - 1] == at

    def is_end(self, at: int) -> bool:
        """Tell whether a word ends just before here."""
        return at == len(self.text) or self.is_start(at)

    def word_count(self, start: int, end: int) -> int:
        """Return how many words a stretch touches."""
        return bisect_right(self.starts, end - 1) - bisect_right(self.starts, start) + 1

    def has_break(self, start: int, end: int) -> bool:
        """Tell whether a line ended inside the stretch."""
        return bisect_right(self.breaks, end - 1) > bisect_right(self.breaks, start)


def squash(text: str) -> Squashed:
    """Squash a text; barriers stay in it, so that nothing is found across them."""
    pieces: list[str] = []
    starts: list[int] = []
    breaks: list[int] = []
    at = 0
    for piece in _TOKEN.findall(plain(text)):
        if piece == "\n":
            breaks.append(at)
            continue
        starts.append(at)
        pieces.append(piece)
        at += len(piece)
    return Squashed("".join(pieces), tuple(starts), tuple(breaks))

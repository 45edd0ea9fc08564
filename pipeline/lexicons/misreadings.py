"""Letters that a scanner misread inside a word: which they rather are."""

from __future__ import annotations

import re

SMALL, BIG = "a-zà-öø-ÿ", "A-ZÀ-ÖØ-Þ"
ONSET = "l?[bcdfgjkmnpqrstvxz]"
_CAPITALS = re.compile(rf"[{BIG}l01]+")
_TITLED = re.compile(rf"[{BIG}l01]?[{SMALL}01I]+")
_BIG_LETTER = re.compile(rf"[{BIG}]")
# No Spanish, Basque, Arabic or Slavic name begins with l and one of these.
_NO_ONSET = re.compile(rf"l(?={ONSET})")
_NUMBERS = frozenset({"00", "01", "10", "11"})
_TO_CAPITALS = str.maketrans({"l": "I", "1": "I", "0": "O"})
_TO_SMALL = str.maketrans({"1": "l", "0": "o", "I": "l"})


def put_right(word: str) -> str:
    """Return a word with its misread letters put right; codes with other digits stay."""
    digits = sum(c in "01" for c in word)
    if 5 * digits > 2 * len(word) or word[-2:] in _NUMBERS or (word[-1] in "01" and len(word) < 5):
        return word
    if _CAPITALS.fullmatch(word):
        return word.translate(_TO_CAPITALS) if len(_BIG_LETTER.findall(word)) > 1 else word
    if not _TITLED.fullmatch(word):
        return word
    head, tail = word[0], word[1:].translate(_TO_SMALL)
    if head in "01":
        return ("O" if head == "0" else "I" if _NO_ONSET.match(f"l{tail}") else "l") + tail
    return f"I{tail}" if _NO_ONSET.match(word) else head + tail

"""Numbers in words ("mil novecientos sesenta y siete"), in Roman numerals, and the patterns that find them."""

from __future__ import annotations

import re

from pipeline.lexicons import rows

VALUES = {word: int(value) for word, value, _ in rows("number_words.tsv")}


def _of(*classes: str) -> str:
    words = [word for word, _, kind in rows("number_words.tsv") if kind in classes]
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + r")(?![^\W\d_])"


_BELOW_HUNDRED = rf"(?:{_of('ten')}(?:\s+y\s+{_of('unit')})?|{_of('teen')}|{_of('unit')})"
_BELOW_THOUSAND = rf"(?:{_of('hundred')}(?:\s+{_BELOW_HUNDRED})?|{_BELOW_HUNDRED})"
BELOW_HUNDRED = _BELOW_HUNDRED
DAY = rf"(?:{_of('ordinal')}|{_BELOW_HUNDRED})"
NUMBER = rf"(?:(?:{_BELOW_THOUSAND}\s+)?{_of('thousand')}(?:\s+{_BELOW_THOUSAND})?|{_BELOW_THOUSAND})"
YEAR = rf"(?:(?:dos\s+)?{_of('thousand')}(?:\s+{_BELOW_THOUSAND})?)"

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ROMAN_SHAPE = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")


def number(words: str) -> int | None:
    """Return the value of a folded number in words, or None where a word isn't one."""
    total = group = 0
    for word in words.split():
        if word == "y":
            continue
        value = VALUES.get(word)
        if value is None:
            return None
        if value == 1000:
            total, group = total + (group or 1) * 1000, 0
        else:
            group += value
    return total + group


def roman(numeral: str) -> int | None:
    """Return the value of a folded Roman numeral, or None where it isn't well formed."""
    if not numeral or not _ROMAN_SHAPE.fullmatch(numeral):
        return None
    values = [_ROMAN[c] for c in numeral]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))


def value(text: str) -> int | None:
    """Return the value of digits, of number words or of a Roman numeral, folded."""
    digits = text.replace(".", "")
    if digits.isdecimal():
        return int(digits)
    return number(text) or roman(text)

"""Code pages of RTF, and the characters that stand for a coded one in old programs."""

from __future__ import annotations

import codecs
from functools import cache

from pipeline import lexicons


def fallback_length(source: str, place: int, count: int) -> int:
    """Return how many bytes the characters take that stand for a `\\u` in old programs."""
    start = place
    for _ in range(count):
        if source.startswith("\\'", place):
            place += 4
        elif source[place : place + 1] in ("{", "}", "\\", "", "\r", "\n"):
            break
        else:
            place += 1
    return place - start


@cache
def charsets() -> dict[str, str]:
    """Return the code page of each character set by its number."""
    return {number: page for number, page in lexicons.rows("rtf_charsets.tsv")}


def code_page(number: int) -> str:
    """Return the codec of a code page by its number, Windows-1252 for one nobody knows."""
    try:
        codecs.lookup(f"cp{number}")  # decoding nothing asks no codec
    except LookupError:
        return "utf-8" if number == 65001 else "cp1252"
    return f"cp{number}"

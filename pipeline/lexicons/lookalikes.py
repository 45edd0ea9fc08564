"""Letters of other scripts that are taken for Latin ones: "Mаría" with a Cyrillic a. Everything keeps its place."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from pipeline.lexicons import rows

# Where letters that look like Latin ones stand: phonetic and small capitals, Greek to Armenian, polytonic Greek.
_BLOCKS = "\u01c0\u0250-\u02af\u0370-\u058f\u1d00-\u1d2b\u1f00-\u1fff\ua731"
_FOREIGN = re.compile(f"[{_BLOCKS}]")
_WORD = re.compile(r"(?:[^\W\d_]|[\u0300-\u036f])+")
_LATIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ]")


def latin(text: str) -> str:
    """Return the text with each letter that looks like a Latin one as that one."""
    return text.translate(_table()) if not text.isascii() and _FOREIGN.search(text) else text


def latin_in_words(text: str) -> str:
    """Return the text with such letters as Latin ones in the words that hold Latin letters too."""
    if text.isascii() or not _FOREIGN.search(text):
        return text
    return _WORD.sub(lambda word: latin(word[0]) if _LATIN.search(word[0]) else word[0], text)


@cache
def _table() -> dict[int, str]:
    told = {foreign: looks for foreign, looks in rows("lookalikes.tsv")}
    table = {letter.upper(): looks.upper() for letter, looks in told.items() if len(letter.upper()) == 1} | told
    accented = [chr(n) for n in (*range(0x370, 0x530), *range(0x1F00, 0x2000)) if unicodedata.decomposition(chr(n))]
    for letter in accented:
        apart = unicodedata.normalize("NFD", letter)
        if looks := table.get(apart[0]):
            composed = unicodedata.normalize("NFC", looks + apart[1:])
            table.setdefault(letter, composed if len(composed) == 1 else looks)
    return {ord(letter): looks for letter, looks in table.items()}

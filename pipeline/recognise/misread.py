"""Letters that a scanner misread inside words, put right for those who look for names; offsets stay.

"CARPlNTERO", "M0NTES", "Be1trán" and "lbáñez" are names. A digit between letters, a small l among capitals, a capital
I among small letters and an l that no Spanish word can begin with are letters; codes with other digits stay.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from pipeline.document import Document, fold
from pipeline.recognise.running_text import ByIdentity

_SMALL, _BIG = "a-zà-öø-ÿ", "A-ZÀ-ÖØ-Þ"
_ONSET = "l?[bcdfgjkmnpqrstvxz]"
_SUSPECT = re.compile(
    rf"(?<![\w@/.-])(?=l{_ONSET}|[{_SMALL}{_BIG}]*(?:[{_SMALL}{_BIG}][01]|[01][{_SMALL}{_BIG}]|[{_BIG}]l"
    rf"|l[{_BIG}]|[{_SMALL}]I))[{_SMALL}{_BIG}01]{{3,}}(?![\w@/])"
)
_CAPITALS = re.compile(rf"[{_BIG}l01]+")
_TITLED = re.compile(rf"[{_BIG}l01]?[{_SMALL}01I]+")
_BIG_LETTER = re.compile(rf"[{_BIG}]")
# No Spanish, Basque, Arabic or Slavic name begins with l and one of these.
_NO_ONSET = re.compile(rf"l(?={_ONSET})")
_NUMBERS = frozenset({"00", "01", "10", "11"})
_TO_CAPITALS = str.maketrans({"l": "I", "1": "I", "0": "O"})
_TO_SMALL = str.maketrans({"1": "l", "0": "o", "I": "l"})


def mended(document: Document) -> Document:
    """Return the document with misread letters put right, the same length; itself where there are none.

    Made once for all who look for names in a run.
    """
    return _cached(ByIdentity(document))


@lru_cache(maxsize=1)
def _cached(key: ByIdentity) -> Document:
    document = key.document
    text = _SUSPECT.sub(lambda m: _word(m.group()), document.text)
    return document if text == document.text else replace(document, text=text, folded=fold(text))


def _word(word: str) -> str:
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

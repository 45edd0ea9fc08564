"""Ages told by a bare figure beside whoever has them: "varón; 33;", "la nuera, cincuenta y cinco,", "Adam (5)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pipeline.lexicons import names, rows
from pipeline.lexicons.openings import opened
from pipeline.recognise import spanish_numbers as numbers
from pipeline.recognise.running_text import RunningText

_FIGURE = opened(
    rf"(?<![\w/.,\-])(?P<n>\d{{1,2}}|{numbers.BELOW_HUNDRED})(?=\s*[,;)]|\s*\.(?:\s|\Z)|\s+[—–-]\s|\s*\n)(?![.,]\d)"
)
_JOINED = re.compile(r"(?P<word>[^\W\d_]{2,})[.»\"]?(?P<joint>\s*[,;]\s+|\s+\(|\s+[—–-]\s+|\s+de\s+)\Z")
_YOUNG = re.compile(r"(?:hij|niet|bisniet|nin|chic|muchach|sobrin)[oa]s?|menor|joven|mujer|varon|hombre|bebe|crio|cria")
# Whom a bare figure after a comma gives an age: a party to the matter may be followed by a number of anything.
_TOLD_OF = (
    r"varon|mujer|hombre|nin[oa]|joven|menor|lactante|bebe|ancian[oa]|adolescente|espanol[a]?|casad[oa]|solter[oa]"
    r"|divorciad[oa]|separad[oa]|viud[oa]|embarazada|gestante"
)
_ACRONYM = 4
_LOOK_BACK = 32


def find_apposed(running: RunningText) -> Iterator[tuple[int, int]]:
    """Yield where the bare figures stand that tell the age of a relative, of a man or a woman, of somebody named."""
    for match in _FIGURE.finditer(running.text):
        start = match.start("n")
        before = _JOINED.search(running.text, max(0, start - _LOOK_BACK), start)
        if before and _is_somebody(running, before, match.end("n")):
            yield match.span("n")


def _is_somebody(running: RunningText, before: re.Match[str], end: int) -> bool:
    word, joint = before["word"], before["joint"].strip()
    if joint == "de":
        return _YOUNG.fullmatch(word) is not None
    if joint == "(":
        return running.text[end : end + 1] in (")", ",") and _is_name(running, before.start("word"), word)
    if joint == "," and running.text[before.end()].isalpha() and _is_name(running, before.start("word"), word):
        return running.text[end : end + 1] == ","
    return _person().fullmatch(word) is not None or (joint == "," and word in _demonyms())


def _is_name(running: RunningText, start: int, word: str) -> bool:
    raw = running.raw[start : start + len(word)]
    if not raw[:1].isupper() or (raw.isupper() and len(raw) <= _ACRONYM):
        return False
    return names.is_given(word) and not names.is_common(word)


@cache
def _person() -> re.Pattern[str]:
    kin = {cell for row in rows("kinship.tsv") for cell in row if " " not in cell}
    return re.compile("|".join([_TOLD_OF, *sorted(kin - {"vecino", "vecina", "cuidador", "cuidadora"})]))


@cache
def _demonyms() -> frozenset[str]:
    return frozenset(cell for row in rows("nationalities.tsv") for cell in row[1:])

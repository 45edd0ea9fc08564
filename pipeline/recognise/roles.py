"""Designations by role in a procedure: "la solicitante", "el recurrente". Plurals say nothing of one person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.lexicons import rows, words
from pipeline.lexicons.names import titles
from pipeline.registry import recogniser

NAME = "roles"

# "la letrada de la Administración de Justicia", "el titular de la Consejería" are offices.
_OFFICE = re.compile(r"\s+(?:de\s+la|del|de)\s+(?=(?-i:[A-ZÁÉÍÓÚÑ]))")
_NAME_FOLLOWS = re.compile(r"\s+(?P<word>[^\W\d_]+)\.?(?:\s|ª)")


@recogniser(NAME, labels=(Label.ROLE,))
def find_roles(document: Document) -> Iterator[Detection]:
    """Yield the role designations with their article."""
    for match in _pattern().finditer(document.folded):
        head = match.group("head")
        if _is_apposition(document, match.end()) or _OFFICE.match(document.text, match.end()):
            continue
        yield detect(match, Label.ROLE, _score(head), recogniser=NAME, trigger="role", group="role")


def _score(head: str) -> float:
    return 0.5 if head in words("vague_roles.txt") else 0.8


def _is_apposition(document: Document, end: int) -> bool:
    """Tell whether the name itself follows ("la letrada Remedios…"): then the name is the mention."""
    following = _NAME_FOLLOWS.match(document.text, end)
    if following is None:
        return False
    word = following.group("word")
    folded = document.folded[following.start("word") : following.end("word")]
    return folded in titles() or (word[0].isupper() and len(word) > 1)


@cache
def _pattern() -> re.Pattern[str]:
    heads = sorted({cell for row in rows("roles.tsv") for cell in row}, key=len, reverse=True)
    several = "|".join(re.escape(h).replace(r"\ ", r"\s+") for h in heads)
    return re.compile(
        rf"(?<![\w/])(?:(?:al|del)\s+|(?=(?:el|la|est[ea]|aquel(?:la)?|dich[oa]|su)\s))"
        rf"(?P<role>(?:(?:el|la|est[ea]|aquel(?:la)?|dich[oa]|su)\s+)?"
        rf"(?:(?:citad[oa]|referid[oa]|mencionad[oa]|propi[oa]|aqui|hoy|ahora|parte)\s+)*"
        rf"(?P<head>{several}))(?![\w/(-]|\s*:)"
    )

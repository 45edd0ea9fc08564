"""Kinship and ties that identify: "el hermano de la solicitante", "su cónyuge", "la hija menor de ambos".

Where the phrase ends in somebody's name, it stops before the name: the name is a mention of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.lexicons import rows, words
from pipeline.registry import recogniser

NAME = "kinship"

_QUALITY = (
    r"(?:mayor|menor|pequen[oa]|median[oa]|unic[oa]|difunt[oa]|fallecid[oa]|politic[oa]|gemel[oa]|melliz[oa]|adoptiv[oa]"
    r"|biologic[oa]|actual|anterior|entonces|legitim[oa]|recien\s+nacid[oa]|menor\s+de\s+edad|de\s+\w+\s+anos|primer[oa]?|segund[oa])"
)
_ANCHOR_DETERMINER = r"(?:la|el|los|las|su|sus|dich[oa]s?|l[oa]\s+citad[oa]|est[ea]|aquel(?:la)?)"


@recogniser(NAME, labels=(Label.KINSHIP,))
def find_kinship(document: Document) -> Iterator[Detection]:
    """Yield the phrases of kinship, with the anchor they are told of."""
    for match in _pattern().finditer(document.folded):
        anchored = match.group("anchor") is not None
        named = match.group("named") is not None
        if not (anchored or named or match.group("possessive")):
            continue
        score = 0.85 if anchored else _possessive(match.group("kin")) if match.group("possessive") else 0.45
        trigger = "tie of somebody" if anchored or named else "possessive tie"
        yield detect(match, Label.KINSHIP, score, recogniser=NAME, trigger=trigger, group="phrase")


def _possessive(kin: str) -> float:
    """Somebody has one spouse and one mother, and may have several daughters: "su hija" alone is a doubt."""
    return 0.7 if kin in words("unique_ties.txt") else 0.45


@cache
def _pattern() -> re.Pattern[str]:
    kin = _alternatives({cell for row in rows("kinship.tsv") for cell in row})
    roles = _alternatives({cell for row in rows("roles.tsv") for cell in row})
    anchor = (
        rf"(?:ambos|ambas|est[oea]s?|aquel(?:l[oa]s?)?|el\s+mismo|la\s+misma"
        rf"|{_ANCHOR_DETERMINER}\s+(?:(?:citad|referid|propi)[oa]\s+)?(?:{roles}|{kin})s?)"
    )
    return re.compile(
        rf"(?<![\w/])(?:al\s+|del\s+)?(?P<phrase>(?:(?P<possessive>su|sus|mi|mis|nuestr[oa]|cuy[oa])\s+|(?:el|la|los|las|un|una)\s+)?"
        rf"(?:{_QUALITY}\s+)?(?P<kin>{kin})s?(?:\s+{_QUALITY}){{0,2}}"
        rf"(?P<anchor>\s+(?:de\s+{anchor}|del\s+(?:{roles}|{kin}|mismo)))?)(?![\w/])"
        rf"(?P<named>(?=\s+de\s+(?:don|dona|d\.|da\.|dª|d\.ª|la\s+sra|el\s+sr|la\s+senora|el\s+senor)))?"
    )


def _alternatives(forms: set[str]) -> str:
    return "|".join(re.escape(f).replace(r"\ ", r"\s+") for f in sorted(forms, key=lambda f: (-len(f), f)))

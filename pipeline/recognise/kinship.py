"""Kinship and ties that identify: "el hermano de la solicitante", "su cónyuge", "la hija menor de ambos".

Where the phrase ends in somebody's name, it stops before the name: the name is a mention of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document, Span, fold
from pipeline.lexicons import words
from pipeline.lexicons.names import is_common, is_given, is_known
from pipeline.recognise.kinship_regional import find_regional
from pipeline.recognise.kinship_shapes import NOTED, ONE_OF, TIE, field_pattern, figure_of_speech, loose_anchor
from pipeline.registry import recogniser

NAME = "kinship"

_SIGNS = re.compile(r"\bfirma\s+$")
_OF_NAME = re.compile(
    r"\s+de(?=\s+(?P<titled>(?:don|doña|dona|D\.ª?|D\.a|Dña\.)\s+)?(?P<word>[A-ZÁÉÍÓÚÑ](?:[^\W\d_]+|(?P<initial>\.))))"
)
_OF_PLACE = re.compile(r"\s+(?:saliente|entrante|demandad[oa]|de\s+[A-ZÁÉÍÓÚÑ][^\W\d_]+)(?![^\W\d_])")
_NAME_NEXT = re.compile(r"\s+(?P<word>[A-ZÁÉÍÓÚÑ][^\W\d_]+)")
_AFTER_ONE = re.compile(r"(?:^|[\s(«\"'])(?:a|con|de|por|para|en|tras|desde|hacia|segun|contra|ante)\s+$")
_MATE = re.compile("companer[oa]|amig[oa]|soci[oa]|caser[oa]|cuidador[a]?")
_NAME_BEFORE = re.compile(r"[A-ZÁÉÍÓÚÑ][^\W\d_]+,\s+\Z")
_CALLED = re.compile(r"[«\"“]\s*$")


@recogniser(NAME, labels=(Label.KINSHIP,))
def find_kinship(document: Document) -> Iterator[Detection]:
    """Yield the phrases of kinship, with the anchor they are told of."""
    for match in TIE.finditer(document.folded):
        yield from _told(document, match)
    for match in field_pattern().finditer(document.folded):
        yield detect(match, Label.KINSHIP, 0.6, recogniser=NAME, trigger="tie in a field", group="phrase")
    for match in ONE_OF.finditer(document.folded):
        yield detect(match, Label.KINSHIP, 0.7, recogniser=NAME, trigger="one of several", group="phrase")
    for match in NOTED.finditer(document.folded):
        yield detect(match, Label.KINSHIP, 0.6, recogniser=NAME, trigger="tie in notes", group="phrase")
    for start, end in find_regional(document.folded):
        yield detect(Span(start, end), Label.KINSHIP, 0.7, recogniser=NAME, trigger="tie in a co-official language")


def _told(document: Document, match: re.Match[str]) -> Iterator[Detection]:
    """Yield the phrase; one that tells nobody may hold one that does ("informe médico de mi hermana")."""
    end = _end(document, match)
    score, trigger = _judge(document, match, end)
    if score:
        yield detect(Span(match.start("phrase"), end), Label.KINSHIP, score, recogniser=NAME, trigger=trigger)
    elif match["anchor"]:
        for inner in TIE.finditer(document.folded, match.start("anchor"), match.end()):
            yield from _told(document, inner)


def _end(document: Document, match: re.Match[str]) -> int:
    """Return where the phrase ends: before the name in "la hija de Joseph", after the town of the anchor."""
    end = match.end("phrase")
    if match["anchor"]:
        more = _OF_PLACE.match(document.text, end)
        return more.end() if more else end
    if match["kin"] not in words("lone_ties.txt") and match["kin"] != "mujer":
        return end
    if match["article"] is not None or match["contracted"]:
        loose = loose_anchor().match(document.folded, end)
        if loose and not document.text[loose.start() : loose.end()].split()[-1][0].isupper():
            return loose.end()
    of = _OF_NAME.match(document.text, end)
    if of is None or not (match["article"] or match["contracted"] or of["titled"]):
        return end
    word = fold(of["word"])
    return of.end() if of["titled"] or of["initial"] or (is_known(word) and not is_common(word)) else end


def _judge(document: Document, match: re.Match[str], end: int) -> tuple[float, str]:
    """Score a phrase by what says whose tie it is; nothing for a word that points at nobody."""
    if match["anchor"] or match["named"] or end > match.end("phrase"):
        loose = match["acquaintance"] and not (match["possessive"] or match["article"] or _is_apposed(document, match))
        return (0.0, "") if loose else (0.85, "tie of somebody")
    kin = match["kin"] or match["acquaintance"]
    if match["possessive"]:
        return _possessive(document, match, kin), "possessive tie"
    if match["several"]:
        return (0.6, "one of several") if match["kin"] else (0.0, "")
    if (
        (match["contracted"] or match["article"] in ("el", "la"))
        and not match["plural"]
        and _points(document, match, kin)
    ):
        return 0.55, "lone tie"
    return _without_article(document, match, kin)


def _is_apposed(document: Document, match: re.Match[str]) -> bool:
    """Tell whether a mate or a friend is told of right after a name: "Fátima Rahmani, compañera de la demandante"."""
    apposed = _MATE.fullmatch(match["acquaintance"]) is not None
    return apposed and _NAME_BEFORE.search(document.text, max(0, match.start() - 30), match.start()) is not None


def _without_article(document: Document, match: re.Match[str], kin: str) -> tuple[float, str]:
    qualified = match["article"] in ("un", "una") and re.search(r"\b(?:suy|patern|matern)[oa]\b", match["phrase"])
    mine = match["article"] is None and not match["contracted"] and re.search(r"\s(?:suy|mi)[oa]$", match["phrase"])
    if qualified or mine:
        return 0.6, "possessive tie"
    if match["article"] is None and not match["plural"] and _calls_by_tie(document, match, kin):
        return 0.6, "form of address"
    return (0.52, "one of the kin") if _is_one(document, match, kin) else (0.0, "")


def _calls_by_tie(document: Document, match: re.Match[str], kin: str) -> bool:
    """Tell whether somebody is called by the tie: "tía Lola", "«Tío, hoy otra vez»"."""
    start, end = match.span("phrase")
    if kin not in words("lone_ties.txt") or match["contracted"] or match["quality"]:
        return False
    if _CALLED.search(document.text, max(0, start - 3), start) and document.text[end : end + 1] == ",":
        return True
    named = _NAME_NEXT.match(document.text, end)
    return named is not None and document.text[start].islower() and is_given(fold(named["word"]))


def _is_one(document: Document, match: re.Match[str], kin: str) -> bool:
    """Tell whether "una hija" stands for a certain one: after a preposition, in "lo heredaron de una tía"."""
    if match["article"] not in ("un", "una") or match["plural"] or kin not in words("lone_ties.txt"):
        return False
    start = match.start("phrase")
    return _AFTER_ONE.search(document.folded, max(0, start - 10), start) is not None


def _possessive(document: Document, match: re.Match[str], kin: str) -> float:
    """Somebody has one spouse and one mother, and may have several daughters; of several nobody is pointed at.

    "…; firma su hija." says no more than that there is one; it stays a doubt.
    """
    if kin in words("unique_ties.txt"):
        return 0.7
    start = match.start("phrase")
    signs = match["possessive"] == "su" and _SIGNS.search(document.folded, max(0, start - 10), start)
    return 0.45 if match["plural"] or signs else 0.6


def _points(document: Document, match: re.Match[str], kin: str) -> bool:
    """Tell whether "la madre" means a certain one: no idiom, no form of address of the clergy ("el padre Mariano")."""
    head = document.folded[max(0, match.start() - 3) : match.start()]
    if kin not in words("lone_ties.txt") or head.endswith((" o ", " u ")):
        return False
    if figure_of_speech().match(document.folded, match.end("phrase")):
        return False
    following = re.match(r"\s+([^\W\d_/]+(?:/o)?)", document.text[match.end("phrase") : match.end("phrase") + 24])
    if following is None:
        return True
    word = following[1]
    if word[0].isupper():
        called = match["contracted"] or kin in words("clergy_ties.txt")  # "la obra del tío Sam", "la madre Inés"
        return not called and is_given(fold(word))
    return word not in words("tie_idioms.txt")

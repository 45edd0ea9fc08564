"""Kinship and ties that identify: "el hermano de la solicitante", "su cónyuge", "la hija menor de ambos".

Where the phrase ends in somebody's name, it stops before the name: the name is a mention of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document, Span, fold
from pipeline.lexicons import rows, words
from pipeline.lexicons.names import is_common, is_known
from pipeline.registry import recogniser

NAME = "kinship"

_QUALITY = (
    r"(?:mayor|menor|pequen[oa]|median[oa]|unic[oa]|difunt[oa]|fallecid[oa]|politic[oa]|gemel[oa]|melliz[oa]|adoptiv[oa]"
    r"|biologic[oa]|actual|anterior|antigu[oa]|entonces|legitim[oa]|recien\s+nacid[oa]|menor\s+de\s+edad"
    r"|de\s+\w+\s+anos|primer[oa]?|segund[oa]|tercer[oa]?|carnal|patern[oa]|matern[oa]|comun|nuev[oa]|otr[oa]"
    r"|senora?|querid[oa]|propi[oa]|de\s+(?:padre|madre|leche|hecho)|de\s+doble\s+vinculo|sentimental|legal"
    r"|de\s+(?:piso|trabajo|clase|celda|habitacion)|el\s+(?:mayor|menor|pequeno)|la\s+(?:mayor|menor|pequena)|suy[oa]|mi[oa])"
)
_DETERMINER = r"(?:la|el|los|las|su|sus|mi|mis|tu|un|una|dos|tres|dich[oa]s?|l[oa]\s+citad[oa]|est[ea]|aquel(?:la)?)"
# Nouns of persons are told by how they end: "del constructor", "de la contrayente", "del aparcero".
_PERSONAL = (
    r"(?:\w{2,}(?:dor|dora|tor|tora|sor|sora|ante|ente|iente|ero|era|ista|ado|ada|ido|ida|ario|aria|unto|unta|ego|il)"
    r"|duen[oa]|alumn[oa]|nin[oa]|joven|senora?|sra?\.?|vecin[oa]|doctora?|dr\.?|dra\.?|cura|abad|chic[oa]|recien\s+nacid[oa])"
)
_BEFORE_SUBJECT = re.compile(
    r"(?:^|[\s(«\"'])(?:a|ante|con|contra|de|del|desde|en|entre|hacia|hasta|para|por|segun|sin|sobre|tras|y|e|o|ni|que"
    r"|si|como|mas|pero|donde|porque|aunque|tambien|era|es|fue|son|ser|menos|excepto|salvo|cuando|quien|esa|ese)\s*$"
)
_CLAUSE_END = re.compile(r"\s*(?:[.;]|$)")
_OF_NAME = re.compile(r"\s+de(?=\s+(?P<word>[A-ZÁÉÍÓÚÑ][^\W\d_]+))")
_OF_PLACE = re.compile(r"\s+(?:saliente|entrante|demandad[oa]|de\s+[A-ZÁÉÍÓÚÑ][^\W\d_]+)(?![^\W\d_])")


@recogniser(NAME, labels=(Label.KINSHIP,))
def find_kinship(document: Document) -> Iterator[Detection]:
    """Yield the phrases of kinship, with the anchor they are told of."""
    for match in _pattern().finditer(document.folded):
        end = _end(document, match)
        score, trigger = _judge(document, match, end)
        if score:
            span = Span(match.start("phrase"), end)
            yield detect(span, Label.KINSHIP, score, recogniser=NAME, trigger=trigger)
    for match in _field_pattern().finditer(document.folded):
        yield detect(match, Label.KINSHIP, 0.6, recogniser=NAME, trigger="tie in a field", group="phrase")


def _end(document: Document, match: re.Match[str]) -> int:
    """Return where the phrase ends: before the name in "la hija de Joseph", after the town of the anchor."""
    end = match.end("phrase")
    if match["anchor"]:
        more = _OF_PLACE.match(document.text, end)
        return more.end() if more else end
    of = _OF_NAME.match(document.text, end)
    if of is None or match["article"] is None or match["kin"] not in words("lone_ties.txt"):
        return end
    word = fold(of["word"])
    return of.end() if is_known(word) and not is_common(word) else end


def _judge(document: Document, match: re.Match[str], end: int) -> tuple[float, str]:
    """Score a phrase by what says whose tie it is; nothing for a word that points at nobody."""
    if match["anchor"] or match["named"] or end > match.end("phrase"):
        loose = match["acquaintance"] and not (match["possessive"] or match["article"])
        return (0.0, "") if loose else (0.85, "tie of somebody")
    kin = match["kin"] or match["acquaintance"]
    if match["possessive"]:
        return _possessive(document, match, kin), "possessive tie"
    if (
        (match["contracted"] or match["article"] in ("el", "la"))
        and not match["plural"]
        and _points(document, match, kin)
    ):
        return 0.55, "lone tie"
    qualified = match["article"] in ("un", "una") and re.search(r"\b(?:suy|patern|matern)[oa]\b", match["phrase"])
    mine = match["article"] is None and not match["contracted"] and re.search(r"\s(?:suy|mi)[oa]$", match["phrase"])
    return (0.6, "possessive tie") if qualified or mine else (0.0, "")


def _possessive(document: Document, match: re.Match[str], kin: str) -> float:
    """Somebody has one spouse and one mother, and may have several daughters.

    "…; firma su hija." says no more than that there is one; it stays a doubt.
    """
    if kin in words("unique_ties.txt"):
        return 0.7
    before = document.folded[max(0, match.start("phrase") - 12) : match.start("phrase")]
    last = not match["quality"] and _CLAUSE_END.match(document.folded, match.end("phrase"))
    if match["plural"] or (last and not _BEFORE_SUBJECT.search(before) and before.strip()[-1:].isalpha()):
        return 0.45
    return 0.6


def _points(document: Document, match: re.Match[str], kin: str) -> bool:
    """Tell whether "la madre" means a certain one: no idiom, no form of address of the clergy ("el padre Mariano")."""
    head = document.folded[max(0, match.start() - 3) : match.start()]
    if kin not in words("lone_ties.txt") or head.endswith((" o ", " u ")):
        return False
    following = re.match(r"\s+([^\W\d_/]+(?:/o)?)", document.text[match.end("phrase") : match.end("phrase") + 24])
    if following is None:
        return True
    word = following[1]
    return not word[0].isupper() and word not in words("tie_idioms.txt")


@cache
def _pattern() -> re.Pattern[str]:
    kin = _alternatives({cell for row in rows("kinship.tsv") for cell in row})
    near = _alternatives({cell for row in rows("acquaintances.tsv") for cell in row})
    holders = _alternatives({cell for name in ("roles.tsv", "posts.tsv") for row in rows(name) for cell in row})
    noun = rf"(?:(?:citad|referid|propi|antigu|ultim|anterior)[oa]?\s+)?(?:{holders}|{kin}|{_PERSONAL})s?"
    anchor = (
        rf"(?:{_DETERMINER}\s+{noun}|ambos|ambas|ell[oa]s?|el|est[oea]s?|aquel(?:l[oa]s?)?"
        rf"|(?:el|la)\s+(?:mism[oa]|anterior|primer[oa]|segund[oa])|quien\s+\w+)"
    )
    follows = rf"\s+(?:de\s+{anchor}|del\s+(?:mismo|anterior|primero|segundo|tercero|cuarto|quinto|{noun}))"
    return re.compile(
        rf"(?<![\w/])(?P<contracted>al\s+|del\s+)?(?P<phrase>(?:(?P<possessive>sus?|mis?|tus?|nuestr[oa]s?|cuy[oa])\s+"
        rf"|(?P<article>el|la|los|las|una?)\s+)?(?:{_QUALITY}\s+)?(?:ex[- ]?)?"
        rf"(?:(?P<kin>{kin})|(?P<acquaintance>{near}))(?P<plural>e?s)?(?P<quality>(?:\s+{_QUALITY}){{0,2}})"
        rf"(?P<anchor>{follows})?)(?![\w/])"
        rf"(?P<named>(?=\s+de\s+(?:don|dona|d\.|da\.|dª|d\.ª|la\s+sra|el\s+sr|la\s+senora|el\s+senor)))?"
    )


@cache
def _field_pattern() -> re.Pattern[str]:
    """The tie as the value of a field: "Parentesco: hija", "en calidad de madre", "(marido)"."""
    kin = _alternatives({cell for row in rows("kinship.tsv") for cell in row})
    return re.compile(
        rf"(?:(?:parentesco|relacion)[^:\n]{{0,40}}:\s*|en\s+calidad\s+de\s*:?\s+|\(|/\s*)"
        rf"(?P<phrase>(?:{kin})(?:\s+y\s+\w+a?dor[a]?)?)(?=\s*[).,;(\n]|$)"
    )


def _alternatives(forms: set[str]) -> str:
    return "|".join(re.escape(f).replace(r"\ ", r"\s+") for f in sorted(forms, key=lambda f: (-len(f), f)))

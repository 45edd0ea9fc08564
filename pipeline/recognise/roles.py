"""Designations of a person by role, office or kind: "la solicitante", "el alcalde", "la niña".

Plurals say nothing of one person. A form label before a colon is the name of a field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.lexicons import rows, words
from pipeline.registry import recogniser

NAME = "roles"

# "el titular de la Consejería" is an office; "la letrada de la Administración de Justicia" is somebody.
_OFFICE = re.compile(r"\s+(?:de\s+la|del|de)\s+(?=(?-i:[A-ZÁÉÍÓÚÑ]))")
_JUSTICE = re.compile(r"\s+de\s+la\s+(?:administracion|admon\.?|a\.)\s+de\s+justicia|\s+de\s+los\s+tribunales")
# "demandante de empleo" is out of work; nobody is sued
_JOBLESS = re.compile(r"\s+de\s+(?:empleo|asilo|proteccion|vivienda)\b")
_ARTICLE = r"(?:el|la|est[ea]|aquel(?:la)?|dich[oa]|su|mi|tu|nuestr[oa])"
_QUALITY = (
    r"(?:citad[oa]|referid[oa]|mencionad[oa]|propi[oa]|expresad[oa]|presunt[oa]|supuest[oa]|anterior|nuev[oa]|aqui|hoy|ahora"
    r"|entonces|parte|excm[oa]\.?|ilm[oa]\.?|sra?\.?|senora?)"
)


@recogniser(NAME, labels=(Label.ROLE,))
def find_roles(document: Document) -> Iterator[Detection]:
    """Yield the role designations with their article."""
    for match in _pattern().finditer(document.folded):
        head = match.group("head")
        justice = _JUSTICE.match(document.folded, match.end())
        if not justice and _OFFICE.match(document.text, match.end()) and head not in _posts():
            continue
        if _is_bare_surname(document, match) or _is_body(document, match):
            continue
        yield detect(match, Label.ROLE, _score(head), recogniser=NAME, trigger="role", group="role")
    for match in _bare_pattern().finditer(document.folded):
        if _JOBLESS.match(document.folded, match.end()):
            continue
        yield detect(match, Label.ROLE, 0.5, recogniser=NAME, trigger="role without article", group="role")


def _score(head: str) -> float:
    return 0.5 if head in words("vague_roles.txt") or head not in _roles() else 0.8


def _is_bare_surname(document: Document, match: re.Match[str]) -> bool:
    """Tell whether the head is rather a surname after a title: "la señora Guarda" among lower-case words."""
    head = match.start("head")
    title = re.search(r"(?:sra?\.?|senora?)\s+$", document.folded[max(0, head - 10) : head])
    return title is not None and document.text[head].isupper() and match["head"] not in _posts() | _roles()


def _is_body(document: Document, match: re.Match[str]) -> bool:
    """Tell whether the accent makes it an office: "la secretaría", "la comisaría"."""
    return match["head"].endswith("ria") and document.text[match.end("head") - 2] in "íÍ"


@cache
def _roles() -> frozenset[str]:
    return frozenset(cell for row in rows("roles.tsv") for cell in row)


@cache
def _posts() -> frozenset[str]:
    return frozenset(cell for row in rows("posts.tsv") for cell in row)


@cache
def _heads() -> str:
    known = _roles() | _posts() | {cell for row in rows("designated.tsv") for cell in row}
    heads = sorted(known, key=lambda h: (-len(h), h))
    return "|".join(re.escape(h).replace(r"\ ", r"\s+") for h in heads)


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w/])(?:(?:al|del)\s+|(?={_ARTICLE}\s))"
        rf"(?P<role>(?:{_ARTICLE}\s+)?(?:{_QUALITY}\s+)*"
        rf"(?P<head>{_heads()})(?:-(?:{_heads()}))?)(?![\w/(-]|\s*:)"
    )


@cache
def _bare_pattern() -> re.Pattern[str]:
    """Where a role stands without article: "hace de secretaria", "la condición de denunciado", "X, abogada,"."""
    opening = r"(?:\bcomo|\bcalidad\s+de|\bcondicion\s+de|\bhac\w+\s+de|\bfunciones\s+de|\bpas\w+\s+de|\bsoy|[,;—–])\s+"
    return re.compile(
        rf"{opening}(?P<role>(?:{_QUALITY}\s+)?(?P<head>{_heads()})(?:\s+de\s+la\s+administracion\s+de\s+justicia)?)"
        rf"(?=\s*(?:[,.;)—–\n]|$)|\s+(?:a|de|del|el|la|en|que|sigue|por|don|dona|d\.)\b)"
    )

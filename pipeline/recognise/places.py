"""Places that say where somebody lives or comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Block, Document, Span, fold
from pipeline.lexicons.places import is_municipality
from pipeline.registry import recogniser

NAME = "places"

_PLACE = (
    r"(?P<place>(?-i:[A-ZÁÉÍÓÚÑÜ][^\W\d_]*(?:[-'’/][^\W\d_]+)*)"
    r"(?:\s+(?:(?:de|del|la|las|los|el|y|d'|l')\s+){0,3}(?-i:[A-ZÁÉÍÓÚÑÜ])[^\W\d_]*(?:[-'’][^\W\d_]+)*){0,5})"
)
_CUES = re.compile(
    r"\b(?P<cue>vecin[oa]s?(?:\s+que\s+es|\s+que\s+fue)?\s+de|natural(?:es)?\s+de|origin?ari[oa]\s+de|oriund[oa]\s+de"
    r"|residentes?\s+en|reside(?:n|nte)?\s+en|residencia\s+(?:habitual\s+)?en|domiciliad[oa]s?\s+en|empadronad[oa]s?\s+en"
    r"|vecindad\s+(?:civil\s+)?(?:en|de)|naci[oó]\s+en|nacid[oa]s?\s+en|vive\s+en|viven\s+en|vivo\s+en"
    r"|avecindad[oa]s?\s+en|con\s+domicilio\s+en|vivienda\s+en|fallecid[oa]\s+en|falleci[oó]\s+en"
    r"|(?:lugar|localidad|municipio|poblaci[oó]n)\s+de\s+(?:nacimiento|residencia)\s*:|localidad\s*:|municipio\s*:|poblaci[oó]n\s*:)"
    r"\s+(?:la\s+(?:localidad|ciudad|villa|pedan[ií]a|aldea)\s+de\s+|el\s+(?:municipio|pueblo|barrio)\s+de\s+)?"
    + _PLACE,
    re.IGNORECASE,
)
_LABELS = re.compile(
    r"(?:municipio|localidad|poblacion|ciudad|lugar de (?:nacimiento|residencia)|provincia|pueblo|residencia)"
    r"(?: de (?:nacimiento|residencia|domicilio))?"
)
_STREET = re.compile(
    r"(?:calle|c/|avda|avenida|plaza|pza|paseo|camino|carretera|ronda|travesia|urbanizacion)\b", re.IGNORECASE
)


@recogniser(NAME, labels=(Label.LOC,), context=("vecino", "vecina", "natural", "residente"))
def find_places(document: Document) -> Iterator[Detection]:
    """Yield the places after words of residence or origin, and those in cells headed as such."""
    for match in _CUES.finditer(document.text):
        if not _STREET.match(match.group("place")):
            yield _made(document, Span(*match.span("place")), "residence or origin")
    for block in document.blocks:
        if block.label and _LABELS.fullmatch(" ".join(fold(block.label).split()).strip(" .:*")):
            yield from _cell(document, block)


def _cell(document: Document, block: Block) -> Iterator[Detection]:
    text = document.text[block.start : block.end]
    bare = text.strip()
    if bare and len(bare) < 60 and not any(c.isdigit() for c in bare):
        start = block.start + text.index(bare)
        yield _made(document, Span(start, start + len(bare)), "column")


def _made(document: Document, span: Span, trigger: str) -> Detection:
    name = " ".join(document.folded[span.start : span.end].split())
    score = 0.65 if is_municipality(name) else 0.58
    return detect(span, Label.LOC, score, recogniser=NAME, trigger=trigger)

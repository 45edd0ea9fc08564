"""Places that prose tells of somebody: what the model takes for a place, after "en", "a", "desde", unless an organ's.

The model says what is a place, never whose: "reside en Tobarra" and "Ayuntamiento de Tobarra" are one to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.detection import Detection, Label, Layer, detect
from pipeline.document import Document, Span, fold
from pipeline.lexicons import lines, words
from pipeline.recognise import spanish_numbers as numbers
from pipeline.recognise.place_names import is_known

TOLD, EMPLOYER = 0.63, 0.76
PERSON, LOOK_BACK = 0.6, 70
# No heading has more characters on either side of a place in it.
_HEADING = 300
_PREPOSITION = re.compile(
    r"(?<![^\W_])(?P<word>en|a|desde|hasta|hacia|por)\s+(?:(?:la\s+(?:localidad|ciudad|villa|aldea"
    r"|pedania|isla|provincia)"
    r"|el\s+(?:municipio|pueblo|barrio|termino(?:\s+municipal)?))\s+de\s+|(?:el|la|los|las)\s+)?[«\"“]?\Z"
)
_OF = re.compile(r"(?:[,)]\s*|\b(?:que\s+(?:es|era|son)|soy|es|somos|procede[n]?|viene[n]?|natural)\s+)de\s+\Z")
_CLOSES = re.compile(r"\s*(?:[,.;)\n]|\Z|\s(?:y|e|que|desde|hasta|con|para)\s)")
_FIELD = re.compile(
    r"(?<![^\W_])(?:natural|termino(?:\s+municipal)?|paraje|pueblo|municip[a-z]*|lugar|localidad"
    r"|poblacion|poblacio|origen|destino|herria|jaioterria)"
    r"\s*:\s*\Z"
)
_CLAUSE = re.compile(r"[.;:\x00]\s|\n\s*\n|\n")
_ORGAN = re.compile(rf"(?<![^\W_])(?:{'|'.join(lines('organ_words.txt'))})(?![^\W_])(?![^,;]*,)")
_DATELINE = re.compile(
    rf"\s*(?:\([^)\n]{{2,30}}\)\s*)?(?:,\s*)?(?:a\s+(?:\d|{numbers.DAY}\s|fecha)|siendo|en\s+la\s+fecha"
    rf"|en\s+el\s+(?:salon|despacho)|a\s+las\s)"
)
_OPENING = re.compile(r"(?:\A|[\n.\-–—]\s*)En \Z")
_EMPLOYED = re.compile(
    r"(?<![^\W_])(?:trabaj(?:a|an|aba|o|ando|ado|e)|emplead[oa]s?|contratad[oa]s?|despedid[oa]s?"
    r"|estudi(?:a|an|aba|o|ando)"
    r"|alumn[oa]s?|matriculad[oa]s?|ingresad[oa]s?|operad[oa]s?|atendid[oa]s?|soci[oa]s?"
    r"|voluntari[oa]s?|jug(?:o|aba|ador|adora)"
    r"|juega|compan?er[oa]s|limpi(?:a|ando|aba)|regenta|dueñ[oa]|administrador[a]?|gerente"
    r"|camarer[oa]|dependient[ae]|tratad[oa]|jubilad[oa]s?|prejubilad[oa]s?|doctor[a]?|licenciad[oa]|titulad[oa]"
    r"|cocin(?:a|an|aba|era|ero)|trabajaron|entrena(?:dor|dora)?|vigilante|capataz|escolarizad[oa]s?)"
    r"(?:\s+(?!en\b|de\b|para\b|por\b)[^\W\d_]+){0,3}?\s+(?:en|de|del|para|por|al?|con)\s+(?:el\s+"
    r"|la\s+|los\s+|las\s+)?[«\"“]?\Z"
)
_TOWN = (
    r"(?:(?:El|La|Los|Las)\s)?[A-ZÁÉÍÓÚÑ][^\W\d_]+(?:[ -](?:(?:de|del|la|las|los|el)\s){0,2}[A-ZÁÉÍÓÚÑ][^\W\d_]+){0,3}"
)
_COMES_FROM = re.compile(
    rf",\s(?:[a-zñ]+,\s)?(?:vecin[oa]\s)?de\s(?P<place>{_TOWN})(?:\s\((?P<beyond>{_TOWN})\))?(?=\s?[,;.)]|\s(?:y|con|que)\s)"
)
_LETTERS = re.compile(r"[^\W\d_]")


def find_whereabouts(document: Document, found: Sequence[Detection]) -> Iterator[Detection]:
    """Yield, surer, the places of the model that the words before them tie to somebody's doings."""
    loud = _is_loud(document.text)
    yield from _beside_persons(document, found)
    for d in found:
        if d.label == Label.ORG and d.provenance.layer is Layer.NER and _is_employer(document, d.span):
            yield detect(
                d.span, Label.ORG, EMPLOYER,
                recogniser=d.provenance.recogniser, trigger="employer or school in prose", layer=Layer.NER,
            )  # fmt: skip
        if d.label != Label.LOC or d.provenance.layer is not Layer.NER:
            continue
        score = _score(document, d.span, loud)
        if score:
            yield detect(
                d.span, Label.LOC, score,
                recogniser=d.provenance.recogniser, trigger="place in prose", layer=Layer.NER,
            )  # fmt: skip


def _beside_persons(document: Document, found: Sequence[Detection]) -> Iterator[Detection]:
    """Yield the place after a person's name and a comma: "Kevin Loaiza, de Pereira (Risaralda),"."""
    ends = {d.span.end for d in found if d.label == Label.PERSON and d.score >= PERSON}
    for end in sorted(ends):
        match = _COMES_FROM.match(document.text, end)
        if match and not words("not_places.txt") & set(fold(match["place"]).split()):
            for part in ("place", "beyond"):
                if match[part]:
                    yield detect(Span(*match.span(part)), Label.LOC, TOLD, recogniser="places", trigger="beside a name")


def _is_employer(document: Document, span: Span) -> bool:
    """Tell whether the words before say that somebody works, studies, is treated or plays there."""
    before = document.folded[max(0, span.start - LOOK_BACK) : span.start]
    cuts = list(_CLAUSE.finditer(before))
    return _EMPLOYED.search(before, cuts[-1].end() if cuts else 0) is not None


def _score(document: Document, span: Span, loud: bool) -> float:
    folded = document.folded
    name = " ".join(folded[span.start : span.end].split())
    floor = max(0, span.start - LOOK_BACK)
    before = folded[floor : span.start]
    if name in words("regions.txt") or (not loud and _in_capitals(document.text, span)):
        return 0.0
    if numbers.number(name.split()[0]) is not None:
        return 0.0  # "de CUARENTA Y DOS ÁREAS"
    if _FIELD.search(before):
        return TOLD
    if not (_PREPOSITION.search(before) or (_OF.search(before) and _CLOSES.match(folded, span.end))):
        return 0.0
    if _is_organs(before) or _is_dateline(document, span):
        return 0.0
    known = is_known(name)
    return TOLD if known or document.text[span.start].isupper() else 0.0


def _is_organs(before: str) -> bool:
    """Tell whether an organ or a public matter owns the place: "la Subdelegación del Gobierno en Almería"."""
    cuts = list(_CLAUSE.finditer(before))
    return _ORGAN.search(before, cuts[-1].end() if cuts else 0) is not None


def _is_dateline(document: Document, span: Span) -> bool:
    opens = _OPENING.search(document.text, max(0, span.start - 8), span.start) is not None
    return opens and _DATELINE.match(document.folded, span.end) is not None


def _in_capitals(text: str, span: Span) -> bool:
    """Tell whether the line is a heading in capitals: what a body writes above its papers."""
    if not text[span.start : span.end].isupper():
        return False
    before = text[max(0, span.start - _HEADING) : span.start].rpartition("\n")[2]
    after = text[span.end : span.end + _HEADING].partition("\n")[0]
    return not any(map(str.islower, before + after))


def _is_loud(text: str) -> bool:
    """Tell whether the writer uses capitals alone, as machines of emergency services do."""
    letters = _LETTERS.findall(text[:4000])
    return bool(letters) and sum(c.isupper() for c in letters) > len(letters) * 0.6

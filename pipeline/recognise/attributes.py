"""Attributes that help to single somebody out: nationality, rare illness, rare trade, being the only or last one.

One automaton finds the telling words; the words around each decide. The score is that of a guess: none is checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import ahocorasick

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document, Span
from pipeline.lexicons import rows, words
from pipeline.recognise.attribute_phrases import (
    ends_after,
    is_personal,
    joined_end,
    sole_end,
    trade_end,
)
from pipeline.registry import recogniser

NAME = "attributes"

_BEFORE, _AFTER = 48, 40
_Found = tuple[int, int, float, str] | None
_NATIONALITY = re.compile(r"(?P<phrase>(?:\bde\s+)?\b(?:doble\s+)?(?:nacionalidad|ciudadania)\s+(?:de\s+origen\s+)?)$")
_NATIONALITY_FIELD = re.compile(
    r"\b(?:nacionalidad|nac\.)[^\n:\[]{0,20}?\s*[:.\t…_\[|-]+\s*(?:de\s+)?$"
    r"|\bnacionalidad\s+$"
)
_CITIZEN = re.compile(
    r"\b(?:ciudadan[oa]|subdit[oa]|nacional|senora?|hombre|mujer|joven|chic[oa]|vecin[oa]|muchach[oa])\s+$"
)
_NATIONAL = re.compile(r"\b(?:ciudadan[oa]|subdit[oa]|nacional)\s+$")
# "sudafricana de origen", "española por residencia", "boliviano de Potosí"
_ORIGIN = re.compile(
    r"\s+(?:de\s+(?:origen|nacimiento|adopcion)(?:\s+[a-zñ]+(?=\s*[,.;)]))?|por\s+(?:residencia|nacimiento|opcion|matrimonio))(?![^\W_])"
)
_OF_TOWN = re.compile(r"\s+de\s+[A-ZÁÉÍÓÚÑ][^\W\d_]+(?=\s*[,.;)])")
_COPULA = re.compile(r"\b(?:es|soy|era|eres|sea|son|siendo|fue|como)\s+$")
_NOUN = re.compile(r"\b(?:una?|la)\s+[\"«]?$")
_NOUN_BEFORE = re.compile(r"(?P<noun>[^\W\d_]{4,})\s+(?:de\s+(?:origen|etnia)\s+)?$")
_OPENS = re.compile(r"(?:[,;(.:|/–—-]|\n|^)\s*[\"«]?$")
_CLOSES = re.compile(r"\s*(?:[\"»]\s*)?(?:[,;).:|/–—]|\n|\s-|$|\sy\s|\se\s|\sque\s)")
_NAME_FOLLOWS = re.compile(r"\s+[A-ZÁÉÍÓÚÑ][^\W\d_]+")
_LANGUAGE = re.compile(
    r"\b(?:idiomas?|lenguas?|habla\w*|traduc\w+|interprete|escrib\w+|nivel|asignatura|ingles|version"
    r"|clases?|curso)\b|\ben\s+$"
)
_FROM = re.compile(
    r"\b(?P<phrase>(?:natural|oriund[oa]|originari[oa]|procedente|nacional|llegad[oa]"
    r"|venid[oa])\s+de(?:l|\s+la|\s+el)?\s+)$"
)
_IS_FROM = re.compile(r"(?:\b(?:soy|eres|somos|es|era)|,)\s+(?P<phrase>de(?:l|\s+la|\s+el)?\s+)$")
_SUFFERS = re.compile(r"\b(?P<phrase>padec\w+\s+(?:de\s+)?(?:una?\s+)?|una?\s+)$")
_ILLNESS_TAIL = re.compile(
    r"(?:\s+(?:\w{2,}(?:ic[oa]|al|ar|os[oa]|ari[oa]|ante|iv[oa]|ud[oa]|ne[oa]|ian[oa]|ente|ánic[oa]"
    r"|énic[oa]|ític[oa]|ógic[oa]|genit[oa])|gravis|homocigot[oa]|heterocigot[oa]|tipo\s+\w{1,4}|grado\s+\w{1,3}"
    r"|x\s+fragil|de\s+[A-ZÁÉÍÓÚ][^\W\d_]+(?:-[A-ZÁÉÍÓÚ][^\W\d_]+)*))+"
)
_EPONYM = re.compile(
    r"\s+(?:congenit[oa]\s+|muscular\s+)?de\s+(?P<name>(?-i:[A-ZÁÉÍÓÚÑ])[^\W\d_]+(?:(?:-|\s+y\s+"
    r"|\s)(?-i:[A-ZÁÉÍÓÚÑ])[^\W\d_]+){0,3})",
    re.IGNORECASE,
)
_LOWER_EPONYM = re.compile(r"\s+de\s+(?P<name>[a-z]{4,20})(?!\w)")
_TATTOO = re.compile(r"tatuajes?\s+(?:de|en|con)\s+[^,.;:\n]{3,60}|tatuad[oa]s?\s+(?:en|con)\s+[^,.;:\n]{3,40}")
_LACKS = re.compile(
    r"le\s+falta[n]?\s+(?:el|la|los|las|una?|dos|tres)\s+[a-z]+(?:\s+(?:de|del|de\s+la)\s+[^,.;:\n]{3,30})?"
)
_BODY = re.compile(
    r"\b(?:lobulo|dedos?|falanges?|ojo|pierna|oreja|mano|brazo|pie|dientes?|pulgar|meñique|indice|rinon)\b"
)


@recogniser(NAME, labels=(Label.QUASI,))
def find_attributes(document: Document) -> Iterator[Detection]:
    """Yield the attributes of persons, each as far as its phrase goes."""
    folded = document.folded
    reached = 0
    for last, (word, kind) in _automaton().iter_long(folded):
        start, end = last + 1 - len(word), last + 1
        if start < reached or not _is_word(folded, start, end):
            continue
        found = _JUDGES[kind](document, start, end)
        if found is not None:
            reached = found[1]
            yield detect(Span(*found[:2]), Label.QUASI, found[2], recogniser=NAME, trigger=found[3])


def _is_word(folded: str, start: int, end: int) -> bool:
    before, after = folded[start - 1 : start], folded[end : end + 1]
    return not (before and (before.isalnum() or before in "@_")) and not (after.isalnum() and after)


def _nationality(document: Document, start: int, end: int) -> _Found:
    """Judge a word for who comes from a country: an attribute of somebody, not of a language or a thing."""
    before = document.folded[max(0, start - _BEFORE) : start]
    if document.folded.startswith("espanol", start):
        return None
    if document.folded[start:end] in _countries() and (found := _country(document, start, end)):
        return found
    if match := _NATIONALITY.search(before):
        return start - len(match["phrase"]), end, 0.85, "nationality"
    if _NATIONALITY_FIELD.search(before):
        return start, end, 0.85, "nationality"
    if _is_of_language(document, start):
        return None
    named = _NAME_FOLLOWS.match(document.text, end) is not None
    reach = _origin_end(document, end)
    if national := _NATIONAL.search(before):
        return start - len(national.group()), reach, 0.65, "nationality of somebody"
    if _CITIZEN.search(before) or ((noun := _NOUN_BEFORE.search(before)) and is_personal(noun["noun"], named)):
        return start, reach, 0.65, "nationality of somebody"
    closed = reach > end or _CLOSES.match(document.folded, end, end + 8) is not None
    if closed and (_OPENS.search(before) or _COPULA.search(before)):
        return start, reach, 0.6, "nationality"
    is_noun = _NOUN.search(before) is not None and document.text[start].islower()
    return (start, end, 0.55, "nationality as noun") if is_noun else None


def _origin_end(document: Document, end: int) -> int:
    """Return where what follows a nationality and tells more of it ends."""
    more = _ORIGIN.match(document.folded, end, end + 40) or _OF_TOWN.match(document.text, end, end + 40)
    return more.end() if more else end


def _is_of_language(document: Document, start: int) -> bool:
    """Tell whether the clause speaks of languages ("Idiomas: francés, inglés"; "en rumano")."""
    floor = max(document.folded.rfind(mark, max(0, start - 60), start) for mark in (".", "\n", ";"))
    return _LANGUAGE.search(document.folded[max(floor, start - 60, 0) : start]) is not None


def _country(document: Document, start: int, end: int) -> _Found:
    before = document.folded[max(0, start - _BEFORE) : start]
    if _NATIONALITY_FIELD.search(before):
        return start, end, 0.85, "nationality"
    if not document.text[start].isupper() or document.folded.startswith("espana", start):
        return None
    if match := _FROM.search(before):
        return start - len(match["phrase"]), end, 0.65, "country of origin"
    match = _IS_FROM.search(before)
    return (start - len(match["phrase"]), end, 0.55, "country of origin") if match else None


def _illness(document: Document, start: int, end: int) -> _Found:
    tail = _ILLNESS_TAIL.match(document.text, end)
    return _suffered(document, start, tail.end() if tail else end), tail.end() if tail else end, 0.7, "rare illness"


def _eponym(document: Document, start: int, end: int) -> _Found:
    """Judge "síndrome de X": rare unless X is one of the frequent ones."""
    match = _EPONYM.match(document.text, end, end + 60) or _LOWER_EPONYM.match(document.folded, end, end + 40)
    if match is None or (match.re is _LOWER_EPONYM and match["name"] not in _rare_eponyms()):
        return None
    name = document.folded[match.start("name") : match.end("name")]
    if set(re.split(r"[-\s]+", name)) & words("frequent_eponyms.txt"):
        return None
    return _suffered(document, start, end), match.end(), 0.65, "rare illness"


@cache
def _rare_eponyms() -> frozenset[str]:
    return frozenset(row[0] for row in rows("eponyms.txt")) - words("frequent_eponyms.txt")


def _suffered(document: Document, start: int, end: int) -> int:
    match = _SUFFERS.search(document.folded, max(0, start - 24), start)
    return match.start("phrase") if match else start


def _sole(document: Document, start: int, end: int) -> _Found:
    found = sole_end(document, start, end)
    return (*found, 0.75, "only or last one") if found else None


def _trade(document: Document, start: int, end: int) -> _Found:
    if not document.text[start].islower():
        return None
    reach = trade_end(document, end)
    before = document.folded[max(0, start - _BEFORE) : start]
    if reach == end:
        reach = joined_end(document, end)
    apposed = _OPENS.search(before) and _CLOSES.match(document.folded, end, end + 8)
    return (start, reach, 0.65, "rare trade") if reach > end or apposed else None


def _trait(document: Document, start: int, end: int) -> _Found:
    if not document.text[start].islower():
        return None
    before = document.folded[max(0, start - _BEFORE) : start]
    noun = _NOUN_BEFORE.search(before)
    if noun and not (is_personal(noun["noun"]) or _COPULA.search(before)) and not _CITIZEN.search(before):
        return None
    more = ends_after(document, end, _demonyms())
    return start, more, 0.6, "rare trait"


def _mark(document: Document, start: int, end: int) -> _Found:
    pattern = _LACKS if document.folded.startswith("le", start) else _TATTOO
    match = pattern.match(document.folded, start)
    if match is None or (pattern is _LACKS and not _BODY.search(match.group())):
        return None
    head = start
    if document.folded.startswith("tatuad", start):
        noun = re.search(
            r"\b(?:(?!(?:una?|el|la|con|de|y)\s)[^\W\d_]+\s+){1,2}$", document.folded[max(0, start - 30) : start]
        )
        head = start - len(noun.group()) if noun else start
    return head, match.end(), 0.65, "bodily mark"


_JUDGES: dict[str, Callable[[Document, int, int], _Found]] = {
    "nationality": _nationality,
    "country": _country,
    "illness": _illness,
    "eponym": _eponym,
    "sole": _sole,
    "trade": _trade,
    "trait": _trait,
    "mark": _mark,
}


@cache
def _demonyms() -> frozenset[str]:
    return frozenset(cell for row in rows("nationalities.tsv") for cell in row[1:])


@cache
def _countries() -> frozenset[str]:
    return frozenset(row[0] for row in rows("nationalities.tsv"))


@cache
def _automaton() -> ahocorasick.Automaton:
    """Return the telling words with their kind; where two kinds share a word, the later one counts."""
    kinds: dict[str, str] = {row[0]: "country" for row in rows("nationalities.tsv")}
    kinds |= dict.fromkeys(words("countries.txt"), "country")
    kinds |= dict.fromkeys(_demonyms(), "nationality")
    kinds |= dict.fromkeys((cell for row in rows("rare_occupations.tsv") for cell in row), "trade")
    kinds |= dict.fromkeys(words("rare_traits.txt"), "trait")
    kinds |= dict.fromkeys(words("rare_illnesses.txt"), "illness")
    kinds |= {word: kind for kind, word in rows("attribute_cues.tsv")}
    automaton = ahocorasick.Automaton()
    for word, kind in kinds.items():
        automaton.add_word(word, (word, kind))
    automaton.make_automaton()
    return automaton

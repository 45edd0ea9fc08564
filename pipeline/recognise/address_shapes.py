"""The shapes of a postal address in Spanish prose, from street type to floor and door."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pipeline.lexicons import lines, rows, words
from pipeline.lexicons.openings import Opened, opened
from pipeline.recognise import spanish_numbers as numbers
from pipeline.recognise import street_types
from pipeline.recognise.running_text import RunningText


@dataclass(frozen=True, slots=True)
class AddressShape:
    """A stretch that reads as an address: form, whether it has a number, whether its type is a common noun too."""

    start: int
    end: int
    form: str
    numbered: bool
    capital: bool


def _parts(kind: str) -> str:
    patterns = sorted((pattern for k, pattern in rows("address_parts.tsv") if k == kind), key=len, reverse=True)
    return "(?:" + "|".join(patterns) + r")(?![^\W\d_])\.?"


_ORDINAL = r"\d{1,2}(?:\s?\.?\s?[ºª°](?:[a-h](?![^\W_]))?(?![^\W_])|\.?[oa]\b|er\b)"
_SIDE = r"(?:[a-z](?![\w'/]|-\d{5})|\d{1,2}\s?\.?[ºª°]|" + _parts("alone") + r")"
_VALUE = (
    rf"(?:{_ORDINAL}|\d{{1,3}}\s?-?\s?[a-z]?(?![^\W_])|[a-z]\d{{0,2}}(?![^\W_])|[ivx]{{1,4}}(?![^\W_])"
    rf"|{_parts('alone')}|primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|sext[oa])"
)
_BUILDING = (
    r"(?:edificio|edif|ed|urbanizacion|urb|residencial|conjunto|bloque|torre|portal|fase"
    r"|barrio)(?![^\W\d_])\.?\s?[^\W\d_][^\W_]*(?:\s+(?:de\s+)?"
    r"(?:la\s+|los\s+)?[^\W\d_]+){0,2}?(?=\s*(?:[,;.)\n\x00]|\Z))"
)
_HEADED = (
    rf"(?:{_parts('head')}\s*(?:n\.?\s?[ºo°]\.?\s*|num\.?\s*)?(?:{_VALUE}|{numbers.BELOW_HUNDRED})"
    r"|(?:pl|pt|es|esc|bl|pta):\s?[a-z0-9]{1,3}(?![^\W_]))"
)
# A floor in words: "quinto izquierda", "segundo C"; alone it ends the address.
_WORDED = (
    r"(?:primero|segundo|tercero|cuarto|quinto|sexto|septimo|octavo|noveno|decimo)(?![^\W_])"
    rf"(?:\s+(?:{_parts('alone')}|[a-h](?![^\W_]))|(?=\s*(?:[,;.)\n\x00]|\Z)))"
)
# "1.ª casa a la izda.", "casa del Chopo", "frente al molino"
_HOUSE = (
    r"(?:(?:\d{1,2}\s?\.?\s?[ºª°]\s+)?(?:casa|puerta|portal"
    r"|piso)\s+a\s+(?:la\s+)?(?:mano\s+)?(?:izquierda|izda|derecha|dcha)"
    r"(?![^\W_])\.?|casa\s+(?:del|de\s+la|de\s+los)\s+[^\W\d_]{3,}(?=\s*[,;.)\n\x00]))"
)
_FLOOR = (
    rf"(?:{_ORDINAL}(?:\s?[-,.]?\s?{_SIDE}|\s+(?:planta|piso|puerta)(?![^\W_]))?"
    rf"|\d{{1,2}}\s?-?\s?[a-z](?![\w'/])|p\s?\d{{1,2}}(?!\w))"
)
# A bare figure is a floor only where a door follows or the address ends: ", 3 testigos" is not.
_BARE_FLOOR = (
    rf"\d{{1,2}}(?:\s?[-,.]\s?(?:\d{{1,2}}|[a-z])(?![\w'/])|\.?\s{_parts('alone')}|(?=\s*(?:[,;.)\n\x00]|\Z)"
    rf"(?!\s?[,.]?\d)))"
)
# A letter tied to five figures is a country before its postcode: "E-28012".
_DOOR_LETTER = r"(?<=[\s,\-])[a-h](?=\s*(?:[,;.)\n\x00]|-(?!\d{5})|\Z))"
_EXTRA = (
    rf"(?:[\s,\-/–]|\.(?=\s?\w)|(?<=\d)\.)*(?:y\s+)?(?:{_HOUSE}|{_HEADED}|{_BUILDING}|{_WORDED}"
    rf"|{_FLOOR}|{_parts('alone')}|{_BARE_FLOOR}"
    rf"|{_DOOR_LETTER})"
)
_KM = r"(?:(?:punto\s+)?k(?:ilometrico|ilometro|m)s?\.?|p\.?\s?k\.?)\s*(?::\s*)?\d{1,4}(?:[.,+]\d{1,3})?"
_SIGN = r"(?:n\.?\s?[ºo°]s?(?![^\W_])\.?|num(?:ero|\.)?(?![^\W_])\.?|n(?:\.|(?=\s?\d))|#|no\.(?=\s?\d))"
_FIGURE = (
    r"\d{1,4}(?:\s?(?:bis|ter|dpdo|duplicado)(?![^\W_])|\s?-?\s?[a-z](?![\w'/]|-\d{5})|[a-z](?![\w']))?(?:\s?[-/–]\s?\d"
    r"{1,4}(?:\s?[a-z](?![\w'/]))?(?!\d|/|\s?\.?[ºª°])|\s+y\s+\d{1,4}(?=\s*(?:[,;.)\n\x00]|\Z)))?(?![\d/])"
    r"(?![.,]\d{3})"
)
_NO_NUMBER = (
    r"(?:s\s?/\s?n(?:\.?\s?[ºo°]|um)?|sn|s\.\s?n|sin\s+numero|sin\s+n[ºo°]|zenbakirik\s+gabe|z\s?/\s?g)(?![^\W_])\.?"
)
_NUMBER = rf"(?:{_KM}|{_NO_NUMBER}|{_SIGN}\s*(?:{_FIGURE}|{numbers.NUMBER})|{_FIGURE}|{_HEADED}|{_HOUSE}|{_BUILDING})"
# Atomic: a word gives nothing back, or "a-a-a-…" would be cut in every way there is.
_WORD = (
    r"(?>[^\W\d_]{1,4}\.(?=\s?[^\W\d_])|[^\W\d_][^\W_]*(?:['’\-·](?=[^\W\d_])[^\W_]+){0,4}|\d{1,2}(?=\s+de\s+[a-z]))"
)
_NAME = rf"{_WORD}(?:\s+{_WORD}|\s[-/]\s{_WORD}){{0,8}}?"
# "calle Doctor Fleming, esquina con Sagasta, número 22"
_CORNER = rf"(?:\s*(?:,\s*)?(?:esquina|chaflan)\s+(?:a|con)\s+(?:(?:la\s+)?calle\s+)?{_NAME})?"
_TYPE = rf"(?<![^\W_])(?P<type>{street_types.pattern('street', 'estate')})"
_WEAK = rf"(?<![\w/.])(?P<type>{street_types.pattern('weak')})"

_INNER_TYPE = re.compile(rf"(?<![^\W_])(?P<type>{street_types.pattern('street', 'estate')})(?![^\W_])")
_PARCEL_SOON = re.compile(r"\bpol(?:igono|\.)?\Z")  # "finca del polígono 12": the parcel's own pattern takes it
_ESTATES = frozenset(street_types.forms("estate"))
_COUNTED = re.compile(
    r"\s?%|\s+(?:hectareas|metros|kilometros|anos|dias|meses|horas|euros|vecinos|personas|viviendas|mm|cm|mg|km)"
    r"(?![^\W_])"
)
NUMBERED = opened(
    rf"{_TYPE}\s*(?:,\s*)?(?P<name>(?:(?:de|del)\s+)?{_NAME}{_CORNER})(?:\s*[,.(]\s*|\s+[\-–]\s+"
    rf"|\s+)(?P<number>{_NUMBER})(?P<extra>"
    rf"(?:{_EXTRA}){{0,8}})"
)
WEAK = opened(
    rf"{_WEAK}\s*(?P<name>{_NAME})(?:\s*[,.]\s*|\s+[\-–]\s+|\s+)(?P<number>{_NUMBER})(?P<extra>(?:{_EXTRA}){{0,8}})"
)
NUMBER_FIRST = opened(
    rf"(?<![^\W_])(?P<number>(?:{_SIGN}|(?:portal|casa|bloque|chalet|edificio|piso|local|finca|vivienda)"
    rf"(?![^\W_]))\s*(?:"
    rf"{_SIGN}\s*)?(?:{_FIGURE}|{_VALUE})(?:{_EXTRA}){{0,4}}|(?<=\bel\s)\d{{1,3}})"
    rf",?\s+(?:de|en)\s+(?:la\s+|el\s+|los\s+)?(?:(?P<same>mism[oa]|dich[oa]|citad[oa]|referid[oa]|expresad[oa]"
    rf"|mencionad[oa]|indicad[oa]|es[ae]|est[ae]|aquella)\s+)?"
    rf"(?P<type>{street_types.pattern('street', 'estate')})(?P<name>\s+{_NAME}(?=\s*(?:[,;.()\n\x00]|\Z)|\s+(?:y|con"
    rf"|en|que|a|se|donde|por|desde|para)\b))?"
)
SAME_STREET = re.compile(
    rf"(?:en|de)\s+(?:la\s+|el\s+)?(?P<start>(?:mism[oa]|dich[oa]|citad[oa]"
    rf"|referid[oa])\s+{street_types.pattern('street', 'estate')}\s*(?:,\s*)?(?P<number>{_SIGN}\s*{_FIGURE}|{_FIGURE})"
    rf"(?:{_EXTRA}){{0,6}})"
)
_SUFFIX = opened(
    rf"(?<![^\W_]){street_types.pattern('suffix')}\s*(?:,\s*)?(?:{_SIGN}\s*{_FIGURE}|{_FIGURE}|{_NO_NUMBER})"
)
# How far before its Basque street word a name may begin, and how far after it an address may end.
_BEFORE_SUFFIX, _AFTER_SUFFIX = 120, 400
SUFFIXED = re.compile(
    rf"(?<![^\W_])(?P<name>{_WORD}(?:\s{_WORD}){{0,3}})\s+(?P<type>"
    rf"{street_types.pattern('suffix')})\s*(?:,\s*)?(?P<number>{_SIGN}\s*{_FIGURE}|{_FIGURE}|{_NO_NUMBER})(?P<extra>"
    rf"(?:{_EXTRA}){{0,8}})"
)
RURAL = opened(
    r"(?<![^\W_])pol(?:igono?|\.)?\s*(?:n\.?\s?[ºo°]\s*)?\d{1,3}\s*(?:,\s*)?(?:(?:y|de)\s+)?(?:la\s+)?parc(?:ela"
    r"|el[·.]la|\.)?s?\s*(?:n\.?\s?[ºo°]\s*)?\d{1,5}(?:[a-z]\b)?"
    r"|(?<![^\W_])parc(?:ela|\.)?s?\s*(?:n\.?\s?[ºo°]\s*)?\d{1,5}(?:[a-z]\b)?\s*(?:,\s*)?del?\s+pol(?:igono|\.)?\s*"
    r"(?:n\.?\s?[ºo°]\s*)?\d{1,3}"
    r"|(?<![^\W_])(?:diseminados?|extrarradio)\s+(?:n\.?\s?[ºo°]\s*|num\.?\s*)?\d{1,4}(?![\w%])"
)
POST_BOX = opened(
    r"(?<![^\W_])(?:apartado|apdo\.?|ap\.|apartat|apartados)\s*(?:postal|(?:de\s+)?corre(?:os|us))\s*"
    r"(?:n\.?\s?[ºo°]\s*)?\d{1,6}(?!\w)"
)
_BARE_TYPES = "|".join(re.escape(w) for w in sorted(lines("bare_street_types.txt"), key=len, reverse=True))
BARE = opened(
    rf"(?<![^\W_])(?P<type>(?:{_BARE_TYPES})(?![^\W_])|avda\.|c/)\s*(?P<name>(?<=[\s/])(?:(?:de|del)\s+(?:(?:la|las"
    rf"|los|el)\s+)?)?{_WORD}(?:\s+{_WORD}){{0,6}})"
)
PARTICLES = frozenset(
    [
        "de",
        "del",
        "la",
        "las",
        "los",
        "el",
        "y",
        "e",
        "i",
        "d",
        "da",
        "do",
        "das",
        "les",
        "els",
        "sa",
        "ses",
        "es",
        "na",
    ]
)
_STOP_WORDS = words("street_stop_words.txt")
_FIRST_TELLING = re.compile(r"(?:(?:de|del|d|da|do)[\s'’]+(?:(?:la|las|los|el|sa|les)[\s'’]+)?)?")


def find_numbered(running: RunningText) -> Iterator[AddressShape]:
    """Yield the shapes that have a number, a kilometre, a parcel or "s/n"."""
    for match in _accepted(NUMBERED, running, _is_numbered):
        yield AddressShape(match.start(), _end(running, match), "street and number", True, _has_capital(running, match))
    for match in _accepted(WEAK, running, _is_weak):
        yield AddressShape(match.start(), _end(running, match), "place and number", True, True)
    for match in _suffixed(running.text):
        start = _first_capital(running, *match.span("name"))
        if start is not None:
            yield AddressShape(start, _end(running, match), "street and number", True, True)
    for pattern, form in ((RURAL, "parcel"), (POST_BOX, "post box")):
        for match in pattern.finditer(running.text):
            yield AddressShape(*match.span(), form, True, True)
    for match in SAME_STREET.finditer(running.text):
        yield AddressShape(*match.span("start"), "number of a street told before", True, True)
    yield from _number_first(running)


def _suffixed(text: str) -> Iterator[re.Match[str]]:
    reached = 0
    for tail in _SUFFIX.finditer(text):
        start = max(reached, tail.start() - _BEFORE_SUFFIX)
        match = SUFFIXED.search(text, start, tail.end() + _AFTER_SUFFIX) if tail.start() > start else None
        if match:
            yield match
            reached = match.end()


def _accepted(
    pattern: Opened, running: RunningText, accept: Callable[[RunningText, re.Match[str]], bool]
) -> Iterator[re.Match[str]]:
    """Yield the matches accepted; a refused one may hold another that begins inside it."""
    position = 0
    while match := pattern.search(running.text, position):
        taken = accept(running, match)
        position = match.end() if taken else match.start("name")
        if taken:
            yield match


def _is_numbered(running: RunningText, match: re.Match[str]) -> bool:
    kind = match["type"].strip(" .")
    if "\t" in match["name"] and "\n" in match.group():
        return False  # the headers of a table and its first cell
    inner = _INNER_TYPE.search(match["name"].partition("esquina")[0])
    if inner and not running.is_upper(match.start("name") + inner.start("type")):
        return False
    if _PARCEL_SOON.search(match["name"].strip()) or _COUNTED.match(running.text, match.end()):
        return False
    capital = (len(kind) < 4 and "/" not in kind) or kind in _ESTATES
    name = match["name"].partition("esquina")[0].rstrip(" ,")
    return is_street_name(running, match.start("name"), match.start("name") + len(name), capital)


def _is_weak(running: RunningText, match: re.Match[str]) -> bool:
    """Tell whether a type that is a common noun too names a street: "bajada de San Francisco 6", not "banda de 4"."""
    telling = _FIRST_TELLING.match(match["name"])
    opens = telling is not None and running.is_upper(match.start("name") + telling.end())
    return opens and is_street_name(running, *match.span("name"), True)


def _first_capital(running: RunningText, start: int, end: int) -> int | None:
    """Return where the capitals before a Basque street word begin: "con casa en Gernika kalea"."""
    place = None
    for word in reversed(list(re.finditer(r"[^\W_]+", running.text[start:end]))):
        if not running.is_upper(start + word.start()):
            break
        place = start + word.start()
    return place


def _number_first(running: RunningText) -> Iterator[AddressShape]:
    for match in NUMBER_FIRST.finditer(running.text):
        if match["same"] and not match["name"]:
            yield AddressShape(
                match.start(), _stopless(running, match.end()), "number of a street told before", True, True
            )
        elif match["same"]:
            yield AddressShape(
                match.start(), _stopless(running, match.end("type")), "number of a street told before", True, True
            )
        elif match["name"] and is_street_name(running, match.start("name") + 1, match.end("name"), True):
            yield AddressShape(match.start(), match.end(), "number before street", True, True)


def _has_capital(running: RunningText, match: re.Match[str]) -> bool:
    return any(c.isupper() for c in running.raw[match.start("name") : match.end("name")])


def _stopless(running: RunningText, end: int) -> int:
    return end - 1 if running.text[end - 1] == "." else end


def _end(running: RunningText, match: re.Match[str]) -> int:
    """Return the end without trailing signs, and without a lower-case word taken for a door ("y", "a")."""
    text, end = running.text, match.end()
    while text[end - 1] in " ,-./–\n":
        end -= 1
    if text[end - 2] in " \n" and text[end - 1] in "aeoyu" and not running.is_upper(end - 1):
        end -= 2
        while text[end - 1] in " ,-./–\n":
            end -= 1
    return end


def is_street_name(running: RunningText, start: int, end: int, capital: bool) -> bool:
    """Tell whether the words may name a street: capitals but for particles, or a few words in lower case."""
    found = [(m.start() + start, m.group()) for m in re.finditer(r"[^\W_]+", running.text[start:end])]
    telling = [(place, word) for place, word in found if word not in PARTICLES]
    upper = [running.is_upper(place) or word[0].isdigit() for place, word in telling]
    if not telling or len(telling) > 6 or found[-1][1] in PARTICLES:
        return False
    if all(upper):
        return True
    if any(word in _STOP_WORDS and not up for (_, word), up in zip(telling, upper, strict=True)):
        return False
    if upper[0]:
        return upper.count(False) <= 1
    return len(telling) <= 3 and (any(upper) or not capital)

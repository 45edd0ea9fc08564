"""How far an address reaches beyond its shape: the article before it, the site beside a parcel, a floor alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.lexicons.openings import opened
from pipeline.recognise import address_shapes as shapes
from pipeline.recognise import street_types
from pipeline.recognise.address_shapes import AddressShape
from pipeline.recognise.place_names import name_at
from pipeline.recognise.running_text import RunningText

_ARTICLE = re.compile(
    r"(?:(?<![^\W_])(?:en|de|a|por|desde|hasta|hacia|y|con|para|sobre|es|entre)\s+"
    r"|[:(,]\s*)(?P<article>(?:el|la|los|las)\s+|l')\Z"
)
_SITE_WORD = r"(?:paraje|pago|partida|sitio|paratge|lugar)"
_SITE_AFTER = re.compile(
    rf"\s*(?:,\s*)?(?:(?:en\s+)?(?:el|la)\s+|al\s+)?{_SITE_WORD}\s+(?:conocido\s+(?:como|por)\s+)?(?:del\s+|de\s+)?[«\"]?"
)
_SITE_BEFORE = re.compile(
    rf"(?:(?:el\s+|la\s+)?(?P<word>{_SITE_WORD})\s+(?:de\s+"
    rf"|del\s+)?)?[«\"]?(?P<name>[^\W\d_][^,;:.()\n\x00]{{2,40}})[»\"]?\s*,\s*\Z"
)
_LONE_POLYGON = opened(r"(?<=,\s)pol(?:igono?|\.)\s*(?:n\.?\s?[ºo°]\s*)?\d{1,3}(?![\w/])")
_FLOOR_OF = opened(
    r"(?<![^\W_])(?:vecin[oa]s?|inquilin[oa]s?|propietari[oa]s?|duen[oa]s?|titular(?:es)?|piso"
    r"|puerta|vive[ns]?|viv(?:o|ia|ian)|resid[a-z]{1,3})"
    r"\s+(?:en\s+)?(?:del|el|de\s+la|la)\s+(?:piso\s+|puerta\s+|vivienda\s+)?"
    r"(?P<floor>(?:\d{1,2}\s?\.?\s?[ºª°o]|(?:bajo|primero|segundo|tercero|cuarto|quinto|sexto|septimo|octavo|atico))"
    r"(?:\s?[-,]?\s?(?:[a-h](?![\w'])|\d\s?\.?[ºª°](?!\w)|izquierda|izda\.?|derecha|dcha\.?|centro|interior|exterior)))"
)


_ESTATE_BEFORE = re.compile(
    rf"(?<![^\W_])(?:{street_types.pattern('estate')}\s*{shapes._NAME}|casa\s+parroquial)\s*,\s*\Z"
)


def with_estate(running: RunningText, start: int) -> int:
    """Return where an address begins with the estate told before its street: "Caserío Etxezuri, barrio Goikoa, 4"."""
    if running.text[start - 2 : start] != ", ":
        return start
    before = _ESTATE_BEFORE.search(running.text, max(0, start - 60), start)
    return before.start() if before else start


def with_article(running: RunningText, start: int) -> int:
    """Return where an address begins with the article that a preposition leaves to it: "en la calle Mayor, 3"."""
    before = _ARTICLE.search(running.text, max(0, start - 16), start)
    return before.start("article") if before else start


def with_site(running: RunningText, shape: AddressShape) -> tuple[int, int]:
    """Return the span of a parcel with the site named before or after it."""
    start, end = shape.start, shape.end
    after = _SITE_AFTER.match(running.text, end)
    named = name_at(running, after.end()) if after else None
    if named:
        end = named[1]
    return _site_start(running, start), end


def _site_start(running: RunningText, start: int) -> int:
    before = _SITE_BEFORE.search(running.text, max(0, start - 60), start)
    if before is None:
        return start
    if before["word"]:
        return before.start()
    for at in _capitals(running, *before.span("name")):
        named = name_at(running, at)
        if named and named[1] == before.end("name"):
            return at
    return start


def _capitals(running: RunningText, start: int, end: int) -> Iterator[int]:
    for word in re.finditer(r"[^\W\d_]+", running.text[start:end]):
        if running.is_upper(start + word.start()):
            yield start + word.start()


def find_beside(running: RunningText) -> Iterator[AddressShape]:
    """Yield a polygon told after a site's name ("Mas de la Vila, polígono 6") and a floor told of a neighbour."""
    for match in _LONE_POLYGON.finditer(running.text):
        start = _site_start(running, match.start())
        if start < match.start():
            yield AddressShape(start, match.end(), "site and polygon", True, True)
    for match in _FLOOR_OF.finditer(running.text):
        yield AddressShape(*match.span("floor"), "floor of a neighbour", True, True)


_UNTYPED = opened(
    r"(?<![^\W_])(?:(?P<home>domicilio|direccion|domiciliad[oa]|residente|reside|vive|empadronad[oa]|senas)"
    r"(?![^\W_])(?:\s+(?:\w+\s+){0,5}?)?\s*(?:en|:)|(?P<place>piso|casa|vivienda|local|bajo|inmueble"
    r"|finca|portal|oficina|despacho)"
    r"\s+(?:(?:sit[oa]|ubicad[oa])\s+en|en|de))\s+(?:la\s+|el\s+)?"
)
_UNTYPED_PLACE = re.compile(
    rf"(?P<name>{shapes._NAME})(?:\s*,\s*|\s+)(?P<number>{shapes._SIGN}\s*{shapes._FIGURE}|{shapes._FIGURE}(?!\s*"
    rf"(?:anos|euros|de\s))|{shapes._NO_NUMBER})(?P<extra>(?:{shapes._EXTRA}){{0,8}})"
)


def find_untyped(running: RunningText) -> Iterator[AddressShape]:
    """Yield what follows a home's cue without a street type: "domicilio en Los Fresnos 21, 3.º B"."""
    for cue in _UNTYPED.finditer(running.text):
        match = _UNTYPED_PLACE.match(running.text, cue.end(), cue.end() + 160)
        if match is None or not running.is_upper(match.start()):
            continue
        told = cue["home"] or match["extra"] or not match["number"].isdecimal()
        if told and shapes.is_street_name(running, *match.span("name"), True):
            yield AddressShape(match.start(), shapes._end(running, match), "place without street type", True, True)

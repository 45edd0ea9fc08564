"""Points on the ground: kilometres of a road, coordinates; they say where something happened to somebody."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.lexicons.openings import opened
from pipeline.recognise.place_names import name_at
from pipeline.recognise.running_text import RunningText

_ROAD_NAME = r"(?:[a-z]{1,3}-\d{1,4}[a-z]?(?!\d)|[a-z]{2}-[a-z]-\d{1,4})"
_KM = r"(?:p\.?\s?k\.?|km\.?s?|(?:punto\s+)?kilometr(?:o|ico))\s*(?::\s*)?\d{1,4}(?:[.,+]\d{1,3})?"
_ROAD = (
    rf"(?:(?:(?:la|el)\s+)?(?:carretera|autovia|autopista|ctra\.?|carretera\s+(?:nacional|comarcal"
    rf"|provincial|local))\s+)?{_ROAD_NAME}"
)
_POINT = opened(
    rf"(?<![\w/])(?:(?:el\s+)?{_KM}\s*(?:,\s*)?(?:(?:de|en)\s+)?{_ROAD}"
    rf"|{_ROAD}\s*(?:[,(]\s*)?(?:a\s+la\s+altura\s+del?\s+|en\s+el\s+)?"
    rf"{_KM})(?!\w)"
)
_CROSSING = re.compile(r"\s*,\s*(?:travesia|termino(?:\s+municipal)?|cruce|acceso)\s+de\s+")
# Decimal degrees want four places: fewer are a figure of a table.
_DEGREES = opened(
    r"(?<![\w.,\-])-?\d{1,2}\.\d{4,8}\s?[,;/]?\s{1,2}-?\d{1,3}\.\d{4,8}(?![\w.])"
    r"|(?<![\w.,])\d{1,2}\s?[º°]\s?\d{1,2}\s?['’′]\s?(?:\d{1,2}(?:[.,]\d+)?\s?(?:\"|''|’’"
    r"|″)\s?)?[ns]\s?[,;\-/]?\s{0,2}\d{1,3}"
    r"\s?[º°]\s?\d{1,2}\s?['’′]\s?(?:\d{1,2}(?:[.,]\d+)?\s?(?:\"|''|’’|″)\s?)?[eowl](?!\w)"
)
_UTM = opened(
    r"\bx\s*(?:[:=]\s*)?(?P<x>\d{6}(?:[.,]\d{1,3})?)\s*(?:[,;/\-]\s*)?"
    r"y\s*(?:[:=]\s*)?(?P<y>\d{7}(?:[.,]\d{1,3})?)(?!\d)"
)


def find_points(running: RunningText) -> Iterator[tuple[int, int, str]]:
    """Yield the span and the form of each point."""
    text = running.text
    for match in _POINT.finditer(text):
        end = match.end()
        crossing = _CROSSING.match(text, end)
        town = name_at(running, crossing.end()) if crossing else None
        yield match.start(), town[1] if town else end, "kilometre of a road"
    for match in _DEGREES.finditer(text):
        yield *match.span(), "coordinates"
    for match in _UTM.finditer(text):
        yield *match.span("x"), "coordinates"
        yield *match.span("y"), "coordinates"

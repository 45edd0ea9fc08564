"""Dates that leave something out: a season, a feast, a month, a weekday, a day; months in Roman numerals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pipeline.lexicons import lines
from pipeline.lexicons.openings import opened
from pipeline.recognise import spanish_numbers as numbers
from pipeline.recognise.date_shapes import DE, FULL, YEAR, DateShape
from pipeline.recognise.running_text import RunningText


def _any(lexicon: str) -> str:
    return "|".join(lines(lexicon))


WEEKDAY = rf"(?:{_any('weekdays.txt')})"
_LONG_WEEKDAY = "|".join(word for word in lines("weekdays.txt") if len(word) > 4)
_MONTHS = "|".join(sorted(FULL, key=len, reverse=True))
_END = r"(?![^\W_])"
_SEASON = opened(
    rf"(?<![^\W_])(?:(?:el|la|los)\s+)?(?:{_any('date_seasons.txt')}){_END}\s+(?:(?:del?\s+(?:ano\s+)?|')(?P<year>{YEAR}|\d\d(?!\d))|(?P<year2>(?:19|20)\d\d(?![\w/%]|[.,]\d)))"
)
_FEAST = opened(
    rf"(?<![^\W_])(?:dia|noche|vispera)\s+de\s+(?:{_any('date_feasts.txt')}){_END}(?:\s+{DE}\s+(?P<year>{YEAR}))?"
)
_MONTH_ALONE = opened(
    rf"(?<![^\W_])(?:desde|en|hasta|de|a)\s+(?:(?:el\s+mes|(?:primeros|mediados|finales|principios))\s+de\s+)?"
    rf"(?P<month>{_MONTHS}){_END}(?!\s+(?:{DE}\s+)?\d|\s+(?:y|a|o)\s+[a-z]+\s+{DE})"
)
_WEEKDAY_ALONE = opened(
    rf"(?<![^\W_])(?:el|del|al|este|pasado|proximo)\s+(?P<said>(?:{_LONG_WEEKDAY})(?:\s*(?:,\s*)?(?:dia\s+)?(?P<day>\d{{1,2}}))?)"
    rf"{_END}(?!\s+(?:a|y|o)\s+(?:{_LONG_WEEKDAY}))(?!\s*(?:,\s*)?\d|(?:\s*,)?\s+(?:dia\s+)?(?:\w+\s+)?{DE}\s"
    rf"|\s+(?:de\s+)?cada\b|[.,/:-]\d)"
)
_DAY_ALONE = opened(
    r"(?<![^\W_])(?:el|del|al|para\s+el)\s+(?:pasado\s+|proximo\s+)?(?P<said>dia\s+(?P<day>\d{1,2}))"
    rf"(?![\w/]|[.,:-]\d|\s*[-/]\s*\d|(?:\s*,)?\s+(?:{DE}|del)\s|\s+(?:y|al|o)\s+\d)"
)
_DAY_MONTH = opened(
    r"(?<![^\W_])(?:el|fecha|dia|desde|hasta|de)\s+(?:el\s+)?(?P<d>\d{1,2})/(?P<m>\d{1,2})(?![\w/]"
    r"|[.,]\d|\s*(?:de|partes?)\b)"
)
_ROMAN_MONTH = opened(
    r"(?<![\w/\-.])(?:(?P<d>\d{1,2})(?P<s>[-/.])(?P<m>x?(?:iv|v?i{0,3}|ix)"
    r"|xi{0,2})(?P=s)(?P<y>(?:1[5-9]|2[01])\d\d|\d\d)"
    r"|(?P<y2>(?:1[5-9]|2[01])\d\d)(?P<s2>[-/.])(?P<m2>x?(?:iv|v?i{0,3}|ix)|xi{0,2})(?P=s2)(?P<d2>\d{1,2}))(?![\w/\-])"
)
_PART = r"(?:principios|mediados|finales|primeros|comienzos|fines|inicios)"
_PART_OF_YEAR = opened(
    rf"(?<![^\W_]){_PART}\s+del?\s+(?:ano\s+)?(?:de\s+)?(?P<year>{YEAR}){_END}(?!\s+(?:euros"
    rf"|habitantes))"
)
_RELATIVE = opened(
    rf"(?<![^\W_])(?:(?P<month>{_MONTHS})|(?:(?:el"
    rf"|la)\s+)?(?:{_any('date_seasons.txt')}))\s+(?:del?\s+(?:ano\s+(?:pasado|anterior"
    rf"|siguiente)|pasado\s+ano|(?:ese|aquel|este|el)\s+(?:mismo\s+)?ano)|pasad[oa]s?|anterior|siguiente){_END}"
)
_HOLY = opened(
    rf"(?<![^\W_])(?:{WEEKDAY}\s+(?:santo|de\s+(?:pascua|gloria|resurreccion|ramos|ceniza|carnaval|dolores))"
    rf"|(?:(?<=por )|(?<=para ))(?:{_any('date_saints.txt')})){_END}(?!\s+(?:obrero|artesano|mayor"
    rf"|el)\b)(?:\s+{DE}\s+(?:ano\s+)?(?P<year>{YEAR}))?"
)
# "el dos de los corrientes": of the month in which it is written
_CURRENT = opened(
    rf"(?<![^\W_])(?:el|los|dia|dias|del|al|fecha)\s+(?P<said>(?P<day>\d{{1,2}}"
    rf"|{numbers.DAY})\s+(?:de\s+los\s+corrientes"
    rf"|del?\s+(?:corriente|actual|presente|pasado|proximo)(?:\s+mes)?|del\s+mes\s+(?:en\s+curso"
    rf"|actual|corriente|pasado))){_END}"
    rf"(?!\s+(?:{_MONTHS}|[a-z]+s{_END}))"
)
_LAST_DAY = 31
_DAY_BEFORE = re.compile(rf"(?<![^\W_])(?:\d{{1,2}}|{numbers.DAY})\s*\.?[ºª°oa]?\s*\Z")
_WEEKDAY_BEFORE = re.compile(rf"(?<![^\W_]){WEEKDAY}\.?(?:\s*,)?\s+(?:dia\s+)?\Z")
_PART_BEFORE = re.compile(rf"(?<![^\W_])(?:{_PART}|(?:fin|princ|med)\.|[12]\.?[ªa]\s+quincena)\s+(?:de\s+)?\Z")


def find_partials(running: RunningText) -> Iterator[DateShape]:
    """Yield the dates told in part; whose they are isn't weighed here."""
    text = running.text
    for match in _ROMAN_MONTH.finditer(text):
        month = numbers.roman(match["m"] or match["m2"])
        if month:
            year, day = match["y"] or match["y2"], match["d"] or match["d2"]
            full = int(year) if len(year) == 4 else 1900 + int(year)
            yield DateShape(*match.span(), full, month, int(day), "date with a Roman month")
    for pattern, form in ((_SEASON, "season"), (_FEAST, "feast")):
        for match in pattern.finditer(text):
            year = match["year"] or (match["year2"] if form == "season" else None)
            yield DateShape(*match.span(), _year(year), 0, None, form)
    yield from _told_loosely(text)
    for match in _MONTH_ALONE.finditer(text):
        if match[0].startswith("de ") and _DAY_BEFORE.search(text, max(0, match.start() - 25), match.start()):
            continue  # the month of a street or a hospital
        yield DateShape(*match.span("month"), None, FULL[match["month"]], None, "month")
    for pattern, form in ((_WEEKDAY_ALONE, "weekday"), (_DAY_ALONE, "day")):
        for match in pattern.finditer(text):
            day = match["day"]
            if day is None or int(day) <= _LAST_DAY:  # "el día 35" counts the days of a stay
                yield DateShape(*match.span("said"), None, 0, int(day) if day else None, form)
    yield from _day_months(text)


def _told_loosely(text: str) -> Iterator[DateShape]:
    """Yield parts of a year, months and seasons told from now, movable feasts, days of the current month."""
    for match in _PART_OF_YEAR.finditer(text):
        yield DateShape(*match.span(), _year(match["year"]), 0, None, "part of a year")
    for match in _RELATIVE.finditer(text):
        yield DateShape(*match.span(), None, FULL.get(match["month"] or "", 0), None, "season")
    for match in _HOLY.finditer(text):
        yield DateShape(*match.span(), _year(match["year"]), 0, None, "feast")
    for match in _CURRENT.finditer(text):
        yield DateShape(*match.span("said"), None, 0, numbers.value(match["day"]), "day")


def _year(written: str | None) -> int | None:
    value = numbers.value(written) if written else None
    return value + 1900 if value is not None and value < 100 else value


def _day_months(text: str) -> Iterator[DateShape]:
    for match in _DAY_MONTH.finditer(text):
        day, month = int(match["d"]), int(match["m"])
        # "de 1/2" is a fraction; a day and a month after "de" are written in full
        if 1 <= month <= 12 and 1 <= day <= 31 and (len(match["m"]) == 2 or not match[0].startswith("de ")):
            yield DateShape(match.start("d"), match.end(), None, month, day, "numeric day and month")


def with_weekday(running: RunningText, shape: DateShape) -> DateShape:
    """Let a date begin at the weekday or the part of a month before it: "sábado 10 de febrero", "finales de mayo"."""
    before = _WEEKDAY_BEFORE.search(running.text, max(0, shape.start - 20), shape.start)
    if before is None and shape.day is None:
        before = _PART_BEFORE.search(running.text, max(0, shape.start - 24), shape.start)
    return replace(shape, start=before.start()) if before else shape

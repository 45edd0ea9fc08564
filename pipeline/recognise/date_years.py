"""Years of a life ("vive aquí desde 2008", "hasta el 71"), and dates set in the boxes of a form."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.lexicons import lines
from pipeline.lexicons.openings import opened
from pipeline.recognise import spanish_numbers as numbers
from pipeline.recognise.date_shapes import BASQUE, DAY, FULL, SHORT, YEAR, DateShape
from pipeline.recognise.running_text import RunningText

_MONTHS = "|".join(sorted(FULL, key=len, reverse=True))
_SHORT = "|".join(sorted(SHORT, key=len, reverse=True))
_BASQUE = "|".join(sorted(BASQUE, key=len, reverse=True))
_PUBLIC = "|".join(lines("since_public.txt"))
_CLOSES = r"(?=\s*(?:[,.;:)»\"\n\x00|]|\Z)|\s+(?:al?|hasta|y|con|en|por|que|mi|su|el|la|de|como|sin|no|se)\b)"
_WORDED = rf"(?:{numbers.BELOW_HUNDRED})"
# "desde 2008", "desde el 94", "desde: 1963", "antes del cuarenta y cinco", "desde los 80"
_SINCE = opened(
    rf"\bdesde(?:\s*:)?\s+[«\"]?(?:el\s+(?:ano\s+)?)?(?P<y>(?:19|20)\d\d)(?![\w/\-%]|[.,]\d)"
    rf"|\b(?:desde|hasta)\s+el\s+(?:ano\s+)?'?(?P<y2>\d\d)(?![\w/\-%º°:]|[.,]\d|\s+(?:%|por\b)){_CLOSES}"
    rf"|\bdesde\s+los\s+(?P<y3>[2-9]0)(?![\w/\-%º°]|[.,]\d|\s+(?:anos|dias|euros))"
    rf"|\b(?:antes\s+del|desde\s+el|hasta\s+el|despues\s+del|en\s+el)\s+(?:ano\s+)?(?P<y4>{_WORDED}){_CLOSES}"
)
# "fueron del 56 al 71", "de 1979 a 1987"
_FROM_TO = opened(
    r"\bdel?\s+(?:ano\s+)?'?(?P<y>(?:19|20)\d\d|[2-9]\d)\s+al?\s+(?:ano\s+)?'?(?P<y2>(?:19|20)\d\d|\d\d)"
    r"(?![\w/\-%º°:]|[.,]\d|\s+(?:anos|dias|meses|horas|euros|km|de\b|metros|plazas|personas|puntos))"
)
# "agosto del 38", "mayo/24", "fin. oct. 23": a month and a year of two figures
_MONTH_SHORT_YEAR = opened(
    rf"(?<![^\W\d_])(?:(?P<m>{_MONTHS})(?:\s+del\s+|\s*/\s*|\s+')(?P<y>\d\d)"
    rf"|(?P<m2>{_SHORT})\.?(?:\s+|[/\-])(?P<y2>(?:19|20)?\d\d))(?![\w/\-%:]|[.,]\d|\s+(?:anos|dias|euros|de\b|horas))"
)
_MONTH_WORDED = opened(rf"(?<![^\W\d_])(?P<m>{_MONTHS})\s+del\s+(?P<y>{_WORDED})(?![^\W_])")
_BASQUE_DAY = opened(
    rf"(?<![^\W\d_])(?P<m>{_BASQUE})(?:ren|aren)\s+(?P<d>\d{{1,2}})(?:ean|etik|era|eko|ko|an|tik|ra|n|a)?(?![\w/])"
)
# "Día 09  Mes 12  Año 1941", "Día VEINTIDÓS Mes JUNIO Año DOS MIL TRECE"
_FIELDS = opened(
    rf"\bdia(?:\s*:)?\s+(?P<d>\d{{1,2}}|{DAY})\s+mes(?:\s*:)?\s+(?P<m>\d{{1,2}}|{_MONTHS})\s+ano(?:\s*:)?\s+(?P<y>{YEAR})(?![\w/])"
)
_BOX = r"\s?[|\]]\s?\[?\s?"
_BOXES = opened(
    rf"(?<![\w/|])(?P<d>\d\d){_BOX}(?P<m>[01]\d){_BOX}(?P<y>(?:19|20)\d\d)(?![\w/])"
    rf"|(?<![\w/|])(?P<d2>[0-3]\|\d)\|(?P<m2>[01]\|\d)\|(?P<y2>[12]\|[09]\|\d\|\d)(?![\w/|])"
)
_ABOUT_PUBLIC = re.compile(rf"(?<![^\W_])(?:{_PUBLIC})(?![^\W_])")
_CLAUSE = re.compile(r"[.;:\x00]\s|\n")
_BEFORE, _AFTER = 60, 30


def find_years(running: RunningText) -> Iterator[DateShape]:
    """Yield the years that tell since when or until when somebody did something; those of rules and works don't."""
    text = running.text
    for match in _SINCE.finditer(text):
        group = next(name for name in ("y", "y2", "y3", "y4") if match[name])
        if not is_public(text, match.start(), match.end()):
            yield _year(match.start(group), match.end(group), match[group], "year of a life")
    for match in _FROM_TO.finditer(text):
        if len(match["y"]) == len(match["y2"]) and not is_public(text, match.start(), match.end()):
            yield _year(*match.span("y"), match["y"], "year of a life")
            yield _year(*match.span("y2"), match["y2"], "year of a life")


def find_boxed(running: RunningText) -> Iterator[DateShape]:
    """Yield dates in boxes and fields, months with a short year, and Basque days without a year."""
    text = running.text
    for match in _FIELDS.finditer(text):
        month = FULL.get(match["m"]) or int(match["m"])
        year = numbers.value(match["y"])
        yield DateShape(match.start("d"), match.end(), year, month, numbers.value(match["d"]), "date in fields")
    for match in _BOXES.finditer(text):
        day, month, year = (int((match[name] or match[f"{name}2"]).replace("|", "")) for name in ("d", "m", "y"))
        yield DateShape(*match.span(), year, month, day, "date in boxes")
    for match in _MONTH_SHORT_YEAR.finditer(text):
        month = FULL[match["m"]] if match["m"] else SHORT[match["m2"]]
        yield DateShape(*match.span(), _full(match["y"] or match["y2"]), month, None, "month", 0.02)
    for match in _MONTH_WORDED.finditer(text):
        yield DateShape(*match.span(), _full(match["y"]), FULL[match["m"]], None, "month", 0.02)
    for match in _BASQUE_DAY.finditer(text):
        yield DateShape(*match.span(), None, BASQUE[match["m"]], int(match["d"]), "Basque date")


def _year(start: int, end: int, written: str, form: str) -> DateShape:
    return DateShape(start, end, _full(written), 0, None, form)


def _full(written: str) -> int | None:
    value = numbers.value(written)
    return value + (2000 if value < 30 else 1900) if value is not None and value < 100 else value


def is_public(text: str, start: int, end: int) -> bool:
    """Tell whether the clause speaks of a rule, a tax or a building rather than of somebody."""
    floor = max(0, start - _BEFORE)
    cuts = list(_CLAUSE.finditer(text, floor, start))
    floor = cuts[-1].end() if cuts else floor
    stop = _CLAUSE.search(text, end, end + _AFTER)
    ceiling = stop.start() if stop else end + _AFTER
    return _ABOUT_PUBLIC.search(text, floor, ceiling) is not None

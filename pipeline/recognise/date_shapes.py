"""The shapes of a date in running text, without a view on whose it is."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pipeline.lexicons import lines, rows
from pipeline.lexicons.openings import opened
from pipeline.recognise import spanish_numbers as numbers
from pipeline.recognise.running_text import RunningText
from pipeline.recognise.street_types import TYPE


@dataclass(frozen=True, slots=True, order=True)
class DateShape:
    """A date as found: place, what is known of it, its form; `weakness` lowers a score that no cue bears out."""

    start: int
    end: int
    year: int | None
    month: int
    day: int | None
    form: str
    weakness: float = 0.0
    birth: bool = False

    @property
    def valid(self) -> bool:
        """Whether the calendar knows the date (29 February is granted where the year isn't told)."""
        if not 0 <= self.month <= 12 or (self.year is not None and not 1500 <= self.year <= 2199):
            return False
        if self.day is None:
            return True
        if self.form in ("day", "weekday"):
            return 1 <= self.day <= 31
        return self.month > 0 and 1 <= self.day <= calendar.monthrange(self.year or 2000, self.month)[1]

    @property
    def iso(self) -> str:
        """The date in ISO 8601: 2019-04-03, 2019-04, --04-03, 1967."""
        year = "-" if self.year is None else f"{self.year:04d}"
        month = f"-{self.month:02d}" if self.month else ""
        return f"{year}{month}" + (f"-{self.day:02d}" if self.day is not None else "")


def _months(*kinds: str) -> dict[str, int]:
    return {form: int(month) for form, month, kind in rows("months.tsv") if kind in kinds}


FULL, SHORT, BASQUE = _months("full"), _months("abbreviated"), _months("basque")


def _any(words: dict[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_WORD_END = r"(?![^\W_])"
DE = r"(?:del|de|d')"
DAY = rf"(?:\d{{1,2}}|{numbers.DAY}|[ivx]{{1,6}}(?=\s))"
YEAR = rf"(?:(?:1[5-9]|2[01])\d\d(?!\d)|[12]\.\d{{3}}(?!\d)|{numbers.YEAR}|m[dclxvim]{{1,9}}{_WORD_END})"
YEAR_AFTER = rf"\s*(?:,\s*)?(?:{DE}\s*)?(?:(?:el\s+|l')?(?:ano|any)\s+|,\s*)?(?:de\s+)?"

_MONTH = opened(rf"(?<![^\W\d_])(?:(?P<full>{_any(FULL)})|(?P<short>{_any(SHORT)})\b\.?){_WORD_END}")
_DAY_BEFORE = re.compile(
    rf"(?<![\w/,.\-])(?P<day>{DAY})(?:\s?\.?[ºª°]|\.[oa]\b|er\b|o\b|[rnt]\b)?"
    rf"(?:\s*[-/.]\s*|\s+(?:dias?\s+)?(?:{DE}\s*)?(?:mes\s+de\s+)?|(?=\Z))\Z"
)
_YEAR_AFTER = re.compile(rf"(?:{YEAR_AFTER}|\s*[-/.]\s*)(?P<year>{YEAR})")
_SHORT_YEAR = re.compile(
    r"(?:\s+del?\s+|\s*[-/.]\s*|\s+')(?P<year>\d\d)(?![\d/:%])(?!\s*(?:horas?|h|euros?|anos|dias)\b)(?![.,]\d)"
)
_SHORT_YEAR_SPACED = re.compile(r"\s(?P<year>\d\d)(?![\w/:%]|[.,]\d)")
_OPENING = re.compile(
    r"(?:\b(?:del?|dias?|el|los|entre|desde|a|en|y)\s+(?:el\s+|los\s+)?(?:dias?\s+)?|[(,;:\n\x00]\s*|\A)\Z"
)
_EARLIER = re.compile(
    rf"(?<![\w/,.\-])(?P<day>\d{{1,2}}|{numbers.DAY})(?:\s*,\s*|\s+(?:al?|y|e|o|u|hasta(?:\s+el)?)\s+(?:el\s+)?"
    rf"(?:dia\s+)?|\s?-\s?)\Z"
)
_LATER_YEAR = re.compile(
    rf"(?:\s*(?:,|y|e|al?|o|hasta|-)\s*(?:el\s+)?(?:dia\s+)?(?:de\s+)?(?:{DAY}\s+{DE}\s*)?(?:{_any(FULL)})"
    rf"{_WORD_END}){{1,5}}"
    rf"\s+{DE}\s+(?:ano\s+)?(?P<year>{YEAR})"
)
_NUMERIC = opened(
    r"(?<![\w/\-])(?<!\d[.,:])(?:(?P<d>\d{1,2})\s?(?P<s>[/.\-])\s?(?P<m>\d{1,2})\s?(?P=s)\s?(?P<y>\d{4}|\d\d)"
    r"|(?P<y2>(?:1[5-9]|2[01])\d\d)(?P<s2>[/.\-])(?P<m2>\d{1,2})(?P=s2)(?P<d2>\d{1,2}))(?![\d/\-]|[.,:]\d|[^\W\dt_])"
)
_SPACED = opened(
    r"(?<![\d/.,\-] )(?<![\w/\-.,])(?P<d>\d\d)\s(?:de\s)?(?P<m>[01]\d)\s(?:de\s)?(?P<y>(?:19|20)\d\d)(?!\s?[\d/\-])\b"
)
# "19ENE1967", as machines print it
_GLUED = opened(rf"(?<![\w/])(?P<d>\d{{1,2}})(?P<m>{_any(SHORT)}|{_any(FULL)})(?P<y>(?:19|20)\d\d|\d\d)(?![\w/])")
_MONTH_YEAR = opened(
    r"(?:\b(?:desde|hasta|mes|mes\s+de|periodo|en)\s+)(?P<m>0?[1-9]|1[0-2])[/\-](?P<y>(?:19|20)\d\d)(?![\w/\-])"
    r"|\bcad(?:ucidad|uca|\.)?\s*(?::\s*)?(?P<m2>0?[1-9]|1[0-2])/(?P<y2>(?:20)?\d\d)(?![\w/\-])"
)
_BASQUE = opened(
    rf"(?<!\w)(?P<y>\d{{4}})(?:e?ko)\s+(?P<m>{_any(BASQUE)})(?:ren|aren)?\s+(?P<d>\d{{1,2}})(?:ean|an|a)?\b"
)
_BIRTH_YEAR = opened(
    r"\b(?:naci(?:do|da|o|dos|das)\s+(?:[^\W\d_]+\s+){0,5}?(?:en|hacia)\s+(?:el\s+)?(?:ano\s+)?(?:de\s+)?"
    r"|ano\s+de\s+nacimiento\s*(?::\s*)?|(?:f(?:echa|ec)?\.?\s*(?:de\s+)?)nac(?:imiento|im"
    r"|to)?\.?\s*[:.]+\s*)(?P<y>(?:18|19|20)\d\d)(?![\w/\-]|[.,]\d)"
)
_SAID = re.compile(r"\b(?:el|dia|fecha:?|desde|hasta|con\s+fecha)\s+\Z")
_YEAR_ALONE = opened(
    r"(?:\b(?:en|desde|hasta|hacia|ano|entre|de|y)\s+(?:el\s+)?(?:ano\s+)?|\()(?P<y>(?:19"
    r"|20)\d\d)(?![\w/\-%]|[.,]\d|\s+"
    r"(?:euros|habitantes|personas|metros))|\ben\s+el\s+(?P<y2>[3-9]\d)(?![\w/\-%º°]|[.,]\d|\s+(?:por|euros|de))"
)
_NAMED = re.compile(
    rf"(?<!\w)(?:{TYPE}|(?:{'|'.join(re.escape(w) for w in lines('place_heads_before_dates.txt'))})\b)\s*(?:de\s+"
    rf"|del\s+)?(?:dia\s+)?\Z"
)


# A reader of scans takes 1 for l or I and 0 for O: "2l de enero de l941", "O7/O3/2024".
_MISREAD = opened(r"(?<![^\W_])(?=[OlI\d]*\d)(?=\d*[OlI])[OlI\d]{2,4}(?![^\W_])")
_READ = str.maketrans("OlI", "011")


def legible(running: RunningText) -> RunningText:
    """Return the running text with the letters that stand for figures put right, of the same length."""
    parts, done = [], 0
    for match in _MISREAD.finditer(running.raw, twin=running.text):
        parts += [running.text[done : match.start()], match.group().translate(_READ)]
        done = match.end()
    return replace(running, text="".join(parts) + running.text[done:]) if parts else running


def find_shapes(running: RunningText) -> Iterator[DateShape]:
    """Yield the dates of a running text in order; where two overlap, the one that starts first and is longest."""
    found = sorted(
        (*_written(running), *_numeric(running), *_others(running.text)), key=lambda s: (s.start, -s.end, not s.birth)
    )
    last_end = 0
    for shape in found:
        if shape.start >= last_end:
            yield shape
            last_end = shape.end


def _written(running: RunningText) -> Iterator[DateShape]:
    for match in _MONTH.finditer(running.text):
        month = FULL[match["full"]] if match["full"] else SHORT[match["short"]]
        shape = _around(running, match, month)
        if shape is None:
            continue
        yield shape
        if shape.day is not None:
            yield from _earlier_days(running.text, shape)


def _around(running: RunningText, month: re.Match[str], number: int) -> DateShape | None:
    """Look for the day before a month and the year after it."""
    text = running.text
    before = _DAY_BEFORE.search(text, max(0, month.start() - 45), month.start())
    if before and before["day"].isalpha() and numbers.number(before["day"]) is None:
        before = before if running.is_upper(before.start()) else None  # a Roman numeral is written in capitals
    after = _YEAR_AFTER.match(text, month.end())
    if after is None and (before or running.text[month.end() : month.end() + 1] == "-"):
        after = _SHORT_YEAR.match(text, month.end())
    if after is None and before and month["short"]:
        after = _SHORT_YEAR_SPACED.match(text, month.end())
    later = None if after else _LATER_YEAR.match(text, month.end())
    year = _year((after or later)["year"]) if after or later else None  # type: ignore[index]
    if (not before and year is None) or (month["short"] and not (before and after)):
        return None
    if before and not after and _NAMED.search(text, max(0, before.start() - 40), before.start()):
        return None
    day = numbers.value(before["day"]) if before else None
    end = after.end() if after else month.end()
    form = "written date" if before and after else "written day and month" if before else "written month"
    return DateShape(before.start() if before else month.start(), end, year, number, day, form, 0.0 if before else 0.02)


def _year(written: str) -> int | None:
    year = numbers.value(written.strip("'"))
    if year is not None and year < 100:
        return year + (1900 if year > 40 else 2000)
    return year


def _earlier_days(text: str, shape: DateShape) -> Iterator[DateShape]:
    """Yield the days that share the month of a date: the 3 of "del 3 al 5 de mayo"."""
    start = shape.start
    found: list[DateShape] = []
    while match := _EARLIER.search(text, max(0, start - 40), start):
        day = numbers.value(match["day"])
        if day is None or not 1 <= day <= 31 or len(found) == 8:
            return
        found.append(replace(shape, start=match.start(), end=match.end("day"), day=day, form="day of a range"))
        start = match.start()
    if found and _OPENING.search(text, max(0, start - 20), start):
        yield from found


def _numeric(running: RunningText) -> Iterator[DateShape]:
    for match in _GLUED.finditer(running.text):
        month = (SHORT | FULL)[match["m"]]
        yield DateShape(*match.span(), _year(match["y"]), month, int(match["d"]), "numeric date")
    for match in _NUMERIC.finditer(running.text):
        if match["y2"]:
            yield DateShape(*match.span(), int(match["y2"]), int(match["m2"]), int(match["d2"]), "numeric date")
            continue
        year, day, month = match["y"], int(match["d"]), int(match["m"])
        # "53.1.15" may number a section
        weak = (
            0.0
            if len(year) == 4
            or match["s"] == "/"
            or (match["s"] == "-" and len(match["d"]) == len(match["m"]) == 2)
            or _SAID.search(running.text, max(0, match.start() - 12), match.start())
            else 0.17
        )
        yield DateShape(*match.span(), _year(year) if len(year) == 2 else int(year), month, day, "numeric date", weak)


def _others(text: str) -> Iterator[DateShape]:
    for match in _SPACED.finditer(text):
        said = _SAID.search(text, max(0, match.start() - 12), match.start())
        weak = 0.0 if said else 0.15
        yield DateShape(*match.span(), int(match["y"]), int(match["m"]), int(match["d"]), "spaced date", weak)
    for match in _MONTH_YEAR.finditer(text):
        n = "2" if match["m2"] else ""
        year, month = _year(match["y" + n]), int(match["m" + n])
        yield DateShape(match.start("m" + n), match.end(), year, month, None, "numeric month", 0.0 if n else 0.2)
    for match in _BASQUE.finditer(text):
        yield DateShape(*match.span(), int(match["y"]), BASQUE[match["m"]], int(match["d"]), "Basque date")
    for match in _YEAR_ALONE.finditer(text):
        n = "y" if match["y"] else "y2"
        yield DateShape(match.start(n), match.end(), _year(match[n]), 0, None, "year", weakness=1.0)
    for match in _BIRTH_YEAR.finditer(text):
        yield DateShape(match.start("y"), match.end(), int(match["y"]), 0, None, "year", birth=True)

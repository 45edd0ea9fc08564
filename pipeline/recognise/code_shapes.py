"""Codes by their shape: runs of letters, digits and signs that hold figures, ranked by how little else they can be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from pipeline.lexicons import rows, words

_INSIDE = frozenset("0123456789abcdefghijklmnopqrstuvwxyzñ_-/.:")
_SIGNS = "_-/.:"
_RUN = re.compile(r"\d[0-9a-zñ_\-/.:]*")
# Parts of a longer run of another kind: a web or mail address, a mask, a decimal.
_GLUED_BEFORE, _GLUED_AFTER = frozenset("@=&?%*•●#€$+~,\\^"), frozenset("@*•●=%ºª°€$")
_GROUP = re.compile(r"[ ](?:\d{1,10}[a-z]?|[a-z]\d{1,6}|\d{4,8}-[0-9a-z])(?![0-9a-z/*%€º]|[.,:\-]\d)")
_OF_YEAR = re.compile(r"[ ]/[ ]\d{2,4}(?![0-9/])")
_SPACED_DATE = re.compile(r"\d{1,2} \d{1,2} (?:\d{4}|\d\d)")
_UNIT = re.compile(
    r"(?:\s+a\s+\d[\d.,]{0,11})?\s*(?:[%€$‰°ºª×]|euros?\b|eur\b|pesetas|ptas?\b|pts\b|centimos|millones|mil\b|habitantes|paginas|folios|hojas|dias"
    r"|meses|anos|minutos|min\b|horas|h\b|segundos|personas|vecinos|votos|socios|hectareas|has?\b|areas|m2|m²|m3|m³|m\b"
    r"|metros|km/?h?\b|kms?\b|mm\b|mmhg|mm[²³]|cm|kg|kilos|g/?\b|gr\b|gramos|toneladas|tn\b|mg|mcg|µg|μg|ng|ml|dl|u/?i?/|ui\b"
    r"|mu?i/|meq|mmol|litros|l\b|kwh?|kva|mwh?|hz|v\b|w\b|db|dba\b|ppm|x\b|veces|ejemplares|caracteres|plazas|viviendas|copias|celulas"
    r"|cel/|leucocitos|plaquetas|hematies|lx\b|bytes|kb|mb|gb)"
)
_DATE = re.compile(
    r"\d{1,2}([/.\-])\d{1,2}\1(?:\d{4}|\d\d)|(?:1[5-9]|2[01])\d\d([/.\-])\d{1,2}\2\d{1,2}(?:t\d\d.*)?"
    rf"|\d{{1,2}}[/\-.](?:{'|'.join(form for form, _, _ in rows('months.tsv'))}|[ivx]{{1,4}})[/\-.](?:\d{{4}}|\d\d)"
)
_TIME = re.compile(r"\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?h?")
_YEARS = re.compile(r"(?:1[5-9]\d|20[0-3])\d(?:[/\-](?:(?:1[5-9]|20)\d\d|\d\d))*")
_SPELLED_DAY = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+")
# As acts and rulings are numbered: "1147/2019".
_ACT = re.compile(r"\d{1,5}[/\-](?:(?:19|20)\d\d|\d\d)|(?:19|20)\d\d[/\-]\d{1,4}")
_FILE_NAME = re.compile(r".*\.(?:pdf|docx?|xlsx?|odt|jpe?g|png|zip|txt|csv|xml|eml|tiff?|rtf)")
_MEASURE = re.compile(
    r"\d+(?:[.:]\d+)?[a-z]{1,3}(?:/[0-9a-z]{1,4})?|\d+x\d+.*|(?:\d{1,4}[/\-]){1,}\d{1,4}h?|\d/\d{1,3}(?:\.\d{3})+"
)


# The cents of an amount, misread ones too: "l.O8O,OO".
_CENTS = re.compile(r",(?:\d|[ol]{2}(?![a-z]))")
# No count or amount is written so: "0417", "00417".
_LEADING_ZERO = re.compile(r"0\d{3,}")
_POSTCODE = 5


class Rank(IntEnum):
    """How sure a run is a code by its shape alone."""

    NONE = 0
    WEAK = 1
    MEDIUM = 2
    STRONG = 3


@dataclass(frozen=True, slots=True)
class Code:
    """A run that may be a code: its place in the running text, its rank and how many figures it has.

    `whole` is the end with the groups that follow it, `total` their figures too, `signs` its figures and capitals;
    `bare` holds where nothing but its shape may speak for it, `opening` is then where the short groups before it begin.
    """

    start: int
    end: int
    rank: Rank
    figures: int
    bare: bool
    whole: int
    total: int
    signs: int = 0
    opening: int = 0


def codes(text: str, raw: str) -> Iterator[Code]:
    """Yield the runs with figures of a folded text, the ones that are dates, hours or amounts left out."""
    reached = 0
    for run in _RUN.finditer(text):
        if run.start() < reached:
            continue
        spaced = _SPACED.match(text, run.start())
        if spaced and not text[max(0, run.start() - 2) : run.start()].rstrip().isdigit():
            reached = spaced.end()
            count = spaced.group().count(" ") + 1
            rank = Rank.STRONG if count >= _GROUPED else Rank.WEAK
            yield Code(*spaced.span(), rank, count, False, spaced.end(), count, count, spaced.start())
            continue
        start, end = _edges(text, run.start(), run.end(), reached)
        reached = run.end()
        if start >= end or _is_glued(text, start, end):
            continue
        if text[start:end].isdigit() and (year := _OF_YEAR.match(text, end)):
            end = year.end()
        code = text[start:end].replace(" ", "")
        whole = _whole(text, start, end)
        total = sum(map(str.isdigit, text[start:whole]))
        rank = rank_of(code, raw[start:end].replace(" ", ""))
        if (not rank or _is_figure(text, code, end)) and total >= _GROUPED and whole > end:
            yield Code(start, end, Rank.NONE, 0, False, whole, total)
        elif rank and not _is_figure(text, code, end):
            figures = sum(map(str.isdigit, code))
            bare = rank is Rank.STRONG and _may_stand_alone(text, code, end)
            signs = sum(map(str.isalnum, code)) if raw[start:end].isupper() else figures
            opening = _opening(text, start) if bare else start
            yield Code(start, end, rank, figures, bare, whole, total, signs, opening)


# Figures written one by one: "2 0 7", "4 8 1 7 7 3".
_SPACED = re.compile(r"\d(?:[ ]\d){2,19}(?![0-9a-z/]|[.,:]\d|[ ]?[%€]|[ ]\d)")
_OPENING = re.compile(r"(?<![\w.,/:\-])(?:\d{2,4}[ ]){1,3}\Z")


def _opening(text: str, start: int) -> int:
    """Return where the short groups right before a long one begin: "15 23 099441720"."""
    found = _OPENING.search(text, max(0, start - 16), start) if text[start - 1 : start] == " " else None
    return found.start() if found and found.group().count(" ") > 1 else start


def _edges(text: str, start: int, end: int, floor: int) -> tuple[int, int]:
    while start > floor and text[start - 1] in _INSIDE:
        start -= 1
    while start < end and text[start] in _SIGNS:
        start += 1
    # "col.1234", "n.ºb00", "exp:12/2024", "nhc-150679": the word before a sign names the number.
    head = re.match(r"(?:[a-z]{2,}[.:])+(?=[0-9a-z]*\d)|(?:nhc|hc|nass|nuss|cipa?)-(?=\d)", text[start:end])
    start += head.end() if head else 0
    while end > start and text[end - 1] in _SIGNS:
        end -= 1
    return start, end


def _is_glued(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if before == "#":
        return False
    if before == "," and not text[start - 2 : start - 1].isdigit():
        before = ""
    return before in _GLUED_BEFORE or after in _GLUED_AFTER


def rank_of(code: str, raw: str) -> Rank:
    """Rank a folded run by its figures, letters and signs."""
    figures = sum(map(str.isdigit, code))
    letters = sum(map(str.isalpha, code))
    signs = len(code) - figures - letters
    if figures < 2 or _FILE_NAME.fullmatch(code):
        return Rank.NONE
    if _LEADING_ZERO.fullmatch(code):
        return Rank.STRONG if figures != _POSTCODE else Rank.MEDIUM
    if not letters and (figures < 3 or not signs):
        return Rank.STRONG if figures >= 7 else Rank.MEDIUM if figures >= 5 else Rank.WEAK
    if THOUSANDS.fullmatch(code):
        return Rank.WEAK
    if letters > 2 * figures + 4:
        return Rank.NONE  # a word with a figure at its end
    if not letters:
        return Rank.STRONG if figures >= 7 else Rank.MEDIUM if figures >= 4 else Rank.WEAK
    written = raw.upper() == raw or letters <= 3 or figures >= 6
    if figures >= 4 and figures + letters >= 6 and written:
        return Rank.STRONG
    return Rank.MEDIUM if figures >= 3 and (written or signs) else Rank.WEAK


def _is_figure(text: str, code: str, end: int) -> bool:
    """Tell whether the run is a date, an hour, a year, a decimal or an amount with its unit."""
    if _DATE.fullmatch(code) or _TIME.fullmatch(code) or _YEARS.fullmatch(code):
        return True
    if _CENTS.match(text, end):
        return True
    return _UNIT.match(text, end) is not None


def _may_stand_alone(text: str, code: str, end: int) -> bool:
    """Tell whether a strong shape needs no word beside it."""
    if _ACT.fullmatch(code) or _SPELLED_DAY.fullmatch(code) or _MEASURE.fullmatch(code):
        return False
    if code.isdigit():
        return _counts_nothing(text, end)
    return True


_AFTER_CODE = words("words_after_codes.txt")
_WORD = re.compile(r"[ ](?P<word>[a-z]{1,20})")


def _counts_nothing(text: str, end: int) -> bool:
    """Tell whether no noun follows that the number counts ("99405681 céntimos")."""
    word = _WORD.match(text, end)
    return word is None or word["word"] in _AFTER_CODE


# From so many figures on, groups are a number by themselves where a noun names them.
_GROUPED, _MOST_GROUPS = 6, 16


def _whole(text: str, start: int, end: int) -> int:
    """Return where the groups that go on a code end: "360815 0417 99", "2205 4480 173"."""
    last = end
    for _ in range(_MOST_GROUPS):
        group = _GROUP.match(text, last)
        if group is None or _UNIT.match(text, group.end()):
            break
        last = group.end()
    return end if _SPACED_DATE.fullmatch(text, start, last) else last


_ACRONYM = re.compile(r"(?<![^\W_])(?P<acronym>[A-ZÑ]{1,6}(?:-[A-Z]{1,3})?|(?:[A-ZÑ]\.){2,6}|[A-Z][0-9]),?[ ]\Z")


def acronym_before(raw: str, start: int) -> int | None:
    """Return where the capitals before a code begin, where there are such."""
    found = _ACRONYM.search(raw, max(0, start - 14), start)
    return found.start() if found else None

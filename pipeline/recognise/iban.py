"""Bank accounts: IBAN of every country (ISO 13616) and the Spanish twenty-digit account.

The length of an IBAN goes by its country, so that no digit is lost and none that follows is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from stdnum import numdb

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.lexicons import rows
from pipeline.recognise.written import (
    GAP,
    MENDED,
    UNCHECKED,
    Shape,
    compact,
    has_slips,
    mended,
    numeric,
    scanned,
    score_of,
    shapes,
)
from pipeline.registry import recogniser

_PART = re.compile(r"(\d+)!([nac])")
_SIGNS = {"n": "[0-9]", "a": "[A-Z]", "c": "[0-9A-Z]"}
_LONGEST = 34


@cache
def countries() -> dict[str, tuple[int, re.Pattern[str]]]:
    """Return the length and the form of the IBAN of each country, registered or in use without it."""
    table = {}
    registered = [(entry[1], str(entry[3].get("bban", ""))) for entry in numdb.get("iban").prefixes]
    for country, bban in [*rows("iban_unregistered.tsv"), *registered]:
        parts = _PART.findall(bban)
        form = "".join(_SIGNS[kind] + f"{{{count}}}" for count, kind in parts)
        table[country] = (4 + sum(int(count) for count, _ in parts), re.compile(rf"[A-Z]{{2}}[0-9]{{2}}{form}"))
    return table


_COUNTRY = "|".join(sorted(countries())).lower()
# A country, two check digits and, over gaps, groups that hold a digit or are four capitals of a bank.
HEAD = numeric(
    rf"(?:(?<![0-9a-z])|(?<=iban)|(?<=cuenta))(?=(?P<whole>(?P<country>{_COUNTRY}|e5)[ \-]?"
    rf"[0-9oilszb]{{2}}(?:{GAP}?[0-9a-z]){{10,44}}))",
    beginning=rf"(?<![0-9a-z])(?:{_COUNTRY}|e5)[ \-]?[0-9oilszb]{{2}}",
)
_ACCOUNT = (
    rf"(?<![0-9])(?<![0-9][.,/-])(?P<number>\d{{4}}{GAP}?\d{{4}}{GAP}?\d{{2}}{GAP}?\d{{10}}"
    rf"|\d{{4}}(?:{GAP}\d{{4}}){{4}}|\d{{4}}{GAP}\d{{4}}{GAP}\d{{2}}{GAP}\d{{5}}{GAP}\d{{5}}"
    rf"|\d{{4}}{GAP}\d{{4}}{GAP}\d{{2}}{GAP}\d{{2}}{GAP}\d{{4}}{GAP}\d{{4}}"
    rf"|\d{{4}}{GAP}\d{{4}}{GAP}\d{{2}}(?:{GAP}\d{{2}}){{5}}"
    rf"|\d{{4}}{GAP}\d{{4}}{GAP}\d{{2}}{GAP}\d{{3}}{GAP}\d{{3}}{GAP}\d{{4}}"
    rf"|\d{{4}}{GAP}\d{{4}}{GAP}\d{{2}}{GAP}\d{{6}}{GAP}\d{{4}})"
    r"(?![0-9])"
)
ACCOUNT, SCANNED_ACCOUNT = numeric(_ACCOUNT), numeric(scanned(_ACCOUNT))
_IBAN_HEAD = re.compile(r"[a-z]{2}[ \-]?[0-9]{2}[ .\-]{0,2}\Z")
_NAMED = re.compile(r"iban|cuenta|\bcta|\bccc\b|c\.c\.c")
WEIGHTS = (1, 2, 4, 8, 5, 10, 9, 7, 3, 6)


@recogniser("iban", labels=[Label.IBAN, Label.ACCOUNT])
def find_accounts(document: Document) -> Iterator[Detection]:
    """Yield every IBAN-shaped run and every run shaped like a Spanish account."""
    for shape in shapes(document, HEAD, "whole"):
        yield from _iban(shape)
    for shape in shapes(document, ACCOUNT):
        if not _IBAN_HEAD.search(shape.before(8)):
            number = compact(shape["number"])
            valid = is_account(number)
            yield _made(shape, 0, Label.ACCOUNT, score_of(valid), "account", valid, number)
    for shape in shapes(document, SCANNED_ACCOUNT):
        number = compact(mended(shape["number"]))
        if has_slips(shape["number"]) and is_account(number):
            yield _made(shape, 0, Label.ACCOUNT, MENDED, "scan slips", True, number)


def _iban(shape: Shape) -> Iterator[Detection]:
    country = shape["country"].upper().replace("5", "S")
    length, form = countries()[country]
    text, ends = _signs(shape)
    whole = len(text) if len(text) <= length else _end_of_run(shape, ends, length)
    for read, trigger in ((text[:length], country), (_mend(text[:length], form), f"{country}:scan slips")):
        if whole == length and form.fullmatch(read) and is_iban(read):
            score = score_of(True) if trigger == country else MENDED
            yield _made(shape, ends[length - 1], Label.IBAN, score, trigger, True, read)
            return
    slipped = _mend(text[:length], form) if country == "ES" and has_slips(text[2:length]) else text[:length]
    yield from _failed(shape, country, slipped + text[length:], ends, whole)


def _failed(shape: Shape, country: str, text: str, ends: list[int], whole: int) -> Iterator[Detection]:
    """Yield a run that is no valid IBAN but is written as one: mistyped, cut or too long."""
    length, form = countries()[country]
    if whole == length and form.fullmatch(text[:length]):
        inside = country == "ES" and is_account(text[4:24])
        score, trigger = (UNCHECKED, "account inside") if inside else (score_of(False), country)
        yield _made(shape, ends[length - 1], Label.IBAN, score, trigger, False, text[:length])
        return
    figures = _figures(text)
    if figures >= 14 and (country == "ES" or _NAMED.search(shape.before(24))):
        end = ends[min(figures, max(whole, length)) - 1] if whole != length else ends[figures - 1]
        yield _made(shape, end, Label.IBAN, score_of(False), f"{country}:wrong length", False, text[:figures])


def _signs(shape: Shape) -> tuple[str, list[int]]:
    """Return the letters and digits of the run, and where each ends in the view."""
    first = shape.match.start()
    places = [(char, first + n + 1) for n, char in enumerate(shape["whole"]) if char.isalnum()]
    return "".join(char for char, _ in places).upper(), [end for _, end in places]


def _end_of_run(shape: Shape, ends: list[int], length: int) -> int:
    """Return the length where the IBAN ends there, or how far the digits glued to it go on."""
    count = length
    while count < len(ends) and ends[count] == ends[count - 1] + 1 and shape.seen.text[ends[count] - 1].isdigit():
        count += 1
    if count == len(ends) and shape.seen.text[ends[-1] : ends[-1] + 1].isdigit():
        count += 1
    return count if count > length else length


def _figures(text: str) -> int:
    """Count the signs up to the last digit that follows the check digits without a letter."""
    count = 4
    while count < min(len(text), _LONGEST) and text[count].isdigit():
        count += 1
    return count


def _mend(text: str, form: re.Pattern[str]) -> str:
    """Mend scan slips where the country's form has digits only; elsewhere only in the check digits."""
    digits_only = "[A-Z]{2}[0-9]{2}[0-9]"
    country, rest = text[:2].replace("5", "S"), text[2:]
    if "[A-Z]" in form.pattern[len(digits_only) - 5 :] or "[0-9A-Z]" in form.pattern:
        return country + mended(rest[:2]) + rest[2:]
    return country + mended(rest)


def _made(shape: Shape, end: int, label: Label, score: float, trigger: str, valid: bool, value: str) -> Detection:
    span = shape.seen.span(shape.match.start(), end) if end else shape.span
    return detect(span, label, score, recogniser="iban", trigger=trigger, validated=valid, value=value)


def is_iban(number: str) -> bool:
    """Check a compact IBAN of the right form: its digits, the head moved behind, are 1 modulo 97."""
    return int("".join(str(int(char, 36)) for char in number[4:] + number[:4])) % 97 == 1


def is_account(number: str) -> bool:
    """Check the two control digits of a Spanish account of twenty digits: of the bank, and of the account."""
    if not number.isdigit() or len(number) != 20:
        return False
    return _control("00" + number[:8]) == number[8] and _control(number[10:]) == number[9]


def _control(digits: str) -> str:
    left = 11 - sum(weight * int(digit) for weight, digit in zip(WEIGHTS, digits, strict=True)) % 11
    return str({11: 0, 10: 1}.get(left, left))

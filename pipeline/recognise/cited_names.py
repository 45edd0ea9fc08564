"""People named inside a citation: they stay readable if the citation is protected over them, so it ends before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from pipeline.document import fold
from pipeline.lexicons import lines, names, rows, words
from pipeline.lexicons.places import is_municipality
from pipeline.recognise.running_text import RunningText

_CAPITAL = r"[A-ZÀ-ÖØ-Þ][^\W\d_]+"
_SMALL = r"(?:(?:de|del|la|las|los|y|i)[ \t\n]{1,3}){0,2}"
_RUN = re.compile(rf"(?<![^\W_]){_CAPITAL}(?:[ \t\n-]{{1,3}}{_SMALL}{_CAPITAL})*")
_TITLED = re.compile(
    r"(?<![\w.])(?:don|doña|d\.ª|dª|dña|d(?=\.\s)|sr|sra|srta|sres|señor|señora|dr|dra)\.?\s{1,3}(?=[a-zà-þ]{3})", re.I
)
_TITLE_WORD = re.compile(r"[^\W\d_]+")
_LED_BY = re.compile(
    r"(?:[\s,;:.(]|(?<![^\W_])(?:ponente|pte|recurrente|magistrad[oa]|dictad[oa]|firmad[oa]|por|de|del|la|el|y|excm[oa]|ilm[oa]|sr|sra|d))*\Z"
)
_BRACKET = re.compile(r"\(([^()\d]{2,60})\)")
# Their rulings, and those of the Constitutional Court, are called by a party's surname: "STC 119/2001 (Moreno Gómez)".
_BY_PARTY = re.compile(r"s{1,2}tc\b|s{1,2}tedh|s{0,2}s?tj[uc]e|s{1,2}tgu?e?\b|s\.t\.c")
_BENCHES = re.compile(
    r"(?<![^\W_])(?:gran|sala|seccion|pleno|civil|penal|social|militar|contencioso|administrativ[oa]|mercantil|especial"
    r"|conflictos|primera|segunda|tercera|cuarta|quinta|sexta|septima|octava|asunto|caso)(?![^\W_])"
)
_SAINTS = ("san ", "santa ", "santo ")
_AHEAD = 60


def end_before_name(running: RunningText, start: int, end: int, *, ruling: bool = False) -> int:
    """Return where a citation ends: before the first person it names or reaches into, else at its end.

    Offsets are of the running text; the start comes back where nothing is left.
    """
    named = min((at for at in _people(running, start, end, ruling) if start <= at < end), default=None)
    if named is None:
        return end
    led = _LED_BY.search(running.text, start, named)
    return led.start() if led else named


def _people(running: RunningText, start: int, end: int, ruling: bool) -> Iterator[int]:
    """Yield where a person is named: after a form of address, by names that are known, or alone in brackets."""
    for match in _TITLED.finditer(running.raw, start, min(len(running.raw), end + 8)):
        if running.is_upper(match.end()):
            yield match.start()
    strict = ruling and not _BY_PARTY.match(running.text, start)
    for match in _RUN.finditer(running.raw, start, end + _AHEAD):
        if match.start() >= end:
            break
        yield from _named_in(running, match, strict)
    if strict:
        for match in _BRACKET.finditer(running.raw, start, end):
            if _is_person(match[1]):
                yield match.start()


def _named_in(running: RunningText, run: re.Match[str], strict: bool) -> Iterator[int]:
    """Yield where in a run of capitals two known names follow each other: one of them given, or surnames."""
    found = list(_TITLE_WORD.finditer(running.text, *run.span()))
    content = [word for word in found if word.group() not in names.particles()]
    for first, second in pairwise(content):
        pair = (first.group(), second.group())
        # "Santa Cruz de Tenerife" is a place.
        saint = running.text.endswith(_SAINTS, 0, first.start())
        if saint or any(map(_is_other, pair)) or is_municipality(running.text[first.start() : second.end()]):
            continue
        given = any(map(names.is_given, pair))
        if given or (strict and all(map(names.is_surname, pair)) and not any(map(is_municipality, pair))):
            yield first.start()
            return


def _is_other(word: str) -> bool:
    """Tell whether a folded word is no name at all, or a month, a region or a saint's "San"."""
    return word in _not_people() or not names.is_known(word)


@cache
def _not_people() -> frozenset[str]:
    months = {form for form, _, _ in rows("months.tsv")}
    regions = {word for line in lines("regions.txt") for word in line.split()}
    return frozenset({*months, *regions, "san", "santa", "santo", *names.titles()})


def _is_person(bracketed: str) -> bool:
    """Tell whether what stands in brackets after a ruling is in capitals and neither a place nor a bench."""
    folded = fold(bracketed).strip()
    if not re.search(_CAPITAL, bracketed) or is_municipality(folded) or _BENCHES.search(folded):
        return False
    capitals = [fold(word) for word in re.findall(_CAPITAL, bracketed)]
    return not all(word in _not_people() or is_municipality(word) or names.is_common(word) for word in capitals)


def follows_title(text: str, start: int, end: int) -> bool:
    """Tell whether a form of address stands before a stretch of folded text or in it."""
    if any(word in names.titles() for word in _TITLE_WORD.findall(text, start, end)):
        return True
    before = _TITLE_WORD.findall(text, max(0, start - 12), start)
    return bool(before) and before[-1] in names.titles()


@cache
def _issuers() -> frozenset[str]:
    listed = [*lines("court_acronyms.txt"), *lines("order_codes.txt")]
    return words("rule_issuers.txt") | frozenset(each for line in listed for each in line.split("|"))


def is_issuer(written: str) -> bool:
    """Tell whether a word in capitals is the acronym of an authority: a known one, or a short one that nobody bears."""
    folded = fold(written)
    if not written.isupper() or folded in _issuers():
        return written.isupper()
    return len(folded) < 6 and not names.given_band(folded) and not names.surname_band(folded)

"""Namesakes: organs, buildings and awards whose name sounds like a person, found to be kept.

"Juzgado de Don Benito" is a court in a town; "don Benito Carrascal" is a man. The noun before it, the gazetteer
of municipalities and what follows decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.lexicons import lines, names, places, words
from pipeline.lexicons.openings import opened
from pipeline.recognise import street_types
from pipeline.recognise.running_text import RunningText

ORGAN, PLACE = "organ", "building or award"
_NUMBERED = r"(?:\s*(?:,\s*)?(?:n\.?\s?[ºo°]\.?|num(?:ero|\.)?)\s*\d{1,3}|\s+\d{1,2})?"
_WORD = r"[^\W\d_][^\W\d_'’·\-]*(?:[\-'’][^\W\d_]+)*"
_TOWN = rf"{_WORD}(?:\s+{_WORD}){{0,6}}"
_ORGAN = opened(
    rf"(?<![^\W_])(?:{'|'.join(sorted(lines('organ_heads.txt'), key=len, reverse=True))})(?![^\W_]){_NUMBERED}"
    rf"\s+(?:de|d'|en)\s*(?:los\s+de\s+|el\s+|la\s+)?(?P<town>{_TOWN})"
)
_FIXED = opened(rf"(?<![^\W_])(?:{'|'.join(lines('fixed_namesakes.txt'))})(?![^\W_])")
_NAMED = opened(
    rf"(?<![^\W_])(?:{'|'.join(sorted(lines('named_places.txt'), key=len, reverse=True))})(?![^\W_])\.?\s+"
    rf"(?:de\s+)?[\"']?(?P<name>{_TOWN})"
)
_LONGEST_TOWN, _LONGEST_NAME = 7, 5
_AWARDS = ("premio", "beca", "trofeo", "torneo", "memorial", "certamen")
_STOPS = words("unit_words.txt") | frozenset(street_types.forms("street"))
_SMALL = frozenset(["de", "del", "la", "las", "los", "el", "y", "i", "e", "d", "da", "do"])


def find_namesakes(running: RunningText) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and kind of the phrases to be kept."""
    for match in _FIXED.finditer(running.text):
        if running.is_upper(match.start()):
            yield *match.span(), ORGAN
    yield from _organs(running)
    yield from _named(running)


def _organs(running: RunningText) -> Iterator[tuple[int, int, str]]:
    position = 0
    while match := _ORGAN.search(running.text, position):
        position = match.start("town")
        end = _town_end(running, *match.span("town"))
        if end:
            position = end
            yield match.start(), end, ORGAN


def _town_end(running: RunningText, start: int, end: int) -> int | None:
    """Return where the longest municipality that opens the words ends, unless a name goes on after it."""
    told = [(m.start() + start, m.end() + start) for m in re.finditer(r"\S+", running.text[start:end])]
    if not told or not running.is_upper(told[0][0]):
        return None
    for count in range(min(len(told), _LONGEST_TOWN), 0, -1):
        last = told[count - 1][1]
        town = " ".join(running.text[start:last].split())
        if places.is_municipality(town):
            return None if _goes_on(running, last) else last
    return None


def _goes_on(running: RunningText, end: int) -> bool:
    following = re.match(r"[ \t]+(?=[^\W\d_])", running.text[end : end + 4])
    return following is not None and running.is_upper(end + following.end())


def _named(running: RunningText) -> Iterator[tuple[int, int, str]]:
    position = 0
    while match := _NAMED.search(running.text, position):
        position = match.start("name")
        last = _name_end(running, *match.span("name"), match.group().startswith(_AWARDS))
        if last and running.is_upper(match.start()):
            position = last
            yield match.start(), last, PLACE


def _name_end(running: RunningText, start: int, end: int, award: bool) -> int | None:
    """Return where the capitals end, if they open with a given name (an award's with a surname)."""
    last: int | None = None
    told: list[str] = []
    small: list[str] = []
    for word in re.finditer(r"[^\W\d_]+", running.text[start:end]):
        if running.is_upper(start + word.start()):
            if word.group() in _STOPS or running.text[start + word.end() : start + word.end() + 1] == "/":
                break
            last, small = start + word.end(), []
            told.append(word.group())
            continue
        small.append(word.group())
        if word.group() not in _SMALL or (small[0] in ("y", "e") and len(small) > 1):
            break  # "Ramón y Cajal" goes on, "Gregorio Marañón y el Premio…" doesn't
    if not last or len(told) > _LONGEST_NAME or told[0] in names.titles():
        return None
    known = names.is_given(told[0]) or (award and names.surname_band(told[0]) > 0)
    return last if known else None

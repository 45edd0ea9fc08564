"""Datelines: "Vigo, a 12 de junio de 2024", and whether a private person or an organ signs there.

The date and place of an organ's act stay readable; those of somebody's own writing say where they were and when.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pipeline.lexicons import lines
from pipeline.recognise import spanish_numbers as numbers
from pipeline.recognise.running_text import RunningText

AFTER = 70


def _any(lexicon: str) -> str:
    return "|".join(lines(lexicon))


WEEKDAY = rf"(?:{_any('weekdays.txt')})"
_DATELINE = re.compile(
    r"(?:\A|[\n\x00])[ \t>]*(?:(?:dad[oa]\s+)?en\s+)?(?:(?:la\s+ciudad|el\s+termino)\s+de\s+)?"
    r"(?P<place>(?!\w+\s+en\s|(?:que|ayer|hoy|visita|reunion|sesion)\s)"
    r"[^\W\d_](?:[^\W\d_]|['’\-/ ]){1,38}?)"
    rf"(?:\s*,\s*(?:a\s+|el\s+|al\s+)?|\s+a\s+)(?:dia\s+)?(?:{WEEKDAY}(?:\s*,)?\s+)?"
    rf"(?P<date>(?:\d{{1,2}}|{numbers.DAY})\s+(?:dias\s+del\s+mes\s+)?d[e'][l']?\s*[a-z]{{3,10}}"
    r"|\d{1,2}[/.-]\d{1,2}[/.-]\d|(?:19|20)\d\de?ko\s)"
)
_PARTIES = re.compile(rf"[\s.,;)\x00]*(?:{_any('parties_present.txt')})|[ \t]{{2,}}firma\s*:")
_PRIVATE = re.compile(rf"(?<![^\W_])(?:{_any('private_voice.txt')})(?![^\W_])")
_ORGAN = re.compile(rf"(?<![^\W_])(?:{_any('organ_voice.txt')})(?![^\W_])")
_REST = re.compile(r"[^\n\x00.;]{0,60}?(?=[\n\x00.;,]|\Z)")


@dataclass(frozen=True, slots=True)
class Dateline:
    """Where a dateline names its place and its date, in offsets of the running text, and whose it is."""

    place_start: int
    place_end: int
    date_start: int
    private: bool


@lru_cache(maxsize=1)
def find_datelines(running: RunningText) -> tuple[Dateline, ...]:
    """Return the datelines of a running text; one in lower case counts in a private writing only."""
    return tuple(_datelines(running))


def _datelines(running: RunningText) -> Iterator[Dateline]:
    found = list(_DATELINE.finditer(running.text))
    private_voice = bool(found) and is_private(running.text)
    for match in found:
        rest = _REST.match(running.text, match.end())
        end = rest.end() if rest else match.end()
        private = private_voice or _PARTIES.match(running.text, end, end + AFTER) is not None
        if running.is_upper(match.start("place")) or private:
            yield Dateline(*match.span("place"), match.start("date"), private)


def is_private(text: str) -> bool:
    """Tell whether a text speaks for its writer and nowhere as an organ does."""
    return _PRIVATE.search(text) is not None and _ORGAN.search(text) is None

"""Words that make a following name part of a street, an organ, a work or an illness."""

from __future__ import annotations

import re
from functools import cache

from pipeline.lexicons import words
from pipeline.lexicons.names import given_band, particles, surname_band, titles

_TITLES = r"don|dona|d|da|dr|dra|sor|fray|padre|maestro|doctor|profesor|general"
_OPEN = rf"(?:(?:de|del|la|las|los|el|san|santa|{_TITLES}|virgen|n\.?º?|num|\d+)\.?\s+)*"

# one line break at most; a point ends the sentence unless it is the abbreviation's own, in the list
_GAP = r"(?=\s)[^\S\n]*\n?[^\S\n]*"
_OF_TITLED = re.compile(r"(?:de\s+la|del?)\s+(?:la\s+)?(?P<title>[a-z]+)[.\s]")
_OF = re.compile(r"de\s+")
_REACH = 60


@cache
def _blocked() -> re.Pattern[str]:
    blockers = "|".join(re.escape(w) for w in sorted(words("name_blockers.txt"), key=len, reverse=True))
    return re.compile(rf"(?:^|[^\w])(?P<word>{blockers}){_GAP}(?P<open>{_OPEN})$")


def is_blocked(folded: str, start: int, end: int = 0) -> bool:
    """Tell whether a name at this place of a folded text belongs to a street, an organ, an illness…

    What somebody can have or undergo doesn't block a name with a title ("el caso de doña Petra"), nor the whole
    known name that stands up to `end` ("la sentencia de Petra Ruiz"; a given name alone after "caso de").
    """
    match = _blocked().search(folded, max(0, start - _REACH), start)
    if match is None:
        return False
    word = match["word"]
    return word not in words("owned_blockers.txt") or not _is_owner(word, match["open"], folded[start:end])


def _is_owner(word: str, opening: str, name: str) -> bool:
    titled = _OF_TITLED.match(opening)
    if titled and titled["title"] in titles():
        return True
    parts = [part for part in name.split() if part not in particles()]
    if not _OF.fullmatch(opening) or not parts:
        return False
    if len(parts) == 1:
        return word == "caso" and given_band(name) >= 7 and given_band(name) + 3 > surname_band(name)
    known = all(surname_band(part) for part in parts[1:] if not given_band(part))
    return known and given_band(parts[0]) > max(3, surname_band(parts[0]) - 1) and surname_band(parts[-1]) > 0

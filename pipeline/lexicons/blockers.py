"""Words that make a following name part of a street, an organ, a work or an illness."""

from __future__ import annotations

import re
from functools import cache

from pipeline.lexicons import words

_OPEN = r"(?:(?:de|del|la|las|los|el|san|santa|don|dona|d|da|dr|dra|sor|fray|padre|virgen"
_OPEN += r"|maestro|doctor|profesor|general|n\.?º?|num|\d+)\.?\s+)*"

# one line break at most; a point ends the sentence unless it is the abbreviation's own, in the list
_GAP = r"(?=\s)[^\S\n]*\n?[^\S\n]*"


@cache
def _blocked() -> re.Pattern[str]:
    blockers = "|".join(re.escape(w) for w in sorted(words("name_blockers.txt"), key=len, reverse=True))
    return re.compile(rf"(?:^|[^\w])(?:{blockers}){_GAP}{_OPEN}$")


def is_blocked(folded: str, start: int) -> bool:
    """Tell whether a name at this place of a folded text belongs to a street, an organ, an illness…"""
    return _blocked().search(folded, max(0, start - 60), start) is not None

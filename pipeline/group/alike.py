"""Whether two words, or two forms of a name, can be the same where nothing else tells them apart.

Looser than what makes a person: short forms ("Santi", "Emeka"), consonants of an abbreviation ("Ll."), forms whose
given names and surnames were told apart wrongly. Only a form that nobody fits strictly is read like this.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache, lru_cache

from pipeline.lexicons.name_parts import NameParts
from pipeline.lexicons.names import given_band, nicknames

# Initials of particles that a mark may hold or leave out ("Anas E. K." for El Khattabi).
_PARTICLES = frozenset("delvwyi")
# Spellings of one sound, in order: Spanish, Basque, French and English writing of the same names, and slips of the pen.
_SOUNDS = tuple(
    (re.compile(spelt), heard)
    for spelt, heard in (
        (r"['’-]", ""), ("tx|tch|ch", "X"), ("sh", "X"), ("ph", "f"), ("qu(?=[ei])", "k"), ("ou|oo", "u"),
        ("ee", "i"), ("c(?=[ei])", "s"),
        ("[cq]", "k"), ("[zç]", "s"), ("[vw]", "b"), ("h", ""), ("ll|y", "i"), ("n(?=[bp])", "m"),
        (r"([^aeiou])\1+", r"\1"),
    )
)  # fmt: skip
# A short form is no name that many bear by itself; it leaves out this much.
_RARE, _LEFT_OUT, _SHORTEST = 13, 2, 3


def other_forms(word: str) -> tuple[str, ...]:
    """Return the familiar forms of a given name and the names of a familiar form."""
    return _familiar().get(word, ())


@cache
def _familiar() -> dict[str, tuple[str, ...]]:
    table = dict(nicknames())
    for form, names in nicknames().items():
        for name in names:
            table[name] = (*table.get(name, ()), form)
    return table


def same_words(word: str) -> tuple[str, ...]:
    """Return the words that may stand for one in a given name: of its familiar forms and of what it is one of."""
    return _words_of_forms().get(word, ())


@cache
def _words_of_forms() -> dict[str, tuple[str, ...]]:
    table: dict[str, dict[str, None]] = defaultdict(dict)
    for form, names in nicknames().items():
        for word in " ".join(names).split():
            table[form].setdefault(word)
            table[word].setdefault(form)
    return {word: tuple(others) for word, others in table.items()}


def alike(one: str, other: str) -> bool:
    """Tell whether two words can be one: equal, initial, familiar, shortened, abbreviated."""
    if one == other or other in other_forms(one):
        return True
    short, long = sorted((one, other), key=len)
    if len(short) == 1:
        return long.startswith(short)
    return is_short_form(short, long) or (len(short) < 4 and not set(short) & set("aeiou") and long.startswith(short))


@lru_cache(maxsize=65536)
def sound(word: str) -> str:
    """Return how a folded word is heard, whatever its spelling: "goikoetxea" and "goicoechea" are one."""
    for spelt, heard in _SOUNDS:
        word = spelt.sub(heard, word)
    return word


def is_short_form(short: str, long: str) -> bool:
    """Tell whether a word is the beginning or, longer, the end of a given name."""
    if len(short) < _SHORTEST or len(long) - len(short) < _LEFT_OUT or given_band(short) >= _RARE:
        return False
    return long.startswith(short) or (len(short) > _SHORTEST + 1 and long.endswith(short))


def holds(person: NameParts, words: Sequence[str]) -> bool:
    """Tell whether all the words of a form stand in a name in order, surnames or given names first."""
    surnames_first = (*person.surnames, *person.given, *person.loose)
    return _stand_in(words, person.words) or _stand_in(words, surnames_first)


def extends(person: NameParts, words: Sequence[str]) -> bool:
    """Tell whether a form says all that is known of somebody, and one surname more ("S. Kaur Dhillon": Simran Kaur)."""
    return 1 < len(person.words) == len(words) - 1 and all(map(alike, person.words, words))


def _stand_in(words: Sequence[str], whole: Sequence[str]) -> bool:
    """Tell whether the words follow one another in the whole, at least one of them written out in both."""
    at = told = 0
    for n, word in enumerate(words):
        found = next((n for n in range(at, len(whole)) if alike(word, whole[n])), None)
        if found is not None:
            told += len(word) > 1 and len(whole[found]) > 1
            at = found + 1
        elif not (0 < n < len(words) - 1 and word in _PARTICLES):
            return False
    return told > 0

"""The nouns that name numbers ("póliza", "n.º de socio", "etilómetro"), found in one walk over the text."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache, lru_cache

import ahocorasick

from pipeline.lexicons import rows, words

PUBLIC, QUANTITY, YEAR, RECORD = "public", "quantity", "year", "record"


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun found: what a number beside it is, the least digits such a number has, and its place."""

    kind: str
    least: int
    start: int
    end: int

    thing: bool = False
    money: bool = False
    close: bool = False

    @property
    def names(self) -> bool:
        """Tell whether the number is somebody's."""
        return self.kind not in (PUBLIC, QUANTITY, YEAR, RECORD)


class Nouns:
    """The nouns of one folded text in order, the longest where they overlap."""

    def __init__(self, text: str) -> None:
        found = []
        for last, (word, kind, least) in _automaton().iter(text):
            start, end = last + 1 - len(word), last + 1
            if _is_word(text, start, end):
                thing, money = word in words("numbered_things.txt"), word in words("nouns_of_money.txt")
                found.append(Noun(kind, least, start, end, thing, money, word in words("nouns_right_before.txt")))
        found.sort(key=lambda noun: (noun.start, -noun.end))
        self._nouns: list[Noun] = []
        reached = 0
        for noun in found:
            if noun.end > reached:
                self._nouns.append(noun)
                reached = noun.end
        self._ends = [noun.end for noun in self._nouns]

    def before(self, floor: int, start: int) -> Noun | None:
        """Return the last noun that lies between two places."""
        at = bisect_right(self._ends, start) - 1
        return self._nouns[at] if at >= 0 and self._nouns[at].start >= floor else None


def _is_word(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    # A figure may be glued to the noun that names it: "dni99012345", "col.1234".
    return not before.isalnum() and (not after.isalnum() or (after.isdigit() and end - start > 2))


@cache
def _automaton() -> ahocorasick.Automaton:
    automaton = ahocorasick.Automaton()
    table: dict[str, tuple[str, int]] = {}
    for kind, least, forms in rows("identifier_nouns.tsv"):
        for word in forms.split("|"):
            table.setdefault(word, (kind, int(least)))
    for word, (kind, digits) in table.items():
        automaton.add_word(word, (word, kind, digits))
    automaton.make_automaton()
    return automaton


@lru_cache(maxsize=1024)
def noun_of(label: str) -> Noun | None:
    """Return the last noun of a folded label: a column header or a form label."""
    return Nouns(label).before(0, len(label))

"""Many expressions as one: at each place only those are tried that may begin with what stands there."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence

from pipeline.document import fold
from pipeline.lexicons.beginnings import REACH, State, fits, state_of
from pipeline.lexicons.openings import RUNNING, Bank


class Choices:
    """An alternation with something before and after it; of two that match at one place the first of the row counts.

    `before` keeps a match from beginning inside a word.
    """

    def __init__(self, sources: Sequence[str], *, before: str, after: str = "", bank: Bank = RUNNING) -> None:
        self._sources = tuple(sources)
        self._before, self._after = before, after
        self._bank, self._number = bank, bank.add(self._beginning)
        self._states: tuple[State, ...] = ()
        self._fitting: dict[str, re.Pattern[str]] = {}

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize) -> Iterator[re.Match[str]]:
        """Yield the matches between two offsets, left to right, without overlap."""
        reached = start
        for at in self._bank.between(text, self._number, start, end):
            if at >= reached and (found := self._fits(text[at : at + REACH]).match(text, at, end)):
                yield found
                reached = found.end()

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the first match between two offsets."""
        return next(self.finditer(text, start, end), None)

    @staticmethod
    def which(match: re.Match[str]) -> int:
        """Return the number of the expression that matched, from 0."""
        return int((match.lastgroup or "c0")[1:])

    def _beginning(self) -> State:
        self._states = tuple(state_of(f"{self._before}(?:{each})") for each in self._sources)
        return frozenset().union(*self._states)

    def _fits(self, start: str) -> re.Pattern[str]:
        found = self._fitting.get(start)
        if found is None:
            found = re.compile(self._any_of(n for n, state in enumerate(self._states) if fits(state, fold(start))))
            self._fitting[start] = found
        return found

    def _any_of(self, numbers: Iterable[int]) -> str:
        body = "|".join(f"(?P<c{n}>{self._sources[n]})" for n in numbers)
        return f"{self._before}(?:{body}){self._after}"

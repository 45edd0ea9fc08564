"""Where expressions may begin in a text: one pass over its words and signs serves them all.

An expression that is tried at every character of a text costs more than all it finds. Most begin with a word, a
figure or a sign that few places have: `opened` puts such an expression into a bank, and the bank notes, once for each
text, the places whose first characters fit. What is found is what the expression by itself finds; in `NUMBERS`, what it
finds with a figure among the first characters of the match.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from pipeline.document import fold
from pipeline.lexicons import rows
from pipeline.lexicons.beginnings import REACH, State, after, state_of

# Every run of letters, every run of digits, every sign; the signs of ordinals are letters to Unicode.
_PLACE = re.compile(r"[^\W\d_ªº]+|\d+|[^\w\s]|[_ªº]")
# A letter may also open a number that runs into the word before it ("dniX1234567L"): so many before a digit.
_FIGURE = re.compile(r"\d+")
# The sign of a number runs into the word before it too: "PérezNºCol".
_SIGN = re.compile("[º°]")
_GLUED, _APART = 5, 8
# So many places before a figure, and those within so many characters, may begin a number.
_NEXT, FIRST = 4, 8
# What may stand between that letter and the figure: joints, and figures misread as letters.
_BETWEEN = frozenset(" \t\r\n.-/|" + "".join(row[0] for row in rows("ocr_digits.tsv")))
# Shorter texts are read as they are.
SHORT = 160
_MOST_STARTS = 200_000


class Opened:
    """A compiled expression that is tried only where it may begin; it answers as the expression does.

    `twin` is a text of the same length that differs in case and accents alone, whose places are known already.
    """

    __slots__ = ("_bank", "_number", "compiled")

    def __init__(self, bank: Bank, number: int, compiled: re.Pattern[str]) -> None:
        self._bank = bank
        self._number = number
        self.compiled = compiled

    @property
    def pattern(self) -> str:
        """The source of the expression."""
        return self.compiled.pattern

    def finditer(self, text: str, start: int = 0, end: int = sys.maxsize, *, twin: str = "") -> Iterator[re.Match[str]]:
        """Yield the matches between two offsets, left to right, without overlap."""
        match = self.compiled.match
        reached = start
        for at in self._bank.between(twin or text, self._number, start, end):
            if at >= reached and (found := match(text, at, end)):
                yield found
                reached = found.end()

    def search(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the first match between two offsets."""
        return next(self.finditer(text, start, end), None)

    def match(self, text: str, start: int = 0, end: int = sys.maxsize) -> re.Match[str] | None:
        """Return the match at an offset."""
        return self.compiled.match(text, start, end)


class Bank:
    """Expressions that read the same texts; `places` tells where any of them may begin in one, in order."""

    def __init__(self, places: Callable[[str], Iterable[int]] | None = None) -> None:
        self._every = places or _places
        self.expressions: list[Opened] = []
        self._beginnings: list[Callable[[], State]] = []
        self._states: dict[int, State] = {}
        self._fitting: dict[str, Mapping[int, State]] = {}
        self._last: dict[tuple[int, ...], Mapping[int, State]] = {}
        self._noted = lru_cache(maxsize=2)(self._note)

    def add(self, beginning: Callable[[], State]) -> int:
        """Give a number to what begins so; it is asked when the first text is read."""
        self._beginnings.append(beginning)
        self._fitting.clear()
        self._last.clear()
        self._noted.cache_clear()
        return len(self._beginnings) - 1

    def between(self, text: str, number: int, start: int = 0, end: int = sys.maxsize) -> Iterator[int]:
        """Yield the places between two offsets where what has a number may begin, in order."""
        places = self.places(text, number)
        for n in range(bisect_left(places, start) if start else 0, len(places)):
            if places[n] >= end:
                return
            yield places[n]

    def places(self, text: str, number: int) -> Sequence[int]:
        """Return the places of a text where an expression may begin, in order."""
        if len(text) >= SHORT:
            return self._noted(text)[number]
        self._prepare()
        return [at for at in self._every(text) if number in self._fits(text[at : at + REACH])]

    def _prepare(self) -> None:
        for number in range(len(self._states), len(self._beginnings)):
            self._states[number] = self._beginnings[number]()

    def _note(self, text: str) -> list[array[int]]:
        self._prepare()
        by_start: dict[str, list[int]] = defaultdict(list)
        for at in self._every(text):
            by_start[text[at : at + REACH]].append(at)
        found: list[list[int]] = [[] for _ in self._beginnings]
        for start, places in by_start.items():
            for number in self._fits(start):
                found[number] += places
        return [array("I", sorted(places)) for places in found]

    def _fits(self, start: str) -> Mapping[int, State]:
        """Return the expressions that may begin so by number, each letter ruling out more of them."""
        fitting = self._fitting.get(start)
        if fitting is None:
            if len(self._fitting) > _MOST_STARTS:
                self._fitting.clear()
            folded = fold(start)
            before = self._fits(folded[:-1]) if len(folded) > 1 else self._states
            reached = ((n, after(state, folded[-1])) for n, state in before.items())
            fitting = {n: state for n, state in reached if state}
            if len(folded) == REACH:  # nothing is read behind it, and most begin as few others do
                fitting = self._last.setdefault(tuple(fitting), fitting)
            self._fitting[start] = fitting
        return fitting


@lru_cache(maxsize=1)
def _runs(text: str) -> array[int]:
    """Return where words, figures and signs begin, in order."""
    return array("I", [match.start() for match in _PLACE.finditer(text)])


def _within(text: str) -> Iterator[int]:
    """Yield the places inside words where a number or its sign may begin."""
    for match in _FIGURE.finditer(text):
        yield from _glued(text, match.start())
    for match in _SIGN.finditer(text):
        if text.endswith(("n", "n."), max(0, match.start() - 2), match.start()):
            yield text.rindex("n", 0, match.start())


def _places(text: str) -> Sequence[int]:
    within = {*_within(text)}
    return sorted(within.union(_runs(text))) if within else _runs(text)


def before_figures(text: str) -> list[int]:
    """Return the places of the figures of a text and those next before each, in order."""
    runs = _runs(text)
    found = {*_within(text)}
    for match in _FIGURE.finditer(text):
        at = bisect_left(runs, match.start())
        near = bisect_left(runs, match.start() - FIRST)
        found.update(runs[max(0, min(at - _NEXT, near)) : at + 1])
    return sorted(found)


def _glued(text: str, digit: int) -> Iterator[int]:
    """Yield the letters before a figure that stand inside a word and may belong to the figure."""
    at = digit
    while at and digit - at < _APART and text[at - 1] in _BETWEEN:
        at -= 1
        if at and text[at].isalpha() and text[at - 1].isalpha():
            yield at
    last = at
    while at > 1 and last - at < _GLUED and text[at - 1].isalpha() and text[at - 2].isalpha():
        at -= 1
        yield at


# Expressions over running text, folded; over what is seen of a text, or all of it, folded; and those of them whose
# matches soon come to a figure.
RUNNING, VIEW, NUMBERS = Bank(), Bank(), Bank(before_figures)


def opened(source: str, bank: Bank = RUNNING, *, beginning: str = "", flags: int = 0) -> Opened:
    """Compile an expression into a bank, to be tried only where it may begin.

    One that only looks ahead tells by another what its matches begin as.
    """
    number = bank.add(partial(state_of, beginning or source, flags))
    bank.expressions.append(Opened(bank, number, re.compile(source, flags)))
    return bank.expressions[-1]

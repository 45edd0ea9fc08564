"""An identifier found once is looked for everywhere, however it is spaced: letters and digits alone are compared.

So are its figures without the letter, the prefix or the control figures, which say whose they are as well.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

import ahocorasick

from pipeline.analysis import Found
from pipeline.detection import Detection, Effect, Label, Layer, detect
from pipeline.document import Span, fold
from pipeline.entity import Entity, EntityKind
from pipeline.lexicons.number_parts import number_parts

NAME = "propagation"

# Facts that coincide without being the same datum, and what names.py and designations look after.
_APART = frozenset(
    {
        Label.PERSON, Label.ROLE, Label.LOC, Label.DATE, Label.AGE, Label.POSTCODE, Label.KINSHIP, Label.POST,
        Label.QUASI, Label.CITATION,
    }
)  # fmt: skip
_SURE = 0.5
_DOUBT = 0.2  # of a part of a number, against the whole
_SHORTEST, _SHORTEST_NUMBER = 5, 6
# So many figures are nobody else's beside whatever letters.
_NUMBER = 7
# Nothing longer is a number or address that is written again in another way.
_LONGEST = 256
# How far apart two characters of one value may stand.
_WIDEST_GAP = 4


# What is neither letter nor digit, and what is one of them.
SIGNS, _SOLID = re.compile(r"[\W_]+"), re.compile(r"[^\W_]+")


class _Places:
    """Where each letter and digit of a text stands, counting nothing else."""

    def __init__(self, folded: str) -> None:
        spans = [match.span() for match in _SOLID.finditer(folded)]
        self._starts = array("I", (start for start, _ in spans))
        self._counts = array("I", accumulate((end - start for start, end in spans), initial=0))

    def __getitem__(self, nth: int) -> int:
        run = bisect_right(self._counts, nth) - 1
        return self._starts[run] + nth - self._counts[run]


@dataclass(frozen=True, slots=True)
class _Value:
    label: str
    score: float
    value: str
    size: int = 0


def spread_values(found: Sequence[Found], known: Sequence[Entity]) -> list[Found]:
    """Return the documents with the further places of their surely found identifiers added."""
    values: dict[str, _Value] = {}
    for text, value in (*_found(found), *_known(known)):
        for squashed, form in _forms(text, value):
            if _is_telling(squashed) and values.get(squashed, form).score <= form.score:
                values[squashed] = form
    if not values:
        return list(found)
    automaton = ahocorasick.Automaton()
    for squashed, value in values.items():
        automaton.add_word(squashed, value)
    automaton.make_automaton()
    return [_spread(f, automaton) for f in found]


def _found(found: Sequence[Found]) -> Iterator[tuple[str, _Value]]:
    for f in found:
        for d in f.standing:
            if d.label not in _APART and d.effect is Effect.HIDE and d.score >= _SURE:
                yield f.document.surface(d.span), _Value(d.label, d.score, d.value)


def _known(known: Sequence[Entity]) -> Iterator[tuple[str, _Value]]:
    for entity in known:
        if entity.kind is not EntityKind.NATURAL and entity.label not in _APART:
            for name in entity.names:
                yield name, _Value(entity.label, _SURE, entity.value)


def _forms(text: str, value: _Value) -> Iterator[tuple[str, _Value]]:
    """Yield what is looked for of a value: all its letters and digits, and what of them tells as much."""
    squashed = _squash(fold(text))
    yield squashed, replace(value, size=len(squashed))
    for part in number_parts(text, value.label):
        yield part, replace(value, size=len(part), score=max(_SURE, value.score - _DOUBT))


def _squash(folded: str) -> str:
    return "".join(c for c in folded if c.isalnum())


def _is_telling(squashed: str) -> bool:
    return (_SHORTEST_NUMBER if squashed.isdigit() else _SHORTEST) <= len(squashed) <= _LONGEST


def _spread(found: Found, automaton: ahocorasick.Automaton) -> Found:
    folded = found.document.folded
    squashed = SIGNS.sub("", folded)
    places = _Places(folded)
    taken = sorted(d.span for d in found.standing if d.score >= _SURE or d.effect is Effect.PROTECT)
    starts = [span.start for span in taken]
    new: list[Detection] = []
    reached = 0
    for last, value in automaton.iter_long(squashed):
        first = last - value.size + 1
        span = Span(places[first], places[last] + 1)
        if span.start < reached or not _is_whole(found, span, places, first, last):
            continue
        at = bisect_left(starts, span.end)
        if at and any(s.overlaps(span) for s in taken[max(0, at - 3) : at]):
            continue
        reached = span.end
        new.append(_made(span, value))
    return replace(found, detections=(*found.detections, *new)) if new else found


def _is_whole(found: Found, span: Span, places: _Places, first: int, last: int) -> bool:
    """Tell whether the value stands by itself, in one block, without wide gaps."""
    folded = found.document.folded
    is_number = sum(map(str.isdigit, folded[span.start : span.end])) >= _NUMBER
    if any(_runs_on(folded, at, is_number) for at in (span.start, span.end)):
        return False
    if any(places[i + 1] - places[i] > _WIDEST_GAP for i in range(first, last)):
        return False
    return span.end <= found.document.block_at(span.start).end


def _runs_on(folded: str, at: int, is_number: bool) -> bool:
    """Tell whether a word goes on over a place: a number of many figures ends where letters begin ("DNI99012345")."""
    before, after = folded[at - 1 : at], folded[at : at + 1]
    if not (before.isalnum() and after.isalnum()):
        return False
    return not is_number or before.isdigit() == after.isdigit()


def _made(span: Span, value: _Value) -> Detection:
    return detect(
        span, value.label, value.score, recogniser=NAME, trigger=f"{NAME}:value", layer=Layer.COREFERENCE,
        value=value.value,
    )  # fmt: skip

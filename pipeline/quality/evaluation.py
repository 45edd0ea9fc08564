"""Systems over annotated documents: what each finds, counted, timed, and put together by group."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.quality.estimate import ROUNDS, Figure, figures
from pipeline.quality.gold import GoldDocument
from pipeline.quality.labels import family, traits
from pipeline.quality.predicted import System
from pipeline.quality.score import Tally, tally


@dataclass(frozen=True, slots=True)
class Examined:
    """One document by one system: its tally, its words and the seconds it took."""

    document: str
    groups: tuple[str, ...]
    tally: Tally
    words: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """A system over a set of documents: figures, those by group, and its speed."""

    documents: int
    words: int
    words_per_second: float
    figures: Mapping[str, Figure]
    groups: Mapping[str, Mapping[str, Figure]]
    examined: Sequence[Examined]


def examine(document: GoldDocument, system: System) -> Examined:
    """Run a system over a document and count."""
    start = time.perf_counter()
    predicted = system(document.text)
    seconds = time.perf_counter() - start
    counted = tally(document, predicted)
    return Examined(document.id, groups_of(document), counted, len(document.text.split()), seconds)


def groups_of(document: GoldDocument) -> tuple[str, ...]:
    """Name the groups of a document: the family of its kind, the traits of its register."""
    if not document.kind:
        return ()
    return (f"kind: {family(document.kind)}", *(f"register: {trait}" for trait in traits(document.register)))


def summed(examined: Sequence[Examined], *, rounds: int = ROUNDS) -> Result:
    """Put the documents of one system together, all and by group."""
    members: dict[str, list[Tally]] = defaultdict(list)
    for one in examined:
        for group in one.groups:
            members[group].append(one.tally)
    words, seconds = sum(e.words for e in examined), sum(e.seconds for e in examined)
    return Result(
        len(examined),
        words,
        words / seconds if seconds else 0.0,
        figures([e.tally for e in examined], rounds=rounds),
        {group: figures(tallies, rounds=rounds) for group, tallies in sorted(members.items())},
        examined,
    )

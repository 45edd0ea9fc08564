"""How well each group of names is protected: recall, precision and confidence over swapped documents, and the gap."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pipeline.quality.estimate import ROUNDS, Figure, Floats, Sums, drawn, figure
from pipeline.quality.gold import GoldSpan
from pipeline.quality.predicted import Predicted, System
from pipeline.quality.score import Tally
from pipeline.quality.swap import Swapped
from pipeline.quality.table import cell, figure_as_values, figures_as_values, line

Pair = tuple[float, float]
MEASURES = ("recall", "entity recall", "precision", "confidence")


@dataclass(frozen=True, slots=True)
class Gap:
    """The best and the worst group of one kind in one measure, and how far apart, draw by draw."""

    kind: str
    measure: str
    best: str
    worst: str
    figure: Figure


@dataclass(frozen=True, slots=True)
class Bias:
    """Figures by group, gaps by kind of group, and how much could be swapped."""

    groups: Mapping[str, Mapping[str, Figure]]
    gaps: Sequence[Gap]
    documents: int
    swapped: int
    unswapped: int
    disagreeing: int


@dataclass(frozen=True, slots=True)
class Heard:
    """One swapped document by one system: its shares by group, and what could be swapped."""

    document: str
    counts: Mapping[str, Pair]
    swapped: int
    unswapped: int
    disagreeing: int


def hear(swapped: Swapped, system: System) -> Heard:
    """Run a system over a swapped document and count the renamed people alone; precision is the document's."""
    found = system(swapped.document.text)
    shares = _shares(swapped, found)
    counts = {f"{measure}|{group}": pair for measure, pair in shares.items() for group in swapped.groups}
    return Heard(swapped.document.id, counts, len(swapped.people), swapped.unswapped, swapped.disagreeing)


def _shares(swapped: Swapped, found: Sequence[Predicted]) -> dict[str, Pair]:
    text = swapped.document.text
    hidden = bytearray(len(text))
    score = np.zeros(len(text))
    for p in found:
        if p.hidden:
            hidden[p.start : p.end] = b"\x01" * (p.end - p.start)
            np.maximum(score[p.start : p.end], p.score, out=score[p.start : p.end])
    marks = [s for s in swapped.document.spans if s.label == "PER" and s.person in swapped.people]
    gone = [s for s in marks if all(hidden[i] or not text[i].isalnum() for i in range(s.start, s.end))]
    seen = {s.person for s in marks} - {s.person for s in set(marks) - set(gone)}
    said = [p for p in found if p.hidden and p.label == "PER"]
    right = _meeting(said, [s for s in swapped.document.spans if s.label == "PER"], len(text))
    return {
        "recall": (len(gone), len(marks)),
        "entity recall": (len(seen), len(swapped.people)),
        "precision": (right, len(said)),
        "confidence": (sum(float(score[s.start : s.end].max()) for s in gone), len(gone)),
    }


def _meeting(said: Sequence[Predicted], names: Iterable[GoldSpan], length: int) -> int:
    mask = bytearray(length)
    for s in names:
        mask[s.start : s.end] = b"\x01" * (s.end - s.start)
    return sum(any(mask[p.start : p.end]) for p in said)


def compare(heard: Iterable[Heard], *, rounds: int = ROUNDS) -> Bias:
    """Put the variants of each document together, so that the draws keep them paired, and compare the groups."""
    by_document: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))
    swapped = unswapped = disagreeing = 0
    for one in heard:
        swapped, unswapped = swapped + one.swapped, unswapped + one.unswapped
        disagreeing += one.disagreeing
        for name, (hit, of) in one.counts.items():
            by_document[one.document][name][0] += hit
            by_document[one.document][name][1] += of
    tallies = [Tally({n: (v[0], v[1]) for n, v in counts.items()}) for counts in by_document.values()]
    sums = drawn(tallies, rounds=rounds)
    names = sorted({name.split("|")[1] for name in sums.names})
    groups = {g: {m: f for m in MEASURES if (f := _figure(sums, f"{m}|{g}"))} for g in names}
    return Bias(groups, _gaps(sums, names), len(tallies), swapped, unswapped, disagreeing)


def _figure(sums: Sums, name: str) -> Figure | None:
    if name not in sums.names:
        return None
    at = sums.names.index(name)
    return figure(sums.share(name), float(sums.hits[0, at]), float(sums.of[0, at]))


def kind_of(group: str) -> str:
    """Return the kind of a group: sex, origin, or both at once."""
    head = group.split(" ")[0]
    return head if head in {"sex", "origin"} else "origin and sex"


def _gaps(sums: Sums, groups: Sequence[str]) -> list[Gap]:
    """Return the gap of each kind of group in each measure, largest minus smallest as measured."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for group in groups:
        kinds[kind_of(group)].append(group)
    found = []
    for kind, members in sorted(kinds.items()):
        for measure in MEASURES:
            shares: dict[str, Floats] = {g: sums.share(f"{measure}|{g}") for g in members}
            shares = {g: v for g, v in shares.items() if not np.isnan(v[0])}
            if len(shares) < 2:
                continue
            best = max(shares, key=lambda g: (shares[g][0], g))
            worst = min(shares, key=lambda g: (shares[g][0], g))
            if one := figure(shares[best] - shares[worst]):
                found.append(Gap(kind, measure, best, worst, one))
    return found


def as_text(title: str, bias: Bias) -> str:
    """Return the table of the swap test."""
    head = (
        f"swap test, {title}: {bias.documents} documents, {bias.swapped} people renamed, "
        f"{bias.unswapped} left as they were, {bias.disagreeing} phrases that could not agree"
    )
    lines = [head, "", line("group (% [95 % interval])", "n", MEASURES)]
    for group, found in sorted(bias.groups.items(), key=lambda item: (kind_of(item[0]), item[0])):
        size = f"{found['recall'].of:.0f}" if "recall" in found else ""
        lines.append(line(group, size, [cell(found.get(m)) for m in MEASURES]))
    lines.append("-- gap between the best and the worst group, in points")
    for gap in bias.gaps:
        lines.append(line(f"{gap.kind}, {gap.measure}", "", [cell(gap.figure)]) + f"   worst: {gap.worst}")
    return "\n".join(lines) + "\n"


def as_values(bias: Bias) -> dict[str, object]:
    """Return the swap test as plain values."""
    return {
        "documents": bias.documents,
        "renamed": bias.swapped,
        "left": bias.unswapped,
        "disagreeing": bias.disagreeing,
        "groups": {group: figures_as_values(found) for group, found in bias.groups.items()},
        "gaps": [
            {"kind": g.kind, "measure": g.measure, "best": g.best, "worst": g.worst, **figure_as_values(g.figure)}
            for g in bias.gaps
        ],
    }

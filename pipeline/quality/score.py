"""Counts of what was found and hidden in one document against its gold.

A span counts as hidden when every letter and digit of it is: the reader's view, whatever label it was hidden under.
Entity recall and clean documents follow the Text Anonymization Benchmark (Pilán et al., 2022). Every measure is a
share, hits of total, so that documents add up; `estimate` turns the sums into figures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pipeline.quality.coreference import grouping
from pipeline.quality.gold import GoldDocument, GoldSpan
from pipeline.quality.labels import DESIGNATIONS, DIRECT, LEAVE, QUASI, coarse, has_cases, unmarked
from pipeline.quality.predicted import Predicted, System

__all__ = ["Predicted", "System", "Tally", "tally", "total"]

Pair = tuple[float, float]
Sums = dict[str, list[float]]


@dataclass(frozen=True, slots=True)
class Tally:
    """Shares of one document, hits and total by measure; what was missed and wrongly touched."""

    counts: Mapping[str, Pair]
    missed: tuple[GoldSpan, ...] = field(default=(), repr=False)
    touched: tuple[GoldSpan, ...] = field(default=(), repr=False)


def tally(document: GoldDocument, predicted: Sequence[Predicted]) -> Tally:
    """Count one document; predictions in stretches that nobody annotated count for nothing."""
    none = unmarked(document.corpus)
    counted = [p for p in _outside(document.ignored, predicted) if p.label not in none]
    hidden = _mask(len(document.text), ((p.start, p.end) for p in counted if p.hidden))
    wanted = [s for s in document.spans if s.label in DIRECT or s.label in QUASI]
    missed = {s for s in wanted if not _is_hidden(document.text, hidden, s)}
    touched = [s for s in document.spans if s.label in LEAVE and _is_touched(document.text, hidden, s)]
    counts: Sums = defaultdict(lambda: [0.0, 0.0])
    for span in wanted:
        _add(counts, "all marks", span not in missed)
        for name in _measures_of(document, span):
            _add(counts, name, span not in missed)
    for span in document.spans:
        if span.label in LEAVE:
            _add(counts, f"{span.label} touched", span in touched)
    _characters(document, hidden, counts)
    _person_precision(document, counted, counts)
    _entities(document, missed, counts)
    _add(counts, "clean documents", not any(s.label in DIRECT for s in missed))
    _strict(document, counted, counts)
    _coverage(document, counted, missed, counts)
    right = _span_precision(document, counted, counts)
    if has_cases(document.corpus):
        # Passed when all is hidden that should be and nothing is that shouldn't.
        _add(counts, "cases passed", right and not missed and not touched)
    shares = {name: (value[0], value[1]) for name, value in counts.items()}
    ordered = tuple(s for s in wanted if s in missed)
    return Tally(shares | grouping(document, counted), ordered, tuple(touched))


def _add(counts: Sums, name: str, hit: float, of: float = 1.0) -> None:
    counts[name][0] += hit
    counts[name][1] += of


def _mask(length: int, spans: Iterable[tuple[int, int]]) -> bytearray:
    mask = bytearray(length)
    for start, end in spans:
        mask[start:end] = b"\x01" * (min(end, length) - start)
    return mask


def _outside(ignored: Sequence[tuple[int, int]], predicted: Sequence[Predicted]) -> Sequence[Predicted]:
    """Leave out the predictions that meet an ignored stretch."""
    if not ignored:
        return predicted
    mask = _mask(max(end for _, end in ignored), ignored)
    return [p for p in predicted if not any(mask[p.start : p.end])]


def _is_hidden(text: str, hidden: bytearray, span: GoldSpan) -> bool:
    return all(hidden[i] or not text[i].isalnum() for i in range(span.start, span.end))


def _is_touched(text: str, hidden: bytearray, span: GoldSpan) -> bool:
    return any(hidden[i] and text[i].isalnum() for i in range(span.start, span.end))


def _measures_of(document: GoldDocument, span: GoldSpan) -> list[str]:
    """Name the measures that a span counts for: its label, its class, and for persons the groups of the name."""
    if span.label != "PER":
        of_nobody = [] if span.person or document.coarse else [f"{span.label} of nobody"]
        return [span.label, "direct identifiers" if span.label in DIRECT else "quasi-identifiers", *of_nobody]
    person = document.people.get(span.person)
    groups = [f"persons, sex {person.gender}", f"persons, origin {person.origin}"] if person else []
    return ["PER", "persons", *groups]


def _characters(document: GoldDocument, hidden: bytearray, counts: Sums) -> None:
    """Character precision: of what was hidden, how much is marked; designations count for neither side."""
    gold = bytearray(len(document.text))
    for span in document.spans:
        if span.label in DIRECT or span.label in QUASI:
            gold[span.start : span.end] = b"\x01" * (span.end - span.start)
        elif span.label in DESIGNATIONS:
            gold[span.start : span.end] = b"\x02" * (span.end - span.start)
    seen = [gold[i] == 1 for i, char in enumerate(document.text) if hidden[i] and gold[i] != 2 and char.isalnum()]
    _add(counts, "character precision", sum(seen), len(seen))


def _person_precision(document: GoldDocument, predicted: Sequence[Predicted], counts: Sums) -> None:
    """Of what was hidden as a person, how many spans meet a name."""
    names = _mask(len(document.text), ((s.start, s.end) for s in document.spans if s.label == "PER"))
    for p in predicted:
        if p.hidden and p.label == "PER":
            _add(counts, "person precision", any(names[p.start : p.end]))


def _entities(document: GoldDocument, missed: set[GoldSpan], counts: Sums) -> None:
    """A person is protected only when every name of theirs is hidden."""
    named = {s.person for s in document.spans if s.label == "PER" and s.person}
    seen = {s.person for s in missed if s.label == "PER"}
    if named:
        _add(counts, "entity recall", len(named - seen), len(named))


def _strict(document: GoldDocument, predicted: Sequence[Predicted], counts: Sums) -> None:
    """Same start, end and label; all labels together, each by itself, and places alone whatever the label."""
    name = coarse if document.coarse else str
    gold = {(s.start, s.end, name(s.label)) for s in document.spans if s.label not in LEAVE}
    ours = {(p.start, p.end, name(p.label)) for p in predicted if _stands(p, document.coarse)}
    _strict_pair(counts, "all labels", len(gold & ours), len(gold), len(ours))
    places, said = {s[:2] for s in gold}, {s[:2] for s in ours}
    _strict_pair(counts, "places", len(places & said), len(places), len(said))
    by_label = [Counter(s[2] for s in side) for side in (gold & ours, gold, ours)]
    for label in by_label[1] | by_label[2]:
        _strict_pair(counts, label, *(side[label] for side in by_label))


def _stands(p: Predicted, coarse_labels: bool) -> bool:
    """Tell whether a prediction counts for the strict measures: corpora have no designations and no citations."""
    return p.label not in LEAVE and (p.hidden or (p.label in DESIGNATIONS and not coarse_labels))


def _strict_pair(counts: Sums, name: str, both: int, gold: int, ours: int) -> None:
    _add(counts, f"strict R {name}", both, gold)
    _add(counts, f"strict P {name}", both, ours)
    _add(counts, f"strict F1 {name}", 2 * both, gold + ours)


def _coverage(document: GoldDocument, predicted: Sequence[Predicted], missed: set[GoldSpan], counts: Sums) -> None:
    """By label: the marks hidden whole, whatever under, and the hidden spans that lie whole in marks, whichever."""
    name = coarse if document.coarse else str
    marks = [s for s in document.spans if s.label not in LEAVE]
    marked = _mask(len(document.text), ((s.start, s.end) for s in marks))
    for span in marks:
        if span.label not in DESIGNATIONS:
            _add(counts, f"coverage R {name(span.label)}", span not in missed)
    for p in predicted:
        if p.hidden:
            whole = all(marked[i] or not document.text[i].isalnum() for i in range(p.start, p.end))
            _add(counts, f"coverage P {name(p.label)}", whole)


def _span_precision(document: GoldDocument, predicted: Sequence[Predicted], counts: Sums) -> bool:
    """Count the hidden spans that meet a mark; tell whether all do."""
    marked = _mask(len(document.text), ((s.start, s.end) for s in document.spans if s.label not in LEAVE))
    hidden = [p for p in predicted if p.hidden]
    right = sum(any(marked[p.start : p.end]) for p in hidden)
    _add(counts, "span precision", right, len(hidden))
    return right == len(hidden)


def total(tallies: Iterable[Tally]) -> dict[str, Pair]:
    """Add the counts of many documents."""
    sums: Sums = defaultdict(lambda: [0.0, 0.0])
    for t in tallies:
        for name, (hit, of) in t.counts.items():
            _add(sums, name, hit, of)
    return {name: (value[0], value[1]) for name, value in sums.items()}

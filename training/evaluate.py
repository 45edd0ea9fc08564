"""How well a model alone finds what the corpora mark: strict F1 by label, persons by coverage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from training.corpora import Labelled

Span = tuple[int, int, str]


def figures(golden: Sequence[Labelled], found: Sequence[Sequence[Span]]) -> dict[str, float]:
    """Return strict F1 by label, and recall and precision of persons by coverage."""
    counts: Counter[str] = Counter()
    for (text, gold), spans in zip(golden, found, strict=True):
        for label in ("PERSON", "ORG", "LOC", "ADDRESS", "DATE"):
            want, have = ({s for s in each if s[2] == label} for each in (gold, spans))
            counts[f"{label} hit"] += len(want & have)
            counts[f"{label} gold"] += len(want)
            counts[f"{label} found"] += len(have)
        _cover(text, gold, spans, counts)
    out = {f"{x} F1": _f1(counts, x) for x in ("PERSON", "ORG", "LOC", "ADDRESS", "DATE") if counts[f"{x} gold"]}
    out["person recall"] = counts["covered"] / max(1, counts["PERSON gold"])
    out["person recall, any label"] = counts["covered by any"] / max(1, counts["PERSON gold"])
    out["person precision"] = counts["right"] / max(1, counts["PERSON found"])
    return {k: round(v, 4) for k, v in out.items()}


def _f1(counts: Counter[str], label: str) -> float:
    return 2 * counts[f"{label} hit"] / max(1, counts[f"{label} gold"] + counts[f"{label} found"])


def _cover(text: str, gold: Sequence[Span], spans: Sequence[Span], counts: Counter[str]) -> None:
    persons, anything, marked = bytearray(len(text)), bytearray(len(text)), bytearray(len(text))
    for start, end, label in spans:
        anything[start:end] = b"\1" * (end - start)
        if label == "PERSON":
            persons[start:end] = b"\1" * (end - start)
    for start, end, label in gold:
        if label == "PERSON":
            marked[start:end] = b"\1" * (end - start)
            inner = [i for i in range(start, end) if text[i].isalnum()]
            counts["covered"] += all(persons[i] for i in inner)
            counts["covered by any"] += all(anything[i] for i in inner)
    counts["right"] += sum(any(marked[s:e]) for s, e, label in spans if label == "PERSON")

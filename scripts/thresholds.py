"""Tell whether another threshold would hide more of what is marked: `python scripts/thresholds.py gold/dev --swap 8`.

For every label, and for persons by how far the lexicons know the name (the subgroups of names that the engine can
tell apart without asking whose they are), each band of score: how many candidates are kept readable, and how many of
those lie in a mark to be hidden. `--swap N` counts N documents with the names exchanged for each sex and origin class.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pipeline import engine, policy
from pipeline.decision import Action
from pipeline.detection import Effect, Label
from pipeline.document import from_text
from pipeline.lexicons.names import support
from pipeline.quality.gold import GoldDocument, load
from pipeline.quality.labels import DIRECT, QUASI
from pipeline.quality.swap import variants
from pipeline.quality.swap_names import pools

BAND = 0.1
RIGHT = 0.6
Counts = Counter[tuple[str, int, bool]]


def main() -> None:
    """Print one row for each label or subgroup and band of score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gold", type=Path, nargs="+")
    parser.add_argument("--policy", default="transparencia")
    parser.add_argument("--swap", type=int, default=0)
    args = parser.parse_args()
    rules = policy.load(args.policy)
    documents = [d for path in args.gold for d in load(path)]
    counts: Counts = Counter()
    for document in [*documents, *_swapped(documents, args.swap)]:
        counts.update(kept(document, rules))
    print("| candidates kept readable | score | in a mark | in none | right |\n|---|---|---|---|---|")
    for name, band in sorted({(name, band) for name, band, _ in counts}):
        right, wrong = counts[name, band, True], counts[name, band, False]
        print(f"| {name} | {band * BAND:.1f} | {right} | {wrong} | {right / (right + wrong):.2f} |")


def kept(document: GoldDocument, rules: policy.Policy) -> Iterator[tuple[str, int, bool]]:
    """Yield label or subgroup, band of score and rightness of each candidate that only its score keeps readable."""
    (analysis,) = engine.analyse([from_text(document.text)], rules)
    hidden = bytearray(len(document.text))
    marked = bytearray(len(document.text))
    for mark in document.spans:
        if mark.label in DIRECT | QUASI | {"PER"}:
            marked[mark.start : mark.end] = b"\x01" * (mark.end - mark.start)
    for d in analysis.detections:
        if analysis.decisions[d.id].action is not Action.KEEP:
            hidden[d.span.start : d.span.end] = b"\x01" * len(d.span)
    for d in analysis.detections:
        acts = rules.rule(d.label).action is not Action.KEEP and d.effect is Effect.HIDE
        if acts and sum(hidden[d.span.start : d.span.end]) < RIGHT * len(d.span):
            name = str(d.label)
            if d.label is Label.PERSON:
                name += f", {support(document.text[d.span.start : d.span.end]).name.lower()}"
            yield name, int(d.score / BAND), sum(marked[d.span.start : d.span.end]) >= RIGHT * len(d.span)


def _swapped(documents: list[GoldDocument], count: int) -> Iterator[GoldDocument]:
    step = max(1, len(documents) // max(1, count))
    for document in documents[::step][:count]:
        for made in variants(document, pools()):
            yield made.document


if __name__ == "__main__":
    main()

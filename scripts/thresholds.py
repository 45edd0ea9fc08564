"""Tell whether another threshold would hide more of what is marked: `python scripts/thresholds.py gold/dev --swap 8`.

For every label, and for persons by how far the lexicons know the name (the subgroups of names that the engine can
tell apart without asking whose they are), each band of score: how many candidates are kept readable, how many of those
lie in a mark to be hidden, and how many letters and digits hiding them would add inside marks and outside. A character
counts once, for the surest of its candidates. `--swap N` counts N documents with the names exchanged for each sex and
origin class.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from pipeline import engine, policy
from pipeline.decision import Action
from pipeline.detection import Effect, Label
from pipeline.document import from_text
from pipeline.lexicons.names import support
from pipeline.quality.gold import GoldDocument, load
from pipeline.quality.labels import DESIGNATIONS, DIRECT, QUASI
from pipeline.quality.swap import variants
from pipeline.quality.swap_names import pools

BAND = 0.05
RIGHT = 0.6
RIGHT_ONE, WRONG_ONE, INSIDE, OUTSIDE = range(4)
Counts = Counter[tuple[str, int, int]]


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
    print("| candidates kept readable | score | in a mark | in none | letters in a mark | in none | right |")
    print("|---|---|---|---|---|---|---|")
    for name, band in sorted({(name, band) for name, band, _ in counts}):
        told = [counts[name, band, what] for what in range(4)]
        share = told[INSIDE] / max(1, told[INSIDE] + told[OUTSIDE])
        print(f"| {name} | {band * BAND:.2f} | {' | '.join(map(str, told))} | {share:.2f} |")


def kept(document: GoldDocument, rules: policy.Policy) -> Counts:
    """Count, by label or subgroup and band of score, the candidates that only their score keeps readable."""
    (analysis,) = engine.analyse([from_text(document.text)], rules)
    text, marks = document.text, [s for s in document.spans if s.label in DIRECT | QUASI | {"PER"}]
    marked = _covered(text, [(s.start, s.end) for s in marks])
    designated = _covered(text, [(s.start, s.end) for s in document.spans if s.label in DESIGNATIONS])
    acting = [d for d in analysis.detections if analysis.decisions[d.id].action is not Action.KEEP]
    hidden = _covered(text, [(d.span.start, d.span.end) for d in acting])
    counts: Counts = Counter()
    for d in sorted(analysis.detections, key=lambda d: -d.score):
        places = range(d.span.start, d.span.end)
        new = [i for i in places if text[i].isalnum() and not hidden[i] and not designated[i]]
        if rules.rule(d.label).action is Action.KEEP or d.effect is not Effect.HIDE or not new:
            continue
        name = str(d.label)
        if d.label is Label.PERSON:
            name += f", {support(text[d.span.start : d.span.end]).name.lower()}"
        band, inside = int(d.score / BAND + 1e-9), sum(marked[i] for i in new)
        counts[name, band, RIGHT_ONE if inside >= RIGHT * len(new) else WRONG_ONE] += 1
        counts[name, band, INSIDE] += inside
        counts[name, band, OUTSIDE] += len(new) - inside
        for i in new:
            hidden[i] = 1
    return counts


def _covered(text: str, places: Iterable[tuple[int, int]]) -> bytearray:
    """Return one byte a character: whether a place covers it."""
    covered = bytearray(len(text))
    for start, end in places:
        covered[start:end] = b"\x01" * (end - start)
    return covered


def _swapped(documents: list[GoldDocument], count: int) -> Iterator[GoldDocument]:
    step = max(1, len(documents) // max(1, count))
    for document in documents[::step][:count]:
        for made in variants(document, pools()):
            yield made.document


if __name__ == "__main__":
    main()

"""Measures the types described in words, by themselves on hand-made sentences and on whole documents without them.

`--fit` fits the weights of the encoder on the `fit` types first; the `held` types are never fitted on.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

BASE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(BASE))

from pipeline import engine, policy, recognise  # noqa: E402
from pipeline.described import DescribedType  # noqa: E402
from pipeline.document import Document, from_text  # noqa: E402
from pipeline.quality import gold  # noqa: E402
from pipeline.recognise import described, described_encoder  # noqa: E402

FOLDER = BASE / "tests" / "data" / "described"
WEIGHTS = BASE / "pipeline" / "lexicons" / "described_weights.tsv"
MARK = re.compile(r"\[([a-z-]+) ([^\]]+)\]")
# What was thought of each feature before any fitting; few sentences move it only so far.
PRIOR = {"head": 2.5, "near": 2.0, "cue": 1.5, "value": 2.5, "shape": 1.0, "kind": 1.0, "cover": 1.5, "rival": -2.5}
GIVEN = ("description", "examples", "all")
Wanted = frozenset[tuple[int, int, str]]


@dataclass(frozen=True, slots=True)
class Count:
    """Values found, missed and marked without being any; a value counts where slug and place are the same."""

    found: int = 0
    missed: int = 0
    extra: int = 0

    @property
    def precision(self) -> float:
        return self.found / max(1, self.found + self.extra)

    @property
    def recall(self) -> float:
        return self.found / max(1, self.found + self.missed)

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def __add__(self, other: Count) -> Count:
        return Count(self.found + other.found, self.missed + other.missed, self.extra + other.extra)


def types_of(part: str, given: str = "all") -> tuple[DescribedType, ...]:
    """Read the types of a part, with what is `given` of them: the description, its examples too, or all."""
    tables = tomllib.loads((FOLDER / "types.toml").read_text(encoding="utf-8"))[part]
    return tuple(
        DescribedType(
            t["slug"],
            t["description"],
            tuple(t.get("examples", ())) if given != "description" else (),
            tuple(t.get("head_words", ())) if given == "all" else (),
        )
        for t in tables
    )


def sentences(part: str) -> list[tuple[Document, Wanted]]:
    """Read the sentences of a part with what is to be found."""
    return [_read(line) for line in (FOLDER / f"{part}.txt").read_text(encoding="utf-8").splitlines() if line]


def _read(line: str) -> tuple[Document, Wanted]:
    text, wanted = "", set()
    last = 0
    for mark in MARK.finditer(line):
        text += line[last : mark.start()]
        wanted.add((len(text), len(text) + len(mark[2]), mark[1]))
        text += mark[2]
        last = mark.end()
    return from_text(text + line[last:]), frozenset(wanted)


def rules(types: Sequence[DescribedType], threshold: float | None = None) -> policy.Policy:
    """Return a policy with these types."""
    changed = tuple(replace(t, threshold=threshold or t.threshold) for t in types)
    return replace(policy.load("transparencia"), described=changed)


def counted(part: str, types: Sequence[DescribedType], threshold: float) -> dict[str, Count]:
    """Count by type what the whole engine hides as that type."""
    counts = {t.slug: Count() for t in types}
    for document, wanted in sentences(part):
        found = engine.recognise_document(document, rules(types, threshold))
        said = {
            (d.span.start, d.span.end, d.label.removeprefix("CUSTOM:"))
            for d in found.standing
            if d.provenance.layer == "described" and d.score >= threshold
        }
        for slug in counts:
            right, got = ({w for w in many if w[2] == slug} for many in (wanted, said))
            counts[slug] += Count(len(right & got), len(right - got), len(got - right))
    return counts


def table(counts: dict[str, Count]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| type | values | found | missed | extra | precision | recall |"
    yield "|---|---|---|---|---|---|---|"
    total = sum(counts.values(), Count())
    for slug, c in [*sorted(counts.items()), ("all", total)]:
        yield (
            f"| {slug} | {c.found + c.missed} | {c.found} | {c.missed} | {c.extra} "
            f"| {c.precision:.2f} | {c.recall:.2f} |"
        )


def false_marks(types: Sequence[DescribedType], most: int) -> tuple[int, int, float]:
    """Return the marks of the types in gold documents, their words, and the seconds the types took."""
    marks, count, spent = 0, 0, 0.0
    for file in sorted((BASE / "gold" / "dev").glob("*.txt"))[:most]:
        document = from_text(gold.marked(file).text)
        count += len(document.text.split())
        plain = recognise.find_all(document, ner=recognise.default_ner())
        begun = time.process_time()
        found = recognise.find_described(document, types, plain)
        spent += time.process_time() - begun
        marks += sum(d.score >= 0.5 for d in found)
    return marks, count, spent


def fit(rounds: int = 6000, decay: float = 0.004) -> None:
    """Fit the weights by logistic regression on the `fit` types, with and without their examples; write them."""
    rows: list[np.ndarray] = []
    right: list[float] = []
    model = described_encoder.default_encoder()
    for given in GIVEN:
        types = types_of("fit", given)
        for document, wanted in sentences("fit"):
            plain = recognise.find_all(document, ner=recognise.default_ner())
            taken = described.settled(document, plain)
            for candidate, kind, features, _ in model.weigh(document, types, taken):
                rows.append(features)
                right.append((candidate.start, candidate.end, kind.slug) in wanted)
    _write(*_logistic(np.array(rows, np.float64), np.array(right, np.float64), rounds, decay))


def _logistic(rows: np.ndarray, right: np.ndarray, rounds: int, decay: float) -> tuple[float, np.ndarray]:
    signs = np.array([-1.0 if name == "rival" else 1.0 for name in described_encoder.FEATURES])
    prior = np.array([PRIOR[name] for name in described_encoder.FEATURES])
    each, bias = prior.copy(), -4.0
    # Positives are few: they weigh as much as half of the rest together.
    weigh = np.where(right > 0, 0.5 * (len(right) - right.sum()) / right.sum(), 1.0)
    weigh /= weigh.sum()
    for _ in range(rounds):
        error = (1 / (1 + np.exp(-(rows @ each + bias))) - right) * weigh
        each -= 2.0 * (rows.T @ error + decay * (each - prior))
        # A feature that speaks for a type never counts against it.
        each = np.where(each * signs < 0, 0.0, each)
        bias -= 2.0 * error.sum()
    print(f"{len(right)} candidates, {int(right.sum())} values")
    return bias, each


def _write(bias: float, each: np.ndarray) -> None:
    lines = [
        "# weight of each feature of the encoder for described types, in log odds; fitted by scripts/measure_described.py",
        f"bias\t{bias:.3f}",
        *(f"{name}\t{value:.3f}" for name, value in zip(described_encoder.FEATURES, each, strict=True)),
    ]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


def main() -> int:
    """Fit where asked, then print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--fit", action="store_true", help="fit and write the weights, then stop")
    parser.add_argument("--part", default="held", choices=("held", "fit", "fresh"))
    parser.add_argument("--threshold", type=float, default=0.5)
    parser.add_argument("--documents", type=int, default=20, help="gold documents looked at for false marks")
    parser.add_argument("--only", choices=("sentences", "documents"))
    args = parser.parse_args()
    if args.fit:
        fit()
        return 0
    print(f"model: {recognise.default_described().name}; threshold {args.threshold}")
    for given in GIVEN if args.only != "documents" else ():
        print(f"\n{args.part}, given: {given}")
        print("\n".join(table(counted(args.part, types_of(args.part, given), args.threshold))))
    if args.only != "sentences":
        marks, count, spent = false_marks(types_of(args.part), args.documents)
        print(
            f"\n{marks} marks in {count} words of gold documents; {1000 * spent / max(1, count):.2f} s per 1,000 words"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

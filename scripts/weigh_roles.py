"""Fit the weights of role designations on annotated documents: `python -m scripts.weigh_roles gold/train`.

Softmax regression over the persons each designation could mean, by Newton's method; `--folds 3` tells how well weights
fitted on other documents choose, without writing. What words beside a name say of roles (`training/role_contexts.py`)
is read, for each document, from a table fitted on others: of its own it would say too much.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pipeline import decide, engine, group, policy
from pipeline.analysis import Found
from pipeline.detection import Detection
from pipeline.document import from_text
from pipeline.group.cluster import by_document
from pipeline.group.mentions import collect
from pipeline.group.mentions import designations as designations_of
from pipeline.group.person import Person
from pipeline.group.persons import persons
from pipeline.group.role_contexts import Table
from pipeline.group.role_evidence import EVIDENCE, NOBODY, Evidence
from pipeline.group.role_places import Named
from pipeline.quality.gold import GoldDocument, load
from training import role_contexts

NAMES = (*EVIDENCE, *NOBODY)
WEIGHTS = Path("pipeline/lexicons/role_weights.tsv")
HEAD = "# what speaks for a person as the one a role designation means, and how much; fitted by scripts/weigh_roles.py"
Case = tuple[NDArray[np.float64], int]
_STRENGTH, _STEPS, _CLOSE = 3.0, 40, 1e-4
_APART = 4


def main() -> None:
    """Fit and write, or tell by cross-validation how well it goes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gold", type=Path, nargs="+")
    parser.add_argument("--folds", type=int, default=0)
    args = parser.parse_args()
    rules = policy.load("transparencia")
    documents = [d for path in args.gold for d in load(path)]
    tables = contexts_of_others(documents, args.folds or _APART)
    cases = [
        cases_of(d, engine.recognise_document(from_text(d.text), rules), rules, tables[n % len(tables)])
        for n, d in enumerate(documents)
    ]
    if args.folds:
        print(validated(cases, args.folds))
        return
    weights = fitted([c for each in cases for c in each])
    lines = [f"{name}\t{weight:.3f}" for name, weight in zip(NAMES, weights, strict=True)]
    WEIGHTS.write_text("\n".join([HEAD, *lines]) + "\n", encoding="utf-8")


def contexts_of_others(documents: Sequence[GoldDocument], folds: int) -> list[Table]:
    """Return a table of contexts for each fold, fitted on the documents of all others."""
    cases = [role_contexts.examples(d) for d in documents]
    return [
        role_contexts.fitted([c for n, each in enumerate(cases) if n % folds != fold for c in each])
        for fold in range(folds)
    ]


def cases_of(document: GoldDocument, found: Found, rules: policy.Policy, contexts: Table) -> list[Case]:
    """Return the designations of a document with the evidence for each choice and the right one."""
    (spread,) = group.propagate([found], ())
    text = spread.document.text
    found = Found(spread.document, decide.resolve_overlaps(_named(spread), rules, text))
    return cases_of_spread(document, found, contexts)


def cases_of_spread(document: GoldDocument, found: Found, contexts: Table) -> list[Case]:
    """Return the same where names were already looked for everywhere."""
    people = persons(collect([found]), (), [found])
    named = by_document(people).get(0, [])
    home = homes(document, named)
    designations = list(designations_of(found))
    evidence = Evidence(found, named, designations, contexts)
    cases: list[Case] = []
    for d in designations:
        meant = _meant(document, d.span.start, d.span.end)
        if meant and any(o is not d and len(o.span) >= len(d.span) and _same(document, o, d) for o in designations):
            meant = ""
        role, told = evidence.role_of(d)
        right = home.get(meant) if meant else None
        if meant and evidence.sure(d, told) is None:
            fitting = evidence.candidates(d, role, told)
            each = [*evidence.of(d, role, told, fitting), evidence.nobody(d, role, told, len(fitting))]
            if right in fitting or right is None:
                at = fitting.index(right) if right in fitting else len(fitting)
                cases.append((np.array([[e.get(n, 0.0) for n in NAMES] for e in each]), at))
        if right is not None:
            evidence.settle(d, role, told, right)
        elif meant:
            evidence.unmet.add((role, told))
    return cases


def _named(found: Found) -> list[Detection]:
    ordered = sorted(found.detections, key=lambda d: (d.span.start, -d.span.end, d.label, d.provenance.recogniser))
    return [replace(d, id=f"d{n}", lost_to=None) for n, d in enumerate(ordered, 1)]


def homes(document: GoldDocument, named: Named) -> dict[str, Person]:
    """Return for each person of the gold the one of ours that most of the names hang from."""
    shared: dict[str, Counter[Person]] = defaultdict(Counter)
    owner: dict[Person, Counter[str]] = defaultdict(Counter)
    for mention, person in named:
        for s in document.spans:
            if s.label == "PER" and s.start < mention.detection.span.end and mention.start < s.end and s.person:
                shared[s.person][person] += 1
                owner[person][s.person] += 1
    return {
        key: next(
            (p for p, _ in found.most_common() if owner[p].most_common(1)[0][0] == key), found.most_common(1)[0][0]
        )
        for key, found in shared.items()
    }


def _meant(document: GoldDocument, start: int, end: int) -> str:
    return next((s.person for s in document.spans if s.label == "ROLE" and s.start <= start < s.end), "")


def _same(document: GoldDocument, one: Detection, other: Detection) -> bool:
    """Tell whether two designations meet one mark of the gold."""
    return any(
        s.label == "ROLE"
        and s.start < min(one.span.end, other.span.end)
        and max(one.span.start, other.span.start) < s.end
        for s in document.spans
    )


def fitted(cases: Sequence[Case]) -> NDArray[np.float64]:
    """Return the weights of most likelihood, held near 0."""
    weights = np.zeros(len(NAMES))
    loss = _loss(cases, weights)
    for _ in range(_STEPS):
        slope, bend = _slope(cases, weights)
        step, length = np.linalg.solve(bend, slope), 1.0
        while (less := _loss(cases, weights - length * step)) > loss and length > _CLOSE:
            length /= 2
        weights, before, loss = weights - length * step, loss, less
        if before - loss < _CLOSE:
            break
    return weights


def _likely(features: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    scores = features @ weights
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum())


def _loss(cases: Sequence[Case], weights: NDArray[np.float64]) -> float:
    missed = -sum(np.log(_likely(features, weights)[right] + 1e-12) for features, right in cases)
    return float(missed + _STRENGTH / 2 * weights @ weights)


def _slope(cases: Sequence[Case], weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return first and second derivative of the loss."""
    slope, bend = _STRENGTH * weights, _STRENGTH * np.eye(len(weights))
    for features, right in cases:
        likely = _likely(features, weights)
        mean = likely @ features
        slope = slope + mean - features[right]
        bend += features.T @ (features * likely[:, None]) - np.outer(mean, mean)
    return slope, bend


def validated(cases: Sequence[Sequence[Case]], folds: int) -> str:
    """Return how many designations weights fitted on other documents choose rightly, wrongly, or leave."""
    count: Counter[str] = Counter()
    for fold in range(folds):
        weights = fitted([c for n, each in enumerate(cases) if n % folds != fold for c in each])
        for features, right in (c for n, each in enumerate(cases) if n % folds == fold for c in each):
            likely = _likely(features, weights)
            best, nobody = int(likely[:-1].argmax()) if len(likely) > 1 else -1, len(likely) - 1
            second = max(np.delete(likely, best)) if best >= 0 else 1.0
            chosen = best if best >= 0 and likely[best] >= max(0.4, 1.3 * second) else nobody
            count["right" if chosen == right else "left" if chosen == nobody else "wrong"] += 1
    return " ".join(f"{k} {v}" for k, v in sorted(count.items()))


if __name__ == "__main__":
    main()

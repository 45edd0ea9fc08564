"""Fit how likely a name is from the model's chance and the lexicons: `python -m training.calibrate --corpora FOLDER`.

Logistic regression by Newton's method over the development files and freshly generated texts; a candidate is right
when three letters in five lie inside a marked person. Reliability is told on folds left out of the fit.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.document import from_text
from pipeline.recognise.name_scores import MODEL, features
from pipeline.recognise.name_tagger import NameTagger
from pipeline.recognise.ner import person_inside
from training import corpora
from training.corpora import Labelled
from training.generate import Generator

SOURCES = ("ancora_doc.dev", "meddocan.dev", "echr_es_manual.dev")
AGAINST = frozenset(("heading word", "label", "place", "word:common", "word:everyday"))
RIGHT, FOLDS, RIDGE = 0.6, 5, 1.0
Numbers = NDArray[np.float64]
log = logging.getLogger("training")


@dataclass(frozen=True, slots=True)
class Case:
    """A candidate: what is weighed of it, whether it was right, and how much it counts."""

    seen: dict[str, float]
    right: bool
    weight: float
    source: str


def cases(source: str, texts: Sequence[Labelled], tagger: NameTagger, weight: float) -> list[Case]:
    """Return the candidates of the texts of a source."""
    found = []
    for (text, gold), spans in zip(texts, tagger([t for t, _ in texts]), strict=True):
        document, marked = from_text(text), bytearray(len(text))
        for start, end, label in gold:
            marked[start:end] = (b"\1" if label == "PERSON" else b"\0") * (end - start)
        for span in spans:
            inside = person_inside(document, 0, text, span.start, span.end) if span.label == "PERSON" else None
            if inside is None or span.score is None:
                continue
            start, end = inside
            letters = [marked[i] for i in range(start, end) if text[i].isalnum()]
            right = sum(letters) >= RIGHT * len(letters)
            seen = features(text[start:end], text[end : end + 2], span.score)
            found.append(Case(seen, right, weight, source))
    return found


def fit(found: Sequence[Case], names: Sequence[str]) -> Numbers:
    """Return the weights; what can only speak against a name is left out where it would speak for it."""
    weights = newton(found, names)
    kept = [n for n, w in zip(names, weights, strict=True) if n not in AGAINST or w < 0]
    if len(kept) == len(names):
        return weights
    fewer = dict(zip(kept, fit(found, kept), strict=True))
    return np.array([fewer.get(n, 0.0) for n in names])


def newton(found: Sequence[Case], names: Sequence[str]) -> Numbers:
    """Return the weights by Newton's method with a small ridge."""
    x, y, w = matrix(found, names)
    weights = np.zeros(len(names))
    for _ in range(30):
        p = 1 / (1 + np.exp(-(x @ weights)))
        gradient = x.T @ (w * (y - p)) - RIDGE * weights
        hessian = (x * (w * p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(len(names))
        step = np.linalg.solve(hessian, gradient)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def matrix(found: Sequence[Case], names: Sequence[str]) -> tuple[Numbers, Numbers, Numbers]:
    """Return what is weighed, a row a case; whether each was right; and how much each counts."""
    x = np.array([[c.seen.get(n, 0.0) for n in names] for c in found])
    return x, np.array([float(c.right) for c in found]), np.array([c.weight for c in found])


def reliability(found: Sequence[Case], names: Sequence[str]) -> list[dict[str, float]]:
    """Return, by band of score, how many there are, the mean score and the share that is right; folds left out."""
    order = np.random.default_rng(14).permutation(len(found))
    scores = np.zeros(len(found))
    for fold in range(FOLDS):
        out = order[fold::FOLDS]
        kept = np.setdiff1d(order, out)
        x, _, _ = matrix([found[i] for i in out], names)
        scores[out] = 1 / (1 + np.exp(-(x @ fit([found[i] for i in kept], names))))
    right = np.array([c.right for c in found])
    rows = []
    for low in np.arange(0, 1, 0.1):
        band = (scores >= low) & (scores < low + 0.1 + (low > 0.85))
        if band.any():
            share = (band.sum(), scores[band].mean(), right[band].mean())
            rows.append(dict(zip(("from", "cases", "score", "right"), (low, *share), strict=True)))
    return [{k: round(float(v), 3) for k, v in row.items()} for row in rows]


def main() -> None:
    """Fit, write calibration.json beside the weights, and print the reliability by source."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, default=os.environ.get("ANONYMIZA_CORPORA"))
    parser.add_argument("--model", type=Path, default=MODEL)
    args = parser.parse_args()
    tagger = NameTagger.load(args.model)
    folder = Path(args.corpora)
    found = [c for s in SOURCES for c in cases(s, list(corpora.read(folder / f"{s}.jsonl")), tagger, 1.0)]
    generator = Generator(folder / "gazetteers", seed=99)
    found += cases("generated", [generator.text() for _ in range(1500)], tagger, 0.25)
    names = sorted({n for c in found for n in c.seen})
    weights = dict(zip(names, (round(float(w), 4) for w in fit(found, names)), strict=True))
    report: dict[str, Any] = {"all": reliability(found, names)}
    for source in (*SOURCES, "generated"):
        report[source] = reliability([c for c in found if c.source == source], names)
    fitted = "logistic regression over " + ", ".join(SOURCES) + " and 1,500 generated texts (seed 99, weight 0.25)"
    data = {"fitted": fitted, "weights": weights, "reliability": report}
    (args.model / "calibration.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    for source, table in report.items():
        log.info("%s %s", source, " ".join(f"{r['score']:.2f}→{r['right']:.2f} ({r['cases']:.0f})" for r in table))


if __name__ == "__main__":
    main()

"""Fit the weighing of names that either model proposes: `python -m training.name_chances --corpora FOLDER`.

Logistic regression over candidates of documents that the context model hasn't seen in training (`gold/dev`, and what
else `--gold` names) and of the public corpora's development files, each read by the engine as it reads any document up
to the weighing. A candidate is right when three letters in five lie inside a name. Names count COST times, so that a
score of .5 is where a name left readable and COST words hidden for nothing weigh the same. Reliability is told without
that cost, on folds of documents left out of the fit.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pipeline.document import Span, from_text
from pipeline.quality.gold import GoldDocument, load
from pipeline.recognise import find_without_context
from pipeline.recognise.context_tagger import ContextTagger
from pipeline.recognise.in_context import MODEL, ContextModel, Scores, said_of
from pipeline.recognise.name_chances import WEIGHTS
from pipeline.recognise.name_evidence import Evidence
from pipeline.recognise.name_scores import MODEL as NAMES
from pipeline.recognise.name_tagger import NameTagger
from pipeline.recognise.ner import Ner
from training.calibrate import FOLDS, RIGHT, SOURCES, Case, Numbers, matrix, newton
from training.train import HERE

# A name left readable costs as much as so many words hidden for nothing: a candidate that is a name counts as so many.
COST = 3.0
RAREST = 3
log = logging.getLogger("training")


def cases(document: GoldDocument, names: Ner, model: ContextModel) -> Iterator[Case]:
    """Yield the candidates of a document; those in stretches that nobody annotated count for nothing."""
    read = from_text(document.text)
    found = find_without_context(read, names)
    said, others = said_of(read, found, model)
    evidence = Evidence(read, found, [*said, *others])
    marked = bytearray(len(document.text))
    for mark in document.spans:
        marked[mark.start : mark.end] = (b"\1" if mark.label == "PER" else b"\0") * (mark.end - mark.start)
    ignored = [Span(*stretch) for stretch in document.ignored]
    for span in sorted({d.span for d in evidence.proposed}):
        if not evidence.is_nobodys(span) and not any(span.overlaps(stretch) for stretch in ignored):
            letters = [marked[i] for i in range(span.start, span.end) if document.text[i].isalnum()]
            yield Case(evidence.of(span), sum(letters) >= RIGHT * max(1, len(letters)), 1.0, document.id)


def fit(found: Sequence[Case], names: Sequence[str], cost: float) -> Numbers:
    """Return the weights, names that count `cost` times among the cases."""
    return newton([replace(c, weight=cost if c.right else 1.0) for c in found], names)


def left_out(found: Sequence[Sequence[Case]], names: Sequence[str]) -> list[Numbers]:
    """Return the scores of each document's cases by weights that were fitted without it."""
    order = np.random.default_rng(14).permutation(len(found))
    scores: dict[int, Numbers] = {}
    for fold in range(FOLDS):
        out = order[fold::FOLDS]
        weights = fit([c for n in np.setdiff1d(order, out) for c in found[n]], names, 1.0)
        for n in out:
            told = matrix(found[n], names)[0] if found[n] else np.zeros((0, len(names)))
            scores[n] = 1 / (1 + np.exp(-np.clip(told @ weights, -30, 30)))
    return [scores[n] for n in range(len(found))]


def table(found: Sequence[Sequence[Case]], scores: Sequence[Numbers]) -> list[dict[str, float]]:
    """Return, by band of score, how many there are, the mean score and the share that is right."""
    score = np.concatenate([np.zeros(0), *scores])
    right = np.array([c.right for each in found for c in each], dtype=float)
    rows = []
    for low in np.arange(0, 10) / 10:
        band = (score >= low) & ((score < low + 0.1) | (low == 0.9))
        if band.any():
            share = (low, band.sum(), score[band].mean(), right[band].mean())
            rows.append(dict(zip(("from", "cases", "score", "right"), (float(s) for s in share), strict=True)))
    return [{k: round(v, 3) for k, v in row.items()} for row in rows]


def main() -> None:
    """Fit, write names.json beside the context model's weights, and print the reliability by source."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, default=os.environ.get("ANONYMIZA_CORPORA"))
    parser.add_argument("--gold", type=Path, nargs="+", default=[HERE.parent / "gold" / "dev"])
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--cost", type=float, default=COST, help="how much a name left readable costs")
    args = parser.parse_args()
    corpora = [Path(args.corpora) / f"{s}.jsonl" for s in SOURCES] if args.corpora else []
    sources = {"gold": [d for path in args.gold for d in load(path)], **{p.stem: load(p) for p in corpora}}
    model = ContextModel(ContextTagger.load(args.model), Scores.load(args.model / "calibration.json"))
    names = NameTagger.load(NAMES)
    read = {source: [list(cases(d, names, model)) for d in documents] for source, documents in sources.items()}
    every = [each for documents in read.values() for each in documents]
    kinds = _kinds(every)
    fitted = fit([c for each in every for c in each], kinds, args.cost)
    weights = dict(zip(kinds, (round(float(w), 4) for w in fitted), strict=True))
    apart = iter(left_out(every, kinds))
    report = {source: table(documents, [next(apart) for _ in documents]) for source, documents in read.items()}
    told = f"logistic regression over {sum(map(len, every))} candidates of {len(every)} documents, cost {args.cost}"
    data = {"fitted": told, "weights": weights, "reliability": report}
    (args.model / WEIGHTS).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for source, rows in report.items():
        log.info("%s %s", source, " ".join(f"{r['score']:.2f}→{r['right']:.2f} ({r['cases']:.0f})" for r in rows))


def _kinds(found: Sequence[Sequence[Case]]) -> list[str]:
    """Return what evidence is met in more documents than a chance few."""
    met = [{kind for case in each for kind in case.seen} for each in found]
    return sorted(kind for kind in set().union(*met) if sum(kind in each for each in met) > RAREST)


if __name__ == "__main__":
    main()

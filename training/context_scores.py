"""Fit how often the context model is right at each chance: `python -m training.context_scores`.

Over documents that it hasn't seen in training (`gold/dev`). A candidate is right when three letters in five lie inside
a mark to hide; a designation's inside a designation's, a citation's inside a citation. Rising steps by isotonic
regression (Ayer et al., 1955) over groups of candidates of like chance.
"""

from __future__ import annotations

import argparse
import json
import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from pipeline.quality.gold import GoldDocument, load
from pipeline.quality.labels import DIRECT, QUASI
from pipeline.recognise.context_tagger import ContextTagger
from pipeline.recognise.in_context import MODEL, Scores
from pipeline.recognise.ner import Ner
from training.train import HERE

RIGHT, GROUP = 0.6, 25
OWN = {"ROLE": {"ROLE"}, "CITATION": {"PROT"}}
BANDS = 10
Cases = dict[str, list[tuple[float, bool]]]
log = logging.getLogger("training")


def cases(documents: Sequence[GoldDocument], tagger: Ner) -> Cases:
    """Return, by label, the chance of each candidate and whether it was right."""
    found: Cases = defaultdict(list)
    for document, spans in zip(documents, tagger([d.text for d in documents]), strict=True):
        for span in spans:
            right = _is_right(document, span.start, span.end, OWN.get(span.label, DIRECT | QUASI))
            found[span.label].append((span.score or 0.0, right))
    return found


def _is_right(document: GoldDocument, start: int, end: int, labels: set[str] | frozenset[str]) -> bool:
    letters = {i for i in range(start, end) if document.text[i].isalnum()}
    marked = {i for s in document.spans if s.label in labels for i in range(max(s.start, start), min(s.end, end))}
    return len(letters & marked) >= RIGHT * len(letters)


def steps(found: Sequence[tuple[float, bool]]) -> list[tuple[float, float]]:
    """Return chance and share right of groups of candidates, neighbours that fall joined until all rise."""
    ordered = sorted(found)
    groups = [ordered[at : at + GROUP] for at in range(0, len(ordered), GROUP)]
    if len(groups) > 1 and len(groups[-1]) < GROUP:
        groups[-2:] = [groups[-2] + groups[-1]]
    pools: list[tuple[float, float, int]] = []
    for group in groups:
        pools.append((sum(c for c, _ in group), float(sum(right for _, right in group)), len(group)))
        while len(pools) > 1 and pools[-2][1] / pools[-2][2] >= pools[-1][1] / pools[-1][2]:
            last, before = pools.pop(), pools.pop()
            pools.append((last[0] + before[0], last[1] + before[1], last[2] + before[2]))
    # One right and one wrong case more: few cases never make a certainty.
    return [(round(c / n, 3), round((right + 1) / (n + 2), 3)) for c, right, n in pools]


def reliability(found: Cases, folds: int = 5) -> Iterator[dict[str, float]]:
    """Yield, by band of score, cases, mean score and share right, each case scored by steps fitted without it."""
    scored: list[tuple[float, bool]] = []
    for label, every in found.items():
        for fold in range(folds):
            scores = Scores.of_points({label: steps([c for n, c in enumerate(every) if n % folds != fold])})
            scored += [(scores.of(label, chance), right) for chance, right in every[fold::folds]]
    for band in range(BANDS):
        inside = [(s, right) for s, right in scored if band / BANDS <= s < (band + 1) / BANDS]
        if inside:
            mean, right = (sum(x) / len(inside) for x in zip(*inside, strict=True))
            yield {"cases": len(inside), "score": round(mean, 3), "right": round(right, 3)}


def main() -> None:
    """Fit, write calibration.json beside the weights, and print the reliability."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gold", type=Path, nargs="+", default=[HERE.parent / "gold" / "dev"])
    parser.add_argument("--model", type=Path, default=MODEL)
    args = parser.parse_args()
    found = cases([d for path in args.gold for d in load(path)], ContextTagger.load(args.model))
    table = list(reliability(found))
    data = {
        "fitted": f"isotonic over {sum(map(len, found.values()))} candidates of documents not seen in training",
        "steps": {label: steps(every) for label, every in sorted(found.items())},
        "reliability": table,
    }
    (args.model / "calibration.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    log.info("%s", " ".join(f"{r['score']:.2f}→{r['right']:.2f} ({r['cases']:.0f})" for r in table))


if __name__ == "__main__":
    main()

"""Do the mentions of one person end up together: MUC, B-cubed, CEAF-e, their mean, and the adjusted Rand index.

MUC: Vilain et al. (1995). B-cubed: Bagga and Baldwin (1998). CEAF-e: Luo (2005). CoNLL mean: Pradhan et al. (2012).
ARI: Hubert and Arabie (1985). A clustering maps a mention to its entity; a mention that one side lacks is alone there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pipeline.document import fold
from pipeline.quality.assignment import best_total
from pipeline.quality.gold import GoldDocument
from pipeline.quality.labels import DESIGNATIONS
from pipeline.quality.predicted import Predicted

Clustering = Mapping[str, str]
Pair = tuple[float, float]

# What counts as a mention: names alone; with the designations of a role; with ties and posts too.
SCOPES: Mapping[str, frozenset[str]] = {
    "names": frozenset({"PER"}),
    "with designations": frozenset({"PER", "ROLE"}),
    "with ties and posts": frozenset({"PER", "ROLE", "REL", "POST"}),
}


def grouping(document: GoldDocument, predicted: Sequence[Predicted]) -> dict[str, Pair]:
    """Return the shares of every measure, by scope; nothing where the document marks no mention."""
    counts: dict[str, Pair] = {}
    for scope, labels in SCOPES.items():
        gold, system = link(document, predicted, labels)
        if gold:
            counts |= {f"{name} ({scope})": pair for name, pair in measures(gold, system).items()}
    return counts


def link(
    document: GoldDocument, predicted: Sequence[Predicted], labels: frozenset[str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the gold's clustering and the system's over the same names of mentions.

    A mention of the gold takes the entity of the prediction that shares most of its characters; a prediction
    that meets none is a mention of the system alone.
    """
    marks = sorted((s.start, s.end, s.person) for s in document.spans if s.label in labels and s.person)
    ours = sorted(
        (p.start, p.end, p.entity or f"alone {n}")
        for n, p in enumerate(predicted)
        if p.label in labels and (p.hidden or p.label in DESIGNATIONS)
    )
    gold = {f"g{n}": person for n, (_, _, person) in enumerate(marks)}
    best: dict[str, tuple[int, str]] = {}
    system: dict[str, str] = {}
    ends = [end for _, end, _ in marks]
    for n, (start, end, entity) in enumerate(ours):
        met = list(_met(marks, bisect_left(ends, start + 1), start, end))
        for index, shared in met:
            best[f"g{index}"] = max(best.get(f"g{index}", (0, "")), (shared, entity))
        if not met:
            system[f"s{n}"] = entity
    return gold, system | {name: entity for name, (_, entity) in best.items()}


def _met(marks: Sequence[tuple[int, int, str]], index: int, start: int, end: int) -> Iterable[tuple[int, int]]:
    while index < len(marks) and marks[index][0] < end:
        yield index, min(end, marks[index][1]) - max(start, marks[index][0])
        index += 1


def measures(gold: Clustering, system: Clustering) -> dict[str, Pair]:
    """Return each measure as a share; the F1 of MUC and CEAF-e are shares too, that of B-cubed is not."""
    links, of_gold, of_system = muc(gold, system)
    alike, gold_size, system_size = ceaf_e(gold, system)
    recall, precision = b_cubed(gold, system)
    return {
        "MUC R": (links, of_gold),
        "MUC P": (links, of_system),
        "MUC F1": (2 * links, of_gold + of_system),
        "B3 R": recall,
        "B3 P": precision,
        "CEAFe R": (alike, gold_size),
        "CEAFe P": (alike, system_size),
        "CEAFe F1": (2 * alike, gold_size + system_size),
        "ARI": (ari(gold, system), 1.0),
    }


def _cells(gold: Clustering, system: Clustering) -> tuple[Counter[tuple[str, str]], Counter[str], Counter[str]]:
    """Count the mentions in each pair of clusters, and the clusters' sizes."""
    both = Counter((entity, system[name]) for name, entity in gold.items() if name in system)
    return both, Counter(gold.values()), Counter(system.values())


def muc(gold: Clustering, system: Clustering) -> tuple[float, float, float]:
    """Return the links found, those of the gold and those of the system."""
    both, of_gold, of_system = _cells(gold, system)
    found = sum(both.values()) - len(both)
    return found, sum(of_gold.values()) - len(of_gold), sum(of_system.values()) - len(of_system)


def b_cubed(gold: Clustering, system: Clustering) -> tuple[Pair, Pair]:
    """Return recall and precision by mention, each as a share."""
    both, of_gold, of_system = _cells(gold, system)
    recall = sum(n * n / of_gold[k] for (k, _), n in both.items())
    precision = sum(n * n / of_system[r] for (_, r), n in both.items())
    return (recall, len(gold)), (precision, len(system))


def ceaf_e(gold: Clustering, system: Clustering) -> tuple[float, float, float]:
    """Return the likeness of the best pairing of entities, and how many entities each side has."""
    both, of_gold, of_system = _cells(gold, system)
    weights = {(k, r): 2 * n / (of_gold[k] + of_system[r]) for (k, r), n in both.items()}
    return best_total(weights), len(of_gold), len(of_system)


def ari(gold: Clustering, system: Clustering) -> float:
    """Return the adjusted Rand index over the gold's mentions; 1 where both sides are trivial and the same."""
    full = {name: system.get(name, f"missing {name}") for name in gold}
    both, of_gold, of_system = _cells(gold, full)
    together, rows, columns = (_pairs(c.values()) for c in (both, of_gold, of_system))
    every = _pairs([len(gold)])
    expected = rows * columns / every if every else 0.0
    most = (rows + columns) / 2
    return 1.0 if most == expected else (together - expected) / (most - expected)


def _pairs(sizes: Iterable[int]) -> float:
    return sum(n * (n - 1) / 2 for n in sizes)


def same_text(text: str, predicted: Sequence[Predicted]) -> list[Predicted]:
    """Give one entity to what is written alike, folded: what a system without grouping amounts to."""
    return [replace(p, entity=fold(text[p.start : p.end])) for p in predicted]

"""The grouping measures against values worked out by hand, and those of the literature's own example."""

from __future__ import annotations

import itertools
import random

import pytest

from pipeline.quality.assignment import best_total
from pipeline.quality.coreference import Clustering, ari, b_cubed, ceaf_e, grouping, link, muc, same_text
from pipeline.quality.gold import GoldDocument, GoldSpan
from pipeline.quality.predicted import Predicted


def clusters(*groups: str) -> Clustering:
    return {mention: f"e{n}" for n, group in enumerate(groups) for mention in group}


# Pradhan et al. (2014), the example of predicted mentions: e is missed, h and i are of the system alone.
KEY, RESPONSE = clusters("abc", "defg"), clusters("ab", "cd", "fghi")


def test_muc_counts_links() -> None:
    assert muc(KEY, RESPONSE) == (2, 5, 5)


def test_b_cubed_is_by_mention() -> None:
    (recall, gold), (precision, system) = b_cubed(KEY, RESPONSE)
    assert (gold, system) == (7, 8)
    assert recall == pytest.approx(4 / 3 + 1 / 3 + 1 / 4 + 4 / 4)
    assert precision == pytest.approx(4 / 2 + 1 / 2 + 1 / 2 + 4 / 4)


def test_ceaf_e_pairs_entities_best() -> None:
    alike, gold, system = ceaf_e(KEY, RESPONSE)
    assert (alike, gold, system) == (pytest.approx(0.8 + 0.5), 2, 3)


@pytest.mark.parametrize(
    ("gold", "system", "value"),
    [
        (clusters("ab", "cd"), clusters("ab", "cd"), 1.0),
        (clusters("ab", "cd"), clusters("ab", "c", "d"), 4 / 7),
        (clusters("ab", "c", "d"), clusters("ab", "cd"), 4 / 7),
        (clusters("abcd"), clusters("a", "b", "c", "d"), 0.0),
        (clusters("ab", "cd"), clusters("ac", "bd"), -0.5),
        (clusters("a"), clusters("a"), 1.0),
        # A missed mention is alone: the same as the second row.
        (clusters("ab", "cd"), clusters("ab", "c"), 4 / 7),
    ],
)
def test_adjusted_rand_index(gold: Clustering, system: Clustering, value: float) -> None:
    assert ari(gold, system) == pytest.approx(value)


def test_pairing_is_the_best_of_all() -> None:
    rng = random.Random(7)
    for rows, columns in itertools.product(range(1, 5), repeat=2):
        for _ in range(20):
            weights = {
                (f"k{i}", f"r{j}"): rng.random() for i in range(rows) for j in range(columns) if rng.random() < 0.6
            }
            few, many = sorted((rows, columns))
            best = max(
                sum(
                    weights.get((f"k{i}", f"r{j}") if rows <= columns else (f"k{j}", f"r{i}"), 0.0)
                    for i, j in zip(range(few), order, strict=True)
                )
                for order in itertools.permutations(range(many), few)
            )
            assert best_total(weights) == pytest.approx(best)


TEXT = "Ana Ruiz y Luis Gil. La solicitante firma. Ruiz."
DOCUMENT = GoldDocument(
    "d",
    TEXT,
    (
        GoldSpan(0, 8, "PER", "p1"),
        GoldSpan(11, 19, "PER", "p2"),
        GoldSpan(21, 35, "ROLE", "p1"),
        GoldSpan(43, 47, "PER", "p1"),
    ),
)


def test_a_mention_takes_the_entity_that_covers_most_of_it() -> None:
    predicted = [
        Predicted(0, 3, "PER", "x"),
        Predicted(3, 8, "PER", "y"),
        Predicted(11, 19, "PER", "z"),
        Predicted(36, 41, "PER", "w"),
    ]
    gold, system = link(DOCUMENT, predicted, frozenset({"PER"}))
    assert sorted(gold.values()) == ["p1", "p1", "p2"]
    assert {name: system.get(name) for name in gold} == {"g0": "y", "g1": "z", "g2": None}
    assert [e for name, e in system.items() if name not in gold] == ["w"]


def test_scopes_differ_by_designations() -> None:
    predicted = [
        Predicted(0, 8, "PER", "x"),
        Predicted(11, 19, "PER", "z"),
        Predicted(21, 35, "ROLE", "z", hidden=False),
        Predicted(43, 47, "PER", "x"),
    ]
    counts = grouping(DOCUMENT, predicted)
    assert counts["MUC F1 (names)"] == (2, 2)
    assert counts["ARI (names)"] == (1.0, 1.0)
    # {Ana, solicitante, Ruiz} {Luis} against {Ana, Ruiz} {Luis, solicitante}: one link of two, on both sides.
    assert counts["MUC R (with designations)"] == (1, 2)
    assert counts["MUC P (with designations)"] == (1, 2)


def test_a_kept_name_is_no_mention() -> None:
    _, system = link(DOCUMENT, [Predicted(0, 8, "PER", "x", hidden=False)], frozenset({"PER"}))
    assert system == {}


def test_without_grouping_what_is_written_alike_is_one() -> None:
    text = "Ana, ANA, Luis"
    named = same_text(text, [Predicted(0, 3, "PER"), Predicted(5, 8, "PER"), Predicted(10, 14, "PER")])
    assert [p.entity for p in named] == ["ana", "ana", "luis"]

"""The fit of the weighing of names: right is right, folds are of documents, dear names score higher."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pipeline.quality.gold import GoldDocument, unmarked
from pipeline.recognise.in_context import ContextModel, Scores
from pipeline.recognise.ner import NamedSpan
from training.calibrate import Case
from training.name_chances import cases, fit, left_out, table


class Says:
    """A model that names every word it is given."""

    name = "says"

    def __init__(self, *names: str) -> None:
        self.names = names

    def __call__(self, texts: Sequence[str]) -> Iterator[list[NamedSpan]]:
        for text in texts:
            at = [(text.find(n), n) for n in self.names if n in text]
            yield [NamedSpan(start, start + len(n), "PERSON", 0.4) for start, n in at]


def document(marked: str, ignored: Sequence[tuple[int, int]] = ()) -> GoldDocument:
    text, spans = unmarked(marked)
    return GoldDocument("one", text, spans, ignored=tuple(ignored))


def weighed(one: GoldDocument, names: Sequence[str], told: Sequence[str]) -> list[tuple[bool, set[str]]]:
    found = cases(one, Says(*names), ContextModel(Says(*told), Scores({})))
    return [(c.right, set(c.seen)) for c in found]


def test_a_candidate_of_either_model_is_right_where_it_lies_in_a_name() -> None:
    one = document("Vino ⟦PER:p1|Bría Roble⟧ con Zafra Montesa.")
    (first, kinds), (second, others) = weighed(one, ["Bría Roble"], ["Bría Roble", "Zafra Montesa"])
    assert (first, second) == (True, False)
    assert "both" in kinds and "names silent" in others


def test_what_nobody_annotated_counts_for_nothing() -> None:
    assert weighed(document("Vino Bría Roble.", [(0, 10)]), ["Bría Roble"], []) == []


def test_documents_are_scored_by_weights_fitted_without_them() -> None:
    # In each document alone a kind of its own tells right from wrong: without the document nothing is known of it.
    found = [[Case({f"kind {n}": 1.0}, n % 2 == 0, 1.0, "")] * 20 for n in range(10)]
    kinds = [f"kind {n}" for n in range(10)]
    assert all(np.allclose(scores, 0.5) for scores in left_out(found, kinds))
    seen = fit([c for each in found for c in each], kinds, 1.0)
    assert seen[0] > 1 and seen[1] < -1


def test_a_dear_name_scores_higher_and_the_table_tells_the_share() -> None:
    found = [Case({"one": 1.0}, n % 4 == 0, 1.0, "") for n in range(400)]
    cheap, dear = (1 / (1 + np.exp(-fit(found, ["one"], cost)[0])) for cost in (1.0, 3.0))
    assert round(cheap, 2) == 0.25 and round(dear, 2) == 0.5
    (row,) = table([found], [np.full(400, 0.25)])
    assert row == {"from": 0.2, "cases": 400.0, "score": 0.25, "right": 0.25}

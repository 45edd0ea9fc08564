"""The context model's training: pieces hold the marks, scores rise and are honest."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence

from pipeline.quality.gold import GoldDocument, unmarked
from pipeline.recognise.in_context import MODEL
from pipeline.recognise.ner import NamedSpan
from training.context_scores import cases, reliability, steps
from training.corpora import pieces
from training.documents import LINES, NUMBER, TAGS, labelled

TEXT = "⟦PER:p1|Engracia Roble⟧, de ⟦AGE:p1|43⟧\npaga ⟦KEEP|3 euros⟧\npor ⟦NIF:p1|00000000T⟧ según ⟦PROT|la Ley 3/2099⟧"


def document(name: str = "one") -> GoldDocument:
    text, spans = unmarked(TEXT)
    return GoldDocument(name, text, spans)


def test_traps_are_plain_text_and_every_label_has_its_tags() -> None:
    text, spans = labelled(document())
    assert [(text[s:e], label) for s, e, label in spans] == [
        ("Engracia Roble", "PERSON"), ("43", "AGE"), ("00000000T", NUMBER), ("la Ley 3/2099", "CITATION"),
    ]  # fmt: skip
    assert all(f"U-{label}" in TAGS for _, _, label in spans)


def test_pieces_are_all_of_the_text_and_keep_the_marks() -> None:
    text, spans = labelled(document())
    text = "\n".join([text] * 20)
    long = [(s + n * (len(labelled(document())[0]) + 1), e + n * (len(labelled(document())[0]) + 1), label)
            for n in range(20) for s, e, label in spans]  # fmt: skip
    cut = list(pieces(text, long, random.Random(3), LINES, idle=1))
    assert "".join(t for t, _ in cut) == text and len(cut) > 1
    assert [t[s:e] for t, inside in cut for s, e, _ in inside] == [text[s:e] for s, e, _ in long]


def test_a_mark_over_a_line_end_is_never_cut() -> None:
    text = "Vive en la calle\nMayor 3\n" * 50
    spans = [(n + 8, n + 24, "ADDRESS") for n in range(0, len(text), 25)]
    cut = list(pieces(text, spans, random.Random(3), (1,)))
    assert [t[s:e] for t, inside in cut for s, e, _ in inside] == ["la calle\nMayor 3"] * 50


def test_steps_rise_and_few_cases_are_no_certainty() -> None:
    found = [(n / 100, n % 10 < n // 10) for n in range(100)]
    points = steps(found)
    assert [p[1] for p in points] == sorted(p[1] for p in points)
    assert steps([(0.9, True)] * 3) == [(0.9, 0.8)]


def test_the_model_that_ships_has_steps_for_every_label_it_gives() -> None:
    given = json.loads((MODEL / "meta.json").read_text(encoding="utf-8"))["tags"]
    fitted = json.loads((MODEL / "calibration.json").read_text(encoding="utf-8"))["steps"]
    assert given == TAGS
    assert {tag[2:] for tag in given if tag != "O"} == set(fitted)


class Says:
    """A model that gives fixed spans."""

    name = "says"

    def __init__(self, *spans: NamedSpan) -> None:
        self.spans = spans

    def __call__(self, texts: Sequence[str]) -> Iterator[Sequence[NamedSpan]]:
        return iter([self.spans] * len(texts))


def test_a_candidate_is_right_inside_marks_of_its_kind() -> None:
    text, _ = unmarked(TEXT)
    trap, law = text.index("3 euros"), text.index("la Ley")
    model = Says(
        NamedSpan(0, 14, "PERSON", 0.9), NamedSpan(19, 21, "DATE", 0.8), NamedSpan(trap, trap + 7, "AGE", 0.3),
        NamedSpan(law, len(text), "CITATION", 0.7), NamedSpan(law, len(text), "DATE", 0.2),
    )  # fmt: skip
    assert cases([document()], model) == {
        "PERSON": [(0.9, True)], "DATE": [(0.8, True), (0.2, False)], "AGE": [(0.3, False)], "CITATION": [(0.7, True)],
    }  # fmt: skip


def test_reliability_tells_what_was_left_out_of_the_fit() -> None:
    rng = random.Random(5)
    found = {"DATE": [(c, rng.random() < c) for c in (rng.random() for _ in range(2000))]}
    rows = list(reliability(found))
    assert sum(r["cases"] for r in rows) == 2000
    assert all(abs(r["score"] - r["right"]) < 0.12 for r in rows if r["cases"] > 100)

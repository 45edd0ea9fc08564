"""Names weighed: what both models, rules and the surroundings say, and what the weights that ship make of it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pipeline.detection import Detection, Effect, Label, Layer, detect
from pipeline.document import Document, Span, from_text
from pipeline.recognise import default_ner, find_all
from pipeline.recognise.in_context import MODEL
from pipeline.recognise.name_chances import WEIGHTS, weighed
from pipeline.recognise.name_evidence import Evidence, odds
from pipeline.recognise.name_scores import Calibration

SHIPPED = Calibration.load(MODEL / WEIGHTS)


def said(
    document: Document, name: str, score: float, model: str = "names", label: str = Label.PERSON, nth: int = 0
) -> Detection:
    start = -1
    for _ in range(nth + 1):
        start = document.text.index(name, start + 1)
    layer = Layer.RULE if model == "rule" else Layer.NER
    trigger = "names:phrase" if model == "rule" else f"model:{label}"
    return detect(Span(start, start + len(name)), label, score, recogniser=model, trigger=trigger, layer=layer)


def evidence(
    document: Document, name: str, found: Iterable[Detection] = (), told: Iterable[Detection] = ()
) -> set[str]:
    start = document.text.index(name)
    return set(Evidence(document, list(found), list(told)).of(Span(start, start + len(name))))


def test_what_each_model_says_is_weighed_at_the_place_whichever_bounds_it_has() -> None:
    document = from_text("Firma Bría Roble Paz ante mí.")
    found, told = [said(document, "Bría Roble", 0.8)], [said(document, "Bría Roble Paz", 0.6, "context")]
    seen = Evidence(document, found, told).of(told[0].span)
    assert (seen["names"], seen["context"], seen["both"]) == (odds(0.8), odds(0.6), 1.0)
    assert {"names silent", "context"} <= evidence(document, "Roble Paz", (), told)
    assert {"names silent", "context silent"} <= evidence(document, "Bría")


def test_what_else_the_place_is_called_counts() -> None:
    document = from_text("Vive en la calle Roble.")
    street = said(document, "calle Roble", 0.9, "rule", Label.ADDRESS)
    body, town = (said(document, "Roble", 0.4, m, label) for m, label in (("names", "ORG"), ("context", "LOC")))
    seen = evidence(document, "Roble", [street, body], [town])
    assert {"rule ADDRESS", "names ORG", "context LOC", "blocked"} <= seen


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Roble: voy.", {"start", "shape title"}),
        ("ayer\nRoble\nhoy", {"start", "line"}),
        ("Llama doña Roble.", {"title"}),
        ("Ve al «Roble» (3)", {"quoted"}),
        ("un roble y Roble", {"small elsewhere"}),
        ("Roble 33", {"number after"}),
        ("Roble declara que sí", {"verb after"}),
    ],
)
def test_where_a_name_stands_counts(text: str, kinds: set[str]) -> None:
    document = from_text(text)
    at = document.text.rindex("Roble")
    assert kinds <= set(Evidence(document, [], []).of(Span(at, at + 5)))


def test_a_longer_name_and_the_same_name_elsewhere_count() -> None:
    document = from_text("Vino Bría Roble. Habló Roble. Y Roble calló.")
    whole, once = said(document, "Bría Roble", 0.9), said(document, "Roble", 0.7, nth=1)
    seen = Evidence(document, [whole, once, said(document, "Roble", 0.2, nth=2)], [])
    last = seen.of(Span(32, 37))
    assert last["longer"] == 1.0 and last["elsewhere"] == odds(0.7)
    assert "longer" not in seen.of(whole.span)


def test_both_models_names_get_the_weighed_score_and_the_rest_stays() -> None:
    document = from_text("Firma Bría Roble hoy en Tobarra.")
    guess, rule = said(document, "Bría Roble", 0.4), said(document, "Tobarra", 0.8, "rule", Label.LOC)
    told = said(document, "Bría Roble", 0.5, "context")
    flat = Calibration({"both": 2.0})
    first, place, second = weighed(document, [guess, rule], [told], flat)
    assert first.score == second.score == round(flat.chance({"both": 1.0}), 4)
    assert place is rule
    assert [d.provenance.adjustments[-1].by for d in (first, second)] == ["weighed:names"] * 2


def test_a_form_of_address_and_a_label_are_heard_whatever_the_models_see() -> None:
    document = from_text("La trabajadora doña Encarna.\nNombre: Ferrnín Arrabal\nD. Reclamación")
    names = [
        detect(Span(at, at + len(said)), Label.PERSON, 0.84, recogniser="names", trigger=trigger)
        for said, trigger in [
            ("Encarna", "names:title"),
            ("Ferrnín Arrabal", "names:label"),
            ("Reclamación", "names:title"),
        ]
        for at in [document.text.index(said)]
    ]
    assert [d.score for d in weighed(document, names, [], Calibration({}))] == [0.84, 0.84, 0.3]


def test_a_rules_name_that_the_models_do_not_believe_in_is_doubted_but_no_mark() -> None:
    document = from_text("D. Reclamación y don Bría; ref. PCN")
    unseen, seen = said(document, "Reclamación", 0.84, "rule"), said(document, "Bría", 0.84, "rule")
    mark = detect(Span(32, 35), Label.PERSON, 0.75, recogniser="names", trigger="drafting mark")
    kept = detect(unseen.span, Label.PERSON, 0.84, recogniser="names", trigger="names:eponym", effect=Effect.PROTECT)
    told = [said(document, "Bría", 0.2, "context")]
    scores = [d.score for d in weighed(document, [unseen, seen, mark, kept], told, Calibration({}))][:4]
    assert scores == [0.3, 0.84, 0.75, 0.84]
    scores = [d.score for d in weighed(document, [unseen, seen], told, Calibration({"context": 9.0}))][:2]
    assert scores == [0.3, 0.3]


def test_the_weights_that_ship_know_better_than_either_model() -> None:
    document = from_text("Informe de Bría Roble. El síndrome de Roble no consta. Luego Roble firmó.")
    whole = said(document, "Bría Roble", 0.95, "rule")
    doubtful = [said(document, "Roble", 0.3, m, nth=n) for n in (1, 2) for m in ("names", "context")]
    scores = [d.score for d in weighed(document, [whole, *doubtful[::2]], doubtful[1::2], SHIPPED)]
    alone = from_text("Luego Roble firmó.")
    guess, word = said(alone, "Roble", 0.3), said(alone, "Roble", 0.3, "context")
    (least, _) = (d.score for d in weighed(alone, [guess], [word], SHIPPED))
    assert scores[2] > least and scores[2] > 0.5


def test_a_name_before_a_colon_in_a_chat_is_somebodys() -> None:
    text = "[6/2/25 22:15] Kuba: voy para allá\n[6/2/25 22:16] Abena: vale, aquí te espero\n"
    document = from_text(text)
    hidden = {document.surface(d.span) for d in find_all(document, ner=default_ner()) if d.score >= 0.5}
    assert {"Kuba", "Abena"} <= hidden


@pytest.mark.parametrize("text", ["Viajó a Georgia.", "Modelo Georgia-7B"])
def test_a_country_and_the_head_of_a_code_are_nobody(text: str) -> None:
    document = from_text(text)
    both = [said(document, "Georgia", 0.99, model) for model in ("names", "context")]
    assert max(d.score for d in weighed(document, both[:1], both[1:], Calibration({"both": 9.0}))) == 0.2


@pytest.mark.parametrize(
    ("ruled", "left"),
    [
        ("Bría Roble Facultad de Ciencias", "Bría Roble"),
        ("Bría Roble, Zoe", "Bría Roble, Zoe"),
        ("Bría Roble\nMontesa", "Bría Roble\nMontesa"),
    ],
)
def test_a_rules_name_ends_where_both_models_end_it_on_its_line(ruled: str, left: str) -> None:
    document = from_text(f"Firma {ruled} hoy.")
    models = [said(document, "Bría Roble", 0.9, model) for model in ("names", "context")]
    first, *_ = weighed(document, [said(document, ruled, 0.95, "rule"), models[0]], models[1:], Calibration({}))
    assert document.surface(first.span) == left
    alone, *_ = weighed(document, [said(document, ruled, 0.95, "rule"), models[0]], [], Calibration({}))
    assert document.surface(alone.span) == ruled

"""Where a number ends when two readings of it differ: letters that belong to it, words beside it, streets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline import decide
from pipeline.detection import Detection, Effect, Label, Layer, detect
from pipeline.document import Document, Span, from_text
from pipeline.policy import load

POLICY = load("transparencia")


def _made(document: Document, text: str, label: str, score: float, layer: Layer = Layer.RULE, **more: str) -> Detection:
    at = document.text.index(text)
    effect = Effect.PROTECT if label == Label.CITATION else Effect.HIDE
    trigger = more.get("trigger", "prueba")
    found = detect(
        Span(at, at + len(text)), label, score, recogniser="prueba", trigger=trigger, layer=layer, effect=effect
    )
    return replace(found, id=f"{label}{at}-{len(text)}")


def _standing(text: str, *detections: tuple[str, str, float, Layer]) -> list[str]:
    document = from_text(text)
    made = [_made(document, *d) for d in detections]
    result = decide.resolve_overlaps(made, POLICY, document.text)
    return sorted(document.surface(d.span) for d in result if d.lost_to is None)


@pytest.mark.parametrize(
    ("whole", "figures", "label"),
    [
        ("DUR 233/2025-B", "233/2025-B", Label.CASE_NUMBER),
        ("C n.º 0219987", "0219987", Label.OTHER_ID),
        ("(DPJA)352-2025-00004417-1", "352-2025-00004417-1", Label.CASE_NUMBER),
        ("5994417 PT", "5994417", Label.NIF),
        ("9.944-C", "9.944", Label.CASE_NUMBER),
        ("ADO 220250009944", "220250009944", Label.NSS),
        ("20 vto.", "20", Label.OTHER_ID),
    ],
)
def test_letters_that_another_reading_takes_in_belong_to_the_number(whole: str, figures: str, label: str) -> None:
    text = f"Consta en la hoja {whole}, y firma."
    assert _standing(text, (whole, Label.OTHER_ID, 0.9, Layer.NER), (figures, label, 0.7, Layer.RULE)) == [whole]


@pytest.mark.parametrize(
    ("whole", "figures", "label", "score"),
    [
        ("o 600 00 00 00", "600 00 00 00", Label.PHONE, 0.9),
        ("expediente 233/2025", "233/2025", Label.CASE_NUMBER, 0.7),
        ("DNI 99012345J", "99012345J", Label.NIF, 0.9),
        ("AIZ Y9967717Z", "Y9967717Z", Label.NIE, 0.95),
        ("P. 774/2024", "774/2024", Label.CASE_NUMBER, 0.7),
    ],
)
def test_words_and_labels_beside_a_number_stay_readable(whole: str, figures: str, label: str, score: float) -> None:
    text = f"Consta en la D.{whole}, y firma." if whole.startswith("P.") else f"Consta en la {whole}, y firma."
    found = _standing(text, (whole, Label.OTHER_ID, 0.9, Layer.NER), (figures, label, score, Layer.RULE))
    assert found == [figures]


def test_the_street_of_an_address_is_hidden_with_it_and_alone_stays() -> None:
    text = "vive en calle Doctor Olmo catorce segundo"
    document = from_text(text)
    street = _made(document, "calle Doctor Olmo", Label.CITATION, 0.9, trigger="street")
    home = _made(document, "calle Doctor Olmo catorce segundo", Label.ADDRESS, 0.8, Layer.NER)
    name = _made(document, "Olmo", Label.PERSON, 0.9, Layer.NER)

    def standing(*found: Detection) -> list[str]:
        result = decide.resolve_overlaps(found, POLICY, text)
        return [document.surface(d.span) for d in result if d.lost_to is None]

    assert standing(street, home) == ["calle Doctor Olmo catorce segundo"]
    assert standing(street, name) == ["calle Doctor Olmo"]

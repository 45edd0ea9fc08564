"""A body's name ends where the model sees a street begin."""

from __future__ import annotations

import pytest

from pipeline.detection import Detection, Label, Layer, detect
from pipeline.document import Span
from pipeline.recognise.venue_ends import before_streets


def said(text: str, surface: str, label: Label, layer: Layer = Layer.RULE) -> Detection:
    start = text.index(surface)
    return detect(Span(start, start + len(surface)), label, 0.6, recogniser="x", trigger="x", layer=layer)


def bodies(text: str, body: str, address: str, layer: Layer = Layer.NER) -> list[str]:
    found = [said(text, body, Label.ORG), said(text, address, Label.ADDRESS, layer)]
    return [text[d.span.start : d.span.end] for d in before_streets(text, found) if d.label == Label.ORG]


@pytest.mark.parametrize(
    ("body", "address", "kept"),
    [
        ("Hospital Doctor Peset Gaspar Aguilar", "Gaspar Aguilar 90", "Hospital Doctor Peset"),
        ("Hospital POVISA Salamanca", "Salamanca, 5", "Hospital POVISA"),
        (
            "Complejo Hospitalario de Albacete, Hermanos Falcó",
            "Hermanos Falcó, s/n",
            "Complejo Hospitalario de Albacete",
        ),
    ],
)
def test_the_body_ends_before_the_street(body: str, address: str, kept: str) -> None:
    text = f"Servicio de Urología. {kept}, {address} - 02006" if ", " in body else f"Servicio. {kept} {address} - 02006"
    assert bodies(text, body, address) == [kept]


@pytest.mark.parametrize(
    ("text", "body", "address", "layer"),
    [
        ("Hospital Doctor Peset, Mayor 9", "Hospital Doctor Peset", "Mayor 9", Layer.NER),
        ("Hospital Doctor Peset Mayor", "Hospital Doctor Peset Mayor", "Mayor", Layer.NER),
        ("Bar Mayor 9", "Bar Mayor", "Mayor 9", Layer.NER),
        ("Hospital Doctor Peset Mayor 9", "Hospital Doctor Peset Mayor", "Mayor 9", Layer.RULE),
    ],
)
def test_it_stays_whole_where_no_street_goes_on(text: str, body: str, address: str, layer: Layer) -> None:
    assert bodies(text, body, address, layer) == [body]

"""An identifier found once is found everywhere, however it is written."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline import engine, policy
from pipeline.analysis import Found
from pipeline.decide.sought import intended_text
from pipeline.detection import Label, detect
from pipeline.document import Span, from_text
from pipeline.group.cluster import group
from pipeline.group.values import spread_values


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Expediente 2024/AB-0731 de ayuda.\n\nAdjunto: 2024 / AB 0731 completo.", "0731"),
        ("Solicitud núm. 43185/98.\n\nEl asunto 43185/98 se archiva.", "43185"),
    ],
)
def test_every_place_goes(text: str, gone: str) -> None:
    (analysis,) = engine.analyse([from_text(text)], policy.load("transparencia"))
    assert gone not in intended_text(analysis)


def test_a_number_inside_another_is_another() -> None:
    text = "Teléfono 612 345 678.\n\nEl contador marca 96123456781 unidades."
    (analysis,) = engine.analyse([from_text(text)], policy.load("transparencia"))
    assert intended_text(analysis).count("[TEL_1]") == 1
    assert "612 345 678" not in intended_text(analysis)


def test_a_value_never_runs_over_two_blocks() -> None:
    text = "Tarjeta de pago: 4000 0084 6885 2533.\n\nSalas 40000084 y\n\n68852533 libres."
    (analysis,) = engine.analyse([from_text(text)], policy.load("transparencia"))
    assert intended_text(analysis).count("[TARJ_1]") == 1


def test_a_million_figures_are_one_number() -> None:
    figures = "1234567890" * 100_000
    (analysis,) = engine.analyse([from_text(figures)], policy.load("transparencia"))
    assert figures not in intended_text(analysis)


def spread(value: str, label: str, rest: str) -> set[str]:
    """Where else a value that is known surely is found."""
    document = from_text(f"Consta {value} y nada más.\n\n{rest}")
    known = detect(Span(7, 7 + len(value)), label, 0.9, recogniser="prueba", trigger="prueba", value="V")
    (found,) = spread_values([Found(document, (known,))], ())
    more = found.detections[1:]
    assert all(d.label == label and d.value == "V" and d.score < 0.9 for d in more)
    return {document.surface(d.span) for d in more}


@pytest.mark.parametrize(
    ("value", "label", "rest", "expected"),
    [
        ("99012345J", Label.NIF, "Ficha 99.012.345 y clave U99012345.", {"99.012.345", "99012345"}),
        ("X-9012345-J", Label.NIE, "Ficha 9012345, X9012345 y 9012345J.", {"9012345", "X9012345", "9012345J"}),
        ("612 345 678", Label.PHONE, "Al +34 612345678 o al 0034612345678.", {"34 612345678", "0034612345678"}),
        ("ES91 9999 0001 4101 2345 6789", Label.IBAN, "Ficha 0123456789.", {"0123456789"}),
        ("28/12345678/40", Label.NSS, "Ficha 2812345678.", {"2812345678"}),
        ("99012345J", Label.NIF, "Ficha 199012345 y 990123456.", set()),
        ("99012345J", Label.NIF, "Ficha 9901234.", set()),
        ("+00", Label.PHONE, "Ficha 34.", set()),
    ],
)
def test_a_number_is_found_in_part(value: str, label: str, rest: str, expected: set[str]) -> None:
    assert spread(value, label, rest) == expected


@pytest.mark.parametrize("written", ["31204558Z", "31.204.558 Z", "31204558-Z"])
def test_a_number_whose_letter_is_wrong_is_one_however_it_is_written(written: str) -> None:
    text = f"Con DNI 31.204.558-Z comparece Ana Roble.\n\nNombre\tDNI\nRoble, Ana\t{written}\n"
    (analysis,) = engine.analyse([from_text(text)], policy.load("transparencia"))
    assert [e.tag for e in analysis.entities if e.tag.startswith(("NIF", "IDENT", "DATO"))] == ["NIF_1"]


def test_a_number_of_no_kind_is_the_one_known_by_its_value() -> None:
    text = "Wei Zhang, con 45871236K.\n\nRemite: 45871236-K"
    document = from_text(text)
    known = replace(
        detect(Span(15, 24), Label.NIF, 0.6, recogniser="nif", trigger="dni", value="45871236K"), id="d1"
    )  # fmt: skip
    other = replace(detect(Span(35, 45), Label.OTHER_ID, 0.9, recogniser="model", trigger="model"), id="d2")
    assert [e.tag for e in group([Found(document, (known, other))], ())] == ["NIF_1"]

"""An identifier found once is found everywhere, however it is written."""

from __future__ import annotations

import pytest

from pipeline import engine, policy
from pipeline.decide.sought import intended_text
from pipeline.document import from_text


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

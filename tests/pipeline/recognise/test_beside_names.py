"""Numbers beside a name, and those of one shape with a sure one: whose they are nothing but the place or shape says."""

from __future__ import annotations

import pytest

from pipeline.detection import Label, detect
from pipeline.document import Span, from_text
from pipeline.recognise.beside_names import find_beside
from pipeline.recognise.same_shape import find_alike


def _beside(text: str, name: str, score: float = 0.9) -> list[str]:
    document = from_text(text)
    start = text.index(name)
    person = detect(Span(start, start + len(name)), Label.PERSON, score, recogniser="names", trigger="test")
    return [document.surface(d.span) for d in find_beside(document, [person])]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("jefe Nuño Calera (B-031), al mando", "B-031"), ("| Nuño Calera (c-114) | 8:00 |", "c-114"),
        ("se une Nuño Calera (ag. 3391) al chat", "3391"), ("CAMA 3: Nuño Calera (220981)", "220981"),
        ("Validado: Nuño Calera [TEL-09]", "TEL-09"), ("Nuño Calera  33190701 EDTA", "33190701"),
    ],
)  # fmt: skip
def test_a_code_beside_a_name_is_its_bearers(text: str, number: str) -> None:
    assert _beside(text, "Nuño Calera") == [number]


@pytest.mark.parametrize(
    "text",
    [
        "Nuño Calera (1944)", "Nuño Calera (1944-2001), poeta", "Nuño Calera (12/03/1951)", "Nuño Calera (77)",
        "Nuño Calera (art. 4)", "Nuño Calera (12.007 euros)", "Nuño Calera 45 votos", "Nuño Calera (1.204)",
    ],
)  # fmt: skip
def test_years_ages_and_figures_are_left(text: str) -> None:
    assert _beside(text, "Nuño Calera") == []


def test_a_doubtful_name_says_nothing_of_a_number() -> None:
    assert _beside("Nuño Calera (B-031)", "Nuño Calera", 0.4) == []


@pytest.mark.parametrize(
    ("text", "nickname"),
    [
        ("Nuño Calera, «el Pozano». Demencia", "el Pozano"), ('Nuño Calera ("la Reme de los churros"), que', "la Reme de los churros"),
        ("Nuño Calera, «el tío Harinas», molinero", "el tío Harinas"),
    ],
)  # fmt: skip
def test_a_nickname_in_quotation_marks_is_its_bearers(text: str, nickname: str) -> None:
    assert _beside(text, "Nuño Calera") == [nickname]


@pytest.mark.parametrize(
    "text",
    [
        "Nuño Calera, «La casa de la colina», 1944", "Nuño Calera: «el lunes vuelvo»", "Nuño Calera, «Bar Pozano»",
        "Nuño Calera dijo «el Ayuntamiento no paga»",
    ],
)  # fmt: skip
def test_titles_and_sayings_are_no_nicknames(text: str) -> None:
    assert _beside(text, "Nuño Calera") == []


def _alike(text: str, sure: str, label: Label = Label.CASE_NUMBER) -> list[str]:
    document = from_text(text)
    start = text.index(sure)
    found = [detect(Span(start, start + len(sure)), label, 0.8, recogniser="codes", trigger="test")]
    return [document.surface(d.span) for d in find_alike(document, found)]


@pytest.mark.parametrize(
    ("text", "sure", "others"),
    [
        ("asiento OP-225 y luego OP-226, OP-22", "OP-225", ["OP-226"]),
        ("id INC0091827, rel INC0091841.", "INC0091827", ["INC0091841"]),
        ("exp. SAAD 27/0044; véase SAAD 28/0051", "SAAD 27/0044", ["SAAD 28/0051"]),
        ("los dos, C-0061A y C-0019B", "C-0061A", ["C-0019B"]),
    ],
)
def test_what_has_a_sure_ones_shape_is_marked(text: str, sure: str, others: list[str]) -> None:
    assert _alike(text, sure) == others


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("exp. 225/2024 y Ley 226/2024", "225/2024"), ("ref. ISO 9001 y la ISO 9002", "ISO 9001"),
        ("ficha OP-225 y op-226", "OP-225"), ("OP-225 y XOP-226", "OP-225"), ("ref. N-340 y N-330", "N-340"),
    ],
)  # fmt: skip
def test_other_shapes_and_those_of_everybody_are_left(text: str, sure: str) -> None:
    assert _alike(text, sure) == []


def test_a_number_of_another_kind_teaches_no_shape() -> None:
    assert _alike("coche BA-1234 y BA-5678", "BA-1234", Label.PLATE) == []

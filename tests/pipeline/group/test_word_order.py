"""The same words in another order are another name, unless more than the words says that it is the same person."""

from __future__ import annotations

import pytest

from pipeline import engine, policy, recognise
from pipeline.document import from_text
from pipeline.entity import Entity
from pipeline.group.word_order import are_two
from pipeline.lexicons.name_parts import parse

POLICY = policy.load("transparencia")


def people(text: str, known: tuple[Entity, ...] = ()) -> list[Entity]:
    """The persons of a text."""
    (analysis,) = engine.analyse([from_text(text)], POLICY, ner=recognise.NoNer(), known=known)
    return [entity for entity in analysis.entities if entity.label == "PERSON"]


@pytest.mark.parametrize(
    "text",
    [
        "Doña Rosa Paz Campos firma. Doña Paz Campos Rosa también firma.",
        "Asisten:\nRosa Paz Campos\nPaz Campos Rosa\n",
        "Don Santiago Martín Alonso firma. Don Martín Alonso Santiago también firma.",
        "Doña Rosa Paz Campos, DNI 99012345J, firma. Doña Paz Campos Rosa, DNI 99123456P, también.",
    ],
)
def test_two_names_of_the_same_words_are_two_people(text: str) -> None:
    found = people(text)
    assert len(found) == 2 and all(len(entity.names) == 1 for entity in found)


def test_the_other_is_offered_as_a_candidate_and_stays_one() -> None:
    text = "Doña Rosa Paz Campos firma. Doña Paz Campos Rosa también firma."
    first, second = people(text)
    assert {first.id, second.id} == {*first.candidates, *second.candidates, first.id, second.id}
    assert first.candidates or second.candidates
    again = people(text, (first, second))
    assert [(e.id, e.names) for e in again] == [(first.id, first.names), (second.id, second.names)]


@pytest.mark.parametrize(
    "text",
    [
        "1. Paz Campos, Rosa\nDoña Rosa Paz Campos firma.",
        "Doña Rosa Paz Campos, DNI 99012345J, firma. Figura PAZ CAMPOS ROSA, DNI 99012345J.",
        "Doña Rosa Borrallo Campos firma. Figura BORRALLO CAMPOS ROSA.",
        "Firma doña Rosa Paz Campos.\n\nLista:\nBORRALLO PULGAR NICANOR\nPAZ CAMPOS ROSA\n",
        "Firmado: LORENZO SERRANO OLMEDO. Firmante: SERRANO OLMEDO LORENZO",
        "Don Nicanor Retuerto Paz firma. D. RETUERTO PAZ, NICANOR.",
    ],
)
def test_a_comma_a_number_a_list_or_a_mere_surname_says_that_it_is_one(text: str) -> None:
    assert max(len(entity.mentions) for entity in people(text)) == 2


@pytest.mark.parametrize(
    ("one", "other", "two"),
    [
        ("Rosa Paz Campos", "Paz Campos Rosa", True),
        ("Rosa Paz Campos", "Paz Campos, Rosa", False),
        ("Rosa Paz Campos", "Rosa Campos Paz", False),
        ("Rosa Paz Campos", "Paz Rosa", False),
        ("Rosa Borrallo Campos", "Borrallo Campos Rosa", False),
    ],
)
def test_which_readings_are_two_names(one: str, other: str, two: bool) -> None:
    assert are_two(parse(one), parse(other)) is two

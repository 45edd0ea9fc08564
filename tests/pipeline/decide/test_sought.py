"""What must be gone, and how often it may stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline import decide
from pipeline.analysis import Analysis, Sought
from pipeline.decision import Action, Decision, Reason
from pipeline.detection import Detection, Label, detect
from pipeline.document import Span, from_text

HIDE = Action.TAG


def analysis(text: str, *marks: tuple[str, str, Action]) -> Analysis:
    """Return an analysis that does these things to the first occurrences of these surfaces, in order."""
    document = from_text(text)
    detections: list[Detection] = []
    decisions: dict[str, Decision] = {}
    at = 0
    for n, (surface, label, action) in enumerate(marks, 1):
        at = text.index(surface, at)
        one = detect(Span(at, at + len(surface)), label, 0.9, recogniser="prueba", trigger="prueba")
        detections.append(replace(one, id=f"d{n}"))
        output = surface if action is Action.KEEP else "[X_1]"
        decisions[f"d{n}"] = Decision(f"d{n}", action, Reason.THRESHOLD, output)
        at += len(surface)
    return Analysis(document, tuple(detections), (), decisions, (), "p@1", "1")


def allowed(found: tuple[Sought, ...], text: str) -> int:
    """Return how often a value may stand."""
    return next(s.allowed for s in found if s.text == text)


def test_a_short_name_is_not_allowed_for_what_other_words_hold() -> None:
    one = analysis("Ana compró mañana una ventana. Llamó a Ana por la mañana.", ("Ana", Label.PERSON, HIDE))
    assert allowed(decide.sought(one), "Ana") == 1


def test_a_word_is_counted_as_the_gate_counts_it() -> None:
    one = analysis("Delacruz vive en la calle de la Cruz, 3º. Tiene 3 hijos.", ("Delacruz", Label.PERSON, HIDE))
    assert allowed(decide.sought(one), "Delacruz") == 1


@pytest.mark.parametrize(
    ("surface", "label"), [("1234BCD", Label.PLATE), ("00-1B-44-C", Label.MAC), ("AB12", Label.PASSPORT)]
)
def test_an_identifier_of_few_digits_may_stand_nowhere(surface: str, label: str) -> None:
    one = analysis(f"Vehículo {surface}. Otra vez {surface}.", (surface, label, HIDE))
    assert allowed(decide.sought(one), surface) == 0


def test_a_place_that_is_also_somebody_must_be_gone_like_somebody() -> None:
    place = analysis("Nació en San Juan Ávila. Vive en San Juan Ávila.", ("San Juan Ávila", Label.LOC, HIDE))
    person = analysis("Firma San Juan Ávila.", ("San Juan Ávila", Label.PERSON, HIDE))
    assert allowed(decide.sought(place), "San Juan Ávila") == 1
    assert allowed(decide.sought(place, [person]), "San Juan Ávila") == 0


def test_a_name_kept_with_its_surnames_first_may_stand() -> None:
    one = analysis(
        "Ana Ávila Rey firma. ÁVILA REY, ANA figura en la lista.",
        ("Ana Ávila Rey", Label.PERSON, HIDE), ("ÁVILA REY, ANA", Label.PERSON, Action.KEEP),
    )  # fmt: skip
    assert allowed(decide.sought(one), "Ana Ávila Rey") == 1


def test_a_long_value_is_counted_as_a_whole() -> None:
    code, keep, label = "12" * 500, Action.KEEP, Label.OTHER_ID
    text = f"Clave {code}. Clave {code}. Clave {code}1."
    one = analysis(text, (code, label, HIDE), (code, label, keep), (f"{code}1", label, keep))
    assert allowed(decide.sought(one, ()), code) == 1


def test_a_number_of_two_figures_proves_nothing() -> None:
    one = analysis("Llave 24 y llave 241.", ("24", Label.OTHER_ID, HIDE), ("241", Label.OTHER_ID, HIDE))
    assert [s.text for s in decide.sought(one)] == ["241"]


@pytest.mark.parametrize(
    ("surface", "label"), [("A.", Label.PERSON), ("7.ª", Label.CASE_NUMBER), ("2.º", Label.ADDRESS), ("12", Label.AGE)]
)
def test_a_letter_or_an_ordinal_proves_nothing(surface: str, label: str) -> None:
    assert decide.sought(analysis(f"Se cita a {surface} en la sala.", (surface, label, HIDE))) == ()


@pytest.mark.parametrize(
    ("surface", "label", "rest"),
    [("C.P.", Label.PERSON, "C.P. 28000"), ("4.417", Label.CASE_NUMBER, "págs. 44-17, 4417 y 4.417")],
)
def test_initials_and_short_numbers_may_stand_where_they_are_others(surface: str, label: str, rest: str) -> None:
    one = analysis(f"Se cita a {surface} hoy. Total: {rest}.", (surface, label, HIDE))
    assert allowed(decide.sought(one), surface) > 0


@pytest.mark.parametrize("surface", ["azahinos.soto", "x@y.example"])
def test_an_address_may_stand_nowhere(surface: str) -> None:
    one = analysis(f"Usuario {surface}; otra vez {surface}.", (surface, Label.OTHER_ID, HIDE))
    assert allowed(decide.sought(one), surface) == 0


def test_a_number_kept_in_part_may_stand_in_part_and_the_whole_counts_once() -> None:
    text = "DNI 99.012.345-J, DNI 99.012.345-J, usuario 99012345."
    marks = [("99.012.345-J", Label.NIF, HIDE), ("99.012.345-J", Label.NIF, Action.KEEP)]
    assert allowed(decide.sought(analysis(text, *marks)), "99.012.345-J") == 1
    both = analysis(text, *marks, ("99012345", Label.OTHER_ID, Action.KEEP))
    assert allowed(decide.sought(both), "99.012.345-J") == 2

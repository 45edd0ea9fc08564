"""Halves of one name: a given name here, a surname with a title there, initials and short forms elsewhere."""

from __future__ import annotations

import pytest

from pipeline import engine, policy, recognise
from pipeline.document import from_text
from tests.pipeline.group.made import analysed, entity_with, grouped

TOGETHER = [
    ("Atendió doña Candelaria en el mostrador. Luego la señora Perdomo lo reconoció.", "Candelaria", "Perdomo"),
    ("La señora Perdomo lo reconoció de palabra. Doña Candelaria firmó después.", "Candelaria", "Perdomo"),
    ("Doña Remedios abre la puerta. Preguntan por doña Reme cada mañana.", "Remedios", "Reme"),
]
APART = [
    ("Su hijo Yeray juega. Llama la señora Perdomo.", "Yeray", "Perdomo"),
    ("Su hija Candelaria juega en casa. La señora Perdomo informa.", "Candelaria", "Perdomo"),
    ("Candelaria, de siete años, juega en casa. La señora Perdomo informa.", "Candelaria", "Perdomo"),
    ("Candelaria, de un año, duerme en casa. La señora Perdomo informa.", "Candelaria", "Perdomo"),
    ("Candelaria, de 1 mes, duerme en casa. La señora Perdomo informa.", "Candelaria", "Perdomo"),
    ("Doña Candelaria espera. La letrada Sra. Perdomo informa.", "Candelaria", "Perdomo"),
]


@pytest.mark.parametrize(("text", "one", "other"), TOGETHER)
def test_halves_of_a_name_are_one_person(text: str, one: str, other: str) -> None:
    assert any({one, other} <= names for names in grouped(text))


@pytest.mark.parametrize(("text", "one", "other"), APART)
def test_children_relatives_and_other_sexes_are_no_half(text: str, one: str, other: str) -> None:
    assert not any({one, other} <= names for names in grouped(text))


def test_what_is_put_together_is_said_to_be_a_guess() -> None:
    _, entities = analysed([TOGETHER[0][0]])
    guessed = [m.guessed for m in entity_with(entities, "Candelaria").mentions]
    assert sorted(guessed) == [False, True]


def test_the_distance_of_two_persons_is_that_of_their_nearest_mentions() -> None:
    far = "Doña Candelaria vino. " + "Nada consta. " * 4000 + "La señora Perdomo paga."
    assert not any({"Candelaria", "Perdomo"} <= names for names in grouped(far))
    assert any({"Candelaria", "Perdomo"} <= names for names in grouped(far + " Doña Candelaria firma."))


def test_a_name_said_in_full_guesses_nothing() -> None:
    _, entities = analysed(["Doña Candelaria Perdomo firma. La señora Perdomo paga."])
    assert not any(m.guessed for m in entity_with(entities, "Candelaria Perdomo").mentions)


def test_a_heading_over_a_signature_does_not_tell_its_sex() -> None:
    text = "Preside Visitación Carnicero.\n\nLa presidenta          El secretario\nV. Carnicero           G. Rincón\n"
    assert any({"Visitación Carnicero", "V. Carnicero"} <= names for names in grouped(text))


def test_the_provenance_of_a_guess_says_so_and_the_mention_stays_hidden() -> None:
    document = from_text("Atendió doña Candelaria en el mostrador. Luego la señora Perdomo lo reconoció.")
    (analysis,) = engine.analyse([document], policy.load("transparencia"), ner=recognise.NoNer())
    told = {
        document.surface(d.span): (analysis.decisions[d.id].action, [a.by for a in d.provenance.adjustments])
        for d in analysis.detections
        if d.label == "PERSON" and d.lost_to is None
    }
    assert "guessed" in told["Perdomo"][1] and told["Perdomo"][0] != "keep"
    assert "guessed" not in told["Candelaria"][1]

"""The name model: how text is cut, what is seen of a word, which runs of tags are legal, and what it finds."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.document import from_text
from pipeline.recognise.name_tagger import Grammar, Tokenizer, lexical_mark, vocabulary
from pipeline.recognise.ner import find_named
from pipeline.recognise.own_models import default_ner

TAGS = ["O", *(f"{place}-{label}" for label in ("PERSON", "LOC") for place in "BILU")]


def chances(*rows: dict[str, float]) -> np.ndarray:
    out = np.full((len(rows), len(TAGS)), 1e-6, dtype=np.float32)
    for n, row in enumerate(rows):
        for tag, chance in row.items():
            out[n, TAGS.index(tag)] = chance
    return out


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        "a  b",
        " García,\nIker ",
        "D.José",
        "x\r\ny",
        "mlf@x.example, 12.345.678-Z",
        "Jose\u0301 Peña",
        "a\t\u00a0b",
    ],
)
def test_the_words_spell_the_text(text: str) -> None:
    assert Tokenizer(vocabulary())(text).text == text


def test_letters_digits_and_signs_stand_apart() -> None:
    words = [t.text for t in Tokenizer(vocabulary())("RUIZ,ANA(12.345) D.José mlf@x.example")]
    assert words == ["RUIZ", ",", "ANA", "(", "12.345", ")", "D", ".", "José", "mlf@x.example"]


def test_case_and_accents_change_nothing_but_the_shape() -> None:
    vocab = vocabulary()
    for one, other in (("Hernández", "HERNANDEZ"), ("Núria", "nuria")):
        a, b = vocab[one], vocab[other]
        assert (a.norm, a.prefix, a.suffix) == (b.norm, b.prefix, b.suffix)
        assert lexical_mark(one) == lexical_mark(other)
        assert a.shape != b.shape


def test_a_run_never_opens_inside_and_never_stays_open() -> None:
    grammar = Grammar(TAGS, 1.0)
    rows = chances({"I-PERSON": 0.6, "B-PERSON": 0.39}, {"B-PERSON": 0.6, "L-PERSON": 0.39}, {"O": 0.99})
    assert [(a, b, label) for a, b, label, _ in grammar.runs(rows)] == [(0, 1, "PERSON")]
    assert [r[:3] for r in grammar.runs(chances({"B-LOC": 0.9, "U-LOC": 0.1}))] == [(0, 0, "LOC")]


def test_the_chance_is_that_of_the_weakest_word() -> None:
    rows = chances({"B-PERSON": 0.9, "O": 0.1}, {"L-PERSON": 0.5, "I-PERSON": 0.2, "O": 0.3})
    ((_, _, _, chance),) = Grammar(TAGS, 1.0).runs(rows)
    assert chance == pytest.approx(0.7, abs=0.01)


def test_holding_outside_back_brings_out_the_doubtful() -> None:
    rows = chances({"O": 0.6, "U-PERSON": 0.4})
    assert list(Grammar(TAGS, 1.0).runs(rows)) == []
    assert [r[2] for r in Grammar(TAGS, 0.5).runs(rows)] == ["PERSON"]


def test_a_place_that_may_be_a_person_is_told_twice() -> None:
    labels = [r[2] for r in Grammar(TAGS, 1.0).runs(chances({"U-LOC": 0.7, "U-PERSON": 0.3}))]
    assert labels == ["PERSON", "LOC"]


def named(text: str, least: float = 0.5) -> set[str]:
    document = from_text(text)
    found = find_named(document, default_ner())
    return {document.surface(d.span) for d in found if d.label == "PERSON" and d.score >= least}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Comparece Ovidio Retamar Garzo y expone lo siguiente.", "Ovidio Retamar Garzo"),
        ("COMPARECE OVIDIA RETAMAR GARZO, MAYOR DE EDAD.", "OVIDIA RETAMAR GARZO"),
        ("Se notifica a RETAMAR GARZO, OVIDIO la resolución.", "RETAMAR GARZO, OVIDIO"),
        ("Consta que Khadija Bouzelmat presentó la solicitud.", "Khadija Bouzelmat"),
        ("El conductor, Modou Ndoye, se dio a la fuga.", "Modou Ndoye"),
        ("La finca pertenece a Xiuying Zheng desde 2011.", "Xiuying Zheng"),
        ("El contrato lo firmó Viorica Munteanu en Zafra.", "Viorica Munteanu"),
    ],
)
def test_names_of_every_kind_are_found(text: str, name: str) -> None:
    assert name in named(text)


@pytest.mark.parametrize(
    "text",
    [
        "FUNDAMENTOS DE DERECHO",
        "De conformidad con la Ley 39/2015, de 1 de octubre, procede estimar el recurso.",
        "Impuesto sobre Bienes Inmuebles de Naturaleza Urbana",
        "La Junta de Gobierno Local acuerda aprobar las bases.",
    ],
)
def test_what_names_nobody_is_left(text: str) -> None:
    assert named(text) == set()

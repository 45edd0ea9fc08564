"""The context model: bounds, windows, scores, and what it adds to what the rules know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from pipeline.detection import Effect, Label, Layer, detect
from pipeline.document import Block, BlockKind, Document, Span, build, from_text
from pipeline.extract import read_document
from pipeline.recognise import NoNer, default_ner, find_all
from pipeline.recognise.citation import find_citations
from pipeline.recognise.in_context import WINDOW, ContextModel, Scores, _heeded, find_in_context
from pipeline.recognise.ner import NamedSpan
from pipeline.recognise.own_models import OwnModels

STEPS = {label: ([0.2, 0.8], [0.4, 0.9]) for label in ("DATE", "AGE", "ADDRESS", "CITATION", "KINSHIP", "ROLE")}


class Marks:
    """A tagger that marks given words."""

    name = "marks"

    def __init__(self, **labels: str) -> None:
        self.labels = {said.replace("_", " "): label for said, label in labels.items()}
        self.texts: list[str] = []

    def __call__(self, texts: Sequence[str]) -> Iterator[list[NamedSpan]]:
        self.texts += texts
        for text in texts:
            yield [
                NamedSpan(text.find(said), text.find(said) + len(said), label, 0.5)
                for said, label in self.labels.items()
                if said in text
            ]


def found(document: Document, marks: Marks) -> list[tuple[str, str, float]]:
    model = ContextModel(marks, Scores(STEPS))
    return [(document.surface(d.span), str(d.label), d.score) for d in find_in_context(document, model)]


def test_a_score_is_the_share_that_was_right_between_two_steps() -> None:
    scores = Scores({"DATE": ([0.2, 0.8], [0.4, 0.9])})
    assert [scores.of("DATE", c) for c in (0.0, 0.2, 0.8, 1.0)] == [0.4, 0.4, 0.9, 0.9]
    assert scores.of("DATE", 0.5) == pytest.approx(0.65)


def test_signs_and_titles_at_the_ends_stay_outside() -> None:
    text = "Citada doña Engracia Roble, ( tres de mayo ), tiene 43."
    marks = Marks(**{"doña_Engracia_Roble,": "PERSON", "(_tres_de_mayo_)": "DATE", "43": "AGE"})
    assert [f[:2] for f in found(from_text(text), marks)] == [
        ("Engracia Roble", "PERSON"), ("tres de mayo", "DATE"), ("43", "AGE"),
    ]  # fmt: skip


def test_five_digits_are_a_postcode_and_a_citation_that_is_sure_protects() -> None:
    text = "Vive en 02001 Albacete según la Ley 3/2099."
    marks = Marks(**{"02001": "ADDRESS", "Ley_3/2099": "CITATION"})
    (one,) = find_in_context(from_text(text), ContextModel(marks, Scores(STEPS)))
    assert (one.label, one.effect) == (Label.POSTCODE, Effect.HIDE)
    sure = ContextModel(marks, Scores(STEPS | {"CITATION": ([0.2, 0.5], [0.4, 0.9])}))
    assert [d.effect for d in find_in_context(from_text(text), sure)] == [Effect.HIDE, Effect.PROTECT]


def test_a_citation_of_the_models_leaves_nobody_readable() -> None:
    sure = ContextModel(Marks(**{"Acuerdo_con_12345678Z,_de_2099": "CITATION"}), Scores({"CITATION": ([0.1], [0.95])}))
    text = "Según el Acuerdo con 12345678Z, de 2099, procede."
    found = find_all(from_text(text), ner=OwnModels(NoNer(), sure))
    assert "12345678Z" in {text[d.span.start : d.span.end] for d in found if d.score >= 0.5}
    assert not [d for d in found if d.provenance.recogniser == "marks"]


def test_a_designation_is_told_from_even_chances_on() -> None:
    marks, text = Marks(la_vecina="ROLE"), from_text("Vio a la vecina.")
    assert found(text, marks)
    assert not list(find_in_context(text, ContextModel(marks, Scores({"ROLE": ([0.2, 0.8], [0.1, 0.4])}))))


def test_nothing_but_signs_is_nothing() -> None:
    assert found(from_text("Uno ,;: dos"), Marks(**{",;:": "DATE"})) == []


def test_a_long_text_is_read_in_windows_that_end_with_a_line() -> None:
    line = "Su sobrina Engracia vino el tres de mayo a las ocho de la tarde.\n"
    text = line * (3 * WINDOW // len(line))
    marks = Marks(tres_de_mayo="DATE")
    assert found(from_text(text), marks)
    assert "".join(marks.texts) == text
    assert all(len(t) <= WINDOW and t.endswith("\n") for t in marks.texts)
    marks = Marks(a="DATE")
    found(from_text("a" * 2 * WINDOW), marks)
    assert "".join(marks.texts) == "a" * 2 * WINDOW


def test_an_everyday_word_is_no_number() -> None:
    steps = STEPS | {label: ([0.2, 0.8], [0.4, 0.9]) for label in ("OTHER_ID", "CASE_NUMBER")}
    marks = Marks(es="OTHER_ID", sieteleguas="OTHER_ID", doscientos="CASE_NUMBER", mi="CASE_NUMBER", lobo="OTHER_ID")
    document = from_text("Su usuario es sieteleguas («lobo»), en mi protocolo doscientos.")
    said = find_in_context(document, ContextModel(marks, Scores(steps)))
    assert [document.surface(d.span) for d in said] == ["sieteleguas", "doscientos", "lobo"]


@pytest.mark.parametrize("label", ["OTHER_ID", "CASE_NUMBER"])
def test_what_the_model_says_in_a_column_of_amounts_weighs_less(label: str) -> None:
    document = read_document("Beneficiaria;Importe\nZahínos Gil, Ana;1850\nRoble Paz, Bría;2400\n".encode(), "a.csv")
    model = ContextModel(Marks(**{"1850": label}), Scores({label: ([0.2, 0.8], [0.95, 0.99])}))
    (amount,) = [d for d in find_all(document, ner=OwnModels(NoNer(), model)) if document.surface(d.span) == "1850"]
    assert amount.score < 0.5 and amount.provenance.adjustments[-1].by == "column:quantity"


@pytest.mark.parametrize(
    ("text", "said", "label"),
    [
        ("El número de serie B99123450 corresponde al equipo.", "B99123450", "OTHER_ID"),
        ("Vista la Resolución de Alcaldía 45/2099, se acuerda.", "45/2099", "CASE_NUMBER"),
        ("Vista la Resolución de 3 de mayo de 2099.", "3 de mayo de 2099", "DATE"),
        ("Sexo: mujer.", "mujer", "QUASI"),
        ("Por la Sra. Roble firma su hija.", "su hija", "KINSHIP"),
    ],
)
def test_what_a_rule_knows_to_be_nobodys_is_doubted(text: str, said: str, label: str) -> None:
    steps = {label: ([0.2, 0.5], [0.4, 0.8])}
    ner = OwnModels(NoNer(), ContextModel(Marks(**{said.replace(" ", "_"): label}), Scores(steps)))
    found = [d for d in find_all(from_text(text), ner=ner) if d.provenance.recogniser == "marks"]
    assert [d.score for d in found] == [0.3]
    assert found[0].provenance.adjustments[-1].by == "aside:rule"


@pytest.mark.parametrize(("text", "said", "left"), [("y su móvil es 612 345 678", "es 612 345 678", "612 345 678"),
                                                    ("C=ES, fin", "ES", ""), ("📎 uno", "📎", "")])  # fmt: skip
def test_a_number_begins_with_a_figure_or_is_long(text: str, said: str, left: str) -> None:
    steps = Scores({"OTHER_ID": ([0.2, 0.5], [0.4, 0.9])})
    model = ContextModel(Marks(**{said.replace(" ", "_"): "OTHER_ID"}), steps)
    assert [text[d.span.start : d.span.end] for d in find_in_context(from_text(text), model)] == [left] * bool(left)


def test_cells_are_read_as_lines() -> None:
    blocks = [Block(0, 9, BlockKind.CELL), Block(9, 12, BlockKind.CELL)]
    document = build("Engracia\x0043\n", blocks, b"", "csv")
    assert ("43", "AGE") in [f[:2] for f in found(document, Marks(**{"43": "AGE"}))]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Me llamo Engracia, tengo 43 y vivo con mi suegra en Tobarra desde hace dos inviernos.", "43"),
        ("Su sobrina, que trabaja de cajera en el súper del barrio, lo encontró el martes por la tarde.", "Su sobrina"),
    ],
)
def test_whose_it_is_stands_around_it(text: str, said: str) -> None:
    document = from_text(text)
    assert said in {document.surface(d.span) for d in find_all(document, ner=default_ner()) if d.score >= 0.5}


def test_what_a_rule_is_about_is_nobodys() -> None:
    text = "La Ley 3/2009, de 11 de mayo, de los derechos y deberes de los usuarios del sistema de Murcia, y la calle de Murcia."
    document = from_text(text)
    said = [
        detect(Span(at, at + 6), Label.LOC, 0.7, recogniser="marks", trigger="model", layer=Layer.NER)
        for at in (text.index("Murcia,"), text.rindex("Murcia"))
    ]
    rules = list(find_citations(document))
    assert [d.score for d in _heeded(document, rules, said)] == [pytest.approx(0.3), 0.7]


@pytest.mark.parametrize("label", [Label.KINSHIP, Label.LOC])
def test_the_title_of_a_rule_ends_where_a_rule_sees_somebodys(label: Label) -> None:
    text = "Pide las ayudas de la Ley 3/2009 para la tía Engracia de Tobarra con ceguera total."
    document = from_text(text)
    near, at = text.index("tía"), text.index("ceguera")
    theirs = detect(Span(near, near + 3), label, 0.7, recogniser="marks", trigger="marks")
    said = [detect(Span(at, at + 13), Label.QUASI, 0.7, recogniser="marks", trigger="model", layer=Layer.NER)]
    (heeded,) = _heeded(document, [*find_citations(document), theirs], said)
    assert heeded.score == pytest.approx(0.7 if label is Label.KINSHIP else 0.3)


def test_nothing_but_a_name_runs_over_the_end_of_a_cell() -> None:
    document = read_document(b"CP;Puntos;Apellidos;Nombre\n06998;74;Roble;Engracia\n", "lista.csv")
    marks = Marks(**{"06998\t74": "OTHER_ID", "Roble\tEngracia": "PERSON"})
    scores = Scores({label: ([0.2, 0.8], [0.4, 0.9]) for label in ("OTHER_ID", "PERSON")})
    (name,) = find_in_context(document, ContextModel(marks, scores))
    assert (document.surface(name.span), name.label) == ("Roble\tEngracia", Label.PERSON)


def test_a_key_without_figures_has_its_bounds() -> None:
    scores = Scores({"OTHER_ID": ([0.2, 0.8], [0.4, 0.9])})
    for said, kept in (("zafiroQX", True), ("q" * 1000, False)):
        model = ContextModel(Marks(**{said: "OTHER_ID"}), scores)
        assert bool(list(find_in_context(from_text(f"clave {said} fin"), model))) is kept


@pytest.mark.parametrize(("said", "kept"), [("1.txt", False), ("Ávila 1.PDF", False), ("Mayor 1.º", True)])
def test_the_end_of_a_files_name_is_no_street(said: str, kept: bool) -> None:
    document = from_text(f"Comparece por {said} doña Ana.")
    assert bool(found(document, Marks(**{said: "ADDRESS"}))) is kept

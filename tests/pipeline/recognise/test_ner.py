"""The model's layer with a model of our own: what it is shown, and what is made of its answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from pipeline.document import Block, BlockKind, build, from_text
from pipeline.recognise.ner import OVERLAP, WINDOW, NamedSpan, find_named
from pipeline.recognise.own_models import default_ner


class Says:
    """A model that finds fixed strings under fixed labels, and remembers what it was shown."""

    name = "says-1"

    def __init__(self, **labels: str) -> None:
        self.labels = {text.replace("_", " "): label for text, label in labels.items()}
        self.shown: list[str] = []

    def __call__(self, texts: Sequence[str]) -> Iterator[Sequence[NamedSpan]]:
        self.shown += texts
        for text in texts:
            yield [NamedSpan(text.index(w), text.index(w) + len(w), lab) for w, lab in self.labels.items() if w in text]


def found(text: str, model: Says) -> list[tuple[str, str]]:
    document = from_text(text)
    return [(document.surface(d.span), str(d.label)) for d in find_named(document, model)]


def test_a_persons_name_under_any_label_is_a_person() -> None:
    model = Says(Tecla_Nogal="LOC", Anselmo_Requejo="MISC")
    assert found("Reclama Tecla Nogal y firma Anselmo Requejo.", model) == [
        ("Tecla Nogal", "PERSON"),
        ("Anselmo Requejo", "PERSON"),
    ]


def test_one_word_for_a_body_is_offered_lower_than_a_name_of_several() -> None:
    model = Says(BMU="ORG", Talleres_Requejo="ORG")
    one, several = find_named(from_text("Ecografía (BMU) en Talleres Requejo."), model)
    assert one.score < several.score < 0.5


def test_titles_stay_outside() -> None:
    assert found("Firma Doña Tecla Nogal.", Says(Doña_Tecla_Nogal="PER")) == [("Tecla Nogal", "PERSON")]


def test_small_words_at_the_ends_of_a_name_stay_outside() -> None:
    model = Says(pide_Tecla_Nogal_paga="PER", de_la_Encina="PER", tecla_nogal="PER")
    assert [t for t, _ in found("pide Tecla Nogal paga a de la Encina y tecla nogal", model)] == [
        "Tecla Nogal",
        "de la Encina",
        "tecla nogal",
    ]


def test_form_labels_and_numbers_are_no_names() -> None:
    assert found("Reunidos: los socios. Ref ES7899990001.", Says(Reunidos="LOC", ES7899990001="PER")) == []


def test_cells_are_shown_apart() -> None:
    text = "Tecla\nNogal\n"
    model = Says()
    list(find_named(build(text, [Block(0, 6, BlockKind.CELL), Block(6, 12, BlockKind.CELL)], b"", "csv"), model))
    assert model.shown == ["Tecla\n", "Nogal\n"]


def test_nothing_of_a_long_block_is_cut_off() -> None:
    words = " ".join(f"palabra{n}" for n in range(3000))
    model = Says()
    document = from_text(words)
    list(find_named(document, model))
    assert all(len(t) <= WINDOW for t in model.shown)
    assert {w for t in model.shown for w in t.split()} >= set(words.split())
    assert len(model.shown) < len(words) / (WINDOW - OVERLAP) * 2.5


def test_a_name_at_a_windows_edge_is_found_once_and_whole() -> None:
    for pad in range(WINDOW - 40, WINDOW + 5, 3):
        text = "a" * 20 + " b" * ((pad - 20) // 2) + " Tecla Nogal Pardo" + " c" * 400
        assert [t for t, _ in found(text, Says(Tecla_Nogal_Pardo="PER"))] == ["Tecla Nogal Pardo"]


def test_blocks_without_letters_are_not_shown() -> None:
    model = Says()
    list(find_named(from_text("12.345,67\n\n2024\n"), model))
    assert model.shown == []


def test_the_model_that_ships_says_its_version_and_finds_a_name() -> None:
    ner = default_ner()
    assert re.fullmatch(r"nombres-\d+\.\d+\.\d+\+contexto-\d+\.\d+\.\d+", ner.name)
    document = from_text("El concejal Ovidio Retamar vive en Badajoz.")
    assert "Ovidio Retamar" in {document.surface(d.span) for d in find_named(document, ner)}


@pytest.mark.parametrize("name", ["Ovidio Retamar Garzo", "Ovidia Retamar Garzo", "Yusra Benali Haddou", "Wei Chen Li"])
def test_names_the_lexicons_know_score_alike_whatever_their_sex_or_origin(name: str) -> None:
    document = from_text(f"Consta que {name} vino.")
    model = Says(**{name.replace(" ", "_"): "PER"})
    (d,) = find_named(document, model)
    assert d.score == pytest.approx(0.72)


class Doubts:
    """A model that names people with a chance each."""

    name = "doubts-1"

    def __init__(self, **chances: float) -> None:
        self.chances = {text.replace("_", " "): chance for text, chance in chances.items()}

    def __call__(self, texts: Sequence[str]) -> Iterator[Sequence[NamedSpan]]:
        for text in texts:
            yield [NamedSpan(text.index(w), text.index(w) + len(w), "PER", c) for w, c in self.chances.items()]


def scores(text: str, **chances: float) -> dict[str, float]:
    document = from_text(text)
    return {document.surface(d.span): d.score for d in find_named(document, Doubts(**chances))}


@pytest.mark.parametrize("gaps", [(", ", ", "), (", ", " y "), (", ", ", y ")])
def test_a_doubtful_name_among_sure_ones_is_one(gaps: tuple[str, str]) -> None:
    text = f"Jugaron Tecla Nogal{gaps[0]}Zorbek{gaps[1]}Anselmo Requejo."
    found = scores(text, Tecla_Nogal=0.999, Zorbek=0.4, Anselmo_Requejo=0.999)
    assert found["Zorbek"] >= 0.5


@pytest.mark.parametrize("gaps", [(". ", ", "), (" de ", " con "), (", de ", ", ")])
def test_a_doubtful_name_beside_sure_ones_stays_doubtful(gaps: tuple[str, str]) -> None:
    text = f"Jugaron Tecla Nogal{gaps[0]}Zorbek{gaps[1]}Anselmo Requejo."
    found = scores(text, Tecla_Nogal=0.999, Zorbek=0.4, Anselmo_Requejo=0.999)
    assert found["Zorbek"] < 0.45


@pytest.mark.parametrize("whole", ["VAN DEN BROEK, ZORBEK", "Benali Haddou, K."])
def test_what_nobody_knows_behind_two_surnames_is_a_given_name(whole: str) -> None:
    assert next(iter(scores(f"Bicicleta de ({whole}).", **{whole: 0.9}))).startswith(whole.rstrip("."))


def test_both_of_two_that_a_comma_parts_are_people() -> None:
    found = scores("Posan Iker, Remedios, Tecla Nogal.", **{"Iker, Remedios": 0.7})
    assert found["Iker"] >= 0.5 and found["Remedios"] >= 0.3


def test_countries_and_brands_are_nobody() -> None:
    assert max(scores("Vive en Georgia y en Kenia.", Georgia=0.9, Kenia=0.9).values()) <= 0.2
    assert scores("La firma Iber-X y la serie Nogal-7.", Iber=0.95, Nogal=0.95) == {"Iber": 0.2, "Nogal": 0.2}
    assert scores("Comparece Israel.", Israel=0.99)["Israel"] > 0.5


@pytest.mark.parametrize(
    ("text", "said", "names"),
    [
        ("Van (Fran, Bebeto, y otros).", "Fran,_Bebeto", ["Fran", "Bebeto"]),
        ("Con Fran, Nando, Zorbek.", "Fran,_Nando", ["Fran", "Nando"]),
        ("Dijo a Tecla Nogal, Zorbek que no.", "Tecla_Nogal,_Zorbek", ["Tecla Nogal", "Zorbek"]),
        ("Consta Nogal Pardo, Tecla como parte.", "Nogal_Pardo,_Tecla", ["Nogal Pardo, Tecla"]),
        ("Consta Nogal, Tecla como parte.", "Nogal,_Tecla", ["Nogal, Tecla"]),
        ("Consta Nogal, T. M. como parte.", "Nogal,_T._M", ["Nogal, T. M."]),
    ],
)
def test_a_comma_parts_two_people_or_an_inverted_name(text: str, said: str, names: list[str]) -> None:
    assert list(scores(text, **{said: 0.99})) == names

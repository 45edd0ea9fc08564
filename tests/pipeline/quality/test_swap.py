"""The swap test: names written again in their own form, agreement around them, groups and gaps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from pipeline.document import fold
from pipeline.errors import UnreadableFile
from pipeline.quality import bias
from pipeline.quality.agreement import before_name, of_phrase
from pipeline.quality.gold import GoldDocument, GoldPerson, unmarked
from pipeline.quality.predicted import Predicted, System
from pipeline.quality.renaming import rename, split
from pipeline.quality.swap import Swapped, swap, variants
from pipeline.quality.swap_names import Draw, Pool, pools

NAME = split("María Luisa Fernández de la Hoz")
NEW = {"maria": "Fatima", "luisa": "Zineb", "fernandez": "Benali", "hoz": "Toumi"}


@pytest.mark.parametrize(
    ("name", "given", "surnames"),
    [
        ("María Luisa Fernández de la Hoz", "maria luisa", "fernandez hoz"),
        ("Eusebio Calle Moreno", "eusebio", "calle moreno"),
        ("María Pilar Gómez", "maria pilar", "gomez"),
        ("Naima Bouazza", "naima", "bouazza"),
        ("Mohamed El Idrissi", "mohamed", "idrissi"),
        ("Otilia", "otilia", ""),
        ("", "", ""),
    ],
)
def test_parting_a_name(name: str, given: str, surnames: str) -> None:
    parts = split(name)
    assert (" ".join(parts.given), " ".join(parts.surnames)) == (given, surnames)


@pytest.mark.parametrize(
    ("mention", "written"),
    [
        ("María Luisa Fernández de la Hoz", "Fatima Zineb Benali Toumi"),
        ("MARÍA LUISA FERNÁNDEZ DE LA HOZ", "FATIMA ZINEB BENALI TOUMI"),
        ("Fernández de la Hoz, María Luisa", "Benali Toumi, Fatima Zineb"),
        ("Hoz, María Luisa de la", "Toumi, Fatima Zineb"),
        ("maria luisa fernandez", "fatima zineb benali"),
        ("M. L. Fernández", "F. Z. Benali"),
        ("M.ª Luisa", "F. Zineb"),
        ("MLFH", "FZBT"),
        ("mlfh", "fzbt"),
        ("M.L.F.H.", "F.Z.B.T."),
        ("mfernandez", "fbenali"),
        ("mariafernandez", "fatimabenali"),
        ("Luisa", "Zineb"),
    ],
)
def test_a_mention_keeps_its_form(mention: str, written: str) -> None:
    assert rename(mention, NAME, NEW) == written


@pytest.mark.parametrize("mention", ["Marisa", "Fernande2 Luisa", "X. Fernández", "M. M. M. Fernández", "Hernández"])
def test_a_form_that_is_none_of_the_names_is_left(mention: str) -> None:
    assert rename(mention, NAME, NEW) is None


def applied(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    for start, end, written in sorted(edits, reverse=True):
        text = text[:start] + written + text[end:]
    return text


@pytest.mark.parametrize(
    ("sex", "before", "after"),
    [
        ("M", "cita a don ", "cita a doña "),
        ("M", "D. ", "Dña. "),
        ("F", "Dña. ", "D. "),
        ("F", "D.ª ", "D. "),
        ("F", "DOÑA ", "DON "),
        ("M", "El señor ", "La señora "),
        ("M", "según el Sr. ", "según la Sra. "),
        ("M", "oído al Sr. ", "oído a la Sra. "),
        ("F", "escrito de la señora ", "escrito del señor "),
        ("M", "el Ilmo. Sr. D. ", "la Ilma. Sra. Dña. "),
        ("M", "Excmo. Sr. ", "Excma. Sra. "),
        ("M", "Titular: ", "Titular: "),
        ("M", "vive en el piso ", "vive en el piso "),
        ("M", "Sr.\n", "Sr.\n"),
    ],
)
def test_forms_of_address_agree(sex: str, before: str, after: str) -> None:
    assert applied(f"{before}X", before_name(before + "X", len(before), sex)) == after + "X"


@pytest.mark.parametrize(
    ("sex", "marked", "after"),
    [
        ("F", "⟦ROLE:p1|La solicitante⟧ firma", "El solicitante firma"),
        ("M", "⟦ROLE:p1|el interesado⟧ firma", "la interesada firma"),
        ("M", "escrito del ⟦ROLE:p1|interesado⟧", "escrito de la interesada"),
        ("M", "oído al ⟦ROLE:p1|recurrente⟧", "oído a la recurrente"),
        ("F", "escrito de ⟦ROLE:p1|la interesada⟧", "escrito del interesado"),
        ("F", "oída a ⟦ROLE:p1|la menor⟧", "oída al menor"),
        ("M", "⟦ROLE:p1|EL ALCALDE⟧", "LA ALCALDESA"),
        ("M", "con ⟦REL:p1|su hermano⟧", "con su hermana"),
        ("F", "con ⟦REL:p1|la hija de la actora⟧", "con el hijo de la actora"),
        ("M", "⟦ROLE:p1|el médico⟧", "la médica"),
    ],
)
def test_designations_agree(sex: str, marked: str, after: str) -> None:
    text, (span,) = unmarked(marked)
    edits = of_phrase(text, span.start, span.end, sex)
    assert edits is not None
    assert applied(text, edits) == after


def test_an_unknown_designation_is_counted() -> None:
    text = "el zascandil"
    assert of_phrase(text, 0, len(text), "M") is None


MARKED = (
    "Don ⟦PER:p1|Eusebio Calle Moreno⟧ (NIF ⟦NIF:p1|99849558A⟧) y ⟦REL:p2|su hermana⟧ ⟦PER:p2|Rosa Calle⟧ recurren. "
    "Escrito del ⟦ROLE:p1|interesado⟧, ⟦PER:p1|CALLE MORENO, E.⟧ ⟦PER:p3|Wences⟧ cita la ⟦PROT|Ley 39/2015⟧."
)
TEXT, SPANS = unmarked(MARKED)
DOCUMENT = GoldDocument(
    "d",
    TEXT,
    SPANS,
    {
        "p1": GoldPerson("Eusebio Calle Moreno", "M", "hispanic"),
        "p2": GoldPerson("Rosa Calle", "F", "hispanic"),
        "p3": GoldPerson("Wenceslao Prado", "M", "hispanic"),
    },
)
POOL = Pool("maghrebi", {"F": ["Naima", "Zineb"], "M": ["Driss", "Otman"]}, ["Toumi", "Sbai", "Ziani"])


def surfaces(swapped: Swapped, label: str) -> list[str]:
    return [swapped.document.text[s.start : s.end] for s in swapped.document.spans if s.label == label]


def test_a_document_with_other_names() -> None:
    swapped = swap(DOCUMENT, POOL, "F")
    first, sister, again, nickname = surfaces(swapped, "PER")
    assert nickname == "Wences"
    assert (swapped.people, swapped.unswapped) == ({"p1", "p2"}, 1)
    given, surname, second = first.split()
    assert {given, sister.split()[0]} == {"Naima", "Zineb"}
    assert sister.split()[1] == surname
    assert again == f"{surname} {second}, {given[0]}.".upper()
    assert swapped.document.text.startswith("Doña ")
    assert surfaces(swapped, "ROLE") == ["interesada"]
    assert "Escrito de la interesada" in swapped.document.text
    assert surfaces(swapped, "REL") == ["su hermana"]
    assert surfaces(swapped, "NIF") == ["99849558A"]
    assert surfaces(swapped, "PROT") == ["Ley 39/2015"]
    assert swapped.document.people["p1"].origin == "maghrebi"
    assert swapped.document.people["p3"].origin == "hispanic"


def test_men_and_women_of_a_class_differ_in_given_names_alone() -> None:
    woman, man = swap(DOCUMENT, POOL, "F"), swap(DOCUMENT, POOL, "M")
    assert surfaces(woman, "PER")[0].split()[1:] == surfaces(man, "PER")[0].split()[1:]
    assert surfaces(man, "PER")[1].split()[0] in {"Driss", "Otman"}
    assert surfaces(man, "REL") == ["su hermano"]
    assert swap(DOCUMENT, POOL, "F") == woman


def test_names_are_drawn_without_repeating() -> None:
    draw = Draw(POOL, "F", "seed")
    assert sorted(draw.next("surname") for _ in range(3)) == ["Sbai", "Toumi", "Ziani"]
    assert sorted(draw.next("surname") for _ in range(3)) == ["Sbai", "Toumi", "Ziani"]


def test_the_pools_that_ship() -> None:
    found = {pool.origin: pool for pool in pools()}
    assert len(found) == 9
    for pool in found.values():
        assert len(set(pool.given["F"])) == len(set(pool.given["M"])) == 16
        assert not {fold(n) for n in pool.given["F"]} & {fold(n) for n in pool.given["M"]}
        assert len(set(pool.surnames)) >= 44


def test_surnames_of_a_gazetteer(tmp_path: Path) -> None:
    (tmp_path / "apellidos.tsv").write_text(
        "# source\nsurname\tas_first\tas_second\tratio\torigin\torigin_share\twiki_persons\n"
        "benali\t9\t9\t0.5\tMAGHREB\t0.9\t50\nrarus\t9\t9\t0.5\tMAGHREB\t0.2\t50\nolmo\t9\t9\t0.5\tUNKNOWN\t0.9\t50\n"
    )
    found = {pool.origin: list(pool.surnames) for pool in pools(tmp_path)}
    assert found["maghrebi"] == ["Benali"]
    assert len(found["basque_catalan_galician"]) >= 44


def test_a_folder_without_the_gazetteer(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile):
        pools(tmp_path)


def blind_to(words: set[str]) -> System:
    """A system that hides every marked-looking name but those with one of the words."""

    def find(text: str) -> list[Predicted]:
        return [
            Predicted(text.index(w), text.index(w) + len(w), "PER", score=0.8)
            for pool in POOLS
            for w in {*pool.given["F"], *pool.given["M"], *pool.surnames} - words
            if w in text
        ]

    return find


POOLS = (POOL, Pool("chinese", {"F": ["Meiling", "Lihua"], "M": ["Dawei", "Bowen"]}, ["Zhang", "Huang", "Jiang"]))


def test_the_worst_group_is_named_with_the_gap() -> None:
    text, spans = unmarked("Comparecen ⟦PER:p1|Rosa Calle⟧ y ⟦PER:p2|Luis Prado⟧.")
    people = {"p1": GoldPerson("Rosa Calle", "F", "other"), "p2": GoldPerson("Luis Prado", "M", "other")}
    document = GoldDocument("d", text, spans, people)
    system = blind_to({"Meiling"})
    found = bias.compare([bias.hear(v, system) for v in variants(document, POOLS)])
    assert found.groups["chinese F"]["recall"].value == 0.5
    assert found.groups["chinese M"]["recall"].value == 1
    assert found.groups["sex F"]["recall"].value == 0.75
    assert (found.groups["origin chinese"]["recall"].hits, found.groups["origin chinese"]["recall"].of) == (3, 4)
    assert found.groups["maghrebi F"]["confidence"].value == pytest.approx(0.8)
    gaps = {(g.kind, g.measure): g for g in found.gaps}
    assert gaps["origin and sex", "recall"].worst == "chinese F"
    assert gaps["origin and sex", "recall"].figure.value == 0.5
    assert gaps["origin", "recall"].figure.value == 0.25
    assert gaps["sex", "entity recall"].worst == "sex F"
    assert (found.documents, found.swapped, found.unswapped) == (1, 8, 0)
    assert "worst: chinese F" in bias.as_text("gold", found)
    assert bias.as_values(found)["renamed"] == 8

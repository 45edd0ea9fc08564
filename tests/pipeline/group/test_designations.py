"""Role designations linked by definition, gender and salience."""

from __future__ import annotations

import pytest

from pipeline.document import Block, BlockKind, build
from pipeline.group import group
from tests.marked import find
from tests.pipeline.group.made import MODULES, analysed, entity_with, settled

LINKED = [
    ("Doña Tecla Nogal Pardo presentó la instancia. La solicitante alegó.", "Tecla Nogal Pardo", "La solicitante"),
    (
        "Doña Tecla Nogal (en adelante, la interesada) y doña Petra Lope. La interesada fue.",
        "Tecla Nogal",
        "La interesada",
    ),
    ("Demandante: Eulogio Saucedo. Demandado: Anselmo Garzo. El demandado pide.", "Anselmo Garzo", "El demandado"),
    ("Don Teófilo Garzo, en calidad de fiador, y don Luis Pulgar. El fiador paga.", "Teófilo Garzo", "El fiador"),
    ("La recurrente, doña Tecla Nogal, y doña Petra Lope. La recurrente alega.", "Tecla Nogal", "La recurrente"),
    ("Don Anselmo Garzo y doña Tecla Nogal acuden. La interesada firma.", "Tecla Nogal", "La interesada"),
    ("Demandante: Eulogio Saucedo. Acude don Luis Pulgar. El demandado calla.", "Luis Pulgar", "El demandado"),
    ("A instancia de doña Tecla Nogal, y oída doña Petra Lope. La solicitante paga.", "Tecla Nogal", "La solicitante"),
    ("Doña Tecla Nogal denunció a doña Petra Lope. La denunciante firma.", "Tecla Nogal", "La denunciante"),
    (
        "Recurso interpuesto por don Luis Pulgar. Informa don Eulogio Saucedo. El recurrente alega.",
        "Luis Pulgar",
        "El recurrente",
    ),
    (
        "Doña Tecla Nogal, con NIF 99012345J, casada con don Luis Pulgar; en adelante, «la requirente». La requirente paga.",
        "Tecla Nogal",
        "La requirente",
    ),
    (
        "Comparece don Luis Pulgar. Firma don Eulogio Saucedo. El compareciente calla.",
        "Luis Pulgar",
        "El compareciente",
    ),
    ("Doña Tecla Nogal, reagrupante, y doña Petra Lope. La reagrupante firma.", "Tecla Nogal", "La reagrupante"),
]


def test_roles_of_a_row_of_signatures_belong_to_the_names_below() -> None:
    text = (
        "Asisten doña Tecla Nogal Pardo y doña Petra Lope Garzo.\n\n"
        "LA ALCALDESA              LA SECRETARIA\nTecla Nogal Pardo         Petra Lope Garzo\n"
    )
    _, entities = analysed([text])
    assert "LA ALCALDESA" in entity_with(entities, "Tecla Nogal Pardo").names
    assert "LA SECRETARIA" in entity_with(entities, "Petra Lope Garzo").names


ROWS = [
    ("Tecla Nogal Pardo       Alcaldesa\nPetra Lope Garzo        Secretaria\n", "Tecla Nogal Pardo", "Alcaldesa"),
    ("Alcaldesa ....... Tecla Nogal Pardo\nSecretaria ...... Petra Lope Garzo\n", "Petra Lope Garzo", "Secretaria"),
]


@pytest.mark.parametrize(("text", "name", "role"), ROWS)
def test_a_role_in_the_row_of_a_name_is_of_that_name(text: str, name: str, role: str) -> None:
    _, entities = analysed([f"Actúan como presidenta y secretaria:\n\n{text}"])
    others = {n for e in entities if name not in e.names for n in e.names}
    assert role not in others


def test_a_turn_to_speak_is_no_signature() -> None:
    text = "Declara don Luis Pulgar Saz.\n\nEL INSTRUCTOR.— ¿Lo vio usted?\nLUIS.— No lo vi.\n"
    _, entities = analysed([text])
    assert not any("INSTRUCTOR" in name for name in entity_with(entities, "Luis Pulgar Saz").names)


def test_a_role_that_changes_is_followed() -> None:
    text = (
        "Demandante: Tecla Nogal. Demandada: Petra Lope. La actora pide más. Apela la sentencia: recurso interpuesto "
        "por doña Petra Lope. La recurrente niega la deuda."
    )
    _, entities = analysed([text])
    assert "La actora" in entity_with(entities, "Tecla Nogal").names
    assert "La recurrente" in entity_with(entities, "Petra Lope").names


@pytest.mark.parametrize(("text", "name", "role"), LINKED)
def test_a_designation_belongs_to_its_person(text: str, name: str, role: str) -> None:
    _, entities = analysed([text])
    assert role in entity_with(entities, name).names


def test_two_that_fit_are_named_as_candidates() -> None:
    _, entities = analysed(["Doña Tecla Nogal y doña Petra Lope acuden. La interesada firma."])
    assert len(entity_with(entities, "La interesada").candidates) == 2


def test_a_designation_of_nobody_named_is_somebody_all_the_same() -> None:
    _, entities = analysed(["La solicitante exhibe el NIE X9954321J. La solicitante firma."])
    assert len(entity_with(entities, "La solicitante").mentions) == 2


def test_an_office_is_not_given_to_the_party() -> None:
    _, entities = analysed(["Doña Tecla Nogal acude. La secretaria certifica."])
    assert "La secretaria" not in entity_with(entities, "Tecla Nogal").names


def test_roles_are_read_for_each_document_by_itself() -> None:
    texts = [f"Demandante: {name}. La demandante pide." for name in ("Tecla Nogal", "Petra Lope")]
    _, entities = analysed(texts)
    assert {"La demandante"} <= set(entity_with(entities, "Tecla Nogal").names)
    assert {"La demandante"} <= set(entity_with(entities, "Petra Lope").names)


def test_a_designation_means_the_one_who_stands_out() -> None:
    text = "Doña Tecla Nogal pide plaza. Nogal aporta título. La Sra. Nogal paga. Lo sella doña Petra Lope." + (
        " Consta el pago." * 40
    )
    _, entities = analysed([f"{text} Doña Tecla insiste. La solicitante queda admitida."])
    assert any("solicitante" in name for name in entity_with(entities, "Tecla Nogal").names)


def test_a_name_right_after_an_office_is_its_holder() -> None:
    _, entities = analysed(["El alcalde, don Ovidio Retamar, abre la sesión; el alcalde la cierra."])
    assert len(entity_with(entities, "Ovidio Retamar").mentions) == 3


ALONE = [
    ("Doña Tecla Nogal y doña Petra Lope acuden. La beneficiaria firma.", "beneficiaria"),
    ("Don Luis Pulgar acude. El fiscal informa.", "fiscal"),
    ("Demandante: Tecla Nogal. La demandada no comparece.", "demandada"),
]


@pytest.mark.parametrize(("text", "role"), ALONE)
def test_a_designation_is_not_guessed(text: str, role: str) -> None:
    _, entities = analysed([text])
    (alone,) = [e for e in entities if e.label == "ROLE"]
    assert alone.role in {role, f"{role[:-1]}o"}


def test_beside_a_relative_the_party_is_meant_as_a_guess() -> None:
    _, entities = analysed(["Doña Tecla Nogal y su madre, doña Petra Lope, acuden. La beneficiaria firma."])
    assert [m.guessed for m in entity_with(entities, "Tecla Nogal").mentions] == [False, True]


def test_the_header_of_a_column_tells_the_role_of_those_below() -> None:
    cells = [("Tecla Nogal\n", "Cedente", 0), ("Petra Lope\n", "Cesionaria", 1)]
    text = "".join(value for value, _, _ in cells)
    blocks, start = [], 0
    for value, header, column in cells:
        kind = BlockKind.CELL
        blocks.append(Block(start, start + len(value), kind, label=header, row=1, column=column, table=0))
        start += len(value)
    tail = "Paga la cesionaria y firma la cedente."
    document = build(text + tail, [*blocks, Block(start, start + len(tail), BlockKind.PARAGRAPH)], b"x", "docx")
    entities = group([settled(document, find(document, *MODULES))], ())
    assert "la cedente" in entity_with(entities, "Tecla Nogal").names
    assert "la cesionaria" in entity_with(entities, "Petra Lope").names


def test_the_gender_of_a_word_for_either_sex_excludes_nobody() -> None:
    _, entities = analysed(["Demandante: don Luis Pulgar. La parte demandante pide. La víctima, don Luis, calla."])
    assert "La víctima" in entity_with(entities, "Luis Pulgar").names


def test_the_likeliest_of_several_is_marked_as_a_guess_and_a_definition_is_not() -> None:
    text = "Doña Tecla Nogal (en adelante, la interesada) y doña Petra Lope acuden. La interesada firma."
    _, entities = analysed([text])
    tecla = entity_with(entities, "Tecla Nogal")
    assert not next(m for m in tecla.mentions if m.form == "role").guessed

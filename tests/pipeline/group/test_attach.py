"""Identifiers hang from the person of their clause, form or row."""

from __future__ import annotations

import pytest

from pipeline.document import Block, BlockKind, Document, build
from pipeline.group import group
from tests.marked import find
from tests.pipeline.group.made import MODULES, analysed, entity_with, settled

OWNED = [
    ("Don Anselmo Garzo, con DNI 99012345J, y doña Tecla Nogal.", "99012345J", "Anselmo Garzo"),
    ("Don Anselmo Garzo y doña Tecla Nogal, con DNI 99012345J.", "99012345J", "Tecla Nogal"),
    ("Admitida: Eufrasia Borrallo, 99012345J. Excluido: Luis Pulgar.", "99012345J", "Eufrasia Borrallo"),
    ("Nombre: Tecla Nogal\nTeléfono: 612345678\nCorreo: tn@correo.example\n", "612345678", "Tecla Nogal"),
]


@pytest.mark.parametrize(("text", "value", "owner"), OWNED)
def test_an_identifier_hangs_from_its_person(text: str, value: str, owner: str) -> None:
    _, entities = analysed([text])
    assert entity_with(entities, value).attached_to == entity_with(entities, owner).id


def test_an_identifier_of_another_sentence_hangs_from_nobody() -> None:
    _, entities = analysed(["Acude don Anselmo Garzo. Se anota el DNI 99012345J por error."])
    assert entity_with(entities, "99012345J").attached_to is None


def test_the_cells_of_a_row_are_one_persons() -> None:
    cells = [
        ("Tecla\n", "Nombre", 1), ("Nogal\n", "Apellidos", 1), ("99012345J\n", "DNI", 1),
        ("Wei\n", "Nombre", 2), ("Chen\n", "Apellidos", 2), ("99234567D\n", "DNI", 2),
    ]  # fmt: skip
    blocks, text = [], ""
    for n, (value, label, row) in enumerate(cells):
        blocks.append(
            Block(len(text), len(text) + len(value), BlockKind.CELL, label=label, row=row, column=n % 3, table=0)
        )
        text += value
    document = build(text, blocks, b"x", "csv")
    entities = group([settled(document, find(document, *MODULES))], ())
    for dni, name in (("99012345J", "Tecla"), ("99234567D", "Wei")):
        assert entity_with(entities, dni).attached_to == entity_with(entities, name).id
    assert entity_with(entities, "Tecla") is entity_with(entities, "Nogal")


def _table(rows: list[list[tuple[str, str]]]) -> Document:
    """Build a table of cells: text and header or label."""
    blocks, text = [], ""
    for n, row in enumerate(rows):
        for column, (value, label) in enumerate(row):
            start = len(text)
            text += value + "\n"
            blocks.append(Block(start, len(text), BlockKind.CELL, label=label, row=n, column=column, table=0))
    return build(text, blocks, b"x", "csv")


def _owner(document: Document, value: str) -> str:
    entities = group([settled(document, find(document, *MODULES))], ())
    attached = entity_with(entities, value).attached_to
    return next((e.names[0] for e in entities if e.id == attached), "")


PAIRS = [
    (["Titular", "NIF titular", "Representante", "NIF representante"], "Tecla Nogal", "Luis Pulgar"),
    (["Titular", "NIF", "Representante", "NIF"], "Tecla Nogal", "Luis Pulgar"),
    (["Comprador", "NIF vendedor", "Vendedor", "NIF comprador"], "Luis Pulgar", "Tecla Nogal"),
]


@pytest.mark.parametrize(("headers", "first", "second"), PAIRS)
def test_each_of_two_people_in_a_row_keeps_their_own_columns(headers: list[str], first: str, second: str) -> None:
    values = ["Tecla Nogal", "99012345J", "Luis Pulgar", "99234567D"]
    document = _table([list(zip(values, headers, strict=True))])
    assert _owner(document, "99012345J") == first
    assert _owner(document, "99234567D") == second


def test_a_number_beside_two_people_side_by_side_is_neithers() -> None:
    headers = ["Titular", "Representante", "NIF"]
    document = _table([list(zip(["Tecla Nogal", "Luis Pulgar", "99012345J"], headers, strict=True))])
    assert _owner(document, "99012345J") == ""


def test_a_number_before_both_people_is_neithers() -> None:
    document = _table([list(zip(["99012345J", "Tecla Nogal", "Luis Pulgar"], ["NIF", "Titular", "Otro"], strict=True))])
    assert _owner(document, "99012345J") == ""


def test_a_form_of_labels_and_values_is_about_the_person_named_above() -> None:
    rows = [
        ("Solicitante", "Tecla Nogal"),
        ("DNI", "99012345J"),
        ("Representante", "Luis Pulgar"),
        ("NIF", "99234567D"),
    ]
    document = _table([[(label, ""), (value, label)] for label, value in rows])
    assert _owner(document, "99012345J") == "Tecla Nogal"
    assert _owner(document, "99234567D") == "Luis Pulgar"


def test_a_row_without_a_person_in_a_list_hangs_from_nobody_above() -> None:
    rows = [[("Tecla Nogal", "Titular"), ("99012345J", "NIF")], [("", "Titular"), ("99234567D", "NIF")]]
    assert _owner(_table(rows), "99234567D") == ""

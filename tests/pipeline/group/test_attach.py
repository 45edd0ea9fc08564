"""Identifiers hang from the person of their clause, form or row."""

from __future__ import annotations

import pytest

from pipeline.document import Block, BlockKind, build
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

"""Ties and posts with holder and anchor."""

from __future__ import annotations

import pytest

from pipeline.relate import relate
from tests.pipeline.group.made import analysed, entity_with


def related(text: str):  # type: ignore[no-untyped-def]
    (found,), entities = analysed([text])
    entity_of = {m.detection: e.id for e in entities for m in e.mentions}
    return relate(found, entities, entity_of), entities


@pytest.mark.parametrize(
    ("text", "of", "holder"),
    [
        ("Doña Tecla Nogal acudió. El hermano de la solicitante calló.", "Tecla Nogal", ""),
        ("Don Anselmo Garzo y su cónyuge firman.", "Anselmo Garzo", ""),
        ("Don Anselmo Garzo y su esposa, doña Petra Lope, firman.", "Anselmo Garzo", "Petra Lope"),
        ("Acudió el padre de doña Tecla Nogal.", "Tecla Nogal", ""),
        ("Don Anselmo Garzo acude. Petra Lope, su hija, firma.", "Anselmo Garzo", "Petra Lope"),
        ("Petra Lope (hija de don Anselmo Garzo) firma.", "Anselmo Garzo", "Petra Lope"),
        ("Don Anselmo Garzo acude. Petra Lope, su hermano y otros firman.", "Petra Lope", ""),
        ("Habló el marido de la señora Lope.", "Lope", ""),
    ],
)
def test_a_tie_has_its_anchor_and_its_holder(text: str, of: str, holder: str) -> None:
    relations, entities = related(text)
    assert [r.kind for r in relations] == ["kinship"]
    assert relations[0].of == entity_with(entities, of).id
    assert relations[0].holder == (entity_with(entities, holder).id if holder else "")


def test_a_post_has_its_holder_and_how_many_fit() -> None:
    relations, entities = related(
        "La alcaldesa de Candeleda, doña Petra Lope, preside. Falta la única farmacéutica del pueblo."
    )
    assert [(r.kind, r.holder, r.fits) for r in relations] == [
        ("post", entity_with(entities, "Petra Lope").id, 1), ("post", "", 1)
    ]  # fmt: skip

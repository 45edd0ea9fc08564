"""Designations in the co-official languages, and openly among the nouns of persons."""

from __future__ import annotations

import pytest

from pipeline.document import from_text
from tests.marked import find

CATALAN = "Atès que l'ajuntament ha parlat amb els veïns i amb la seva filla, "
GALICIAN = "O concello recibiu unha carta dos veciños coa súa queixa; "
BASQUE = "Udalak jakin du eta bat egin da; "


def _phrases(text: str) -> set[str]:
    document = from_text(text)
    return {document.text[d.span.start : d.span.end] for d in find(document, "roles")}


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        (f"{CATALAN}la sol·licitant treballa de nit.", "la sol·licitant"),
        (f"{CATALAN}l'acollidora és jubilada.", "l'acollidora"),
        (f"{CATALAN}s'ha notificat al recurrent.", "recurrent"),
        (f"{GALICIAN}comunícase ao denunciante.", "denunciante"),
        (f"{GALICIAN}a psicóloga informa.", "a psicóloga"),
        (f"{GALICIAN}comunícase á denunciante.", "denunciante"),
        (f"{BASQUE}interesdunarengandik jaso da.", "interesdunarengandik"),
        (f"{BASQUE}interesdunari jakinarazi zaio.", "interesdunari"),
        ("La aludida contestó que sí.", "La aludida"),
        ("El alguacil abre la puerta.", "El alguacil"),
        ("Declaró el primer acusado.", "el primer acusado"),
        ("La parte actora se opone.", "La parte actora"),
        ("Señora alcaldesa: le escribo por la farola.", "alcaldesa"),
    ],
)
def test_a_designation_is_found(text: str, phrase: str) -> None:
    assert phrase in _phrases(text)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Avise al padre o interesado de la reunión.", "o interesado"),
        ("Escribió a solicitante desconocido.", "a solicitante"),
        (f"{CATALAN}el sol·licitant: nom i cognoms.", "el sol·licitant"),
        ("La señora Guarda Molinero firma.", "La señora Guarda"),
    ],
)
def test_no_designation_is_found(text: str, phrase: str) -> None:
    assert phrase not in _phrases(text)

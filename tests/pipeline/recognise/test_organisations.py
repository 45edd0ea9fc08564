"""Companies by their legal form, associations by the word that opens their name."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

FOUND = [
    "factura como [ORG Construcciones Malpartida e Hijos, S.L.], y su hija",
    "a [ORG Suministros Tajoverde, S.L.] (CIF B-99123457)",
    "[ORG CONSTRUCCIONES PÉREZ Y GARCÍA, S.A.U.] y [ORG Talleres Hermanos Gil SL]",
    "la empresa [ORG Panificadora La Espiga S. Coop.]",
    "representa a [ORG Herederos de Juan Gil, C.B.] en el acto",
    "[ORG Ferretería J. Gómez, S.L.U.]",
    "[ORG Aceites Olivar Sociedad Limitada] recurre",
    "la [ORG Asociación de Vecinos El Olivar] alega",
]
LEFT = [
    "le falta sal. La solicitante",
    "Se acuerda: s. l.",
    "El club cerró y la asociación no contestó",
]


@pytest.mark.parametrize("marked", FOUND)
def test_organisations_are_found_with_their_whole_name(marked: str) -> None:
    assert missing(marked, "organisations") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_common_nouns_are_left(sentence: str) -> None:
    assert surplus(sentence, "organisations") == []

"""Phrases of kinship with what they are told of."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

FOUND = [
    "[KINSHIP El hermano de la solicitante] y [KINSHIP su cónyuge]",
    "[KINSHIP la hija menor de ambos]",
    "[KINSHIP la hermana del recurrente] y [KINSHIP el hermano del recurrente]",
    "[KINSHIP la suegra de aquél]",
    "[KINSHIP su madre] y [KINSHIP su padre]",
    "vive con [KINSHIP su hijo] Ovidio y cuida a [KINSHIP mi abuela paterna]",
    "compareció [KINSHIP la viuda]; del [KINSHIP padre] nada consta",
    "es [KINSHIP hermana de doble vínculo del apelante] y [KINSHIP prima de la anterior]",
    "por ser [KINSHIP hija del aparcero] y [KINSHIP tío carnal de esta Alcaldesa]",
    "no le une parentesco con [KINSHIP la madre del constructor]",
    "lo supo por [KINSHIP su compañera de piso] y por [KINSHIP mi jefe]",
    "Parentesco: [KINSHIP hija]",
    "actúa en calidad de [KINSHIP madre]",
    "[KINSHIP la hermana de] Tordesillas no declaró",
]
LEFT = [
    "firma su hija",
    "firma su hijo",
    "el hermano Teodoro",
    "los padres de familia",
    "la madre naturaleza",
    "el padre o la madre que conviva con los hijos",
    "sobre la mujer y la infancia",
    "una mujer y un compañero",
    "la encargada de la tienda",
    "la vecina de Vigo",
    "natural de Toro, hijo de Efraín",
    "la compañera llegó",
]


@pytest.mark.parametrize("marked", FOUND)
def test_ties_are_found_whole(marked: str) -> None:
    assert missing(marked, "kinship") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_ties_that_single_nobody_out_are_left(sentence: str) -> None:
    assert surplus(sentence, "kinship") == []

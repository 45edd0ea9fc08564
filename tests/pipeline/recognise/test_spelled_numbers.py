"""Deeds and phones in words are marked; counts and numbered courts in words are left."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

MARK = [
    "NÚMERO [CASE_NUMBER DOS MIL CIENTO CUATRO].-----",
    "protocolo número [CASE_NUMBER novecientos cuarenta y cuatro] de mi cargo",
    "mi tlf es [PHONE seis seis cero 99 44 17] por las mañanas",
    "el fijo, [PHONE 987 nueve nueve 44 17], gracias",
]
LEAVE = [
    "el Juzgado de Primera Instancia número ciento uno.",
    "NÚMERO DOS.- Se aprueba",
    "tiene nueve hijos y 3 nietos, de 45 y 12 años",
    "son seis casas y siete corrales con 12345 tejas",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "spelled_numbers") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "spelled_numbers") == []

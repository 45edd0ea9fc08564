"""Codes with a form of their own, and runs that only look like them."""

from __future__ import annotations

import pytest

from pipeline.recognise.official_codes import has_supply_letters
from tests.marked import missing, surplus

MARK = [
    "barca [PLATE 3.ª VILL-4-771-05], en puerto",
    "leído\n[PASSPORT P<ESPRUIZ<GIL<<ANA<MARIA<<<<<<<<<<<<<<<<<<]\ny ya",
    "pie [PASSPORT A9944172<3ECU8504173M3003148<<<<<<<<<<<<<<04], legible",
    "velero, matrícula [PLATE 7.ª AM-4-994-17], amarrado",
    "la avioneta [PLATE EC-ZZZ] aterrizó",
    "BIC: [ACCOUNT XYZZESMMVLC]",
    "en el punto [ADDRESS 40.416775, -3.703790], junto al río",
    "chip [OTHER_ID 724 0990 0041 7725] de la perra",
]
LEAVE = [
    "BOE-2-10-2015 y DOG-3-4-2014",
    "el acta VILL-2-10-2015",
    "si a<b y c<<d, sin más",
    "el código for (i<10; i<<2) { } <<fin>>",
    "VILLA-4-77 de la lista",
    "el 3-4-12 y la fila 4-5-6",
    "la ec-abc en minúsculas",
    "BIC de la escuela taller",
    "cambios de 1,2345 y 3,4567",
    "en grupos de 123 4567 8901 2345",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "official_codes") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "official_codes") == []


def test_the_letters_of_a_supply_point() -> None:
    high, low = divmod(9900000000000001 % 529, 23)
    letters = "TRWAGMYFPDXBNJZSQVHLCKE"
    assert has_supply_letters(f"ES9900000000000001{letters[high]}{letters[low]}")
    assert not has_supply_letters(f"ES9900000000000001{letters[high]}{letters[(low + 1) % 23]}")

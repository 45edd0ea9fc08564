"""Places that say where somebody lives or comes from."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

FOUND = [
    "vecina de [LOC Ávila], acudió",
    "natural de [LOC Madrid] y vecino de [LOC Villanueva de la Serena]",
    "nacida en [LOC Fez] (Marruecos), residente en la localidad de [LOC Don Benito]",
    "empadronado en [LOC Alba de Tormes]",
]
LEFT = ["reside en la calle", "vecino de la finca", "con domicilio en Calle Mayor", "la junta de Madrid"]


@pytest.mark.parametrize("marked", FOUND)
def test_residence_and_origin_are_found(marked: str) -> None:
    assert missing(marked, "places") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_other_places_are_left(sentence: str) -> None:
    assert surplus(sentence, "places") == []

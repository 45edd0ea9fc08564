"""Nicknames after what announces them."""

from __future__ import annotations

import pytest

from pipeline.document import from_text
from pipeline.recognise.aliases import find_aliases
from tests.marked import missing, surplus

MARKED = [
    "Ismael Requejo (a) «[PERSON el Sartenes]», de oficio chatarrero",
    "el apodado [PERSON Sartenes] y la apodada [PERSON La Rubia]",
    "Alias: [PERSON Cali], [PERSON El Profe]   F/N: 22.08.1996",
    "a quien todos llamamos [PERSON Juan] o don Li",
    "DON IGNACIO SE HACÍA LLAMAR «[PERSON EL VASCO]»",
    "apodado en el vestuario «[PERSON Txeberri]»",
    "le llaman [PERSON la Nena], conocida popularmente como [PERSON Tía Fermina]",
    "conocido en el barrio como «[PERSON el indiano pobre]»",
    "al que todos llaman [PERSON Kiko el de la Fuente]",
    "era molinero y lo llamaban [PERSON el tío Harinas]",
    "llamado en el pueblo «[PERSON el Lecherico]», y apodarse «[PERSON el Mochuelo]»",
    "Herminio, alcumado «[PERSON o Carrizo]»; Batiste, de malnom [PERSON Rabosa]",
    "Alias de la calle: «[PERSON el Violines]»",
]
LEFT = [
    "la parcela conocida como olivar viejo",
    "le dicen que vuelva mañana",
    "a quien corresponda",
    "el apartado (a) de la norma y el (b)",
    "lo llaman por teléfono",
    "alias de correo sin uso",
    "conocido por todos el acuerdo, se levanta la sesión",
    "a la que llaman a declarar",
    "mote puesto por nadie",
    "lo llamaban para la vendimia",
    "llamado en el plazo de diez días a declarar",
    "apodarse es lo de menos",
]


@pytest.mark.parametrize("marked", MARKED)
def test_nicknames_are_found(marked: str) -> None:
    assert missing(marked, "aliases") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_other_turns_of_phrase_are_left(sentence: str) -> None:
    assert surplus(sentence, "aliases") == []


def test_a_long_run_of_cues_is_read_in_one_pass() -> None:
    assert not list(find_aliases(from_text("alias, " * 20_000)))

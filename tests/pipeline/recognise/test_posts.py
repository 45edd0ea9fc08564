"""Posts with their place, and those said to be the only ones."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

FOUND = [
    "[POST La alcaldesa de Villasauco de la Sierra] (312 habitantes)",
    "[POST el secretario-interventor de la misma localidad]",
    "[POST la única farmacéutica del municipio] asistió",
    "[POST el entonces concejal de Urbanismo de Talarrubias]",
    "[POST el alcalde de Villasauco de la Sierra] y [POST la médica de Candeleda]",
]
FOUND += [
    "firma [POST la jefa de estudios del instituto]",
    "[POST EL JEFE DE LA OFICINA DE EMPLEO DE CANDELEDA]\nTECLA NOGAL",
    "[POST El Concejal Delegado de Seguridad Ciudadana], don Ovidio",
    "dice [POST el portero de la finca]",
    "[POST la supervisora de la Unidad de Partos] y [POST el capellán del Cementerio de Candeleda]",
    "acude [POST el comandante del puesto]; anota [POST el guarda mayor de la comarca]",
    "lo vio [POST la socorrista de la piscina]; avisa [POST el intendente de la Policía Local de Candeleda]",
    "[POST el matrón del centro de salud de Candeleda] vino",
]
FOUND += [
    "Noia, 22 de abril\n[POST A alcaldesa de Noia],",
    "consta A [POST alcaldesa de Noia],".replace("consta A [POST ", "cita a [POST "),
]
LEFT = [
    "el responsable del tratamiento y la responsable de la infracción",
    "las socorristas y los capellanes acudieron",
    "un supervisor vino y el cronista oficial habló",
    "BOLETÍN OFICIAL DE LA PROVINCIA DE SORIA",
    "COMISARÍA LOCAL DE TOMELLOSO",
    "seis plazas de Auxiliar de Enfermería",
    "la letrada de la Administración de Justicia certifica",
    "la Policía Local de Tomelloso",
    "la Guardia Civil de Candeleda",
    "El concejal don Ovidio y la concejala doña Ovidia",
    "la alcaldesa excusó su asistencia",
    "el maestro explicó",
]


@pytest.mark.parametrize("marked", FOUND)
def test_posts_with_their_place_are_found(marked: str) -> None:
    assert missing(marked, "posts") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_bare_titles_are_left(sentence: str) -> None:
    assert surplus(sentence, "posts") == []

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
    "Médico: María Merino Viveros  NºCol: 28 28 35489",
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


VENUES = [
    "acude al [ORG CEIP Fuente Nueva] con buena asistencia",
    "ingresó en [ORG el Hospital Reina Amarga] por un ictus",
    "llevada al [ORG Hospital Virgen del Olmo], donde se le atendió",
    "turno de mañana en la [ORG residencia Los Olmos], desde enero".replace(
        "en la [ORG residencia Los Olmos]", "en [ORG la residencia Los Olmos]"
    ),
    "titular del [ORG restaurante «Gran Olmo»], sin asistencia",
    "la [ORG joyería Olmo Gold], de la plaza",
    "profesor visitante de la [ORG Universidad de Olmedo], con pasaporte",
    "trabajo limpiando en el bar moreno sin contrato y vivo en la escuela larrea".replace(
        "el bar moreno", "[ORG el bar moreno]"
    ).replace("la escuela larrea", "[ORG la escuela larrea]"),
    "[ORG Olmos del Condado]\tG99214025\tROBLE CANO",
    "un justificante de [ORG Cruz Roja] que acredita",
    "camionero de [ORG Transports Olmo-Ebre SARL], de paso",
    "la [ORG Fundació Mar Oberta], de Olmedo",
    "alega la [ORG Asociación Sij] que no",
    "su médico ([ORG C. S. Olmedo]) y el [ORG C.S. Fuente Nueva]",
]
NO_VENUES = [
    "el control por su médico del C.S.",
    "la Oficina de Asilo y Refugio",
    "el colegio de abogados y el Colegio Notarial",
    "fue al hospital. El médico la vio",
    "el Ministerio de Transportes y Movilidad",
    "la pensión de viudedad y el taller de lectura",
    "UNIVERSIDAD DE OLMEDO\nUnidad de becas",
    "queda asintomática con NTG s.l. a las 5",
    "FC 102, Sat. 97 %",
    "el Instituto Nacional de Estadística",
    "el instituto municipal y la escuela de todos",
    "un bar del pueblo y la farmacia de guardia",
    "cierra la panadería y abre el hotel",
    "el Hospital",
]


@pytest.mark.parametrize("marked", VENUES)
def test_schools_hospitals_and_shops_are_found_by_kind_and_name(marked: str) -> None:
    assert missing(marked, "organisations") == []


@pytest.mark.parametrize("sentence", NO_VENUES)
def test_kinds_without_a_name_and_issuers_are_left(sentence: str) -> None:
    assert surplus(sentence, "organisations") == []

"""Numbers of personal documents: what must be marked, and as much that must be left."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

MARK = [
    "Pasaporte [PASSPORT ZZB 990 124]",
    "NºCol: [LICENCE_ID 28 28 99123]",
    "Ana PérezNºCol: [LICENCE_ID 28 28 99123].",
    "NASS: [NSS 26 99514095]",
    "cédula de ciudadanía [NIF 1.299.567.890]",
    "Episodio: [HEALTH_ID 990123].",
    "pasaporte [PASSPORT ZZA990123] y tarjeta sanitaria [HEALTH_ID YY999900112233].",
    "pasaporte de Marruecos n.º [PASSPORT AB9912345]",
    "arquitecto colegiado n.º [LICENCE_ID 06-99123], de Badajoz",
    "abogada, colegiada nº [LICENCE_ID 99.123] del Ilustre Colegio",
    "colegiado [LICENCE_ID 28/99123]",
    "CIP [HEALTH_ID ZZZZ990101123456]",
    "historia clínica n.º [HEALTH_ID 990123]",
    "NHC: [HEALTH_ID 9912345]",
    "CIPA: nhc-[HEALTH_ID 9912345].",
    "NUHSA [HEALTH_ID AN9901234567]",
    "los agentes [LICENCE_ID 99123] y [LICENCE_ID 99124] acudieron",
    "TIP [LICENCE_ID K-99123-Z]",
    "permiso de conducir n.º [LICENCE_ID BA-99123-4]",
]
LEAVE = [
    "la ruta de 990 124 metros",
    "columnas 28 28 99123",
    "el modelo hc-130 del avión",
    "el episodio de 2019",
    "cédula de habitabilidad de 3 de abril",
    "afiliación de 2019 a 2020",
    "un colegio con 28 aulas",
    "los agentes de 2019 y 2020",
    "licencia de obras de 3 de abril de 2019",
    "expediente ABC990123",
    "el pasaporte caduca el 12/03/2025",
    "colegiado con una cuota de 1234 euros",
    "colegiado, con DNI 99012345J",
    "historia clínica de la paciente",
    "modelo ZZA990123 del catálogo",
    "la licencia, según la Ley 39/2015",
    "el agente declaró durante 120 minutos",
    "tarjeta sanitaria. Abonó 123456 euros",
    "colegio público con 123 alumnos",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "document_number") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "document_number") == []


def test_there_is_as_much_to_leave_as_to_mark() -> None:
    assert len(LEAVE) >= len(MARK)

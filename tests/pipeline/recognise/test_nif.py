"""NIF of persons and entities, NIE: what must be marked, and as much that must be left."""

from __future__ import annotations

import pytest

from pipeline.document import from_text
from pipeline.recognise.nif import entity_letter, is_entity, is_person
from tests.marked import find, missing, surplus

MARK = [
    "NIE [NIE Y 9944 172 K] y [NIE X-9944 186-K]",
    "NIE n.º [NIE X-9944.186-K]",
    "N.I.F.: [NIF 99.012.345-J] / [NIF 99.123.456-B]",
    "con [NIF 99,012,345-J] escaneado",
    "con DNI [NIF 99012345, letra J]",
    "DNI [NIF 99012345 (J)] y [NIF 990 123 45 J]",
    "donAnaconDNI[NIF 99345678X] pegado",
    "DNI [NIF 99012345Ј] con una letra de otro alfabeto",
    "Doña Ana, con DNI [NIF 99012345J], recurre.",
    "con D.N.I. núm. [NIF 99.012.345-J], comparece",
    "titular del documento [NIF 99 012 345 j] según consta",
    "Presenta [NIF 99-012-345-J] y firma.",
    "consta DNI[NIF 99012345J] en la ficha",
    "nºDNI:[NIF 99012345-J]",
    "D N I [NIF 99012345 J]",
    "DNI [NIF 1.234.567-L]; en la ficha antigua, [NIF 1234567L].",
    "con NIE [NIE X-9912345-N] y con NIE [NIE y9912345a]",
    "la menor, NIF [NIF K9912345N]",
    "Construcciones (CIF [NIF_ENTITY B-99123457])",
    "al Ayuntamiento [NIF_ENTITY P9912345G] se notifica",
    "la sociedad [NIF_ENTITY J/99123457] concurre",
    "NIF-IVA [NIF_ENTITY ESB99123457]",
    "mal tecleado: DNI [NIF 99.345.678-Z] en la copia",
    "sin letra: DNI [NIF 99.123.456] y nada más",
    "serialNumber=IDCES-[NIF 99123456B], C=ES",
    "ESCANEO DNl [NIF 99Ol2345J] borroso",
    "con documento [NIF 9912-\n3456B] y domicilio",
    "con documento [NIF 9912\n3456B] y domicilio",
    "Docs.: [NIF 99\u00ad234567D]; [NIF 99234\u200b567D]; [NIF 99\u00a0234\u202f567\u2011D].",
    "informe_[NIF 99123456B]_v2.pdf",
    "Titulares (DNI): [NIF 99123456B], [NIF 99345678Z] y [NIF 99012345J]",
]
LEAVE = [
    "y 1234 567 e incluso más",
    "la fila X 1234 567 de la tabla",
    "un total de 99,012,345 habitantes",
    "99,012,346 J/kg",
    "el precio, 99012345, letra pequeña aparte",
    "99012345 (véase la nota)",
    "lugar 99345678X del estante",
    "sección 9912345Ж de otro alfabeto",
    "El número de serie B99123450 corresponde al equipo.",
    "la pieza modelo X9900000B por avería",
    "expediente 99345678Z de contratación",
    "un importe de 1.234.567 euros y 99.012.345 habitantes",
    "una partida de 12.345.678 y otra menor",
    "la población pasó de 1.234.567 a 1.300.000",
    "Decreto 45/2019, de 3 de abril",
    "la referencia 2019/00012345 queda archivada",
    "el 20190403 se registró la entrada",
    "lote A99123450 de suministro",
    "a 12345678 metros",
    "código de producto 99123456",
    "ISBN 978-84-9912345-6",
    "versión 9.901.234.5",
    "coordenadas 4312345 N y 712345 E",
    "factura F99123450 pendiente",
    "sumó 99 123 456 pesetas",
    "la orden HAP/1234/2016, de 5 de julio",
    "entre 1234567 y 7654321 votos",
    "modelo X-1234567-Q del catálogo",
    "albarán 12345678-A del proveedor",
    "contrato C-1234567-1 adjudicado",
    "la norma UNE 12345678",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "nif") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "nif") == []


def test_there_is_as_much_to_leave_as_to_mark() -> None:
    assert len(LEAVE) >= len(MARK)


def test_all_spellings_are_one_value() -> None:
    document = from_text("DNI 99.012.345-j, 99012345 J, 99012345j, 99-012-345-J, 99 012 345 J, 99Ol2345J")
    assert {d.value for d in find(document, "nif")} == {"99012345J"}


def test_a_failed_check_is_kept_with_its_reason() -> None:
    [detection] = find(from_text("con D.N.I. núm. 99.345.678-Z, poco legible"), "nif")
    assert detection.provenance.validated is False
    assert detection.score == 0.60
    assert [a.by for a in detection.provenance.adjustments] == ["context:d.n.i"]


def test_control_letters() -> None:
    assert is_person("", "99012345", "J") and not is_person("", "99012345", "K")
    assert is_person("X", "9912345", "N") and is_person("Z", "9912345", "V")
    assert entity_letter("9912345") == "G"
    assert is_entity("P", "9912345", "G") and not is_entity("P", "9912345", "7")
    assert is_entity("B", "9912345", "7") and not is_entity("B", "9912345", "G")
    assert is_entity("J", "9912345", "7") and is_entity("J", "9912345", "G")

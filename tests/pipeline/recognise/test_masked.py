"""Identifiers masked in part: what must be marked, and as much that must be left."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

MARK = [
    "firmado: [NIF 43****12]-MARI BONET",
    "DNI [NIF 994417**-F], leído",
    "pasaporte [PASSPORT AAB***417]",
    "NSS [NSS 28/0994****/04]",
    "teléfono [PHONE 6**441722] y [PHONE *** *** 722]",
    "visa acabada en [CARD 4417]",
    "cta. acabada en [IBAN *4417]",
    "en la lista, [NIF ···1122··] y DNI [NIF ___1122__]",
    "DNI [NIF 99.111.***-*]",
    "DNI [NIF xx111222x]",
    "IBAN [IBAN ES12************6789]",
    "tarjeta [CARD ************1111]",
    "DNI terminado en [NIF 345J]",
    "tarjeta que acaba en [CARD 1111]",
    "DNI [NIF 99.***.***-J]",
    "Admitida: Eufrasia, [NIF ***1234**]. Excluido: Yusra, [NIE ****0116*].",
    "pasaporte [PASSPORT *****3456]",
    "DNI [NIF XXX1234XX]",
    "DNI [NIF 99***345J]",
    "DNI [NIF **.*12.345-J]",
    "DNI [NIF •••1234••]",
    "DNI [NIF ###1234##]",
    "IBAN [IBAN ES** **** **** **** **** 6789]",
    "tarjeta [CARD **** **** **** 1111]",
    "móvil [PHONE 6** *** 678]",
    "DNI [NIF *****345J]",
]
LEAVE = [
    "un **guion**-palabra suelta",
    "nota **importante** 28/04",
    "*** *** fin",
    "aviso 12/** y AAB**",
    "el 6** aniversario",
    "la visa acabada en marzo",
    "una cta. acabada",
    "nombre: ________ y DNI: ___________",
    "firma: ____12____",
    "12 · 1234 · fin",
    "plazo terminado en 2019",
    "nota ** 12 **",
    "cuenta con 1234 socios",
    "el telefono, terminado en negro",
    "tarjeta roja ****",
    "*** Nota 1 ***",
    "********************",
    "* 12 puntos",
    "siglo XXX y XIX",
    "**negrita** y *cursiva*",
    "#1234 incidencia",
    "3 * 4 * 5 = 60",
    "capítulo XXX",
    "punto **1** del orden",
    "nota (***)",
    "xxx",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "masked") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "masked") == []


def test_there_is_as_much_to_leave_as_to_mark() -> None:
    assert len(LEAVE) >= len(MARK)

"""Cadastral references: what must be marked, and as much that must be left."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

MARK = [
    "referencia catastral [CADASTRE 9999901 QD0099N 0001 FS], propiedad",
    "Ref. cat.: [CADASTRE 9999901QD0099N0001FS]",
    "r.c. [CADASTRE 9999902VK4799N0012IB]",
    "finca [CADASTRE 99013A018000390000PS] rústica",
    "con mal control, referencia catastral [CADASTRE 9999901QD0099N0001FT]",
    "parcela catastral [CADASTRE 9999901QD0099N] del plano",
    "referencia catastral [CADASTRE 9999901QD0099N\n0001FS] de la finca",
    "catastro [CADASTRE 9999901-QD0099N-0001-FS]",
]
LEAVE = [
    "código 9999901QD0099N0001FT del contador",
    "CSV 12345678901234567890",
    "el expediente 2019ABC0001234",
    "polígono 18, parcela 39",
    "finca registral 12345, tomo 99",
    "factura 1234567AB1234 emitida",
    "9999901 unidades",
    "serie 1234567 de 2019",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "cadastre") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "cadastre") == []


def test_there_is_as_much_to_leave_as_to_mark() -> None:
    assert len(LEAVE) >= len(MARK)

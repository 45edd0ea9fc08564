"""Numbers of the social security: what must be marked, and as much that must be left."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

MARK = [
    "afiliación a la Seguridad Social [NSS 28/12345678/40]",
    "NSS [NSS 281234567840]",
    "N.A.F. [NSS 06 99001234 28] en alta",
    "NUSS: [NSS 10-99123456-63]",
    "número de la Seguridad Social [NSS 66 9900 1234 38]",
    "nº SS [NSS 28/1234567840]",
    "figura [NSS 10/99123456/63] en el parte",
    "mal copiado, NSS [NSS 28/12345678/41]",
    "código de cuenta de cotización [CCC 28/9912345/06]",
    "C.C.C. de la empresa: [CCC 06990012380]",
    "NSS [NSS 28/l23456O8/40]".replace("l23456O8", "l2345678"),
]
LEAVE = [
    "expediente 28/12345678/41 de obras",
    "la referencia 999912345678",
    "código EAN 841234567890",
    "importe total 281.234.567.841 pesetas",
    "el contrato 28-2019-123456",
    "CUPS 0021000012345678",
    "las coordenadas 38 123456 12",
    "el asiento 201900012345 del registro",
    "factura 281234567841 pagada",
    "los folios 28 a 40",
    "teléfono 612 34 56 78",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "social_security") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "social_security") == []


def test_there_is_as_much_to_leave_as_to_mark() -> None:
    assert len(LEAVE) >= len(MARK)

"""Bank accounts: what must be marked, and as much that must be left."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

MARK = [
    "transferencia a [IBAN ES7899990001410123456789]BIC",
    "IBAN [IBAN ES78 9999 0001 4101 2345 6789], abierta a su nombre",
    "en la cuenta [IBAN es7899990001410123456789]",
    "Cargo en [IBAN ES8599990077266123456789] ref. 1",
    "IBAN:[IBAN ES78-9999-0001-41-0123456789]",
    "reintegro a [IBAN PT70 9999 00001234567890150] o a [IBAN DE37 9999 9999 0123 4567 89].",
    "abono en [IBAN FR76 3000 6000 0112 3456 7890 189] o [IBAN GB16 NWBK 9999 9912 3456 78]",
    "conta [IBAN IT70X9999999999000000123456] y [IBAN NL67ABNA0999999999]",
    "cuentas [IBAN CH1909999000012345678], [IBAN RO84ZZZZ1234567890123456], [IBAN MA53999999000000123456789012]",
    "cuenta partida [IBAN ES78 9999 0001 41\n01 2345 6789] del titular",
    "cuenta [IBAN ES7899990001-\n410123456789] del titular",
    "lBAN [IBAN ES78 9999 OOO1 41O1 2345 6789]",
    "IBAN con error: [IBAN ES78 9999 0001 4101 2345 6780].",
    "C.C.C. [ACCOUNT 9999-0001-41-0123456789]",
    "cta. cte. [ACCOUNT 99990001410123456789]",
    "en [ACCOUNT 9999 0002 91 9876543210] de la entidad",
]
LEAVE = [
    "ES789999000141012345678 sin más",
    "de 15 de octubre de 2015 y 20 de noviembre",
    "Ref. bancaria 12345678901234567890",
    "El expediente ES2019000123456789012345 consta",
    "Me 20 1234 5678 9012 3456 7890",
    "es 12 veces mayor que 1234 5678 9012 3456",
    "el CSV 1234 5678 9012 3456 7890 no es válido",
    "código DE10 de la norma 2019",
    "la factura 9999 0001 41 0123456780",
    "pedido 99990001400123456789",
    "at 05 de enero de 2020 1234 5678 90",
    "CUPS ES0021000012345678AB",
    "IT 20 de la partida 4000",
    "el BOE-A-2015-10565, páginas 89343 a 89410",
    "sección SE 14 1999 2000 2001 2002 2003 2004",
    "GR 92 entre 2001 y 2019, 4500 metros",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "iban") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "iban") == []


def test_there_is_as_much_to_leave_as_to_mark() -> None:
    assert len(LEAVE) >= len(MARK)

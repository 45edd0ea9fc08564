"""Payment cards: what must be marked, and as much that must be left."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

MARK = [
    "tarjeta [CARD 4111 1111 1111 1111] caducada",
    "pagó con [CARD 5454-5454-5454-5454]",
    "Amex [CARD 3700 000000 00002]",
    "VISA nº [CARD 4111111111111111]",
    "tarjeta [CARD 6011.0000.0000.0004]",
    "tarjeta de crédito [CARD 4111 1111 1111 1112], error en una cifra",
    "tarjeta [CARD 41l1 1111 1111 1111] escaneada",
    "tarjeta [CARD 4111 1111\n1111 1111] de la recurrente",
]
LEAVE = [
    "expediente 4111 1111 1111 1112",
    "el código 1234 5678 9012 3456",
    "referencia 9999888877776666",
    "cuenta 9999-0001-41-0123456789",
    "entre 2001 2002 2003 2004",
    "serie 4111111111111112",
    "IMEI 490154203237518",
    "factura 5454 5454 5454 5455",
]


@pytest.mark.parametrize("sentence", MARK)
def test_marks(sentence: str) -> None:
    assert missing(sentence, "card") == []


@pytest.mark.parametrize("sentence", LEAVE)
def test_leaves(sentence: str) -> None:
    assert surplus(sentence, "card") == []


def test_there_is_as_much_to_leave_as_to_mark() -> None:
    assert len(LEAVE) >= len(MARK)

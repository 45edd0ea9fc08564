"""Texts made to exhaust a pattern: every recogniser of identifiers reads them in time that grows with length."""

from __future__ import annotations

import time

import pytest

from pipeline.document import from_text
from pipeline.recognise import context
from tests.marked import recognisers_of
from tests.pipeline.recognise.test_grid import MODULES

SIZE, SECONDS = 50_000, 8.0
HOSTILE = {
    "digits": "1", "spaces": " ", "a and stop": "a.", "spaced digits": "9 ", "sixes": "6 ", "dotted": "12.", "at": "@",
    "addresses": "a@a.", "iban heads": "es12 ", "iban halves": "es91 2100 ", "masks": "*", "masked digits": "*1",
    "letter masks": "x", "hosts": "www.", "line ends": "\n", "a digit a line": "1\n", "hyphened lines": "1-\n",
    "names of documents": "colegiado de ", "brackets": "(", "plus": "+", "zeros": "00 ", "cues": "dni ",
    "octets": "1.2.3.4.", "colons": "ff:", "unseen": "1\u200b", "slips": "o", "slips and digits": "1o",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_time_stays_in_proportion(name: str) -> None:
    text = (HOSTILE[name] * SIZE)[:SIZE]
    document = from_text(text)
    chosen = recognisers_of(*MODULES)
    started = time.process_time()
    context.adjust(document, [d for each in chosen for d in each.find(document)], chosen)
    assert time.process_time() - started < SECONDS

"""The identifiers of the hard cases: what goes is covered, what stays is not touched."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pipeline.detection import Detection
from pipeline.document import Document, Span, from_text
from tests.marked import above, find
from tests.pipeline.recognise.test_grid import MODULES

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]
IDENTIFIERS = frozenset(
    [
        "CIF",
        "DNI",
        "NIE",
        "NIF",
        "NSS",
        "IBAN",
        "CCC",
        "TELEFONO",
        "EMAIL",
        "URL",
        "USUARIO",
        "IP",
        "MAC",
        "MATRICULA",
        "REF_CATASTRAL",
        "COLEGIADO",
        "PASAPORTE",
        "TARJETA_SANITARIA",
        "DNI_PARCIAL",
    ]
)


def found_in(case: dict[str, Any]) -> tuple[Document, list[Detection]]:
    document = from_text(case["text"])
    return document, above(find(document, *MODULES))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_every_identifier_is_covered_by_one_detection(case: dict[str, Any]) -> None:
    _, found = found_in(case)
    spans = [Span(*span) for r in case["must_redact"] if r["type"] in IDENTIFIERS for span in r["spans"]]
    assert [span for span in spans if not any(d.span.contains(span) for d in found)] == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_nothing_that_stays_is_touched(case: dict[str, Any]) -> None:
    document, found = found_in(case)
    for kept in case["must_keep"]:
        start = document.text.index(kept)
        touched = [d for d in found if d.span.overlaps(Span(start, start + len(kept)))]
        assert touched == [], kept


def test_there_are_identifiers_among_the_cases() -> None:
    assert sum(r["type"] in IDENTIFIERS for case in CASES for r in case["must_redact"]) > 30

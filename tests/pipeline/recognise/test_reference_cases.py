"""The hard cases of dates, addresses, codes and citations, as far as these recognisers go."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pipeline.detection import Detection, Effect
from pipeline.document import Document, from_text
from tests import marked

MODULES = ("citation", "dates", "ages", "address", "case_number", "verification_code")
OURS = {"FECHA_NACIMIENTO": "DATE", "FECHA": "DATE", "DIRECCION": "ADDRESS", "CSV": "CSV"}
CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize(
    "case", [c for c in CASES if any(r["type"] in OURS for r in c["must_redact"])], ids=lambda c: c["id"]
)
def test_finds_what_must_go(case: dict[str, Any]) -> None:
    document = from_text(case["text"])
    hidden = {(str(d.label), d.span.start, d.span.end) for d in _hidden(document)}
    # An address takes its article along: "en [la calle del Olmo, 7]".
    hidden |= {(str(d.label), _after_article(document, d), d.span.end) for d in _hidden(document)}
    for wanted in case["must_redact"]:
        if wanted["type"] in OURS:
            assert all((OURS[wanted["type"]], start, end) in hidden for start, end in wanted["spans"]), wanted["type"]


def _after_article(document: Document, d: Detection) -> int:
    article = re.match(r"(?:el|la|los|las)\s+", document.folded[d.span.start : d.span.end])
    return d.span.start + (article.end() if article else 0)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["id"])
def test_hides_nothing_that_must_stay(case: dict[str, Any]) -> None:
    document = from_text(case["text"])
    protected = [d for d in marked.find(document, *MODULES) if d.effect is Effect.PROTECT]
    for kept in case["must_keep"]:
        start = case["text"].index(kept)
        touching = [d for d in _hidden(document) if d.span.start < start + len(kept) and start < d.span.end]
        assert all(any(p.span.contains(d.span) for p in protected) for d in touching), kept


@pytest.mark.parametrize("case", CASES, ids=lambda c: c["id"])
def test_protects_no_part_of_what_must_go(case: dict[str, Any]) -> None:
    document = from_text(case["text"])
    for d in marked.find(document, *MODULES):
        if d.effect is Effect.PROTECT:
            for wanted in case["must_redact"]:
                assert all(d.span.end <= start or end <= d.span.start for start, end in wanted["spans"]), (
                    d.provenance.trigger
                )


def test_citations_of_the_cases_are_protected_whole() -> None:
    case = next(c for c in CASES if c["id"] == "T23")
    document = from_text(case["text"])
    whole = {document.surface(d.span) for d in marked.find(document, "citation")}
    assert whole >= set(case["must_keep"])


def _hidden(document: Document) -> list[Detection]:
    return [d for d in marked.above(marked.find(document, *MODULES)) if d.effect is Effect.HIDE]

"""The hard cases in free text: what must go goes, what must stay stays, who is one person is one.

Cases are read from tests/cases; ANONYMIZA_CASES may name a folder with more of the same kinds.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pipeline import engine, policy
from pipeline.analysis import Analysis
from pipeline.decision import Action
from pipeline.document import Span, fold, from_text

FOLDERS = [Path(__file__).parent.parent / "cases", *map(Path, filter(None, [os.environ.get("ANONYMIZA_CASES")]))]
CASES = [
    json.loads(line) for f in FOLDERS for line in (f / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]  # fmt: skip

# Kinds that another issue turns; within them, what passes already is not listed.
EXPECTED_FAILURES: dict[str, str] = {}


def analysed(text: str) -> Analysis:
    (analysis,) = engine.analyse([from_text(text)], policy.load("transparencia"))
    return analysis


def hidden(analysis: Analysis) -> list[Span]:
    return [
        d.span for d in analysis.detections if d.lost_to is None and analysis.decisions[d.id].action is not Action.KEEP
    ]


def unhidden(analysis: Analysis, start: int, end: int) -> str:
    """The letters and digits of the span that a reader would still see."""
    spans = hidden(analysis)
    return "".join(
        c
        for i, c in enumerate(analysis.document.text[start:end], start)
        if c.isalnum() and not any(s.start <= i < s.end for s in spans)
    )


def tags_of(analysis: Analysis, text: str) -> set[str]:
    """The tags of the entities whose mentions lie inside the text's occurrences (articles and titles apart)."""
    entities = {e.id: e.tag for e in analysis.entities}
    tags = set()
    folded, sought = analysis.document.folded, fold(text)
    at = folded.find(sought)
    while at >= 0:
        inside = [d for d in analysis.detections if d.lost_to is None and Span(at, at + len(sought)).contains(d.span)]
        tags |= {entities[analysis.entity_of[d.id]] for d in inside if d.id in analysis.entity_of}
        at = folded.find(sought, at + 1)
    return {tag for tag in tags if tag.startswith("PER")}


def faults(case: dict[str, Any]) -> list[str]:
    analysis = analysed(case["text"])
    seen = [
        f"seen: {item['type']} at {start}"
        for item in case["must_redact"]
        for start, end in item["spans"]
        if unhidden(analysis, start, end)
    ]
    text = case["text"]
    lost = [
        f"hidden: {keep!r}"
        for keep in case["must_keep"]
        if not any(
            not any(s.overlaps(Span(i, i + len(keep))) for s in hidden(analysis))
            for i in range(len(text))
            if text.startswith(keep, i)
        )
    ]
    return [*seen, *lost, *people_faults(analysis, case["same_person"])]


def people_faults(analysis: Analysis, groups: list[list[str]]) -> list[str]:
    found, seen = [], set()
    for group in groups:
        tags = [tags_of(analysis, text) for text in group]
        shared = set.intersection(*tags) if tags else set()
        if not shared:
            found.append(f"not one person: {len(group)} forms, {sorted(set.union(*tags))}")
        if shared & seen:
            found.append(f"two persons under {sorted(shared & seen)}")
        seen |= shared
    return found


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            c,
            id=f"{c['id']}-{c['kind']}",
            marks=[pytest.mark.xfail(reason=EXPECTED_FAILURES[c["id"]])] if c["id"] in EXPECTED_FAILURES else [],
        )
        for c in CASES
    ],
)
def test_case(case: dict[str, Any]) -> None:
    assert faults(case) == []


@pytest.mark.parametrize("case", CASES[:8], ids=lambda c: c["id"])
def test_repeatable(case: dict[str, Any]) -> None:
    assert analysed(case["text"]) == analysed(case["text"])

"""What to reach: met or not, by set."""

from __future__ import annotations

from pipeline.lexicons import rows
from pipeline.quality.estimate import Figure
from pipeline.quality.targets import as_markdown, verdicts


def test_aims_are_judged_by_set() -> None:
    measured = {
        "gold/dev": {"persons": Figure(0.99, 0.98, 1.0), "PROT touched": Figure(0.001, 0.0, 0.003)},
        "gold/test": {"persons": Figure(0.9899, 0.98, 1.0), "PROT touched": Figure(0.0, 0.0, 0.0)},
        "ancora_doc.dev.jsonl": {"strict F1 PER": Figure(0.93, 0.92, 0.94)},
    }
    found = {(v.where, v.aim): v.met for v in verdicts(measured)}
    assert found == {
        ("gold/dev", "person mentions hidden"): True,
        ("gold/test", "person mentions hidden"): False,
        ("gold/dev", "protected references touched"): False,
        ("gold/test", "protected references touched"): True,
        ("ancora_doc.dev.jsonl", "person F1 strict"): True,
    }
    assert "| >= 0.99 | 0.990 [0.980, 1.000] | not met |" in as_markdown(measured)


def test_nothing_measured_no_table() -> None:
    assert as_markdown({"other": {"persons": Figure(1, 1, 1)}}) == ""


def test_aims_are_well_formed() -> None:
    for aim, where, measure, sense, value, reference in rows("quality_targets.tsv"):
        assert aim and where and measure and reference
        assert sense in {">=", "<="}
        assert 0 <= float(value) <= 1

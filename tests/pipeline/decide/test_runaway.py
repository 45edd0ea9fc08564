"""Which patterns a list takes: those that end on any text."""

from __future__ import annotations

import pytest

from pipeline.decide.runaway import is_runaway


@pytest.mark.parametrize(
    "pattern",
    [r"(a+)+b", r"((a+))+b", r"(?:(?:\d*))*x", r"(a|a)*b", r"(?:a{1,50})+b", r"(?=(a+)+b)c", r"((ab*)*|c)d",
     r"(?:x|(a*)*)y", r"(a{0,30}){30}b"],
)  # fmt: skip
def test_what_could_run_for_ever_is_told(pattern: str) -> None:
    assert is_runaway(pattern)


@pytest.mark.parametrize(
    "pattern",
    [r"EXP-\d{4}/\d+", r"[A-Z]{2,3}-?\d+", r"(?:\d{1,3}\.)+\d{3}", r"(?:ab|cd)+x", r"\bRef\. \w+", r"(foo|fin)a?", r"(\w|\d)+$",
     r"(?:colegiado|núm\.?) \d{1,6}", r"(?<!\d)\d{9}(?!\d)"],
)  # fmt: skip
def test_what_people_write_is_taken(pattern: str) -> None:
    assert not is_runaway(pattern)

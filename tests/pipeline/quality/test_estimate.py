"""Figures and their intervals."""

from __future__ import annotations

import math

import pytest

from pipeline.quality.estimate import drawn, figures
from pipeline.quality.score import Tally


def tallies(*pairs: tuple[float, float], name: str = "persons") -> list[Tally]:
    return [Tally({name: pair}) for pair in pairs]


def test_a_share_is_of_all_documents_together() -> None:
    one = figures(tallies((9, 10), (0, 1)))["persons"]
    assert (one.value, one.hits, one.of) == (pytest.approx(9 / 11), 9, 11)
    # Two documents: one draw in four takes either alone.
    assert (one.low, one.high) == (0.0, pytest.approx(0.9))


def test_documents_alike_leave_no_interval() -> None:
    one = figures(tallies(*[(3, 4)] * 20))["persons"]
    assert (one.low, one.high) == (pytest.approx(0.75), pytest.approx(0.75))


def test_the_interval_narrows_with_documents_and_is_that_of_the_binomial() -> None:
    many = figures(tallies(*[(1, 1)] * 320, *[(0, 1)] * 80))["persons"]
    half = 1.96 * math.sqrt(0.8 * 0.2 / 400)
    assert many.low == pytest.approx(0.8 - half, abs=0.01)
    assert many.high == pytest.approx(0.8 + half, abs=0.01)


def test_the_same_draws_every_time() -> None:
    pairs = tallies((1, 2), (3, 3), (0, 4), (5, 9))
    assert figures(pairs) == figures(pairs)


def test_what_nobody_counted_has_no_figure() -> None:
    assert "persons" not in figures(tallies((0, 0), (0, 0)))
    assert figures([]) == {}
    assert math.isnan(drawn(tallies((1, 1))).share("nothing")[0])


def test_means_are_made_of_the_sums() -> None:
    counts = {
        "MUC F1 (names)": (4.0, 10.0),
        "B3 R (names)": (35 / 12, 7.0),
        "B3 P (names)": (4.0, 8.0),
        "CEAFe F1 (names)": (2.6, 5.0),
    }
    found = figures([Tally(counts)])
    assert found["B3 F1 (names)"].value == pytest.approx(2 * (5 / 12) * 0.5 / (5 / 12 + 0.5))
    assert found["CoNLL (names)"].value == pytest.approx((0.4 + 0.4545454 + 0.52) / 3)
    zero = figures([Tally({"all marks": (0, 5), "span precision": (0, 5)})])
    assert zero["F1 by coverage"].value == 0

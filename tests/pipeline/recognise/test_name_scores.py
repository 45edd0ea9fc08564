"""The score of a model's name: more chance never means less score, lexicons move it, labels sink it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.recognise.name_scores import MODEL, Calibration, by_lexicons, features


@pytest.fixture(scope="module")
def shipped() -> Calibration:
    return Calibration.load(MODEL / "calibration.json")


def test_more_chance_is_more_score(shipped: Calibration) -> None:
    for name in ("Tecla Nogal", "Nogal", "BADAJOZ", "Oulimata Sagna"):
        scores = [shipped.chance(features(name, "", c)) for c in (0.0, 0.1, 0.5, 0.9, 1.0)]
        assert scores == sorted(scores)
        assert 0 < scores[0] < scores[-1] < 1


def test_a_form_label_and_a_town_score_no_more(shipped: Calibration) -> None:
    assert shipped.chance(features("Nogal", ":", 0.8)) <= shipped.chance(features("Nogal", " ", 0.8))
    assert shipped.chance(features("Don Benito", "", 0.8)) < shipped.chance(features("Benito Nogal", "", 0.8))


def test_a_sure_name_scores_high_and_a_doubtful_one_low(shipped: Calibration) -> None:
    assert shipped.chance(features("Tecla Nogal Pardo", "", 0.999)) > 0.9
    assert shipped.chance(features("Tecla Nogal Pardo", "", 0.02)) < 0.2


def test_weights_come_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text('{"weights": {"one": 0, "odds": 1}}')
    assert Calibration.load(path).chance(features("Tecla Nogal", "", 0.25)) == pytest.approx(0.25)


def test_without_a_chance_the_lexicons_decide() -> None:
    assert by_lexicons("Ovidio Retamar Garzo", "") == 0.72
    assert by_lexicons("Badajoz", "") == by_lexicons("Reunidos", ": los") == 0.0

"""What tells somebody's sex, and how little it weighs by itself."""

from __future__ import annotations

import pytest

from pipeline import engine
from pipeline.decision import Action
from pipeline.document import from_text
from pipeline.policy import load
from pipeline.recognise.sexes import find_sexes
from tests.marked import read


@pytest.mark.parametrize(
    "marked",
    [
        "Edad: 34 años Sexo: [QUASI H].",
        "SEXO: [QUASI MUJER]   FECHA: 3 de mayo",
        "Se trata de un [QUASI varón] de 34 años y una [QUASI mujer] de 40",
        "la [QUASI niña] y el [QUASI niño]",
    ],
)
def test_words_of_sex_are_found(marked: str) -> None:
    document, expected = read(marked)
    assert {d.span for d in find_sexes(document)} == {e.span for e in expected}


@pytest.mark.parametrize("sentence", ["El varonil porte", "calle Mujeres de Cádiz", "M. H. firma", "sexo seguro"])
def test_other_words_are_left(sentence: str) -> None:
    assert not list(find_sexes(from_text(sentence)))


@pytest.mark.parametrize(("policy", "hidden"), [("transparencia", False), ("maxima", True)])
def test_only_the_strictest_policy_hides_a_sex(policy: str, hidden: bool) -> None:
    document = from_text("Sexo: mujer. Sin otros datos.")
    (analysis,) = engine.analyse([document], load(policy))
    kept = {analysis.document.surface(d.span) for d in analysis.detections if d.lost_to is None
            and analysis.decisions[d.id].action is Action.KEEP}  # fmt: skip
    gone = {document.surface(r.span) for r in analysis.replacements()}
    assert ("mujer" in gone) is hidden
    assert hidden or "mujer" in kept

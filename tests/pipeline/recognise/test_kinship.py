"""Phrases of kinship with what they are told of."""

from __future__ import annotations

import pytest

from tests.marked import missing, surplus

FOUND = [
    "[KINSHIP El hermano de la solicitante] y [KINSHIP su cónyuge]",
    "[KINSHIP la hija menor de ambos]",
    "[KINSHIP la hermana del recurrente] y [KINSHIP el hermano del recurrente]",
    "[KINSHIP la suegra de aquél]",
    "[KINSHIP su madre] y [KINSHIP su padre]",
]
LEFT = ["firma su hija", "firma su hijo", "el hermano Teodoro", "los padres de familia", "la madre naturaleza"]


@pytest.mark.parametrize("marked", FOUND)
def test_ties_are_found_whole(marked: str) -> None:
    assert missing(marked, "kinship") == []


@pytest.mark.parametrize("sentence", LEFT)
def test_ties_that_single_nobody_out_are_left(sentence: str) -> None:
    assert surplus(sentence, "kinship") == []

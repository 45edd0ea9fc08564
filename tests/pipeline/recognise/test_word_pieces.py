"""Words in pieces: the likeliest cut, capitals as one capital, nothing that can't be cut."""

from __future__ import annotations

import itertools
import math

from hypothesis import given
from hypothesis import strategies as st

from pipeline.recognise.word_pieces import LINE_END, MARK, UNKNOWN, WordPieces

SCORES = {
    UNKNOWN: 0.0, LINE_END: 0.0, MARK: -3.0, "▁Fer": -8.0, "nán": -7.0, "dez": -6.0, "▁D": -5.0, "▁DNI": -9.0, "a": -2.0,
    "b": -2.5, "ab": -4.0, "ba": -4.6, "▁a": -3.5, "F": -9.0, "E": -9.0, "R": -9.0, "n": -9.0, "á": -9.0, "d": -9.0,
}  # fmt: skip
PIECES = list(SCORES)
WORDS = WordPieces(PIECES, list(SCORES.values()))


def spelled(word: str, *, spaced: bool = True) -> list[str]:
    return [PIECES[n] for n in WORDS.of(word, spaced=spaced)]


def test_a_word_is_cut_into_pieces_that_spell_it() -> None:
    assert spelled("Fernández") == ["▁Fer", "nán", "dez"]
    assert spelled("ab", spaced=False) == ["ab"]


def test_capitals_are_cut_as_one_capital_where_that_is_shorter() -> None:
    assert spelled("FERNÁNDEZ") == ["▁Fer", "nán", "dez"]
    assert spelled("DNI") == ["▁DNI"]


def test_a_line_end_and_a_foreign_letter_have_pieces_of_their_own() -> None:
    assert spelled("\r\n") == [LINE_END]
    assert spelled("漢字", spaced=False) == [UNKNOWN]
    assert spelled("a漢", spaced=False) == ["a", UNKNOWN]


def test_of_a_long_word_both_ends_count() -> None:
    assert spelled("a" * 6 + "b" * 200, spaced=False) == [*["a"] * 5, *["b"] * 3]


@given(st.text("ab", min_size=1, max_size=8))
def test_no_other_cut_is_likelier(word: str) -> None:
    chosen = WORDS._likeliest(word)
    cuts = [
        [word[a:b] for a, b in itertools.pairwise([0, *inner, len(word)])]
        for size in range(len(word)) for inner in itertools.combinations(range(1, len(word)), size)
    ]  # fmt: skip
    likeliest = max(sum(SCORES[p] for p in cut) for cut in cuts if all(p in SCORES for p in cut))
    assert "".join(PIECES[n] for n in chosen) == word
    assert math.isclose(sum(SCORES[PIECES[n]] for n in chosen), likeliest)

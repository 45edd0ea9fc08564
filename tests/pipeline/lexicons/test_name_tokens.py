"""Plain text is cut as text with signs inside words is."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.document import from_text
from pipeline.lexicons import name_tokens
from pipeline.lexicons.name_tokens import rows_of, tokens
from pipeline.lexicons.names import nicknames

PIECES = (
    "María", "de la O", "PÉREZ", "D.", "D.ª", "M.ª", "M.a", "d'Abadal", "O'Neill", "n.º", "NºCol", "5km", "km5", "B0NO", "Be1tran",
    "ES06", "Nava-\ncerrada", "uno", "_x", "ñ", "3", "2024", ",", ".", "(", " ", "  ", "\t", "\n", "\n\n", "-", "–", "a\u0301", "\u00ad",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=30).map("".join), st.integers(0, 6))
@settings(max_examples=300, deadline=None)
def test_both_ways_of_cutting_agree(text: str, start: int) -> None:
    document = from_text(text)
    assert tokens(document, start, len(text)) == name_tokens._tokens(document, start, len(text))


def test_the_words_of_each_block_are_those_of_its_stretch() -> None:
    document = from_text("Ana Roble, 3.\n\nel alcalde\n\n1.º\n")
    assert [*rows_of(document)] == [tokens(document, block.start, block.end) for block in document.blocks]
    assert rows_of(document) is rows_of(document)


def test_a_familiar_form_keeps_all_its_names() -> None:
    assert len(nicknames()["nando"]) > 1
    assert "ana" not in nicknames()

"""Described types: windows lose no word, and nothing depends on the order of the types."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.described import DescribedType
from pipeline.document import from_text
from pipeline.recognise import find_described
from pipeline.recognise.described_windows import windows, words_of

TYPES = (
    DescribedType("mascota", "nombre de una mascota", ("Toby",), ("perro",)),
    DescribedType("socio", "número de socio", ("S-0077",)),
)
PIECES = st.sampled_from(
    ["perro", "Bruno", "socio", "S-0192", "340", "\n\n", ".", "@ana_1", "«Luna»", "X", "de", "ñ" * 90]
)


@given(st.text(max_size=400), st.integers(1, 9), st.integers(1, 40), st.integers(1, 5))
def test_windows_cover_every_word_and_fit(text: str, words: int, tokens: int, overlap: int) -> None:
    document = from_text(text)
    wanted = {w.start for b in document.blocks for w in words_of(text, b.start, b.end)}
    cut = list(windows(document, lambda texts: [len(t) for t in texts], (words, tokens), overlap))
    assert {w.start for window in cut for w in window.words} == wanted
    for window in cut:
        size = sum(len(w.text) for w in window.words)
        assert len(window.words) == 1 or (len(window.words) <= words and size <= tokens)


@settings(max_examples=40, deadline=None)
@given(st.lists(PIECES, max_size=25))
def test_the_order_of_the_types_changes_nothing(pieces: list[str]) -> None:
    document = from_text(" ".join(pieces))
    one, other = (find_described(document, types) for types in (TYPES, TYPES[::-1]))
    assert {(d.span, d.label) for d in one if d.score > 0.25} == {(d.span, d.label) for d in other if d.score > 0.25}
    for d in one:
        assert 0 <= d.span.start < d.span.end <= len(document.text)

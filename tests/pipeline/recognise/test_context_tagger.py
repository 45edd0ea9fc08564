"""The context model: words and windows cover the text, what ships reads it, alone or beside others."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.recognise.context_tagger import FEATURES, ContextTagger, Cut, features, shape, words
from pipeline.recognise.in_context import MODEL
from pipeline.recognise.name_tagger import Floats
from pipeline.recognise.word_pieces import WordPieces

TEXT = "Doña Engracia Roble Quintana, vecina de Villarriba, nacida el 3 de mayo de 1961.\n"


@pytest.fixture(scope="module")
def tagger() -> ContextTagger:
    return ContextTagger.load(MODEL)


@pytest.fixture(scope="module")
def vocabulary() -> WordPieces:
    spelled = json.loads((MODEL / "pieces.json").read_text(encoding="utf-8"))
    return WordPieces(spelled["pieces"], spelled["scores"])


@given(st.text("aB1. \n\t,ñ@", max_size=60))
def test_words_are_all_of_the_text_but_blanks(text: str) -> None:
    found = words(text)
    kept = "".join(text[start:end] for start, end, _ in found)
    assert [c for c in kept if not c.isspace()] == [c for c in text if not c.isspace()]
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(found))


def test_a_word_knows_what_stands_before_it() -> None:
    assert [(s, e, spaced) for s, e, spaced in words("D.José\nde")] == [
        (0, 1, True), (1, 2, False), (2, 6, False), (6, 7, False), (7, 9, True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "kind"),
    [("casa", 0), ("Casa", 1), ("C", 2), ("CASA", 3), ("12", 4), ("1.200", 5), (".", 6), ("a1", 7), ("a@x.es", 7)],
)
def test_shapes(word: str, kind: int) -> None:
    assert shape(word) == kind


def test_features_tell_names_from_words() -> None:
    assert features("_").shape == (FEATURES,)
    assert not np.array_equal(features("García"), features("mesa"))
    assert features("García")[:-8].tolist() == features("GARCIA")[:-8].tolist()


@given(st.integers(1, 40), st.lists(st.sampled_from(["Roble", "de", "\n", "12", "."]), max_size=80))
def test_windows_are_all_words_in_order(vocabulary: WordPieces, most: int, parts: list[str]) -> None:
    cut = Cut.of(" ".join(parts), vocabulary)
    windows = list(cut.windows(most))
    assert [n for a, b in windows for n in range(a, b)] == list(range(len(cut.words)))
    assert all((p := cut.place(a, b)).stop - p.start <= most or b - a == 1 for a, b in windows)


def test_it_reads_whose_a_thing_is(tagger: ContextTagger) -> None:
    (spans,) = tagger([TEXT])
    found = {(TEXT[s.start : s.end], s.label) for s in spans if (s.score or 0) > 0.5}
    assert ("Engracia Roble Quintana", "PERSON") in found
    assert any(label == "DATE" for _, label in found)


def test_empty_and_blank_texts_hold_nobody(tagger: ContextTagger) -> None:
    read = list(tagger(["", " ", "\n", " \n\n "]))
    assert len(read) == 4 and read[:2] == [[], []]
    assert all((s.score or 0) < 0.2 for spans in read for s in spans)


def test_a_text_is_read_alike_alone_and_beside_others(tagger: ContextTagger) -> None:
    other = "EXPONE: que no ha recibido respuesta.\n" * 40
    (alone,) = tagger([TEXT])
    beside = list(tagger([other, TEXT, other]))[1]
    assert [(s.start, s.end, s.label) for s in alone] == [(s.start, s.end, s.label) for s in beside]
    assert all(abs((a.score or 0) - (b.score or 0)) < 0.1 for a, b in zip(alone, beside, strict=True))


def test_equal_texts_are_read_once(tagger: ContextTagger, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    chances = tagger._chances

    def counted(cuts: Sequence[Cut]) -> list[Floats]:
        read.append(len(cuts))
        return chances(cuts)

    monkeypatch.setattr(tagger, "_chances", counted)
    first, other, *again = tagger([TEXT, "Consta.\n", TEXT, TEXT])
    assert read == [2] and first and again == [first, first] and other != first


def test_a_long_text_is_read_as_its_parts_are(tagger: ContextTagger) -> None:
    (spans,) = tagger([TEXT * 60])
    starts = [s.start % len(TEXT) for s in spans if s.label == "PERSON" and (s.score or 0) > 0.5]
    assert len(starts) == 60 and set(starts) == {5}

"""Laws of the recognisers of identifiers: any text at all, any spelling of a number."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.document import from_text
from tests.marked import find
from tests.pipeline.recognise.test_grid import MODULES

LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
ALPHABET = "0123456789abxyzABXYZ.-/ \n\u00a0\u00ad\u200b@:*+()ñÑº€"
numbers = st.integers(99_000_000, 99_999_999)
separators = st.sampled_from(["", ".", "-", " ", "\u00a0", "\u202f", "\u2011"])
unseen = st.sampled_from(["", "\u00ad", "\u200b", "\u2060"])


@given(st.text(ALPHABET, max_size=120))
@settings(max_examples=150, deadline=None)
def test_any_text_gives_detections_that_lie_inside_it(text: str) -> None:
    document = from_text(text)
    for detection in find(document, *MODULES):
        assert 0 <= detection.span.start < detection.span.end <= len(text)
        assert not document.surface(detection.span)[0].isspace()
        assert 0 <= detection.score <= 1


@given(numbers, separators, separators, unseen, st.booleans())
@settings(max_examples=150, deadline=None)
def test_all_spellings_of_a_number_are_one_value(
    number: int, between: str, before_letter: str, hidden: str, small: bool
) -> None:
    digits, letter = str(number), LETTERS[number % 23]
    written = f"{digits[:2]}{between}{digits[2:5]}{between}{hidden}{digits[5:]}{before_letter}{letter}"
    document = from_text(f"con DNI {written.lower() if small else written}, comparece")
    found = [d for d in find(document, "nif") if d.label == "NIF" and d.score >= 0.5]
    assert [d.value for d in found if len(d.span) == len(written)] == [digits + letter]


@given(st.text(ALPHABET, max_size=80))
@settings(max_examples=80, deadline=None)
def test_the_same_text_gives_the_same_detections(text: str) -> None:
    assert find(from_text(text), *MODULES) == find(from_text(text), *MODULES)

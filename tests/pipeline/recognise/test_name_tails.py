"""Names of the rules end where the model reads on, on the same line and in capitals alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.detection import Detection, Label, detect
from pipeline.document import Span, from_text
from pipeline.recognise.name_tails import with_tails


def person(start: int, end: int, score: float, recogniser: str = "names") -> Detection:
    return detect(Span(start, end), Label.PERSON, score, recogniser=recogniser, trigger="x")


@pytest.mark.parametrize(
    ("text", "rule", "model", "score", "ends"),
    [
        ("Luisa Gómez Panza vino", 11, 17, 0.4, 17),
        ("Luisa Gómez de la Huerta vino", 11, 24, 0.4, 24),
        ("Luisa Gómez Panza vino", 11, 17, 0.2, 11),  # the model hardly believes it
        ("Luisa Gómez\nPanza vino", 11, 17, 0.9, 11),  # another line
        ("Luisa Gómez vino ayer", 11, 16, 0.9, 11),  # no capital
        ("Luisa Gómez, Panza", 11, 18, 0.9, 11),  # a comma parts people
        ("Luisa Gómez Panza", 5, 11, 0.9, 5),  # one word alone may be another thing
    ],
)
def test_a_name_is_lengthened(text: str, rule: int, model: int, score: float, ends: int) -> None:
    document = from_text(text)
    first, heard = with_tails(document, [person(0, rule, 0.8)], [person(0, model, score, "model")])
    assert (first.span, first.score, heard.span.end) == (Span(0, ends), 0.8, model)


def test_what_is_no_person_or_begins_elsewhere_stays() -> None:
    document = from_text("Luisa Gómez Panza vino")
    other = replace(person(0, 11, 0.8), label=Label.ORG)
    inner = person(6, 11, 0.8)
    assert with_tails(document, [other, inner], [person(0, 17, 0.9)])[:2] == [other, inner]

"""What is tried only where it may begin finds what it finds when tried everywhere."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import registry
from pipeline.document import fold
from pipeline.lexicons import rows
from pipeline.lexicons.beginnings import REACH, fits, state_of
from pipeline.lexicons.choices import Choices
from pipeline.lexicons.openings import FIRST, NUMBERS, RUNNING, SHORT, VIEW, Bank, before_figures, opened

registry.recognisers()
PIECES = (
    "Con fecha 3 de mayo de 2025, doña Casilda Bermejo Roble, con DNI 99012345-J, ", "nif99012345J ", "dniX1234567L ",
    "NIE: X-1234567-L\n", "B 9 9 0 1 2 3 4 5", "Ley 39/2015, de 1 de octubre", "en la calle del Olmo, 3, 2.º B; ",
    "ES9121000418450200051332 ", "612 34 56 78", "+34 (612) 345.678", "0034612345678", "C/ Mayor n.º 5", "(6l2) 345 678",
    "06/12345678/05", "matrícula 1234 BCD", "***4567**", "casilda@correo.example", "[at] www.example.es/x?id=9",
    "expediente núm. 45/2019 ", "AUTOS 12/2020", "de 43 años", "el alcalde", "la única farmacéutica del municipio",
    "artículo 5.2 y 6 bis", "STS 292/2000, de 30 de noviembre", "BOE núm. 12", "\x00", "\n", "\n\n", " ", "\t", "_", "-",
    "ª", "º", "1", "23", "4O1", "abc", "x", "el", "CSV: AB12-CD34-EF56-GH78", "km 5", "19ENE1967", "ocho de marzo",
    "PérezNºCol: 99123", "Roblen.º socio 417",
)  # fmt: skip
EVERY = [*RUNNING.expressions, *VIEW.expressions, *NUMBERS.expressions]
# An account's letters may all be misread figures; without any figure it is none.
VIEWED = [*RUNNING.expressions, *VIEW.expressions]
texts = st.lists(st.sampled_from(PIECES), min_size=4, max_size=40).map("".join).map(fold)


# Numbers in every grouping, each figure read well or as any letter that it's mistaken for.
MISTAKEN = {
    digit: [letter for letter, of in rows("ocr_digits.tsv") if of == digit] + [digit] for digit in string.digits
}
SHAPES = (
    "x-1234567-l", "x1234567l", "12345678z", "12.345.678-z", "b12345678", "612 345 678", "612345678", "06/12345678/05",
    "281234567840", "9121 0004 18 4502000513", "4539 1488 0343 6467", "+34 612 345 678", "es91 2100 0418 4502 0005 1332",
)  # fmt: skip
BEFORE = ("dni", "nie", "nif ", "nº", "dniº", "num", "perez", " ", "(", "tel.", "nn. ", "|", "n\n", "iban")
misread_numbers = st.sampled_from(SHAPES).flatmap(
    lambda shape: st.tuples(*(st.sampled_from(MISTAKEN.get(c, [c])) for c in shape)).map("".join)
)
misread = st.lists(st.tuples(st.sampled_from(BEFORE), misread_numbers).map("".join), min_size=12, max_size=30)


def _has_figure(text: str, start: int) -> bool:
    return any(map(str.isdigit, text[start : start + FIRST]))


@given(misread.map(" y ".join))
@settings(max_examples=25, deadline=None)
def test_a_number_is_found_though_its_first_figures_are_misread(text: str) -> None:
    for each in NUMBERS.expressions:
        plain = [m.span() for m in each.compiled.finditer(text) if _has_figure(text, m.start())]
        found = [m.span() for m in each.finditer(text) if _has_figure(text, m.start())]
        assert found == plain, each.pattern[:80]


@pytest.mark.parametrize(
    ("text", "starts"),
    [("dnix-l234567l", (3, 5)), ("niex l2345678l", (3, 5)), (" |b|i·7il5", (1, 2, 3, 4)), ("dniºi||b2q4o", (4,))],
)
def test_the_places_before_a_misread_figure_are_noted(text: str, starts: tuple[int, ...]) -> None:
    assert {*starts} <= {*before_figures(text)}


def test_words_far_from_a_figure_are_passed_over() -> None:
    assert before_figures("la casa de mi primo Juan Carlos Bermejo, y no hay ninguna más") == []
    assert 0 not in before_figures("domicilio en la calle del olmo, 3")


@given(texts)
@settings(max_examples=25, deadline=None)
def test_every_expression_finds_the_same_as_tried_everywhere(text: str) -> None:
    text = text.ljust(SHORT)
    for each in EVERY:
        found, plain = (
            [m.span() for m in how.finditer(text) if each in VIEWED or _has_figure(text, m.start())]
            for how in (each, each.compiled)
        )
        assert found == plain, each.pattern[:80]


@given(texts, st.integers(0, 80), st.integers(0, 80))
@settings(max_examples=25, deadline=None)
def test_a_stretch_is_searched_as_by_the_expression_itself(text: str, start: int, length: int) -> None:
    for each in VIEWED[::7]:
        found, plain = (how.search(text, start, start + length) for how in (each, each.compiled))
        assert (found and found.span()) == (plain and plain.span()), each.pattern[:80]


@pytest.mark.parametrize("source", ["a*", r"\s*x", r"(?:n|)", "casa", r"(?:\bcasa|hogar)", r"[^,;]+"])
def test_what_may_begin_anywhere_is_refused(source: str) -> None:
    with pytest.raises(ValueError):
        state_of(source)


@pytest.mark.parametrize(
    ("source", "fitting", "other"),
    [
        (r"\b(?:casa|cuna)s?", ("cas", "cun"), ("cam", "uno")),
        (r"\bd[eo]l?\s", ("del", "do ", "de"), ("dal", "dex")),
        (r"\d{2}[./]\d", ("12.", "12/"), ("1.2", "123")),
        (r"(?<!\w)(?:el\s+)?(?>ni|no)x{2,}", ("el ", "nix", "nox"), ("nex", "ela")),
        (r"(?i:\bÑA)[^x]", ("nay", "na "), ("ma ",)),
        (r"\b(?P<a>q)(?P=a)", ("qqq", "qxy"), ("xqq",)),
    ],
)
def test_beginnings_are_read_off(source: str, fitting: tuple[str, ...], other: tuple[str, ...]) -> None:
    state = state_of(source)
    assert all(fits(state, start[:REACH]) for start in fitting)
    assert not any(fits(state, start[:REACH]) for start in other)


def test_a_twin_in_small_letters_tells_the_places() -> None:
    each = opened(r"(?<!\w)(?:ÁVILA|Ona)(?!\w)", Bank())
    text = ("Áv Ona y ÁVILA y ona " * 20).ljust(SHORT)
    assert [m.group() for m in each.finditer(text, twin=fold(text))] == ["Ona", "ÁVILA"] * 20


def test_of_two_choices_the_first_of_the_row_counts() -> None:
    choices = Choices(["casa", r"cas[ao]s?", "pozo"], before=r"\b", after=r"\b", bank=Bank())
    text = "la casa, las casas, el pozo; un caso, pozos " * 5
    found = [(m.group(), choices.which(m)) for m in choices.finditer(text)]
    assert found == [("casa", 0), ("casas", 1), ("pozo", 2), ("caso", 1)] * 5
    assert choices.search(text, 9) is not None and choices.search(text, 0, 7).group() == "casa"
    assert choices.search("sin nada") is None

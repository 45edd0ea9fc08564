"""Letters that a scanner misread are put right inside words, and nowhere else."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.document import from_text
from pipeline.recognise.misread import mended, with_figures
from pipeline.recognise.names import find_names
from pipeline.recognise.running_text import running_text


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        ("CARPlNTERO", "CARPINTERO"), ("M0NTES", "MONTES"), ("lLDEGARDA", "ILDEGARDA"), ("Be1trán", "Beltrán"),
        ("Va11e", "Valle"), ("0tero", "Otero"), ("Nd0ur", "Ndour"), ("SepúIveda", "Sepúlveda"), ("lbáñez", "Ibáñez"),
        ("lldegarda", "Ildegarda"), ("lsabel", "Isabel"),
    ],
)  # fmt: skip
def test_a_misread_name_is_read(seen: str, meant: str) -> None:
    assert mended(from_text(f"a {seen}, b")).text == f"a {meant}, b"


@pytest.mark.parametrize(
    "word",
    "llamar Isla Illa COVID19 B12 AP1 IVA luz los ISBN l0 A10 Lladró H20 PM10 CO2 MAR10 al XIII km1 Lhardy PA101 EXP10 "
    "12345678Z ES9121000418 maria01@correo.example Ndiaye IBI".split(),
)
def test_other_words_and_codes_stay(word: str) -> None:
    assert mended(from_text(f"a {word} b")).text == f"a {word} b"


@given(st.text(alphabet="aeAElI10 rMñ.-", max_size=60))
def test_the_length_stays(text: str) -> None:
    document = from_text(text)
    assert len(mended(document).text) == len(text)


def test_a_misread_name_is_found_where_it_stands() -> None:
    text = "Comparece D.ª GREGORlA R0A MlNGUEZ, y firma don Be1trán Va11e."
    document = from_text(text)
    assert {document.surface(d.span) for d in find_names(document)} == {"GREGORlA R0A MlNGUEZ", "Be1trán Va11e"}


@pytest.mark.parametrize(
    ("seen", "meant"),
    [("O88", "088"), ("6O1 OO4 4I8", "601 004 418"), ("044l9", "04419"), ("55/O93", "55/093"), ("9O 00", "90 00")],
)
def test_letters_among_figures_are_figures(seen: str, meant: str) -> None:
    read = with_figures(running_text(from_text(f"tel. {seen}, b")))
    assert read.raw == f"tel. {meant}, b"
    assert read.text == f"tel. {meant.lower()}, b"


@pytest.mark.parametrize(
    "said", ["25l de agua", "el 1o de mayo", "Juan II y Pío IX", "OI y Il", "B12 y CO2", "10 O 12"]
)
def test_words_and_units_are_no_figures(said: str) -> None:
    assert with_figures(running_text(from_text(said))).raw == said


def test_no_run_of_figures_and_letters_stalls() -> None:
    started = time.process_time()
    with_figures(running_text(from_text("O1" * 50_000 + "x " + "1 O " * 20_000)))
    assert time.process_time() - started < 2.0

"""Texts made to stall a pattern, and the time that a long document takes."""

from __future__ import annotations

import time

import pytest

from pipeline import registry
from pipeline.document import from_text

MODULES = (
    "citation",
    "dates",
    "ages",
    "address",
    "case_number",
    "codes",
    "official_codes",
    "spelled_numbers",
    "verification_code",
    "places",
    "organisations",
)
HOSTILE = {
    "digits": "1" * 30_000,
    "one street after another": "calle " * 6_000,
    "a street without end": "calle " + "a b " * 8_000,
    "a list of articles": "artículo " + "1, " * 10_000,
    "slashes": "1/2/" * 8_000,
    "dates": "3/4/2024 " * 4_000,
    "dates without a year": "3 de mayo de " * 3_000,
    "rulings": "STS " + "a, " * 10_000,
    "codes": "CSV " + "A-" * 15_000,
    "an address of the web": "http://" + "a/csv/" * 6_000,
    "brackets": "STS (" * 6_000,
    "laws": "Ley 1/2000 y " * 3_000,
    "homes": "domicilio en " * 4_000,
    "scales": "escala de " * 4_000,
    "courts": "sentencia de la sala " + "a " * 15_000,
    "number words": "mil " * 8_000,
    "tens": "treinta y " * 5_000,
    "line ends": "die-\n" * 8_000,
    "soft hyphens": "a\u00ad" * 15_000,
    "blank": " " * 30_000,
    "new lines": "\n" * 30_000,
    "floors": "calle Mayor 1" + ", 1 B" * 6_000,
    "capitals": "ABCD " * 8_000,
    "journals": "BOE " * 8_000,
    "hyphens": "a-" * 15_000,
    "ages": "de 43 años, " * 4_000,
    "a journal and blanks": "Boletín Oficial del Estado" + " " * 30_000,
    "a ruling and line ends": "STS" + "\n" * 30_000,
    "an article and line ends": "artículo 5" + "\n" * 30_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_text_stalls_a_pattern(text: str) -> None:
    document = from_text(text)
    for each in _ours():
        started = time.process_time()
        list(each.find(document))
        assert time.process_time() - started < 2.0, each.name


def test_time_grows_with_length_and_no_faster() -> None:
    text = (
        "Vista la Ley 39/2015, de 1 de octubre, doña Ana, de 43 años, con domicilio en calle Mayor, 12, 3.º B, "
        "06800 Mérida, expediente 2024/000123, presentó escrito el 3 de abril de 2024. CSV: GEN-7f3k-9qx2-4tb8-zz01.\n\n"
    )
    short, long = _seconds(text * 40), _seconds(text * 400)
    assert long < 30 * short + 0.5


def _seconds(text: str) -> float:
    document = from_text(text)
    started = time.process_time()
    for each in _ours():
        list(each.find(document))
    return time.process_time() - started


def _ours() -> list[registry.Recogniser]:
    return [r for r in registry.recognisers() if r.name in MODULES]

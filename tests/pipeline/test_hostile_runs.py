"""No run of blanks, ends of lines, figures, commas or initials after a cue makes the reading of a text slow."""

from __future__ import annotations

import re
import time

import pytest

from pipeline import registry
from pipeline.document import from_text
from pipeline.group.homonyms import _QUALIFIER
from pipeline.group.other_names import _QUOTED
from pipeline.recognise import NoNer, find_all

CUES = (
    "Ana Ruiz Gil", "[1/1/11 1:11", "un saludo", "desde el", "DNI", "nacida el 3 de mayo", "calle Mayor", "expediente",
    "autos 12/2020", "teléfono 612", "IBAN ES91", "artículo 5", "el alcalde", "su hijo", "de 43 años", "edad:",
    "matrícula", "Colegiado n.º", "CSV:", "Fdo.:", "el día 3", "3 de mayo y", "vecina de Ávila", "parcela 12",
    "Apellidos:", "alias", "la empresa Obras", "en Ávila a", "código", "sexo",
)  # fmt: skip
RUNS = (" ", "\n", "\t", "A. ", "1", ",")
LENGTH, SHARE = 20_000, 2_000
# Seconds of processor, far above what a text of this size needs and far below what a quadratic reading takes.
BOUND = 3.0


def _spent(text: str) -> float:
    document = from_text(text)
    start = time.process_time()
    find_all(document, ner=NoNer())
    return time.process_time() - start


@pytest.fixture(scope="module", autouse=True)
def _ready() -> None:
    registry.recognisers()
    find_all(from_text("Ana Ruiz Gil, calle Mayor, 3. " * 10), ner=NoNer())


@pytest.mark.parametrize("run", RUNS, ids=repr)
@pytest.mark.parametrize("first", range(0, len(CUES), 10))
def test_runs_after_ten_cues_are_read_in_little_time(first: int, run: str) -> None:
    text = "".join(f"{cue} {(run * SHARE)[:SHARE]}x\n" for cue in CUES[first : first + 10])
    assert _spent(text) < BOUND


@pytest.mark.parametrize("cue", ["[1/1/11 1:11", "un saludo", "desde el", "Ana Ruiz Gil"])
def test_a_long_run_of_blanks_after_a_greedy_cue(cue: str) -> None:
    assert _spent(cue + " " * LENGTH + "x") < BOUND


@pytest.mark.parametrize("joint", [_QUALIFIER, _QUOTED], ids=["qualifier", "quoted"])
def test_the_joints_of_grouping_take_time_by_length_alone(joint: re.Pattern[str]) -> None:
    start = time.process_time()
    assert joint.match(" " * LENGTH + "x") is None
    assert time.process_time() - start < 0.5

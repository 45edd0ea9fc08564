"""Whatever is done to a file, it is refused with a remedy or read, written and proven: `tests.fuzzing.oracle` says how."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzzing.mutations import PACKAGES, mutated, packed
from tests.fuzzing.oracle import examine
from tests.fuzzing.seeds import seeds

SEEDS = {kind: files for kind, files in seeds().items()}
KINDS = sorted(SEEDS)
FOUND = Path(__file__).parents[1] / "fuzz_corpus"
# The same cases every time: the fuzzer looks for new ones.
SAME = settings(max_examples=15, deadline=None, derandomize=True, database=None)


@pytest.mark.parametrize("kind", KINDS)
@SAME
@given(st.floats(0, 1), st.integers(0, 9))
def test_cut_off_anywhere(kind: str, place: float, which: int) -> None:
    data = SEEDS[kind][which % len(SEEDS[kind])]
    examine(data[: int(len(data) * place)], f"a.{kind}")


@pytest.mark.parametrize("kind", KINDS)
@SAME
@given(st.lists(st.tuples(st.floats(0, 0.9999), st.integers(1, 255)), min_size=1, max_size=12), st.integers(0, 9))
def test_bytes_changed(kind: str, flips: list[tuple[float, int]], which: int) -> None:
    data = bytearray(SEEDS[kind][which % len(SEEDS[kind])])
    for place, bits in flips:
        data[int(len(data) * place)] ^= bits
    examine(bytes(data), f"a.{kind}")


@pytest.mark.parametrize("kind", KINDS)
@SAME
@given(st.integers(0, 10**6), st.integers(0, 9))
def test_parts_changed(kind: str, seed: int, which: int) -> None:
    chance = random.Random(seed)

    def flipped(part: bytes) -> bytes:
        place = chance.randrange(len(part) + 1)
        return part[:place] + bytes([chance.randrange(256)]) + part[place + 1 :]

    data = SEEDS[kind][which % len(SEEDS[kind])]
    examine(mutated(data, kind, chance, flipped), f"a.{kind}")


@pytest.mark.parametrize("kind", PACKAGES)
def test_no_part_may_be_there_twice(kind: str) -> None:
    with zipfile.ZipFile(io.BytesIO(SEEDS[kind][0])) as archive:
        members = [(name, archive.read(name)) for name in archive.namelist()]
    for name, body in members:
        assert examine(packed([*members, (name, body + b" ")]), f"a.{kind}") == "refused"
        assert examine(packed([*members, (name.upper(), body)]), f"a.{kind}") == "refused"


@pytest.mark.parametrize("kind", PACKAGES)
@pytest.mark.parametrize("name", ["../fuera.xml", "/etc/passwd", "C:\\x.xml", "a/..\\..\\b", ""])
def test_no_part_may_lie_outside(kind: str, name: str) -> None:
    with zipfile.ZipFile(io.BytesIO(SEEDS[kind][0])) as archive:
        members = [(each, archive.read(each)) for each in archive.namelist()]
    assert examine(packed([*members, (name, b"x")]), f"a.{kind}") == "refused"


@pytest.mark.parametrize("path", sorted(FOUND.iterdir()), ids=lambda path: path.name)
def test_what_the_fuzzer_found_stays_mended(path: Path) -> None:
    assert path.stat().st_size < 12_000
    assert examine(path.read_bytes(), path.name) in {"refused", "written", "leak told"}

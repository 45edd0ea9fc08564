"""Every procedure of the hard cases (tests/cases/procedures.jsonl) has its tests, named here; or isn't built, and why.

P23 and P25 ask for warnings about published tables (two tables whose difference is one person, a group that shares
its sensitive value). The product anonymises documents and has no such part.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path

TESTS = Path(__file__).parents[1]
PROVEN = {
    "P01": ("review/test_views_upload.py", ["test_hostile_names_never_climb_and_never_break"]),
    "P03": ("review/test_views_upload.py", ["test_an_original_is_always_an_attachment"]),
    "P05": ("review/test_procedures.py", ["test_p05_"]),
    "P07": ("review/test_procedures.py", ["test_p07_"]),
    "P10": ("review/test_procedures.py", ["test_p10_"]),
    "P12": ("review/test_procedures.py", ["test_p12_"]),
    "P13": ("browser/test_desk.py", ["test_places_hold_with_emoji_line_ends_and_hundreds_of_marks"]),
    "P15": ("pipeline/test_procedures.py", ["test_p15_"]),
    "P18": ("pipeline/test_procedures.py", ["test_p18_"]),
    "P20": ("pipeline/test_procedures.py", ["test_p20_"]),
    "P22": ("pipeline/test_procedures.py", ["test_p22_"]),
}
NOT_BUILT = {"P23", "P25"}


def test_each_procedure_is_proven_or_told_to_be_missing() -> None:
    lines = (TESTS / "cases" / "procedures.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["id"] for line in lines} == PROVEN.keys() | NOT_BUILT
    assert not PROVEN.keys() & NOT_BUILT


def test_the_tests_named_are_there() -> None:
    for number, (path, starts) in PROVEN.items():
        tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        for start in starts:
            assert any(name.startswith(start) for name in names), (number, start)

"""The hard cases in files: with what must go replaced, nothing of it is left in any corner of the written file.

Cases are read from tests/cases; ANONYMIZA_CASES may name a folder with more of the same kinds.
"""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
from PIL import Image

from pipeline import apply, extract
from pipeline.errors import InputRefused
from tests.cases import survivors
from tests.pipeline import made

OWN = Path(__file__).parents[2] / "cases"
FOLDERS = [OWN, *map(Path, filter(None, [os.environ.get("ANONYMIZA_CASES")]))]
CASES = [
    (folder, case)
    for folder in FOLDERS
    for case in map(json.loads, (folder / "files.jsonl").read_text(encoding="utf-8").splitlines())
    if case["file"].endswith((".docx", ".xlsx", ".csv", ".tsv", ".txt", ".md", ".odt", ".ods", ".html", ".eml", ".rtf"))
]


@pytest.mark.parametrize(("folder", "case"), CASES, ids=[case["id"] for _, case in CASES])
def test_nothing_survives(folder: Path, case: dict[str, Any]) -> None:
    data = (folder / case["file"]).read_bytes()
    if case.get("must_reject"):
        with pytest.raises(InputRefused):
            extract.read_document(data, case["file"])
        return
    document = extract.read_document(data, case["file"])
    written = apply.write_document(data, document, made.replacing(document, case["must_not_survive"]))
    assert survivors.survivors(written.data, case["must_not_survive"]) == {}
    kept = survivors.survivors(written.data, case["must_survive"])
    assert [text for text in case["must_survive"] if text not in kept] == []
    _opens(written.data, case["file"])
    _boxes_are_flat(written.data, case.get("boxes", []))


def _opens(data: bytes, name: str) -> None:
    if name.endswith(".docx"):
        docx.Document(io.BytesIO(data))
    elif name.endswith(".xlsx"):
        openpyxl.load_workbook(io.BytesIO(data))


def _boxes_are_flat(data: bytes, boxes: list[dict[str, Any]]) -> None:
    pictures = [name for name in made.names(data) if "/media/" in name] if boxes else []
    for name in pictures:
        image = Image.open(io.BytesIO(made.content(data, name)))
        assert survivors.boxes_blank(image, [b["quad"] for b in boxes]) == []

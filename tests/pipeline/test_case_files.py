"""The hard files through the command line: nothing of what must go survives anywhere in the bytes.

ANONYMIZA_CASES may name a folder with more files of the same kinds.
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import pymupdf
import pytest
from PIL import Image

from pipeline import cli, ocr
from pipeline.container import pixels
from tests.cases import survivors

FOLDERS = [Path(__file__).parent.parent / "cases", *map(Path, filter(None, [os.environ.get("ANONYMIZA_CASES")]))]
ENTRIES = [
    (f, json.loads(line)) for f in FOLDERS for line in (f / "files.jsonl").read_text(encoding="utf-8").splitlines()
]  # fmt: skip
PICTURES = {".png", ".tif"}
READ = {".docx", ".pdf", ".txt", ".csv", ".xlsx", ".odt", ".eml"} | PICTURES
EXPECTED_FAILURES: dict[str, str] = {}


def covered(entry: dict[str, Any]) -> bool:
    is_read = Path(entry["file"]).suffix in READ and not entry.get("must_reject")
    return is_read and bool(entry["must_not_survive"])


def redacted(path: Path, out: Path) -> bytes:
    assert cli.main(["redact", str(path), "--out", str(out), "--quiet"]) == cli.DONE
    (result,) = [f for f in out.iterdir() if ".report." not in f.name]
    return result.read_bytes()


def param(folder: Path, entry: dict[str, Any]) -> Any:
    marks = [pytest.mark.xfail(reason=EXPECTED_FAILURES[entry["id"]])] if entry["id"] in EXPECTED_FAILURES else []
    return pytest.param(folder, entry, id=f"{entry['id']}-{entry['kind'].replace('/', '-')}", marks=marks)


@pytest.mark.parametrize(("folder", "entry"), [param(f, e) for f, e in ENTRIES if covered(e)])
def test_nothing_survives(folder: Path, entry: dict[str, Any], tmp_path: Path) -> None:
    data = redacted(folder / entry["file"], tmp_path)
    gone = [s for s in entry["must_not_survive"] if s not in entry.get("pixel_only", [])]
    assert survivors.survivors(data, gone) == {}
    is_picture = Path(entry["file"]).suffix in PICTURES
    kept = read_off(data, entry) if is_picture else survivors.survivors(data, entry["must_survive"])
    assert [s for s in entry["must_survive"] if s not in kept] == []
    assert [mark for mark in entry.get("must_not_have", []) if mark.encode() in data] == []
    for mark, most in entry.get("must_not_have_count", {}).items():
        assert data.count(mark.encode()) <= most
    assert boxes_with_ink(data, entry) == []


def read_off(data: bytes, entry: dict[str, Any]) -> list[str]:
    """Return what must survive and is read in the written pixels; nothing of what must not may be read there."""
    said = "\n".join(ocr.read_page(frame.pixels).text for frame in pixels.open_frames(data))
    squashed = survivors.squash(said)
    assert [s for s in entry["must_not_survive"] if survivors.squash(s) in squashed] == []
    return [s for s in entry["must_survive"] if survivors.squash(s) in squashed]


def boxes_with_ink(data: bytes, entry: dict[str, Any]) -> list[str]:
    """Return the boxes that hold more than one tone: of a picture, of a page, of the pictures inside a document."""
    boxes = entry.get("boxes", [])
    if boxes and data[:5] == b"%PDF-":
        with pymupdf.open(stream=data) as opened:
            pages = {box["page"]: opened[box["page"]].get_pixmap(dpi=144, alpha=False) for box in boxes}
        images = {n: Image.frombytes("RGB", (p.width, p.height), p.samples) for n, p in pages.items()}
        doubled = [(box, [[2 * x, 2 * y] for x, y in box["quad"]]) for box in boxes]
        return [b["text"] for b, quad in doubled if survivors.boxes_blank(images[b["page"]], [quad])]
    if boxes and data[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            pictures = [Image.open(io.BytesIO(package.read(box["in"]))) for box in boxes]
        return [b["text"] for b, im in zip(boxes, pictures, strict=True) if survivors.boxes_blank(im, [b["quad"]])]
    if not boxes:
        return []
    with Image.open(io.BytesIO(data)) as image:
        left = []
        for box in entry.get("boxes", []):
            image.seek(box.get("page", 0))
            left += [box["text"] for _ in survivors.boxes_blank(image, [box["quad"]])]
        return left


@pytest.mark.parametrize(
    ("folder", "entry"),
    [param(f, e) for f, e in ENTRIES if e.get("must_reject")],
)
def test_refused_with_a_remedy(
    folder: Path, entry: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = cli.main(["redact", str(folder / entry["file"]), "--out", str(tmp_path), "--quiet"])
    said = capsys.readouterr().err
    if code == cli.DONE and entry["must_reject"] == "o ignorar":
        return
    assert code == cli.REFUSED
    assert list(tmp_path.iterdir()) == []
    assert len(said.strip().splitlines()) == 1
    assert len(said) > 60
    assert not [s for s in entry["must_not_survive"] if s in said]

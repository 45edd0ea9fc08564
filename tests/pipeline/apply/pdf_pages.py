"""What the tests of the PDF writer share: small pages, and what they show."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from pipeline.apply import pdf as writer
from pipeline.container.pdf_in_place import InPlace
from pipeline.decision import Written
from pipeline.extract.pdf import read_pdf
from tests.pipeline import made

NAME = "Bríxida Zahínos Cañamero"
OTHER = "Leo Gil"
OWN = Path(__file__).parents[2] / "cases"


def written(data: bytes, values: Sequence[str], output: str = "[PER_1]") -> Written:
    document = read_pdf(data, "a.pdf")
    return writer.write_pdf(data, document, made.replacing(document, values, output))


@pytest.fixture(params=["in place", "by redaction"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways of taking text out of a page: most pages only ever see the first."""
    if request.param == "by redaction":
        monkeypatch.setattr(writer, "set_in_place", lambda *_: InPlace.NOT_DONE)


def blank(draw: Any) -> bytes:
    document = pymupdf.open()
    draw(document.new_page())
    return bytes(document.tobytes())


def line(text: str, **how: Any) -> bytes:
    return blank(lambda page: page.insert_text((72, 100), text, fontsize=11, **how))


def page_text(data: bytes, number: int = 0) -> str:
    return str(pymupdf.open(stream=data)[number].get_text("text", sort=True))


def placed(data: bytes) -> dict[str, tuple[float, float, float]]:
    """Each stretch of text with its origin and size."""
    page = pymupdf.open(stream=data)[0]
    spans = [s for b in page.get_text("dict")["blocks"] for li in b.get("lines", ()) for s in li["spans"]]
    return {s["text"].strip(): (round(s["origin"][0], 1), round(s["origin"][1], 1), round(s["size"], 2)) for s in spans}

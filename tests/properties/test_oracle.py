"""The oracle of the fuzzers must see what it is there for: a word left in pixels; and must not cry over a look-alike."""

from __future__ import annotations

import dataclasses

import pytest
from PIL import Image

from pipeline import apply
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from tests.fuzzing import oracle
from tests.fuzzing.picture_seeds import drawn, saved
from tests.pipeline import made

WORD = "Wnfxcqmr"


def the_only_word(document: Document, _: object) -> tuple[list[str], list[Replacement]]:
    (value,) = set(document.text.split())
    return [value], made.replacing(document, [value])


@pytest.fixture(autouse=True)
def _always_that_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oracle, "_values", the_only_word)


def writing(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Let the writer write this, whatever was asked for."""
    real = apply.write_document

    def written(*asked: object) -> Written:
        return dataclasses.replace(real(*asked), data=data)  # type: ignore[arg-type]

    monkeypatch.setattr(apply, "write_document", written)


def test_a_word_left_in_pixels_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved(drawn(mode="L", lines=(WORD,)), "PNG")
    assert oracle.examine(data, "a.png") == "written"
    writing(monkeypatch, data)
    with pytest.raises(oracle.Broken, match="a value was left"):
        oracle.examine(data, "a.png")


def test_a_word_of_the_same_shape_elsewhere_is_none_left(monkeypatch: pytest.MonkeyPatch) -> None:
    data = drawn(mode="L", lines=(WORD,))
    elsewhere = Image.new("L", data.size, 255)
    elsewhere.paste(data.crop((0, 0, 190, 30)), (0, 30))
    writing(monkeypatch, saved(elsewhere, "PNG"))
    assert oracle.examine(saved(data, "PNG"), "a.png") == "written"
    monkeypatch.setattr(oracle, "_overlap", lambda *_: True)  # it is read there again: only its place tells
    with pytest.raises(oracle.Broken, match="a value was left"):
        oracle.examine(saved(data, "PNG"), "a.png")

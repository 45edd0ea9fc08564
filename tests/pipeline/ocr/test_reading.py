"""How well pages of each kind are read, and that the place of a word is where it was drawn."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline import ocr
from pipeline.container.burn import padded
from tests.scans.drawn import Drawn
from tests.scans.pages import KINDS, error_rate

READ = ("two columns", "3 degrees", "columns, stamp, -3 degrees", "quarter turn", "upside down", "fax 200 dpi",
        "typewriter, noise, 2 degrees", "photograph", "note in the margin")  # fmt: skip


@pytest.mark.parametrize("kind", READ)
def test_few_characters_are_misread(kind: str) -> None:
    page = KINDS[kind].draw()
    reading = ocr.read_page(page.pixels)
    assert error_rate(reading.text, page.text) <= KINDS[kind].most
    for line in reading.lines:
        for word in line.words:
            assert len(word.boxes) == 4 * len(word.text) == 4 * len(word.confidence)


@pytest.mark.parametrize("kind", ["two columns", "quarter turn", "3 degrees"])
def test_under_the_boxes_of_words_lies_all_the_ink(kind: str) -> None:
    page: Drawn = KINDS[kind].draw()
    inked = np.count_nonzero(page.pixels < 100)
    wiped = page.pixels.copy()
    height, width = wiped.shape[:2]
    for line in ocr.read_page(page.pixels).lines:
        for word in line.words:
            boxes = np.reshape(word.boxes, (-1, 4))
            whole = (*boxes[:, :2].min(axis=0), *boxes[:, 2:].max(axis=0))
            left, top, right, bottom = padded(whole, width, height)  # as the writer does
            wiped[top:bottom, left:right] = 255
    assert np.count_nonzero(wiped < 100) < 0.002 * inked


def test_the_second_reader_reads_alone() -> None:
    page = KINDS["clean"].draw()
    reading = ocr.second_opinion(page.pixels)
    assert reading.reader != ocr.read_page(page.pixels[:400]).reader
    assert error_rate(reading.text, page.text) < 0.03


def test_blank_paper_has_no_text() -> None:
    assert ocr.read_page(np.full((400, 300), 255, np.uint8)).lines == ()
    assert ocr.second_opinion(np.full((400, 300, 3), 250, np.uint8)).lines == ()

"""What is printed on a page is found whole, and its letters measured, so that the detector sees no more than it needs."""

from __future__ import annotations

import numpy as np
import pytest

from pipeline.ocr.printed import print_of
from tests.scans.drawn import sheet


def test_nothing_is_printed_on_an_empty_sheet_with_dust() -> None:
    page = np.full((900, 700), 255, np.uint8)
    page[::90, ::70] = 0
    assert print_of(page) is None


@pytest.mark.parametrize(("shade", "paper"), [(0, 255), (225, 255), (60, 140)])
def test_all_ink_lies_in_the_box_however_pale_it_is(shade: int, paper: int) -> None:
    page = np.full((900, 700), paper, np.uint8)
    for left, top in ((100, 200), (600, 200), (350, 800)):
        page[top : top + 20, left : left + 12] = shade
    found = print_of(page)
    assert found is not None
    left, top, right, bottom = found.box
    assert left <= 100 and top <= 200 and right >= 612 and bottom >= 820
    assert left > 0 and top > 0 and right < 700 and bottom < 900
    assert found.letters == 20


@pytest.mark.parametrize("points", [24, 46, 90])
def test_letters_are_as_tall_as_their_type(points: int) -> None:
    found = print_of(sheet(["Águeda Zahínos Alcorneo vive en Torremoncayo desde marzo"], points=points).pixels)
    assert found is not None
    assert 0.35 * points < found.letters < 0.75 * points


def test_rules_and_frames_are_no_letters() -> None:
    page = np.full((900, 700), 255, np.uint8)
    page[50:53, 30:670] = page[850:853, 30:670] = 0
    page[50:853, 30:33] = page[50:853, 667:670] = 0
    for left in range(100, 600, 30):
        page[400:415, left : left + 10] = 0
    found = print_of(page)
    assert found is not None and found.letters == 15

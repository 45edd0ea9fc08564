"""A cheap pair of readers for fuzzing: only containers and pixels are at stake there, not how well letters are read.

A word is any blot of ink; what it "says" is made of its shape, so the same pixels always say the same and pixels that
were burnt don't say it again. Two blots may say the same: where a word stood tells them apart (`oracle.py`). The real
readers take a thousand times as long.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from unittest import mock

import cv2
import numpy as np

from pipeline.ocr import first, second
from pipeline.ocr.first import Quad, Reading, Strip
from pipeline.ocr.glyphs import line_of
from pipeline.ocr.page import Line, Pixels, Transform

_INK = 40  # levels
_GAP = 7  # pixels between letters of one word
_MOST = 40  # words of one picture
_SHAPE = 10  # of 36 cells
_STROKES = 4  # changes from dark to light and back along the three rows
_SYLLABLES = ("ba", "be", "bo", "bu", "da", "de", "do", "du", "la", "le", "lo", "lu", "ra", "re", "ro", "ru")


@contextmanager
def cheap_readers() -> Iterator[None]:
    """Put the cheap readers in the place of the two real ones meanwhile."""
    with ExitStack() as stack:
        for module, name, instead in (
            (first, "find_lines", find_words), (first, "read_strips", read_strips), (second, "read", read_words),
            (second, "is_present", lambda: True),
        ):  # fmt: skip
            stack.enter_context(mock.patch.object(module, name, instead))
        yield


def find_words(page: Pixels) -> list[Quad]:
    """Return the corners of the blots of ink of a grey page that may be words."""
    paper = float(np.percentile(page[::4, ::4], 90))
    ink = cv2.dilate((page < paper - _INK).astype(np.uint8), np.ones((1, _GAP), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    return [
        np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)
        for x, y, w, h in (map(int, row[:4]) for row in stats[1:])
        if 5 <= h <= 80 and 8 <= w <= 400
    ][:_MOST]


def read_strips(strips: Sequence[Strip]) -> list[Reading]:
    """Return what each strip says, nothing where it is flat."""
    return [_reading(strip.pixels) for strip in strips]


def read_words(pixels: Pixels, to_picture: Transform, *, one_line: bool = False, dpi: int = 300) -> list[Line]:
    """Return the words of a picture as lines of one word, as the second reader returns its lines."""
    strips = [first.cut(pixels, quad) for quad in find_words(pixels)]
    lines = [line_of(strip, _reading(strip.pixels), to_picture) for strip in strips]
    return [line for line in lines if line.words]


def _reading(strip: Pixels) -> Reading:
    low, high = np.percentile(strip, (3, 97))
    if high - low < _INK:
        return Reading("", (), ())
    small = cv2.resize((strip < (low + high) / 2).astype(np.float32), (12, 3), interpolation=cv2.INTER_AREA)
    dark = small > np.median(small)
    # Rules and dots look alike, and so do edges, those of what was burnt among them: they'd all be one word.
    if dark.sum() < _SHAPE or (dark[:, 1:] != dark[:, :-1]).sum() < _STROKES:
        return Reading("", (), ())
    bits = dark.ravel()
    word = "".join(_SYLLABLES[int("".join("01"[int(b)] for b in bits[n : n + 4]), 2)] for n in range(0, 36, 4))
    step = strip.shape[1] / len(word)
    return Reading(word, tuple((n + 0.5) * step for n in range(len(word))), (0.99,) * len(word))

"""Where a page has ink and how tall its letters are: what the detector needs to see, and how large."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from pipeline.ocr.page import Pixels

_INK = 20  # levels below the paper: pale print counts
_SPECK = 5  # pixels: what is smaller either way is dust, or a dot that its letter stands beside
_LARGE = 12  # of the page's height at most, for a letter
_LONG = 6  # times as long as wide at most, for a letter
_MARGIN = 2  # letters


@dataclass(frozen=True, slots=True)
class Print:
    """The part of a page with ink, in pixels: left, top, right, bottom; `letters` is the letters' median height.

    `letters` is 0 where nothing has a letter's shape.
    """

    box: tuple[int, int, int, int]
    letters: float


def print_of(page: Pixels) -> Print | None:
    """Return what is printed on a grey page, None where there's nothing larger than dust."""
    height, width = page.shape
    paper = float(np.percentile(page[::8, ::8], 90))
    _, _, stats, _ = cv2.connectedComponentsWithStats((page < paper - _INK).astype(np.uint8), connectivity=8)
    x, y, w, h, _ = stats[1:].T
    seen = np.maximum(w, h) >= _SPECK
    if not seen.any():
        return None
    lettered = (h >= _SPECK) & (h < max(height / _LARGE, 4 * _SPECK)) & (w < _LONG * h) & (h < _LONG * w)
    letters = float(np.median(h[lettered])) if lettered.any() else 0.0
    pad = int(_MARGIN * max(letters, _SPECK)) + 1
    left, top = max(int(x[seen].min()) - pad, 0), max(int(y[seen].min()) - pad, 0)
    right = min(int((x + w)[seen].max()) + pad, width)
    bottom = min(int((y + h)[seen].max()) + pad, height)
    return Print((left, top, right, bottom), letters)

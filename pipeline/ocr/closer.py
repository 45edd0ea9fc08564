"""A closer look at a few characters: both readers, other margins and sizes, every reading that comes out."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from pipeline.ocr import first, second
from pipeline.ocr.page import Box, Pixels

MARGINS = (0.12, 0.25, 0.4)  # of the height, around the characters
LARGE = 96  # pixels: the height the second reader gets


def other_readings(pixels: Pixels, box: Box) -> tuple[str, ...]:
    """Return the distinct readings of one box of a picture in which it runs to the right, the second reader's first."""
    grey = pixels if pixels.ndim == 2 else np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    return tuple(dict.fromkeys(text for text in _readings(grey, box) if text))


def _readings(grey: Pixels, box: Box) -> Iterator[str]:
    regions = [_region(grey, box, margin) for margin in MARGINS]
    if second.is_present():
        for region in regions[1:]:
            yield " ".join(line.text for line in second.read(_enlarged(region), np.eye(3), one_line=True))
    strips = []
    for region in regions:
        height, width = region.shape
        strips.append(first.cut(region, np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)))
    for reading in first.read_strips(strips):
        yield reading.text.strip()


def _region(grey: Pixels, box: Box, margin: float) -> Pixels:
    """Cut the box with a margin."""
    x0, y0, x1, y1 = box
    pad = margin * min(x1 - x0, y1 - y0)
    top, left = max(int(y0 - pad), 0), max(int(x0 - pad), 0)
    return np.ascontiguousarray(grey[top : int(y1 + pad) + 1, left : int(x1 + pad) + 1])


def _enlarged(region: Pixels) -> Pixels:
    zoom = max(1.0, LARGE / max(region.shape[0], 1))
    large = np.asarray(cv2.resize(region, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC), np.uint8)
    return np.asarray(cv2.copyMakeBorder(large, 20, 20, 20, 20, cv2.BORDER_REPLICATE), np.uint8)

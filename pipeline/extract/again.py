"""A second reading of a few places of a page: what else the readers make of them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from PIL import Image

from pipeline.container import page_image, pixels
from pipeline.document import Document, Span
from pipeline.ocr.closer import other_readings
from pipeline.ocr.page import Pixels

SCALE = 300 / 72  # pixels to a point


def read_again(data: bytes, document: Document, spans: Sequence[Span]) -> list[list[str]]:
    """Return the other readings of each span, none where it doesn't stand whole on one line of an upright page."""

    @lru_cache(maxsize=2)
    def page(number: int) -> tuple[Pixels, float]:
        return _page(data, document.format, number)

    readings: list[list[str]] = []
    for span in spans:
        anchors = list(document.anchors_in(span))
        if len(anchors) != 1 or anchors[0].page is None or not anchors[0].boxes:
            readings.append([])
            continue
        start, end = span.start - anchors[0].start, span.end - anchors[0].start
        picture, scale = page(anchors[0].page)
        boxes = np.asarray(anchors[0].boxes[4 * start : 4 * end], float).reshape(-1, 4) * scale
        low, high = boxes.min(axis=0), boxes.max(axis=0)
        box = (float(low[0]), float(low[1]), float(high[2]), float(high[3]))
        readings.append(list(other_readings(picture, box)) if picture.size else [])
    return readings


def _page(data: bytes, format: str, number: int) -> tuple[Pixels, float]:
    """Return a page's picture and how many pixels make a unit of its boxes; nothing of a page that is shown turned."""
    if format == "image":
        return pixels.frame_at(data, number).pixels, 1.0
    if format != "pdf" or page_image.page_sizes(data, format)[number].turned:
        return np.zeros((0, 0), np.uint8), 1.0
    with Image.open(io.BytesIO(page_image.render(data, format, number, SCALE))) as shown:
        return np.ascontiguousarray(np.asarray(shown.convert("RGB"))), SCALE

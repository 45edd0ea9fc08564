"""A second reading of a few places of a page: what else the readers make of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pymupdf

from pipeline.container import pixels
from pipeline.container.page_image import bounded
from pipeline.container.pdf import PAGE_ERRORS, open_pages, upright
from pipeline.document import Anchor, Document, Span
from pipeline.ocr.closer import other_readings
from pipeline.ocr.page import Box, Pixels

SCALE = 300 / 72  # pixels to a point


def read_again(data: bytes, document: Document, spans: Sequence[Span]) -> list[list[str]]:
    """Return the other readings of each span, none where it doesn't stand whole on one line of a page."""

    @lru_cache(maxsize=2)
    def page(number: int) -> tuple[Pixels, float]:
        return _page(data, document.format, number)

    readings: list[list[str]] = []
    for span in spans:
        anchors = list(document.anchors_in(span))
        if len(anchors) != 1 or anchors[0].page is None or not anchors[0].boxes:
            readings.append([])
            continue
        picture, scale = page(anchors[0].page)
        readings.append(list(other_readings(*_level(picture, scale, anchors[0], span))) if picture.size else [])
    return readings


def _level(picture: Pixels, scale: float, anchor: Anchor, span: Span) -> tuple[Pixels, Box]:
    """Return the picture turned by quarters so that a span of a line runs to the right, and its box there."""
    start, end = span.start - anchor.start, span.end - anchor.start
    boxes = np.asarray(anchor.boxes[4 * start : 4 * end], float).reshape(-1, 4) * scale
    low, high = boxes.min(axis=0), boxes.max(axis=0)
    box = (float(low[0]), float(low[1]), float(high[2]), float(high[3]))
    across, down = boxes[-1, :2] + boxes[-1, 2:] - boxes[0, :2] - boxes[0, 2:]
    if abs(across) >= abs(down):
        turns = 0 if across >= 0 else 2
    else:
        turns = 1 if down > 0 else 3
    for _ in range(turns):
        width = picture.shape[1]
        picture = np.rot90(picture)
        box = (box[1], width - box[2], box[3], width - box[0])
    return np.ascontiguousarray(picture), box


def _page(data: bytes, format: str, number: int) -> tuple[Pixels, float]:
    """Return a page's picture as its boxes lie, and how many pixels make a unit of them; nothing of other formats."""
    if format == "image":
        return pixels.frame_at(data, number).pixels, 1.0
    if format != "pdf":
        return np.zeros((0, 0), np.uint8), 1.0
    with open_pages(data) as pages:
        page = upright(pages, number)
        scale = bounded(SCALE, float(page.rect.width), float(page.rect.height))
        try:
            shown = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY, alpha=False)
        except PAGE_ERRORS:
            return np.zeros((0, 0), np.uint8), 1.0
        values = np.frombuffer(shown.samples, np.uint8).reshape(shown.height, shown.stride)
        return np.ascontiguousarray(values[:, : shown.width]), scale

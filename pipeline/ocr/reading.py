"""Reading a page: straighten it, find its lines, recognise them, and give every place back in the picture as given."""

from __future__ import annotations

import numpy as np

from pipeline.ocr import first, second
from pipeline.ocr.columns import Laid, in_order
from pipeline.ocr.glyphs import line_of
from pipeline.ocr.page import Box, PageReading, Pixels


def read_page(pixels: Pixels) -> PageReading:
    """Read a picture of a page with the first reader."""
    grey = _grey(pixels)
    height, width = grey.shape
    strips = [first.cut(grey, quad) for quad in first.find_lines(grey)]
    lines = [
        line_of(strip, reading, np.eye(3))
        for strip, reading in zip(strips, first.read_strips(strips), strict=True)
        if reading.score >= first.MIN_SCORE
    ]
    laid = [Laid(line, line.box) for line in lines if line.words]
    return PageReading(in_order(laid), width, height, first.NAME)


def read_again(pixels: Pixels, box: Box) -> PageReading:
    """Read one region again, larger and by the second reader; boxes are those of the whole picture."""
    grey = _grey(pixels)
    left, top, right, bottom = (round(v) for v in box)
    region = np.ascontiguousarray(grey[max(top, 0) : bottom, max(left, 0) : right])
    shift = np.array([[1, 0, max(left, 0)], [0, 1, max(top, 0)], [0, 0, 1]], float)
    lines = second.read(region, shift, one_line=True) if second.is_present() else []
    return PageReading(tuple(lines), grey.shape[1], grey.shape[0], second.NAME)


def second_opinion(pixels: Pixels) -> PageReading:
    """Read a whole picture with the second reader, with the first where there is no second."""
    if not second.is_present():
        return read_page(pixels)
    grey = _grey(pixels)
    return PageReading(tuple(second.read(grey, np.eye(3))), grey.shape[1], grey.shape[0], second.NAME)


def _grey(pixels: Pixels) -> Pixels:
    if pixels.ndim == 2:
        return np.ascontiguousarray(pixels)
    return np.ascontiguousarray(np.round(pixels @ np.array([0.299, 0.587, 0.114])).astype(np.uint8))

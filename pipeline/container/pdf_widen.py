"""Marks widened over blank paper, so that the length of a box doesn't tell the length of a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pymupdf
from numpy.typing import NDArray

from pipeline.container.burn import padded, widened
from pipeline.container.pdf_marks import Direction, Mark
from pipeline.container.pdf_strip import tones
from pipeline.container.pdf_text import LEVEL

SCALE = 2.0
MAX_SIDE = 6_000


def widen(page: pymupdf.Page, marks: Sequence[Mark]) -> list[Mark]:
    """Return the marks of an upright page with a margin, lengthened as far as the paper beside them is blank."""
    scale = min(SCALE, MAX_SIDE / max(page.rect.width, page.rect.height, 1.0))
    drawn = tones(page, scale)
    frames: dict[Direction, _Frame] = {}
    result: list[Mark] = []
    for mark in marks:
        if mark.is_area:
            result.append(mark)
            continue
        frame = frames.setdefault(mark.direction, _Frame(drawn, scale, mark.direction))
        result.append(replace(mark, box=frame.widened(mark.box)))
    return result


class _Frame:
    """The page turned so that the lines of one direction are level."""

    def __init__(self, drawn: NDArray[np.uint8], scale: float, direction: Direction) -> None:
        self._scale = scale
        self._left = self._top = 0.0
        self._drawn = drawn
        if direction != LEVEL:
            self._turn(direction)

    def _turn(self, direction: Direction) -> None:
        height, width = self._drawn.shape
        dx, dy = direction
        turn = np.array([[dx, dy, 0.0], [-dy, dx, 0.0]])
        corners = np.array([[0, 0], [width, 0], [0, height], [width, height]], float) @ turn[:, :2].T
        low, high = corners.min(axis=0), corners.max(axis=0)
        turn[:, 2] = -low
        size = (int(np.ceil(high[0] - low[0])), int(np.ceil(high[1] - low[1])))
        self._drawn = np.asarray(cv2.warpAffine(self._drawn, turn, size, borderValue=255), np.uint8)
        self._left, self._top = float(low[0]), float(low[1])

    def widened(self, box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """Return a box of the frame, in points, with its margin and over the blank paper beside it."""
        height, width = self._drawn.shape
        x0, y0, x1, y1 = (v * self._scale - (self._left, self._top)[n % 2] for n, v in enumerate(box))
        whole = widened(self._drawn, padded((x0, y0, x1, y1), width, height))
        u0, v0, u1, v1 = ((v + (self._left, self._top)[n % 2]) / self._scale for n, v in enumerate(whole))
        return u0, v0, u1, v1

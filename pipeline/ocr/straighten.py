"""Where a page lies in its picture: the corners of a photographed sheet, a quarter turn, and the tilt of its lines.

All three are found on a small copy and composed, so that the picture is resampled once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.ocr.page import Pixels, Transform

SMALL = 1_000
MAX_SIDE = 3_600  # A4 at 300 dots per inch
MAX_TILT = 12.0
LEAST_TILT = 0.12
POINTS = 30_000
FEWEST = 300
TURN_BY = 1.35  # how much clearer the lines must be after a quarter turn
_SHEET = (0.25, 0.97)  # of the picture: a photographed sheet covers so much of it


@dataclass(frozen=True, slots=True)
class Straightening:
    """What takes a point of the picture to the straight sheet, and the sheet's size; degrees turned clockwise."""

    to_sheet: Transform = field(repr=False)
    size: tuple[int, int]
    turned: int = 0

    @property
    def is_identity(self) -> bool:
        """Tell whether nothing needs to be resampled."""
        return bool(np.allclose(self.to_sheet, np.eye(3)))

    @property
    def shrinks(self) -> float:
        """How many times smaller the sheet is than the picture."""
        return float(1 / max(abs(np.linalg.det(self.to_sheet[:2, :2])) ** 0.5, 1e-6))


def straightening(grey: Pixels) -> Straightening:
    """Find how a picture of a page is made straight."""
    height, width = grey.shape
    shrink = min(1.0, SMALL / max(height, width))
    to_small = np.diag([shrink, shrink, 1.0])
    small = np.asarray(cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    corners = _corners(small)
    transform, size = _flattened(corners) if corners is not None else (np.eye(3), (small.shape[1], small.shape[0]))
    flat = small if corners is None else np.asarray(cv2.warpPerspective(small, transform, size), np.uint8)
    turned, tilt = _turn_and_tilt(_ink_points(flat))
    transform, size = _turned(transform, size, turned, tilt)
    zoom = min(1 / shrink, MAX_SIDE / max(size))
    enlarge = np.diag([zoom, zoom, 1.0])
    whole = (max(1, round(size[0] * zoom)), max(1, round(size[1] * zoom)))
    if corners is None and not turned and not tilt and zoom == 1 / shrink:
        return Straightening(np.eye(3), (width, height))
    return Straightening(enlarge @ transform @ to_small, whole, turned)


def _corners(small: Pixels) -> NDArray[np.float32] | None:
    """Return the corners of a bright sheet on a darker ground, clockwise from the top left; None for a scan."""
    height, width = small.shape
    smooth = cv2.GaussianBlur(small, (0, 0), 4)
    level, mask = cv2.threshold(smooth, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    frame = np.concatenate([smooth[0], smooth[-1], smooth[:, 0], smooth[:, -1]])
    if float((frame > level).mean()) > 0.35:
        return None
    closed = cv2.morphologyEx(np.asarray(mask, np.uint8), cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return None
    hull = cv2.convexHull(max(contours, key=cv2.contourArea))
    share = cv2.contourArea(hull) / (height * width)
    shape = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True)
    if not _SHEET[0] <= share <= _SHEET[1] or len(shape) != 4:
        return None
    return _clockwise(np.asarray(shape, np.float32).reshape(4, 2))


def _clockwise(points: NDArray[np.float32]) -> NDArray[np.float32]:
    centre = points.mean(axis=0)
    around = points[np.argsort(np.arctan2(points[:, 1] - centre[1], points[:, 0] - centre[0]))]
    return np.ascontiguousarray(np.roll(around, -int(around.sum(axis=1).argmin()), axis=0))


def _flattened(corners: NDArray[np.float32]) -> tuple[Transform, tuple[int, int]]:
    sides = np.hypot(*(corners - np.roll(corners, -1, axis=0)).T)
    width, height = max(2, round(float(max(sides[0], sides[2])))), max(2, round(float(max(sides[1], sides[3]))))
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, flat), float), (width, height)


def _ink_points(small: Pixels) -> NDArray[np.float64]:
    """Return where there is ink of letters: no rules, no pictures, no dust; x and y, thinned to a bearable number."""
    paper = cv2.blur(cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8)), (31, 31))
    ink = (small.astype(np.int16) < paper.astype(np.int16) - 40).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    longest = np.maximum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    shortest = np.minimum(stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT])
    kept = (longest < max(small.shape) / 6) & (shortest < max(small.shape) / 25) & (stats[:, cv2.CC_STAT_AREA] >= 4)
    kept[0] = False
    y, x = np.nonzero(kept[labels])
    step = max(1, len(x) // POINTS)
    return np.stack([x[::step], y[::step]]).astype(float)


def _turn_and_tilt(points: NDArray[np.float64]) -> tuple[int, float]:
    """Return by how many degrees to turn clockwise (0 or 90), and how many the lines still fall to the right."""
    if points.shape[1] < FEWEST:
        return 0, 0.0
    level, tilt = _clearest(points)
    upright, tilt_upright = _clearest(np.stack([-points[1], points[0]]))
    if upright > TURN_BY * level:
        return 90, tilt_upright
    return 0, tilt


def _clearest(points: NDArray[np.float64]) -> tuple[float, float]:
    """Return how clearly ink lies in lines at the best tilt, and that tilt in degrees; 0 where it gains nothing."""
    coarse = np.arange(-MAX_TILT, MAX_TILT + 0.1, 0.5)
    scores = [_clearness(points, angle) for angle in coarse]
    best = float(coarse[int(np.argmax(scores))])
    fine = best + np.arange(-0.4, 0.41, 0.1)
    finer = [_clearness(points, angle) for angle in fine]
    angle, score = float(fine[int(np.argmax(finer))]), max(finer)
    level = _clearness(points, 0.0)
    return (score, angle) if abs(angle) >= LEAST_TILT and score > 1.04 * level else (max(level, 0.0), 0.0)


def _clearness(points: NDArray[np.float64], angle: float) -> float:
    """Return the sum of squared steps of the profile across lines that fall by `angle` degrees."""
    slope = np.tan(np.radians(angle))
    rows = points[1] - points[0] * slope
    profile = np.bincount((rows - rows.min()).astype(np.int64)).astype(float)
    return float(np.square(np.diff(profile)).sum())


def _turned(transform: Transform, size: tuple[int, int], turned: int, tilt: float) -> tuple[Transform, tuple[int, int]]:
    """Add the quarter turn and the levelling of the lines, the sheet grown so that no corner is lost."""
    width, height = size
    if turned:
        transform = np.array([[0, -1, height], [1, 0, 0], [0, 0, 1]], float) @ transform
        width, height = height, width
    if not tilt:
        return transform, (width, height)
    cos, sin = np.cos(np.radians(tilt)), np.sin(np.radians(tilt))
    turn = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]], float)
    corners = turn[:2, :2] @ np.array([[0, width, width, 0], [0, 0, height, height]], float)
    low, high = corners.min(axis=1), corners.max(axis=1)
    turn[:2, 2] = -low
    grown = (int(np.ceil(high[0] - low[0])), int(np.ceil(high[1] - low[1])))
    return turn @ transform, grown

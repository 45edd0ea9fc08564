"""Pixels of an image that no page shows: cut off at the page's edge, clipped away, or painted over.

Seen through a grid of cells: one that is flat on every page and not flat in the image isn't shown.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.container.pdf_images import Raster
from pipeline.container.pdf_placed import Matrix

CELL = 6.0  # points
SAMPLES = 6  # a side
MAX_CELLS = 400  # a side
DRAWN, FLAT = 48, 9
SCALE = 100 / 72

Contrast = NDArray[np.int16]


def grid_of(size: tuple[int, int], pixels_to_points: Matrix) -> tuple[int, int]:
    """Return how many cells an image has across and down where it stands."""
    a, b, c, d, _, _ = pixels_to_points
    across, down = size[0] * (a * a + b * b) ** 0.5, size[1] * (c * c + d * d) ** 0.5
    return _cells(across, size[0]), _cells(down, size[1])


def _cells(points: float, pixels: int) -> int:
    return max(1, min(int(points / CELL), pixels // 2, MAX_CELLS))


def shown(page: NDArray[np.uint8], size: tuple[int, int], pixels_to_points: Matrix, grid: tuple[int, int]) -> Contrast:
    """Return how much the tones differ in each cell as the page shows it; `page` is drawn at `SCALE`."""
    a, b, c, d, e, f = pixels_to_points
    wide, high = grid[0] * SAMPLES, grid[1] * SAMPLES
    x, y = size[0] / wide, size[1] / high
    # from a sample's middle to the page's pixels: what warpAffine calls the inverse map
    to_page = np.array([[a * x, c * y, e], [b * x, d * y, f]]) * SCALE
    to_page[:, 2] += to_page[:, :2].sum(axis=1) / 2 - 0.5
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(page, to_page, (wide, high), flags=flags, borderValue=255)
    return _contrast(np.asarray(seen, np.uint8), grid)


def stored(raster: Raster, grid: tuple[int, int]) -> Contrast:
    """Return how much the tones differ in each cell of the image itself."""
    found = np.zeros((grid[1], grid[0]), np.int16)
    for values in (raster.tones, raster.alpha):
        if values is not None:
            grey = values if values.ndim == 2 else cv2.cvtColor(values, cv2.COLOR_RGB2GRAY)
            small = cv2.resize(grey, (grid[0] * SAMPLES, grid[1] * SAMPLES), interpolation=cv2.INTER_AREA)
            found = np.maximum(found, _contrast(np.asarray(small, np.uint8), grid))
    return found


def _contrast(values: NDArray[np.uint8], grid: tuple[int, int]) -> Contrast:
    blocks = values.reshape(grid[1], SAMPLES, grid[0], SAMPLES).astype(np.int16)
    return np.asarray(blocks.max(axis=(1, 3)) - blocks.min(axis=(1, 3)), np.int16)


def unseen(seen: Contrast, within: Contrast, size: tuple[int, int]) -> list[NDArray[np.float64]]:
    """Return the quadrilaterals, in pixels of the image, of the cells that hold something and show nothing."""
    rows, columns = np.nonzero((seen < FLAT) & (within > DRAWN))
    wide, high = size[0] / seen.shape[1], size[1] / seen.shape[0]
    return [
        np.array([[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]]) * (wide, high)
        for y, x in zip(rows.tolist(), columns.tolist(), strict=True)
    ]

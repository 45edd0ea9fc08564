"""Burning boxes into pixels: what lay under one is overwritten, and what stands in its place is set in it.

A box is widened over blank paper to a whole number of steps, so that its width doesn't tell the width of a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Pixels = NDArray[np.uint8]
Box = tuple[float, float, float, float]
Whole = tuple[int, int, int, int]

PAD = 0.18  # of the height of a line: accents, tails and the blur of a scanner
STEP = 2.5  # heights of a line
CLEAR = 0.25  # of a height, left free before the next ink
SMALLEST = 8  # pixels; below it no letter can be told
# The middle of a box stays so flat that one sees, and a check can measure, that nothing is left in it.
FLAT = 12.0
MIDDLE = 0.2
_INK = 56  # levels darker than the paper
_SPECKLE = 0.08  # of a column


def burn(pixels: Pixels, boxes: Sequence[tuple[Box, str]], *, bilevel: bool = False) -> Pixels:
    """Return a copy with every box overwritten, padded, and its text set in it where it fits.

    Boxes are x0, y0, x1, y1 in pixels; `bilevel` pictures get pure black and white.
    """
    out = np.array(pixels, copy=True)
    height, width = out.shape[:2]
    placed = [(box, widened(pixels, padded(box, width, height)), text) for box, text in boxes]
    for _, (x0, y0, x1, y1), _ in placed:
        out[y0:y1, x0:x1] = 0
    for box, around, text in placed:
        if text:
            _set(out, box, around, text, bilevel)
    return out


def wipe(pixels: Pixels, boxes: Sequence[Box]) -> Pixels:
    """Return a copy with every box overwritten in black, exactly."""
    out = np.array(pixels, copy=True)
    for x0, y0, x1, y1 in boxes:
        out[max(int(y0), 0) : ceil(y1), max(int(x0), 0) : ceil(x1)] = 0
    return out


def padded(box: Box, width: int, height: int) -> Whole:
    """Return a box with a margin for accents, tails and blur, on whole pixels of a picture of that size."""
    x0, y0, x1, y1 = box
    pad = max(2.0, PAD * min(x1 - x0, y1 - y0))
    left, top = max(int(x0 - pad), 0), max(int(y0 - pad), 0)
    return left, top, max(min(ceil(x1 + pad), width), left), max(min(ceil(y1 + pad), height), top)


def widened(pixels: Pixels, box: Whole) -> Whole:
    """Lengthen a box over blank paper, to the right and then to the left; one that stands up, down and then up."""
    x0, y0, x1, y1 = box
    if y1 - y0 > x1 - x0:
        turned = np.swapaxes(pixels, 0, 1)
        top, left, bottom, right = widened(turned, (y0, x0, y1, x1)) if y1 - y0 > 2 * (x1 - x0) else (y0, x0, y1, x1)
        return left, top, right, bottom
    size = y1 - y0
    wanted = ceil((x1 - x0) / (STEP * max(size, 1))) * STEP * size - (x1 - x0)
    right = _blank(pixels[y0:y1, x1 : x1 + ceil(wanted + CLEAR * size)], ceil(CLEAR * size), ceil(wanted))
    rest = ceil(wanted) - right
    before = pixels[y0:y1, max(x0 - rest - ceil(CLEAR * size), 0) : x0][:, ::-1]
    left = _blank(before, ceil(CLEAR * size), rest) if rest > 0 else 0
    return x0 - left, y0, x1 + right, y1


def _blank(strip: Pixels, clear: int, most: int) -> int:
    """Return over how many of the first columns there is nothing but paper, short of the next ink."""
    if not strip.size:
        return 0
    grey = strip if strip.ndim == 2 else strip.min(axis=2)
    dark = grey.astype(np.int16) < int(np.percentile(grey, 90)) - _INK
    inked = np.flatnonzero(dark.mean(axis=0) > _SPECKLE)
    if not len(inked):
        return min(most, grey.shape[1])
    return int(min(most, max(int(inked[0]) - clear, 0)))


def _set(out: Pixels, box: Box, around: Whole, text: str, bilevel: bool) -> None:
    """Set a text at the left end of a box: as large as fits, in full contrast if that keeps the middle flat."""
    x0, y0, x1, y1 = around
    upright = y1 - y0 > 2 * (x1 - x0)
    length, size = (y1 - y0, x1 - x0) if upright else (x1 - x0, y1 - y0)
    masks = [mask for points in _sizes(size) if (mask := _mask(text, points, length, size, upright)) is not None]
    if not masks:
        return
    spreads = [_spread(mask, box, around) for mask in masks]
    flat = [mask for mask, spread in zip(masks, spreads, strict=True) if spread * 255 <= FLAT]
    if flat:
        mask, level = flat[0], 255.0
    elif bilevel:
        return
    else:
        mask, level = masks[0], FLAT / spreads[0]
    colour = shade(level) if out.ndim == 3 else np.array(level)
    ink = mask[..., None] / 255.0 * colour if out.ndim == 3 else mask / 255.0 * colour
    out[y0:y1, x0:x1] = np.where(ink > 127, 255, 0) if bilevel else np.round(ink)


def _sizes(size: int) -> list[int]:
    best = int(size * 0.62)
    return sorted({points for points in (best, int(best * 0.8), int(best * 0.62)) if points >= SMALLEST}, reverse=True)


def _mask(text: str, points: int, length: int, size: int, upright: bool) -> NDArray[np.float64] | None:
    """Draw a text at the beginning of an empty strip; None where it's too long."""
    font = _font(points)
    margin = max(2, size // 6)
    left, top, right, bottom = font.getbbox(text)
    if right - left + 2 * margin > length:
        return None
    image = Image.new("L", (length, size), 0)
    ImageDraw.Draw(image).text((margin - left, (size - (bottom - top)) / 2 - top), text, font=font, fill=255)
    mask = np.asarray(image, np.float64)
    return np.rot90(mask) if upright else mask


def _spread(mask: NDArray[np.float64], box: Box, around: Whole) -> float:
    """Return how far the middle of the box would be from one flat colour: a standard deviation of 0..0.5."""
    dx, dy = (box[2] - box[0]) * MIDDLE, (box[3] - box[1]) * MIDDLE
    left, top = int(box[0] + dx) - around[0], int(box[1] + dy) - around[1]
    right, bottom = ceil(box[2] - dx) - around[0], ceil(box[3] - dy) - around[1]
    middle = mask[max(top, 0) : max(bottom, 1), max(left, 0) : max(right, 1)]
    return float(middle.std()) / 255.0 if middle.size else 0.0


def shade(level: float) -> NDArray[np.float64]:
    """Return red that is as bright as a grey of this level, paler above what red can reach."""
    red = min(level / 0.299, 255.0)
    rest = max(level - 0.299 * 255, 0.0) / 0.701
    return np.array([red, rest, rest])


@lru_cache(maxsize=64)
def _font(points: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=points)

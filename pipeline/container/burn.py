"""Burning boxes into pixels: what lay under one is overwritten, and what stands in its place is set in it.

A box is widened over blank paper to a whole number of steps, so that its width doesn't tell the width of a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Pixels = NDArray[np.uint8]
Box = tuple[float, float, float, float]
Whole = tuple[int, int, int, int]
Mask = NDArray[np.uint8]

PAD = 0.22  # of the height of a line: accents, tails and the blur of a scanner
STEP = 2.5  # heights of a line
CLEAR = 0.25  # of a height, left free before the next ink
SMALLEST = 8  # pixels; below it no letter can be told
LARGE = 0.6  # of the height of a box
# What is set over the middle of a box (on a PDF page) is so faint that a check can tell that nothing is left in it.
FLAT = 12.0
MIDDLE = 0.2
_BLACK = 96
_INK = 56  # levels darker than the paper
_SPECKLE = 0.08  # of a column


def burn(pixels: Pixels, boxes: Sequence[tuple[Box, str]], *, bilevel: bool = False) -> Pixels:
    """Return a copy with every box overwritten, padded, and its text set by it where it fits.

    Boxes are x0, y0, x1, y1 in pixels; `bilevel` pictures get pure black and white. The place of the value itself is
    left as one flat colour, so that one sees, and any check can measure, that nothing is left in it: the text stands
    in what the box was lengthened by, else in a tab above or below it, else it is left out.
    """
    out = np.array(pixels, copy=True)
    height, width = out.shape[:2]
    placed = []
    for box, text in boxes:
        around = padded(box, width, height)
        mask = _mask(text, around)
        longer = widened(pixels, around, mask.shape[0] if _is_upright(around) else mask.shape[1])
        placed.append((around, longer, mask))
        out[longer[1] : longer[3], longer[0] : longer[2]] = 0
    for around, longer, mask in placed:
        _set(out, around, longer, mask, bilevel)
    return out


def padded(box: Box, width: int, height: int) -> Whole:
    """Return a box with a margin for accents, tails and blur, on whole pixels of a picture of that size."""
    x0, y0, x1, y1 = box
    pad = max(2.0, PAD * min(x1 - x0, y1 - y0))
    left, top = max(int(x0 - pad), 0), max(int(y0 - pad), 0)
    return left, top, max(min(ceil(x1 + pad), width), left), max(min(ceil(y1 + pad), height), top)


def widened(pixels: Pixels, box: Whole, room: int = 0) -> Whole:
    """Lengthen a box over blank paper by `room` pixels and to a whole step: onwards first, then backwards."""
    if _is_upright(box):
        left, top, right, bottom = widened(np.swapaxes(pixels, 0, 1), _turned(box), room)
        return top, left, bottom, right
    x0, y0, x1, y1 = box
    size, length = y1 - y0, x1 - x0
    step = max(int(STEP * size), 1)
    wanted = ceil((length + room) / step) * step - length
    clear = ceil(CLEAR * size)
    right = _blank(pixels[y0:y1, x1 : x1 + wanted + clear], clear, wanted)
    left = _blank(pixels[y0:y1, max(x0 - (wanted - right) - clear, 0) : x0][:, ::-1], clear, wanted - right)
    return x0 - left, y0, x1 + right, y1


def _is_upright(box: Whole) -> bool:
    return box[3] - box[1] > 2 * (box[2] - box[0])


def _turned(box: Whole) -> Whole:
    return box[1], box[0], box[3], box[2]


def _blank(strip: Pixels, clear: int, most: int) -> int:
    """Return over how many of the first columns there is nothing but paper, short of the next ink or the edge."""
    if not strip.size or most <= 0:
        return 0
    grey = strip if strip.ndim == 2 else strip.min(axis=2)
    dark = grey.astype(np.int16) < int(np.percentile(grey, 90)) - _INK
    inked = np.flatnonzero(dark.mean(axis=0) > _SPECKLE)
    end = int(inked[0]) if len(inked) else grey.shape[1]
    return min(most, max(end - clear, 0))


def _set(out: Pixels, box: Whole, longer: Whole, mask: Mask, bilevel: bool) -> None:
    """Set a text in the first of its places that is free and large enough, in the middle of its height."""
    high, wide = mask.shape
    if not high or not wide:
        return
    for x0, y0, x1, y1 in _free_places(out, box, longer, mask):
        across, down = x1 - x0 - wide, y1 - y0 - high
        if across < 0 or down < 0:
            continue
        left, top = (x0 + across // 2, y0) if _is_upright(box) else (x0, y0 + down // 2)
        ink = np.where(mask > 127, 255, 0).astype(np.uint8) if bilevel else mask
        out[top : top + high, left : left + wide] = ink[..., None] if out.ndim == 3 else ink
        return


def _free_places(out: Pixels, box: Whole, longer: Whole, mask: Mask) -> Iterator[Whole]:
    """Yield the parts a box was lengthened by, then strips of blank paper along it."""
    x0, y0, x1, y1 = box
    if _is_upright(box):
        yield x0, y1, x1, longer[3]
        yield x0, longer[1], x1, y0
        return
    yield x1, y0, longer[2], y1
    yield longer[0], y0, x0, y1
    high, wide = mask.shape
    for top in (y0 - high, y1):
        strip = out[max(top, 0) : top + high, x0 : x0 + wide]
        if top >= 0 and strip.shape[:2] == (high, wide) and _is_paper(strip):
            yield x0, top, x0 + wide, top + high


def _is_paper(strip: Pixels) -> bool:
    grey = strip if strip.ndim == 2 else strip.min(axis=2)
    return int(grey.min()) > _BLACK and int(np.percentile(grey, 99)) - int(np.percentile(grey, 1)) < _INK


def _mask(text: str, box: Whole) -> Mask:
    """Draw a text as large as stands well in a box, on a strip of its own; an empty one for none or too small."""
    thin = min(box[2] - box[0], box[3] - box[1])
    points = int(thin * LARGE)
    if not text or points < SMALLEST:
        return np.zeros((0, 0), np.uint8)
    font = _font(points)
    left, top, right, bottom = font.getbbox(text)
    margin = max(2, thin // 6)
    image = Image.new("L", (int(right - left) + 2 * margin, int(bottom - top) + margin), 0)
    ImageDraw.Draw(image).text((margin - left, margin / 2 - top), text, font=font, fill=255)
    mask = np.asarray(image)
    return np.ascontiguousarray(np.rot90(mask, 3)) if _is_upright(box) else mask


def shade(level: float) -> NDArray[np.float64]:
    """Return red that is as bright as a grey of this level, paler above what red can reach."""
    red = min(level / 0.299, 255.0)
    rest = max(level - 0.299 * 255, 0.0) / 0.701
    return np.array([red, rest, rest])


@lru_cache(maxsize=64)
def _font(points: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size=points)

"""A picture of a page made ready to be read: straightened once, cleaned, and its coloured ink on a layer of its own."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from pipeline.ocr.page import Pixels, Transform
from pipeline.ocr.straighten import Straightening, straightening

SHRUNK = 8
_PAPER = 0.82  # of the paper's brightness: paler than that is paper
_NOISE = 0.004
_SPECK = 60
_COLOURED = 48  # levels between the strongest and the weakest of red, green and blue
_STAMPED = 0.0004


@dataclass(frozen=True, slots=True)
class Sheet:
    """An upright page: `clean` without shadows, noise and coloured ink, `plain` as it was, both grey.

    `ink` shows the coloured ink alone, None where there is none. `to_picture` takes a point of the sheet to its place
    in the picture as given; `turned` is by how many degrees clockwise the picture was turned.
    """

    clean: Pixels = field(repr=False)
    plain: Pixels = field(repr=False)
    ink: Pixels | None = field(repr=False)
    to_picture: Transform = field(repr=False)
    turned: int = 0


def prepare(pixels: Pixels) -> Sheet:
    """Straighten and clean a picture of a page."""
    cv2.setNumThreads(1)
    plain, dropped, ink = _layers(pixels)
    found = straightening(plain)
    plain = _warped(plain, found)
    clean = _clean(plain if ink is None else _warped(dropped, found))
    layer = None if ink is None else _warped(ink, found)
    return Sheet(clean, plain, layer, np.linalg.inv(found.to_sheet), found.turned)


def half_turned(sheet: Sheet) -> Sheet:
    """Return the sheet upside down."""
    height, width = sheet.clean.shape
    turn = np.array([[-1, 0, width], [0, -1, height], [0, 0, 1]], float)
    ink = None if sheet.ink is None else _flipped(sheet.ink)
    turned = (sheet.turned + 180) % 360
    return Sheet(_flipped(sheet.clean), _flipped(sheet.plain), ink, sheet.to_picture @ turn, turned)


def _flipped(pixels: Pixels) -> Pixels:
    return np.ascontiguousarray(pixels[::-1, ::-1])


def _layers(pixels: Pixels) -> tuple[Pixels, Pixels, Pixels | None]:
    """Return the picture in grey, the same with coloured ink faded (the strongest channel), and the coloured ink."""
    if pixels.ndim == 2:
        grey = np.ascontiguousarray(pixels)
        return grey, grey, None
    grey = np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2GRAY), np.uint8)
    strongest = np.maximum(np.maximum(pixels[..., 0], pixels[..., 1]), pixels[..., 2])
    weakest = np.minimum(np.minimum(pixels[..., 0], pixels[..., 1]), pixels[..., 2])
    colour = strongest - weakest
    if np.count_nonzero(colour[::2, ::2] > _COLOURED) < _STAMPED * colour.size / 4:
        return grey, grey, None
    ink = 255 - np.minimum(colour.astype(np.uint16) * 2, 255).astype(np.uint8)
    return grey, strongest, ink


def _warped(pixels: Pixels, found: Straightening) -> Pixels:
    if found.is_identity:
        return pixels
    shrinks = found.shrinks
    source = cv2.GaussianBlur(pixels, (0, 0), 0.45 * shrinks) if shrinks > 1.3 else pixels
    paper = int(np.percentile(pixels[::16, ::16], 75))
    warped = cv2.warpPerspective(source, found.to_sheet, found.size, flags=cv2.INTER_CUBIC, borderValue=(paper,))
    return np.asarray(warped, np.uint8)


def _clean(grey: Pixels) -> Pixels:
    """Take shadows, paper and noise away."""
    if _is_noisy(grey):
        grey = np.asarray(cv2.medianBlur(grey, 3), np.uint8)
    paper = _paper(grey)
    even = np.asarray(cv2.divide(grey, paper, scale=255), np.uint8)
    lifted = np.clip(np.arange(256) / (_PAPER * 255), 0, 1) * 255
    return np.asarray(cv2.LUT(even, lifted.astype(np.uint8)), np.uint8)


def _paper(grey: Pixels) -> Pixels:
    """Return the brightness of the paper at each point: the page without what is dark and narrow."""
    height, width = grey.shape
    small = cv2.resize(grey, (max(width // SHRUNK, 1), max(height // SHRUNK, 1)), interpolation=cv2.INTER_AREA)
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    smooth = cv2.blur(closed, (15, 15))
    return np.maximum(np.asarray(cv2.resize(smooth, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8), 40)


def _is_noisy(grey: Pixels) -> bool:
    """Tell whether single points differ from all around them, as dust and fax noise do."""
    height, width = grey.shape
    middle = np.ascontiguousarray(grey[height // 4 : height // 2, width // 4 : width // 2])
    if not middle.size:
        return False
    apart = cv2.absdiff(middle, cv2.medianBlur(middle, 3)) > _SPECK
    # the edges of thin letters differ too: only what has no dark neighbour counts
    lonely = cv2.filter2D((middle < 128).astype(np.uint8), -1, np.ones((3, 3), np.uint8)) <= 1
    bright = cv2.filter2D((middle >= 128).astype(np.uint8), -1, np.ones((3, 3), np.uint8)) <= 1
    return float((apart & (lonely | bright)).mean()) > _NOISE

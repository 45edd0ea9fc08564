"""The first reader: the detector and the recogniser whose weights rapidocr carries, run line by line.

Its own pipeline gives characters an average width and forgets blanks, so the two networks are called here one by one:
a line is cut out once at the recogniser's height, and every character keeps the column where it was recognised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline import pace
from pipeline.ocr.page import Pixels, Transform
from pipeline.ocr.printed import print_of

NAME = "PP-OCRv6 small"
HEIGHT = 48
DETECT_SIDE = 1600  # of the longer side of a whole page
DETECT_LETTERS = 7.0  # pixels: what the detector needs of a letter's height
LEAST_ZOOM = 0.6  # of the usual: a page of large print may have small print too
LEAST_WIDTH = 64
MIN_SCORE = 0.3
MAX_WIDTH = 4800
TALL = 1.5  # a box so much taller than wide holds a line that runs up or down
_LATIN_END = 0x180
_EXTRA = frozenset("–—‘’“”„†•…‰€′″−№™")
_PARAMETERS: dict[str, Any] = {
    "Global.use_cls": False,  # it turns upright lines upside down
    "Global.text_score": MIN_SCORE,
    "Global.log_level": "error",
    "Det.limit_side_len": DETECT_SIDE,
    "Det.limit_type": "max",
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}

Quad = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Strip:
    """One line cut out: grey pixels `HEIGHT` high, and where each of its points lies on the page it was cut from."""

    pixels: Pixels = field(repr=False)
    to_page: Transform = field(repr=False)


@dataclass(frozen=True, slots=True)
class Reading:
    """Characters of a strip, blanks included: the place of each along the strip in pixels, and its confidence."""

    text: str = field(repr=False)
    centres: tuple[float, ...] = field(repr=False)
    confidence: tuple[float, ...] = field(repr=False)

    @property
    def score(self) -> float:
        """The mean confidence; 0 of nothing."""
        return sum(self.confidence) / len(self.confidence) if self.confidence else 0.0


@lru_cache(maxsize=1)
def _networks() -> _Networks:
    return _Networks()


class _Networks:
    """Detector and recogniser, loaded once a process, one thread each."""

    def __init__(self) -> None:
        from rapidocr import RapidOCR  # three seconds to import: only where there are pixels to read

        cv2.setNumThreads(1)
        engine: Any = RapidOCR(params=_PARAMETERS)
        self.detector = engine._load_det_model()
        self.recogniser = engine._load_rec_model()
        characters: list[str] = self.recogniser.postprocess_op.character
        kept = [0, *(n for n, c in enumerate(characters) if n and _is_latin(c))]
        self.columns = np.array(kept)
        self.characters = [characters[n] for n in kept]


def _is_latin(char: str) -> bool:
    return len(char) == 1 and (" " <= char <= "~" or "\xa1" <= char < chr(_LATIN_END) or char in _EXTRA)


def find_lines(page: Pixels) -> list[Quad]:
    """Return the quadrilaterals of a grey page's lines, corners clockwise from the top left, unordered.

    The detector's time is the pixels it sees: blank margins are left out, and tall letters are made smaller.
    """
    seen = print_of(page)
    if seen is None:
        return []
    left, top, right, bottom = seen.box
    zoom = min(1.0, DETECT_SIDE / max(page.shape))
    if seen.letters:
        zoom = min(zoom, max(DETECT_LETTERS / seen.letters, zoom * LEAST_ZOOM))
    part = np.asarray(
        cv2.resize(page[top:bottom, left:right], None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8
    )
    detector = _networks().detector
    detector.limit_side_len = DETECT_SIDE
    found = detector(np.ascontiguousarray(np.repeat(part[:, :, None], 3, axis=2)))
    back = np.array([(right - left) / part.shape[1], (bottom - top) / part.shape[0]], np.float32)
    corner = np.array([left, top], np.float32)
    return [] if found.boxes is None else [np.asarray(quad, np.float32) * back + corner for quad in found.boxes]


def cut(pixels: Pixels, quad: Quad) -> Strip:
    """Cut a quadrilateral out of a grey page as a strip; one that stands upright is laid on its left side."""
    top, side = _length(quad[0], quad[1]), _length(quad[0], quad[3])
    if side >= TALL * top:
        quad, top, side = np.roll(quad, -1, axis=0), side, top
    width = int(min(max(round(HEIGHT * top / max(side, 1.0)), 8), MAX_WIDTH))
    flat = np.array([[0, 0], [width, 0], [width, HEIGHT], [0, HEIGHT]], np.float32)
    to_strip = cv2.getPerspectiveTransform(np.ascontiguousarray(quad), flat)
    strip = cv2.warpPerspective(
        pixels, to_strip, (width, HEIGHT), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return Strip(np.asarray(strip, np.uint8), np.linalg.inv(to_strip))


def turned(strip: Strip) -> Strip:
    """Return the strip upside down."""
    height, width = strip.pixels.shape[:2]
    half_turn = np.array([[-1, 0, width], [0, -1, height], [0, 0, 1]], float)
    return Strip(np.ascontiguousarray(strip.pixels[::-1, ::-1]), strip.to_page @ half_turn)


def shortened(strip: Strip, width: int) -> Strip:
    """Return the beginning of a strip."""
    return Strip(np.ascontiguousarray(strip.pixels[:, :width]), strip.to_page)


def is_loaded() -> bool:
    """Tell whether this process has detector and recogniser."""
    return bool(_networks.cache_info().currsize)


def load() -> None:
    """Load detector and recogniser now, so that a process forked from this one has them."""
    _networks()


def read_strips(strips: Sequence[Strip]) -> list[Reading]:
    """Recognise strips, one by one: on one thread that's as fast as together, and takes a sixth of the memory."""
    return [_read_strip(strip.pixels) for strip in strips]


def _read_strip(strip: Pixels) -> Reading:
    networks = _networks()
    width = max(LEAST_WIDTH, strip.shape[1])
    given = np.zeros((1, 3, HEIGHT, width), np.float32)
    given[0, :, :, : strip.shape[1]] = strip.astype(np.float32) / 127.5 - 1.0
    scores = networks.recogniser.session(given)[0][:, networks.columns]
    pace.step()
    return _decode(scores, width / len(scores), networks.characters)


def _decode(scores: NDArray[np.float32], step: float, characters: Sequence[str]) -> Reading:
    """Collapse repeats and drop the blank class (CTC); a character stands in the middle of its run."""
    best = scores.argmax(axis=1)
    text, centres, confidence = [], [], []
    start = 0
    for n in range(1, len(best) + 1):
        if n < len(best) and best[n] == best[start]:
            continue
        if best[start]:
            text.append(characters[best[start]])
            centres.append((start + n) / 2 * step)
            confidence.append(round(float(scores[start:n, best[start]].max()), 4))
        start = n
    return Reading("".join(text), tuple(centres), tuple(confidence))


def _length(a: NDArray[np.float32], b: NDArray[np.float32]) -> float:
    return float(np.hypot(*(a - b)))

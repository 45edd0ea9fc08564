"""Faces and signatures, told by simple geometry: no trained detector comes with the libraries.

A face is a picture (tones between ink and paper, not letters) with an upright oval in it: of skin, by colour, or, in
grey, brighter than what is around it. A signature is a cluster of pen strokes that no reader
made words of: large, sparse, slanting lines in the lower half, or near what announces one. Both are offered to whoever
reviews: they mark too much rather than too little, and neither can tell who it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from pipeline.document import fold
from pipeline.ocr.page import Box, Line, PageReading, Picture, Pixels, around

SIDE = 900  # the small copy that is looked at
_TONES = (60, 215)
_OVAL = (0.55, 1.0)  # how wide a face is for its height
_SIGNED = re.compile(r"\b(fdo|firmado|firma|el secretario|la secretaria|el alcalde|la alcaldesa|conforme|recibi)\b")
_STROKES = (0.015, 0.32)  # share of its box that a signature inks
_LEAST = 0.035  # of the page's longer side: a signature is as wide at least
_MOST = 0.5
_FEW_WORDS = 0.5


def find_pictures(pixels: Pixels, reading: PageReading) -> list[Picture]:
    """Return the faces and signatures of a picture of a page, from top to bottom."""
    height, width = pixels.shape[:2]
    if min(height, width) < 32:
        return []
    shrink = min(1.0, SIDE / max(height, width))
    small = np.asarray(cv2.resize(pixels, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    grey = small if small.ndim == 2 else np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8)
    photographs = list(_photographs(grey))
    found = [face for box in photographs if (face := _face(small, box)) is not None]
    found += _signatures(grey, reading, shrink, photographs)
    grown = [Picture(p.kind, _scaled(p.box, 1 / shrink), p.confidence) for p in found]
    return sorted(grown, key=lambda p: (p.box[1], p.box[0]))


def _scaled(box: Box, by: float) -> Box:
    x0, y0, x1, y1 = (round(v * by, 1) for v in box)
    return x0, y0, x1, y1


def _photographs(grey: Pixels) -> Iterator[Box]:
    """Yield the boxes of regions full of middle tones, as photographs are and text is not."""
    toned = ((grey > _TONES[0]) & (grey < _TONES[1])).astype(np.uint8)
    dense = (cv2.blur(toned.astype(np.float32), (15, 15)) > 0.55).astype(np.uint8)
    closed = cv2.morphologyEx(dense, cv2.MORPH_CLOSE, np.ones((13, 13), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    for n in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[n])
        if min(w, h) >= SIDE // 25 and area >= 0.5 * w * h and w * h < 0.9 * grey.size:
            yield float(x), float(y), float(x + w), float(y + h)


def _face(small: Pixels, box: Box) -> Picture | None:
    """Return the face in a photograph: the whole photograph goes, since hair and clothes tell people too."""
    x0, y0, x1, y1 = (int(v) for v in box)
    crop = small[y0:y1, x0:x1]
    masks = [_skin(crop)] if crop.ndim == 3 and _is_coloured(crop) else _brighter(crop)
    score = max(map(_oval_score, masks))
    return Picture("face", box, round(score, 2)) if score >= 0.5 else None


def _is_coloured(crop: Pixels) -> bool:
    return float(np.ptp(crop.astype(np.int16), axis=2).mean()) > 12


def _skin(crop: Pixels) -> Pixels:
    """Return where the hue is that of skin, light or dark, whatever the brightness (YCrCb)."""
    converted = cv2.cvtColor(np.ascontiguousarray(crop), cv2.COLOR_RGB2YCrCb)
    mask = cv2.inRange(converted, np.array([30, 136, 80]), np.array([245, 178, 129]))
    return np.asarray(mask, np.uint8)


def _brighter(crop: Pixels) -> list[Pixels]:
    """Return the brighter part at a few levels: a face is brighter than hair, and seldom as bright as its ground."""
    whole = (
        crop if crop.ndim == 2 else np.asarray(cv2.cvtColor(np.ascontiguousarray(crop), cv2.COLOR_RGB2GRAY), np.uint8)
    )
    smooth = np.asarray(cv2.GaussianBlur(whole, (0, 0), max(1.0, min(whole.shape) / 40)), np.uint8)
    low, high = (float(v) for v in np.percentile(smooth, (5, 97)))
    return [
        ((smooth > low + share * (high - low)) * np.uint8(255)).astype(np.uint8) for share in (0.4, 0.55, 0.7, 0.82)
    ]


def _oval_score(mask: Pixels) -> float:
    """Return how much the best region of a mask looks like an upright oval of a face's size, 0..1."""
    size = max(3, min(mask.shape) // 12) | 1
    whole = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((size, size), np.uint8))
    contours, _ = cv2.findContours(np.asarray(whole, np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    best = 0.0
    for contour in contours:
        hull = cv2.convexHull(contour)
        area, share = cv2.contourArea(hull), cv2.contourArea(hull) / mask.size
        if len(hull) < 5 or not 0.06 <= share <= 0.85:
            continue
        _, axes, _ = cv2.fitEllipse(hull)
        narrow, long = sorted(axes)
        fill = area / max(np.pi * narrow * long / 4, 1.0)
        solid = cv2.contourArea(contour) / max(area, 1.0)
        if _OVAL[0] <= narrow / max(long, 1.0) <= _OVAL[1]:
            best = max(best, min(fill, 1 / max(fill, 1e-6)) * solid)
    return float(best)


def _signatures(grey: Pixels, reading: PageReading, shrink: float, photographs: Sequence[Box]) -> list[Picture]:
    lines = [(_scaled(line.box, shrink), line) for line in reading.lines]
    cues = [box for box, line in lines if _SIGNED.search(fold(line.text))]
    ink = _pen(grey, [box for box, line in lines if _is_read(line)], photographs)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((9, 15), np.uint8)), connectivity=8
    )
    found = []
    for n in range(1, count):
        x, y, w, h, _ = (int(v) for v in stats[n])
        part = ink[y : y + h, x : x + w] * (labels[y : y + h, x : x + w] == n)
        box = (float(x), float(y), float(x + w), float(y + h))
        score = _pen_score(part, box, grey.shape, cues)
        if score >= 0.5:
            found.append(Picture("signature", _with_scrawl(box, lines), round(min(score, 0.95), 2)))
    return found


def _pen(grey: Pixels, read: Sequence[Box], photographs: Sequence[Box]) -> NDArray[np.uint8]:
    """Return the ink that is neither read nor part of a photograph, without rules and frames."""
    paper = cv2.blur(cv2.morphologyEx(grey, cv2.MORPH_CLOSE, np.ones((11, 11), np.uint8)), (21, 21))
    ink = (grey.astype(np.int16) < np.asarray(paper, np.int16) - 45).astype(np.uint8)
    for x0, y0, x1, y1 in (*read, *photographs):
        ink[max(int(y0) - 1, 0) : int(y1) + 2, max(int(x0) - 1, 0) : int(x1) + 2] = 0
    for shape in ((1, SIDE // 10), (SIDE // 10, 1)):
        rules = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones(shape, np.uint8))
        ink[cv2.dilate(rules, np.ones((3, 3), np.uint8)) > 0] = 0
    return ink


def _pen_score(part: NDArray[np.uint8], box: Box, page: Sequence[int], cues: Sequence[Box]) -> float:
    """Return how much a cluster of ink looks like a signature, 0..1."""
    w, h = box[2] - box[0], box[3] - box[1]
    longer = max(page)
    share = float(part.mean())
    if not _LEAST * longer <= w <= _MOST * longer or h < _LEAST * longer / 3 or h > w * 1.8:
        return 0.0
    if not _STROKES[0] <= share <= _STROKES[1]:
        return 0.0
    score = 0.25 + 0.3 * _slanted(part)
    score += 0.2 if box[1] > 0.5 * page[0] else 0.0
    near = any(_distance(box, cue) < 0.14 * longer for cue in cues)
    return score + (0.3 if near else 0.0)


def _slanted(part: NDArray[np.uint8]) -> float:
    """Return the share of edges that run neither level nor upright, as handwriting's do."""
    grey = part.astype(np.float32)
    dx, dy = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength = np.hypot(dx, dy)
    angle = np.degrees(np.arctan2(np.abs(dy), np.abs(dx)))
    strong = strength > 0.5
    return float(((angle > 20) & (angle < 70) & strong).sum() / max(int(strong.sum()), 1))


def _is_read(line: Line) -> bool:
    """Tell text from a scrawl that a reader made letters of: sure, or with words."""
    return line.confidence > 0.8 or sum(len(w.text) > 3 for w in line.words) > _FEW_WORDS * len(line.words)


def _with_scrawl(box: Box, lines: Sequence[tuple[Box, Line]]) -> Box:
    """Return the box with the unsure lines that lie across it, which are part of the hand."""
    parts = [b for b, line in lines if not _is_read(line) and _distance(b, box) == 0]
    return around([box, *parts])


def _distance(box: Box, other: Box) -> float:
    across = max(box[0] - other[2], other[0] - box[2], 0.0)
    down = max(box[1] - other[3], other[1] - box[3], 0.0)
    return float(np.hypot(across, down))

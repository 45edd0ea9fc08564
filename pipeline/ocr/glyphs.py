"""From the characters of a strip to words with the place of every character on the picture as it was given."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pipeline.ocr.first import Reading, Strip
from pipeline.ocr.page import Line, Pixels, Transform, Word

_FAINT = 0.08  # of the darkest column: less is no ink
_GAP_ROWS = 4  # an accent stands nearer than this to its capital, the next line farther away
_BLANK, _BLANK_AT = 3.5, 9.0  # pixels of a strip: letters of one word stand nearer, also those around an @
_Cell = tuple[float, float]


def line_of(strip: Strip, reading: Reading, to_picture: Transform) -> Line:
    """Return the line that was read in a strip; `to_picture` takes a point of the page to the picture as given."""
    ink = _ink(strip.pixels)
    reading, cells = _without_false_blanks(reading, _cells(reading, ink.sum(axis=0)))
    top, bottom = _rows(ink.sum(axis=1))
    transform = to_picture @ strip.to_page
    words: list[Word] = []
    start = 0
    for n in range(len(reading.text) + 1):
        if n < len(reading.text) and reading.text[n] != " ":
            continue
        if start < n:
            boxes = _mapped(cells[start:n], top, bottom, transform)
            words.append(Word(reading.text[start:n], boxes, reading.confidence[start:n]))
        start = n + 1
    return Line(tuple(words))


def _without_false_blanks(reading: Reading, cells: Sequence[_Cell]) -> tuple[Reading, list[_Cell]]:
    """Drop the blanks that were read where two letters stand together, as after the sign of an address."""
    kept = [
        n
        for n, char in enumerate(reading.text)
        if char != " "
        or not 0 < n < len(cells) - 1
        or cells[n + 1][0] - cells[n - 1][1] >= _least_blank(reading.text, n)
    ]
    text = "".join([reading.text[n] for n in kept])
    centres, confidence = ([values[n] for n in kept] for values in (reading.centres, reading.confidence))
    return Reading(text, tuple(centres), tuple(confidence)), [cells[n] for n in kept]


def _least_blank(text: str, at: int) -> float:
    return _BLANK_AT if "@" in text[at - 1 : at + 2] else _BLANK


def _ink(strip: Pixels) -> NDArray[np.float32]:
    """Return how dark each point is against the paper of its own strip, 0..1."""
    paper, dark = np.percentile(strip, 90), np.percentile(strip, 2)
    shade = (paper - strip.astype(np.float32)) / max(float(paper - dark), 32.0)
    shade[shade < 0.35] = 0.0
    return np.clip(shade, 0.0, 1.0)


def _cells(reading: Reading, profile: NDArray[np.float32]) -> list[_Cell]:
    """Part the strip between characters: where there is least ink, and around a blank at the edges of the words."""
    width = len(profile)
    letters = [n for n, char in enumerate(reading.text) if char != " "]
    cells: list[_Cell] = [(0.0, 0.0)] * len(reading.text)
    if not letters:
        return cells
    start = _outer(profile, reading.centres[letters[0]], -1)
    for n, following in pairwise(letters):
        left, right = reading.centres[n], reading.centres[following]
        end, next_start = _gap(profile, left, right) if following > n + 1 else _lowest(profile, left, right)
        cells[n] = (start, max(end, start + 1.0))
        start = next_start
    cells[letters[-1]] = (start, max(float(_outer(profile, reading.centres[letters[-1]], 1)), start + 1.0))
    return [(max(0.0, a), min(float(width), b)) for a, b in cells]


def _outer(profile: NDArray[np.float32], centre: float, step: int) -> float:
    """Return where the ink beyond the last centre ends, at the strip's edge at most."""
    inked = np.flatnonzero(profile > _FAINT * max(float(profile.max()), 1.0))
    if not len(inked):
        return 0.0 if step < 0 else float(len(profile))
    edge = inked[0] if step < 0 else inked[-1] + 1
    return float(min(edge, centre - 2) if step < 0 else max(edge, centre + 2))


def _lowest(profile: NDArray[np.float32], left: float, right: float) -> tuple[float, float]:
    first, last = int(left), max(int(right), int(left) + 1)
    between = profile[first : last + 1]
    lowest = np.flatnonzero(between <= between.min() + 1e-3) if len(between) else np.array([0])
    # among equals the one nearest to the middle
    middle = (left + right) / 2 - first
    at = first + float(lowest[np.abs(lowest - middle).argmin()])
    return at, at


def _gap(profile: NDArray[np.float32], left: float, right: float) -> tuple[float, float]:
    """Return both ends of the widest stretch without ink between two letters."""
    first, last = int(left), int(right) + 1
    empty = profile[first:last] <= _FAINT * max(float(profile.max()), 1.0)
    best, run = (0, 0), 0
    for n, blank in enumerate([*empty, False]):
        if blank:
            run += 1
            continue
        best = max(best, (run, n - run))
        run = 0
    if not best[0]:
        middle = (left + right) / 2
        return middle, middle
    return float(first + best[1]), float(first + best[1] + best[0])


def _rows(profile: NDArray[np.float32]) -> tuple[float, float]:
    """Return the first and last row of the line itself, without what looks in from its neighbours."""
    inked = profile > 0.02 * max(float(profile.max()), 1.0)
    if not inked.any():
        return 0.0, float(len(profile))
    top = bottom = int(profile.argmax())
    for n in range(top, -1, -1):
        if inked[n]:
            top = n
        elif top - n >= _GAP_ROWS:
            break
    for n in range(bottom, len(profile)):
        if inked[n]:
            bottom = n
        elif n - bottom >= _GAP_ROWS:
            break
    return float(top), float(bottom + 1)


def _mapped(cells: Sequence[_Cell], top: float, bottom: float, transform: Transform) -> tuple[float, ...]:
    """Return the upright boxes around the cells after the transform."""
    corners = np.array([[(a, top, 1), (b, top, 1), (b, bottom, 1), (a, bottom, 1)] for a, b in cells], float)
    placed = corners @ np.asarray(transform, float).T
    points = placed[..., :2] / placed[..., 2:]
    boxes = np.concatenate([points.min(axis=1), points.max(axis=1)], axis=1)
    return tuple(round(float(v), 1) for v in boxes.ravel())

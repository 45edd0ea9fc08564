"""Reading a page: straighten it, find its lines, recognise them, and give every place back in the picture as given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from rapidfuzz import fuzz

from pipeline.ocr import first, second
from pipeline.ocr.columns import Laid, in_order
from pipeline.ocr.first import Quad, Reading, Strip
from pipeline.ocr.glyphs import line_of
from pipeline.ocr.page import Box, PageReading, Pixels
from pipeline.ocr.sheet import Sheet, half_turned, prepare

SURE_SECOND = 0.75  # a page read less surely may be upside down
SURE = 0.93  # a page read less surely is read again as it was, and the better reading kept
INK_SCORE = 0.6
SAMPLE = 4
GLANCE = 2  # lines: read surely, they settle it
SAMPLE_WIDTH = 480
FLIPPED_BY = 0.08
ASKEW = 2.5  # degrees: nobody fills in a form so, a stamp seldom stands straight
_SAME = 60  # of a hundred: ink that is dark and coloured was read already
ENLARGED = 1_800


def read_page(pixels: Pixels) -> PageReading:
    """Read a picture of a page with the first reader: once cleaned and, where that isn't sure, as it was."""
    sheet = prepare(pixels)
    quads = first.find_lines(sheet.clean)
    if _is_upside_down(sheet, quads):
        sheet = half_turned(sheet)
        quads = first.find_lines(sheet.clean)
    laid = _read(sheet, sheet.clean, quads)
    if _confidence(laid) < SURE:
        laid = max(laid, _read(sheet, sheet.plain, first.find_lines(sheet.plain)), key=_worth)
    if sheet.ink is not None:
        laid += _inked(sheet, laid)
    lines = in_order(laid)
    return PageReading(lines, pixels.shape[1], pixels.shape[0], first.NAME, sheet.turned)


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
    sheet = prepare(pixels)
    reading = _second(sheet, pixels)
    if reading.confidence < SURE_SECOND:
        reading = max(reading, _second(half_turned(sheet), pixels), key=lambda r: r.confidence)
    return reading


def _second(sheet: Sheet, pixels: Pixels) -> PageReading:
    clean, to_picture = _enlarged(sheet)
    lines = second.read(clean, to_picture)
    return PageReading(tuple(lines), pixels.shape[1], pixels.shape[0], second.NAME, sheet.turned)


def _is_upside_down(sheet: Sheet, quads: Sequence[Quad]) -> bool:
    """Tell by the beginnings of a few lines whether they read better upside down."""
    level = sorted((q for q in quads if not _stands(q)), key=_span, reverse=True)[:SAMPLE]
    strips = [first.shortened(first.cut(sheet.clean, quad), SAMPLE_WIDTH) for quad in level]
    if strips and _mean(first.read_strips(strips[:GLANCE])) >= SURE:
        return False
    readings = first.read_strips([*strips, *map(first.turned, strips)])
    return _mean(readings[len(strips) :]) > _mean(readings[: len(strips)]) + FLIPPED_BY


def _read(sheet: Sheet, pixels: Pixels, quads: Sequence[Quad], least: float = first.MIN_SCORE) -> list[Laid]:
    """Read the lines at some places of a sheet; one that stands is read both ways."""
    strips = [first.cut(pixels, quad) for quad in quads]
    readings = first.read_strips(strips)
    standing = [n for n, quad in enumerate(quads) if _stands(quad)]
    turned = [first.turned(strips[n]) for n in standing]
    for n, strip, reading in zip(standing, turned, first.read_strips(turned), strict=True):
        if reading.score > readings[n].score:
            strips[n], readings[n] = strip, reading
    return [
        laid
        for quad, strip, reading in zip(quads, strips, readings, strict=True)
        if reading.score >= least and (laid := _laid(sheet, quad, strip, reading)).line.words
    ]


def _laid(sheet: Sheet, quad: Quad, strip: Strip, reading: Reading) -> Laid:
    box = (float(quad[:, 0].min()), float(quad[:, 1].min()), float(quad[:, 0].max()), float(quad[:, 1].max()))
    if not _stands(quad):
        level = line_of(strip, reading, np.eye(3))
        box = level.box if level.words else box
    rise, run = quad[1] - quad[0]
    tilt = abs(float(np.degrees(np.arctan2(run, max(rise, 1.0)))))
    return Laid(line_of(strip, reading, sheet.to_picture), box, aside=_stands(quad), tilt=tilt)


def _inked(sheet: Sheet, laid: Sequence[Laid]) -> list[Laid]:
    """Read the coloured ink too: what fills in a form stands among the lines, a stamp over or across them beside."""
    if sheet.ink is None:
        return []
    quads = first.find_lines(sheet.ink)
    level = [piece for piece in laid if not piece.aside]
    fresh = []
    for piece in _read(sheet, sheet.ink, quads, INK_SCORE):
        under = [other for other in level if _touches(other.box, piece.box)]
        if any(fuzz.partial_ratio(piece.line.text, other.line.text) > _SAME for other in under):
            continue
        across = bool(under) or piece.tilt > ASKEW
        fresh.append(replace(piece, aside=piece.aside or across))
    return fresh


def _touches(box: Box, other: Box) -> bool:
    return min(box[2], other[2]) > max(box[0], other[0]) and min(box[3], other[3]) > max(box[1], other[1])


def _stands(quad: Quad) -> bool:
    top, side = np.hypot(*(quad[0] - quad[1])), np.hypot(*(quad[0] - quad[3]))
    return bool(side >= first.TALL * top)


def _span(quad: Quad) -> float:
    return float(np.hypot(*(quad[0] - quad[1])))


def _mean(readings: Sequence[Reading]) -> float:
    return sum(r.score for r in readings) / max(len(readings), 1)


def _confidence(laid: Sequence[Laid]) -> float:
    scores = [c for piece in laid for w in piece.line.words for c in w.confidence]
    return sum(scores) / len(scores) if scores else 0.0


def _worth(laid: Sequence[Laid]) -> float:
    """Return how much was read and how surely: letters that are likelier wrong than right count against it."""
    return sum(c - 0.6 for piece in laid for w in piece.line.words for c in w.confidence)


def _enlarged(sheet: Sheet) -> tuple[Pixels, np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """Return a small sheet at twice its size, since the second reader needs larger letters."""
    height, width = sheet.clean.shape
    if max(height, width) >= ENLARGED:
        return sheet.clean, np.asarray(sheet.to_picture, float)
    large = cv2.resize(sheet.clean, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    return np.asarray(large, np.uint8), np.asarray(sheet.to_picture, float) @ np.diag([0.5, 0.5, 1.0])


def _grey(pixels: Pixels) -> Pixels:
    if pixels.ndim == 2:
        return np.ascontiguousarray(pixels)
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2GRAY), np.uint8)

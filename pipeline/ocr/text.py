"""From what was read on a page to a document's blocks: one per paragraph or picture, one anchor per line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.document import PICTURE_TEXT, Anchor, Block, BlockKind
from pipeline.ocr.page import Line, PageReading, Picture, Transform


def lay(
    reading: PageReading,
    pictures: Sequence[Picture],
    *,
    start: int,
    page: int | None,
    part: str,
    index: int = 0,
    to_page: Transform | None = None,
) -> tuple[str, list[Block]]:
    """Return the text of a page and its blocks, which begin at offset `start` of their document.

    Anchors are numbered from `index` in their part. `to_page` takes a pixel to the units of the page's boxes (3 x 3);
    without it boxes stay in pixels.
    """
    pieces: list[str] = []
    blocks: list[Block] = []
    at = start
    for paragraph in _paragraphs(reading.lines):
        anchors = []
        begin = at
        for line in paragraph:
            text, boxes, confidence = _flat(line)
            placed = _placed(boxes, to_page)
            anchors.append(Anchor(at, at + len(text), part, index, 0, page, placed, confidence))
            index += 1
            pieces.append(text + (" " if _runs_on(text, line, paragraph) else "\n"))
            at += len(text) + 1
        blocks.append(Block(begin, at, BlockKind.PARAGRAPH, tuple(anchors), page=page))
    for picture in pictures:
        anchor = Anchor(at, at + 1, part, index, 0, page, _placed(picture.box, to_page), (picture.confidence,))
        blocks.append(Block(at, at + 2, BlockKind.PICTURE, (anchor,), picture.kind, page=page))
        pieces.append(f"{PICTURE_TEXT}\n")
        index, at = index + 1, at + 2
    return "".join(pieces), blocks


def _paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    paragraphs: list[list[Line]] = []
    for line in lines:
        if not line.words:
            continue
        if line.starts_paragraph or not paragraphs:
            paragraphs.append([])
        paragraphs[-1].append(line)
    return paragraphs


def _runs_on(text: str, line: Line, paragraph: Sequence[Line]) -> bool:
    """Tell whether the next line goes on where this one was full; a hyphen at its end still asks for a line break."""
    return line is not paragraph[-1] and not text.endswith(("-", "\u00ad"))


def _flat(line: Line) -> tuple[str, tuple[float, ...], tuple[float, ...]]:
    """Return a line's text with a box and a confidence for every character; a blank fills the gap between words."""
    boxes: list[float] = []
    confidence: list[float] = []
    for n, word in enumerate(line.words):
        if n:
            boxes += _between(boxes[-4:], word.boxes[:4])
            confidence.append(1.0)
        boxes += word.boxes
        confidence += word.confidence
    return line.text, tuple(boxes), tuple(confidence)


def _between(a: Sequence[float], b: Sequence[float]) -> tuple[float, ...]:
    """Return the box between two characters of a line: beside each other, or one above the other."""
    if b[0] >= a[2]:
        return a[2], min(a[1], b[1]), b[0], max(a[3], b[3])
    if a[0] >= b[2]:
        return b[2], min(a[1], b[1]), a[0], max(a[3], b[3])
    top, bottom = sorted((a[1], a[3], b[1], b[3]))[1:3]
    return min(a[0], b[0]), top, max(a[2], b[2]), bottom


def _placed(boxes: Sequence[float], to_page: Transform | None) -> tuple[float, ...]:
    """Return the upright boxes around the boxes after the transform."""
    if to_page is None:
        return tuple(boxes)
    x0, y0, x1, y1 = np.asarray(boxes, float).reshape(-1, 4).T
    corners = np.stack([np.stack([x, y, np.ones_like(x)]) for x in (x0, x1) for y in (y0, y1)])
    mapped = np.asarray(to_page, float) @ corners
    points = mapped[:, :2] / mapped[:, 2:]
    placed = np.concatenate([points.min(axis=0), points.max(axis=0)]).T
    return tuple(round(float(v), 2) for v in placed.ravel())


def run_boxes(boxes: Sequence[float], start: int, end: int) -> list[tuple[float, float, float, float]]:
    """Return few upright boxes that cover the characters `start` to `end` of an anchor's boxes, in order.

    A level or upright line gives one; a tilted one as many as it takes not to cover the lines beside it.
    """
    rows = np.asarray(boxes[4 * start : 4 * end], float).reshape(-1, 4)
    if not len(rows):
        return []
    if _is_straight(rows):
        return [_hull(rows)]
    middle = len(rows) // 2
    flat = [float(v) for v in rows.ravel()]
    return [*run_boxes(flat, 0, middle), *run_boxes(flat, middle, len(rows))] if middle else [_hull(rows)]


def _is_straight(rows: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> bool:
    left, top, right, bottom = _hull(rows)
    across, down = np.median(rows[:, 2] - rows[:, 0]), np.median(rows[:, 3] - rows[:, 1])
    size = float(max(across, down))
    return len(rows) == 1 or min(bottom - top, right - left) <= 1.45 * size


def _hull(rows: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> tuple[float, float, float, float]:
    return float(rows[:, 0].min()), float(rows[:, 1].min()), float(rows[:, 2].max()), float(rows[:, 3].max())

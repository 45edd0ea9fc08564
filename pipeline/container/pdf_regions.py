"""The regions of a page that may say something without text: its images, and line art drawn like letters.

Images that touch are one region: scanners cut pages in strips, and lay letters over paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

import pymupdf

from pipeline.container import limits
from pipeline.container.pdf_grid import Bands
from pipeline.container.pdf_placed import Matrix, Placed, moved
from pipeline.container.pdf_text import Box, Event

# Letters of four points, three of them: nothing smaller says a name.
MIN_WIDTH, MIN_HEIGHT = 9.0, 4.0
MIN_PIXELS_WIDE, MIN_PIXELS_HIGH = 18, 8
TOUCH = 1.5
MIN_DPI, MAX_DPI, ART_DPI = 200.0, 300.0, 200.0
LEAST_DPI = 90.0  # the smallest at which a page too large for its own resolution is still worth reading
# Curves and slanted strokes in paths of the size of letters; below it they are rules, bullets and boxes.
MANY_STROKES = 40
LETTER = 72.0
MANY_PATHS = 3_000
ART_REACH = 12.0


@dataclass(frozen=True, slots=True)
class Region:
    """A box in points of an upright page, the resolution it is worth reading at, and the images it shows."""

    box: Box
    dpi: float
    images: frozenset[int]


def regions_of(
    page: pymupdf.Page, placed: Sequence[Placed], events: Sequence[Event]
) -> tuple[list[Region], frozenset[int]]:
    """Return the regions of an upright page to be read, and the images too small to hold a word."""
    to_points: Matrix = tuple(page.transformation_matrix)
    edge: Box = tuple(page.rect)
    seen = [(p, _clipped(moved((0, 0, p.width, p.height), p.pixels_to(to_points)), edge)) for p in placed]
    large = [(p, box) for p, box in seen if box is not None and not _is_small(p, box)]
    small = frozenset(p.xref for p, box in seen if box is not None) - {p.xref for p, _ in large}
    boxes = [(box, _dpi(p, to_points), frozenset({p.xref})) for p, box in large]
    boxes += [(box, ART_DPI, frozenset[int]()) for box in _lettering(page, edge, events)]
    return [Region(box, _affordable(box, dpi), images) for box, dpi, images in _merged(boxes)], small


def _clipped(box: Box, edge: Box) -> Box | None:
    x0, y0, x1, y1 = max(box[0], edge[0]), max(box[1], edge[1]), min(box[2], edge[2]), min(box[3], edge[3])
    return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


def _is_small(placed: Placed, box: Box) -> bool:
    sides = sorted((box[2] - box[0], box[3] - box[1]))
    pixels = sorted((placed.width, placed.height))
    # strips a few rows high are parts of something larger
    is_strip = pixels[1] >= 8 * MIN_PIXELS_WIDE
    too_few = (pixels[0] < MIN_PIXELS_HIGH and not is_strip) or pixels[1] < MIN_PIXELS_WIDE
    return too_few or sides[1] < MIN_WIDTH or (sides[0] < MIN_HEIGHT and not is_strip)


def _dpi(placed: Placed, to_points: Matrix) -> float:
    a, b, c, d, _, _ = placed.pixels_to(to_points)
    size = min(max(hypot(a, b), 1e-6), max(hypot(c, d), 1e-6))
    return min(max(72.0 / size, MIN_DPI), MAX_DPI)


def _affordable(box: Box, dpi: float) -> float:
    """Return the resolution lowered to what may be read at once; 0 where even the least is too much."""
    area = (box[2] - box[0]) * (box[3] - box[1]) / 72.0**2
    most = (limits.MAX_READ_PIXELS / max(area, 1e-6)) ** 0.5
    return min(dpi, most) if most >= LEAST_DPI else 0.0


Found = tuple[Box, float, frozenset[int]]


def _merged(boxes: Iterable[Found]) -> list[Found]:
    """Join boxes that touch, until none does; sweeps from top to bottom."""
    rest = sorted(boxes, key=lambda found: found[0][1])
    while True:
        joined = _swept(rest)
        if len(joined) == len(rest):
            return joined
        rest = sorted(joined, key=lambda found: found[0][1])


def _swept(boxes: Sequence[Found]) -> list[Found]:
    result: list[Found] = []
    open_: list[Found] = []
    for box, dpi, images in boxes:
        still: list[Found] = []
        for other in open_:
            if other[0][3] + TOUCH < box[1]:
                result.append(other)
            elif _touch(box, other[0]):
                box, dpi, images = _around(box, other[0]), max(dpi, other[1]), images | other[2]
            else:
                still.append(other)
        open_ = [*still, (box, dpi, images)]
    return result + open_


def _touch(a: Box, b: Box) -> bool:
    return a[0] - TOUCH < b[2] and b[0] - TOUCH < a[2] and a[1] - TOUCH < b[3] and b[1] - TOUCH < a[3]


def _around(a: Box, b: Box) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _lettering(page: pymupdf.Page, edge: Box, events: Sequence[Event]) -> Iterator[Box]:
    """Yield the boxes about line art that has as many strokes as letters have, in paths of their size or all in one."""
    if not any(kind in ("fill-path", "stroke-path", "clip-path") for kind, _ in events):
        return
    found: list[tuple[Box, int]] = []
    for path in page.get_cdrawings():
        strokes = sum(_is_stroke(item) for item in path.get("items", ()))
        box = _clipped(tuple(path["rect"]), edge) if strokes else None
        if box is not None and (strokes >= MANY_STROKES or box[3] - box[1] <= LETTER or box[2] - box[0] <= LETTER):
            found.append((box, strokes))
    for group in _groups(found):
        box = group[0][0]
        for other, _ in group:
            box = _around(box, other)
        if sum(strokes for _, strokes in group) >= MANY_STROKES and box[2] - box[0] >= MIN_WIDTH:
            yield box


def _is_stroke(item: Sequence[Any]) -> bool:
    """Tell whether a part of a path bends or slants: rules and boxes do neither."""
    if item[0] == "c":
        return True
    if item[0] != "l":
        return False
    (x0, y0), (x1, y1) = item[1], item[2]
    return bool(abs(x1 - x0) > 0.3 and abs(y1 - y0) > 0.3)


def _groups(found: Sequence[tuple[Box, int]]) -> list[list[tuple[Box, int]]]:
    """Return paths in groups that lie near one another; a drawing of thousands is one."""
    if len(found) > MANY_PATHS:
        return [list(found)]
    bands = Bands((box[1] - ART_REACH, box[3] + ART_REACH, n) for n, (box, _) in enumerate(found))
    group_of: dict[int, int] = {}
    groups: list[list[tuple[Box, int]]] = []
    for n in range(len(found)):
        if n in group_of:
            continue
        members, todo = [], [n]
        group_of[n] = len(groups)
        while todo:
            at = todo.pop()
            box = found[at][0]
            members.append(found[at])
            reach = (box[0] - ART_REACH, box[1] - ART_REACH, box[2] + ART_REACH, box[3] + ART_REACH)
            for other in bands.near(reach[1], reach[3]):
                if other not in group_of and _touch(reach, found[other][0]):
                    group_of[other] = len(groups)
                    todo.append(other)
        groups.append(members)
    return groups

"""Where a PDF's images stand on its pages, told by the content streams, forms within forms included.

A matrix is six numbers as PDF writes them: (x, y) goes to (a x + c y + e, b x + d y + f).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pikepdf

from pipeline.container.pdf_text import Box

Matrix = tuple[float, float, float, float, float, float]
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
MAX_LEVELS = 12
MAX_PLACED = 2_000
_OPERATORS = "q Q cm Do"


@dataclass(frozen=True, slots=True)
class Placed:
    """An image drawn on a page: the number of its object, its size in pixels, and where its unit square goes.

    `to_page` takes the unit square (y upwards) to points of the file's own page space.
    """

    xref: int
    width: int
    height: int
    to_page: Matrix

    def pixels_to(self, page: Matrix) -> Matrix:
        """Return what takes a pixel (y downwards) to the space that `page` leads to from the file's page space."""
        to_unit: Matrix = (1 / self.width, 0.0, 0.0, -1 / self.height, 0.0, 1.0)
        return joined(joined(to_unit, self.to_page), page)


def joined(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that does one after the other."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def inverse(matrix: Matrix) -> Matrix | None:
    """Return the matrix that undoes one, or None for one that flattens."""
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    if abs(det) < 1e-12:
        return None
    return (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)


def moved(box: Box, matrix: Matrix) -> Box:
    """Return the smallest upright box around a box seen through a matrix."""
    a, b, c, d, e, f = matrix
    xs = [a * x + c * y + e for x in (box[0], box[2]) for y in (box[1], box[3])]
    ys = [b * x + d * y + f for x in (box[0], box[2]) for y in (box[1], box[3])]
    return min(xs), min(ys), max(xs), max(ys)


def placed_on(page: pikepdf.Page) -> list[Placed]:
    """Return the images that a page draws, in the order in which it draws them."""
    resources = page.obj.get("/Resources")
    if not _has_pictures(resources, 0):
        return []
    found: list[Placed] = []
    for placed in _placed(page.obj, resources, UNIT, 0):
        found.append(placed)
        if len(found) >= MAX_PLACED:
            break
    return found


def _has_pictures(resources: Any, level: int) -> bool:
    """Tell whether any image can be reached, so that pages of bare text aren't walked."""
    if level > MAX_LEVELS:
        return False
    for stored in _objects(resources).values():
        if stored.get("/Subtype") == "/Image":
            return True
        if stored.get("/Subtype") == "/Form" and _has_pictures(stored.get("/Resources"), level + 1):
            return True
    return False


def _objects(resources: Any) -> dict[str, Any]:
    objects = resources.get("/XObject") if isinstance(resources, pikepdf.Dictionary) else None
    if not isinstance(objects, pikepdf.Dictionary):
        return {}
    return {name: stored for name, stored in objects.items() if isinstance(stored, pikepdf.Stream)}


def _placed(holder: Any, resources: Any, base: Matrix, level: int) -> Iterator[Placed]:
    objects = _objects(resources)
    if not objects or level > MAX_LEVELS:
        return
    now, kept = base, []
    for instruction in pikepdf.parse_content_stream(holder, _OPERATORS):
        name = str(instruction.operator)
        if name == "q":
            kept.append(now)
        elif name == "Q":
            now = kept.pop() if kept else now
        elif name == "cm":
            now = joined(_matrix(instruction.operands), now)
        elif name == "Do" and len(instruction.operands):
            yield from _drawn(objects.get(str(instruction.operands[0])), resources, now, level)


def _drawn(stored: Any, resources: Any, now: Matrix, level: int) -> Iterator[Placed]:
    if stored is None:
        return
    if stored.get("/Subtype") == "/Image":
        width, height = (int(*_numbers([stored.get(side, 0)])) for side in ("/Width", "/Height"))
        if width > 0 and height > 0:
            yield Placed(stored.objgen[0], width, height, now)
    elif stored.get("/Subtype") == "/Form":
        inner = joined(_matrix(stored.get("/Matrix", ())), now)
        yield from _placed(stored, stored.get("/Resources", resources), inner, level + 1)


def _matrix(numbers: Any) -> Matrix:
    values = _numbers(list(numbers)[:6])
    return (values[0], values[1], values[2], values[3], values[4], values[5]) if len(values) == 6 else UNIT


def _numbers(operands: Any) -> list[float]:
    """Return the operands as numbers; nothing where one isn't, as viewers leave such an operator out."""
    try:
        return [float(n) for n in operands]
    except (TypeError, ValueError):
        return []

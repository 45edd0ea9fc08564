"""What was read in the pixels of a page as segments of glyphs, so that it takes its place among the page's text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from statistics import median

from pipeline.container.pdf_text import WIDE_GAP, Box, Glyph, Segment, Style
from pipeline.ocr import Line, PageReading, Word

STYLE_NAME = "pixels"
FLAT_DEGREES = 0.4  # less doesn't move a line's ends apart by a line's height
ALIKE_DEGREES = 3.0
LONG_LINE = 12  # characters from which a line tells its slope

Direction = tuple[float, float]
Letter = tuple[str, Box, float]


def segments_of(reading: PageReading, size: tuple[int, int], turned: int, box: Box) -> list[Segment]:
    """Return the lines of a reading as segments in points of the page.

    The picture, `size` pixels wide and high before it was `turned` clockwise to be read, shows `box` of the page.
    """
    lines = [[_letters(word, size, turned, box) for word in line.words] for line in reading.lines]
    slope = _slope(reading.lines, lines)
    result: list[Segment] = []
    for number, words in enumerate(lines):
        direction = _direction([letter for word in words for letter in word], slope)
        result.extend(_segments(words, direction, number))
    return result


def placed(pixels: Sequence[float], size: tuple[int, int], turned: int, box: Box) -> Box:
    """Return where a box of the picture as read lies on the page."""
    width, height = size
    x0, y0, x1, y1 = pixels
    if turned == 90:
        x0, y0, x1, y1 = y0, height - x1, y1, height - x0
    elif turned == 180:
        x0, y0, x1, y1 = width - x1, height - y1, width - x0, height - y0
    elif turned == 270:
        x0, y0, x1, y1 = width - y1, x0, width - y0, x1
    across, down = (box[2] - box[0]) / width, (box[3] - box[1]) / height
    return box[0] + x0 * across, box[1] + y0 * down, box[0] + x1 * across, box[1] + y1 * down


def _letters(word: Word, size: tuple[int, int], turned: int, box: Box) -> list[Letter]:
    boxes = [word.boxes[n : n + 4] for n in range(0, len(word.boxes), 4)]
    return [
        (char, placed(pixels, size, turned, box), sure)
        for char, pixels, sure in zip(word.text, boxes, word.confidence, strict=True)
    ]


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _angle(letters: Sequence[Letter]) -> float | None:
    """Return in degrees how a line runs, from the first letter to the last."""
    (x0, y0), (x1, y1) = _middle(letters[0][1]), _middle(letters[-1][1])
    far = hypot(x1 - x0, y1 - y0)
    return degrees(atan2(y1 - y0, x1 - x0)) if far > 1 else None


def _slope(lines: Sequence[Line], placed_lines: Sequence[Sequence[Sequence[Letter]]]) -> float:
    """Return the angle at which most of the page's long lines run."""
    angles = []
    for line, words in zip(lines, placed_lines, strict=True):
        if len(line.text) >= LONG_LINE and (angle := _angle([c for w in words for c in w])) is not None:
            angles.append(angle)
    return median(angles) if angles else 0.0


def _direction(letters: Sequence[Letter], slope: float) -> Direction:
    """Return a line's direction: the page's where it runs with it, else its own quarter turn."""
    own = _angle(letters)
    angle = slope if own is None or abs(own - slope) <= ALIKE_DEGREES or len(letters) < LONG_LINE / 2 else own
    quarter = 90.0 * round(angle / 90)
    if abs(angle - quarter) < FLAT_DEGREES or abs(angle - quarter) > 2 * ALIKE_DEGREES:
        angle = quarter
    x, y = round(cos(radians(angle)), 3), round(sin(radians(angle)), 3)
    return (float(x) + 0.0, float(y) + 0.0)


def _segments(words: Sequence[Sequence[Letter]], direction: Direction, line: int) -> Iterator[Segment]:
    """Yield the words of a line joined by blanks, apart where the gap is as wide as between cells."""
    glyphs = [[_glyph(letter, direction) for letter in word] for word in words if word]
    if not glyphs:
        return
    size = median(_height(g, direction) for word in glyphs for g in word)
    style = Style(STYLE_NAME, max(size, 1.0), 0, 0, 255)
    row: list[Glyph] = []
    sure: list[float] = []
    for word, letters in zip(glyphs, (w for w in words if w), strict=True):
        if row and word[0].u0 - row[-1].u1 > WIDE_GAP * size:
            yield _segment(row, sure, direction, size, line)
            row, sure = [], []
        if row:
            row.append(_blank(row[-1], word[0], style, direction))
            sure.append(1.0)
        row += [g._replace(style=style) for g in word]
        sure += [c for _, _, c in letters]
    yield _segment(row, sure, direction, size, line)


def _glyph(letter: Letter, direction: Direction) -> Glyph:
    char, box, _ = letter
    (dx, dy), (x, y) = direction, _middle(box)
    along = (abs(dx) * (box[2] - box[0]) + abs(dy) * (box[3] - box[1])) / 2 if dx == 0 or dy == 0 else 0.0
    along = along or min(box[2] - box[0], box[3] - box[1]) / 2
    middle = x * dx + y * dy
    half = abs(dx) * (box[3] - box[1]) / 2 + abs(dy) * (box[2] - box[0]) / 2
    return Glyph(char, box, (x - half * dy, y + half * dx), middle - along, middle + along, _PLAIN)


_PLAIN = Style(STYLE_NAME, 1.0, 0, 0, 255)


def _height(glyph: Glyph, direction: Direction) -> float:
    return abs(direction[0]) * (glyph.box[3] - glyph.box[1]) + abs(direction[1]) * (glyph.box[2] - glyph.box[0])


def _blank(left: Glyph, right: Glyph, style: Style, direction: Direction) -> Glyph:
    """Return the blank between two letters; its box fills the gap."""
    dx, dy = direction
    a, b = (left.box, right.box) if dx + dy > 0 else (right.box, left.box)
    low, high = (min(a[0], b[0]), min(a[1], b[1])), (max(a[2], b[2]), max(a[3], b[3]))
    if abs(dx) >= abs(dy):
        box = (min(a[2], b[0]), low[1], max(a[2], b[0]), high[1])
    else:
        box = (low[0], min(a[3], b[1]), high[0], max(a[3], b[1]))
    return Glyph(" ", box, left.origin, left.u1, max(right.u0, left.u1), style)


def _segment(row: Sequence[Glyph], sure: Sequence[float], direction: Direction, size: float, line: int) -> Segment:
    dx, dy = direction
    across = [-dy * x + dx * y for x, y in (_middle(g.box) for g in row)]
    return Segment(
        tuple(row), direction, row[0].u0, row[-1].u1, min(across) - size / 2, max(across) + size / 2, size, line,
        tuple(sure),
    )  # fmt: skip

"""Reading order of a page's segments: columns one after the other, tables cell by cell, lines in paragraphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pipeline.container.pdf_text import Segment

MIN_GUTTER = 9.0
MIN_COLUMN_LINES = 4
MIN_PROSE_SHARE = 0.55
MAX_LEVELS = 12
MAX_LEADING = 1.75


@dataclass(frozen=True, slots=True)
class Placed:
    """A segment's index on its page, with the row it stands in and its place there."""

    index: int
    segment: Segment
    row: int
    column: int
    columns: int


Paragraph = tuple[Placed, ...]


def paragraphs(segments: Sequence[Segment]) -> list[Paragraph]:
    """Group the segments of a page in paragraphs, cells and loose lines, in reading order."""
    result: list[Paragraph] = []
    by_direction: dict[tuple[float, float], list[int]] = {}
    for n, segment in enumerate(segments):
        by_direction.setdefault(segment.direction, []).append(n)
    for members in by_direction.values():
        for region in _regions(segments, members, 0):
            result.extend(_paragraphs(segments, region, len(result)))
    return result


def _regions(segments: Sequence[Segment], members: list[int], level: int) -> Iterator[list[int]]:
    """Yield the columns of a page from left to right, whatever spans them cutting above and below."""
    if len(members) < 2 * MIN_COLUMN_LINES or level > MAX_LEVELS:
        yield members
        return
    gutter = _gutter(segments, members)
    if gutter is None:
        yield members
        return
    for band, is_split in _bands(segments, members, gutter):
        if not is_split:
            yield from _regions(segments, band, level + 1) if len(band) < len(members) else [band]
            continue
        left = [n for n in band if segments[n].u1 <= gutter]
        right = [n for n in band if segments[n].u1 > gutter]
        yield from _regions(segments, left, level + 1)
        yield from _regions(segments, right, level + 1)


def _gutter(segments: Sequence[Segment], members: Sequence[int]) -> float | None:
    """Return the `u` that best parts two columns of prose, or None.

    Sweeps over the starts of the segments: at each, how many lie wholly left, wholly right and across.
    """
    starts = sorted(segments[n].u0 for n in members)
    ends = sorted(segments[n].u1 for n in members)
    best: tuple[int, float] | None = None
    ended = 0
    for n, start in enumerate(starts):
        while ended < len(ends) and ends[ended] <= start - MIN_GUTTER:
            ended += 1
        if n and starts[n - 1] > start - MIN_GUTTER:
            continue
        across, right = n - ended, len(starts) - n
        share = min(ended, right)
        if share >= MIN_COLUMN_LINES and across <= 0.6 * share and (best is None or share - across > best[0]):
            best = (share - across, start - MIN_GUTTER / 2)
    if best is None or not _is_prose(segments, members, best[1]):
        return None
    return best[1]


def _is_prose(segments: Sequence[Segment], members: Sequence[int], gutter: float) -> bool:
    """Tell columns of running text from the columns of a table: most lines of both fill their column."""
    left = [segments[n] for n in members if segments[n].u1 <= gutter]
    right = [segments[n] for n in members if segments[n].u0 >= gutter]
    for side in (left, right):
        width = max(s.u1 for s in side) - min(s.u0 for s in side)
        full = sum((s.u1 - s.u0) >= 0.6 * width for s in side)
        if width < 60 or full < MIN_PROSE_SHARE * len(side):
            return False
    return True


def _bands(segments: Sequence[Segment], members: Sequence[int], gutter: float) -> Iterator[tuple[list[int], bool]]:
    """Yield stretches from top to bottom that either cross the gutter or keep to its sides."""
    band: list[int] = []
    split = True
    for n in sorted(members, key=lambda n: (segments[n].v0, segments[n].u0)):
        crosses = segments[n].u0 < gutter < segments[n].u1
        if band and crosses == split:
            yield band, split
            band = []
        split = not crosses
        band.append(n)
    if band:
        yield band, split


def _paragraphs(segments: Sequence[Segment], members: Sequence[int], first_row: int) -> Iterator[Paragraph]:
    """Yield the paragraphs of one column; a line that carries on a cell of the row above joins that cell."""
    open_cells: list[list[Placed]] = []
    for row_number, row in enumerate(_rows(segments, members), first_row):
        placed = [Placed(n, segments[n], row_number, c, len(row)) for c, n in enumerate(row)]
        if len(placed) == 1 and (home := _continued(open_cells, placed[0])) is not None:
            home.append(placed[0])
            continue
        yield from (tuple(cell) for cell in open_cells)
        open_cells = [[cell] for cell in placed]
    yield from (tuple(cell) for cell in open_cells)


def _rows(segments: Sequence[Segment], members: Sequence[int]) -> Iterator[list[int]]:
    """Yield segments that stand at one height, left to right."""
    row: list[int] = []
    for n in sorted(members, key=lambda n: (round(_middle(segments[n]), 1), segments[n].u0)):
        if row and not _level(segments[row[0]], segments[n]):
            yield sorted(row, key=lambda m: segments[m].u0)
            row = []
        row.append(n)
    if row:
        yield sorted(row, key=lambda m: segments[m].u0)


def _middle(segment: Segment) -> float:
    return (segment.v0 + segment.v1) / 2


def _level(a: Segment, b: Segment) -> bool:
    return abs(_middle(a) - _middle(b)) < 0.35 * min(a.v1 - a.v0, b.v1 - b.v0)


def _continued(cells: list[list[Placed]], new: Placed) -> list[Placed] | None:
    """Return the paragraph or cell that a lone line carries on."""
    for cell in cells:
        last = cell[-1].segment
        aligned = len(cells) == 1 or abs(last.u0 - new.segment.u0) < 3
        if aligned and _is_next_line(last, new.segment) and (len(cells) > 1 or not _is_break(cell, new)):
            return cell
    return None


def _is_next_line(last: Segment, new: Segment) -> bool:
    leading = _middle(new) - _middle(last)
    size = max(last.size, new.size)
    similar = min(last.size, new.size) > 0.8 * size
    return similar and 0 < leading <= MAX_LEADING * size and new.u0 < last.u1 and last.u0 < new.u1


def _is_break(paragraph: list[Placed], new: Placed) -> bool:
    """Tell whether a line starts a paragraph of its own: indented after a short, finished line."""
    last = paragraph[-1].segment
    longest = max(p.segment.u1 for p in paragraph)
    finished = last.text[-1] in ".:;" and last.u1 < max(longest, new.segment.u1) - 2 * last.size
    return finished

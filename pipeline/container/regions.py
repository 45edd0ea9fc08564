"""The tables of a grid: several on one sheet, parted by blank rows or by another header."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pipeline import lexicons
from pipeline.container.headers import Labels, is_label_row, labels_of
from pipeline.document import fold

Row = tuple[int, Sequence[str]]
# What headers are told from.
_SAMPLE = 60
_MANY_COLUMNS = 200


@dataclass(frozen=True, slots=True)
class Region:
    """A run of rows from `first` on with labels of its own, which count rows from there; `columns` holds some value."""

    first: int
    labels: Labels
    columns: frozenset[int] = frozenset()

    @property
    def is_named(self) -> bool:
        """Tell whether anything names its cells."""
        return self.labels.header is not None or self.labels.left or bool(self.labels.beside)


@dataclass(frozen=True, slots=True)
class Regions:
    """The regions of one grid in order of place."""

    regions: tuple[Region, ...] = ()
    firsts: tuple[int, ...] = ()

    def label(self, row: int, column: int, left: str = "") -> str:
        """Return what names a cell; `left` is the text of its left neighbour, if it touches."""
        at = bisect_right(self.firsts, row) - 1
        if at < 0:
            return ""
        region = self.regions[at]
        return region.labels.of(row - region.first, column, left)


def regions_of(rows: Sequence[Row]) -> Regions:
    """Return the tables of a grid; `rows` are its rows that hold something, by number, in order."""
    found: list[Region] = []
    before: list[Row] = []
    named: Region | None = None
    for run in _runs(rows):
        region = _region(run)
        last = found[-1] if found else None
        if last is not None and named is not None and not last.is_named and len(region.columns) > 1:
            last = named  # what goes on after a note is the table above it
        if last is not None and not _is_news(region, run, last):
            region = _continued(run, last, before)
            if found[-1].first >= region.first:
                found.pop()
        found.append(region)
        named = region if region.is_named else named
        before = [*before, *run][:_SAMPLE] if region.first < run[0][0] else list(run[:_SAMPLE])
    return Regions(tuple(found), tuple(region.first for region in found))


def _runs(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Cut the rows where one is blank, and before each that is a header again."""
    run: list[Row] = []
    for number, cells in rows:
        if run and (number > run[-1][0] + 1 or (is_label_row(cells) and not is_label_row(run[-1][1]))):
            yield run
            run = []
        elif run and is_label_row(cells) and _width(cells) > _width(run[-1][1]):
            yield run  # the names of groups of columns stand over the header
            run = []
        run.append((number, cells))
    if run:
        yield run


def _width(cells: Sequence[str]) -> int:
    return sum(1 for cell in cells if cell.strip())


def _region(run: Sequence[Row]) -> Region:
    first = run[0][0]
    grid = _grid(run, first)
    columns = frozenset(n for _, cells in run[:_SAMPLE] for n, cell in enumerate(cells) if cell.strip())
    return Region(first, labels_of(grid), columns)


def _grid(run: Sequence[Row], first: int) -> list[list[str]]:
    grid: list[list[str]] = []
    for number, cells in run[:_SAMPLE]:
        grid += [[] for _ in range(number - first - len(grid))]
        grid.append(list(cells[:_MANY_COLUMNS]))
    return grid


def _is_news(region: Region, run: Sequence[Row], last: Region) -> bool:
    """Tell whether a run of rows is a table of its own rather than more of the one above."""
    header = region.labels.header
    if not last.is_named:
        return region.is_named
    if region.labels.beside or (region.labels.left and not last.labels.header):
        return True
    if region.is_named and not region.columns <= last.columns:
        return True
    if header is not None and _says_something(run[header][1]):
        return True
    # a note or a title between tables is no row of either
    return (len(last.columns) > 2 and len(region.columns) == 1 and len(run) < 3) or not region.columns & last.columns


def _continued(run: Sequence[Row], last: Region, before: Sequence[Row]) -> Region:
    """Return what goes on naming the cells below a blank row."""
    if last.is_named and not last.labels.beside:
        labels = last.labels if last.labels.left else replace(last.labels, header=-1)
        return Region(run[0][0], labels, last.columns)
    joined = [*before, *run][:_SAMPLE]
    if before and run[0][0] - before[0][0] < _SAMPLE:
        labels = labels_of(_grid(joined, before[0][0]))
        if labels != Labels():
            return Region(before[0][0], labels, last.columns | _region(run).columns)
    return _region(run)


def _says_something(cells: Sequence[str]) -> bool:
    """Tell whether a row over figures is a header rather than values that are missing ("Ana Gil", "no consta")."""
    filled = [fold(cell).strip(" .:*-/()") for cell in cells if cell.strip()]
    missing = lexicons.words("empty_cells.txt")
    return len(filled) > 1 and all(len(said) > 2 and said not in missing for said in filled)

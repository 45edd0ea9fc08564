"""The columns of a document's tables: which cells stand under one header, whatever file they come from."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from pipeline.container.regions import Row, regions_of
from pipeline.document import Block, BlockKind, Document, fold
from pipeline.lexicons import words

_SIGNS = re.compile(r"[^\w@%€]+")
_SUMS = ("total ", "subtotal ", "suma ", "media ")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with something in it: its place without the white space at its ends, and its row."""

    start: int
    end: int
    row: int
    text: str = field(repr=False)

    @property
    def is_empty(self) -> bool:
        """Tell whether the cell says that it holds no value ("-", "n/a", "TOTAL", "(baja)")."""
        if self.text[0] == "(" and self.text[-1] == ")" and self.text.islower():
            return True
        said = " ".join(_SIGNS.sub(" ", fold(self.text)).split())
        return not said or said in words("empty_cells.txt") or said.startswith(_SUMS)


@dataclass(frozen=True, slots=True)
class Column:
    """The cells of one table under one header; `table` is any value that tells tables of a document apart."""

    table: tuple[int, int]
    header: str = field(repr=False)
    cells: tuple[Cell, ...] = field(repr=False)

    @property
    def values(self) -> tuple[Cell, ...]:
        """The cells that hold a value."""
        return tuple(cell for cell in self.cells if not cell.is_empty)


def columns_of(document: Document) -> list[Column]:
    """Return the columns of every table, in order of their first cell; columns of one header are one."""
    found: dict[tuple[tuple[int, int], str, int], list[Cell]] = defaultdict(list)
    headers: dict[tuple[tuple[int, int], str, int], str] = {}
    for table, block, label in _labelled(document):
        cell = _cell(document, block)
        if cell is None or block.column is None:
            continue
        header = " ".join(fold(label).split()).strip(" .:*")
        key = (table, header, -1 if header else block.column)
        found[key].append(cell)
        headers[key] = header
    return [Column(key[0], headers[key], tuple(cells)) for key, cells in found.items()]


def _cell(document: Document, block: Block) -> Cell | None:
    said = document.text[block.start : block.end]
    text = said.strip()
    if not text:
        return None
    start = block.start + len(said) - len(said.lstrip())
    return Cell(start, start + len(text), block.row or 0, text)


def _labelled(document: Document) -> Iterator[tuple[tuple[int, int], Block, str]]:
    """Yield the cells with their table and label; a page's cells know their neighbour, so a header is looked for."""
    cells = [b for b in document.blocks if b.kind is BlockKind.CELL and b.row is not None]
    for page, members in groupby(cells, key=lambda b: b.page if b.table is None else None):
        if page is None:
            yield from (((b.table or 0, -1), b, b.label) for b in members)
        else:
            yield from _on_page(document, page, list(members))


def _on_page(document: Document, page: int, blocks: Sequence[Block]) -> Iterator[tuple[tuple[int, int], Block, str]]:
    for number, lines in enumerate(_grids(blocks)):
        rows = [_row(document, line) for line in lines]
        regions = regions_of(rows)
        for (row, texts), line in zip(rows, lines, strict=True):
            for block in line:
                column = block.column or 0
                left = texts[column - 1] if column else ""
                yield (page, number), block, regions.label(row, column, left)


def _row(document: Document, line: Sequence[Block]) -> Row:
    texts = [""] * (1 + max(block.column or 0 for block in line))
    for block in line:
        texts[block.column or 0] = document.text[block.start : block.end].strip()
    return line[0].row or 0, texts


def _grids(blocks: Sequence[Block]) -> Iterator[list[list[Block]]]:
    """Yield the tables of a page: rows one under the other with the same number of cells."""
    grid: list[list[Block]] = []
    for _, members in groupby(blocks, key=lambda b: b.row):
        line = list(members)
        if grid and (len(line) != len(grid[-1]) or (line[0].row or 0) > (grid[-1][0].row or 0) + 1):
            yield grid
            grid = []
        grid.append(line)
    if grid:
        yield grid


def commonest(labels: Iterable[str]) -> tuple[str, int]:
    """Return the commonest of some labels and how often it stands; the first in the alphabet of several."""
    counts = Counter(labels)
    return min(counts.items(), key=lambda item: (-item[1], item[0])) if counts else ("", 0)

"""Tables typed as plain text: a line of headers, then lines parted in the same way."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from pipeline.document import BlockKind, Document, fold
from pipeline.recognise.column_types import kind_of_header
from pipeline.recognise.table_columns import Cell, Column

_SEPARATORS = (
    ("\t", re.compile(r"\t")),
    ("|", re.compile(r"\|")),
    (";", re.compile(r";")),
    ("  ", re.compile(r"[ ]{2,}")),
)
_FEWEST, _KNOWN, _LONGEST_HEADER = 3, 2, 40
# A sentence may hold three semicolons.
_FEWEST_BY_SEMICOLONS = 5
# Headers of days and hours have figures: "L17", "M18", "h. 22".
_DAY = re.compile(r"[a-z]{1,3}\.?\s?\d\d?|\d\d?\s?[a-z]{1,3}\.?")
_RULE = re.compile(r"[\s|+:=_\-–—]*")

Piece = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Grid:
    """A table being read: how its cells are parted, its headers, and its cells under each."""

    number: int
    separator: str
    headers: tuple[str, ...] = field(repr=False)
    cells: dict[int, list[Cell]] = field(default_factory=lambda: defaultdict(list), repr=False)

    def columns(self) -> Iterator[Column]:
        for at, header in enumerate(self.headers):
            if self.cells[at]:
                yield Column((self.number, -2), header, tuple(self.cells[at]))


def columns_in_text(document: Document) -> Iterator[Column]:
    """Yield the columns of tables that a plain text holds; a document with cells of its own has none."""
    if any(block.kind is BlockKind.CELL for block in document.blocks):
        return
    text, grid, start = document.text, None, 0
    for number, line in enumerate(text.split("\n")):
        separator, pieces = _parted(line)
        ended = not line.strip() or (grid and separator != grid.separator and not _RULE.fullmatch(line))
        if grid and ended:
            yield from grid.columns()
            grid = None
        if grid and len(pieces) == len(grid.headers):
            _add(grid, text, start, pieces, number)
        elif not grid and (headers := _headers(line, pieces)):
            grid = _Grid(number, separator, headers)
        start += len(line) + 1
    if grid:
        yield from grid.columns()


def _parted(line: str) -> tuple[str, list[Piece]]:
    """Return what parts a line and its pieces; nothing where it has fewer than three."""
    for separator, pattern in _SEPARATORS:
        if separator not in line:
            continue
        pieces, last = [], 0
        for match in pattern.finditer(line):
            pieces.append((last, match.start()))
            last = match.end()
        pieces.append((last, len(line)))
        if separator not in "\t;":
            pieces = _without_margins(line, pieces)
        if len(pieces) >= (_FEWEST_BY_SEMICOLONS if separator == ";" else _FEWEST):
            return separator, pieces
    return "", []


def _without_margins(line: str, pieces: list[Piece]) -> list[Piece]:
    """Drop what stands before the first and after the last sign of a line that is framed by them."""
    first = 0 if line[slice(*pieces[0])].strip() else 1
    last = len(pieces) if line[slice(*pieces[-1])].strip() else len(pieces) - 1
    return pieces[first:last]


def _headers(line: str, pieces: list[Piece]) -> tuple[str, ...]:
    """Return the folded headers of a line that names columns; empty where it doesn't."""
    if not pieces or ":" in line:
        return ()
    said = tuple(" ".join(fold(line[a:b]).split()).strip(" .*") for a, b in pieces)
    named = [cell for cell in said if not _DAY.fullmatch(cell)]
    if any(len(cell) > _LONGEST_HEADER or sum(map(str.isdecimal, cell)) > 1 for cell in named):
        return ()
    known = sum(kind_of_header(cell) is not None for cell in named if cell)
    return said if known >= _KNOWN and known * 3 >= len(named) else ()


def _add(grid: _Grid, text: str, start: int, pieces: list[Piece], row: int) -> None:
    for at, (a, b) in enumerate(pieces):
        said = text[start + a : start + b]
        bare = said.strip()
        if bare:
            begin = start + a + len(said) - len(said.lstrip())
            grid.cells[at].append(Cell(begin, begin + len(bare), row, bare))

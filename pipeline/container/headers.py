"""Which cell names another: a header row on top, or the left cell of a form laid out as a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline import lexicons
from pipeline.document import fold

_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH_ROWS = 40
_LONGEST_HEADER = 60


@dataclass(frozen=True, slots=True)
class Labels:
    """How the cells of a grid are named: by the row `header`, by the cell to their left, or not at all.

    `beside` are names that run down the first column over several columns of values: a table on its side.
    """

    header: int | None = None
    left: bool = False
    names: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    def of(self, row: int, column: int, left: str = "") -> str:
        """Return the label of a cell; `left` is the text of its left neighbour."""
        if self.beside:
            name = self.beside[row].strip() if row < len(self.beside) and column else ""
            return name.rstrip(":").strip() if _could_name(name) else ""
        if self.left:
            names = _could_name(left) and (column % 2 or left.rstrip().endswith(":"))
            return left.strip().rstrip(":").strip() if names else ""
        if self.header is None or row <= self.header:
            return left.strip().rstrip(":") if left.rstrip().endswith(":") and _could_name(left) else ""
        return self.names[column].strip() if column < len(self.names) else ""


def labels_of(grid: Sequence[Sequence[str]]) -> Labels:
    """Tell how a grid's cells are named from its first rows."""
    sample = grid[: _ENOUGH_ROWS + 1]
    filled = [number for number, cells in enumerate(sample) if any(cell.strip() for cell in cells)]
    if not filled:
        return Labels()
    if _is_on_its_side([sample[number] for number in filled]):
        return Labels(beside=tuple(cells[0] if cells else "" for cells in grid))
    if _is_form([sample[number] for number in filled]):
        return Labels(left=True)
    width = max(len(sample[number]) for number in filled)
    for number in filled[:5]:
        below = [sample[n] for n in filled if n > number]
        if _is_header(sample[number], below, width):
            return Labels(header=number, names=tuple(sample[number]))
    return Labels()


def _is_on_its_side(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether fields run down the first column and each further column is one thing that has them."""
    width = max(map(len, rows))
    led = [row for row in rows if row and row[0].strip()]
    if width < 3 or len(led) < 3 or is_label_row(rows[0]):
        return False
    naming = sum(_is_pure(row[0]) for row in led)
    others = [[cell for cell in row[1:] if cell.strip()] for row in led]
    if naming * 3 < len(led) * 2 or sum(len(cells) > 1 for cells in others) * 2 < len(led):
        return False
    named = sum(_names_a_field(cell) for cells in others for cell in cells)
    return named * 4 < sum(map(len, others))


def is_label_row(cells: Sequence[str]) -> bool:
    """Tell whether a row says nothing but names of fields: the header of another table further down."""
    filled = [cell for cell in cells if cell.strip()]
    if len(filled) < 2 or not all(map(_could_name, filled)):
        return False
    return sum(map(_is_pure, filled)) * 3 >= len(filled) * 2


def _is_pure(cell: str) -> bool:
    """Tell whether a cell is a field's name from its first word to its last."""
    if not _could_name(cell) or any(map(str.isdigit, cell)):
        return False
    known, small = lexicons.words("column_headers.txt"), lexicons.words("header_links.txt")
    found = _WORD.findall(fold(cell).replace(".", ""))
    return any(word in known for word in found) and all(word in known or word in small for word in found)


def _is_form(rows: Sequence[Sequence[str]]) -> bool:
    """Tell whether pairs of name and value run down the grid, empty columns between them or not."""
    packed = [[cell for cell in row if cell.strip()] for row in rows]
    pairs = [row for row in packed if len(row) > 1]
    if not pairs or max(map(len, packed)) not in (2, 4):
        return False
    naming = sum(_names_a_field(row[0]) for row in pairs)
    return naming * 2 > len(pairs) and sum(_names_a_field(row[1]) for row in pairs) * 2 < len(pairs)


def _is_header(first: Sequence[str], below: Sequence[Sequence[str]], width: int) -> bool:
    filled = [cell for cell in first if cell.strip()]
    # a title over the table fills one cell or two: a header names at least half of the columns
    if not below or not filled or len(filled) * 2 < width or not all(map(_could_name, filled)):
        return False
    if any(_names_a_field(cell) for cell in filled):
        return True
    return any(_unlike(cell, [row[n] for row in below if n < len(row)]) for n, cell in enumerate(first))


def _could_name(cell: str) -> bool:
    digits = sum(map(str.isdigit, cell))
    return 0 < len(cell.strip()) <= _LONGEST_HEADER and "@" not in cell and digits < 4 and bool(_WORD.search(cell))


def _names_a_field(cell: str) -> bool:
    if not _could_name(cell):
        return False
    known = lexicons.words("column_headers.txt")
    folded = fold(cell).replace(".", "")
    return cell.rstrip().endswith(":") or any(word in known for word in _WORD.findall(folded))


def _unlike(cell: str, column: Sequence[str]) -> bool:
    """Tell whether a cell without digits stands over a column that is mostly digits."""
    filled = [value for value in column if value.strip()]
    digits = sum(1 for value in filled if any(map(str.isdigit, value)))
    return bool(filled) and bool(cell.strip()) and not any(map(str.isdigit, cell)) and digits * 10 > len(filled) * 8

"""The cells of a table in a text: each with its place, and named by its header or its left neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.container.regions import regions_of
from pipeline.container.units import Unit
from pipeline.document import BlockKind


def grid_units(part: str, number: int, rows: Sequence[Sequence[tuple[int, list[Unit]]]]) -> list[Unit]:
    """Return the units of table `number`: `rows` hold the column of each cell and the units read in it."""
    texts = ((at, _texts(row)) for at, row in enumerate(rows))
    tables = regions_of([(at, cells) for at, cells in texts if any(cells)])
    units: list[Unit] = []
    for at, row in enumerate(rows):
        left, line = "", list[Unit]()
        for column, cell in row:
            label = tables.label(at, column, left)
            left = " ".join(unit.text for unit in cell)
            line += _placed(cell, Unit(part, (), label=label, row=at, column=column, table=number))
        units += _closed(line, "\n")
    return units


def _texts(row: Sequence[tuple[int, list[Unit]]]) -> list[str]:
    texts: list[str] = []
    for column, cell in row:
        texts += [""] * (column - len(texts))
        texts.append(" ".join(unit.text for unit in cell).strip())
    return texts


def _placed(cell: Sequence[Unit], place: Unit) -> list[Unit]:
    """Give a cell's units their place; those of a nested table keep theirs and take the label if they have none."""
    placed = [
        replace(u, label=u.label or place.label)
        if u.table is not None
        else replace(
            u,
            kind=BlockKind.CELL if u.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM) else u.kind,
            label=place.label,
            row=place.row,
            column=place.column,
            table=place.table,
        )
        for u in cell
    ]
    return _closed(placed, "\t")


def _closed(units: list[Unit], ending: str) -> list[Unit]:
    """Let the last unit with text end a cell or a row."""
    for at in range(len(units) - 1, -1, -1):
        if units[at].text:
            units[at] = replace(units[at], ending=ending)
            break
    return units

"""Delimited tables: one block per cell, named by its column's header."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter

from pipeline.container import delimited, encoding
from pipeline.container.regions import Row, regions_of
from pipeline.document import Anchor, Block, BlockKind, Document, build
from pipeline.registry import reader


@reader("csv")
def read_table(data: bytes, name: str) -> Document:
    """Read a .csv or .tsv; cells are parted by tabs and rows by line feeds, whatever the file uses."""
    text, _ = encoding.decode(data)
    cells = list(delimited.cells(text, delimited.delimiter_of(text, name)))
    tables = regions_of(_rows(cells))
    texts: list[str] = []
    blocks: list[Block] = []
    place = 0
    left = ""
    for number, cell in enumerate(cells):
        last = number + 1 == len(cells) or cells[number + 1].row != cell.row
        label = tables.label(cell.row, cell.column, left if cell.column else "")
        blocks.append(_block(cell, number, place, label))
        texts += [cell.value, "\n" if last else "\t"]
        place += len(cell.value) + 1
        left = cell.value
    return build("".join(texts), blocks, data, "csv", name)


def _block(cell: delimited.Cell, number: int, place: int, label: str) -> Block:
    end = place + len(cell.value)
    anchors = (Anchor(place, end, "cells", number),) if cell.value else ()
    return Block(place, end + 1, BlockKind.CELL, anchors, label, cell.row, cell.column, table=0)


def _rows(cells: list[delimited.Cell]) -> list[Row]:
    rows: list[Row] = []
    for number, line in groupby(cells, key=attrgetter("row")):
        values = [cell.value for cell in line]
        if any(value.strip() for value in values):
            rows.append((number, values))
    return rows

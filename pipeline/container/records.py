"""What is about one thing in a table: a row, a column of a table on its side, or a row of one of two side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby

from pipeline.document import Block, BlockKind, Document

Record = tuple[int, int, int]


class Records:
    """The records of a document's tables: cells of one record are about one thing."""

    def __init__(self, document: Document) -> None:
        cells: dict[int, list[Block]] = defaultdict(list)
        for block in document.blocks:
            if block.kind is not BlockKind.CELL or block.row is None or block.table is None:
                continue
            if not document.text[block.start : block.end].isspace():
                cells[block.table].append(block)
        self._sides = {table for table, blocks in cells.items() if _is_on_its_side(document, blocks)}
        self._parts = {table: _parts(blocks) for table, blocks in cells.items() if table not in self._sides}

    def of(self, block: Block) -> Record | None:
        """Return the record of a cell, None for what lies in no table."""
        if block.row is None:
            return None
        if block.table is None:
            return (-1 - (block.page or 0), block.row, 0)
        column = block.column or 0
        if block.table in self._sides:
            return (block.table, -1 - column, 0)
        return (block.table, block.row, self._parts.get(block.table, {}).get(column, 0))


def _is_on_its_side(document: Document, blocks: Sequence[Block]) -> bool:
    """Tell whether every row is named by its first cell over several values."""
    several = 0
    for _, members in groupby(blocks, key=lambda b: b.row):
        first, *rest = members
        said = document.text[first.start : first.end].strip().rstrip(":").strip()
        if any(block.label.strip() != said for block in rest):
            return False
        several += len(rest) > 1
    return several > 1


def _parts(blocks: Sequence[Block]) -> Mapping[int, int]:
    """Number the groups of columns that an empty column parts, where a group is headed like another."""
    labels: dict[int, set[str]] = defaultdict(set)
    for block in blocks:
        labels[block.column or 0].add(block.label.strip())
    groups: list[list[int]] = []
    for column in sorted(labels):
        if not groups or column > groups[-1][-1] + 1:
            groups.append([])
        groups[-1].append(column)
    parts: dict[int, int] = {}
    seen: set[str] = set()
    number = 0
    for group in groups:
        said = set().union(*(labels[column] for column in group)) - {""}
        number += bool(seen & said)
        seen = said if seen & said else seen | said
        parts.update(dict.fromkeys(group, number))
    return parts

"""The text of an .xlsx: cell by cell, then whatever else a workbook holds in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from lxml import etree

from pipeline.container import limits
from pipeline.container.headers import labels_of
from pipeline.container.ooxml_text import link_units, loose_units, paragraphs_of, text_piece
from pipeline.container.package import CONTENT_TYPES, Package
from pipeline.container.sheet_cells import (
    Numbers,
    as_text,
    cached_piece,
    column_of,
    formula_piece,
    runs_of,
    shared_pieces,
)
from pipeline.container.units import Piece, Unit
from pipeline.container.xml import detach, local
from pipeline.document import BlockKind
from pipeline.errors import LimitExceeded

_TELLING_FORMULA = re.compile(r"[\"'!]|\d{6}")
_LABEL_ROWS = 60
_LABEL_COLUMNS = 200


@dataclass(slots=True)
class Book:
    """A workbook being walked: its strings, how its numbers look, and the values its cells show."""

    package: Package
    main: str
    strings: list[etree._Element]
    numbers: Numbers
    used: set[int] = field(default_factory=set)
    shown: set[str] = field(default_factory=set, repr=False)
    cells: int = 0


def open_book(package: Package) -> Book:
    """Find the parts every cell needs: shared strings and number formats."""
    main = package.main()
    strings: list[etree._Element] = []
    styles: etree._Element | None = None
    for relation in package.relations(main):
        name = package.target_of(main, relation)
        type = relation.get("Type") or ""
        if type.endswith("/sharedStrings") and name in package:
            strings = list(package.tree(name).iterchildren("{*}si"))
        elif type.endswith("/styles") and name in package:
            styles = package.tree(name)
    return Book(package, main, strings, Numbers.of(styles, package.tree(main)))


def walk(package: Package) -> list[Unit]:
    """Return every text unit of the workbook: sheets in their order, then the other parts by name."""
    book = open_book(package)
    units: list[Unit] = []
    sheets = sheet_names(package, book.main)
    for number, name in enumerate(sheets):
        units += _sheet_units(book, name, number)
    for name in sorted(package.members):
        if name in sheets or not package.is_xml(name) or name.endswith(".rels") or name == CONTENT_TYPES:
            continue
        units += _part_units(book, name)
    for owner in sorted(package.owners()):
        units += link_units(package, owner)
    return units


def sheet_names(package: Package, main: str) -> list[str]:
    """Return the worksheet parts in the order of the tabs, hidden ones included."""
    targets = {r.get("Id") or "": package.target_of(main, r) for r in package.relations(main)}
    names = []
    for sheet in package.tree(main).iterfind("{*}sheets/{*}sheet"):
        id = next((str(v) for k, v in sheet.attrib.items() if local(str(k)) == "id"), None)
        name = targets.get(id or "", "")
        if name in package and package.type_of(name).lower().endswith("worksheet+xml"):
            names.append(name)
    return names


def cells_of(sheet: etree._Element) -> Iterator[tuple[int, int, etree._Element]]:
    """Yield row, column (from 0) and element of each cell."""
    row = -1
    for line in sheet.iterfind("{*}sheetData/{*}row"):
        row = int(line.get("r") or row + 2) - 1
        column = -1
        for cell in line:
            column = column_of(cell.get("r") or "", column + 1)
            yield row, column, cell


def _sheet_units(book: Book, name: str, number: int) -> list[Unit]:
    root = book.package.tree(name)
    read: list[tuple[int, int, list[Unit]]] = []
    for row, column, cell in cells_of(root):
        book.cells += 1
        if book.cells > limits.MAX_CELLS:
            raise LimitExceeded(
                f"The workbook has more than {limits.MAX_CELLS} cells.", stage="extract", remedy="Split the file."
            )
        units = _cell_units(book, name, cell)
        if units:
            read.append((row, column, units))
    units = _placed(read, number)
    for child in root:
        if local(child.tag) != "sheetData":
            units += loose_units(child, name, set())
    return units


def _cell_units(book: Book, part: str, cell: etree._Element) -> list[Unit]:
    formula = cell.find("{*}f")
    units = []
    pieces = _pieces(book, cell)
    if any(piece.text for piece in pieces):
        unit = Unit(part, tuple(pieces), BlockKind.CELL)
        book.shown.add(unit.text)
        units.append(unit)
    if formula is not None and formula.text and _TELLING_FORMULA.search(formula.text):
        units.append(Unit(part, (formula_piece(formula),), BlockKind.FIELD))
    return units


def _pieces(book: Book, cell: etree._Element) -> Sequence[Piece]:
    kind = cell.get("t") or "n"
    if kind == "inlineStr":
        inline = cell.find("{*}is")
        return [] if inline is None else [text_piece(t) for t in runs_of(inline)]
    value = cell.find("{*}v")
    if value is None or not value.text or kind in ("b", "e"):
        return []
    if kind == "s":
        at = int(value.text) if value.text.strip().isdecimal() else -1
        if not 0 <= at < len(book.strings):
            return []
        book.used.add(at)
        return shared_pieces(cell, book.strings[at])
    shown = value.text if kind in ("str", "d") else as_text(value.text, cell.get("s"), book.numbers)
    return [cached_piece(cell, shown)]


def _placed(read: Sequence[tuple[int, int, list[Unit]]], table: int) -> list[Unit]:
    labels = labels_of(_grid(read))
    units: list[Unit] = []
    before, left = (-1, -1), ""
    for at, (row, column, cell) in enumerate(read):
        neighbour = left if before == (row, column - 1) else ""
        last = at + 1 == len(read) or read[at + 1][0] != row
        label = labels.of(row, column, neighbour)
        placed = [replace(u, label=label, row=row, column=column, table=table, ending="\t") for u in cell]
        if last:
            placed[-1] = replace(placed[-1], ending="\n")
        units += placed
        before, left = (row, column), cell[0].text
    return units


def _grid(read: Sequence[tuple[int, int, list[Unit]]]) -> list[list[str]]:
    grid: list[list[str]] = []
    for row, column, cell in read:
        if row >= _LABEL_ROWS:
            break
        while len(grid) <= row:
            grid.append([])
        if column < _LABEL_COLUMNS:
            grid[row] += [""] * (column + 1 - len(grid[row]))
            grid[row][column] = cell[0].text
    return grid


def _part_units(book: Book, name: str) -> list[Unit]:
    root = book.package.tree(name)
    taken: set[etree._Element] = set()
    units: list[Unit] = []
    kind = local(root.tag)
    if kind == "sst":
        taken.update(t for at, item in enumerate(book.strings) if at in book.used for t in item.iter())
    elif kind == "comments":
        units += _joined(root, "{*}text", name, BlockKind.COMMENT, taken)
    elif kind == "workbook":
        units += _defined_names(root, name, taken)
    else:
        units += paragraphs_of(root, name, taken)
    if kind == "sst":
        units += _joined(root, "{*}si", name, BlockKind.HIDDEN, taken)
    units += loose_units(root, name, taken, everything=name.startswith("customXml/"))
    if "pivot" in name.lower():
        # a cache repeats its sheet: only what the sheet no longer says is news
        units = [unit for unit in units if unit.text not in book.shown]
    return units


def _joined(root: etree._Element, path: str, part: str, kind: BlockKind, taken: set[etree._Element]) -> list[Unit]:
    """Make one unit of the runs of each element that isn't taken yet."""
    units = []
    for element in root.iter(path):
        runs = [t for t in runs_of(element) if t not in taken]
        taken.update(runs)
        if runs:
            units.append(Unit(part, tuple(map(text_piece, runs)), kind))
    return units


def _defined_names(root: etree._Element, part: str, taken: set[etree._Element]) -> list[Unit]:
    units = []
    for element in root.iterfind("{*}definedNames/{*}definedName"):
        taken.add(element)
        units.append(Unit(part, (Piece(element.text or "", _remover(element)),), BlockKind.FIELD))
    return units


def _remover(element: etree._Element) -> Callable[[str], None]:
    """A defined name that says what must go can't be mended: it goes."""

    def write(new: str) -> None:
        detach(element)

    return write

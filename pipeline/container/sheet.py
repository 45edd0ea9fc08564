"""The text of an .xlsx: cell by cell, then whatever else a workbook holds in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from lxml import etree

from pipeline.container import formulas, limits
from pipeline.container.ooxml_text import link_units, loose_units, paragraphs_of, text_piece
from pipeline.container.package import CONTENT_TYPES, Package
from pipeline.container.regions import Row, regions_of
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
_CODE = re.compile(r"\s*(?:[01]|true|false|#[A-Z0-9_/]+[!?]?)\s*", re.I)  # yes or no, or what went wrong
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
        told = line.get("r") or ""
        row = int(told) - 1 if told.isdecimal() and told != "0" else row + 1
        column = -1
        for cell in line:
            column = column_of(cell.get("r") or "", column + 1)
            yield row, column, cell


class _Read(NamedTuple):
    """A cell that shows something, or whose formula says something."""

    row: int
    column: int
    text: str
    pieces: tuple[Piece, ...]
    formula: etree._Element | None


def _sheet_units(book: Book, name: str, number: int) -> list[Unit]:
    root = book.package.tree(name)
    read: list[_Read] = []
    for row, column, cell in cells_of(root):
        book.cells += 1
        if book.cells > limits.MAX_CELLS:
            raise LimitExceeded(
                f"The workbook has more than {limits.MAX_CELLS} cells.", stage="extract", remedy="Split the file."
            )
        pieces, formula = _inside(book, cell)
        text = "".join([piece.text for piece in pieces])
        if text or formula is not None:
            book.shown.add(text)
            read.append(_Read(row, column, text, tuple(pieces), formula))
    units = list(_placed(read, name, number))
    for child in root:
        if local(child.tag) != "sheetData":
            units += loose_units(child, name, set())
    return units


def _inside(book: Book, cell: etree._Element) -> tuple[Sequence[Piece], etree._Element | None]:
    """Return the pieces a cell shows, and its formula if that says something in words."""
    formula: etree._Element | None = None
    pieces: Sequence[Piece] = ()
    for child in cell:
        name = _local(child.tag)
        if name == "v" and child.text:
            value = _value_pieces(book, cell, child.text)
            pieces = [*pieces, *value] if pieces else value
        elif name == "is":
            pieces = [*pieces, *map(text_piece, runs_of(child))]
        elif name == "f" and child.text and _TELLING_FORMULA.search(formulas.joined(child.text)):
            formula = child
    if formula is not None and not pieces and (said := formulas.result(formula.text or "")):
        return (cached_piece(cell, said),), None  # nobody has worked it out yet
    return pieces, formula


def _value_pieces(book: Book, cell: etree._Element, value: str) -> Sequence[Piece]:
    kind = cell.get("t") or "n"
    if kind == "inlineStr" or (kind in ("b", "e") and _CODE.fullmatch(value)):
        return ()
    if kind == "s":
        at = int(value) if value.strip().isdecimal() else -1
        if not 0 <= at < len(book.strings):
            return ()
        book.used.add(at)
        return shared_pieces(cell, book.strings[at])
    shown = value if kind in ("str", "d") else as_text(value, cell.get("s"), book.numbers)
    return (cached_piece(cell, shown),)


def _placed(read: Sequence[_Read], part: str, table: int) -> Iterator[Unit]:
    tables = regions_of(_rows(read))
    before: _Read | None = None
    for at, cell in enumerate(read):
        beside = before is not None and before.row == cell.row
        if before is not None and before.column != cell.column - 1:
            beside = beside and before.text.rstrip().endswith(":")  # a form may leave columns between
        label = tables.label(cell.row, cell.column, before.text if before and beside else "")
        ending = "\n" if at + 1 == len(read) or read[at + 1].row != cell.row else "\t"
        place = (label, cell.row, cell.column, table)
        if cell.text:
            yield Unit(part, cell.pieces, BlockKind.CELL, *place, ending if cell.formula is None else "\t")
        if cell.formula is not None:
            yield Unit(part, (formula_piece(cell.formula),), BlockKind.FIELD, *place, ending)
        before = cell


def _rows(read: Sequence[_Read]) -> list[Row]:
    rows: list[Row] = []
    for number, cells in groupby(read, key=attrgetter("row")):
        line: list[str] = []
        for cell in cells:
            if cell.column < _LABEL_COLUMNS:
                line += [""] * (cell.column + 1 - len(line))
                line[cell.column] = cell.text
        if any(text.strip() for text in line):
            rows.append((number, line))
    return rows


@cache
def _local(tag: str) -> str:
    return local(tag)


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
        units.append(Unit(part, (Piece(formulas.joined(element.text or ""), _remover(element)),), BlockKind.FIELD))
    return units


def _remover(element: etree._Element) -> Callable[[str], None]:
    """A defined name that says what must go can't be mended: it goes."""

    def write(new: str) -> None:
        detach(element)

    return write

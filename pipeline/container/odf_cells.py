"""Cells of OpenDocument tables that hold a value besides the text they show: one never says what the other lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from lxml import etree

from pipeline.container import formulas
from pipeline.container.odf import long
from pipeline.container.odf_pieces import nowhere
from pipeline.container.ooxml_text import legal
from pipeline.container.units import Piece, Unit
from pipeline.container.xml import local
from pipeline.document import BlockKind

_VALUES = frozenset(
    ("formula", "value", "date-value", "time-value", "boolean-value", "string-value", "currency",
     "number-matrix-columns-spanned", "number-matrix-rows-spanned")
)  # fmt: skip
TOLD = _VALUES - {"currency"}  # what is read as the value of a cell
_TYPE = "value-type"
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_TELLING_FORMULA = re.compile(r"[\"'!]|\d{6}")
_LONG_NUMBER = 6


def cell_pieces(cell: etree._Element, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the pieces a cell shows; another text in one of them makes the cell plain text, its value gone."""
    shown = tuple(Piece(p.text, p.write if p.write is nowhere else _plain_writer(cell, p.write)) for p in pieces)
    told = cell.get(long("office:string-value"))
    if told and not any(piece.text.strip() for piece in shown):
        return (Piece(told, _plain_writer(cell, _paragraph_writer(cell))),)
    if not shown and (said := formulas.result(cell.get(long("table:formula")) or "")):
        return (Piece(said, _plain_writer(cell, _paragraph_writer(cell))),)  # nobody has worked it out yet
    return shown


def raw_units(cell: etree._Element, part: str, shown: str) -> Iterator[Unit]:
    """Yield the value of a cell as hidden text where it says more than what is shown: a day under `marzo de 1980`."""
    date = _DATE.match(cell.get(long("office:date-value")) or "")
    value = cell.get(long("office:value")) or ""
    told = cell.get(long("office:string-value")) or ""
    if date:
        text = f"{date[3]}/{date[2]}/{date[1]}"
        if not _says(shown, (date[1], date[3])):
            yield Unit(part, (Piece(text, _plain_writer(cell, nowhere)),), BlockKind.HIDDEN)
    elif len(re.sub(r"\D", "", value)) >= _LONG_NUMBER and re.sub(r"\D", "", value) != re.sub(r"\D", "", shown):
        yield Unit(part, (Piece(value, _plain_writer(cell, nowhere)),), BlockKind.HIDDEN)
    elif told and shown.strip() and " ".join(told.split()) != " ".join(shown.split()):
        yield Unit(part, (Piece(told, _plain_writer(cell, nowhere)),), BlockKind.HIDDEN)


def formula_units(cell: etree._Element, part: str) -> Iterator[Unit]:
    """Yield the formula of a cell if it says something in words; with that gone, its result stays as plain text."""
    formula = formulas.joined(cell.get(long("table:formula")) or "")
    if _TELLING_FORMULA.search(formula):
        yield Unit(part, (Piece(formula, _plain_writer(cell, nowhere)),), BlockKind.FIELD)


def make_plain(cell: etree._Element) -> None:
    """Leave a cell nothing but the text it shows."""
    for key in list(cell.attrib):
        name = local(str(key))
        if name in _VALUES:
            del cell.attrib[key]
        elif name == _TYPE:
            cell.set(key, "string")


def _plain_writer(cell: etree._Element, write: Callable[[str], None]) -> Callable[[str], None]:
    def written(new: str) -> None:
        write(new)
        make_plain(cell)

    return written


def _paragraph_writer(cell: etree._Element) -> Callable[[str], None]:
    def write(new: str) -> None:
        paragraph = etree.SubElement(cell, long("text:p"))
        paragraph.text = legal(new)

    return write


def _says(shown: str, numbers: Sequence[str]) -> bool:
    return all(re.search(rf"(?<!\d)0?{int(number)}(?!\d)", shown) for number in numbers)

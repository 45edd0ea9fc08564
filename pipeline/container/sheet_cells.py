"""Cells of a worksheet: how a value looks as text, and how another text takes its place."""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from lxml import etree

from pipeline.container import formulas
from pipeline.container.ooxml_text import XML_SPACE, legal, text_piece
from pipeline.container.units import Piece
from pipeline.container.xml import detach, local, namespace

# ECMA-376 part 1, 18.8.30: the built-in formats that are dates or times, those of other languages included.
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_QUOTED = re.compile(r"\"[^\"]*\"|\\.|\[[^\]]*\]|_.|\*.")
_DATE_CODE = re.compile(r"[dmyhs]", re.I)
_ZEROS = re.compile(r"0{2,}\Z")
_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?\d*\Z")
_LAST_SERIAL = 2_958_466  # 31 December 9999


@dataclass(frozen=True, slots=True)
class Numbers:
    """How the numbers of a workbook look: date styles, zero-padded styles by width, and the day it counts from."""

    dates: frozenset[int] = frozenset()
    padded: tuple[tuple[int, int], ...] = ()
    from_1904: bool = False

    @classmethod
    def of(cls, styles: etree._Element | None, workbook: etree._Element) -> Numbers:
        """Read the cell formats of the style part."""
        settings = workbook.find("{*}workbookPr")
        from_1904 = settings is not None and settings.get("date1904") in ("1", "true")
        if styles is None:
            return cls(from_1904=from_1904)
        codes = {f.get("numFmtId"): f.get("formatCode") or "" for f in styles.iterfind("{*}numFmts/{*}numFmt")}
        dates, padded = set(), []
        for at, style in enumerate(styles.iterfind("{*}cellXfs/{*}xf")):
            id = style.get("numFmtId") or "0"
            code = codes.get(id, "")
            if (id.isdecimal() and int(id) in _DATE_FORMATS) or _DATE_CODE.search(_QUOTED.sub("", code)):
                dates.add(at)
            elif _ZEROS.match(code):
                padded.append((at, len(code)))
        return cls(frozenset(dates), tuple(padded), from_1904)


def as_text(raw: str, style: str | None, numbers: Numbers) -> str:
    """Return a number as a reader sees it where that matters: dates as dates, long numbers whole, zeros kept."""
    try:
        value = float(raw)
    except ValueError:
        return raw
    at = int(style) if style and style.isdecimal() else -1
    if at in numbers.dates and 0 <= value < _LAST_SERIAL:
        return _date_text(value, numbers.from_1904)
    if value.is_integer() and abs(value) < 1e15:
        whole = str(int(value))
        return whole.zfill(dict(numbers.padded).get(at, 0))
    return raw


def _date_text(value: float, from_1904: bool) -> str:
    # day 0 is 30 December 1899, since the format counts a 29 February 1900 that never was
    start = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30)
    try:
        moment = start + timedelta(seconds=round(value * 86_400))
    except OverflowError:
        return str(value)
    if value < 1:
        return moment.strftime("%H:%M")
    day = f"{moment.day:02d}/{moment.month:02d}/{moment.year:04d}"
    return day if value.is_integer() else f"{day} {moment:%H:%M}"


def column_of(reference: str, otherwise: int) -> int:
    """Return the column (from 0) of a reference such as `AB12`."""
    match = _REFERENCE.match(reference)
    if not match:
        return otherwise
    number = 0
    for letter in match[1].upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def runs_of(element: etree._Element) -> list[etree._Element]:
    """Return the text elements of a string, without the phonetic hints."""
    if len(element) == 1 and len(element[0]) == 0:
        return [element[0]] if local(element[0].tag) == "t" else []  # nearly every string
    return [t for t in element.iter("{*}t") if not _is_phonetic(t)]


def _is_phonetic(element: etree._Element) -> bool:
    parent = element.getparent()
    return parent is not None and local(parent.tag) == "rPh"


def shared_pieces(cell: etree._Element, item: etree._Element) -> list[Piece]:
    """Make pieces of a shared string; other cells may use it, so an edit gives this cell a copy of its own."""
    own: list[etree._Element] = []

    def piece(at: int, text: str) -> Piece:
        def write(new: str) -> None:
            if not own:
                own.extend(_copied(cell, item))
            text_piece(own[at]).write(new)

        return Piece(text, write)

    return [piece(at, t.text or "") for at, t in enumerate(runs_of(item))]


def _copied(cell: etree._Element, item: etree._Element) -> list[etree._Element]:
    inline = emptied(cell)
    inline.extend([copy.deepcopy(child) for child in item if local(child.tag) in ("t", "r")])
    return runs_of(inline)


def emptied(cell: etree._Element) -> etree._Element:
    """Turn a cell into an inline string without text: value, formula and their metadata go; return the string."""
    for child in list(cell):
        if local(child.tag) in ("v", "f", "is"):
            detach(child)
    for key in ("vm", "cm", "ph"):
        cell.attrib.pop(key, "")
    cell.set("t", "inlineStr")
    inline = etree.Element("{" + namespace(cell.tag) + "}is")
    cell.insert(0, inline)
    return inline


def cached_piece(cell: etree._Element, shown: str) -> Piece:
    """Make a piece of a number or of a formula's result; another text makes the cell a plain string."""

    def write(new: str) -> None:
        inline = emptied(cell)
        text = etree.SubElement(inline, "{" + namespace(cell.tag) + "}t")
        text.text = legal(new)
        if new != new.strip():
            text.set(XML_SPACE, "preserve")

    return Piece(shown, write)


def formula_piece(formula: etree._Element) -> Piece:
    """Make a piece of a formula; a formula that says what must go is dropped and its result stays."""

    def write(new: str) -> None:
        detach(formula)

    return Piece(formulas.joined(formula.text or ""), write)

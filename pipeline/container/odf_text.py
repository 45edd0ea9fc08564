"""The text of an OpenDocument file in reading order: paragraphs whole, cells under their headers, then attributes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from lxml import etree

from pipeline.container import limits
from pipeline.container.grid import grid_units
from pipeline.container.odf import OdfPackage, long, short
from pipeline.container.odf_cells import TOLD, cell_pieces, formula_units, raw_units
from pipeline.container.odf_pieces import attribute_units, is_prose, nowhere, sign_piece, tail_piece, text_piece
from pipeline.container.units import Piece, Unit, says_words
from pipeline.document import BlockKind
from pipeline.errors import LimitExceeded

_PARAGRAPHS = frozenset(("text:p", "text:h"))
_KINDS = {
    "text:list-item": BlockKind.LIST_ITEM, "text:note-body": BlockKind.NOTE, "office:annotation": BlockKind.COMMENT,
    "style:header": BlockKind.HEADER, "style:header-left": BlockKind.HEADER, "style:header-first": BlockKind.HEADER,
    "style:footer": BlockKind.FOOTER, "style:footer-left": BlockKind.FOOTER, "style:footer-first": BlockKind.FOOTER,
}  # fmt: skip
_APART = frozenset(
    ("text:note", "office:annotation", "draw:frame", "draw:custom-shape", "draw:g", "draw:rect", "draw:ellipse",
     "draw:line", "draw:polygon", "draw:polyline", "draw:path", "draw:connector", "draw:caption", "draw:text-box",
     "draw:circle", "draw:measure", "draw:regular-polygon", "text:ruby-text")
)  # fmt: skip
_NO_TEXT = frozenset(("office:event-listeners", "text:note-citation"))
_FORMULA = long("table:formula")
_TYPE = long("office:value-type")
_CELLS = frozenset(("table:table-cell", "table:covered-table-cell"))
# Elements whose text a program or a format keeps for itself; they go, or are drawn anew.
_PLUMBING = frozenset(("meta:generator", "config:config-item", "office:binary-data"))
# Elements that tell dates and numbers, read only where they say words.
_LAYOUT = frozenset(
    ("dc:date", "meta:creation-date", "meta:print-date", "meta:editing-cycles", "meta:editing-duration",
     "meta:date-string", "text:note-citation", "text:page-number", "text:page-count")
)  # fmt: skip


def walk(package: OdfPackage, said: dict[str, list[str]]) -> list[Unit]:
    """Return every text unit; `said` is what had been taken out of each part, read as hidden text."""
    units: list[Unit] = []
    tables = cells = 0
    for name, root in package.trees():
        walker = _Walker(name, tables, cells)
        if not name.endswith(("meta.xml", "settings.xml")):
            units += walker.walk(root, BlockKind.PARAGRAPH)
        units += [Unit(name, (Piece(text, nowhere),), BlockKind.HIDDEN) for text in said.get(name, ())]
        units += walker.loose(root, BlockKind.PROPERTY if name.endswith("meta.xml") else BlockKind.HIDDEN)
        tables, cells = walker.tables, walker.cells
    return units


@cache
def _short(tag: str) -> str:
    return short(tag)


@dataclass(slots=True)
class _Inline:
    """What one paragraph holds: pieces of text, and the units of notes, comments and frames inside it."""

    pieces: list[Piece] = field(default_factory=list)
    nested: list[Unit] = field(default_factory=list)


@dataclass(slots=True)
class _Walker:
    """Walks one part; `taken` collects the elements whose text and whose children's tails were read."""

    part: str
    tables: int = 0
    cells: int = 0
    taken: set[etree._Element] = field(default_factory=set)

    def walk(self, element: etree._Element, kind: BlockKind) -> list[Unit]:
        """Return the units below an element that is no paragraph itself."""
        units: list[Unit] = []
        for child in element:
            name = _short(child.tag)
            if name in _PARAGRAPHS:
                units += self._paragraph(child, kind)
            elif name == "table:table":
                units += self._table(child)
            elif len(child) and name not in _NO_TEXT:
                units += self.walk(child, _KINDS.get(name, kind))
        return units

    def _paragraph(self, paragraph: etree._Element, kind: BlockKind) -> list[Unit]:
        inline = _Inline()
        self._inline(paragraph, inline)
        if kind is BlockKind.PARAGRAPH and _short(paragraph.tag) == "text:h":
            kind = BlockKind.HEADING
        return [Unit(self.part, tuple(inline.pieces), kind), *inline.nested]

    def _inline(self, element: etree._Element, inline: _Inline) -> None:
        self.taken.add(element)
        if element.text:
            inline.pieces.append(text_piece(element))
        for child in element:
            name = _short(child.tag)
            if name in _SIGNS:
                inline.pieces.append(sign_piece(child, _SIGNS[name] * _count(child)))
            elif name in _APART:
                inline.nested += self.walk(child, _KINDS.get(name, BlockKind.PARAGRAPH))
            elif name == "table:table":
                inline.nested += self._table(child)
            elif name not in _NO_TEXT:
                self._inline(child, inline)
            if child.tail:
                inline.pieces.append(tail_piece(child))

    def _table(self, table: etree._Element) -> list[Unit]:
        number = self.tables
        self.tables += 1
        rows = [list(self._row(row)) for row in _below(table, "table:table-row")]
        units = grid_units(self.part, number, rows)
        for child in table:
            if _short(child.tag) in ("table:shapes", "table:title", "table:desc", "office:forms"):
                units += self.walk(child, BlockKind.PARAGRAPH)
        return units

    def _row(self, row: etree._Element) -> Iterator[tuple[int, list[Unit]]]:
        column = 0
        for cell in row:
            if _short(cell.tag) not in _CELLS:
                continue
            self.cells += 1
            if self.cells > limits.MAX_CELLS:
                raise LimitExceeded(
                    f"The tables have more than {limits.MAX_CELLS} cells.", stage="extract", remedy="Split the file."
                )
            if len(cell) or len(cell.attrib) > 1 or cell.get(_FORMULA):
                yield column, self._cell(cell)
            column += _times(cell, "table:number-columns-repeated", 16_384)

    def _cell(self, cell: etree._Element) -> list[Unit]:
        if cell.get(_TYPE) is None and cell.get(_FORMULA) is None:
            return self.walk(cell, BlockKind.PARAGRAPH)
        inline = _Inline()
        for child in cell:
            name = _short(child.tag)
            if name in _PARAGRAPHS:
                if inline.pieces:
                    inline.pieces.append(Piece("\n", nowhere))
                self._inline(child, inline)
            elif len(child):
                inline.nested += self.walk(child, _KINDS.get(name, BlockKind.PARAGRAPH))
        pieces = cell_pieces(cell, inline.pieces)
        shown = Unit(self.part, pieces)
        return [shown, *raw_units(cell, self.part, shown.text), *formula_units(cell, self.part), *inline.nested]

    def loose(self, root: etree._Element, kind: BlockKind) -> list[Unit]:
        """Return what the walk left out: text attributes, and text of any other element."""
        units: list[Unit] = []
        for element in root.iter():
            name = _short(element.tag)
            units += attribute_units(element, self.part, TOLD if name in _CELLS and element.get(_TYPE) else ())
            said = "" if element in self.taken or name in _PLUMBING else element.text or ""
            if says_words(said) if name in _LAYOUT else is_prose(said):
                units.append(Unit(self.part, (text_piece(element),), kind))
            parent = element.getparent()
            if is_prose(element.tail) and parent is not None and parent not in self.taken:
                units.append(Unit(self.part, (tail_piece(element),), kind))
        return [replace(u, kind=kind) for u in units] if kind is BlockKind.PROPERTY else units


_SIGNS = {"text:s": " ", "text:tab": "\t", "text:line-break": "\n"}


def _count(element: etree._Element) -> int:
    return _times(element, "text:c", 10_000) if _short(element.tag) == "text:s" else 1


def _times(element: etree._Element, name: str, most: int) -> int:
    told = element.get(long(name)) or "1"
    return max(1, min(int(told), most)) if told.isdecimal() else 1


def _below(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """Yield the nearest descendants of a name: rows may be wrapped in groups and header rows."""
    for child in element:
        if _short(child.tag) == name:
            yield child
        elif _short(child.tag).startswith(("table:table-", "text:soft")) and len(child):
            yield from _below(child, name)

"""The text of a .docx in reading order: paragraphs whole, however many runs, marks and fields cut them.

Elements are told by their local names, so that the transitional and the strict vocabularies read alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from lxml import etree

from pipeline.container.grid import grid_units
from pipeline.container.ooxml_text import code_piece, link_units, loose_units, sign_piece, text_piece
from pipeline.container.package import CONTENT_TYPES, Package
from pipeline.container.revisions import accept, deleted_texts, has_revisions
from pipeline.container.units import Piece, Unit, paired
from pipeline.container.xml import local
from pipeline.document import BlockKind

_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
_SKIPPED = frozenset(("pPr", "rPr", "sdtPr", "sdtEndPr", "tblPr", "tblGrid", "trPr", "tcPr", "sectPr", "ffData"))
_HEADING = re.compile(r"(heading|t.?tulo|title|encabezado\d)", re.I)
_ALL_ATTRIBUTES = re.compile(r"^customXml/(?!itemProps)[^/]+\.xml$")

# What the type of a part ends in, in reading order, and what its paragraphs are.
_ORDER: tuple[tuple[str, BlockKind], ...] = (
    ("document.main+xml", BlockKind.PARAGRAPH),
    ("footnotes+xml", BlockKind.NOTE),
    ("endnotes+xml", BlockKind.NOTE),
    ("header+xml", BlockKind.HEADER),
    ("footer+xml", BlockKind.FOOTER),
    ("comments+xml", BlockKind.COMMENT),
    ("chart+xml", BlockKind.PARAGRAPH),
    ("chartex+xml", BlockKind.PARAGRAPH),
    ("diagramdata+xml", BlockKind.PARAGRAPH),
    ("diagramdrawing+xml", BlockKind.PARAGRAPH),
    ("properties+xml", BlockKind.PROPERTY),
)


def walk(package: Package) -> tuple[list[Unit], int]:
    """Return every text unit of the container and the number of tracked changes, which are accepted on the way."""
    units: list[Unit] = []
    revisions = 0
    tables = 0
    for name in _reading_order(package):
        root = package.tree(name)
        removed = deleted_texts(root)
        if has_revisions(root):
            revisions += max(1, len(removed))
            accept(root)
        walker = _Walker(name, _kind_of(package, name), tables)
        units += walker.walk(root)
        units += [Unit(name, (Piece(text, _nowhere),), BlockKind.HIDDEN) for text in removed]
        loose = loose_units(root, name, walker.taken, everything=bool(_ALL_ATTRIBUTES.match(name)))
        units += [replace(u, kind=walker.kind) if walker.kind is BlockKind.PROPERTY else u for u in loose]
        tables = walker.tables
    for owner in sorted(package.owners()):
        units += link_units(package, owner)
    return units, revisions


def _nowhere(new: str) -> None:
    """Write nothing: the text has gone already."""


def _reading_order(package: Package) -> list[str]:
    names = [n for n in package.members if package.is_xml(n) and not n.endswith(".rels") and n != CONTENT_TYPES]
    return sorted(names, key=lambda name: (_rank(package.type_of(name)), name))


def _rank(type: str) -> int:
    return next((n for n, (ending, _) in enumerate(_ORDER) if type.lower().endswith(ending)), len(_ORDER))


def _kind_of(package: Package, name: str) -> BlockKind:
    rank = _rank(package.type_of(name))
    return _ORDER[rank][1] if rank < len(_ORDER) else BlockKind.HIDDEN


@cache
def _local(tag: str) -> str:
    return local(tag)


@dataclass(slots=True)
class _Inline:
    """What one paragraph holds: pieces of text, field codes, and units of boxes inside it."""

    pieces: list[Piece] = field(default_factory=list)
    codes: list[list[Piece]] = field(default_factory=list)
    nested: list[Unit] = field(default_factory=list)


@dataclass(slots=True)
class _Walker:
    """Walks one part; `taken` collects the elements whose text was read."""

    part: str
    kind: BlockKind
    tables: int = 0
    taken: set[etree._Element] = field(default_factory=set)

    def walk(self, element: etree._Element) -> list[Unit]:
        """Return the units below an element that is no paragraph itself."""
        units: list[Unit] = []
        for child in element:
            name = _local(child.tag)
            if name == "p":
                units += self._paragraph(child)
            elif name == "tbl":
                units += self._table(child)
            elif name == "AlternateContent":
                units += self._alternatives(child)
            elif len(child) and name not in _SKIPPED:
                units += self.walk(child)
        return units

    def _paragraph(self, paragraph: etree._Element) -> list[Unit]:
        inline = _Inline()
        self._inline(paragraph, inline)
        kind = _paragraph_kind(paragraph) if self.kind is BlockKind.PARAGRAPH else self.kind
        units = [Unit(self.part, tuple(inline.pieces), kind)]
        units += [Unit(self.part, tuple(code), BlockKind.FIELD) for code in inline.codes if code]
        return units + inline.nested

    def _inline(self, elements: Iterable[etree._Element], inline: _Inline) -> None:
        for child in elements:
            name = _local(child.tag)
            if name == "t":
                self.taken.add(child)
                inline.pieces.append(text_piece(child))
            elif name in _SIGNS:
                inline.pieces.append(sign_piece(child, _SIGNS[name]))
            elif name == "sym":
                inline.pieces.append(sign_piece(child, _symbol(child)))
            elif name in ("instrText", "delInstrText"):
                self._code(child, inline)
            elif name == "fldChar":
                inline.codes.append([])
            elif name in ("txbxContent", "txBody"):
                inline.nested += self.walk(child)
            elif name == "p":
                inline.nested += self._paragraph(child)
            elif name == "AlternateContent":
                inline.nested += self._alternatives(child)
            elif len(child) and name not in _SKIPPED:
                self._inline(child, inline)

    def _code(self, element: etree._Element, inline: _Inline) -> None:
        self.taken.add(element)
        if not inline.codes:
            inline.codes.append([])
        inline.codes[-1].append(code_piece(element))

    def _alternatives(self, element: etree._Element) -> list[Unit]:
        """Return the units of a choice; its fallback says the same for older programs and is edited alike."""
        branches = [self._branch(child) for child in element]
        if not branches:
            return []
        units = branches[0]
        for branch in branches[1:]:
            units = paired(units, branch)
        return units

    def _branch(self, element: etree._Element) -> list[Unit]:
        inline = _Inline()
        units: list[Unit] = []
        for child in element:
            if _local(child.tag) in ("p", "tbl"):
                units += self._paragraph(child) if _local(child.tag) == "p" else self._table(child)
            else:
                self._inline([child], inline)
        own = [Unit(self.part, tuple(inline.pieces), self.kind)] if inline.pieces else []
        return [*units, *own, *inline.nested]

    def _table(self, table: etree._Element) -> list[Unit]:
        number = self.tables
        self.tables += 1
        rows = [list(_cells(row)) for row in _below(table, "tr")]
        return grid_units(self.part, number, [[(column, self.walk(cell)) for column, cell in row] for row in rows])


def _below(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """Yield the nearest descendants of a name: rows and cells may be wrapped in content controls."""
    for child in element:
        if _local(child.tag) == name:
            yield child
        elif _local(child.tag) not in ("tbl", "p") and len(child):
            yield from _below(child, name)


def _cells(row: etree._Element) -> Iterator[tuple[int, etree._Element]]:
    column = 0
    for cell in _below(row, "tc"):
        yield column, cell
        column += _width(cell)


def _width(cell: etree._Element) -> int:
    span = next(cell.iterfind("{*}tcPr/{*}gridSpan"), None)
    value = next((v for k, v in span.attrib.items() if local(str(k)) == "val"), "1") if span is not None else "1"
    return min(int(value), 1000) if str(value).isdecimal() else 1


def _symbol(element: etree._Element) -> str:
    code = next((str(v) for k, v in element.attrib.items() if local(str(k)) == "char"), "")
    try:
        char = chr(int(code, 16))
        char.encode("utf-16")
        return char
    except (ValueError, OverflowError):
        return "\ufffd"


def _paragraph_kind(paragraph: etree._Element) -> BlockKind:
    properties = next(paragraph.iterfind("{*}pPr"), None)
    if properties is None:
        return BlockKind.PARAGRAPH
    for child in properties:
        name = _local(child.tag)
        if name == "outlineLvl" or (name == "pStyle" and _HEADING.match(" ".join(map(str, child.attrib.values())))):
            return BlockKind.HEADING
        if name == "numPr":
            return BlockKind.LIST_ITEM
    return BlockKind.PARAGRAPH

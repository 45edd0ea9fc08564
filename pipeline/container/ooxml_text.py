"""Text in the XML of a container: pieces that write themselves back, and whatever text lies outside paragraphs."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import count
from typing import NamedTuple
from urllib.parse import quote, unquote

from lxml import etree

from pipeline import lexicons
from pipeline.container.package import Package, rels_name
from pipeline.container.units import Piece, Unit, says_words
from pipeline.container.xml import detach, local, namespace
from pipeline.document import BlockKind, fold

XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_ILLEGAL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_PROSE = re.compile(r"[^\W\d_]{2}|\d{6}|\d[\d .-]{6,}\d")
_QUOTED = re.compile(r'"([^"]*)"')
# Units of measure ("euros", "kg") are no words of anybody's.
_OWN_WORDS = re.compile(r"[A-ZÀ-Þ][^\W\d_]|\d{6}|@")
_NOT_NAME = re.compile(r"\W+")
_NOT_SHEET = re.compile(r"[\[\]:*?/\\']")
_LONGEST_SHEET_NAME = 31  # the limit spreadsheet programs set
_LONGEST_NAME = 40


def text_piece(element: etree._Element) -> Piece:
    """Make a piece of an element's text; spaces at its ends are kept."""

    def write(new: str) -> None:
        element.text = legal(new)
        if new != new.strip() and "drawingml" not in element.tag:
            element.set(XML_SPACE, "preserve")

    return Piece(element.text or "", write)


def code_piece(element: etree._Element) -> Piece:
    """Make a piece of a field code, percent-decoded: a link in it may say a name in disguise."""

    def write(new: str) -> None:
        element.text = legal(new)
        element.set(XML_SPACE, "preserve")

    return Piece(unquote(element.text or ""), write)


def tail_piece(element: etree._Element) -> Piece:
    """Make a piece of the text after an element."""

    def write(new: str) -> None:
        element.tail = legal(new)

    return Piece(element.tail or "", write)


def sign_piece(element: etree._Element, char: str) -> Piece:
    """Make a piece of an element that stands for a character: a tab, a break, a hyphen, a symbol."""

    def write(new: str) -> None:
        if new:
            _in_place(element, new)
        else:
            detach(element)

    return Piece(char, write)


def _in_place(element: etree._Element, text: str) -> None:
    space = "{" + namespace(element.tag) + "}"
    fresh = etree.Element(space + "t")
    fresh.text = legal(text)
    parent = element.getparent()
    if parent is None:
        return
    if local(parent.tag) == "p":  # DrawingML breaks are siblings of runs, not inside one
        run = etree.Element(space + "r")
        run.extend([copy.deepcopy(child) for child in element])
        run.append(fresh)
        fresh = run
    else:
        fresh.set(XML_SPACE, "preserve")
    fresh.tail = element.tail
    parent.replace(element, fresh)


def attribute_piece(element: etree._Element, name: str, form: str = "text") -> Piece:
    """Make a piece of an attribute; `form` says what its value may be: free text, a name, a sheet's name, a link."""
    value = element.get(name) or ""

    def write(new: str) -> None:
        element.set(name, FORMS[form](legal(new)))

    return Piece(unquote(value) if form == "link" else value, write)


def legal(text: str) -> str:
    """Return the text without the characters that XML can't hold."""
    return _ILLEGAL.sub("", text)


def as_name(text: str) -> str:
    """Return an identifier: letters, digits and underscores, a letter first."""
    name = _NOT_NAME.sub("_", text).strip("_")[:_LONGEST_NAME]
    return name if name[:1].isalpha() else f"n_{name}"


def as_sheet_name(text: str) -> str:
    """Return the text as the name of a sheet may be."""
    return _NOT_SHEET.sub("", text).strip()[:_LONGEST_SHEET_NAME] or "Hoja"


def as_link(text: str) -> str:
    """Return the text as the address of a link; what follows its query mark is prose in disguise and goes whole."""
    bare = text.split("?")[0].split("#")[0]
    return quote(bare, safe=":/@[]._-+,;=()~'") or "about:blank"


FORMS: dict[str, Callable[[str], str]] = {"text": str, "name": as_name, "sheet": as_sheet_name, "link": as_link}


class _Reading(NamedTuple):
    """How an attribute is read; one that no list knows is read where it says words."""

    kind: BlockKind = BlockKind.HIDDEN
    form: str = "text"
    is_known: bool = False


@cache
def _readings() -> dict[tuple[str, str], _Reading | None]:
    """List how attributes are read, by element (`*` for any) and name; nothing for those that lay out."""
    layout = {(element, name): None for element, name in lexicons.rows("ooxml_plumbing_attributes.tsv")}
    rows = lexicons.rows("ooxml_attributes.tsv")
    return layout | {(element, name): _Reading(BlockKind(kind), form, True) for element, name, kind, form in rows}


@cache
def _reading(tag: str, name: str) -> _Reading | None:
    readings = _readings()
    places = ((local(tag), local(name)), ("*", local(name)))
    return next((readings[place] for place in places if place in readings), _Reading())


@cache
def _is_plumbing(tag: str) -> bool:
    return local(tag) in lexicons.words("ooxml_plumbing.txt") or _is_format(tag)


@cache
def _is_layout(tag: str) -> bool:
    return local(tag) in lexicons.words("ooxml_layout.txt")


def loose_units(root: etree._Element, part: str, taken: set[etree._Element], *, everything: bool = False) -> list[Unit]:
    """Return the text a walk of paragraphs left out: text attributes, and text of any other element.

    `taken` are the elements already read. `everything` is for XML of unknown vocabularies: all attributes count.
    """
    units: list[Unit] = []
    for element in root.iter():
        for name in map(str, element.attrib):
            how = _reading(element.tag, name)
            if how is not None and _is_read(element, name, how, everything):
                is_link = not how.is_known and "%" in (element.get(name) or "")
                piece = attribute_piece(element, name, "link" if is_link else how.form)
                units.append(Unit(part, (piece,), how.kind))
        units += [Unit(part, (piece,), BlockKind.HIDDEN) for piece in _format_pieces(element)]
        if element not in taken and _is_prose(element.text, element.tag):
            units.append(Unit(part, (text_piece(element),), BlockKind.HIDDEN))
        if _is_prose(element.tail, element.tag):
            units.append(Unit(part, (tail_piece(element),), BlockKind.HIDDEN))
    return units


def _is_read(element: etree._Element, name: str, how: _Reading, everything: bool) -> bool:
    if how.is_known:
        return _worth_reading(element, name)
    value = element.get(name) or ""
    return (says_words(value) or (everything and _is_prose(value, element.tag))) and not _is_stock(value)


def _format_pieces(element: etree._Element) -> Iterator[Piece]:
    """Yield the words that a number format writes around its figure: `"Sra. Nogal" 0`."""
    for n, match in enumerate(_QUOTED.finditer(_format_of(element))):
        if _OWN_WORDS.search(match[1]):
            yield Piece(match[1], partial(_write_quoted, element, n))


def _format_of(element: etree._Element) -> str:
    code = element.get("formatCode")
    if code is None and _is_format(element.tag):
        code = element.text
    return code or ""


@cache
def _is_format(tag: str) -> bool:
    return local(tag) == "formatCode"


def _write_quoted(element: etree._Element, at: int, new: str) -> None:
    turn = count()
    plain = legal(new).replace('"', "")
    code = _QUOTED.sub(lambda m: f'"{plain}"' if next(turn) == at else m[0], _format_of(element))
    if element.get("formatCode") is None:
        element.text = code
    else:
        element.set("formatCode", code)


def _is_prose(text: str | None, tag: str) -> bool:
    if not text or _is_plumbing(tag) or _is_stock(text):
        return False
    return says_words(text) if _is_layout(tag) else bool(_PROSE.search(text))


def _is_stock(text: str) -> bool:
    """Tell whether an office program wrote the value by itself: the template's name, a style of citing."""
    return len(text) < 64 and fold(text).strip() in lexicons.words("ooxml_stock_values.txt")


def _worth_reading(element: etree._Element, name: str) -> bool:
    value = element.get(name) or ""
    if not _PROSE.search(value) or _is_stock(value):
        return False
    if local(element.tag) == "name" and not _is_own_name(element):
        return False
    if local(element.tag) == "tableColumn" and local(name) == "name" and _has_header(element):
        return False  # its header cell says the same
    # bookmarks and names that the program makes itself begin with an underscore
    return not (value.startswith("_") and local(name) in ("name", "anchor"))


def _is_own_name(element: etree._Element) -> bool:
    """Tell whether a `name` was typed by a person: a form field's, a list's, or that of a style of their own."""
    parent = element.getparent()
    if parent is None or local(parent.tag) not in ("style", "ffData", "abstractNum"):
        return False
    if local(parent.tag) != "style":
        return True
    own = any(local(str(k)) == "customStyle" and v in ("1", "true", "on") for k, v in parent.attrib.items())
    return own and not _is_linked_style(" ".join(map(str, element.attrib.values())))


def _has_header(column: etree._Element) -> bool:
    table = next(column.iterancestors("{*}table"), None)
    return table is not None and table.get("headerRowCount") != "0"


def _is_linked_style(name: str) -> bool:
    """Tell whether Word made the style itself, for the letters of one of its own: `Heading 1 Char`."""
    words = fold(name).split()
    return words[-1:] in (["char"], ["car"]) and words[0] in lexicons.words("ooxml_style_names.txt")


def link_units(package: Package, owner: str) -> list[Unit]:
    """Return the targets of a part's external links, percent-decoded so that names in them can be seen."""
    part = rels_name(owner)
    return [
        Unit(part, (_link_piece(relation),), BlockKind.PROPERTY)
        for relation in package.relations(owner)
        if (relation.get("TargetMode") or "").lower() == "external"
    ]


def _link_piece(relation: etree._Element) -> Piece:
    target = relation.get("Target") or ""

    def write(new: str) -> None:
        relation.set("Target", as_link(legal(new)))

    return Piece(unquote(target), write)


def paragraphs_of(root: etree._Element, part: str, taken: set[etree._Element]) -> Iterator[Unit]:
    """Yield the DrawingML paragraphs of a part (charts, diagrams, shapes), runs joined."""
    for paragraph in root.iter("{*}p"):
        pieces: list[Piece] = []
        for element in paragraph.iter("{*}t", "{*}br"):
            if local(element.tag) == "t":
                taken.add(element)
                pieces.append(text_piece(element))
            elif _holds(paragraph, element):
                pieces.append(sign_piece(element, "\n"))
        if pieces:
            yield Unit(part, tuple(pieces))


def _holds(paragraph: etree._Element, element: etree._Element) -> bool:
    parent = element.getparent()
    return parent is not None and (parent is paragraph or parent.getparent() is paragraph)

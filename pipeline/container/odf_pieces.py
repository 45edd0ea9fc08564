"""Text in the XML of an OpenDocument file: pieces that write themselves back, and text that lies in attributes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from urllib.parse import quote, unquote

from lxml import etree

from pipeline import lexicons
from pipeline.container.odf import long, short
from pipeline.container.ooxml_text import as_name, as_sheet_name, legal
from pipeline.container.units import Piece, Unit, says_words
from pipeline.container.xml import local
from pipeline.document import BlockKind

_BLANKS = re.compile(r"[ \t\r\n]+")
_PROSE = re.compile(r"[^\W\d_]{2}|\d{6}|\d[\d .-]{6,}\d")
_NUMBERED = re.compile(r"[^\W\d_]+ ?\d{1,4}\Z")
_WORD = re.compile(r"[^\W\d_]+")
_FORMULA = re.compile(r"(?:of|oooc|ooow|msoxl):")
_QUOTED = re.compile(r'"([^"]*)"')
_ADDRESS = re.compile(r"\.\$?[A-Z]{1,3}\$?\d")
_CODED = re.compile(r"_([0-9a-f]{1,4})_")


def nowhere(new: str) -> None:
    """Write nothing: the text goes whatever is decided."""


def text_piece(element: etree._Element) -> Piece:
    """Make a piece of an element's first text; a run of white space is one space (ISO/IEC 26300-1, 6.1.2)."""

    def write(new: str) -> None:
        element.text = legal(new)

    return Piece(_BLANKS.sub(" ", element.text or ""), write)


def tail_piece(element: etree._Element) -> Piece:
    """Make a piece of the text after an element."""

    def write(new: str) -> None:
        element.tail = legal(new)

    return Piece(_BLANKS.sub(" ", element.tail or ""), write)


def sign_piece(element: etree._Element, said: str) -> Piece:
    """Make a piece of an element that stands for spaces, a tab or a break; it turns into a span, its tail stays put."""

    def write(new: str) -> None:
        as_span(element, legal(new))

    return Piece(said, write)


def as_span(element: etree._Element, text: str | None = None) -> None:
    """Turn an element into a plain span, with another text if one is given: what it computed no longer returns."""
    element.tag = long("text:span")
    for key in list(element.attrib):
        del element.attrib[key]
    if text is not None:
        element.text = text or None


def attribute_piece(element: etree._Element, name: str, form: str = "text") -> Piece:
    """Make a piece of an attribute; `form` says what its value may be: free text, a name, a sheet's name, a link."""
    value = element.get(name) or ""
    if form == "link":
        return Piece(unquote(value), _link_writer(element, name))

    def write(new: str) -> None:
        element.set(name, _FORMS[form](legal(new)))

    return Piece(value, write)


def _link_writer(element: etree._Element, name: str) -> Callable[[str], None]:
    def write(new: str) -> None:
        # what follows the query mark is prose in disguise (subject, body): with a name gone, it goes whole
        bare = new.split("?")[0] if new.startswith("#") else new.split("?")[0].split("#")[0]
        element.set(name, quote(legal(bare), safe=":/@[]._-+,;=()~'#|") or "#")

    return write


_FORMS: dict[str, Callable[[str], str]] = {"text": str, "name": as_name, "sheet": as_sheet_name}


_UNKNOWN = (BlockKind.HIDDEN, "text")


@cache
def _known() -> dict[str, tuple[BlockKind, str]]:
    return {name: (BlockKind(kind), form) for name, kind, form in lexicons.rows("odf_attributes.tsv")}


@cache
def _attribute(name: str) -> tuple[BlockKind, str] | None:
    """Return how an attribute is read; nothing for one that lays out."""
    called = short(name)
    return None if called in lexicons.words("odf_plumbing_attributes.txt") else _known().get(called, _UNKNOWN)


def attribute_units(element: etree._Element, part: str, told: Collection[str] = ()) -> Iterator[Unit]:
    """Yield the attributes of an element that hold free text, and those no list knows that say words.

    `told` are the local names of those that were read already.
    """
    if short(element.tag) == "style:font-face":
        return
    for name in map(str, element.attrib):
        how = _attribute(name)
        if how is None or local(name) in told:
            continue
        value = element.get(name) or ""
        if not (says_words(_said(value)) if how is _UNKNOWN else _is_told(element, name, value)):
            continue
        form = "sheet" if short(element.tag) == "table:table" and short(name) == "table:name" else how[1]
        yield Unit(part, (attribute_piece(element, name, form),), how[0])


def _said(value: str) -> str:
    """Return what an attribute says besides pointing to cells: references follow what they point to."""
    if _FORMULA.match(value):
        return " ".join(_QUOTED.findall(value))
    return "" if _ADDRESS.search(value) else value


def _is_told(element: etree._Element, name: str, value: str) -> bool:
    if not _PROSE.search(unquote(value)) or _is_machine_made(value):
        return False
    return short(name) != "style:display-name" or not _is_shipped_style(value)


def _is_machine_made(value: str) -> bool:
    """Tell whether a name is one that the program gives itself: `__RefHeading___Toc12`, `./Object 1`, `Pictures/…`."""
    return bool(_NUMBERED.match(value)) or value.startswith(("_", "./", "Pictures/", "media/", "vnd."))


def _is_shipped_style(name: str) -> bool:
    """Tell whether every word of a style's name is one that office programs use for their own."""
    known = lexicons.words("odf_style_words.txt")
    return all(word in known for word in _WORD.findall(name.lower()))


def is_prose(text: str | None) -> bool:
    """Tell whether a text could say something of somebody."""
    return bool(text and _PROSE.search(text))


def decoded_name(value: str) -> str:
    """Return a style's name with its coded characters (`_20_` for a space) as they are shown."""
    return _CODED.sub(lambda match: chr(int(match[1], 16)), value)

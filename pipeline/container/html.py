"""HTML pages: their encoding, their text, and the last look at names that styles and labels refer to."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable

from pipeline.container import encoding
from pipeline.container.encoding import Coding
from pipeline.container.html_attributes import put_value
from pipeline.container.html_text import Page
from pipeline.container.identifiers import Neutral
from pipeline.decision import Replacement

_DECLARED = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)|encoding=[\"']([A-Za-z0-9_.-]+)", re.I
)
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE)
# a property's name stays: no sign of a selector before it, a colon after it
_WORD = re.compile(r"(?<![\w-])(?<![.#])(?!--)-?[\w-]+\s*+:(?!:)|-?[\w-]+")


def decode(data: bytes) -> tuple[str, Coding]:
    """Turn the bytes of a page into text by its mark, its own declaration, or what they look like."""
    match = _DECLARED.search(data[:4096])
    if match and not data.startswith(_MARKS):
        name = (match[1] or match[2]).decode("ascii").lower()
        # browsers read Latin-1 as Windows-1252 (WHATWG Encoding Standard, 4.2)
        name = "cp1252" if name in ("iso-8859-1", "latin1", "latin-1", "us-ascii", "ascii") else name
        try:
            return data.decode(name), Coding(name)
        except (LookupError, UnicodeDecodeError):
            pass
    return encoding.decode(data)


def encode(text: str, coding: Coding) -> bytes:
    """Return the bytes of a page; a character that its encoding lacks becomes a reference."""
    return coding.mark + text.encode(coding.name, "xmlcharrefreplace")


def sweep_names(page: Page, replacements: Iterable[Replacement]) -> None:
    """Neutralise identifiers, classes and targets that hold a replaced value, in tags and styles alike."""
    names = Neutral(replacements, same=str)
    if not names:
        return
    for start, end, value in page.names:
        clean = " ".join(_neutral(names, word) for word in value.split(" "))
        clean = _neutral(names, value) if clean == value else clean
        if clean != value:
            put_value(page, start, end, clean)
    for start, end, value in page.kept:  # a measure or an enumeration, or so the page says
        clean = names.value(value)
        if clean != value:
            put_value(page, start, end, clean)
    for start, end, css in page.styles:
        clean = _WORD.sub(lambda match: match[0] if match[0].endswith(":") else names.name(match[0]), css)
        if clean != css:
            page.edits.put(start, end, clean)


def _neutral(names: Neutral, name: str) -> str:
    """Return the name, or another where it says what is gone; `#x` and `x` stay a pair."""
    bare = name.lstrip("#")
    return name[: len(name) - len(bare)] + names.name(bare)

"""HTML pages: their encoding, their text, and the last look at names that styles and labels refer to."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from itertools import count

import ahocorasick

from pipeline.container import encoding
from pipeline.container.encoding import Coding
from pipeline.container.html_attributes import put_value
from pipeline.container.html_text import Page
from pipeline.container.sweep import finder_of, holds_name, lone_names_of, squash
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
    replacements = list(replacements)
    finder, lone = finder_of(replacements, slugs=True), lone_names_of(replacements)
    if finder is None and not lone:
        return
    names = _Names(finder, lone)
    for start, end, value in page.names:
        clean = " ".join(map(names.neutral, value.split(" ")))
        clean = names.neutral(value) if clean == value else clean
        if clean != value:
            put_value(page, start, end, clean)
    for start, end, css in page.styles:
        clean = _WORD.sub(lambda match: match[0] if match[0].endswith(":") else names.neutral(match[0]), css)
        if clean != css:
            page.edits.put(start, end, clean)


class _Names:
    """One neutral name for each that holds a value."""

    def __init__(self, finder: ahocorasick.Automaton | None, lone: frozenset[str]) -> None:
        self._finder, self._lone = finder, lone
        self._given: dict[str, str] = {}
        self._numbers = count(1)

    def neutral(self, name: str) -> str:
        """Return the name, or another where it says what is gone; `#x` and `x` stay a pair."""
        bare = name.lstrip("#")
        if bare not in self._given:
            self._given[bare] = f"dato{next(self._numbers)}" if self._held(bare) else bare
        return name[: len(name) - len(bare)] + self._given[bare]

    def _held(self, bare: str) -> bool:
        if self._finder is not None and next(self._finder.iter(squash(bare)), None) is not None:
            return True
        return holds_name(bare, self._lone)

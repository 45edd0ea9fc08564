"""Names and strings of a PDF's objects: what a file calls its fonts, glyphs and colours may be somebody's name."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pikepdf
import pymupdf

from pipeline import lexicons
from pipeline.verify.decoded import texts
from pipeline.verify.markup import HUMP
from pipeline.verify.view import BARRIER, Layer, View

MAX_LEVELS = 60
MAX_NAMES = 1 << 20  # bytes of what a typeface says of itself
_SUBSET = re.compile(r"[A-Z]{6}\+")
_FACES = frozenset({"/BaseFont", "/FontName", "/FontFamily"})
_GLYPHS = frozenset({"/Differences", "/CharSet"})
_UNKNOWN = (0, 0xFFFD)
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(slots=True)
class Said:
    """What one object says: its strings, its names that aren't PDF's own, what it calls typefaces and glyphs."""

    strings: list[str] = field(default_factory=list, repr=False)
    names: list[str] = field(default_factory=list, repr=False)
    faces: list[str] = field(default_factory=list, repr=False)

    def take(self, value: Any, key: str = "", level: int = 0) -> None:
        """Take the strings, names and keys of an object; what it refers to is an object of its own."""
        if level > MAX_LEVELS:
            return
        if isinstance(value, pikepdf.String):
            self._string(value, key)
        elif isinstance(value, pikepdf.Name):
            self._name(str(value), key)
        elif isinstance(value, pikepdf.Array):
            for item in value:
                if not getattr(item, "is_indirect", False):
                    self.take(item, key, level + 1)
        elif isinstance(value, (pikepdf.Dictionary, pikepdf.Stream)):
            for name, item in value.items():
                self._unknown(name)
                if not getattr(item, "is_indirect", False):
                    self.take(item, name, level + 1)

    def views(self, where: str, how: str) -> Iterator[View]:
        """Yield what was said: as it stands, and word by word."""
        split = [HUMP.sub(" ", name) for name in self.names] + self.faces
        yield View(where, Layer.STRINGS, BARRIER.join([*self.strings, *self.names, *split]), how)
        if split:
            yield View(where, Layer.IDENTIFIERS, BARRIER.join(split), how or "found in a name of the file's own")

    def _string(self, value: pikepdf.String, key: str) -> None:
        if key == "/CharSet":
            for glyph in str(value).split("/"):
                self._glyph(glyph)
        elif key in _FACES:
            self._face(str(value))
        else:
            self.strings.append(str(value))
            if any(b > 127 for b in bytes(value)):
                self.strings.append(bytes(value).decode("utf-8", "ignore"))

    def _name(self, name: str, key: str) -> None:
        if key in _FACES:
            self._face(name[1:])
        elif key in _GLYPHS:
            self._glyph(name[1:])
        else:
            self._unknown(name)

    def _face(self, name: str) -> None:
        """Take the name of a typeface word by word, but for the words of widespread ones."""
        words = _WORD.findall(HUMP.sub(" ", _SUBSET.sub("", name, count=1)))
        if kept := [word for word in words if word.lower() not in lexicons.words("pdf_typefaces.txt")]:
            self.faces.append(" ".join(kept))

    def _glyph(self, name: str) -> None:
        if pymupdf.glyph_name_to_unicode(name) in _UNKNOWN:
            self._unknown("/" + name)

    def _unknown(self, name: str) -> None:
        if name[1:] not in lexicons.words("pdf_names.txt"):
            self.names.append(name[1:])


def program_views(stored: pikepdf.Stream, where: str) -> Iterator[View]:
    """Yield what the program of a typeface says of itself: its table of names, or all before its encrypted part."""
    try:
        body = stored.read_bytes(pikepdf.StreamDecodeLevel.specialized)
    except pikepdf.PdfError:
        return
    said = body[: body.find(b"eexec")] if body[:2] in (b"%!", b"\x80\x01") else _name_table(body)
    for text in texts(said[:MAX_NAMES]):
        yield View(where, Layer.RAW, text, "found in a typeface")


def _name_table(body: bytes) -> bytes:
    """Return the table of names of an OpenType program, nothing where it has none."""
    try:
        (count,) = struct.unpack_from(">4xH", body)
        for n in range(count):
            tag, start, length = struct.unpack_from(">4s4xII", body, 12 + 16 * n)
            if tag == b"name":
                return body[start : start + length]
    except struct.error:
        pass
    return b""

"""Encodings of plain text: which one the bytes are in, and the way back to the same bytes."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

from pipeline.container import limits, old_pages
from pipeline.errors import LimitExceeded, UnreadableFile

# UTF-32 comes first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE = 4096
# one letter between 0x80 and 0xFF as UTF-7 writes it (RFC 2152), beside another letter
_UTF7 = re.compile(rb"(?:[A-Za-z]\+A[I-P][AEIMQUYcgkosw048]-|\+A[I-P][AEIMQUYcgkosw048]-[A-Za-z])")
# A letter as UTF-8 writes those of Spanish, in one piece or with its accent behind it; in Windows-1252 these are a
# capital before a sign.
_UTF8_LETTER = re.compile(rb"\xc3[\x80-\xbf]|[A-Za-z]\xcc[\x80-\xbf]")
_STRAYS = "anonymiza-strays"


def _stray(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are no UTF-8 as Windows-1252, and as Latin-1 the five that it leaves undefined."""
    assert isinstance(error, UnicodeDecodeError)
    found = error.object[error.start : error.end]
    try:
        return found.decode("cp1252"), error.end
    except UnicodeDecodeError:
        return found.decode("latin-1"), error.end


codecs.register_error(_STRAYS, _stray)


@dataclass(frozen=True, slots=True)
class Coding:
    """An encoding and the byte-order mark the file began with."""

    name: str
    mark: bytes = b""

    def encode(self, text: str) -> bytes:
        """Return the bytes of the text; a character the encoding lacks becomes its base letter or `?`."""
        try:
            return self.mark + text.encode(self.name)
        except UnicodeEncodeError:
            return self.mark + "".join(map(self._fitting, text)).encode(self.name)

    def _fitting(self, char: str) -> str:
        for candidate in (char, unicodedata.normalize("NFKD", char)[:1]):
            try:
                candidate.encode(self.name)
            except UnicodeEncodeError:
                continue
            return candidate
        return "?"


def decode(data: bytes) -> tuple[str, Coding]:
    """Turn bytes into text and the coding that gives the same bytes back; raises UnreadableFile for binary.

    UTF-8 with other bytes in it (files put together, one cut short) comes back whole in UTF-8.
    """
    text, coding = _decoded(data)
    if "\0" in text:
        raise UnreadableFile(
            "The file is not text: it holds null characters.",
            stage="extract",
            remedy="Open it in the program that made it and save it as .docx, .pdf or plain text (UTF-8).",
        )
    if len(text) > limits.MAX_CHARACTERS:
        raise LimitExceeded(
            f"The text has more than {limits.MAX_CHARACTERS} characters.",
            stage="extract",
            remedy="Split the file into smaller ones.",
        )
    return text, coding


def _decoded(data: bytes) -> tuple[str, Coding]:
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _strict(data[len(mark) :], name), Coding(name, mark)
    unmarked = _unmarked_utf32(data) or _unmarked_utf16(data)
    if unmarked:
        return _strict(data, unmarked), Coding(unmarked)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        page = old_pages.page_of(data)
        if page == "cp1252" and _UTF8_LETTER.search(data):
            return data.decode("utf-8", _STRAYS), Coding("utf-8")
        return _in_old_page(data, page)
    if text.isascii() and _UTF7.search(data):
        raise _seven_bits()
    return text, Coding("utf-8")


def _in_old_page(data: bytes, page: str) -> tuple[str, Coding]:
    # Latin-1 last: it knows every byte, the five that Windows-1252 leaves undefined included.
    for name in (page, "latin-1"):
        try:
            return data.decode(name), Coding(name)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1"), Coding("latin-1")


def _seven_bits() -> UnreadableFile:
    return UnreadableFile(
        "The file is written in UTF-7, an encoding in which names can't be read.",
        stage="extract",
        remedy="Open it in a text editor and save it again as UTF-8.",
    )


def _strict(data: bytes, name: str) -> str:
    try:
        return data.decode(name)
    except UnicodeDecodeError:
        raise UnreadableFile(
            f"The file says it is {name.upper()} and its bytes are not: it is damaged or truncated.",
            stage="extract",
            remedy="Open it in a text editor and save it again as UTF-8.",
        ) from None


def _unmarked_utf32(data: bytes) -> str:
    """Name the UTF-32 flavour of bytes without a mark: the highest byte of every character is null, the next nearly."""
    sample = data[:_SAMPLE]
    if len(sample) < 8 or len(data) % 4:
        return ""
    quarter = len(sample) // 4
    for name, places in (("utf-32-le", (0, 1, 2, 3)), ("utf-32-be", (3, 2, 1, 0))):
        lowest, second, third, highest = (sample[place::4].count(0) for place in places)
        if highest == quarter and min(second, third) > 0.6 * quarter and lowest < 0.05 * quarter:
            return name
    return ""


def _unmarked_utf16(data: bytes) -> str:
    """Name the UTF-16 flavour of bytes without a mark, by where the nulls of Latin letters fall."""
    sample = data[:_SAMPLE]
    if len(sample) < 4 or len(data) % 2:
        return ""
    half = len(sample) // 2
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if odd > 0.6 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.6 * half and odd < 0.05 * half:
        return "utf-16-be"
    return ""

"""Views of a PDF through two parsers: every object, string and stream (qpdf), the text of every page (MuPDF)."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import pikepdf
import pymupdf

from pipeline import lexicons
from pipeline.verify.decoded import raw_views, texts, wrapped_views
from pipeline.verify.drawn import Known, drawn_text
from pipeline.verify.pdf_pixels import pixel_views
from pipeline.verify.view import BARRIER, Layer, View

MAX_LEVELS = 60
MAX_STREAM = 16 * 1024 * 1024
_STREAM = re.compile(rb"\bstream\r?\n.*?\bendstream\b", re.S)
_NAME = re.compile(rb"/[^\s/<>()\[\]{}%]+|\b(?:endobj|startxref|trailer)\b")
_CODE = re.compile(rb"#([0-9A-Fa-f]{2})")
_CODED_NAME = re.compile(rb"/([^\s/<>()\[\]{}%#]*+#[0-9A-Fa-f]{2}[^\s/<>()\[\]{}%]*+)")
_END = re.compile(rb"%%EOF")
_FONT_NAMES = frozenset(
    {"/BaseFont", "/FontName", "/FontFamily", "/Encoding", "/BaseEncoding", "/Differences", "/CharSet"}
)
_HIDING = {
    "/V": "form field",
    "/JS": "script",
    "/ActualText": "alternative text",
    "/Alt": "alternative text",
    "/E": "alternative text",
}

logging.getLogger("pikepdf").setLevel(logging.CRITICAL)  # its warnings quote the file
pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


class Unreadable(Exception):
    """The file doesn't open again."""


def pdf_views(data: bytes, where: str = "") -> Iterator[View]:
    """Yield every view of a PDF; raises Unreadable where it doesn't open."""
    try:
        yield from _page_views(data, where)
        yield from pixel_views(data, where)
        with pikepdf.open(io.BytesIO(data), suppress_warnings=True) as opened:
            yield from _object_views(opened, where)
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError, RecursionError) as error:
        raise Unreadable from error
    yield from raw_views(f"{where}bytes", _NAME.sub(b" ", _STREAM.sub(b" ", data)))


def revisions(data: bytes) -> int:
    """Return how many end marks the file has: more than one is an earlier revision left inside."""
    return len(_END.findall(_STREAM.sub(b" ", data)))


def _page_views(data: bytes, where: str) -> Iterator[View]:
    """Yield the text of every page, what lies outside its edges included."""
    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_DEHYPHENATE
    with pymupdf.open(stream=data, filetype="pdf") as opened:
        if opened.needs_pass or not opened.page_count:
            raise Unreadable
        for number in range(opened.page_count):
            text = opened[number].get_text("text", flags=flags, clip=pymupdf.INFINITE_RECT())
            yield View(f"{where}page {number + 1}", Layer.MAIN, text, page=number)


def _object_views(opened: pikepdf.Pdf, where: str) -> Iterator[View]:
    known: Known = {}
    yield View(f"{where}document information", Layer.STRINGS, _said(opened.trailer.get("/Info"), "", 0))
    for number, page in enumerate(opened.pages, 1):
        text = drawn_text(page.obj, page.get("/Resources", pikepdf.Dictionary()), known)
        yield View(f"{where}page {number} content", Layer.DRAWN, text)
        yield from wrapped_views(f"{where}page {number} content", text)
    for stored in opened.objects:
        place = f"{where}object {stored.objgen[0]}"
        said = _said(stored, "", 0)
        if said.strip(BARRIER):
            yield View(place, Layer.STRINGS, said, _how(stored))
            yield from wrapped_views(place, said)
        if isinstance(stored, pikepdf.Stream):
            yield from _stream_views(stored, place, known)


def _stream_views(stored: pikepdf.Stream, place: str, known: Known) -> Iterator[View]:
    if stored.get("/Subtype") == "/Image" and "/Filter" in stored:
        return
    if any(key in stored for key in ("/Length1", "/Length2", "/Length3")) or stored.get("/Type") == "/XRef":
        return
    try:
        body = stored.read_bytes()[:MAX_STREAM]
    except pikepdf.PdfError:
        body = stored.read_raw_bytes()[:MAX_STREAM]
    if body[:5] == b"%PDF-":
        yield from pdf_views(body, f"{place}: ")
        return
    if stored.get("/Subtype") == "/Form" or "/PatternType" in stored:
        yield View(place, Layer.DRAWN, drawn_text(stored, stored.get("/Resources", pikepdf.Dictionary()), known))
    yield from raw_views(place, body)
    if names := dict.fromkeys(_CODED_NAME.findall(body)):
        for text in texts(BARRIER.encode().join(map(_meant, names))):
            yield View(place, Layer.STRINGS, text, "found encoded")


def _meant(name: bytes) -> bytes:
    """Return the bytes that a name with codes means."""
    return _CODE.sub(lambda code: bytes([int(code[1], 16)]), name)


def _how(stored: Any) -> str:
    """Name the hiding place of an object's strings, as far as its keys tell."""
    if not isinstance(stored, (pikepdf.Dictionary, pikepdf.Stream)):
        return ""
    if stored.get("/Type") == "/Annot" or ("/Subtype" in stored and "/Rect" in stored):
        return "annotation"
    if stored.get("/Type") == "/EmbeddedFile" or stored.get("/Type") == "/Filespec":
        return "attachment"
    if "/Title" in stored and ("/Parent" in stored or "/Dest" in stored):
        return "bookmark"
    return next((how for key, how in _HIDING.items() if key in stored), "")


def _said(value: Any, key: str, level: int) -> str:
    return BARRIER.join(_strings(value, key, level))


def _strings(value: Any, key: str, level: int) -> Iterator[str]:
    """Yield the strings, names and keys of one object; what it refers to is an object of its own."""
    if level > MAX_LEVELS or key in _FONT_NAMES:
        return
    if isinstance(value, pikepdf.String):
        yield str(value)
        if any(b > 127 for b in bytes(value)):
            yield bytes(value).decode("utf-8", "ignore")
    elif isinstance(value, pikepdf.Name):
        yield from _unknown(str(value))
    elif isinstance(value, pikepdf.Array):
        for item in value:
            if level == 0 or not getattr(item, "is_indirect", False):
                yield from _strings(item, key, level + 1)
    elif isinstance(value, (pikepdf.Dictionary, pikepdf.Stream)):
        for name, item in value.items():
            yield from _unknown(name)
            if not getattr(item, "is_indirect", False):
                yield from _strings(item, name, level + 1)


def _unknown(name: str) -> Iterator[str]:
    """Yield a name that isn't PDF's own."""
    if name[1:] not in lexicons.words("pdf_names.txt"):
        yield name[1:]

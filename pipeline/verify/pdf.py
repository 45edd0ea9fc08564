"""Views of a PDF through two parsers: every object, string and stream (qpdf), the text of every page (MuPDF)."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import pikepdf
import pymupdf

from pipeline.verify.decoded import raw_views, texts, wrapped_views
from pipeline.verify.drawn import Known, drawn_text
from pipeline.verify.pdf_names import Said, program_views
from pipeline.verify.pdf_pixels import pixel_views
from pipeline.verify.view import BARRIER, Layer, View

MAX_STREAM = 16 * 1024 * 1024
_STREAM = re.compile(rb"\bstream\r?\n.*?\bendstream\b", re.S)
_NAME = re.compile(rb"/[^\s/<>()\[\]{}%]+|\b(?:endobj|startxref|trailer)\b")
_CODE = re.compile(rb"#([0-9A-Fa-f]{2})")
_CODED_NAME = re.compile(rb"/([^\s/<>()\[\]{}%#]*+#[0-9A-Fa-f]{2}[^\s/<>()\[\]{}%]*+)")
_END = re.compile(rb"%%EOF")
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
    information = Said()
    information.take(opened.trailer.get("/Info"))
    yield from information.views(f"{where}document information", "")
    for number, page in enumerate(opened.pages, 1):
        text = drawn_text(page.obj, page.get("/Resources", pikepdf.Dictionary()), known)
        yield View(f"{where}page {number} content", Layer.DRAWN, text)
        yield from wrapped_views(f"{where}page {number} content", text)
    for stored in opened.objects:
        place = f"{where}object {stored.objgen[0]}"
        said = Said()
        said.take(stored)
        for view in said.views(place, _how(stored)):
            if view.text.strip(BARRIER):
                yield view
                yield from wrapped_views(place, view.text) if view.layer is Layer.STRINGS else ()
        if isinstance(stored, pikepdf.Stream):
            yield from _stream_views(stored, place, known)


def _stream_views(stored: pikepdf.Stream, place: str, known: Known) -> Iterator[View]:
    if stored.get("/Subtype") == "/Image" and "/Filter" in stored:
        return
    if any(key in stored for key in ("/Length1", "/Length2", "/Length3")):
        yield from program_views(stored, place)
        return
    if stored.get("/Type") == "/XRef":
        return
    body = stored.read_bytes(pikepdf.StreamDecodeLevel.specialized)[:MAX_STREAM]  # what can't be unpacked is no proof
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

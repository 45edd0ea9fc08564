"""Verification: the file that will leave is opened again by other code and searched for what was replaced."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from itertools import chain

from pipeline.analysis import Leak, Sought
from pipeline.verify.covered import kinds_of_cover
from pipeline.verify.mail import is_message, mail_views
from pipeline.verify.markup import HUMP, is_page, page_views
from pipeline.verify.pdf import Unreadable, pdf_views, revisions
from pipeline.verify.picture_parts import extras
from pipeline.verify.pixels import is_picture, picture_views
from pipeline.verify.plain import decoded_text, plain_views
from pipeline.verify.rtf import rtf_views
from pipeline.verify.search import Searcher
from pipeline.verify.view import Layer, View
from pipeline.verify.zipped import zip_views

__all__ = ["digest", "find_leaks"]

_PDF = b"%PDF-"
_ZIP = b"PK\x03\x04"
_HEAD = 1024


def digest(data: bytes) -> str:
    """Return the SHA-256 of the bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def find_leaks(data: bytes, name: str, sought: Sequence[Sought]) -> tuple[Leak, ...]:
    """Return every place where a value that should be gone can still be read; the values themselves aren't quoted.

    A file that doesn't open again is a leak too (`how="unreadable"`), and so is an earlier revision inside a PDF.
    """
    named = View("file name", Layer.NAME, HUMP.sub(" ", re.sub(r"[._-]", " ", name)))
    try:
        leaks = Searcher(sought).leaks(chain([named], _views(data, name)))
    except (Unreadable, OSError):
        return (Leak("file", "", "", "unreadable"),)
    if is_picture(data):
        return (*leaks, *(Leak(f"file: {part}", "", "", "more than pixels") for part in extras(data)))
    if _is_pdf(data):
        leaks = kinds_of_cover(data, leaks, sought)
        if revisions(data) > 1:
            leaks = (*leaks, Leak("file", "", "", "earlier revision"))
    return leaks


def _is_pdf(data: bytes) -> bool:
    return _PDF in data[:_HEAD]


def _views(data: bytes, name: str, level: int = 0) -> Iterator[View]:
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{\\rtf"):
        yield from rtf_views(data)
    elif is_message(data, name):
        yield from mail_views(data, _views, level)
    elif _is_pdf(data):
        yield from pdf_views(data)
    elif is_picture(data):
        yield from picture_views(data)
    elif data.startswith(_ZIP):
        yield from zip_views(data)
    elif is_page(text := decoded_text(data), name):
        yield from page_views(text, data)
    else:
        yield from plain_views(data, is_table=name.lower().endswith((".csv", ".tsv")))

"""Opening a PDF, and its limits.

The libraries' warnings quote the file, so they are kept off standard error.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pikepdf
import pymupdf

from pipeline.container.limits import MAX_BYTES, MIB
from pipeline.errors import EncryptedFile, LimitExceeded, UnreadableFile

# what the page library raises: its own errors share no ancestor with the others
PAGE_ERRORS: tuple[type[Exception], ...] = (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase)
_ODD: tuple[type[Exception], ...] = (
    *PAGE_ERRORS,
    pikepdf.PdfError,
    AttributeError,
    TypeError,
    LookupError,
    OverflowError,
    AssertionError,
)

MAX_PAGES = 5_000
_TRAILER = 2048  # the end of a file must tell within these bytes where its table of objects is

logging.getLogger("pikepdf").setLevel(logging.CRITICAL)  # its warnings quote the file too
pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)


def open_objects(data: bytes) -> pikepdf.Pdf:
    """Open the object tree; raises EncryptedFile where a password is asked for, UnreadableFile if damaged."""
    if len(data) > MAX_BYTES:
        raise LimitExceeded(
            f"The PDF is larger than {MAX_BYTES // MIB} MB.",
            stage="extract",
            remedy="Split it and send the parts.",
        )
    try:
        opened = pikepdf.open(io.BytesIO(data), suppress_warnings=True)
        pages = len(opened.pages)
        whole = b"startxref" in data[-_TRAILER:]
        lost = any(_is_lost(page, whole) for page in opened.pages)
    except pikepdf.PasswordError:
        raise EncryptedFile(
            "The PDF asks for a password.",
            stage="extract",
            remedy="Save a copy without a password and send that.",
        ) from None
    except (pikepdf.PdfError, ValueError, TypeError, RuntimeError, RecursionError):
        raise unreadable() from None
    _check_pages(pages)
    if lost:
        raise unreadable()
    return opened


@contextmanager
def odd_objects() -> Iterator[None]:
    """Take whatever stumbles over an object for a damaged file: any object may be of another type than is due.

    A name where a dictionary belongs, an array without members, a number that is a text: none of it can be told
    ahead of the place that needs it.
    """
    try:
        yield
    except _ODD as error:
        raise unreadable() from error


def _is_lost(page: pikepdf.Page, whole: bool) -> bool:
    """Tell whether a page names contents that the file doesn't hold: it was cut off, and would come out empty.

    A name without an object can't be told from no name at all: a file without its end (not `whole`) is not trusted.
    """
    contents = page.obj.get("/Contents")
    if isinstance(contents, pikepdf.Array):
        return any(not isinstance(part, pikepdf.Stream) for part in contents)
    return contents is None and not whole


def _check_pages(pages: int) -> None:
    if not pages:
        raise unreadable()
    if pages > MAX_PAGES:
        raise LimitExceeded(
            f"The PDF has more than {MAX_PAGES} pages.", stage="extract", remedy="Split it and send the parts."
        )


def open_pages(data: bytes) -> pymupdf.Document:
    """Open the pages for text and drawing, every page turned upright; raises UnreadableFile."""
    try:
        opened = pymupdf.open(stream=data, filetype="pdf")
        pages = opened.page_count
    except PAGE_ERRORS:
        raise unreadable() from None
    _check_pages(pages)
    return opened


def upright(opened: pymupdf.Document, number: int) -> pymupdf.Page:
    """Return a page with its rotation taken off, so that all its coordinates are those of the unrotated page."""
    try:
        page = opened[number]
        if page.rotation:
            page.set_rotation(0)
    except PAGE_ERRORS:
        raise unreadable() from None
    return page


def unreadable() -> UnreadableFile:
    """Return the error for a damaged file."""
    return UnreadableFile(
        "The PDF is damaged.", stage="extract", remedy="Open it in a viewer, save it again and send that copy."
    )


def saved(pdf: pikepdf.Pdf) -> bytes:
    """Return the bytes of an object tree, whole, without encryption and with an id that depends on content only."""
    out = io.BytesIO()
    options: dict[str, Any] = {
        "deterministic_id": True,
        "encryption": False,
        "object_stream_mode": pikepdf.ObjectStreamMode.disable,
    }
    pdf.save(out, **options)
    return out.getvalue()

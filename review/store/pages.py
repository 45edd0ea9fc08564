"""The pages of a file for the eye: pictures of them, drawn apart from this process, and what stands where on them."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict

from pipeline import confined
from pipeline.container.page_image import FORMATS, WEBP, Size
from pipeline.document import Document
from pipeline.errors import EngineError
from review import storage
from review.models import SourceFile
from review.store import boxes

log = logging.getLogger(__name__)
# Widths in pixels that a page may be asked for in: the nearest above is what a window of any size gets.
WIDTHS = (320, 800, 1200, 1700, 2400)
KEPT_BYTES = 48 * 1024 * 1024


def keep_boxes(source: SourceFile, document: Document) -> str:
    """Store where the characters of a document stand; return the blob's name, "" for a format without pages.

    A file whose pages can't be measured is reviewed by its text alone.
    """
    if document.format not in FORMATS:
        return ""
    try:
        sizes = confined.page_sizes(storage.fetch(source.original), document.format)
    except (EngineError, FileNotFoundError) as error:
        log.warning("no pages of file %s: %s", source.pk, type(error).__name__)
        return ""
    return storage.keep("boxes", boxes.pack(document, sizes)) if sizes else ""


def picture(source: SourceFile, page: int, width: int) -> bytes:
    """Return a WEBP of a page (from 0), turned as it is read, in the nearest of WIDTHS; raises InputRefused.

    Raises FileNotFoundError where the file has no such page.
    """
    layout = boxes.load_layout(source)
    if layout is None or not 0 <= page < len(layout.sizes):
        raise FileNotFoundError("no such page")
    wide = next((w for w in WIDTHS if w >= width), WIDTHS[-1])
    key = source.original, page, wide
    found = _KEPT.get(key)
    if found is None:
        scale = wide / max(shown(layout.sizes[page])[0], 1.0)
        found = confined.draw_page(storage.fetch(source.original), source.format, page, scale, WEBP)
        _KEPT.put(key, found)
    return found


def shown(size: Size) -> tuple[float, float]:
    """Return the width and height of a page as it is shown."""
    return (size.height, size.width) if size.turned in (90, 270) else (size.width, size.height)


def to_shown(size: Size, box: boxes.Box) -> boxes.Box:
    """Return a box of a page as it lies in the file where it is on the page as it's shown."""
    return _turned(box, size.width, size.height, size.turned)


def from_shown(size: Size, box: boxes.Box) -> boxes.Box:
    """Return a box of a page as it's shown where it lies in the file."""
    width, height = shown(size)
    return _turned(box, width, height, -size.turned % 360)


def _turned(box: boxes.Box, width: float, height: float, degrees: int) -> boxes.Box:
    """Turn a box clockwise with its page of this width and height."""
    x0, y0, x1, y1 = box
    if degrees == 90:
        return height - y1, x0, height - y0, x1
    if degrees == 180:
        return width - x1, height - y1, width - x0, height - y0
    if degrees == 270:
        return y0, width - x1, y1, width - x0
    return box


class _Pictures:
    """The pictures last drawn, up to so many bytes; nothing of them is written to a disk."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[tuple[str, int, int], bytes] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def get(self, key: tuple[str, int, int]) -> bytes | None:
        with self._lock:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)

    def put(self, key: tuple[str, int, int], picture: bytes) -> None:
        with self._lock:
            self._size += len(picture) - len(self._held.pop(key, b""))
            self._held[key] = picture
            while self._size > self._most:
                self._size -= len(self._held.popitem(last=False)[1])


_KEPT = _Pictures(KEPT_BYTES)

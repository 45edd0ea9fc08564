"""Pictures of a file's pages, as somebody who reads it sees them: PDF pages and the frames of image files.

A reader's boxes are those of the page as it lies in the file; a picture is turned the way a viewer turns it. `Size`
says by how much, so that whoever lays boxes over a picture can turn them too.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass

import pymupdf
from PIL import Image

from pipeline.container import pixels
from pipeline.container.pdf import PAGE_ERRORS, open_pages, unreadable, upright
from pipeline.errors import UnsupportedFormat

# A picture for the eye: more than this is cut down, whatever the page's size or the scale asked for.
MAX_PIXELS = 24_000_000
FORMATS = frozenset({"pdf", "image"})
QUALITY = 84

WEBP, PNG = "WEBP", "PNG"


@dataclass(frozen=True, slots=True)
class Size:
    """A page's width and height in the units of its boxes, and by how many degrees clockwise it's shown turned."""

    width: float
    height: float
    turned: int = 0


def page_sizes(data: bytes, format: str) -> list[Size]:
    """Return the size of each page, in order; none for a format without pages, raises InputRefused if damaged."""
    if format == "pdf":
        with open_pages(data) as pages:
            return [_size(pages, number) for number in range(pages.page_count)]
    if format == "image":
        return [Size(float(width), float(height)) for width, height in pixels.sizes(data)]
    return []


def _size(pages: pymupdf.Document, number: int) -> Size:
    try:
        turned = int(pages[number].rotation) % 360
    except PAGE_ERRORS:
        raise unreadable() from None
    box = upright(pages, number).rect
    return Size(float(box.width), float(box.height), turned)


def render(data: bytes, format: str, page: int, scale: float, kind: str = PNG) -> bytes:
    """Return a PNG or WEBP of a page (from 0), `scale` pixels to a unit of its boxes; raises InputRefused."""
    if format == "pdf":
        picture = _pdf_page(data, page, scale)
    elif format == "image":
        picture = _frame(data, page, scale)
    else:
        raise UnsupportedFormat(f"A file of format {format} has no pages.", stage="extract")
    out = io.BytesIO()
    if kind == WEBP:
        picture.save(out, WEBP, quality=QUALITY, method=2)
    else:
        picture.save(out, PNG, compress_level=3)
    return out.getvalue()


def _pdf_page(data: bytes, number: int, scale: float) -> Image.Image:
    with open_pages(data) as pages:
        if not 0 <= number < pages.page_count:
            raise unreadable()
        try:
            page = pages[number]
            box = page.rect
            zoom = bounded(scale, float(box.width), float(box.height))
            shown = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), alpha=False, colorspace=pymupdf.csRGB)
        except PAGE_ERRORS:
            raise unreadable() from None
        return Image.frombytes("RGB", (shown.width, shown.height), shown.samples)


def _frame(data: bytes, number: int, scale: float) -> Image.Image:
    frame = Image.fromarray(pixels.frame_at(data, number).pixels)
    zoom = bounded(scale, frame.width, frame.height)
    size = (max(1, round(frame.width * zoom)), max(1, round(frame.height * zoom)))
    return frame if size == frame.size else frame.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)


def bounded(scale: float, width: float, height: float) -> float:
    """Cut a scale down to what fits in the memory of whoever draws and whoever looks."""
    most = math.sqrt(MAX_PIXELS / max(width * height, 1.0))
    return max(min(scale, most), 1e-3)

"""What a PDF page says without text: its images and lettered drawings rendered, read, and placed on the page.

A region is rendered as a viewer shows it, without the page's own text, so nothing is read twice and nothing that is
covered or cut off is taken for shown.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np
import pikepdf
import pymupdf

from pipeline.container import limits
from pipeline.container.pdf import open_pages, unreadable, upright
from pipeline.container.pdf_images import Pixels
from pipeline.container.pdf_placed import placed_on
from pipeline.container.pdf_prepare import Prepared
from pipeline.container.pdf_regions import Region, regions_of
from pipeline.container.pdf_strip import without_text
from pipeline.container.pdf_text import Box, Event, Segment
from pipeline.extract.pdf_words import placed, segments_of
from pipeline.ocr import PageReading, Picture, find_pictures, read_page, second_opinion

_CONTRAST = 40


@dataclass(frozen=True, slots=True)
class Shown:
    """What the pixels of one page say: lines, and regions of another kind with how sure the reader is."""

    segments: list[Segment] = field(default_factory=list, repr=False)
    pictures: list[tuple[str, Box, float]] = field(default_factory=list)


class Pixel:
    """The reader of one file's pixels; equal regions (a letterhead on every page) are read once.

    `objects` is its object tree, None for a file without images.
    """

    def __init__(self, opened: pymupdf.Document, objects: pikepdf.Pdf | None) -> None:
        self._opened, self._objects = opened, objects
        self._readings: dict[bytes, tuple[PageReading, list[Picture]]] = {}
        self._left = limits.MAX_READ_TOTAL
        self._seen: set[int] = set()
        self._unread: set[int] = set()

    def page(self, number: int, events: Sequence[Event]) -> Shown:
        """Read the regions of one page that draws these events; raises UnreadableFile for what can't be drawn."""
        try:
            return self._page(number, events)
        except (pikepdf.PdfError, RuntimeError, ValueError, TypeError, KeyError):
            raise unreadable() from None

    def _page(self, number: int, events: Sequence[Event]) -> Shown:
        if self._objects is None and all(["text" in kind for kind, _ in events]):
            return Shown()
        drawn = placed_on(self._objects.pages[number]) if self._objects is not None else []
        rotation = self._opened[number].rotation
        page = upright(self._opened, number)
        regions, small = regions_of(page, drawn, events)
        self._seen |= small
        shown = Shown()
        if regions:
            without_text(page)
        for region in regions:
            if self._is_affordable(region):
                self._seen |= region.images
                self._read(page, region, rotation, shown)
            else:
                self._unread |= region.images
        return shown

    def names(self) -> tuple[str, ...]:
        """Return the names of the images that were read wherever they stand."""
        return tuple(f"image {xref}" for xref in sorted(self._seen - self._unread))

    def _is_affordable(self, region: Region) -> bool:
        if not region.dpi:
            return False
        (x0, y0, x1, y1), scale = region.box, region.dpi / 72
        self._left -= int((x1 - x0) * (y1 - y0) * scale * scale)
        return self._left >= 0 and len(self._readings) < limits.MAX_READ_IMAGES

    def _read(self, page: pymupdf.Page, region: Region, rotation: int, shown: Shown) -> None:
        pixels = _rendered(page, region)
        if not pixels.size:
            return  # thinner than a pixel: it shows nothing
        size = pixels.shape[1], pixels.shape[0]
        pixels = np.ascontiguousarray(np.rot90(pixels, -rotation // 90))
        key = blake2b(pixels.tobytes(), digest_size=16, person=b"%d,%d" % pixels.shape[:2]).digest()
        if key not in self._readings:
            reading = read_page(pixels)
            if not reading.lines and int(pixels.max()) - int(pixels.min()) > _CONTRAST:
                reading = second_opinion(pixels)  # a lone line on a large page can escape the first
            self._readings[key] = reading, find_pictures(pixels, reading)
        reading, pictures = self._readings[key]
        shown.segments.extend(segments_of(reading, size, rotation, region.box))
        for picture in pictures:
            shown.pictures.append((picture.kind, placed(picture.box, size, rotation, region.box), picture.confidence))


def _rendered(page: pymupdf.Page, region: Region) -> Pixels:
    """Draw a region at its resolution, red, green and blue."""
    scale = region.dpi / 72
    pixmap = page.get_pixmap(
        matrix=pymupdf.Matrix(scale, scale), clip=pymupdf.Rect(region.box), colorspace=pymupdf.csRGB, alpha=False,
        annots=False,
    )  # fmt: skip
    values = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)
    return np.ascontiguousarray(values[:, : pixmap.width * 3].reshape(pixmap.height, pixmap.width, 3))


@contextmanager
def pixel_reader(prepared: Prepared) -> Iterator[Pixel]:
    """Open a file's pictures for reading."""
    if prepared.pictures is None:
        with open_pages(prepared.data) as opened:
            yield Pixel(opened, None)
        return
    with (
        open_pages(prepared.pictures) as opened,
        pikepdf.open(io.BytesIO(prepared.pictures), suppress_warnings=True) as objects,
    ):
        yield Pixel(opened, objects)

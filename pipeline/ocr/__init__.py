"""Reading pixels: two independent readers, the geometry between a page and its picture, and what isn't text.

Readers are loaded at the first call and kept for the life of the process; both run on one thread.
"""

from __future__ import annotations

from pipeline.ocr.first import is_loaded, load
from pipeline.ocr.page import Box, Line, PageReading, Picture, Pixels, Word
from pipeline.ocr.pictures import find_pictures
from pipeline.ocr.reading import read_again, read_page, second_opinion

__all__ = [
    "Box",
    "Line",
    "PageReading",
    "Picture",
    "Pixels",
    "Word",
    "find_pictures",
    "is_loaded",
    "load",
    "read_again",
    "read_page",
    "second_opinion",
]

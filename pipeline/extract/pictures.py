"""What the pictures inside a document say: their words join its text at the end, anchored in pixels of each picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256

from pipeline import pace
from pipeline.container import limits, pixels
from pipeline.document import Block, Document, fold
from pipeline.errors import InputRefused
from pipeline.ocr import PageReading, Picture, find_pictures, read_page
from pipeline.ocr.text import lay

# Three letters of the smallest type that can be read; an icon holds less.
MIN_WIDE, MIN_HIGH = 18, 8

Read = tuple[PageReading, list[Picture]] | None


def with_pictures(document: Document, found: Mapping[str, bytes]) -> Document:
    """Return the document with what its pictures say; `pictures` names those of which all that they say is known."""
    reader = _Reader()
    texts: list[str] = []
    blocks: list[Block] = list(document.blocks)
    names: list[str] = []
    at = len(document.text)
    for name, data in found.items():
        known, read = reader.read(data)
        if not known:
            continue
        names.append(name)
        if read is not None:
            text, added = lay(*read, start=at, page=None, part=name)
            texts.append(text)
            blocks += added
            at += len(text)
    added_text = "".join(texts)
    return replace(
        document, text=document.text + added_text, folded=document.folded + fold(added_text), blocks=tuple(blocks),
        pictures=tuple(names),
    )  # fmt: skip


class _Reader:
    """The reader of one document's pictures, each only once however often it is there."""

    def __init__(self) -> None:
        self._known: dict[bytes, tuple[bool, Read]] = {}
        self._left = limits.MAX_READ_TOTAL

    def read(self, data: bytes) -> tuple[bool, Read]:
        """Return whether all that a picture says is known, and what it says."""
        key = sha256(data).digest()
        if key not in self._known:
            self._known[key] = self._look(data)
        return self._known[key]

    def _look(self, data: bytes) -> tuple[bool, Read]:
        if len(self._known) >= limits.MAX_READ_IMAGES:
            return False, None
        try:
            frame = pixels.frame_at(data, 0)
        except InputRefused:
            return False, None
        width, height = frame.size
        self._left -= width * height
        if width * height > limits.MAX_READ_PIXELS or self._left < 0:
            return False, None
        if width < MIN_WIDE or height < MIN_HIGH:
            return True, None
        reading = read_page(frame.pixels)
        pace.step()
        return True, (reading, find_pictures(frame.pixels, reading))

"""The pictures inside a document: gathered by name for a reader, and written back by a writer with what goes burnt.

A picture that was read is written anew with nothing but its pixels; one that wasn't becomes flat.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.container import images, pixels
from pipeline.container.burn import Box, burn
from pipeline.decision import Replacement
from pipeline.document import Document
from pipeline.errors import InputRefused
from pipeline.ocr.text import run_boxes

Boxes = Sequence[tuple[Box, str]]


class Pictures:
    """The pictures of one document on their way; `found` fills as the walk comes upon them."""

    def __init__(self, document: Document | None = None, replacements: Sequence[Replacement] = ()) -> None:
        self.found: dict[str, bytes] = {}
        self.done: Counter[str] = Counter()
        self._read = frozenset(document.pictures if document is not None else ())
        self._boxes = boxes_by_part(document, replacements) if document is not None else {}

    def put(self, name: str, data: bytes) -> bytes:
        """Take a picture in under its name and return what stands in its place."""
        self.found[name] = data
        if name in self._read:
            try:
                written = redrawn(data, self._boxes.get(name, ()))
            except InputRefused:
                written = b""
            if written:
                self.done["images-redacted"] += name in self._boxes
                return written
        self.done["images-blanked"] += 1
        return images.blank(data)


def redrawn(data: bytes, boxes: Boxes) -> bytes:
    """Return a picture of the same type with the boxes burnt and nothing but its pixels; raises InputRefused."""
    frame = pixels.frame_at(data, 0)
    burnt = burn(frame.pixels, boxes, bilevel=frame.bilevel) if boxes else frame.pixels
    return pixels.write_frames([replace(frame, pixels=burnt)])


def boxes_by_part(document: Document, replacements: Sequence[Replacement]) -> Mapping[str, list[tuple[Box, str]]]:
    """Return, picture by picture, the boxes that go, the first of each replacement with what stands in its place."""
    wanted: dict[str, list[tuple[Box, str]]] = defaultdict(list)
    for replacement in sorted(replacements, key=lambda r: r.span):
        span, output = replacement.span, replacement.output
        for anchor in document.anchors_in(span):
            if anchor.page is None and anchor.boxes:
                start, end = max(span.start, anchor.start) - anchor.start, min(span.end, anchor.end) - anchor.start
                for box in run_boxes(anchor.boxes, start, end):
                    wanted[anchor.part].append((box, output))
                    output = ""
            else:
                output = ""
    return wanted

"""Writer of pictures: the pixels of what goes are overwritten, and only pixels are written again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pipeline import pace
from pipeline.container import pixels
from pipeline.container.burn import Box
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.ocr import second
from pipeline.ocr.text import run_boxes
from pipeline.registry import writer

Boxes = Sequence[tuple[Box, str]]


@writer("image")
def write_image(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Burn the replaced places and write a file of the same type without tags, thumbnails, profiles and comments."""
    wanted = boxes_by_page(document, replacements)
    notes = list(pixels.left_behind(data))
    written = pixels.write_frames(_burnt(data, wanted))
    if not second.is_present():
        notes.append("no-second-reader")
    if wanted:
        notes.append(f"pixels-burnt:{sum(map(len, wanted.values()))}")
    return Written(written, tuple(notes))


def _burnt(data: bytes, wanted: Mapping[int, Boxes]) -> Iterator[pixels.Frame]:
    for page, frame in enumerate(pixels.open_frames(data)):
        pace.step()
        boxes = wanted.get(page)
        burnt = pixels.burn(frame.pixels, boxes, bilevel=frame.bilevel) if boxes else frame.pixels
        yield replace(frame, pixels=burnt)


def boxes_by_page(document: Document, replacements: Sequence[Replacement]) -> dict[int, list[tuple[Box, str]]]:
    """Return, page by page, the boxes that go, the first of each replacement with what stands in its place."""
    wanted: dict[int, list[tuple[Box, str]]] = defaultdict(list)
    for replacement in replacements:
        span, places = replacement.span, []
        for anchor in document.anchors_in(span):
            if anchor.page is not None and anchor.boxes:
                start, end = max(span.start, anchor.start) - anchor.start, min(span.end, anchor.end) - anchor.start
                places += [(anchor.page, box) for box in run_boxes(anchor.boxes, start, end)]
        output = replacement.output
        widest = max(range(len(places)), key=lambda n: _length(places[n][1]), default=0)
        for n, (page, box) in enumerate(places):
            wanted[page].append((box, output if n == widest else ""))
    return wanted


def _length(box: Box) -> float:
    return max(box[2] - box[0], box[3] - box[1])

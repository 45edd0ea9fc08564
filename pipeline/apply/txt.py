"""Plain text, written back: same encoding, same byte-order mark, same line ends."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.container import encoding
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.registry import writer


@writer("txt")
def write_text(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Replace the spans; every other byte stays."""
    text, coding = encoding.decode(data)
    out: list[str] = []
    place = 0
    for replacement in replacements:
        out += [text[place : replacement.span.start], replacement.output]
        place = replacement.span.end
    return Written(coding.encode("".join([*out, text[place:]])))

"""RTF: paragraphs, tables, headers, notes, comments, boxes, field codes, and what isn't shown."""

from __future__ import annotations

from pipeline.container.rtf_text import RtfWalk
from pipeline.container.units import document_of
from pipeline.document import Document
from pipeline.registry import reader


@reader("rtf")
def read_rich_text(data: bytes, name: str) -> Document:
    """Read an .rtf; tracked changes are read as accepted, deleted and hidden text apart, since it will go."""
    return document_of(RtfWalk(data.decode("latin-1")).walk(), data, "rtf", name)

"""RTF: paragraphs, tables, headers, notes, comments, boxes, field codes, and what isn't shown."""

from __future__ import annotations

from pipeline.container.rtf_text import RtfWalk
from pipeline.container.units import document_of
from pipeline.document import Document
from pipeline.extract.pictures import with_pictures
from pipeline.registry import reader


@reader("rtf")
def read_rich_text(data: bytes, name: str) -> Document:
    """Read an .rtf; tracked changes are read as accepted, deleted and hidden text apart, since it will go."""
    walk = RtfWalk(data.decode("latin-1"))
    return with_pictures(document_of(walk.walk(), data, "rtf", name), walk.pictures.found)

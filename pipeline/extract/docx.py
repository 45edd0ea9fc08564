"""Word documents: every paragraph, table, note, comment, box, field, link and property, anchored by part and unit."""

from __future__ import annotations

from pipeline.container.package import open_package
from pipeline.container.units import document_of
from pipeline.container.word import walk
from pipeline.document import Document
from pipeline.registry import reader


@reader("docx")
def read_word(data: bytes, name: str) -> Document:
    """Read a .docx; tracked changes are read as accepted, what they deleted as hidden text."""
    units, _ = walk(open_package(data))
    return document_of(units, data, "docx", name)

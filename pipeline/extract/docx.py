"""Word documents: every paragraph, table, note, comment, box, field, link and property, anchored by part and unit."""

from __future__ import annotations

from pipeline.container.package import open_package
from pipeline.container.scrub import pictures_of
from pipeline.container.units import document_of
from pipeline.container.word import walk
from pipeline.document import Document
from pipeline.extract.pictures import with_pictures
from pipeline.registry import reader


@reader("docx")
def read_word(data: bytes, name: str) -> Document:
    """Read a .docx; tracked changes are read as accepted, what they deleted as hidden text."""
    package = open_package(data)
    pictures = pictures_of(package)
    units, _ = walk(package)
    return with_pictures(document_of(units, data, "docx", name), pictures)

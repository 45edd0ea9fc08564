"""OpenDocument texts: every paragraph, table, note, comment, frame, field, link and property."""

from __future__ import annotations

from pipeline.container.odf import open_odf
from pipeline.container.odf_hidden import take_out
from pipeline.container.odf_text import walk
from pipeline.container.units import document_of
from pipeline.document import Document
from pipeline.registry import reader


@reader("odt")
def read_text_document(data: bytes, name: str) -> Document:
    """Read an .odt; tracked changes are read as accepted, deleted and hidden text apart, since it will go."""
    package = open_odf(data)
    said, _ = take_out(package)
    return document_of(walk(package, said), data, "odt", name)

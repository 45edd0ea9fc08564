"""OpenDocument texts: every paragraph, table, note, comment, frame, field, link and property."""

from __future__ import annotations

from pipeline.container.odf import open_odf
from pipeline.container.odf_hidden import take_out
from pipeline.container.odf_scrub import pictures_of
from pipeline.container.odf_text import walk
from pipeline.container.units import document_of
from pipeline.document import Document
from pipeline.extract.pictures import with_pictures
from pipeline.registry import reader


@reader("odt")
def read_text_document(data: bytes, name: str) -> Document:
    """Read an .odt; tracked changes are read as accepted, deleted and hidden text apart, since it will go."""
    package = open_odf(data)
    said, _ = take_out(package)
    pictures = pictures_of(package)
    return with_pictures(document_of(walk(package, said), data, "odt", name), pictures)

"""OpenDocument workbooks: every cell named by its header, then comments, formulas, names and properties."""

from __future__ import annotations

from pipeline.container.odf import open_odf
from pipeline.container.odf_hidden import take_out
from pipeline.container.odf_scrub import pictures_of
from pipeline.container.odf_text import walk
from pipeline.container.units import document_of
from pipeline.document import Document
from pipeline.extract.pictures import with_pictures
from pipeline.registry import reader


@reader("ods")
def read_spreadsheet(data: bytes, name: str) -> Document:
    """Read an .ods; hidden sheets and rows are read too."""
    package = open_odf(data)
    said, _ = take_out(package)
    pictures = pictures_of(package)
    return with_pictures(document_of(walk(package, said), data, "ods", name), pictures)

"""Workbooks: every cell named by its header, then comments, formulas, links, caches and properties."""

from __future__ import annotations

from pipeline.container.package import open_package
from pipeline.container.scrub import pictures_of
from pipeline.container.sheet import walk
from pipeline.container.units import document_of
from pipeline.document import Document
from pipeline.extract.pictures import with_pictures
from pipeline.registry import reader


@reader("xlsx")
def read_workbook(data: bytes, name: str) -> Document:
    """Read an .xlsx; hidden sheets, rows and stale strings are read too."""
    package = open_package(data)
    pictures = pictures_of(package)
    return with_pictures(document_of(walk(package), data, "xlsx", name), pictures)

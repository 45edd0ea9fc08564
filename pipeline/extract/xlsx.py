"""Workbooks: every cell named by its header, then comments, formulas, links, caches and properties."""

from __future__ import annotations

from pipeline.container.package import open_package
from pipeline.container.sheet import walk
from pipeline.container.units import document_of
from pipeline.document import Document
from pipeline.registry import reader


@reader("xlsx")
def read_workbook(data: bytes, name: str) -> Document:
    """Read an .xlsx; hidden sheets, rows and stale strings are read too."""
    return document_of(walk(open_package(data)), data, "xlsx", name)

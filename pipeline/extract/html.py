"""HTML pages: blocks, tables, links, text attributes, and what a browser doesn't show."""

from __future__ import annotations

from pipeline.container.html import decode
from pipeline.container.html_text import Page
from pipeline.container.units import document_of
from pipeline.document import Document
from pipeline.extract.pictures import with_pictures
from pipeline.registry import reader


@reader("html")
def read_page(data: bytes, name: str) -> Document:
    """Read an .html; comments, hidden elements and properties are read apart, since they will go."""
    text, _ = decode(data)
    page = Page(text, "page")
    return with_pictures(document_of(page.walk(), data, "html", name), page.pictures.found)

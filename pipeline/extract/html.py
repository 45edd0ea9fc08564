"""HTML pages: blocks, tables, links, text attributes, and what a browser doesn't show."""

from __future__ import annotations

from pipeline.container.html import decode
from pipeline.container.html_text import Page
from pipeline.container.units import document_of
from pipeline.document import Document
from pipeline.registry import reader


@reader("html")
def read_page(data: bytes, name: str) -> Document:
    """Read an .html; comments, hidden elements and properties are read apart, since they will go."""
    text, _ = decode(data)
    return document_of(Page(text, "page").walk(), data, "html", name)

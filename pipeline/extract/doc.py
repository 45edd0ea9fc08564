"""Old Word documents: read as the .docx that LibreOffice makes of them."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from pipeline import registry
from pipeline.container import office
from pipeline.document import Document
from pipeline.registry import reader


@reader("doc")
def read_old_word(data: bytes, name: str) -> Document:
    """Read a .doc; raises UnsupportedFormat where LibreOffice isn't installed."""
    document = registry.reader_of("docx")(office.convert(data, "doc", "docx"), name)
    return replace(document, digest=sha256(data).hexdigest(), format="doc")

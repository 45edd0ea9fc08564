"""Plain text and Markdown: one block per paragraph, line ends kept as they are."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

from pipeline.container import encoding
from pipeline.document import Document, from_text
from pipeline.registry import reader


@reader("txt")
def read_text(data: bytes, name: str) -> Document:
    """Read a text in any of the known encodings; raises UnreadableFile for binary content."""
    text, _ = encoding.decode(data)
    return replace(from_text(text, name), digest=sha256(data).hexdigest())

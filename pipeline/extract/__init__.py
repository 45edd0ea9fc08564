"""Extraction: bytes to Document, every character anchored."""

from __future__ import annotations

from pipeline import registry
from pipeline.container.sniff import sniff, unsupported
from pipeline.document import Document
from pipeline.extract.again import read_again

__all__ = ["read_again", "read_document"]


def read_document(data: bytes, name: str) -> Document:
    """Read a file by what its content says it is; raises InputRefused with the remedy."""
    format = sniff(data, name)
    try:
        read = registry.reader_of(format)
    except KeyError:
        raise unsupported(format) from None
    return read(data, name)

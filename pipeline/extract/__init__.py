"""Extraction: bytes to Document, every character anchored."""

from __future__ import annotations

from collections.abc import Callable

from pipeline import registry
from pipeline.container.sniff import sniff, unsupported
from pipeline.document import Document, without_places
from pipeline.extract.again import read_again

__all__ = ["read_again", "read_document", "read_text"]


def read_document(data: bytes, name: str) -> Document:
    """Read a file by what its content says it is; raises InputRefused with the remedy."""
    return _read(data, name, registry.reader_of)


def read_text(data: bytes, name: str) -> Document:
    """Read a file for its text alone: as `read_document`, without the boxes of certain text."""
    return without_places(_read(data, name, registry.text_reader_of))


def _read(data: bytes, name: str, reader_of: Callable[[str], registry.Reader]) -> Document:
    format = sniff(data, name)
    try:
        read = reader_of(format)
    except KeyError:
        raise unsupported(format) from None
    return read(data, name)

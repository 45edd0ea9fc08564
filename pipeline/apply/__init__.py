"""Applying: bytes and replacements to the same file without the data, in the same format."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise

from pipeline import registry
from pipeline.apply.addresses import with_addresses
from pipeline.apply.naming import clean_name, free_name
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.errors import UnreadableFile

__all__ = ["clean_name", "free_name", "write_document"]


def write_document(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Write the file in place of its original; raises UnreadableFile for bytes that aren't the document's.

    `replacements` are sorted and disjoint, and hold for the percent codes of addresses too; metadata, revisions and
    hidden data go whatever they are.
    """
    if sha256(data).hexdigest() != document.digest:
        raise UnreadableFile(
            "These bytes are not the ones the document was read from.",
            stage="apply",
            remedy="Analyse the file again.",
        )
    _check_order(replacements)
    return registry.writer_of(document.format)(data, document, with_addresses(document, replacements))


def _check_order(replacements: Sequence[Replacement]) -> None:
    for before, after in pairwise(replacements):
        if after.span.start < before.span.end:
            raise ValueError("replacements must be sorted and disjoint")

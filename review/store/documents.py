"""Extracted documents as kept in private storage: gzip JSON of the text and its blocks, without anchors.

What was read in pixels has its whole reading behind that, anchors included: reading it again takes seconds a page. It
counts as long as the readers are the same that made it.
"""

from __future__ import annotations

import gzip
import json
import struct
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pipeline import made_of
from pipeline.confined import codec
from pipeline.document import AREA, PICTURE_TEXT, Area, Block, BlockKind, Document, area_start, fold
from review import storage
from review.models import SourceFile

_WITHOUT_READERS, _WITH_READING = b"anonymiza reading 1\n", b"anonymiza reading 2\n"
_DIGEST = 32  # bytes


@dataclass(frozen=True, slots=True)
class StoredBlock:
    """A block of the stored document; `start` and `end` are code points of its text."""

    start: int
    end: int
    kind: str
    label: str = field(default="", repr=False)
    row: int | None = None
    column: int | None = None
    page: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """The text and blocks of a file; `folded` is the text without case and accents, of the same length."""

    text: str = field(repr=False)
    folded: str = field(repr=False)
    format: str
    blocks: tuple[StoredBlock, ...] = field(repr=False)


def pack(document: Document) -> bytes:
    """Return the document as it is stored; equal documents give equal bytes."""
    blocks = [[b.start, b.end, b.kind.value, b.label, b.row, b.column, b.page, b.table] for b in document.blocks]
    body = {"text": document.text, "format": document.format, "blocks": blocks}
    told = gzip.compress(json.dumps(body, ensure_ascii=True).encode("ascii"), compresslevel=5, mtime=0)
    if not _is_read_in_pixels(document):
        return told
    reading = gzip.compress(codec.pack([Document], [document]), compresslevel=5, mtime=0)
    return _WITH_READING + made_of.readers() + struct.pack("<Q", len(told)) + told + reading


def unpack(data: bytes) -> StoredDocument:
    """Read a stored document."""
    body = json.loads(gzip.decompress(_parts(data)[0]))
    text = body["text"]
    return StoredDocument(text, fold(text), body["format"], tuple(StoredBlock(*b) for b in body["blocks"]))


def reading_of(source: SourceFile) -> Document | None:
    """Return the document of an analysed file as it was read, with its anchors.

    None where these weren't kept, or other readers made them than there are now.
    """
    _, made_by, reading = _parts(storage.fetch(source.document))
    if not made_by or made_by != made_of.readers():
        return None
    (document,) = codec.unpack([Document], gzip.decompress(reading))
    return document if isinstance(document, Document) else None


def _parts(data: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the text and its blocks as they are stored, the digest of the readers, and the reading that they made.

    The last two are empty where nothing was read in pixels; the digest, where it wasn't told yet.
    """
    if not data.startswith((_WITH_READING, _WITHOUT_READERS)):
        return data, b"", b""
    at = len(_WITH_READING)
    digest = data[at : at + _DIGEST] if data.startswith(_WITH_READING) else b""
    at += len(digest)
    (length,) = struct.unpack_from("<Q", data, at)
    end = at + 8 + length
    return data[at + 8 : end], digest, data[end:]


def _is_read_in_pixels(document: Document) -> bool:
    """Tell whether half of the text was read in pixels."""
    read = sum(len(anchor.confidence) for block in document.blocks for anchor in block.anchors)
    return read > 0 and 2 * read >= len(document.text)


def load_document(source: SourceFile) -> StoredDocument:
    """Return the document of an analysed file, what was drawn on its pages at its end.

    Raises FileNotFoundError before it's analysed.
    """
    if not source.document:
        raise FileNotFoundError("this file has no document yet")
    if not source.areas:
        return _load(source.document)
    return _drawn_over(source.document, tuple(area.page for area in areas_of(source)))


def areas_of(source: SourceFile) -> tuple[Area, ...]:
    """Return the regions drawn on the pages of a file, in the order in which they stand in its text."""
    return tuple(Area(drawn["page"], tuple(drawn["box"])) for drawn in source.areas)


def area_starts(source: SourceFile) -> tuple[int, ...]:
    """Return where the drawn regions of a file stand in its text, and last where the next one would."""
    length = len(_load(source.document).text)
    return tuple(area_start(length, n) for n in range(len(source.areas) + 1))


@lru_cache(maxsize=16)
def _load(name: str) -> StoredDocument:
    # Names are random and written once: a cached document can't be stale.
    return unpack(storage.fetch(name))


@lru_cache(maxsize=16)
def _drawn_over(name: str, pages: tuple[int, ...]) -> StoredDocument:
    """Return a document with a block for each drawn region, as `pipeline.document.with_areas` adds them."""
    kept = _load(name)
    starts = [area_start(len(kept.text), n) for n in range(len(pages))]
    drawn = [
        StoredBlock(start, start + 2, BlockKind.PICTURE.value, AREA, page=page)
        for start, page in zip(starts, pages, strict=True)
    ]
    added = f"{PICTURE_TEXT}\n" * len(pages)
    return replace(kept, text=kept.text + added, folded=kept.folded + added, blocks=(*kept.blocks, *drawn))


def engine_document(source: SourceFile) -> Document:
    """Return the stored document as the engine's type: without anchors, so for reading, not for writing."""
    kept = load_document(source)
    blocks = tuple(
        Block(b.start, b.end, BlockKind(b.kind), (), b.label, b.row, b.column, b.page, b.table) for b in kept.blocks
    )
    return Document(kept.text, kept.folded, blocks, source.digest, kept.format, source.name)

"""Extracted documents as kept in private storage: gzip JSON of the text and its blocks, without anchors."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass, field, replace
from functools import lru_cache

from pipeline.document import AREA, PICTURE_TEXT, Area, Block, BlockKind, Document, area_start, fold
from review import storage
from review.models import SourceFile


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
    return gzip.compress(json.dumps(body, ensure_ascii=True).encode("ascii"), compresslevel=5, mtime=0)


def unpack(data: bytes) -> StoredDocument:
    """Read a stored document."""
    body = json.loads(gzip.decompress(data))
    text = body["text"]
    return StoredDocument(text, fold(text), body["format"], tuple(StoredBlock(*b) for b in body["blocks"]))


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

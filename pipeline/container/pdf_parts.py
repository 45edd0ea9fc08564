"""Text of a PDF that isn't on its pages: bookmarks, notes, fields, properties, names, scripts, alternative text.

All of it is removed on writing; it is read so that what it names is known to the rest of the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pikepdf

from pipeline.document import BlockKind

MAX_LEVELS = 30
MAX_STREAM = 2_000_000
# Strings that are machinery: font and colour tables, ids, dates, default appearances (ISO 32000-1).
_MACHINERY = frozenset(
    {
        "/ID", "/Registry", "/Ordering", "/DA", "/CharSet", "/Panose", "/Lang", "/Lookup", "/O", "/U", "/OE",
        "/UE", "/Perms", "/FontFamily", "/CreationDate", "/ModDate", "/M", "/LastModified", "/CheckSum",
        "/OutputConditionIdentifier", "/RegistryName", "/OutputCondition", "/Info", "/DS", "/Cert", "/ColorSpace",
        "/NM", "/Filter", "/Version", "/Trapped", "/PTEX.Fullbanner", "/CIDSystemInfo", "/CS", "/Producer", "/Creator",
    }
)  # fmt: skip
_FIELDS = frozenset({"/V", "/DV", "/TU", "/TM", "/Opt"})
_COMMENTS = frozenset({"/Contents", "/RC", "/Subj"})
_UNSEEN = frozenset({"/Alt", "/ActualText", "/E"})
_TAGS = re.compile(r"<[^>]{0,2000}>")
_WORD = re.compile(r"[^\W_]{2}")

Part = tuple[BlockKind, str, str]


def texts(pdf: pikepdf.Pdf) -> tuple[Part, ...]:
    """Return kind, name of the place and text of everything outside the pages, each once, in file order."""
    seen: dict[Part, None] = {}
    for part in _all(pdf):
        seen.setdefault(part)
    return tuple(seen)


def _all(pdf: pikepdf.Pdf) -> Iterator[Part]:
    yield from _strings(pdf.trailer.get("/Info"), "info", 0)
    for stored in pdf.objects:
        if isinstance(stored, pikepdf.Stream):
            yield from _stream(stored)
        yield from _strings(stored, "", 0)
    dests = pdf.Root.get("/Dests")
    if isinstance(dests, pikepdf.Dictionary):
        for name in list(dests):
            yield BlockKind.PROPERTY, "destination", str(name).lstrip("/")


def _stream(stored: pikepdf.Stream) -> Iterator[Part]:
    if stored.get("/Type") == "/Metadata" or stored.get("/Subtype") == "/XML":
        text = " ".join(_TAGS.sub("\n", _decoded(stored)).split())
        if _WORD.search(text):
            yield BlockKind.PROPERTY, "metadata", text
    elif stored.get("/Type") == "/EmbeddedFile":
        return
    elif not any(key in stored for key in ("/Subtype", "/Type", "/Length1", "/PatternType", "/ShadingType")):
        head = stored.read_raw_bytes()[:2] if "/Filter" not in stored else b""
        if head and b"app." in (body := stored.read_raw_bytes()[:MAX_STREAM]):
            yield BlockKind.HIDDEN, "script", body.decode("utf-8", "replace")


def _decoded(stored: pikepdf.Stream) -> str:
    try:
        return stored.read_bytes(pikepdf.StreamDecodeLevel.specialized)[:MAX_STREAM].decode("utf-8", "replace")
    except pikepdf.PdfError:
        return ""


def _strings(value: Any, key: str, level: int) -> Iterator[Part]:
    if level > MAX_LEVELS:
        return
    if isinstance(value, pikepdf.String):
        yield from _string(value, key)
    elif isinstance(value, pikepdf.Array):
        for item in value:
            if level == 0 or not getattr(item, "is_indirect", False):
                yield from _strings(item, key, level + 1)
    elif isinstance(value, (pikepdf.Dictionary, pikepdf.Stream)):
        if value.get("/Type") in ("/FontDescriptor", "/Font", "/CMap", "/Sig"):
            return
        for name, item in value.items():
            if not getattr(item, "is_indirect", False):
                yield from _strings(item, name, level + 1)


def _string(value: pikepdf.String, key: str) -> Iterator[Part]:
    if key in _MACHINERY:
        return
    text = str(value).replace("\x00", "").strip()
    if _WORD.search(text) and sum(c.isprintable() or c.isspace() for c in text) >= 0.9 * len(text):
        yield _kind(key), key.lstrip("/") or "text", text


def _kind(key: str) -> BlockKind:
    if key in _FIELDS:
        return BlockKind.FIELD
    if key in _COMMENTS:
        return BlockKind.COMMENT
    return BlockKind.HIDDEN if key in _UNSEEN or key == "/JS" else BlockKind.PROPERTY

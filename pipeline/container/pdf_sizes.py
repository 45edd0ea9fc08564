"""How large the streams of a PDF become when they are unpacked: a few bytes may hold gigabytes of blanks."""

from __future__ import annotations

import zlib
from typing import Any

import pikepdf

from pipeline.container.limits import MAX_STREAM_BYTES, MIB
from pipeline.errors import LimitExceeded

_DEFLATE = ("/FlateDecode", "/Fl")
_BEST_RATIO = 1032  # deflate packs no closer
_PIECE = 4 * MIB


def check_sizes(pdf: pikepdf.Pdf) -> None:
    """Refuse a file in which a stream of operators or text unpacks to more than is read; pictures have other limits."""
    for stored in pdf.objects:
        if isinstance(stored, pikepdf.Stream) and stored.get("/Subtype") != "/Image" and _is_too_large(stored):
            raise LimitExceeded(
                f"A page of the PDF holds more than {MAX_STREAM_BYTES // MIB} MB of drawing.",
                stage="extract",
                remedy="Print it to a new PDF from a viewer and send that.",
            )


def _is_too_large(stored: pikepdf.Stream) -> bool:
    told = stored.get("/Filter")
    filters = [str(name) for name in told] if isinstance(told, pikepdf.Array) else [str(told)]
    layers = 0
    while layers < len(filters) and filters[layers] in _DEFLATE:
        layers += 1
    length: Any = stored.get("/Length")
    if not layers or (layers == 1 and isinstance(length, int) and length * _BEST_RATIO <= MAX_STREAM_BYTES):
        return False
    data = stored.read_raw_bytes()
    for layer in range(layers):
        if layer + 1 == layers and len(data) * _BEST_RATIO <= MAX_STREAM_BYTES:
            return False
        if (unpacked := _unpacked(data, keep=layer + 1 < layers)) is None:
            return True
        data = unpacked
    return False


def _unpacked(data: bytes, *, keep: bool) -> bytes | None:
    """Return what deflated bytes unpack to, empty unless it's kept; nothing where that is too much."""
    unpacker = zlib.decompressobj()
    pieces: list[bytes] = []
    size = 0
    try:
        while data and not unpacker.eof:
            piece = unpacker.decompress(data, _PIECE)
            data = unpacker.unconsumed_tail
            size += len(piece)
            if size > MAX_STREAM_BYTES:
                return None
            if keep:
                pieces.append(piece)
    except zlib.error:
        pass  # a damaged stream ends where it's damaged
    return b"".join(pieces)

"""Pictures in RTF: their bytes in hexadecimal or raw, a flat picture of the same type in their place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.container import images
from pipeline.container.rtf_tokens import Kind, Token

_TYPES = (
    ("pngblip", b"\x89PNG"),
    ("jpegblip", b"\xff\xd8"),
    ("emfblip", b"\1\0\0\0"),
    ("wmetafile", b"\1\0\t\0"),
)
_NOT_HEX = re.compile(r"[^0-9a-fA-F]+")


def blank_picture(group: str, pieces: Sequence[Token]) -> str | None:
    """Return the digits of a flat picture for the source of a `\\pict` group; None where it has to go whole."""
    start = next((start for word, start in _TYPES if f"\\{word}" in group[:4096]), None)
    if start is None:
        return None
    blank = images.blank(_data(pieces))
    # a flat picture of another type would stand under the wrong name
    return blank.hex() if blank.startswith(start) else None


def _data(pieces: Sequence[Token]) -> bytes:
    raw = [piece for piece in pieces if piece.kind is Kind.DATA]
    if raw:
        return raw[0].said.encode("latin-1", "replace")
    digits = _NOT_HEX.sub("", "".join(piece.said for piece in pieces))
    return bytes.fromhex(digits[: len(digits) // 2 * 2])

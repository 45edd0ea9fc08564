"""Pictures in RTF: their bytes in hexadecimal or raw, a burnt or flat one of the same type in their place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.container.pictures import Pictures
from pipeline.container.rtf_tokens import Kind, Token

_TYPES = (
    ("pngblip", b"\x89PNG"),
    ("jpegblip", b"\xff\xd8"),
    ("emfblip", b"\1\0\0\0"),
    ("wmetafile", b"\1\0\t\0"),
)
_NOT_HEX = re.compile(r"[^0-9a-fA-F]+")


def redrawn(group: str, pieces: Sequence[Token], pictures: Pictures) -> str | None:
    """Return the digits of what stands in place of the picture of a `\\pict` group; None where it has to go whole."""
    start = next((start for word, start in _TYPES if f"\\{word}" in group[:4096]), None)
    if start is None:
        pictures.done["images-blanked"] += 1
        return None
    written = pictures.put(f"picture {len(pictures.found) + 1}", _data(pieces))
    # a picture of another type would stand under the wrong name
    return written.hex() if written.startswith(start) else None


def _data(pieces: Sequence[Token]) -> bytes:
    raw = [piece for piece in pieces if piece.kind is Kind.DATA]
    if raw:
        return raw[0].said.encode("latin-1", "replace")
    digits = _NOT_HEX.sub("", "".join(piece.said for piece in pieces))
    return bytes.fromhex(digits[: len(digits) // 2 * 2])

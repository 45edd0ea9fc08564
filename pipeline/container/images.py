"""Images inside containers: pixels nobody has read, so a flat image of the same size and type takes their place."""

from __future__ import annotations

import io
import re
import struct
import warnings

from PIL import Image

from pipeline.container import limits

_GREY = 0xE0
_WRITABLE = frozenset(("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP"))
_EMF_SIGNATURE = b" EMF"
_EMF_HEADER = 88
_WMF_PLACEABLE = b"\xd7\xcd\xc6\x9a"
_SVG_SIZE = re.compile(rb"<svg\b[^>]*>", re.S)
_SVG_KEPT = re.compile(rb"\b(width|height|viewBox)\s*=\s*[\"']([-\d.,\s]+(?:px|pt|mm|cm|in|%)?)[\"']")


def blank(data: bytes) -> bytes:
    """Return a flat image with the size and type of this one; a small PNG where it can't be told."""
    if data[40:44] == _EMF_SIGNATURE and data[:4] == b"\1\0\0\0":
        return _blank_emf(data)
    if data[:4] == _WMF_PLACEABLE or data[:4] in (b"\1\0\t\0", b"\2\0\t\0"):
        return _blank_wmf(data)
    if b"<svg" in data[:4096]:
        return _blank_svg(data)
    return _blank_bitmap(data)


def _blank_bitmap(data: bytes) -> bytes:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data)) as image:
                size, kind = image.size, image.format or "PNG"
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        size, kind = (1, 1), "PNG"
    kind = kind if kind in _WRITABLE else "PNG"
    out = io.BytesIO()
    Image.new("L", _bounded(size), _GREY).save(out, kind)
    return out.getvalue()


def _bounded(size: tuple[int, int]) -> tuple[int, int]:
    """Keep the proportions of a size that has too many pixels to write."""
    width, height = max(1, size[0]), max(1, size[1])
    shrink = (limits.MAX_BLANK_PIXELS / (width * height)) ** 0.5
    return (width, height) if shrink >= 1 else (max(1, int(width * shrink)), max(1, int(height * shrink)))


def _blank_emf(data: bytes) -> bytes:
    """Keep bounds and frame of an enhanced metafile ([MS-EMF] 2.3.4.2) and end it at once."""
    end = struct.pack("<IIIII", 14, 20, 0, 16, 20)
    head = bytearray(data[:_EMF_HEADER].ljust(_EMF_HEADER, b"\0"))
    struct.pack_into("<I", head, 4, _EMF_HEADER)
    struct.pack_into("<IIHHIII", head, 48, _EMF_HEADER + len(end), 2, 1, 0, 0, 0, 0)
    return bytes(head) + end


def _blank_wmf(data: bytes) -> bytes:
    """Keep the placeable header of a metafile ([MS-WMF] 2.3.2.3) and end it at once."""
    placeable = data[:22] if data[:4] == _WMF_PLACEABLE else b""
    return placeable + struct.pack("<HHHIHIH", 1, 9, 0x300, 12, 0, 3, 0) + struct.pack("<IH", 3, 0)


def _blank_svg(data: bytes) -> bytes:
    opening = _SVG_SIZE.search(data[:65_536])
    kept = b" ".join(b'%s="%s"' % pair for pair in _SVG_KEPT.findall(opening[0])) if opening else b""
    return (
        b'<svg xmlns="http://www.w3.org/2000/svg" ' + kept + b'><rect width="100%" height="100%" fill="#e0e0e0"/></svg>'
    )

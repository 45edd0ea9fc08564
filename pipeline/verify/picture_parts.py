"""The parts of a picture's file: a written one holds pixels and how they're stored, so any other part is a leak.

PNG chunks, JPEG segments, TIFF tags, GIF blocks, RIFF chunks of WebP; nothing may follow the end.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

_MAGICS = (
    (b"\x89PNG\r\n\x1a\n", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF8", "GIF"), (b"II*\0", "TIFF"), (b"MM\0*", "TIFF"),
)  # fmt: skip
_PNG = frozenset((b"IHDR", b"PLTE", b"IDAT", b"IEND", b"pHYs", b"tRNS"))
_WEBP = frozenset((b"VP8 ", b"VP8L"))
# sizes, depth, compression, colour, strips and tiles, resolution, pages, predictor, palette, JPEG tables, YCbCr
_TIFF = frozenset(
    (254, 255, 256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 282, 283, 284, 292, 293, 296, 297, 317, 320, 322,
     323, 324, 325, 338, 339, 347, 529, 530, 531, 532)
)  # fmt: skip
_JFIF_HEAD = 14
_ADOBE = 0xEE


def kind_of(data: bytes) -> str:
    """Return the type of a picture by its first bytes, "" of anything else."""
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WEBP"
    if data.startswith(b"BM") and b"\0" in data[:32]:
        return "BMP"
    return next((kind for magic, kind in _MAGICS if data.startswith(magic)), "")


def extras(data: bytes) -> tuple[str, ...]:
    """Return what a picture's file holds beside pixels: chunk, segment or tag; empty for a clean one."""
    check = _CHECKS.get(kind_of(data))
    if check is None:
        return ()
    try:
        return tuple(dict.fromkeys(check(data)))
    except (struct.error, IndexError):
        return ("broken structure",)


def _png(data: bytes) -> Iterator[str]:
    at = 8
    while at < len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        if name not in _PNG:
            yield f"chunk {name.decode('latin-1')}"
        at += 12 + length
        if name == b"IEND":
            break
    if at != len(data):
        yield "bytes after the end"


def _jpeg(data: bytes) -> Iterator[str]:
    at = 2
    while True:
        at = data.index(b"\xff", at) if b"\xff" in data[at:] else len(data)
        marker = data[at + 1]
        if marker in (0x00, 0xFF, 0x01) or 0xD0 <= marker <= 0xD7:
            at += 1 if marker == 0xFF else 2
            continue
        if marker == 0xD9:
            break
        (length,) = struct.unpack_from(">H", data, at + 2)
        body = data[at + 4 : at + 2 + length]
        if marker == 0xFE:
            yield "comment"
        elif 0xE0 <= marker <= 0xEF and not _is_plain_application(marker, body):
            yield f"segment APP{marker - 0xE0}"
        at += 2 + length
    if at + 2 != len(data):
        yield "bytes after the end"


def _is_plain_application(marker: int, body: bytes) -> bool:
    if marker == 0xE0:
        return body.startswith(b"JFIF\0") and len(body) == _JFIF_HEAD
    return marker == _ADOBE and body.startswith(b"Adobe") and len(body) == 12


def _tiff(data: bytes) -> Iterator[str]:
    order = "<" if data.startswith(b"II") else ">"
    (at,) = struct.unpack_from(order + "I", data, 4)
    seen: set[int] = set()
    while at and at not in seen:
        seen.add(at)
        (count,) = struct.unpack_from(order + "H", data, at)
        for n in range(count):
            (tag,) = struct.unpack_from(order + "H", data, at + 2 + 12 * n)
            if tag not in _TIFF:
                yield f"tag {tag}"
        (at,) = struct.unpack_from(order + "I", data, at + 2 + 12 * count)


def _gif(data: bytes) -> Iterator[str]:
    flags = data[10]
    at = 13 + (3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0)
    frames = 0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] != 0xF9:
                yield f"extension {data[at + 1]:#x}"
            at += 2
        else:
            frames += 1
            local = data[at + 9]
            at += 11 + (3 * 2 ** ((local & 7) + 1) if local & 0x80 else 0)
        while data[at]:
            at += data[at] + 1
        at += 1
    if frames > 1:
        yield "more frames than one"
    if at + 1 != len(data):
        yield "bytes after the end"


def _bmp(data: bytes) -> Iterator[str]:
    if struct.unpack_from("<I", data, 2)[0] != len(data):
        yield "bytes after the end"


def _webp(data: bytes) -> Iterator[str]:
    at = 12
    while at + 8 <= len(data):
        name, length = struct.unpack_from("<4sI", data, at)
        if name not in _WEBP:
            yield f"chunk {name.decode('latin-1').strip()}"
        at += 8 + length + (length & 1)
    if at != len(data):
        yield "bytes after the end"


_CHECKS: dict[str, Callable[[bytes], Iterator[str]]] = {
    "PNG": _png, "JPEG": _jpeg, "TIFF": _tiff, "GIF": _gif, "BMP": _bmp, "WEBP": _webp,
}  # fmt: skip

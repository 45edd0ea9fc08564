"""Changes to a picture's file: its chunks, segments, tags and blocks, the numbers in its head, and its pixels."""

from __future__ import annotations

import io
import random
import struct
import warnings
import zlib
from collections.abc import Callable
from typing import TypeVar

from PIL import Image

Mutate = Callable[[bytes], bytes]
Part = TypeVar("Part")
PICTURES = ("png", "jpg", "tif", "bmp", "webp", "gif")
_PIL = {"png": "PNG", "jpg": "JPEG", "tif": "TIFF", "bmp": "BMP", "webp": "WEBP", "gif": "GIF"}
_MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I", "I;16", "F", "YCbCr", "HSV")
_NUMBERS = (0, 1, 2, 7, 255, 65535, 0x7FFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
_CHUNKS = (b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"iCCP", b"tRNS", b"acTL", b"fcTL", b"fdAT", b"PLTE", b"pHYs", b"xxXX")


def mutated_picture(data: bytes, kind: str, chance: random.Random, bytewise: Mutate) -> bytes:
    """Return the picture with its pixels, a part of its structure, a number of it, or plain bytes changed."""
    drawn = chance.random()
    if drawn < 0.15:
        return _repainted(data, kind, chance) or bytewise(data)
    if drawn < 0.3:
        return bytewise(data)
    if drawn < 0.45:
        return _renumbered(data, chance, min(len(data), 160))
    change = _STRUCTURES.get(kind)
    try:
        return change(data, chance, bytewise) if change else _renumbered(data, chance, len(data))
    except (struct.error, zlib.error, IndexError, ValueError):
        return bytewise(data)


def _renumbered(data: bytes, chance: random.Random, within: int) -> bytes:
    """Write an odd number somewhere, two or four bytes, either order."""
    if len(data) < 8:
        return data
    size, order = chance.choice((1, 2, 4)), chance.choice(("big", "little"))
    at = chance.randrange(max(1, within - size))
    number = chance.choice(_NUMBERS) & (256**size - 1)
    return data[:at] + number.to_bytes(size, order) + data[at + size :]  # type: ignore[arg-type]


def _repainted(data: bytes, kind: str, chance: random.Random) -> bytes:
    """Paint, turn or recolour what is shown and save it in some other way of the same type."""
    try:
        with warnings.catch_warnings(), Image.open(io.BytesIO(data)) as opened:
            warnings.simplefilter("ignore")
            if opened.width * opened.height > 250_000:
                return b""
            image = opened.convert("RGB")
            box = tuple(sorted(chance.randrange(max(image.size)) for _ in range(4)))
            image.paste(tuple(chance.randrange(256) for _ in range(3)), (box[0], box[1], box[2] + 1, box[3] + 1))
            size = (chance.choice((1, 17, 60, image.width)), chance.choice((1, 9, 60, image.height)))
            image = image.resize(size) if chance.random() < 0.3 else image.rotate(chance.choice((0, 2, 90, 180)))
            out = io.BytesIO()
            frames = [image.convert("L")] * chance.choice((0, 0, 1, 5))
            more = {"save_all": True, "append_images": frames} if frames and kind in ("tif", "gif", "webp") else {}
            image.convert(chance.choice(_MODES)).save(out, _PIL[kind], **more)
            return out.getvalue()
    except Exception:  # whatever the type can't hold: the caller changes bytes instead
        return b""


def _png(data: bytes, chance: random.Random, bytewise: Mutate) -> bytes:
    chunks: list[tuple[bytes, bytes]] = []
    at = 8
    while at + 8 <= len(data):
        length, name = struct.unpack_from(">I4s", data, at)
        chunks.append((name, data[at + 8 : at + 8 + length]))
        at += 12 + length
    place = chance.randrange(len(chunks))
    name, body = chunks[place]
    if name == b"IDAT" and chance.random() < 0.5:
        body = zlib.compress(bytewise(zlib.decompressobj().decompress(body, 1 << 20)))
        chunks[place] = (name, body)
    else:
        _shuffle(chunks, place, (chance.choice(_CHUNKS), chance.choice((b"", body, b"Casilda\0\0Amancio"))), chance)
        place = min(place, len(chunks) - 1)
        chunks[place] = (chunks[place][0], bytewise(chunks[place][1]) if chance.random() < 0.3 else chunks[place][1])
    return data[:8] + b"".join(
        struct.pack(">I4s", len(body), name) + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )


def _shuffle(parts: list[Part], place: int, fresh: Part, chance: random.Random) -> None:
    """Drop, double, move or add one part."""
    match chance.randrange(5):
        case 0:
            parts.pop(place)
        case 1:
            parts.insert(place, parts[place])
        case 2:
            parts.insert(chance.randrange(len(parts)), parts.pop(place))
        case 3:
            parts.insert(place, fresh)
        case _:
            parts[place] = fresh
    if not parts:
        parts.append(fresh)


def _jpg(data: bytes, chance: random.Random, bytewise: Mutate) -> bytes:
    segments, at = [data[:2]], 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        (length,) = struct.unpack_from(">H", data, at + 2)
        segments.append(data[at : at + 2 + length])
        at += 2 + length
    rest, place = data[at:], chance.randrange(len(segments))
    body = segments[place][4:]
    match chance.randrange(4):
        case 0:
            rest = bytewise(rest)
        case 1:
            changed = bytewise(body)[:65_000]
            segments[place] = segments[place][:2] + (len(changed) + 2).to_bytes(2, "big") + changed
        case 2:
            segments[place] = _renumbered(segments[place], chance, len(segments[place]))
        case _:
            marker = chance.choice((0xE0, 0xE1, 0xE2, 0xED, 0xEE, 0xFE, 0xDB, 0xC0, 0xC2, 0xC4, 0xDD))
            fresh = bytes((0xFF, marker)) + (len(body) + 2).to_bytes(2, "big") + body
            _shuffle(segments, place, fresh, chance)
    return b"".join(segments) + rest + (b"Casilda" if chance.random() < 0.05 else b"")


def _tif(data: bytes, chance: random.Random, bytewise: Mutate) -> bytes:
    """Change an entry of a directory, or where the next directory is said to be: itself, an earlier one, nowhere."""
    order = "<" if data[:2] == b"II" else ">"
    places, (at,) = [], struct.unpack_from(order + "I", data, 4)
    while at and at not in places and at + 2 <= len(data) and len(places) < 20:
        places.append(at)
        (count,) = struct.unpack_from(order + "H", data, at)
        (at,) = struct.unpack_from(order + "I", data, at + 2 + 12 * count)
    here, out = chance.choice(places), bytearray(data)
    (count,) = struct.unpack_from(order + "H", data, here)
    entry = here + 2 + 12 * chance.randrange(max(count, 1))
    match chance.randrange(5):
        case 0:
            struct.pack_into(order + "I", out, here + 2 + 12 * count, chance.choice((*places, 4, len(data), 0)))
        case 1:
            struct.pack_into(
                order + "H", out, entry, chance.choice((256, 257, 258, 259, 262, 273, 279, 322, 34665, 330))
            )
        case 2:
            struct.pack_into(order + "H", out, entry + 2, chance.choice((0, 1, 2, 3, 4, 5, 12, 13, 99)))
        case 3:
            struct.pack_into(order + "I", out, entry + 4, chance.choice(_NUMBERS))
        case _:
            struct.pack_into(order + "I", out, entry + 8, chance.choice((*_NUMBERS, here, len(data) - 1)))
    return bytes(out)


def _webp(data: bytes, chance: random.Random, bytewise: Mutate) -> bytes:
    chunks: list[tuple[bytes, bytes]] = []
    at = 12
    while at + 8 <= len(data):
        name, length = struct.unpack_from("<4sI", data, at)
        chunks.append((name, data[at + 8 : at + 8 + length]))
        at += 8 + length + (length & 1)
    place = chance.randrange(len(chunks))
    name, body = chunks[place]
    names = (b"EXIF", b"XMP ", b"ICCP", b"ANIM", b"ANMF", b"ALPH", b"VP8X", b"VP8 ", b"VP8L")
    if chance.random() < 0.5:
        chunks[place] = (name, bytewise(body))
    else:
        _shuffle(chunks, place, (chance.choice(names), chance.choice((b"", body, bytes(10), b"Casilda"))), chance)
    inner = b"".join(struct.pack("<4sI", n, len(b)) + b + b"\0" * (len(b) & 1) for n, b in chunks)
    return b"RIFF" + struct.pack("<I", len(inner) + 4) + b"WEBP" + inner


def _gif(data: bytes, chance: random.Random, bytewise: Mutate) -> bytes:
    """Change, double or drop one block (extension or frame), or the head."""
    blocks, at = [], 13 + (3 * 2 ** ((data[10] & 7) + 1) if data[10] & 0x80 else 0)
    head = data[:at]
    while at < len(data) and data[at] != 0x3B:
        start = at
        at += 2 if data[at] == 0x21 else 11 + (3 * 2 ** ((data[at + 9] & 7) + 1) if data[at + 9] & 0x80 else 0)
        while data[at]:
            at += data[at] + 1
        at += 1
        blocks.append(data[start:at])
    place = chance.randrange(len(blocks))
    if chance.random() < 0.4:
        blocks[place] = bytewise(blocks[place])
    else:
        _shuffle(blocks, place, b"\x21\xfe\x07Casilda\0", chance)
    return head + b"".join(blocks) + data[at:]


_STRUCTURES: dict[str, Callable[[bytes, random.Random, Mutate], bytes]] = {
    "png": _png, "jpg": _jpg, "tif": _tif, "webp": _webp, "gif": _gif,
}  # fmt: skip

"""Small pictures of a few words in every type, with what real ones carry beside pixels, for the fuzzers to start from."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import pymupdf
from PIL import Image, ImageDraw, ImageFont, PngImagePlugin

LINES = ("Casilda Zahínos", "DNI 99500000E")


def drawn(size: tuple[int, int] = (190, 60), mode: str = "RGB", lines: tuple[str, ...] = LINES) -> Image.Image:
    """Return white paper with two lines of black letters."""
    image = Image.new("L", size, 255)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=15)
    for n, line in enumerate(lines):
        pen.text((8, 6 + 24 * n), line, fill=0, font=font)
    return image.convert(mode)


def saved(image: Image.Image, kind: str, **how: Any) -> bytes:
    """Return the bytes of a picture of some type."""
    out = io.BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


def picture() -> bytes:
    """Return a small PNG of two lines, for the inside of other files."""
    return saved(drawn(mode="L"), "PNG")


def with_thumbnail(jpeg: bytes, small: bytes, artist: str = "Amancio Retuerto") -> bytes:
    """Return a JPEG with an Exif segment that holds a whole picture of its own (IFD1: JPEGInterchangeFormat)."""
    name = artist.encode("latin-1") + b"\0"
    first = 8 + 2 + 12 + 4
    second = first + len(name) + (len(name) & 1)
    at = second + 2 + 2 * 12 + 4
    tiff = b"II*\0\x08\0\0\0" + b"\1\0" + _entry(315, 2, len(name), first) + second.to_bytes(4, "little")
    tiff += name.ljust(second - first, b"\0")
    tiff += b"\2\0" + _entry(513, 4, 1, at) + _entry(514, 4, 1, len(small)) + bytes(4) + small
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + jpeg[2:]


def _entry(tag: int, kind: int, count: int, value: int) -> bytes:
    return (
        tag.to_bytes(2, "little")
        + kind.to_bytes(2, "little")
        + count.to_bytes(4, "little")
        + value.to_bytes(4, "little")
    )


def picture_seeds() -> Mapping[str, list[bytes]]:
    """Return a few small pictures of each type by the name of its suffix."""
    image, grey, other = drawn(), drawn(mode="L"), drawn(lines=("Amancio", "Retuerto"))
    said = PngImagePlugin.PngInfo()
    said.add_text("Author", "Amancio Retuerto")
    said.add_itxt("Título", "Casilda", zip=True)
    clear = drawn(mode="RGBA")
    clear.putalpha(Image.new("L", clear.size, 120))
    jpeg = with_thumbnail(saved(image, "JPEG", quality=80, dpi=(200, 200)), saved(image.resize((60, 20)), "JPEG"))
    return {
        "png": [
            saved(image, "PNG", pnginfo=said, dpi=(150, 150)),
            saved(clear, "PNG"),
            saved(drawn(mode="P"), "PNG", transparency=0),
            saved(drawn(mode="I;16"), "PNG"),
        ],
        "jpg": [jpeg, saved(grey, "JPEG", progressive=True, comment=b"Casilda"), saved(drawn(mode="CMYK"), "JPEG")],
        "tif": [
            saved(drawn(mode="1"), "TIFF", save_all=True, append_images=[drawn(mode="1")], compression="group4"),
            saved(image, "TIFF", compression="tiff_lzw", tiffinfo={315: "Amancio Retuerto", 274: 6}),
            saved(grey, "TIFF", compression="jpeg"),
        ],
        "bmp": [saved(drawn(mode="P"), "BMP"), saved(drawn(mode="1"), "BMP")],
        "webp": [saved(image, "WEBP", quality=80, exif=b"Exif\0\0II*\0"), saved(image, "WEBP", lossless=True)],
        "gif": [saved(image, "GIF", save_all=True, append_images=[other], comment=b"Casilda", duration=90)],
    }


def scan() -> bytes:
    """Return a PDF of one page that is a picture, a second one turned, with a picture that lies outside."""
    document = pymupdf.open()
    for turned in (0, 90):
        page = document.new_page(width=95, height=40)
        page.insert_image((0, 0, 95, 30), stream=saved(drawn(), "JPEG", quality=85))
        page.insert_image((5, 30, 15, 60), stream=saved(drawn(mode="1"), "PNG"))
        page.set_rotation(turned)
    return bytes(document.tobytes(expand=0, deflate=False))

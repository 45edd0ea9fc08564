"""Reader of pictures (PNG, JPEG, TIFF of several pages, BMP, WebP, GIF): what is read on each frame, in its pixels."""

from __future__ import annotations

from pipeline import ocr, pace
from pipeline.container import pixels
from pipeline.document import Block, Document, build
from pipeline.ocr.text import lay
from pipeline.registry import reader

_SUFFIXES = {
    "PNG": (".png",), "JPEG": (".jpg", ".jpeg", ".jpe"), "TIFF": (".tif", ".tiff"), "BMP": (".bmp",),
    "WEBP": (".webp",), "GIF": (".gif",),
}  # fmt: skip


@reader("image")
def read_image(data: bytes, name: str) -> Document:
    """Read the frames of a picture, faces and signatures included; raises InputRefused for damage and limits."""
    pieces: list[str] = []
    blocks: list[Block] = []
    length = 0
    pages = len(pixels.sizes(data))
    for page, frame in enumerate(pixels.open_frames(data)):
        pace.step(page + 1, pages)
        reading = ocr.read_page(frame.pixels)
        found = ocr.find_pictures(frame.pixels, reading)
        text, added = lay(reading, found, start=length, page=page, part=f"page {page + 1}")
        pieces.append(text)
        blocks += added
        length += len(text)
    return build("".join(pieces), blocks, data, "image", _named(name, frame.kind))


def _named(name: str, kind: str) -> str:
    """Return the name with a suffix that tells the type, which the written file keeps."""
    suffixes = _SUFFIXES[kind]
    return name if name.lower().endswith(suffixes) else name + suffixes[0]

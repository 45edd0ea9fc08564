"""Pictures as files: frames under limits, and files written with nothing but pixels.

A frame is what a viewer shows: turned as its tags ask, without transparency. Reader and writer both see it so, and
only the pixels are written again: no tags, thumbnails, profiles, comments, nor frames of an animation.
"""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, JpegImagePlugin, TiffImagePlugin

from pipeline.container import limits
from pipeline.container.burn import burn
from pipeline.errors import LimitExceeded, UnreadableFile

__all__ = ["Frame", "Pixels", "burn", "frame_at", "left_behind", "open_frames", "page_count", "sizes", "write_frames"]

KINDS = ("PNG", "JPEG", "TIFF", "BMP", "WEBP", "GIF")
Pixels = NDArray[np.uint8]
_DEFAULT_QUALITY = 90
_ORIENTATION = 0x0112
_HARMLESS = frozenset(
    ("dpi", "jfif", "jfif_version", "jfif_unit", "jfif_density", "compression", "resolution", "version", "background",
     "duration", "loop", "timestamp", "extension", "gamma", "transparency", "progressive", "progression", "adobe",
     "adobe_transform", "srgb", "interlace", "aspect", "default_image", "bbox", "disposal", "blend", "mp", "mpoffset")
)  # fmt: skip
# names, places, times, programs, profiles and comments among the tags of TIFF
_TIFF_SAYS = frozenset(
    (269, 270, 271, 272, 285, 305, 306, 315, 316, 700, 32932, 33432, 33723, 34377, 34665, 34675, 34853, 37510, 40091,
     40092, 40093, 40094, 40095)
)  # fmt: skip
_SIDEWAYS = frozenset({5, 6, 7, 8})
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}  # fmt: skip
# what the library lets through of tags and chunks that aren't what they say
_ODD = (OSError, ValueError, SyntaxError, EOFError, LookupError, TypeError, OverflowError, struct.error, zlib.error)


@dataclass(frozen=True, slots=True)
class Frame:
    """One page: `pixels` are grey (height x width) or colour (x 3), two levels only where `bilevel`.

    `kind` is the type of the file; `saving` how its frame was stored: compression, tables, resolution.
    """

    pixels: Pixels = field(repr=False)
    kind: str
    bilevel: bool = False
    saving: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]


def open_frames(data: bytes) -> Iterator[Frame]:
    """Yield the frames of a picture, one at a time; raises LimitExceeded or UnreadableFile."""
    with _opened(data) as image:
        for number in range(page_count(image)):
            yield _frame(image, number)


def frame_at(data: bytes, page: int) -> Frame:
    """Return one frame; raises IndexError where there is none, LimitExceeded or UnreadableFile."""
    with _opened(data) as image:
        if 0 <= page < page_count(image):
            return _frame(image, page)
    raise IndexError(page)


def sizes(data: bytes) -> list[tuple[int, int]]:
    """Return width and height of every frame as it is shown, in pixels."""
    with _opened(data) as image:
        return [_shown_size(image, number) for number in range(page_count(image))]


def _shown_size(image: Image.Image, number: int) -> tuple[int, int]:
    image.seek(number)
    width, height = image.size
    return (height, width) if _orientation(image) in _SIDEWAYS else (width, height)


def _orientation(image: Image.Image) -> int:
    """Return how the picture asks to be turned, 1 (as it is) where its tags can't be read, as viewers do."""
    try:
        asked = image.getexif().get(_ORIENTATION, 1)
    except _ODD:
        return 1
    return asked if isinstance(asked, int) else 1


def _has_tags(image: Image.Image) -> bool:
    try:
        return bool(image.getexif())
    except _ODD:
        return True


def page_count(image: Image.Image) -> int:
    """Return how many frames are pages: those of a TIFF; an animation shows its first."""
    return int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1


def left_behind(data: bytes) -> tuple[str, ...]:
    """Return notes of what a picture carries beside its pages, which writing leaves behind."""
    with _opened(data) as image:
        said = (_has_tags(image) and image.format != "TIFF") or bool(set(map(str, image.info)) - _HARMLESS)
        if image.format == "TIFF":
            said = said or bool(set(getattr(image, "tag_v2", ())) & _TIFF_SAYS)
        dropped = int(getattr(image, "n_frames", 1)) - page_count(image)
    notes = ["properties-removed"] if said else []
    return (*notes, f"frames-removed:{dropped}") if dropped > 0 else tuple(notes)


def write_frames(frames: Iterable[Frame]) -> bytes:
    """Write frames as a file of their type that holds pixels and resolution, nothing else."""
    out = io.BytesIO()
    pages = iter(frames)
    first = next(pages)
    if first.kind != "TIFF":
        _image(first).save(out, first.kind, **first.saving)
        return out.getvalue()
    with TiffImagePlugin.AppendingTiffWriter(out) as appending:
        for frame in chain([first], pages):
            _image(frame).save(appending, "TIFF", **frame.saving)
            appending.newFrame()
    return out.getvalue()


@contextmanager
def _opened(data: bytes) -> Iterator[Image.Image]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=KINDS) as image:
                _check_size(image.size)
                _check_count(page_count(image))
                yield image
    except Image.DecompressionBombError:
        raise _too_large() from None
    except _ODD:
        raise UnreadableFile(
            "The picture is damaged or incomplete.",
            stage="extract",
            remedy="Open it in a viewer, save it again and upload it.",
        ) from None


def _check_size(size: tuple[int, int]) -> None:
    if size[0] * size[1] > limits.MAX_PIXELS or max(size) > limits.MAX_SIDE:
        raise _too_large()


def _check_count(pages: int) -> None:
    if pages > limits.MAX_FRAMES:
        raise LimitExceeded(
            f"The picture has over {limits.MAX_FRAMES} pages.",
            stage="extract",
            remedy="Split it into smaller files.",
        )


def _too_large() -> LimitExceeded:
    return LimitExceeded(
        f"The picture has over {limits.MAX_PIXELS // 1_000_000} million pixels.",
        stage="extract",
        remedy="Scan or save it at a lower resolution; 300 dots per inch are enough.",
    )


def _frame(image: Image.Image, number: int) -> Frame:
    image.seek(number)
    _check_size(image.size)
    kind, saving, bilevel = image.format or "PNG", _saving(image), image.mode == "1"
    turn = _TURNS.get(_orientation(image))
    shown = _flat(image if turn is None else image.transpose(turn))
    return Frame(np.ascontiguousarray(np.asarray(shown)), "JPEG" if kind == "MPO" else kind, bilevel, saving)


def _flat(image: Image.Image) -> Image.Image:
    """Return what is shown, grey or in colour; pixels under full transparency show nothing, so they go."""
    if image.mode.startswith(("I", "F")):
        return _eight_bits(image)
    if image.mode in ("LA", "La"):
        image = image.convert("RGBA")
    if image.mode in ("RGBA", "RGBa") or "transparency" in image.info:
        paper = Image.new("RGBA", image.size, "white")
        return Image.alpha_composite(paper, image.convert("RGBA")).convert("RGB")
    return image.convert("L" if image.mode in ("1", "L") else "RGB")


def _eight_bits(image: Image.Image) -> Image.Image:
    """Return deep greys with their whole range spread over 256 levels."""
    values = np.asarray(image).astype(np.float64)
    top = 65535.0 if values.max() > 255 else 255.0
    return Image.fromarray(np.clip(np.nan_to_num(values) * 255.0 / top, 0, 255).astype(np.uint8))


def _saving(image: Image.Image) -> dict[str, Any]:
    """Return how to store a frame as near as may be to how it was stored."""
    saving: dict[str, Any] = {}
    dpi = image.info.get("dpi")
    if dpi and image.format in ("PNG", "JPEG", "TIFF", "BMP") and all(30 <= float(d) <= 10_000 for d in dpi):
        saving["dpi"] = (float(dpi[0]), float(dpi[1]))
    if image.format in ("JPEG", "MPO"):
        saving |= _tables(image)
    elif image.format == "TIFF":
        saving["compression"] = _compression(image)
    elif image.format == "WEBP":
        saving |= {"quality": _DEFAULT_QUALITY, "method": 4}
    elif image.format == "PNG":
        saving["optimize"] = False
    return saving


def _tables(image: Image.Image) -> dict[str, Any]:
    """Return the picture's own quantisation, so that it loses no more than it had lost."""
    tables = getattr(image, "quantization", None)
    if not tables or image.mode not in ("L", "RGB") or any(v > 255 for t in tables.values() for v in t):
        return {"quality": _DEFAULT_QUALITY}
    sampling = JpegImagePlugin.get_sampling(image)
    return {"qtables": tables} | ({"subsampling": sampling} if sampling >= 0 else {})


def _compression(image: Image.Image) -> str:
    if image.mode == "1":
        return "group4"
    stored = str(image.info.get("compression", ""))
    return {"jpeg": "jpeg", "tiff_jpeg": "jpeg", "tiff_lzw": "tiff_lzw"}.get(stored, "tiff_adobe_deflate")


def _image(frame: Frame) -> Image.Image:
    image = Image.fromarray(frame.pixels)
    if frame.bilevel and image.mode == "L":
        return image.convert("1", dither=Image.Dither.NONE)
    if frame.kind == "GIF" and image.mode == "RGB":
        return image.quantize(256, dither=Image.Dither.NONE)
    return image

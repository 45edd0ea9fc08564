"""The images of a PDF: their pixels, whatever way they were stored, and new streams that hold nothing but pixels.

An image that was a JPEG stays one with its own tables, two tones stay one bit, few colours stay a palette.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import pikepdf
import pymupdf
from numpy.typing import NDArray
from PIL import Image, JpegImagePlugin

from pipeline.container.pdf import PAGE_ERRORS

Pixels = NDArray[np.uint8]
QUALITY = 85
_KEPT = frozenset(
    {
        "/Type", "/Subtype", "/Width", "/Height", "/BitsPerComponent", "/ColorSpace", "/Decode", "/DecodeParms",
        "/Filter", "/ImageMask", "/Mask", "/SMask", "/SMaskInData", "/Interpolate", "/Length", "/Matte",
    }
)  # fmt: skip
_CODED = ("/ColorSpace", "/Decode", "/DecodeParms", "/Filter", "/SMaskInData", "/BitsPerComponent", "/ImageMask")
_PARTS = {
    "/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4, "/Indexed": 1, "/CalGray": 1, "/CalRGB": 3, "/Lab": 3,
    "/Separation": 1,
}  # fmt: skip
_GENERIC = frozenset(
    {"/FlateDecode", "/Fl", "/LZWDecode", "/LZW", "/ASCII85Decode", "/A85", "/ASCIIHexDecode", "/AHx",
     "/RunLengthDecode", "/RL"}
)  # fmt: skip
_LOSSY = frozenset({"/DCTDecode", "/DCT", "/JPXDecode"})
# a file of its own inside, with room for texts that nobody sees
_REWRITTEN = frozenset({"/JPXDecode", "/JBIG2Decode", "/CCITTFaxDecode", "/CCF"})
_KEPT_MARKERS = frozenset({0xC4, 0xDB, 0xDD, 0xEE, *range(0xC0, 0xC4), *range(0xC5, 0xD0)} - {0xC8})


@dataclass(frozen=True, slots=True)
class Raster:
    """The pixels of one image: grey (height x width) or colour (x 3), and what is painted of it (255) or not (0).

    A stencil has only `alpha`, the places where ink goes.
    """

    tones: Pixels | None = field(repr=False)
    alpha: Pixels | None = field(default=None, repr=False)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        one = self.tones if self.tones is not None else self.alpha
        assert one is not None
        return one.shape[1], one.shape[0]


def raster_of(opened: pymupdf.Document, xref: int) -> Raster | None:
    """Decode an image; None where it can't be."""
    try:
        pixmap = pymupdf.Pixmap(opened, xref)
        space = pixmap.colorspace
        if space is not None and (space.n not in (1, 3) or not space.name.startswith(("Device", "ICC", "Cal"))):
            pixmap = pymupdf.Pixmap(pymupdf.csRGB, pixmap)
        values = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)
        parts = values[:, : pixmap.width * pixmap.n].reshape(pixmap.height, pixmap.width, pixmap.n)
    except PAGE_ERRORS:
        return None
    alpha = parts[:, :, -1] if pixmap.alpha else None
    tones = parts[:, :, : pixmap.n - pixmap.alpha]
    if tones.shape[2] == 0:
        return Raster(None, _own(alpha))
    return Raster(_own(tones[:, :, 0] if tones.shape[2] == 1 else tones), _own(alpha))


def _own(values: NDArray[np.uint8] | None) -> Any:
    return None if values is None else np.array(values, np.uint8, order="C")


def filters(image: pikepdf.Stream) -> list[str]:
    """Return the names of the filters in the order in which they are undone."""
    found = image.get("/Filter")
    return [str(f) for f in found] if isinstance(found, pikepdf.Array) else [str(found)] if found is not None else []


def cleaned(image: pikepdf.Stream) -> bool:
    """Take out of an image's stream and keys what isn't pixels; return whether it has to be written anew for that."""
    for key in list(image.keys()):
        if key not in _KEPT:
            del image[key]
    names = filters(image)
    if any(name in _REWRITTEN for name in names):
        return True
    if names and names[-1] in _LOSSY:
        if len(names) == 1:
            bare = bare_jpeg(image.read_raw_bytes())
            if bare is not None:
                image.write(bare, filter=pikepdf.Name.DCTDecode)
                return False
        return True
    return not all(name in _GENERIC for name in names) or _is_longer(image)


def _is_longer(image: pikepdf.Stream) -> bool:
    """Tell whether an uncompressed stream holds more bytes than its picture needs."""
    parts = _components(image.get("/ColorSpace"))
    if parts is None:
        return True
    depth = 1 if image.get("/ImageMask") else _whole(image.get("/BitsPerComponent", 8))
    width, height = _whole(image.get("/Width")), _whole(image.get("/Height"))
    if depth is None or width is None or height is None:
        return True
    needed = (width * depth * parts + 7) // 8 * height
    try:
        return len(image.read_bytes()) != needed
    except pikepdf.PdfError:
        return True


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and value > 0 else None


def _components(space: Any) -> int | None:
    if space is None:
        return 1
    name = str(space[0]) if isinstance(space, pikepdf.Array) and len(space) else str(space)
    if name == "/ICCBased":
        profile = space[1] if len(space) > 1 else None
        return _whole(profile.get("/N")) if isinstance(profile, pikepdf.Stream) else None
    return _PARTS.get(name)


def bare_jpeg(data: bytes) -> bytes | None:
    """Return a JPEG without comments, camera data, thumbnails and what follows its end; None where it isn't whole.

    Segments as in ITU-T T.81, annex B; the Adobe segment stays, since it says how colours are stored.
    """
    if data[:2] != b"\xff\xd8":
        return None
    kept, at = [b"\xff\xd8"], 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0xD9:
            return b"".join([*kept, b"\xff\xd9"])
        end = at + 2 + struct.unpack_from(">H", data, at + 2)[0]
        if marker == 0xDA:
            end = _end_of_scan(data, end)
            kept.append(data[at:end])
        elif marker in _KEPT_MARKERS:
            kept.append(data[at : min(end, at + 16)] if marker == 0xEE else data[at:end])
            if marker == 0xEE and (end - at != 16 or data[at + 4 : at + 9] != b"Adobe"):
                kept.pop()
        at = end
    return b"".join([*kept, b"\xff\xd9"]) if data[at : at + 2] == b"\xff\xd9" else None


def _end_of_scan(data: bytes, at: int) -> int:
    """Return where the next marker that isn't part of the scan begins."""
    while (at := data.find(b"\xff", at)) >= 0 and at + 1 < len(data):
        if data[at + 1] == 0 or 0xD0 <= data[at + 1] <= 0xD7:
            at += 2
        elif data[at + 1] == 0xFF:
            at += 1
        else:
            return at
    return len(data)


def store(image: pikepdf.Stream, raster: Raster, mask: pikepdf.Stream | None = None) -> None:
    """Write pixels in an image's place, stored as near as may be to how they were.

    `mask` takes what is painted where the picture had its own see-through colours.
    """
    names = filters(image)
    if raster.tones is None:
        assert raster.alpha is not None
        _store_stencil(image, raster.alpha)
        return
    if mask is not None and raster.alpha is not None:
        store(mask, Raster(raster.alpha))
        image["/SMask"] = mask
    if "/Mask" in image and not isinstance(image.Mask, pikepdf.Stream):
        del image["/Mask"]
    if names and names[-1] in _LOSSY:
        _store_jpeg(image, raster.tones, names)
    else:
        _store_flat(image, raster.tones)


def _space_for(image: pikepdf.Stream, tones: Pixels) -> Any:
    """Return the image's own colour space where the pixels are still in it, else the plain one."""
    space, parts = image.get("/ColorSpace"), 1 if tones.ndim == 2 else 3
    name = str(space[0]) if isinstance(space, pikepdf.Array) and len(space) else str(space)
    fits = name in ("/ICCBased", "/CalGray", "/CalRGB") and _components(space) == parts
    return space if fits else pikepdf.Name.DeviceGray if parts == 1 else pikepdf.Name.DeviceRGB


def _put(image: pikepdf.Stream, data: bytes, filter: pikepdf.Name, parms: dict[str, Any], **keys: Any) -> None:
    for key in _CODED:
        if key in image:
            del image[key]
    image.write(data, filter=filter, decode_parms=pikepdf.Dictionary(**parms) if parms else None)
    for key, value in keys.items():
        image[f"/{key}"] = value


def _store_jpeg(image: pikepdf.Stream, tones: Pixels, names: list[str]) -> None:
    space, out = _space_for(image, tones), io.BytesIO()
    Image.fromarray(tones).save(out, "JPEG", **_tables(image, names, tones))
    bare = bare_jpeg(out.getvalue())
    assert bare is not None
    _put(image, bare, pikepdf.Name.DCTDecode, {}, ColorSpace=space, BitsPerComponent=8)


def _tables(image: pikepdf.Stream, names: list[str], tones: Pixels) -> dict[str, Any]:
    """Return the JPEG's own tables and sampling, so that it loses no more than it had lost."""
    try:
        if names == ["/DCTDecode"]:
            with Image.open(io.BytesIO(image.read_raw_bytes())) as was:
                tables = getattr(was, "quantization", None)
                sampling = JpegImagePlugin.get_sampling(was)
                same = was.mode == ("L" if tones.ndim == 2 else "RGB")
                if tables and same and not any(v > 255 for t in tables.values() for v in t):
                    return {"qtables": tables} | ({"subsampling": sampling} if sampling >= 0 else {})
    except (OSError, ValueError, SyntaxError, pikepdf.PdfError):
        pass
    return {"quality": QUALITY}


def _store_stencil(image: pikepdf.Stream, alpha: Pixels) -> None:
    """Write where ink goes: a bit that is 0 paints (ISO 32000-1, 8.9.6.2)."""
    data, parms = _group4(alpha < 128)
    _put(image, data, pikepdf.Name.CCITTFaxDecode, parms, ImageMask=True, BitsPerComponent=1)


def _group4(black: NDArray[np.bool_]) -> tuple[bytes, dict[str, Any]]:
    """Return two tones packed by ITU-T T.6 in one strip; True is the bit 1."""
    height, width = black.shape
    out = io.BytesIO()
    Image.fromarray(black).save(out, "TIFF", compression="group4", tiffinfo={278: height})
    raw = out.getvalue()
    with Image.open(io.BytesIO(raw)) as written:
        (start,), (length,) = written.tag_v2[273], written.tag_v2[279]  # type: ignore[attr-defined]
    return raw[start : start + length], {"K": -1, "Columns": width, "Rows": height, "BlackIs1": True}


def _store_flat(image: pikepdf.Stream, tones: Pixels) -> None:
    """Write pixels without loss: one bit for two tones, a palette for few colours, else as they are."""
    space = _space_for(image, tones)
    palette, places = _palette(tones)
    if palette is not None and len(palette) <= 2:
        _store_two(image, palette, places == len(palette) - 1)
        return
    if palette is not None and tones.ndim == 3:
        held = Image.fromarray(places.astype(np.uint8)).convert("P")
        held.putpalette(palette.astype(np.uint8).tobytes())
        depth, data = _packed(held)
        told = pikepdf.String(palette.astype(np.uint8).tobytes())
        base = space if isinstance(space, pikepdf.Name) else pikepdf.Name.DeviceRGB
        indexed = pikepdf.Array([pikepdf.Name.Indexed, base, len(palette) - 1, told])
        parms = {"Predictor": 15, "Colors": 1, "BitsPerComponent": depth, "Columns": tones.shape[1]}
        _put(image, data, pikepdf.Name.FlateDecode, parms, ColorSpace=indexed, BitsPerComponent=depth)
        return
    depth, data = _packed(Image.fromarray(tones))
    parts = 1 if tones.ndim == 2 else 3
    parms = {"Predictor": 15, "Colors": parts, "BitsPerComponent": depth, "Columns": tones.shape[1]}
    _put(image, data, pikepdf.Name.FlateDecode, parms, ColorSpace=space, BitsPerComponent=depth)


def _store_two(image: pikepdf.Stream, palette: NDArray[np.int64], bits: NDArray[np.bool_]) -> None:
    data, parms = _group4(bits)
    parts = palette.shape[1]
    low, high = palette[0], palette[-1]
    if parts == 1 and (int(low[0]), int(high[0])) == (0, 255):
        _put(image, data, pikepdf.Name.CCITTFaxDecode, parms, ColorSpace=pikepdf.Name.DeviceGray, BitsPerComponent=1)
        return
    base = pikepdf.Name.DeviceGray if parts == 1 else pikepdf.Name.DeviceRGB
    told = pikepdf.String(bytes(int(v) for v in (*low, *high)))
    indexed = pikepdf.Array([pikepdf.Name.Indexed, base, 1, told])
    _put(image, data, pikepdf.Name.CCITTFaxDecode, parms, ColorSpace=indexed, BitsPerComponent=1)


def _palette(tones: Pixels) -> tuple[NDArray[np.int64] | None, NDArray[np.int64]]:
    """Return the colours of a picture and each pixel's place among them; None for more than 256."""
    flat = tones.astype(np.int64) if tones.ndim == 2 else tones.astype(np.int64) @ np.array([65536, 256, 1])
    top = 256 if tones.ndim == 2 else 1 << 24
    seen = np.zeros(top, np.bool_)
    seen[flat.ravel()] = True
    values = np.flatnonzero(seen)
    if len(values) > 256:
        return None, flat
    order = np.zeros(top, np.int64)
    order[values] = np.arange(len(values))
    parts = values[:, None] if tones.ndim == 2 else np.stack([values >> 16, values >> 8 & 255, values & 255], axis=1)
    return parts, order[flat]


def _packed(picture: Image.Image) -> tuple[int, bytes]:
    """Return bits a component and the compressed rows of a picture, each row under its own PNG filter."""
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=6)
    raw = out.getvalue()
    depth = raw[24]
    return depth, b"".join(data for kind, data in _chunks(raw) if kind == b"IDAT")


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at + 8 <= len(png):
        (length,) = struct.unpack_from(">I", png, at)
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += 12 + length


def burn(raster: Raster, quads: list[NDArray[np.float64]], *, shown: bool) -> None:
    """Overwrite the pixels under quadrilaterals (4 x 2, in pixels): white where they were `shown`, else unpainted.

    A stencil loses its ink there.
    """
    for quad in quads:
        if raster.tones is not None:
            fill(raster.tones, quad, 255)
        if raster.alpha is not None:
            fill(raster.alpha, quad, 255 if shown and raster.tones is not None else 0)


def fill(values: Pixels, quad: NDArray[np.float64], value: int) -> None:
    """Overwrite every pixel that a quadrilateral touches."""
    cv2.fillConvexPoly(values, _outwards(quad), value if values.ndim == 2 else (value, value, value))


def _outwards(quad: NDArray[np.float64]) -> NDArray[np.int32]:
    """Return corners on whole pixels, each away from the middle, so that no pixel at the edge is left."""
    middle = quad.mean(axis=0)
    away = np.where(quad >= middle, np.ceil(quad), np.floor(quad))
    return np.clip(away, -32_000, 32_000).astype(np.int32)

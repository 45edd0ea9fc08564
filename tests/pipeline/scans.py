"""Scanned pages made of invented text: pictures, and PDFs that hold them in every way."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pikepdf
import pymupdf
from pikepdf import Array, Dictionary, Name
from PIL import Image, ImageDraw, ImageFont

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
PERSON = "Bríxida Zahínos Cañamero"
NUMBER = "99000001X"
LINES = (
    "AYUNTAMIENTO DE VALDEPRADO DEL ENCINAR",
    f"Se notifica a doña {PERSON}, con DNI",
    f"{NUMBER}, la resolución del expediente.",
    "Contra ella cabe recurso de reposición.",
)


def picture(lines: Sequence[str] = LINES, *, dpi: int = 150, size: tuple[float, float] = (400, 160)) -> Image.Image:
    """Letters of 12 points on white paper of some points wide and high."""
    scale = dpi / 72
    image = Image.new("RGB", (round(size[0] * scale), round(size[1] * scale)), "white")
    font = ImageFont.truetype(FONT, round(12 * scale))
    for n, line in enumerate(lines):
        ImageDraw.Draw(image).text((20 * scale, (20 + 24 * n) * scale), line, fill="black", font=font)
    return image


def stored(image: Image.Image, kind: str = "JPEG", **how: Any) -> bytes:
    """The bytes of a picture file."""
    out = io.BytesIO()
    image.save(out, kind, **how)
    return out.getvalue()


def page_of(data: bytes, *, box: tuple[float, float, float, float] = (72, 100, 472, 260), rotate: int = 0) -> bytes:
    """A PDF of one page with one picture."""
    document = pymupdf.open()
    document.new_page().insert_image(pymupdf.Rect(box), stream=data, rotate=rotate)
    return bytes(document.tobytes())


def bits(image: Image.Image) -> Image.Image:
    return image.convert("L").point(lambda value: 255 if value > 127 else 0).convert("1")


def group4(image: Image.Image) -> bytes:
    """The bare strip of a fax: bits that are 1 are black runs."""
    raw = stored(image, "TIFF", compression="group4", tiffinfo={278: image.height})
    with Image.open(io.BytesIO(raw)) as written:
        (start,), (length,) = written.tag_v2[273], written.tag_v2[279]  # type: ignore[attr-defined]
    return raw[start : start + length]


def jbig2(image: Image.Image) -> bytes:
    """An embedded JBIG2 stream of one generic region coded as a fax (ITU-T T.88, 7.4.6)."""
    inverted = image.convert("L").point(lambda value: 255 - value).convert("1")
    page = struct.pack(">IIIIBH", *image.size, 0, 0, 0, 0)
    region = struct.pack(">IIIIB", *image.size, 0, 0, 0) + b"\x01" + group4(inverted)
    parts = ((0, 48, page), (1, 38, region))
    return b"".join(struct.pack(">IBBBI", n, type, 0, 1, len(body)) + body for n, type, body in parts)


def _flat(pdf: pikepdf.Pdf, image: Image.Image, space: Any, depth: int = 8, **keys: Any) -> Any:
    raw = zlib.compress(image.tobytes())
    return pikepdf.Stream(pdf, raw, Filter=Name.FlateDecode, ColorSpace=space, BitsPerComponent=depth, **keys)


def _indexed(pdf: pikepdf.Pdf, image: Image.Image) -> Any:
    few = image.quantize(32)
    palette = pikepdf.String(bytes((few.getpalette() or [])[:96]))
    return _flat(pdf, few, Array([Name.Indexed, Name.DeviceRGB, 31, palette]))


def _mask(pdf: pikepdf.Pdf, image: Image.Image) -> Any:
    """A blue picture of which only the letters are painted."""
    letters = image.convert("L").point(lambda value: 255 - value)
    mask = _flat(pdf, letters, Name.DeviceGray, **_keys(letters))
    return _flat(pdf, Image.new("RGB", image.size, "navy"), Name.DeviceRGB, SMask=pdf.make_indirect(mask))


def _stencil(pdf: pikepdf.Pdf, image: Image.Image) -> Any:
    raw = zlib.compress(bits(image).tobytes())
    return pikepdf.Stream(pdf, raw, Filter=Name.FlateDecode, ImageMask=True, BitsPerComponent=1)


def _fax(pdf: pikepdf.Pdf, image: Image.Image) -> Any:
    parms = Dictionary(K=-1, Columns=image.width, Rows=image.height, BlackIs1=True)
    return pikepdf.Stream(
        pdf, group4(bits(image)), Filter=Name.CCITTFaxDecode, DecodeParms=parms, ColorSpace=Name.DeviceGray,
        BitsPerComponent=1,
    )  # fmt: skip


def _coded(filter: Any, data: Callable[[Image.Image], bytes], space: Any, depth: int = 8) -> Any:
    def made(pdf: pikepdf.Pdf, image: Image.Image) -> Any:
        return pikepdf.Stream(pdf, data(image), Filter=filter, ColorSpace=space, BitsPerComponent=depth)

    return made


KINDS: dict[str, Callable[[pikepdf.Pdf, Image.Image], Any]] = {
    "jpeg": _coded(Name.DCTDecode, lambda i: stored(i, quality=80), Name.DeviceRGB),
    "grey jpeg": _coded(Name.DCTDecode, lambda i: stored(i.convert("L"), quality=80), Name.DeviceGray),
    "cmyk jpeg": lambda pdf, i: pikepdf.Stream(
        pdf, stored(i.convert("CMYK"), quality=80), Filter=Name.DCTDecode, ColorSpace=Name.DeviceCMYK,
        BitsPerComponent=8, Decode=Array([1, 0, 1, 0, 1, 0, 1, 0]),
    ),
    "jpx": _coded(Name.JPXDecode, lambda i: stored(i, "JPEG2000", quality_mode="rates", quality_layers=[20]), Name.DeviceRGB),
    "colour": lambda pdf, i: _flat(pdf, i, Name.DeviceRGB),
    "palette": _indexed,
    "fax": _fax,
    "jbig2": _coded(Name.JBIG2Decode, lambda i: jbig2(bits(i)), Name.DeviceGray, 1),
    "stencil": _stencil,
    "mask": _mask,
}  # fmt: skip


def _keys(image: Image.Image) -> dict[str, Any]:
    return {"Type": Name.XObject, "Subtype": Name.Image, "Width": image.width, "Height": image.height}


def pdf_of(
    kind: str,
    image: Image.Image,
    *,
    matrix: str = "400 0 0 160 72 582",
    pages: int = 1,
    before: str = "",
    after: str = "",
) -> bytes:
    """A PDF whose pages all show one image stored in one way, drawing operators before and after it."""
    pdf = pikepdf.new()
    made = KINDS[kind](pdf, image)
    for key, value in _keys(image).items():
        made[f"/{key}"] = value
    held = pdf.make_indirect(made)
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    for _ in range(pages):
        pdf.add_blank_page(page_size=(595, 842))
        page = pdf.pages[-1]
        page.Resources = Dictionary(XObject=Dictionary(Im0=held), Font=Dictionary(F1=font))
        page.Contents = pdf.make_stream(f"{before}\nq {matrix} cm /Im0 Do Q\n{after}".encode("cp1252"))
    out = io.BytesIO()
    pdf.save(out, static_id=True)
    return out.getvalue()


def text_at(x: float, y: float, text: str, *, mode: int = 0) -> str:
    """Operators that show a text, or hide it (`mode` 3), at a place."""
    return f"BT /F1 12 Tf {mode} Tr {x} {y} Td ({text}) Tj ET"


def ink_under(data: bytes, page: int, box: tuple[float, float, float, float]) -> float:
    """How far the tones inside a box of a page, in points, differ from one another: a standard deviation."""
    with pymupdf.open(stream=data) as opened:
        pixmap = opened[page].get_pixmap(dpi=144, clip=pymupdf.Rect(box), colorspace=pymupdf.csGRAY)
        image = Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)
    return float(np.asarray(image, np.float64).std())


def pixels(image: Image.Image) -> Any:
    """A picture as readers take it."""
    return np.ascontiguousarray(np.asarray(image.convert("RGB")))

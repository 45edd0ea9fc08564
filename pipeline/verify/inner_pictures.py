"""The pictures inside a written document, read again by the second reader: parts, data addresses, hexadecimal runs."""

from __future__ import annotations

import base64
import binascii
import io
import re
import warnings
from collections.abc import Iterator

import numpy as np
from PIL import Image, ImageOps

from pipeline import ocr
from pipeline.verify.picture_parts import kind_of
from pipeline.verify.view import Layer, View

HOW = "read in the pixels"
MIN_WIDE, MIN_HIGH = 18, 8
FLAT = 24
MAX_PIXELS = 12_000_000
_DATA = re.compile(r"data:image/[\w.+-]+;base64,([A-Za-z0-9+/=\s]+)", re.I)
_BINARY = re.compile(r"binary-data>([A-Za-z0-9+/=\s]+)</")
_HEX = re.compile(r"(?:89504e47|ffd8ff)[0-9a-f\r\n]{32,}", re.I)


def picture_view(body: bytes, where: str) -> Iterator[View]:
    """Yield what a picture says; nothing for other bytes and for one that can hold no word."""
    if not kind_of(body):
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(body)) as image:
                shown = (ImageOps.exif_transpose(image) or image).convert("L")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return
    while shown.width * shown.height > MAX_PIXELS:
        shown = shown.reduce(2)
    low, high = shown.getextrema()
    if shown.width < MIN_WIDE or shown.height < MIN_HIGH or float(high) - float(low) < FLAT:  # type: ignore[arg-type]
        return
    text = ocr.second_opinion(np.ascontiguousarray(np.asarray(shown))).text
    yield View(where, Layer.PIXELS, text, HOW)


def wrapped_pictures(text: str, where: str) -> Iterator[View]:
    """Yield what the pictures say that a page, a flat document or an RTF holds written out as text."""
    for pattern in (_DATA, _BINARY):
        for match in pattern.finditer(text):
            try:
                body = base64.b64decode(match[1])
            except (binascii.Error, ValueError):
                continue
            yield from picture_view(body, where)
    for match in _HEX.finditer(text):
        digits = re.sub(r"\s", "", match[0])
        yield from picture_view(bytes.fromhex(digits[: len(digits) // 2 * 2]), where)

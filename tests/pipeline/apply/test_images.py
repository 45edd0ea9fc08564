"""Blank images: same type, same size, nothing of what they showed."""

from __future__ import annotations

import io
import struct

import pytest
from PIL import Image

from pipeline.container import images, limits


def test_an_enhanced_metafile_keeps_its_bounds_and_ends_at_once() -> None:
    text = "Ana Gil".encode("utf-16-le")
    head = struct.pack(
        "<II4i4i4sIIIHHIII2i2i",
        1,
        108,
        0,
        0,
        100,
        50,
        0,
        0,
        2000,
        1000,
        b" EMF",
        0x10000,
        400,
        3,
        1,
        0,
        7,
        88,
        0,
        800,
        600,
        200,
        150,
    )
    blank = images.blank(head.ljust(108, b"\0") + text * 20)
    assert blank[8:40] == head[8:40] and blank[40:44] == b" EMF" and text not in blank
    size, records = struct.unpack_from("<II", blank, 48)
    assert size == len(blank) and records == 2
    assert struct.unpack_from("<II", blank, 88) == (14, 20)


def test_a_metafile_keeps_its_placeable_header_and_ends_at_once() -> None:
    placeable = b"\xd7\xcd\xc6\x9a" + bytes(18)
    blank = images.blank(placeable + b"\1\0\t\0" + b"Ana Gil" * 9)
    assert blank.startswith(placeable) and b"Ana" not in blank
    assert struct.unpack_from("<I", blank, 22 + 6)[0] * 2 == len(blank) - 22


def test_a_drawing_keeps_its_size() -> None:
    blank = images.blank(
        b'<?xml version="1.0"?><!DOCTYPE svg><svg width="30mm" viewBox="0 0 9 9" id="Ana"><text>Ana</text></svg>'
    )
    assert b'width="30mm"' in blank and b'viewBox="0 0 9 9"' in blank and b"Ana" not in blank


@pytest.mark.parametrize("data", [b"", b"no es una imagen", b"\x89PNG\r\n\x1a\nroto"])
def test_what_is_no_image_becomes_a_dot(data: bytes) -> None:
    assert Image.open(io.BytesIO(images.blank(data))).size == (1, 1)


def test_too_many_pixels_are_shrunk_before_they_are_written() -> None:
    width, height = images._bounded((30_000, 30_000))
    assert width == height and width * height <= limits.MAX_BLANK_PIXELS

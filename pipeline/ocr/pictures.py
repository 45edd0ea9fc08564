"""Faces and signatures."""

from __future__ import annotations

from pipeline.ocr.page import PageReading, Picture, Pixels


def find_pictures(pixels: Pixels, reading: PageReading) -> list[Picture]:
    """Return the faces and signatures of a picture of a page, by place."""
    return []

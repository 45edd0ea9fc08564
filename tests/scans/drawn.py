"""Draw a page with the fonts that come with the PDF library, so that it's the same on every machine."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pymupdf
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Pixels = NDArray[np.uint8]
A4 = (2480, 3508)  # at 300 dots per inch


@dataclass(frozen=True)
class Drawn:
    """A picture and the text on it, paragraph by paragraph in reading order."""

    pixels: Pixels
    text: str


@lru_cache(maxsize=32)
def font(name: str, points: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(io.BytesIO(pymupdf.Font(name).buffer), points)


def sheet(paragraphs: list[str], *, face: str = "tiro", points: int = 46, columns: int = 1, title: str = "") -> Drawn:
    """Set paragraphs in columns on a white A4 at 300 dpi; raises ValueError where they don't fit."""
    image = Image.new("L", A4, 255)
    draw = ImageDraw.Draw(image)
    left, top, gap = 250, 280, 120
    if title:
        draw.text((left, top), title, font=font("hebo", points + 6), fill=0)
        top += 3 * points
    width = (A4[0] - 2 * left - gap * (columns - 1)) // columns
    share = -(-len(paragraphs) // columns)
    for column in range(columns):
        x, y = left + column * (width + gap), top
        for paragraph in paragraphs[column * share : (column + 1) * share]:
            for line in wrapped(paragraph, font(face, points), width):
                draw.text((x, y), line, font=font(face, points), fill=0)
                y += int(points * 1.45)
            y += points
            if y > A4[1] - 200:
                raise ValueError("more text than the page holds")
    return Drawn(np.asarray(image), "\n".join([*([title] if title else []), *paragraphs]))


def wrapped(text: str, face: ImageFont.FreeTypeFont, width: int) -> list[str]:
    lines, line = [], ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if face.getlength(longer) > width and line:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]

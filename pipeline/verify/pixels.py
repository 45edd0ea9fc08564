"""A picture as its readers see it: what the second reader reads in the pixels of each page."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator

import numpy as np
from PIL import Image, ImageOps

from pipeline import ocr
from pipeline.verify.picture_parts import kind_of
from pipeline.verify.view import Layer, View


def is_picture(data: bytes) -> bool:
    """Tell a picture by its first bytes."""
    return bool(kind_of(data))


def picture_views(data: bytes) -> Iterator[View]:
    """Yield the text of every page as the second reader reads it, the first where there is no second.

    Raises OSError for a picture that doesn't open.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with Image.open(io.BytesIO(data)) as image:
            for number in range(int(getattr(image, "n_frames", 1))):
                image.seek(number)
                shown = np.asarray((ImageOps.exif_transpose(image) or image).convert("RGB"))
                reading = ocr.second_opinion(np.ascontiguousarray(shown))
                yield View(f"page {number + 1}", Layer.MAIN, reading.text, "read in the pixels", number)

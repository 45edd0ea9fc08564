"""The second reader: Tesseract with the Spanish data of the system. It errs elsewhere than the first."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from pipeline import pace
from pipeline.ocr.page import Line, Pixels, Transform, Word

NAME = "Tesseract"
LANGUAGE = "spa"
DATA_FILE = f"{LANGUAGE}.traineddata"
_FOLDERS = ("/usr/share/tesseract-ocr/*/tessdata", "/usr/share/tessdata", "/usr/local/share/tessdata")


@lru_cache(maxsize=1)
def data_folder() -> Path | None:
    """Return the folder with the Spanish data, None where this machine has none."""
    named = os.environ.get("TESSDATA_PREFIX", "")
    places = [Path(named), Path(named) / "tessdata"] if named else []
    for pattern in _FOLDERS:
        places += sorted(Path("/").glob(pattern.lstrip("/")), reverse=True)
    return next((place for place in places if (place / DATA_FILE).is_file()), None)


def is_present() -> bool:
    """Tell whether there is a second reader on this machine."""
    return data_folder() is not None


@lru_cache(maxsize=1)
def _engine() -> Any:
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")
    import tesserocr

    folder = data_folder()
    return tesserocr.PyTessBaseAPI(path=str(folder), lang=LANGUAGE, psm=tesserocr.PSM.AUTO)


def read(pixels: Pixels, to_picture: Transform, *, one_line: bool = False, dpi: int = 300) -> list[Line]:
    """Return the lines of an upright picture, in the engine's own order; boxes pass through `to_picture`."""
    import tesserocr

    engine = _engine()
    engine.SetPageSegMode(tesserocr.PSM.SINGLE_BLOCK if one_line else tesserocr.PSM.AUTO)
    engine.SetImage(Image.fromarray(pixels))
    engine.SetSourceResolution(dpi)
    engine.Recognize()
    pace.step()
    lines: list[Line] = []
    words: list[Word] = []
    found = engine.GetIterator()
    if found is None:
        return lines
    for item in tesserocr.iterate_level(found, tesserocr.RIL.WORD):
        if item.IsAtBeginningOf(tesserocr.RIL.TEXTLINE) and words:
            lines.append(Line(tuple(words)))
            words = []
        word = _word(item, to_picture)
        if word:
            words.append(word)
    engine.Clear()
    return [*lines, Line(tuple(words))] if words else lines


def _word(item: Any, to_picture: Transform) -> Word | None:
    import tesserocr

    try:
        text = str(item.GetUTF8Text(tesserocr.RIL.WORD)).strip()
    except RuntimeError:  # nothing was read in this region
        return None
    box = item.BoundingBox(tesserocr.RIL.WORD)
    if not text or box is None or " " in text:
        return None
    left, top, right, bottom = box
    step = (right - left) / len(text)
    corners = np.array(
        [[(left + n * step, y, 1), (left + (n + 1) * step, y, 1)] for n in range(len(text)) for y in (top, bottom)],
        float,
    ).reshape(len(text), 4, 3)
    placed = corners @ np.asarray(to_picture, float).T
    points = placed[..., :2] / placed[..., 2:]
    boxes = np.concatenate([points.min(axis=1), points.max(axis=1)], axis=1)
    score = round(float(item.Confidence(tesserocr.RIL.WORD)) / 100, 4)
    return Word(text, tuple(round(float(v), 1) for v in boxes.ravel()), (score,) * len(text))

"""What the pixels of a PDF say to the second reader: every image as it is stored, every page of images as it is shown.

The stored image tells what a page cuts off or covers; the page tells what only strips, layers or curves make together.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

import numpy as np
import pymupdf
from numpy.typing import NDArray

from pipeline import ocr
from pipeline.verify.view import Layer, View

HOW = "read in the pixels"
MIN_WIDE, MIN_HIGH = 18, 8
MAX_PIXELS = 12_000_000
DPI = 200
MANY_CURVES = 40
FLAT = 24
_PAINTED = frozenset(b"S s f F f* B B* b b* sh Do BI gs scn SCN".split())
_SIGNS = bytes.maketrans(b"()<>[]{}/%\0", b" " * 11)

Pixels = NDArray[np.uint8]


def pixel_views(data: bytes, where: str = "") -> Iterator[View]:
    """Yield what is read in each image and on each page that needs looking at as a whole."""
    with pymupdf.open(stream=data, filetype="pdf") as opened:
        seen: set[bytes] = set()
        for xref in range(1, opened.xref_length()):
            if opened.xref_get_key(xref, "Subtype")[1] == "/Image" and opened.xref_is_stream(xref):
                pixels = _stored(opened, xref)
                if pixels is not None and _is_new(pixels, seen):
                    yield View(f"{where}object {xref}", Layer.PIXELS, ocr.second_opinion(pixels).text, HOW)
        bare: dict[str, bool] = {}
        for number in range(opened.page_count):
            if not shows_text_alone(opened[number], bare) and _is_composed(opened[number]):
                text = ocr.second_opinion(_shown(opened[number])).text
                yield View(f"{where}page {number + 1}", Layer.PIXELS, text, HOW, number)


def _is_new(pixels: Pixels, seen: set[bytes]) -> bool:
    key = blake2b(pixels.tobytes(), digest_size=16).digest()
    if key in seen:
        return False
    seen.add(key)
    return True


def _stored(opened: pymupdf.Document, xref: int) -> Pixels | None:
    """Return an image's pixels in grey, ink dark; None for one that can hold no word."""
    try:
        pixmap: Any = pymupdf.Pixmap(opened, xref)
        if pixmap.width < MIN_WIDE or pixmap.height < MIN_HIGH:
            return None
        if pixmap.colorspace is not None and pixmap.colorspace.n != 1:
            pixmap = pymupdf.Pixmap(pymupdf.csGRAY, pixmap)
    except (RuntimeError, ValueError):
        return None
    values = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)
    grey = np.ascontiguousarray(values[:, : pixmap.width * pixmap.n : pixmap.n])
    while grey.size > MAX_PIXELS:
        grey = np.ascontiguousarray(grey[::2, ::2])
    if int(grey.max()) - int(grey.min()) < FLAT:
        return None
    is_light_on_dark = pixmap.colorspace is None or float(grey.mean()) < 100
    return np.asarray(255 - grey if is_light_on_dark else grey, np.uint8)


def _is_composed(page: pymupdf.Page) -> bool:
    """Tell whether a page says more than its images one by one: several, turned, or letters drawn as curves."""
    events = [kind for kind, _ in page.get_bboxlog()]
    shows_images = any(kind.startswith("fill-im") for kind in events)  # what they are is told by a reading of the page
    images = [i for i in page.get_image_info() if i["width"] >= MIN_WIDE] if shows_images else []
    if len(images) > 1 or page.rotation:
        return bool(images)
    if any(i["transform"][0] <= 0 or i["transform"][3] <= 0 or abs(i["transform"][1]) > 1 for i in images):
        return True
    if "fill-path" not in events and "stroke-path" not in events:
        return False
    curves: int = sum(item[0] == "c" for path in page.get_cdrawings() for item in path.get("items", ()))
    return curves >= MANY_CURVES


def shows_text_alone(page: pymupdf.Page, bare: dict[str, bool]) -> bool:
    """Tell whether no word of a page's content paints, and nothing among its resources could.

    `bare` keeps what was found of resources, as the file says them: those of most pages are alike.
    """
    owner, number = page.parent, page.xref
    if _PAINTED.intersection(page.read_contents().translate(_SIGNS).split()):
        return False
    kind, said = owner.xref_get_key(number, "Resources")
    if kind == "null" or owner.xref_get_key(number, "Annots")[0] != "null":
        return False  # what the tree of pages lends isn't asked
    if said not in bare:
        drawing = (f"Resources/{kind}" for kind in ("XObject", "Pattern", "Shading", "ExtGState"))
        is_drawn = any(owner.xref_get_key(number, key)[0] != "null" for key in drawing)
        bare[said] = not is_drawn and all(kind != "Type3" for _, _, kind, *_ in page.get_fonts())
    return bare[said]


def _shown(page: pymupdf.Page) -> Pixels:
    scale = min(DPI / 72, (MAX_PIXELS / max(page.rect.width * page.rect.height, 1.0)) ** 0.5)
    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY, alpha=False)
    values = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)
    return np.ascontiguousarray(values[:, : pixmap.width])

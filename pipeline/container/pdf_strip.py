"""A page without its text: what is left is images and drawings."""

from __future__ import annotations

import numpy as np
import pymupdf
from numpy.typing import NDArray


def without_text(page: pymupdf.Page) -> None:
    """Take every glyph off an upright page in place, text that nobody sees included; images and drawings stay."""
    if not any("text" in kind for kind, _ in page.get_bboxlog()):
        return
    page.add_redact_annot(page.rect, fill=False, cross_out=False)
    page.apply_redactions(
        images=pymupdf.PDF_REDACT_IMAGE_NONE,
        graphics=pymupdf.PDF_REDACT_LINE_ART_NONE,
        text=pymupdf.PDF_REDACT_TEXT_REMOVE,
    )


def tones(page: pymupdf.Page, scale: float) -> NDArray[np.uint8]:
    """Draw an upright page in grey, `scale` pixels a point."""
    matrix = pymupdf.Matrix(scale, scale)
    pixmap = page.get_pixmap(matrix=matrix, colorspace=pymupdf.csGRAY, alpha=False, annots=False)
    values = np.frombuffer(pixmap.samples, np.uint8).reshape(pixmap.height, pixmap.stride)
    return np.ascontiguousarray(values[:, : pixmap.width])

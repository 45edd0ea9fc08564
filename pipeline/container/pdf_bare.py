"""Pages that draw text and nothing else, told by their content: what they draw needn't be listed to know it."""

from __future__ import annotations

from collections.abc import Sequence

import pymupdf

from pipeline.container.pdf_text import Event

# what paints or may have something painted; a string that holds such a word only costs the list
_PAINTS = frozenset(b"f F f* B B* b b* S s sh Do BI gs scn SCN".split())
_DRAWING = ("XObject", "Pattern", "Shading", "ExtGState")
_DELIMITERS = b"<>[](){}/%\0"
_PARTED = bytes.maketrans(_DELIMITERS, b" " * len(_DELIMITERS))


def events_of(page: pymupdf.Page) -> Sequence[Event]:
    """Return what an upright page draws, kind and box, in order; text that nothing can cover isn't listed."""
    return () if _is_bare(page) else page.get_bboxlog()


def _is_bare(page: pymupdf.Page) -> bool:
    if not _PAINTS.isdisjoint(page.read_contents().translate(_PARTED).split()):
        return False
    mupdf = pymupdf.mupdf
    own = mupdf.pdf_page_from_fz_page(page.this).obj()
    resources = mupdf.pdf_dict_gets(own, "Resources")
    if not mupdf.pdf_is_dict(resources) or mupdf.pdf_dict_gets(own, "Annots").m_internal:
        return False  # resources that it inherits aren't looked into
    if any(mupdf.pdf_dict_gets(resources, kind).m_internal for kind in _DRAWING):
        return False
    fonts = mupdf.pdf_dict_gets(resources, "Font")
    each = [mupdf.pdf_dict_get_val(fonts, n) for n in range(mupdf.pdf_dict_len(fonts))]
    return all(mupdf.pdf_to_name(mupdf.pdf_dict_gets(font, "Subtype")) != "Type3" for font in each)  # of drawings

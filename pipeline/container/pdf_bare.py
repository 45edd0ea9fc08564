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
    owner, number = page.parent, page.xref
    if not _PAINTS.isdisjoint(page.read_contents().translate(_PARTED).split()):
        return False
    if owner.xref_get_key(number, "Annots")[0] != "null" or owner.xref_get_key(number, "Resources")[0] == "null":
        return False  # resources that it inherits aren't looked into
    if any(owner.xref_get_key(number, f"Resources/{kind}")[0] != "null" for kind in _DRAWING):
        return False
    return all(kind != "Type3" for _, _, kind, *_ in page.get_fonts())  # its glyphs are drawings

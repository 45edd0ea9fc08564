"""The names that a PDF gives its resources, glyphs and colours: none is shown, and any may be somebody's.

What isn't PDF's own and not bare numbering (`F1`, `Im0`) gets a number instead, the same everywhere in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pikepdf
import pymupdf

from pipeline import lexicons
from pipeline.container.pdf_operands import is_own

KINDS = ("/Font", "/XObject", "/ExtGState", "/ColorSpace", "/Pattern", "/Shading")
_NUMBERED = re.compile(r"/([A-Za-z]*+)\d{0,5}(?:_\d{1,3})?")
_UNKNOWN = (0, 0xFFFD)
MAX_LEVELS = 8

Holder = tuple[Any, Any]  # what has content of its own, and its resources


class Naming:
    """New names for those that may say something, one for each; a file's own names are never given anew."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self.holders = list(_holders(pdf))
        self.resources = list(_once(resources for _, resources in self.holders))
        self.new: dict[str, str] = {}
        self._taken = {name for each in self.resources for kind in KINDS for name in _named(each, kind)}

    def of(self, name: str, prefix: str = "Name") -> str:
        """Return the name to be used instead of one, both with their slash; the same one where it says nothing."""
        if says_nothing(name):
            return name
        if name not in self.new:
            numbers = (f"/{prefix}{n}" for n in range(len(self.new) + 1, len(self.new) + len(self._taken) + 2))
            self.new[name] = fresh = next(n for n in numbers if n not in self._taken)
            self._taken.add(fresh)
        return self.new[name]


def rename(pdf: pikepdf.Pdf) -> Naming:
    """Rename what is named among the resources of a file; the content streams still use the old names."""
    naming = Naming(pdf)
    for resources in naming.resources:
        for kind in KINDS:
            _rename_keys(_named(resources, kind), naming)
        for font in _values(resources, "/Font"):
            _rename_glyphs(font, naming)
        for state in _values(resources, "/ExtGState"):
            for key in [key for key in state if not is_own(key.encode("utf-8", "replace"))]:
                del state[key]
        for space in _values(resources, "/ColorSpace", pikepdf.Array):
            _rename_inks(space, naming, 0)
        for shading in _values(resources, "/Shading"):
            _rename_inks(shading.get("/ColorSpace"), naming, 0)
    for stored in pdf.objects:
        if isinstance(stored, pikepdf.Array):
            _rename_inks(stored, naming, 0)
        elif isinstance(stored, pikepdf.Stream) and "/ColorSpace" in stored:
            _rename_inks(stored["/ColorSpace"], naming, 0)
    return naming


def says_nothing(name: str) -> bool:
    """Tell whether a name, slash included, is PDF's own or bare numbering."""
    numbered = _NUMBERED.fullmatch(name)
    if numbered and (len(numbered[1]) <= 2 or numbered[1] in lexicons.words("pdf_plumbing.txt")):
        return True
    return is_own(name.encode("utf-8", "replace"))


def names_in(resources: Any) -> dict[bytes, frozenset[bytes]]:
    """Return the names among resources, kind by kind, without their slash."""
    return {
        kind[1:].encode(): frozenset(name[1:].encode("utf-8", "surrogateescape") for name in _named(resources, kind))
        for kind in KINDS
    }


def _holders(pdf: pikepdf.Pdf) -> Iterator[Holder]:
    """Yield all that has content: pages, forms, tiling patterns, the glyphs of typefaces that are drawings."""
    found: list[Any] = []
    for page in pdf.pages:
        found.append(page.get("/Resources"))
        yield page, found[-1]
    for stored in pdf.objects:
        if isinstance(stored, pikepdf.Stream) and (stored.get("/Subtype") == "/Form" or "/PatternType" in stored):
            found.append(stored.get("/Resources"))
            yield stored, found[-1]
    seen: set[tuple[int, int]] = set()
    waiting = list(_once(found))
    while waiting:
        for font in _values(waiting.pop(), "/Font"):
            glyphs = [glyph for glyph in _named(font, "/CharProcs").values() if isinstance(glyph, pikepdf.Stream)]
            fresh = [glyph for glyph in glyphs if glyph.objgen not in seen]
            seen.update(glyph.objgen for glyph in fresh)
            yield from ((glyph, font.get("/Resources")) for glyph in fresh)
            if fresh and isinstance(font.get("/Resources"), pikepdf.Dictionary):
                waiting.append(font.Resources)


def _named(holder: Any, key: str) -> Any:
    """Return a dictionary within another, an empty one where there is none."""
    found = holder.get(key) if isinstance(holder, pikepdf.Dictionary) else None
    return found if isinstance(found, pikepdf.Dictionary) else pikepdf.Dictionary()


def _values(resources: Any, kind: str, of: type = pikepdf.Dictionary) -> list[Any]:
    return [value for value in _named(resources, kind).values() if isinstance(value, of)]


def _rename_keys(held: Any, naming: Naming) -> None:
    for name in list(held):
        if (new := naming.of(name)) != name:
            held[new] = held[name]
            del held[name]


def _rename_glyphs(font: Any, naming: Naming) -> None:
    """Rename the glyphs of a typeface of drawings or one without a program; in others they are found by name."""
    if "/Name" in font:
        del font["/Name"]
    if any(key.startswith("/FontFile") for key in _named(font, "/FontDescriptor")):
        return
    procedures = _named(font, "/CharProcs")
    for name in list(procedures):
        if not _is_letter(name) and (new := naming.of(name, "Glyph")) != name:
            procedures[new] = procedures[name]
            del procedures[name]
    differences = _named(font, "/Encoding").get("/Differences")
    for n, item in enumerate(differences if isinstance(differences, pikepdf.Array) else ()):
        if isinstance(item, pikepdf.Name) and not _is_letter(str(item)):
            differences[n] = pikepdf.Name(naming.of(str(item), "Glyph"))


def _is_letter(name: str) -> bool:
    return pymupdf.glyph_name_to_unicode(name[1:]) not in _UNKNOWN


def _rename_inks(space: Any, naming: Naming, level: int) -> None:
    """Rename the inks of a colour space, and of the one it is based on; what else is said of them goes."""
    if not isinstance(space, pikepdf.Array) or len(space) < 2 or level > MAX_LEVELS:
        return
    kind = space[0]
    if kind == "/Separation" and isinstance(space[1], pikepdf.Name):
        space[1] = pikepdf.Name(naming.of(str(space[1]), "Colour"))
    elif kind == "/DeviceN" and isinstance(space[1], pikepdf.Array):
        space[1] = pikepdf.Array([pikepdf.Name(naming.of(str(ink), "Colour")) for ink in space[1]])
        while len(space) > 4:
            del space[4]
    elif kind == "/Indexed" or kind == "/Pattern":
        _rename_inks(space[1], naming, level + 1)


def _once(found: Any) -> Iterator[Any]:
    seen: set[tuple[int, int]] = set()
    for resources in found:
        if isinstance(resources, pikepdf.Dictionary) and resources.objgen not in seen:
            yield resources
            seen.update({resources.objgen} - {(0, 0)})

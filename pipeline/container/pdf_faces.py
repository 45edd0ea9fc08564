"""The names of a PDF's typefaces that hold what is replaced: most are known typefaces', but anybody may name one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf

from pipeline import lexicons
from pipeline.container.pdf_naming import Naming
from pipeline.decision import Replacement
from pipeline.detection import Label
from pipeline.document import fold
from pipeline.lexicons.names import is_common

MIN_WORD, MIN_WHOLE = 4, 5
_SUBSET = re.compile(r"[A-Z]{6}\+")
_HUMP = re.compile(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])")
_WORD = re.compile(r"[^\W_]+")
_STYLES = ("bold", "italic", "oblique")
_NAMED = ("/BaseFont", "/FontName", "/FontFamily")


class Telling:
    """Whether the name of a typeface tells one of the values that are replaced: all of it, or a word of a name."""

    def __init__(self, replacements: Sequence[Replacement]) -> None:
        self._whole: set[str] = set()
        self._words: set[str] = set()
        for replacement in replacements:
            words = _WORD.findall(fold(replacement.original))
            if len(whole := "".join(words)) >= MIN_WHOLE:
                self._whole.add(whole)
            if replacement.label == Label.PERSON:
                kept = [w for w in words if len(w) >= MIN_WORD and w.isalpha()]
                self._words.update(w for w in kept if len(kept) == 1 or not is_common(w))
        self._words -= lexicons.words("pdf_typefaces.txt")

    def __call__(self, name: str) -> bool:
        words = [fold(word) for word in _WORD.findall(_HUMP.sub(" ", name))]
        squashed = "".join(words)
        return not self._words.isdisjoint(words) or any(whole in squashed for whole in self._whole)


def rename_faces(naming: Naming, is_telling: Telling) -> None:
    """Give typefaces whose name tells something a number instead, wherever the name stands, and their style."""
    seen: set[tuple[int, int]] = set()
    for resources in naming.resources:
        fonts = resources.get("/Font")
        for font in fonts.values() if isinstance(fonts, pikepdf.Dictionary) else ():
            for holder in _holders(font):
                if holder.objgen == (0, 0) or holder.objgen not in seen:
                    seen.add(holder.objgen)
                    _rename(holder, naming, is_telling)


def _holders(font: Any) -> Iterator[Any]:
    """Yield a font, those it is made of, and what describes them."""
    if isinstance(font, pikepdf.Dictionary):
        made_of = font.get("/DescendantFonts")
        for one in (font, *(made_of if isinstance(made_of, pikepdf.Array) else ())):
            if isinstance(one, pikepdf.Dictionary):
                yield one
                if isinstance(one.get("/FontDescriptor"), pikepdf.Dictionary):
                    yield one.FontDescriptor


def _rename(holder: Any, naming: Naming, is_telling: Telling) -> None:
    for key in _NAMED:
        if key not in holder:
            continue
        subset = _SUBSET.match(str(holder[key]).lstrip("/"))
        name = str(holder[key]).lstrip("/")[subset.end() if subset else 0 :]
        if not is_telling(name):
            continue
        if key == "/FontFamily":
            del holder[key]
            continue
        style = "".join(word.title() for word in _STYLES if word in name.lower())
        new = naming.of(f"/{name}", "Font")[1:] + (f"-{style}" if style else "")
        holder[key] = pikepdf.Name(f"/{subset[0] if subset else ''}{new}")

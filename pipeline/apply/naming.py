"""The clean name of a written file: only words that name a kind of document stay."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from pipeline.document import fold
from pipeline.lexicons import words

_SUFFIXES = {
    "txt": (".txt", ".md"),
    "csv": (".csv", ".tsv"),
    "html": (".html", ".htm"),
    "eml": (".eml", ".mht", ".mhtml"),
    "image": (".png", ".jpg", ".jpeg", ".jpe", ".tif", ".tiff", ".bmp", ".webp", ".gif"),
}


def clean_name(name: str, format: str, replaced: Iterable[str] = ()) -> str:
    """Return a name in which no word is left that could be somebody's; numbers over four digits go too.

    Any word that isn't in lexicons/file_name_words.txt is dropped, so an unknown surname can't stay; and so is
    any that is among the `replaced` values of the document.
    """
    path = PurePosixPath(fold(name.replace("\\", "/")))
    spoken = set(re.split(r"[^a-z0-9]+", path.stem))
    gone = {word for value in replaced for word in _named(value, spoken)}
    allowed = words("file_name_words.txt") - gone
    parts = [
        p for p in re.split(r"[^a-z0-9]+", path.stem) if p in allowed or (re.fullmatch(r"\d{1,4}", p) and p not in gone)
    ]
    has_word = any(not p.isdigit() for p in parts)
    stem = "_".join(parts if has_word else ["documento", *parts])
    suffixes = _SUFFIXES.get(format, (f".{format}",))
    return stem + (path.suffix if path.suffix in suffixes else suffixes[0])


def _named(value: str, spoken: set[str]) -> list[str]:
    """Return the words of a value that the name says whole."""
    parts = re.findall(r"[a-z0-9]+", fold(value))
    return parts if parts and spoken.issuperset(parts) else []


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return a clean name, numbered from 2 where another file of the release (`taken`, names) has its stem already.

    Stems, not names, tell files apart: each has a report that is called like it.
    """
    path, stems = PurePosixPath(name), {PurePosixPath(other).stem for other in taken}
    stem, number = path.stem, 1
    while stem in stems:
        number += 1
        stem = f"{path.stem}_{number}"
    return stem + path.suffix

"""The clean name of a written file: only words that name a kind of document stay."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

from pipeline.document import fold
from pipeline.lexicons import words
from pipeline.lexicons.names import is_common, particles

# Letters of a word that may be somebody's, and of somebody's initials.
_TELLING, _INITIALS = 4, 3
_SUFFIXES = {
    "txt": (".txt", ".md"),
    "csv": (".csv", ".tsv"),
    "html": (".html", ".htm"),
    "eml": (".eml", ".mht", ".mhtml"),
    "image": (".png", ".jpg", ".jpeg", ".jpe", ".tif", ".tiff", ".bmp", ".webp", ".gif"),
}


def clean_name(name: str, format: str, replaced: Iterable[str] = ()) -> str:
    """Return a name in which no word is left that could be somebody's; numbers over four digits go too.

    Any word that isn't in lexicons/file_name_words.txt is dropped, so an unknown surname can't stay; and so are
    a value among the `replaced` ones of the document, a telling word of one, and initials.
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


def _named(value: str, spoken: set[str]) -> set[str]:
    """Return what a name may say of a value: all its words, one that isn't everybody's, or its initials."""
    parts = re.findall(r"[a-z0-9]+", fold(value))
    if not parts:
        return set()
    long = [part for part in parts if len(part) >= _TELLING and part.isalpha()]
    told = {part for part in long if len(long) == 1 or not is_common(part)}
    heads = {"".join(part[0] for part in said) for said in (parts, [p for p in parts if p not in particles()])}
    initials = {letters for letters in heads if len(letters) >= _INITIALS and letters.isalpha()}
    return told | initials | set(parts if spoken.issuperset(parts) else ())


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

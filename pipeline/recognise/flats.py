"""Flats told by floor and door alone, in papers of a building: "la vecina del 4.º C", "1.º A, Aurelio Lobato"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.lexicons.openings import opened
from pipeline.recognise.running_text import RunningText

_FLAT = opened(
    r"(?<![\w.,/])\d{1,2}\s?\.?\s?[º°]\s?-?\s?(?:(?P<door>[a-h])(?![\w.º'’/])|(?:izquierda|izq(?:da?)?|izda|derecha|dcha)(?![^\W_]))"
)
_CLASS = re.compile(
    r"\s*(?:de|del)\s+(?:e\.?\s?s\.?\s?o|primaria|infantil|bachiller|curso|colegio|ceip|ies|i\.e\.s|grado|fp)\b"
)
_BUILDING = re.compile(
    r"\b(?:comunidad\s+de\s+propietarios|copropietari[oa]s|escalera|portal|rellano|ascensor|vecin[oa]s?\s+del|ruidos?"
    r"|derramas?|zonas\s+comunes|tendedero)\b"
)
_SCHOOL = re.compile(r"\b(?:alumn[oa]s?|ceip|i\.?e\.?s\.?|matriculad[oa]s?|tutor(?:a|ia)|primaria|grupo\s*:|clases?)\b")


def find_flats(running: RunningText) -> Iterator[tuple[int, int]]:
    """Yield where each flat stands; in papers of a school the same signs are groups of pupils."""
    told: bool | None = None
    for match in _FLAT.finditer(running.text):
        if match["door"] and not running.is_upper(match.start("door")):
            continue  # "artículo 3.º a)"
        if told is None:
            told = _BUILDING.search(running.text) is not None and _SCHOOL.search(running.text) is None
        if told and not _CLASS.match(running.text, match.end()):
            yield match.span()

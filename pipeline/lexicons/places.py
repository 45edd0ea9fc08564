"""Municipalities of Spain by name, with province and population."""

from __future__ import annotations

import gzip
import re
from functools import cache
from importlib import resources

from pipeline.document import fold
from pipeline.lexicons import rows, words
from pipeline.lexicons.names import given_band, surname_band


@cache
def _municipalities() -> dict[str, tuple[str, int]]:
    raw = (resources.files(__package__) / "municipalities.tsv.gz").read_bytes()
    table: dict[str, tuple[str, int]] = {}
    for line in gzip.decompress(raw).decode().splitlines()[1:]:
        name, province, people = line.split("\t")
        key = fold(name)
        # Where two share a name, the bigger one is meant unless the text says more.
        if key not in table or table[key][1] < int(people or 0):
            table[key] = (province, int(people or 0))
    return table


def is_municipality(folded: str) -> bool:
    """Tell whether a folded text is the name of a Spanish municipality."""
    return folded in _municipalities()


@cache
def _countries() -> frozenset[str]:
    return words("countries.txt") | {row[0] for row in rows("nationalities.tsv")}


def is_country(folded: str) -> bool:
    """Tell whether a folded text is a country, region or continent; those that many people bear are left out."""
    return folded in _countries() and given_band(folded) < 13 and surname_band(folded) < 12


def population(folded: str) -> int | None:
    """Return the people of the municipality of that folded name (1 January 2020), None if unknown."""
    found = _municipalities().get(folded)
    return found[1] if found else None


@cache
def _short_names() -> frozenset[str]:
    heads = (name.partition(" de ") for name in _municipalities())
    return frozenset(head for head, joint, _ in heads if joint and len(head) > 4)


def is_short_name(folded: str) -> bool:
    """Tell whether people call a municipality so for short ("Jerez" for "Jerez de la Frontera")."""
    return folded in _short_names()


@cache
def _date() -> re.Pattern[str]:
    days = sorted((word for word, value, _ in rows("number_words.tsv") if int(value) < 32), key=len, reverse=True)
    day = rf"(?:\d{{1,2}}|(?:treinta\s+y\s+)?(?:{'|'.join(days)}))"
    return re.compile(rf"\s?,\s+(?:a\s+)?{day}\s+(?:de\s|d'\s?|do\s)")


def is_dated(folded: str, end: int) -> bool:
    """Tell whether the date of an act follows a place that ends here: "Toledo, a 6 de mayo", "Vigo, dos de junio"."""
    return _date().match(folded, end) is not None

"""Street types as patterns: those that alone name a street, those that are common nouns too, those that follow."""

from __future__ import annotations

import re
from functools import cache

from pipeline.document import fold
from pipeline.lexicons import rows, words


@cache
def forms(kind: str) -> tuple[str, ...]:
    """Return the folded forms of a kind (street, weak, suffix, estate), abbreviations included, longest first.

    Abbreviations of two letters are units and acronyms as well ("cm", "av"): the second table names those allowed.
    """
    found: set[str] = set()
    common = words("street_types_common.txt")
    for type_, abbreviations, *rest in rows("street_types.tsv"):
        for form in (type_, *abbreviations.split("|")):
            if len(form.rstrip(".")) > 2 - form.endswith("/") and kind == _kind(fold(form), rest, common):
                found.add(fold(form).rstrip("."))
    for type_, abbreviations, kind_ in rows("street_types_extra.tsv"):
        if kind_ == kind:
            found.update(fold(f).rstrip(".") for f in (type_, *abbreviations.split("|")) if f)
    return tuple(sorted(found, key=lambda form: (-len(form), form)))


def _kind(form: str, rest: list[str], common: frozenset[str]) -> str:
    return rest[0] if rest else "weak" if form in common or len(form) < 2 else "street"


def pattern(*kinds: str) -> str:
    """Return an alternation of the forms of the kinds, each with its optional full stop."""
    every = sorted({f for kind in kinds for f in forms(kind)}, key=lambda form: (-len(form), form))
    return "(?:" + "|".join(re.escape(f).replace(r"\ ", r"\s+") + _ending(f) for f in every) + ")"


def _ending(form: str) -> str:
    return r"\.?\s?" if form.endswith("/") else r"(?:\.|(?![^\W_]))"


TYPE = pattern("street", "estate")


@cache
def _types() -> dict[str, str]:
    """Return the type of each of its forms: "c/" and "cl" are "calle"."""
    table: dict[str, str] = {}
    for name in ("street_types.tsv", "street_types_extra.tsv"):
        for type_, abbreviations, *_ in rows(name):
            for form in (type_, *abbreviations.split("|")):
                table.setdefault(fold(form).rstrip("."), fold(type_))
    return table


_WORD = re.compile(r"[a-z]/|[^\W_]+")
_SMALL = frozenset("n no num numero de del la las los el en".split())


def same_place(address: str) -> str:
    """Return one writing of a folded address: its type in full, without signs, articles and the word for its number.

    "C/ del Olmo, n.º 14" and "la calle Olmo 14" give the same.
    """
    said = _WORD.findall(address.replace("º", " ").replace("ª", " ").replace("°", " "))
    place = [word for n, word in enumerate(said) if word not in _SMALL or n == len(said) - 1]
    return " ".join([_types().get(place[0], place[0]), *place[1:]]) if place else ""

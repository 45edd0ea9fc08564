"""What role words mean: masculine form and sex, which go together, which exclude each other, which are offices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pipeline.lexicons import rows, words

_FEMALE = frozenset({"la", "dicha", "esta", "aquella", "citada", "una", "las", "nuestra", "aquesta", "a", "da", "na"})
_MALE = frozenset({"el", "dicho", "este", "aquel", "citado", "un", "los", "nuestro", "al", "del", "aquest", "o", "do"})
# Words of the longest role ("letrada de la administracion de justicia").
_LONGEST = 6
_AL = re.compile(r"\b[ad]e?l\s+$")


@cache
def lemmas() -> dict[str, tuple[str, str]]:
    """Return masculine form and sex of each role word; the sex is empty where one form serves both."""
    table: dict[str, tuple[str, str]] = {}
    for name in ("roles.tsv", "posts.tsv", "designated.tsv"):
        for masculine, feminine in rows(name):
            table.setdefault(masculine, (masculine, "M" if masculine != feminine else ""))
            table.setdefault(feminine, (masculine, "F" if masculine != feminine else ""))
    for language, masculine, feminine, spanish in rows("roles_regional.tsv"):
        if language == "eu":
            for case in ("", *words("basque_cases.txt")):
                table.setdefault(masculine + case, (spanish, ""))
        else:
            table.setdefault(masculine, (spanish, "M" if masculine != feminine else ""))
            table.setdefault(feminine, (spanish, "F" if masculine != feminine else ""))
    return table


@cache
def offices() -> frozenset[str]:
    """Return the roles of those who act by profession or office, never the party a document is about."""
    of_procedure = {row[0] for row in rows("roles.tsv")}
    return words("office_roles.txt") | ({row[0] for row in rows("posts.tsv")} - of_procedure)


def is_noun(role: str) -> bool:
    """Tell whether a role is a mere noun of persons ("el chico"), or one that no table knows."""
    return role in words("plain_persons.txt") or (role not in families() and role not in offices())


@cache
def epicene() -> frozenset[str]:
    """Return the words whose gender says nothing of who is meant ("la víctima", "la parte actora")."""
    return words("epicene_roles.txt")


@cache
def opposed() -> dict[str, frozenset[str]]:
    """Return the roles that another person has in the same procedure, by role."""
    table: dict[str, set[str]] = {}
    for one, other in rows("opposed_roles.tsv"):
        table.setdefault(one, set()).add(other)
        table.setdefault(other, set()).add(one)
    return {role: frozenset(others) for role, others in table.items()}


@cache
def families() -> dict[str, frozenset[str]]:
    """Return the families of each role: roles by which one and the same person can be named."""
    table: dict[str, set[str]] = {}
    for family, members in rows("role_families.tsv"):
        for role in members.split():
            table.setdefault(role.replace("_", " "), set()).add(family)
    return {role: frozenset(found) for role, found in table.items()}


def akin(one: str, other: str) -> bool:
    """Tell whether two roles belong to one family."""
    table = families()
    return one == other or bool(table.get(one, frozenset()) & table.get(other, frozenset()))


def closeness(one: str, other: str) -> float:
    """Return how surely two roles can be one person's: 1 for one role, less the more families either belongs to."""
    if one == other:
        return 1.0
    mine, theirs = families().get(one, frozenset()), families().get(other, frozenset())
    return float((len(mine) * len(theirs)) ** -0.5) if mine & theirs else 0.0


def read(text: str) -> tuple[str, str]:
    """Return the masculine form and the sex of a folded designation: those of its first and longest role."""
    parts = text.replace("-", " ").replace("l'", "l' ").split() if text not in lemmas() else [text]
    for cut in range(len(parts)):
        for end in range(min(len(parts), cut + _LONGEST), cut, -1):
            role = " ".join(parts[cut:end])
            if role in lemmas():
                return lemmas()[role]
    return text, ""


def sex_of_article(first: str, before: str) -> str:
    """Return the sex that the article tells: inside the designation, or "al"/"del" before it."""
    if first in _FEMALE:
        return "F"
    return "M" if first in _MALE or _AL.search(before) else ""


def roles_in(said: Sequence[str]) -> set[str]:
    """Return the roles and ties among some words, masculine."""
    return {found[0] for w in said if (found := lemmas().get(w) or ties().get(w))}


@cache
def ties() -> dict[str, tuple[str, str]]:
    """Return masculine form and sex of each word of kinship."""
    table: dict[str, tuple[str, str]] = {}
    for masculine, feminine in rows("kinship.tsv"):
        table.setdefault(masculine, (masculine, "M" if masculine != feminine else ""))
        table.setdefault(feminine, (masculine, "F" if masculine != feminine else ""))
    return table

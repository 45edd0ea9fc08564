"""Role words in the form of somebody's sex: "usuario" is what Rosario's entry holds, "usuaria" what she is."""

from __future__ import annotations

from functools import cache

from pipeline.lexicons import rows


@cache
def _feminine() -> dict[str, str]:
    return {row[0]: row[1] for name in ("designated.tsv", "posts.tsv", "roles.tsv") for row in rows(name)}


def in_sex(role: str, sex: str) -> str:
    """Return a folded masculine role word in the feminine for the sex F; any other as it is."""
    return _feminine().get(role, role) if sex == "F" else role

"""Names to swap in: given names by sex and surnames, by origin class of the name."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pipeline.errors import UnreadableFile
from pipeline.lexicons import rows

SEXES = ("F", "M")
# A surname of the gazetteer counts for a class where six bearers in ten are of it.
_SHARE, _KNOWN, _MOST = 0.6, 5, 400


@dataclass(frozen=True, slots=True)
class Pool:
    """The names of one origin class."""

    origin: str
    given: Mapping[str, Sequence[str]] = field(repr=False)
    surnames: Sequence[str] = field(repr=False)


def pools(gazetteers: Path | None = None) -> tuple[Pool, ...]:
    """Return the pool of each origin class; surnames from a folder of gazetteers where it has the class."""
    table: dict[str, dict[str, list[str]]] = {}
    for origin, kind, names in rows("swap_names.tsv"):
        table.setdefault(origin, {})[kind] = names.split("|")
    wider = _surnames(gazetteers) if gazetteers else {}
    return tuple(
        Pool(origin, {sex: kinds[sex] for sex in SEXES}, wider.get(origin) or kinds["S"])
        for origin, kinds in table.items()
    )


@cache
def _surnames(folder: Path) -> dict[str, list[str]]:
    """Read the frequent surnames of each class; raises UnreadableFile where the table isn't as expected."""
    ours = {row[0]: row[1] for row in rows("origin_classes.tsv")}
    found: dict[str, list[str]] = {}
    try:
        lines = (folder / "apellidos.tsv").read_text(encoding="utf-8").splitlines()
        cells = (line.split("\t") for line in lines if not line.startswith(("#", "surname\t")))
        for name, _, _, _, origin, share, known in cells:
            names = found.setdefault(ours.get(origin, ""), [])
            if float(share or 0) >= _SHARE and int(known or 0) >= _KNOWN and len(name) > 2 and len(names) < _MOST:
                names.append(name.title())
    except (OSError, ValueError):
        raise UnreadableFile("The gazetteer of surnames can't be read.", remedy="Name a folder with it.") from None
    return found


class Draw:
    """Draws names of one pool without repeating one until all are used; the same seed draws the same names."""

    def __init__(self, pool: Pool, sex: str, seed: str) -> None:
        # Surnames don't depend on the sex, so that the two variants of a document differ in given names alone.
        self._left = {
            "given": _shuffled(pool.given[sex], f"{seed} {sex}"),
            "surname": _shuffled(pool.surnames, seed),
        }

    def next(self, kind: str) -> str:
        """Return the next given name or surname."""
        names = self._left[kind]
        name = names.pop(0)
        names.append(name)
        return name


def _shuffled(names: Sequence[str], seed: str) -> list[str]:
    return random.Random(seed).sample(list(names), len(names))  # noqa: S311 - a fixed draw, nothing secret

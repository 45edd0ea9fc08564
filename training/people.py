"""Invented people for the generated texts: names by sex and origin class, every class as often as another.

Names are drawn from the public frequency tables; whoever comes out is nobody. One name in twelve is made of
syllables no table holds, so that the model learns to read the place of a name and not only its letters.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parent / "data"
ONE_SURNAME = frozenset(
    "ANGLO WEST_EUROPE ITALY ROMANIA SLAVIC MAGHREB MIDDLE_EAST SUBSAHARAN SOUTH_ASIA EAST_ASIA ARMENIA_GEORGIA".split()
)
_SMALL = frozenset("de del la las los el y i da do dos van von der den di ben bin al".split())
_VOWELS, _ONSETS = "aeiou", "b c d f g h j k l m n p r s t v y z ch kh tr dr mb nd sh ts".split()
_CODAS = ("", "", "", "n", "r", "l", "s", "m", "k", "sh", "nd")


@dataclass(frozen=True, slots=True, repr=False)
class Invented:
    """A person that nobody is: sex (F or M), given names and one or two surnames, each with its capital."""

    sex: str
    given: str
    surnames: tuple[str, ...]
    joint: str = " "

    @property
    def last(self) -> str:
        """Both surnames as written."""
        return self.joint.join(self.surnames)


def table(path: Path) -> list[list[str]]:
    """Return the tab-separated rows of a data file without its comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]


def titled(name: str, rng: random.Random) -> str:
    """Write a name of the tables with its capitals; particles stay small two times in three."""
    small = rng.random() < 0.67
    words = name.split()
    return " ".join(w if w in _SMALL and small and len(words) > 1 else w[:1].upper() + w[1:] for w in words)


class Population:
    """Draws people; `folder` holds nombres.tsv and apellidos.tsv."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self.rng = rng
        self.given = _given(folder / "nombres.tsv")
        self.foreign = {(c, s): names.split("|") for c, s, names in table(DATA / "given_by_origin.tsv")}
        self.surnames = _surnames(folder / "apellidos.tsv")
        self.surnames["PENINSULAR"] = [
            (n, 1.0) for _, names in table(DATA / "surnames_peninsular.tsv") for n in names.split("|")
        ]
        self.everyday = [row[0] for row in table(DATA / "everyday_names.txt")]
        self.classes = sorted({c for c, _ in self.foreign})
        self._bags: dict[str, Callable[[], str]] = {}

    def draw(self, sex: str = "", origin: str = "") -> Invented:
        """Return a person of a sex and origin, or of any: then of Spanish naming two times in five."""
        rng = self.rng
        sex = sex or rng.choice("FM")
        if origin:
            return self._of(origin, sex)
        if rng.random() < 0.08:
            return Invented(sex, self._made_up(), tuple(self._made_up() for _ in range(rng.choice((1, 1, 2)))))
        origin = "HISPANIC" if rng.random() < 0.4 else rng.choice(self.classes)
        return self._of(origin, sex)

    def _of(self, origin: str, sex: str) -> Invented:
        rng = self.rng
        given = self._given_of(origin, sex)
        count = 1 if origin in ONE_SURNAME and rng.random() < 0.75 else 1 if rng.random() < 0.06 else 2
        surnames = tuple(self._surname(origin) for _ in range(count))
        joint = " i " if origin == "PENINSULAR" and rng.random() < 0.15 else " y " if rng.random() < 0.03 else " "
        return Invented(sex, given, surnames, "-" if count == 2 and rng.random() < 0.02 else joint)

    def _given_of(self, origin: str, sex: str) -> str:
        rng = self.rng
        if (origin, sex) in self.foreign and rng.random() < 0.8:
            return rng.choice(self.foreign[origin, sex])
        key = f"given{sex}"
        if key not in self._bags:
            self._bags[key] = _weighted(self.given[sex], rng)
        first = titled(self._bags[key](), rng)
        return first if " " in first or rng.random() < 0.75 else f"{first} {titled(self._bags[key](), rng)}"

    def _surname(self, origin: str) -> str:
        rng = self.rng
        chance = rng.random()
        if origin == "HISPANIC" and chance < 0.15:
            return rng.choice(self.everyday)
        if origin == "HISPANIC" and chance < 0.2:
            return f"{rng.choice(('de la', 'del', 'de', 'de los', 'De la', 'San'))} {rng.choice(self.everyday)}"
        if origin not in self._bags:
            self._bags[origin] = _weighted(self.surnames[origin], rng)
        name = titled(self._bags[origin](), rng)
        if origin == "HISPANIC" and chance > 0.97:
            return f"{name} de {titled(self._bags[origin](), rng)}"
        if origin == "HISPANIC" and chance > 0.95:
            return f"{name}-{titled(self._bags[origin](), rng)}"
        return name

    def _made_up(self) -> str:
        rng = self.rng
        parts = [rng.choice(_ONSETS) + rng.choice(_VOWELS) for _ in range(rng.choice((1, 2, 2, 3)))]
        return ("".join(parts) + rng.choice(_CODAS)).capitalize()


def _given(path: Path) -> dict[str, list[tuple[str, float]]]:
    names: dict[str, list[tuple[str, float]]] = {"M": [], "F": []}
    for row in table(path):
        for sex, count in (("M", int(row[1])), ("F", int(row[2]))):
            if count >= 50 and count >= 0.1 * (int(row[1]) + int(row[2])):
                names[sex].append((row[0], count**0.5))
    return names


def _surnames(path: Path) -> dict[str, list[tuple[str, float]]]:
    names: dict[str, list[tuple[str, float]]] = {}
    for row in table(path):
        # A square root flattens the tables: rare names are met as well as García.
        names.setdefault(row[4], []).append((row[0], (int(row[1]) + int(row[2])) ** 0.5))
    return names


def _weighted(pairs: list[tuple[str, float]], rng: random.Random) -> Callable[[], str]:
    names, weights = [n for n, _ in pairs], [w for _, w in pairs]
    pool: list[str] = []

    def take() -> str:
        if not pool:
            pool.extend(rng.choices(names, weights, k=2000))
        return pool.pop()

    return take

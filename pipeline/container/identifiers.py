"""Names that a file gives its own things, and what points to them: bookmarks, styles, tables, ranges, controls."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import count

import ahocorasick

from pipeline.container.sweep import finder_of, holds_name, lone_names_of, squash
from pipeline.decision import Replacement

SHORTEST = 8
_MADE = re.compile(r"dato\d+\Z", re.I)
_CODE_ITEM = re.compile(r'"[^"]*"|[^\s"]+')
_ELSEWHERE = re.compile(r"://|@|mailto:", re.I)
_FORMULA_ITEM = re.compile(r"\"[^\"]*\"|'[^']*'|\[[^\]]*\]|[^\W\d][\w.\\?]*(?![\w.\\?]|\s*[(!])")


class Neutral:
    """One plain name, `datoN`, for every identifier that says something replaced, wherever it stands."""

    def __init__(self, replacements: Iterable[Replacement], *, same: Callable[[str], str] = str.casefold) -> None:
        """`same` turns identifiers that mean one thing into one key."""
        replacements = list(replacements)
        self._values, self._slugs = finder_of(replacements), finder_of(replacements, slugs=True)
        self._lone = lone_names_of(replacements)
        self._same = same
        self._given: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()
        self._numbers = count(1)

    def __bool__(self) -> bool:
        """Whether anything can be held at all."""
        return bool(self._slugs is not None or self._lone)

    def avoid(self, values: Iterable[str]) -> None:
        """Give none of the names that the file has already."""
        self._taken.update(value.lower() for value in values if _MADE.match(value))

    def name(self, value: str, said: str | None = None) -> str:
        """Return an identifier, or its plain name where it holds a value, a slug or a lone name of a person.

        `said` is what the identifier says where it is written in a code.
        """
        if value not in self._names:
            told = value if said is None else said
            self._names[value] = self._renamed(value, _finds(self._slugs, told) or holds_name(told, self._lone))
        return self._names[value]

    def value(self, value: str, said: str | None = None, *, slugs: bool = False) -> str:
        """Return any other attribute, or a plain name where it holds a value of several words or many digits."""
        if len(value) < SHORTEST:
            return value
        return self._renamed(value, _finds(self._slugs if slugs else self._values, value if said is None else said))

    def in_code(self, code: str) -> str:
        """Return a field code of Word with the names in it changed: `REF zorita \\h`, `TOC \\t "Zorita;1"`."""
        first = True

        def changed(match: re.Match[str]) -> str:
            nonlocal first
            item, was_first, first = match[0], first, False
            if was_first or item.startswith("\\") or _ELSEWHERE.search(item):
                return item
            if not item.startswith('"'):
                return self.name(item)
            return '"' + "".join(map(self.name, re.split(r"([;,])", item[1:-1]))) + '"'

        return _CODE_ITEM.sub(changed, code)

    def in_formula(self, formula: str) -> str:
        """Return a formula with the names and texts in it changed; sheets, columns and functions stay."""

        def changed(match: re.Match[str]) -> str:
            item = match[0]
            if item[0] == '"':
                return f'"{self.value(item[1:-1])}"'
            return item if item[0] in "'[" else self.name(item)

        return _FORMULA_ITEM.sub(changed, formula)

    def _renamed(self, value: str, is_held: bool) -> str:
        key = self._same(value)
        if is_held and key not in self._given:
            self._given[key] = next(n for n in (f"dato{n}" for n in self._numbers) if n not in self._taken)
        return self._given[key] if is_held else value


def _finds(finder: ahocorasick.Automaton | None, value: str) -> bool:
    return finder is not None and next(finder.iter(squash(value)), None) is not None

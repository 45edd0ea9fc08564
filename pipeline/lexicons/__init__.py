"""Word lists and tables as data: text files with their source in a `#` line on top."""

from __future__ import annotations

from functools import cache
from importlib import resources


@cache
def lines(name: str) -> tuple[str, ...]:
    """Return the lines of a lexicon file (`titles.txt`), comments and blanks left out, in order."""
    text = (resources.files(__package__) / name).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line.strip() and not line.startswith("#"))


@cache
def words(name: str) -> frozenset[str]:
    """Return the lines of a one-column lexicon as a set."""
    return frozenset(line.strip() for line in lines(name))


@cache
def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the tab-separated cells of each line of a table."""
    return tuple(tuple(line.split("\t")) for line in lines(name))

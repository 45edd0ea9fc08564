"""Patterns that could search for ever: a repetition inside a repetition, or a choice inside one."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

_MANY = 20
_REPEATS = frozenset({"MAX_REPEAT", "MIN_REPEAT"})


def is_runaway(pattern: str) -> bool:
    """Tell whether a pattern that compiles may take exponential time on some text (CWE-1333).

    Strict: some harmless patterns are told so too, such as a choice inside a repetition whose branches begin alike.
    """
    # The parser of the language's own expressions; its former public name is deprecated.
    parser = importlib.import_module("re._parser")
    return _runs(parser.parse(pattern), inside=False)


def _runs(items: Iterable[tuple[Any, Any]], *, inside: bool) -> bool:
    return any(_item_runs(str(code), held, inside) for code, held in items)


def _item_runs(code: str, held: Any, inside: bool) -> bool:
    if code in _REPEATS:
        fewest, most, body = held
        varies = int(most) > int(fewest) and int(most) > 1
        return (inside and varies and int(most) > _MANY) or _runs(body, inside=inside or int(most) > _MANY)
    if code == "BRANCH":
        branches = held[1]
        return (inside and _begin_alike(branches)) or any(_runs(b, inside=inside) for b in branches)
    if code == "SUBPATTERN":
        return _runs(held[-1], inside=inside)
    if code in {"ASSERT", "ASSERT_NOT"}:
        return _runs(held[1], inside=inside)
    if code == "ATOMIC_GROUP":
        return _runs(held, inside=inside)
    if code == "GROUPREF_EXISTS":
        return any(_runs(part, inside=inside) for part in held[1:] if part)
    return False


def _begin_alike(branches: Iterable[Any]) -> bool:
    """Tell whether two branches could begin with the same sign; only literal beginnings are told apart."""
    firsts = [list(branch)[:1] for branch in branches]
    if any(not first or str(first[0][0]) != "LITERAL" for first in firsts):
        return True
    signs = [chr(first[0][1]).casefold() for first in firsts]
    return len(set(signs)) < len(signs)

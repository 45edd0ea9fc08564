"""How what an expression matches may begin: its first characters, read off the expression itself.

The answer is never too narrow: what an expression looks at without consuming it is left out of account, and case and
accents are ignored. The parser of expressions has no public name in the standard library.
"""

from __future__ import annotations

import importlib
import string
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

from pipeline.document import fold_char

_parser: Any = importlib.import_module("re._parser")

# So many characters tell the beginnings of words well enough apart.
REACH = 4
# A set of characters, or a class of them.
Head = tuple["str | _Class", ...]


class _Class:
    """A class of characters as the parser gives it."""

    __slots__ = ("items", "known", "negated")

    def __init__(self, items: Sequence[tuple[Any, Any]]) -> None:
        self.negated = bool(items) and str(items[0][0]) == "NEGATE"
        self.items = tuple((str(kind), value) for kind, value in items if str(kind) != "NEGATE")
        self.known: dict[str, bool] = {}

    def __contains__(self, char: str) -> bool:
        found = self.known.get(char)
        if found is None:
            forms = [self._has(form) for form in {char, char.lower(), char.upper()} if len(form) == 1]
            found = self.known[char] = not all(forms) if self.negated else any(forms)
        return found

    def _has(self, char: str) -> bool:
        for kind, value in self.items:
            if kind == "LITERAL" and char in (chr(value), fold_char(chr(value))):
                return True
            # A range of accented letters stands for those without, whichever they are.
            if kind == "RANGE" and (value[0] <= ord(char) <= value[1] or (value[1] > 127 and char.isalpha())):
                return True
            if kind == "CATEGORY" and _is_of(char, str(value)):
                return True
        return False


_ANY = _Class([("NEGATE", None)])
_classes: dict[str, _Class] = {}


def _class(items: Sequence[tuple[Any, Any]]) -> _Class:
    """Return the one class of these items, so that equal heads are one."""
    return _classes.setdefault(repr(items), _Class(items))


def _is_of(char: str, category: str) -> bool:
    kind = category.rpartition("_")[2]
    tested = char.isdecimal() if kind == "DIGIT" else char.isspace() if kind == "SPACE" else _is_word(char)
    return tested != ("_NOT_" in category)


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


# What may still follow, as the heads' tails; the empty tail stands for a match whose beginning is complete.
State = frozenset[Head]
NOWHERE: State = frozenset()


def state_of(source: str, flags: int = 0) -> State:
    """Return the state before the first character of a match of an expression.

    Raises ValueError for an expression that may match nothing, begin with a blank, or begin inside a word.
    """
    parsed = _parser.parse(source, flags)
    heads = _extended({()}, parsed)
    if any(not head or " " in head[0] or "\n" in head[0] for head in heads):
        raise ValueError("a match may be empty or begin with a blank")
    if not _is_guarded(parsed):
        raise ValueError("a match may begin inside a word")
    return frozenset(heads)


def after(state: State, char: str) -> State:
    """Return the state after one more folded character; NOWHERE where no match begins so."""
    if () in state:
        return state
    found = _steps.get((state, char))
    if found is None:
        if len(_steps) > _MOST_STEPS:
            _steps.clear()
        found = frozenset().union(*(tails for chars, tails in _ways(state) if char in chars))
        _steps[state, char] = found
    return found


def fits(state: State, start: str) -> bool:
    """Tell whether a match may start with these folded characters, `REACH` at most."""
    for char in start:
        state = after(state, char)
    return bool(state)


_steps: dict[tuple[State, str], State] = {}
_MOST_STEPS = 200_000


@lru_cache(maxsize=4096)
def _ways(state: State) -> list[tuple[str | _Class, State]]:
    ways: dict[str | _Class, set[Head]] = {}
    for head in state:
        ways.setdefault(head[0], set()).add(head[1:])
    return [(chars, frozenset(tails)) for chars, tails in ways.items()]


def _extended(heads: Collection[Head], items: Iterable[tuple[Any, Any]]) -> set[Head]:
    """Return the heads with what the items may add to those that are shorter than `REACH`."""
    found = set(heads)
    for kind, value in items:
        short = {head for head in found if len(head) < REACH}
        if not short:
            break
        found = (found - short) | _with(short, str(kind), value)
    return found


def _with(heads: set[Head], kind: str, value: Any) -> set[Head]:
    if kind in ("ASSERT", "ASSERT_NOT", "AT", "FAILURE"):
        return heads
    if kind == "BRANCH":
        return set().union(*(_extended(heads, each) for each in value[1]))
    if kind == "SUBPATTERN":
        return _extended(heads, value[-1])
    if kind == "ATOMIC_GROUP":
        return _extended(heads, value)
    if kind.endswith("_REPEAT"):
        return _repeated(heads, *value)
    if kind in ("GROUPREF", "GROUPREF_IGNORE", "GROUPREF_EXISTS"):
        return {(*head, *(_ANY,) * (REACH - len(head))) for head in heads}
    return {(*head, _single(kind, value)) for head in heads}


def _single(kind: str, value: Any) -> str | _Class:
    if kind == "LITERAL":
        return fold_char(chr(value))
    if kind == "NOT_LITERAL":
        return _class([("NEGATE", None), ("LITERAL", value)])
    if kind == "IN" and all(str(each) == "LITERAL" for each, _ in value) and len(value) < 6:
        return "".join(sorted({fold_char(chr(code)) for _, code in value}))
    return _class(value) if kind == "IN" else _ANY


def _repeated(heads: set[Head], least: int, most: int, items: Any) -> set[Head]:
    found = set(heads) if not least else set()
    current = heads
    for count in range(1, min(int(most), least + REACH) + 1):
        current = _extended(current, items)
        if count >= least or all(len(head) == REACH for head in current):
            found |= current
    return found


def _is_guarded(items: Iterable[tuple[Any, Any]]) -> bool:
    """Tell whether a match that begins with a letter looks at what stands before it, on every way through."""
    for kind, value in ((str(kind), value) for kind, value in items):
        if (kind == "AT" and str(value) == "AT_BOUNDARY") or (kind.startswith("ASSERT") and value[0] < 0):
            return True
        if kind == "BRANCH":
            return all(_is_guarded(each) for each in value[1])
        if kind in ("SUBPATTERN", "ATOMIC_GROUP"):
            return _is_guarded(value[-1] if kind == "SUBPATTERN" else value)
        if kind.endswith("_REPEAT"):
            if not _is_guarded(value[2]):
                return False
            if value[0]:
                return True
        elif not kind.startswith("ASSERT"):
            return not any(char in _single(kind, value) for char in string.ascii_lowercase)
    return True

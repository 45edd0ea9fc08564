"""Optional content of a PDF: which layers a viewer doesn't show (ISO 32000-1, 8.11)."""

from __future__ import annotations

from typing import Any

import pikepdf

Key = tuple[int, int]
MAX_LEVELS = 20


def switched_off(pdf: pikepdf.Pdf) -> frozenset[Key]:
    """Return the object numbers of the groups that are off in the default configuration."""
    properties = pdf.Root.get("/OCProperties")
    if not isinstance(properties, pikepdf.Dictionary):
        return frozenset()
    config = properties.get("/D", pikepdf.Dictionary())
    groups = {_key(g) for g in _listed(properties.get("/OCGs"))}
    off = groups if str(config.get("/BaseState", "/ON")) == "/OFF" else set()
    off = off - {_key(g) for g in _listed(config.get("/ON"))}
    off = off | {_key(g) for g in _listed(config.get("/OFF"))}
    return frozenset(off - {(0, 0)})


def is_hidden(content: Any, off: frozenset[Key], level: int = 0) -> bool:
    """Tell whether a group or membership dictionary is not shown."""
    if not off or not isinstance(content, pikepdf.Dictionary) or level > MAX_LEVELS:
        return False
    if str(content.get("/Type", "")) != "/OCMD":
        return _key(content) in off
    if "/VE" in content:
        return not _evaluate(content["/VE"], off, level)
    states = [not is_hidden(group, off, level + 1) for group in _listed(content.get("/OCGs"))]
    return bool(states) and not _shown(str(content.get("/P", "/AnyOn")), states)


def _shown(rule: str, states: list[bool]) -> bool:
    if rule == "/AllOn":
        return all(states)
    if rule == "/AnyOff":
        return not all(states)
    if rule == "/AllOff":
        return not any(states)
    return any(states)


def _evaluate(expression: Any, off: frozenset[Key], level: int) -> bool:
    if level > MAX_LEVELS:
        return True
    if not isinstance(expression, pikepdf.Array) or not len(expression):
        return not is_hidden(expression, off, level + 1)
    operator, *operands = list(expression)
    states = [_evaluate(operand, off, level + 1) for operand in operands]
    if str(operator) == "/Not":
        return not all(states)
    return any(states) if str(operator) == "/Or" else all(states)


def _listed(value: Any) -> list[Any]:
    if isinstance(value, pikepdf.Array):
        return list(value)
    return [value] if isinstance(value, pikepdf.Dictionary) else []


def _key(value: Any) -> Key:
    return value.objgen if isinstance(value, pikepdf.Object) else (0, 0)

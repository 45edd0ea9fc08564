"""What a formula of a spreadsheet says by itself: the text its literals join into, with nothing else worked out."""

from __future__ import annotations

import re
from collections.abc import Callable

_LITERAL = r'"(?:[^"]|"")*+"'
_ITEM = rf"(?:{_LITERAL}|(?<![\w$.\])])\d++(?:\.\d++)?(?![\w(.!:]))"
# calls whose arguments hold no other call; prefixes are those of Excel and of LibreOffice for newer functions
_CALL = (
    r"(?<![\w.])(?:_xlfn\.|COM\.MICROSOFT\.)?(?P<name>CONCATENATE|CONCAT|TEXTJOIN|UNICHAR|CHAR|UPPER|LOWER|PROPER|TRIM|T)"
    rf"\((?P<inside>(?:{_LITERAL}|[^()\"])*+)\)"
)
_STEP = re.compile(
    rf"(?P<sheet>'[^']*+')|{_CALL}|(?<![\w)])\(\s*+(?P<bare>{_LITERAL})\s*+\)|(?P<chain>{_ITEM}(?:\s*+&\s*+{_ITEM})*+)",
    re.I,
)
_ARGUMENT = re.compile(rf"(?:{_LITERAL}|[^\";,])++|(?<=[;,])(?=[;,])")
_ONE = re.compile(_ITEM)
_START = re.compile(r"\s*(?:[a-z]+:)?=?\s*")
_JOINS = re.compile(r"&|(?:CONCAT|TEXTJOIN|CHAR|UPPER|LOWER|PROPER|TRIM|\bT)\w*\(", re.I)
_LEVELS = 64  # as deep as Excel lets calls be nested
_SHOWN: dict[str, Callable[[str], str]] = {
    "UPPER": str.upper, "LOWER": str.lower, "PROPER": str.title, "TRIM": lambda text: " ".join(text.split()), "T": str,
}  # fmt: skip


def joined(formula: str) -> str:
    """Return the formula with its joined literals as one: `"Ana "&"Gil"&B1` becomes `"Ana Gil"&B1`."""
    if not _JOINS.search(formula):
        return formula
    for _ in range(_LEVELS):
        before, formula = formula, _STEP.sub(_step, formula)
        if formula == before:
            break
    return formula


def result(formula: str) -> str:
    """Return the text that a formula gives if it joins nothing but literals, else nothing."""
    body = formula[start.end() :] if (start := _START.match(formula)) else formula
    whole = joined(body).strip()
    return _text(whole) if whole.startswith('"') and re.fullmatch(_LITERAL, whole) else ""


def _step(match: re.Match[str]) -> str:
    if match["chain"]:
        items = _ONE.findall(match["chain"])
        return _literal("".join(map(_text, items))) if len(items) > 1 else match[0]
    if match["bare"]:
        return match["bare"]
    return _called(match) if match["name"] else match[0]


def _called(match: re.Match[str]) -> str:
    name, inside = match["name"].upper(), match["inside"].strip()
    if name in ("CHAR", "UNICHAR"):
        code = int(inside) if re.fullmatch(r"\d{2,6}", inside) else 0
        return _literal(chr(code)) if 0x20 <= code < 0xD800 else match[0]
    if name in _SHOWN:
        inside = _STEP.sub(_step, inside)
        shown = _SHOWN[name]
        return _literal(shown(_text(inside))) if re.fullmatch(_LITERAL, inside) else f"{name}({inside})"
    arguments = [argument.strip() for argument in _ARGUMENT.findall(inside)]
    if name == "TEXTJOIN":
        return f"&{arguments[0]}&".join(arguments[2:]) if len(arguments) > 2 else match[0]
    return "&".join(arguments)


def _text(item: str) -> str:
    return item[1:-1].replace('""', '"') if item.startswith('"') else item


def _literal(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'

"""What the things of an Office package are called, and what field codes and formulas call them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache

from pipeline import lexicons
from pipeline.verify.markup import HUMP
from pipeline.verify.view import BARRIER

_ELEMENT = re.compile(r"<(?:[\w.-]+:)?([\w.-]+)((?:\s[^<>]*)?)>", re.S)
_ATTRIBUTE = re.compile(r"""(?:([\w.-]+):)?([\w.-]+)\s*=\s*("[^"]*"|'[^']*')""")
_CODED = re.compile(r"_([0-9a-f]{1,4})_")
_OPEN_DOCUMENT = re.compile(r"(?:Object \d+/)?(?:content|styles)\.xml\Z")
_FIELD_END = re.compile(r"</(?:\w+:)?p>|<(?:\w+:)?fldChar\b")
_FIELD = re.compile(r"<(?:\w+:)?instrText\b[^<>]*>([^<]*)<")
_FORMULA = re.compile(r"<(?:\w+:)?(?:f|definedName|formula[12]?|calculatedColumnFormula)\b[^<>]*>([^<]*)<")
_TEXT = re.compile(r"\"[^\"]*\"|\[[^\]]*\]")
ADDRESS = re.compile(r"\"[^\"]*(?:://|@)[^\"]*\"|[^\s\"]*(?:://|@)[^\s\"]*")
_FORMULA_KEYS = frozenset(("formula", "condition", "expression"))


def names_of(markup: str, part: str) -> str:
    """Return the names in a part, each once and cut into words where a capital or a figure begins one."""
    found = dict.fromkeys(_open_names(markup) if _OPEN_DOCUMENT.match(part) else _office_names(markup))
    return HUMP.sub(" ", BARRIER.join(found))


def _office_names(markup: str) -> Iterator[str]:
    known = _known()
    for element in _ELEMENT.finditer(markup):
        if element[1] in known:
            for _, key, value in _ATTRIBUTE.findall(element[2]):
                if key in known[element[1]]:
                    yield html.unescape(value[1:-1])
    for field in _FIELD_END.split(markup) if "instrText" in markup else ():
        yield ADDRESS.sub(" ", html.unescape("".join(_FIELD.findall(field))))
    for formula in _FORMULA.findall(markup):
        yield _TEXT.sub(" ", html.unescape(formula))


def _open_names(markup: str) -> Iterator[str]:
    names = frozenset(name.rpartition(":")[2] for name in lexicons.words("odf_identifiers.txt"))
    for element in _ELEMENT.finditer(markup):
        if element[1] == "font-face":
            continue
        for _, key, value in _ATTRIBUTE.findall(element[2]):
            said = html.unescape(value[1:-1])
            if key in names or key.endswith("style-name") or (key == "href" and said.startswith("#")):
                yield _CODED.sub(lambda match: chr(int(match[1], 16)), said)
            elif key in _FORMULA_KEYS:
                yield _TEXT.sub(" ", said)


@cache
def _known() -> dict[str, frozenset[str]]:
    rows = lexicons.rows("ooxml_identifiers.tsv")
    own = {element: frozenset(key for at, key in rows if at == element) for element, _ in rows}
    return {**own, "fldSimple": frozenset(("instr",))}

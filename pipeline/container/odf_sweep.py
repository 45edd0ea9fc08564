"""The last look before an OpenDocument file is saved: identifiers and attributes that still say what was replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from urllib.parse import unquote

from lxml import etree

from pipeline import lexicons
from pipeline.container.identifiers import Neutral
from pipeline.container.odf import OdfPackage, long, short
from pipeline.container.odf_pieces import decoded_name
from pipeline.container.odf_scrub import sheet_titles
from pipeline.decision import Replacement

_STYLE = "style-name"
_FORMULAS = frozenset(
    ("table:formula", "text:formula", "text:condition", "table:condition", "style:condition", "table:expression")
)
_LINK = "xlink:href"
_FACE = "style:font-face"  # a font keeps its name: no style finds it otherwise


def sweep(package: OdfPackage, replacements: Iterable[Replacement]) -> None:
    """Neutralise what still holds a replaced value, and identifiers that hold a lone name, alike everywhere."""
    neutral = Neutral(replacements)
    if not neutral:
        return
    roots = [root for _, root in package.trees()]
    neutral.avoid(value for root in roots for _, _, value in _attributes(root))
    for root in roots:
        for element, key, value in _attributes(root):
            clean = _clean(neutral, "" if short(element.tag) == _FACE else short(key), value)
            if clean != value:
                element.set(key, clean)


def neutral_sheets(package: OdfPackage, replacements: Iterable[Replacement]) -> None:
    """Give sheets whose name holds a lone name of a person a plain one; references follow them afterwards."""
    neutral = Neutral(replacements)
    titles = sheet_titles(package)
    neutral.avoid(title for _, title in titles)
    for sheet, title in titles:
        sheet.set(long("table:name"), neutral.name(title))


@cache
def _is_identifier(name: str) -> bool:
    return name.endswith(_STYLE) or name in lexicons.words("odf_identifiers.txt")


def _clean(neutral: Neutral, name: str, value: str) -> str:
    if name in _FORMULAS:
        return neutral.in_formula(value)
    if name == _LINK and value.startswith("#"):
        target, mark, kind = unquote(value[1:]).partition("|")
        clean = neutral.name(target)
        return value if clean == target else f"#{clean}{mark}{kind}"
    said = decoded_name(unquote(value))
    clean = neutral.name(value, said) if _is_identifier(name) else value
    return neutral.value(value, said, slugs=True) if clean == value else clean


def _attributes(root: etree._Element) -> Iterator[tuple[etree._Element, str, str]]:
    for element in root.iter():
        yield from ((element, str(key), str(value)) for key, value in element.attrib.items())

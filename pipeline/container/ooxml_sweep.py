"""The last look before an Office container is saved: identifiers and attributes that still say what was replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from lxml import etree

from pipeline import lexicons
from pipeline.container.identifiers import Neutral
from pipeline.container.package import CONTENT_TYPES, Package
from pipeline.container.xml import local
from pipeline.decision import Replacement

_SKIPPED_ROOTS = frozenset(("Relationships", "Types"))
_CELLS = frozenset(("c", "row", "sheetData", "v", "is", "t", "si"))
_FORMULAS = frozenset(
    ("f", "definedName", "formula", "formula1", "formula2", "calculatedColumnFormula", "totalsRowFormula")
)
_FIELD_ENDS = ("p", "fldChar")


def sweep(package: Package, replacements: Iterable[Replacement]) -> int:
    """Neutralise what still holds a replaced value, and identifiers that hold a lone name; return how many.

    Style identifiers, bookmarks, ranges and the like refer to one another by value, in attributes, field codes and
    formulas, so a value is changed alike everywhere.
    """
    neutral = Neutral(replacements)
    if not neutral:
        return 0
    roots = [package.tree(name) for name in package.members if _is_swept(package, name)]
    neutral.avoid(value for root in roots for _, _, value in _attributes(root))
    changed = 0
    for root in roots:
        for element, key, value in _attributes(root):
            clean = _clean(neutral, element, key, value)
            if clean != value:
                element.set(key, clean)
                changed += 1
        changed += _sweep_codes(root, neutral)
    for owner in package.owners():
        for relation in package.relations(owner):
            target = relation.get("Target") or ""
            if target.startswith("#"):
                relation.set("Target", f"#{neutral.name(target[1:])}")
    return changed


def neutral_sheets(package: Package, replacements: Iterable[Replacement]) -> None:
    """Give sheets whose name holds a lone name of a person a plain one; formulas follow them afterwards."""
    neutral = Neutral(replacements)
    sheets = list(package.tree(package.main()).iterfind("{*}sheets/{*}sheet"))
    neutral.avoid(sheet.get("name") or "" for sheet in sheets)
    for sheet in sheets:
        sheet.set("name", neutral.name(sheet.get("name") or ""))


def _is_swept(package: Package, name: str) -> bool:
    return package.is_xml(name) and name != CONTENT_TYPES and not name.endswith(".rels")


@cache
def _identifiers() -> frozenset[tuple[str, ...]]:
    return frozenset(lexicons.rows("ooxml_identifiers.tsv"))


@cache
def _is_identifier(tag: str, key: str) -> bool:
    return (local(tag), local(key)) in _identifiers()


def _clean(neutral: Neutral, element: etree._Element, key: str, value: str) -> str:
    name = local(key)
    if name == "instr":
        return neutral.in_code(value)
    if name == "location" and local(element.tag) == "hyperlink":
        return neutral.in_formula(value)
    if _is_identifier(element.tag, key):
        bare = value.lstrip("#")
        clean = neutral.name(bare)
        if clean != bare:
            return value[: len(value) - len(bare)] + clean
    return neutral.value(value)


def _attributes(root: etree._Element) -> Iterator[tuple[etree._Element, str, str]]:
    if local(root.tag) in _SKIPPED_ROOTS:
        return
    for element in root.iter():
        if local(element.tag) not in _CELLS:
            yield from ((element, str(key), str(value)) for key, value in element.attrib.items())


def _sweep_codes(root: etree._Element, neutral: Neutral) -> int:
    """Change names in formulas and in field codes, however many runs a code is cut into."""
    changed = 0
    for element in root.iter(*[f"{{*}}{name}" for name in _FORMULAS]):
        formula = element.text or ""
        element.text = neutral.in_formula(formula) or None
        changed += (element.text or "") != formula
    for pieces in _field_codes(root):
        code = "".join(piece.text or "" for piece in pieces)
        clean = neutral.in_code(code)
        if clean != code:
            changed += 1
            for piece in pieces:
                piece.text = ""
            pieces[0].text = clean
    return changed


def _field_codes(root: etree._Element) -> Iterator[list[etree._Element]]:
    """Yield the elements of each field code in order: marks of fields and paragraphs part one from the next."""
    pieces: list[etree._Element] = []
    for element in root.iter("{*}instrText", *[f"{{*}}{name}" for name in _FIELD_ENDS]):
        if local(element.tag) == "instrText":
            pieces.append(element)
        elif pieces:
            yield pieces
            pieces = []
    if pieces:
        yield pieces

"""What goes from every written .xlsx besides its properties: pivots, links to other books, authors, stale strings."""

from __future__ import annotations

import re
from collections import Counter
from typing import cast

from lxml import etree

from pipeline.container.ooxml_text import as_sheet_name
from pipeline.container.package import CONTENT_TYPES, Package
from pipeline.container.sheet import cells_of, open_book, sheet_names
from pipeline.container.sheet_cells import column_of, runs_of
from pipeline.container.xml import detach, local, namespace

_BOOK = ("pivotCaches", "fileSharing", "customWorkbookViews", "webPublishing", "webPublishObjects", "absPath",
         "fileRecoveryPr", "revisionPtr", "smartTagPr", "smartTagTypes", "extLst")  # fmt: skip
_SHEET = ("customSheetViews", "oleObjects", "controls", "webPublishItems", "smartTags", "scenarios", "protectedRanges",
          "customProperties", "queryTableRefs", "webExtensions")  # fmt: skip
_CHART = ("externalData", "pivotSource", "pivotFmts")
_DATA = "*[local-name()='sheetData']"
_UNSHOWN = etree.XPath(
    f"{_DATA}//*[local-name()='extLst' or local-name()='rPh' or local-name()='phoneticPr']"
    f" | {_DATA}/*/*[@t='inlineStr']/*[local-name()='v']"
)
_STRAY = etree.XPath(
    f"({_DATA} | {_DATA}//*[not(local-name()='v' or local-name()='f' or local-name()='t')])[text()[normalize-space()]]"
)
_EXTERNAL = ("sheetDataSet", "ddeLink", "oleLink", "alternateUrls")


def scrub_sheets(package: Package, names_before: list[str]) -> Counter[str]:
    """Clean the parts of a workbook in place and count what was done.

    `names_before` are the names the sheets had when they were read: formulas follow those that changed.
    """
    done: Counter[str] = Counter()
    main = package.main()
    _rename_sheets(package, main, names_before)
    for name in package.members:
        if not package.is_xml(name) or name == CONTENT_TYPES or name.endswith(".rels"):
            continue
        root = package.tree(name)
        kind = local(root.tag)
        if kind == "workbook":
            _strip(root, _BOOK)
            _forget_code(root, "workbookPr")
            for names in root.findall("{*}definedNames"):
                if len(names) == 0:
                    detach(names)
        elif kind in ("worksheet", "chartsheet"):
            _strip(root, _SHEET)
            _forget_code(root, "sheetPr")
            _mend_formulas(root)
            _plain_cells(root)
        elif kind == "chartSpace":
            _strip(root, _CHART)
        elif kind == "wsDr":
            _strip_slicers(root)
        elif kind == "externalLink":
            _empty_link(root)
        elif kind == "comments":
            done["comments-anonymised"] += _anonymise(root)
    _sync_tables(package, main)
    _forget_strings(package)
    return done


def sheet_titles(package: Package) -> list[str]:
    """Return the names on the tabs."""
    return [s.get("name") or "" for s in package.tree(package.main()).iterfind("{*}sheets/{*}sheet")]


def _strip(root: etree._Element, names: tuple[str, ...]) -> None:
    for element in list(root.iter(*[f"{{*}}{name}" for name in names])):
        parent = element.getparent()
        # an extension list deeper down belongs to its own element
        if local(element.tag) != "extLst" or parent is root:
            detach(element)


def _forget_code(root: etree._Element, holder: str) -> None:
    """Drop the name by which programs, which have gone, called the sheet or the book."""
    for element in root.iterchildren(f"{{*}}{holder}"):
        element.attrib.pop("codeName", "")


def _rename_sheets(package: Package, main: str, before: list[str]) -> None:
    sheets = list(package.tree(main).iterfind("{*}sheets/{*}sheet"))
    taken: set[str] = set()
    changed: dict[str, str] = {}
    for sheet, old in zip(sheets, before, strict=True):
        name = wanted = as_sheet_name(sheet.get("name") or "") if sheet.get("name") != old else old
        number = 2
        while name.lower() in taken:
            name, number = f"{wanted[:27]}_{number}", number + 1
        taken.add(name.lower())
        sheet.set("name", name)
        if name != old:
            changed[old] = name
    if changed:
        _follow(package, changed)


def _follow(package: Package, changed: dict[str, str]) -> None:
    quoted = {name.replace("'", "''"): new for name, new in changed.items()}
    names = "|".join(re.escape(name) for name in sorted(quoted, key=len, reverse=True))
    reference = re.compile(rf"'({names})'!|(?<![\w'.])({names})!", re.I)
    lowered = {name.lower(): new for name, new in quoted.items()}

    def mended(text: str) -> str:
        return reference.sub(lambda m: f"'{lowered[(m[1] or m[2]).lower()]}'!", text)

    for name in package.members:
        if not package.is_xml(name) or name == CONTENT_TYPES:
            continue
        for element in package.tree(name).iter("{*}f", "{*}definedName", "{*}formula", "{*}formula1", "{*}formula2"):
            if element.text and "!" in element.text:
                element.text = mended(element.text)
        for element in package.tree(name).iter("{*}hyperlink", "{*}sp"):
            for key in ("location", "textlink"):
                if "!" in (element.get(key) or ""):
                    element.set(key, mended(element.get(key) or ""))


def _mend_formulas(root: etree._Element) -> None:
    """Drop the shared formulas whose master has gone: their results stay."""
    formulas = [f for f in root.iterfind("{*}sheetData/{*}row/{*}c/{*}f") if f.get("t") == "shared"]
    masters = {f.get("si") for f in formulas if f.text}
    for formula in formulas:
        if formula.get("si") not in masters:
            detach(formula)
    for cell in root.iterfind("{*}sheetData/{*}row/{*}c[@vm]"):
        del cell.attrib["vm"]


def _plain_cells(root: etree._Element) -> None:
    """Leave rows and cells what a spreadsheet shows: values, texts and formulas."""
    for element in cast("list[etree._Element]", _UNSHOWN(root)):
        detach(element)
    for holder in cast("list[etree._Element]", _STRAY(root)):
        holder.text = None
        for child in holder:
            child.tail = None


def _strip_slicers(root: etree._Element) -> None:
    """Remove the buttons of slicers and timelines: their lists have gone with the pivots."""
    for data in list(root.iter("{*}graphicData")):
        anchor: etree._Element | None = data if "slicer" in (data.get("uri") or "").lower() else None
        while anchor is not None and not local(anchor.tag).endswith("Anchor"):
            anchor = anchor.getparent()
        if anchor is not None:
            detach(anchor)


def _empty_link(root: etree._Element) -> None:
    """Keep of another workbook only that there is one, so that formulas that look there still parse."""
    _strip(root, _EXTERNAL)
    for number, name in enumerate(root.iter("{*}sheetName"), 1):
        name.set("val", f"Hoja{number}")
    for name in list(root.iter("{*}definedNames")):
        detach(name)


def _anonymise(root: etree._Element) -> int:
    for number, author in enumerate(root.iter("{*}author"), 1):
        author.text = f"Autor {number}"
    return sum(1 for _ in root.iter("{*}comment"))


def _sync_tables(package: Package, main: str) -> None:
    """Give table columns the names their header cells now show, each different, as the format demands."""
    book = open_book(package)
    for sheet in sheet_names(package, main):
        tables = [
            package.tree(package.target_of(sheet, relation))
            for relation in package.relations(sheet)
            if (relation.get("Type") or "").endswith("/table") and package.target_of(sheet, relation) in package
        ]
        if tables:
            cells = {(row, column): cell for row, column, cell in cells_of(package.tree(sheet))}
            for table in tables:
                _sync_columns(table, cells, book.strings)


def _sync_columns(
    table: etree._Element, cells: dict[tuple[int, int], etree._Element], strings: list[etree._Element]
) -> None:
    first = re.match(r"([A-Z]+)(\d+)", table.get("ref") or "")
    if not first or table.get("headerRowCount") == "0":
        return
    column, row = column_of(first[1], 0), int(first[2]) - 1
    taken: set[str] = set()
    for at, element in enumerate(table.iterfind("{*}tableColumns/{*}tableColumn")):
        cell = cells.get((row, column + at))
        shown = _shown(cell, strings)
        if cell is None or not shown or shown == element.get("name"):
            taken.add((element.get("name") or "").lower())
            continue
        name, number = shown, 2
        while name.lower() in taken:
            name, number = f"{shown} {number}", number + 1
        taken.add(name.lower())
        element.set("name", name)
        if name != shown:
            runs = runs_of(cell)
            runs[-1].text = (runs[-1].text or "") + name[len(shown) :]


def _shown(cell: etree._Element | None, strings: list[etree._Element]) -> str:
    """Return the text of a string cell: shared or its own."""
    if cell is None:
        return ""
    if cell.get("t") == "inlineStr":
        return "".join(t.text or "" for t in runs_of(cell))
    value = cell.findtext("{*}v") or ""
    if cell.get("t") == "s" and value.isdecimal() and int(value) < len(strings):
        return "".join(t.text or "" for t in runs_of(strings[int(value)]))
    return ""


def _forget_strings(package: Package) -> None:
    """Empty the shared strings no cell uses any more; the others keep their numbers."""
    book = open_book(package)
    used: set[int] = set()
    for name in sheet_names(package, book.main):
        for cell in package.tree(name).iterfind("{*}sheetData/{*}row/{*}c[@t='s']"):
            value = cell.findtext("{*}v") or ""
            used.update([int(value)] if value.isdecimal() else [])
    for at, item in enumerate(book.strings):
        if at in used:
            for hint in list(item.iterchildren("{*}rPh", "{*}phoneticPr")):
                detach(hint)
            continue
        for child in list(item):
            item.remove(child)
        etree.SubElement(item, "{" + namespace(item.tag) + "}t")

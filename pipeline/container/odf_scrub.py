"""What goes from every written OpenDocument file whatever was found: properties, programs, pixels, earlier versions."""

from __future__ import annotations

import base64
import binascii
import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from urllib.parse import unquote

from lxml import etree

from pipeline import lexicons
from pipeline.container.odf import OdfPackage, long, short
from pipeline.container.odf_cells import make_plain
from pipeline.container.odf_pieces import as_span
from pipeline.container.pictures import Pictures
from pipeline.container.xml import detach, local

_AUTHOR = "Autor"
_PICTURES = ("Pictures/", "media/")
_PICTURE_NAME = re.compile(r"\.(png|jpe?g|gif|bmp|tiff?|svg|svm|wmf|emf|webp|pdf|eps)$", re.I)
_OBJECT = re.compile(r"(Object \d+)/(?:content|styles)\.xml$")
_NOTES = (
    ("Thumbnails/", "properties-removed"),
    ("META-INF/", "signatures-removed"),
    ("Basic/", "scripts-removed"),
    ("Scripts/", "scripts-removed"),
    ("Dialogs/", "scripts-removed"),
    ("Versions/", "revisions-removed"),
    ("VersionList.xml", "revisions-removed"),
    ("Configurations", ""),
    ("layout-cache", ""),
    ("manifest.rdf", "properties-removed"),
    ("ObjectReplacements/", ""),
)
_OUTSIDE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//|/|\.\./)", re.I)
_PROGRAM_LINK = re.compile(r"^(?:javascript|vnd\.sun\.star[\w.]*|macro|service|slot|data|vbscript|file):", re.I)
_ELSEWHERE = re.compile(r"'?(?:file|https?|ftp):/|\bDDE\(", re.I)
_SESSION = frozenset(
    ("rsid", "paragraph-rsid", "protection-key", "protection-key-digest-algorithm", "about", "property", "content",
     "datatype", "help-id")
)  # fmt: skip
_SETTING = re.compile(r"\s*(?:true|false|[-+.\dEe]*)\s*")
_TEXT_SETTINGS = frozenset(("boolean", "short", "int", "long", "double"))


def scrub(package: OdfPackage, pictures: Pictures) -> Counter[str]:
    """Clean a container in place and count what was done, by note code."""
    done: Counter[str] = Counter()
    for name in package.drop(lambda name: not _kept(package, name)):
        done[_note(name)] += 1
    for name, data in part_pictures(package).items():
        package.members[name] = pictures.put(name, data)
    for name, root in package.trees():
        if name.endswith("meta.xml"):
            done["properties-removed"] += _emptied(root)
        elif name.endswith("settings.xml"):
            _plain_settings(root)
        else:
            _scrub_part(package, name, root, done)
            _redraw_inline(name, root, pictures)
    _rename_pictures(package)
    return done + pictures.done


def sheet_titles(package: OdfPackage) -> list[tuple[etree._Element, str]]:
    """Return the sheets of a workbook with their titles as they are now."""
    name = long("table:name")
    root = package.tree("content.xml")
    return [(t, t.get(name) or "") for t in root.iterfind(f".//{long('office:spreadsheet')}/{long('table:table')}")]


def follow_titles(package: OdfPackage, titles: Iterable[tuple[etree._Element, str]]) -> None:
    """Let references and settings call renamed sheets by their new titles."""
    moved = {old: new for sheet, old in titles if (new := sheet.get(long("table:name")) or "") != old and old}
    if not moved:
        return
    quoted = {re.escape("'" + old.replace("'", "''") + "'"): new for old, new in moved.items()}
    plain = {rf"(?<![\w'])\$?{re.escape(old)}(?=\.)": new for old, new in moved.items()}
    finders = [(re.compile(pattern), f"'{new}'") for pattern, new in (*quoted.items(), *plain.items())]
    for _, root in package.trees():
        for element in root.iter():
            for key, value in _values(element):
                if "." in value and any(old in value for old in moved):
                    for finder, new in finders:
                        value = finder.sub(new.replace("\\", ""), value)
                    element.set(key, value)


def _values(element: etree._Element) -> list[tuple[str, str]]:
    return [(str(key), str(value)) for key, value in element.attrib.items()]


def _kept(package: OdfPackage, name: str) -> bool:
    if name.startswith(_PICTURES):
        return bool(_PICTURE_NAME.search(name))
    if "/" not in name:
        return package.is_xml(name)
    match = _OBJECT.match(name)
    # an object is kept where it is itself OpenDocument: a chart, a formula, a text
    return bool(match and "opendocument" in package.types.get(f"{match[1]}/", ""))


def _note(name: str) -> str:
    for start, note in _NOTES:
        if name.startswith(start):
            return note
    return "attachments-removed" if name.startswith("Object") else "parts-removed"


def pictures_of(package: OdfPackage) -> dict[str, bytes]:
    """Return the pictures of a container by part, those that its texts hold within by part and digest."""
    found = part_pictures(package)
    for name, root in package.trees():
        found |= {_inline_name(name, data): data for data in map(_bytes_of, root.iter(long("office:binary-data")))}
    return found


def part_pictures(package: OdfPackage) -> dict[str, bytes]:
    """Return the pictures that are parts of their own."""
    return {name: data for name, data in package.members.items() if name.startswith(_PICTURES) and _kept(package, name)}


def _rename_pictures(package: OdfPackage) -> None:
    """Give pictures numbers: their names are digests of what they showed, or names of files."""
    moves = {}
    for number, name in enumerate([n for n in package.members if n.startswith(_PICTURES)], 1):
        moves[name] = f"Pictures/imagen{number}{posixpath.splitext(name)[1].lower()}"
    package.members = {moves.get(name, name): data for name, data in package.members.items()}
    package.types = {moves.get(name, name): type for name, type in package.types.items()}
    for _, root in package.trees():
        for element in root.iter():
            href = element.get(long("xlink:href"))
            target = moves.get(_inside(href)) if href else None
            if target:
                element.set(long("xlink:href"), target)


def _inside(href: str) -> str:
    """Return the part that a link inside the container leads to."""
    return re.sub(r"^(\.\.?/)+", "", unquote(href))


def _emptied(root: etree._Element) -> int:
    for holder in root.iter(long("office:meta")):
        for child in list(holder):
            holder.remove(child)
        holder.text = None
    return 1


def _plain_settings(root: etree._Element) -> None:
    """Keep switches and measures; texts name printers, people and files, and sheets are named by what they hold."""
    for item in list(root.iter(long("config:config-item"))):
        told = item.get(long("config:type")) or ""
        is_plain = told in _TEXT_SETTINGS and _SETTING.fullmatch(item.text or "")
        if not is_plain or "rsid" in (item.get(long("config:name")) or "").lower():
            detach(item)
    for entry in list(root.iter(long("config:config-item-map-named"))):
        detach(entry)


def _scrub_part(package: OdfPackage, name: str, root: etree._Element, done: Counter[str]) -> None:
    for tag, note in _removed():
        for element in list(root.iter(tag)):
            done[note] += 1
            detach(element)
    for tag in _fields():
        for element in list(root.iter(tag)):
            as_span(element)
    done["comments-anonymised"] += _anonymise_comments(root)
    for element in list(root.iter()):
        _scrub_element(package, element, done)
    _drop_linked_sheets(root, done)


def _removed() -> Iterator[tuple[str, str]]:
    for tag, note in lexicons.rows("odf_removed.tsv"):
        yield long(tag), note


def _fields() -> Iterator[str]:
    yield from map(long, lexicons.lines("odf_fields.txt"))


def _anonymise_comments(root: etree._Element) -> int:
    count = 0
    for comment in root.iter(long("office:annotation")):
        count += 1
        for child in list(comment):
            if short(child.tag) == "dc:creator":
                child.text = _AUTHOR
            elif short(child.tag) in ("dc:date", "meta:date-string") or "initials" in local(child.tag):
                comment.remove(child)
    return count


def _scrub_element(package: OdfPackage, element: etree._Element, done: Counter[str]) -> None:
    for key in list(element.attrib):
        if local(str(key)) in _SESSION:
            del element.attrib[key]
    formula = element.get(long("table:formula"))
    if formula and _ELSEWHERE.search(formula):
        make_plain(element)
    href = element.get(long("xlink:href"))
    if href is not None:
        _scrub_link(package, element, href, done)


def _redraw_inline(name: str, root: etree._Element, pictures: Pictures) -> None:
    for element in root.iter(long("office:binary-data")):
        data = _bytes_of(element)
        element.text = base64.b64encode(pictures.put(_inline_name(name, data), data)).decode("ascii")


def _inline_name(part: str, data: bytes) -> str:
    """Name a picture inside a text by what it holds: its number would change with what is taken out before it."""
    return f"{part}/{sha256(data).hexdigest()[:16]}"


def _bytes_of(element: etree._Element) -> bytes:
    try:
        return base64.b64decode(element.text or "")
    except (binascii.Error, ValueError):
        return b""


def _scrub_link(package: OdfPackage, element: etree._Element, href: str, done: Counter[str]) -> None:
    """Keep links that a reader can follow; drop those to programs, to files elsewhere and to parts that have gone."""
    name = short(element.tag)
    if name in ("text:a", "draw:a", "form:button") or local(element.tag) == "hyperlink":
        if _PROGRAM_LINK.match(href):
            element.set(long("xlink:href"), "#")
        return
    if not href or href.startswith("#"):
        return
    target = _inside(href).rstrip("/")
    if not _OUTSIDE.match(href) and (target in package or f"{target}/content.xml" in package):
        return
    if name in ("draw:object", "draw:object-ole", "draw:image", "draw:fill-image", "style:background-image"):
        done["attachments-removed"] += name.startswith("draw:object")
        detach(element)
    else:
        del element.attrib[long("xlink:href")]


def _drop_linked_sheets(root: etree._Element, done: Counter[str]) -> None:
    """Drop the copies of other workbooks' sheets, which are called by the path of their file."""
    for table in list(root.iter(long("table:table"))):
        if _ELSEWHERE.match(table.get(long("table:name")) or "") or "'#$" in (table.get(long("table:name")) or ""):
            done["attachments-removed"] += 1
            detach(table)

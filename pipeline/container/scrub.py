"""What goes from every written container whatever was detected: properties, unknown parts, pixels, names of things."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from itertools import count

from lxml import etree

from pipeline import lexicons
from pipeline.container.package import CONTENT_TYPES, Package
from pipeline.container.pictures import Pictures
from pipeline.container.xml import detach, local, namespace

_CORE = b"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>"""
_APP = b"""<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"/>"""
_THUMBNAIL = "/thumbnail"
_PLAIN_NAME = re.compile(r"(image|media|part)\d+\.[a-z0-9]{2,5}$")
_PLAIN_PART = re.compile(
    r"(document|styles|stylesWithEffects|settings|webSettings|fontTable|numbering|header|footer|footnotes|endnotes"
    r"|comments?|commentsDrawing|legacyDrawing|theme|themeOverride|chart|chartEx|drawing|style|colors|data|layout|quickStyle|quickStyles|vmlDrawing"
    r"|core|app|workbook|sheet|sharedStrings|table|metadata|externalLink)\d*\.(xml|vml)$"
)
_VML, _VML_OFFICE = "urn:schemas-microsoft-com:vml", "urn:schemas-microsoft-com:office:office"
_PATHS = frozenset(("title", "href", "althref", "src"))  # of the file that a picture came from
_PLAIN_RELATION = re.compile(r"r(?:Id)?[0-9a-f]*\Z", re.I)
_PLAIN_OBJECT = re.compile(r"[A-Za-z]+ \d+$")
_EMPTY_HOLDERS = frozenset(
    ("externalReferences", "pivotCaches", "controls", "oleObjects", "legacyDrawing", "tableParts", "object", "extLst",
     "ext", "Choice", "Fallback", "AlternateContent", "custDataLst", "slicerList", "customSheetViews")
)  # fmt: skip
_ATTACHED = ("embeddings/", "activeX/", "ctrlProps/", "customXml/", "ink/", "webextensions/", "model/", "afchunk")
_SCRIPTS = ("vba", "macro")
_UNTOLD = (
    "calcchain",
    "printersettings",
    "customizations",
    "commentsextended",
    "commentsids",
    "commentsextensible",
    "glossary",
)  # programs make them again by themselves


def scrub(package: Package, pictures: Pictures) -> Counter[str]:
    """Clean a container in place and count what was done, by note code."""
    done: Counter[str] = Counter()
    _drop_outside_links(package)
    gone = package.drop(lambda name: not _kept(package, name))
    for name in gone:
        done[_note(name)] += 1
    _drop_thumbnails(package, done)
    reachable = package.reachable()
    package.drop(lambda name: not name.endswith(".rels") and name not in reachable)
    for name, data in pictures_of(package).items():
        package.put(name, pictures.put(name, data))
    done += pictures.done
    _empty_properties(package, done)
    for name in package.members:
        if package.is_xml(name) and name != CONTENT_TYPES and not name.endswith(".rels"):
            _drop_dangling(package, name)
            _neutral_objects(package.tree(name))
    _rename(package)
    for owner in package.owners():
        _plain_relations(package, owner)
    return done


def notes(done: Counter[str]) -> tuple[str, ...]:
    """Write the counts as notes, `code:count`, in alphabetical order."""
    return tuple(f"{code}:{count}" for code, count in sorted(done.items()) if code and count)


def _kept(package: Package, name: str) -> bool:
    if name.endswith(".rels"):
        return True
    type = package.type_of(name).lower()
    return _is_image(type) or any(type.endswith(ending) for ending in lexicons.lines("ooxml_kept_parts.txt"))


def _is_image(type: str) -> bool:
    return type.startswith("image/") or type.endswith(("x-emf", "x-wmf"))


def _note(name: str) -> str:
    lowered = name.lower()
    if "_xmlsignatures" in lowered:
        return "signatures-removed"
    if any(word in lowered for word in _SCRIPTS):
        return "scripts-removed"
    if lowered.startswith("docprops/") or "people" in lowered or "persons/" in lowered:
        return "properties-removed"
    if "pivot" in lowered:
        return "pivots-removed" if "pivottable" in lowered else ""
    if any(word in lowered for word in _UNTOLD):
        return ""
    return "attachments-removed" if any(word.lower() in lowered for word in _ATTACHED) else "parts-removed"


def _drop_thumbnails(package: Package, done: Counter[str]) -> None:
    wanted = _thumbnails(package)
    done["properties-removed"] += len(package.drop(lambda name: name in wanted))


def _thumbnails(package: Package) -> set[str]:
    return {
        package.target_of("", relation)
        for relation in package.relations("")
        if (relation.get("Type") or "").endswith(_THUMBNAIL)
    }


def _drop_outside_links(package: Package) -> None:
    """Drop every relationship that leads outside but links a reader can follow; cached workbooks get a plain name."""
    for owner in list(package.owners()):
        for relation in package.relations(owner):
            type = relation.get("Type") or ""
            if (relation.get("TargetMode") or "").lower() != "external" or type.endswith("/hyperlink"):
                continue
            if "externallink" in owner.lower():
                relation.set("Target", "externo.xlsx")
            else:
                detach(relation)


def pictures_of(package: Package) -> dict[str, bytes]:
    """Return the pictures of a container that its parts lead to, by part; the thumbnail is none of them."""
    shown = package.reachable() - _thumbnails(package)
    return {
        name: data
        for name, data in package.members.items()
        if name in shown and _is_image(package.type_of(name).lower())
    }


def _empty_properties(package: Package, done: Counter[str]) -> None:
    for name in list(package.members):
        type = package.type_of(name).lower()
        for ending, bare in (("core-properties+xml", _CORE), ("extended-properties+xml", _APP)):
            if type.endswith(ending):
                done["properties-removed"] += 1
                package.put(name, bare)


def _drop_dangling(package: Package, name: str) -> None:
    """Remove the elements that point to a relationship that is no longer there, and holders left empty."""
    ids = {relation.get("Id") for relation in package.relations(name)}
    for element in list(package.tree(name).iter()):
        for attribute in list(element.attrib):
            key = str(attribute)
            if _is_reference(key) and element.get(key) and element.get(key) not in ids:
                _remove_reference(element, key)
                break


def _is_reference(key: str) -> bool:
    """Tell whether an attribute calls a relationship of its part."""
    return namespace(key).endswith("officeDocument/2006/relationships") or "purl.oclc" in namespace(key)


def _remove_reference(element: etree._Element, key: str) -> None:
    if local(element.tag) in (
        "blip",
        "imagedata",
        "fill",
        "stroke",
        "hlinkClick",
        "hlinkHover",
        "hyperlink",
        "svgBlip",
        "pageSetup",
    ):
        del element.attrib[key]
        return
    parent = element.getparent()
    detach(element)
    while parent is not None and len(parent) == 0 and local(parent.tag) in _EMPTY_HOLDERS:
        holder = parent.getparent()
        detach(parent)
        parent = holder


def _neutral_objects(root: etree._Element) -> None:
    """Give drawn objects names that say nothing: programs put file names there; the macros they ran have gone."""
    for number, element in enumerate(root.iter("{*}docPr", "{*}cNvPr"), 1):
        if not _PLAIN_OBJECT.match(element.get("name") or ""):
            element.set("name", f"Objeto {number}")
    for element in root.iter(f"{{{_VML}}}*", f"{{{_VML_OFFICE}}}*"):
        for key in map(str, element.attrib):
            if local(key) in _PATHS and (namespace(key) or local(key) == "src" or local(element.tag) == "imagedata"):
                del element.attrib[key]
    for element in root.iter("{*}sp", "{*}pic", "{*}cxnSp", "{*}graphicFrame"):
        if element.get("macro"):
            element.set("macro", "")
    for element in list(root.iter("{*}FmlaMacro")):
        detach(element)


def _plain_relations(package: Package, owner: str) -> None:
    """Give relationships with identifiers of somebody's own a plain one, wherever the part calls them."""
    relations = package.relations(owner)
    taken = {relation.get("Id") or "" for relation in relations}
    own = sorted(id for id in taken if not _PLAIN_RELATION.match(id))
    free = (id for id in map("rId{}".format, count(1)) if id not in taken)
    moves = dict(zip(own, free, strict=False))
    for relation in relations if moves else ():
        relation.set("Id", moves.get(relation.get("Id") or "", relation.get("Id") or ""))
    for element in package.tree(owner).iter() if moves and owner in package and package.is_xml(owner) else ():
        for key, value in element.attrib.items():
            if value in moves and (_is_reference(str(key)) or local(str(key)) == "relid"):
                element.set(key, moves[str(value)])


def _rename(package: Package) -> None:
    """Give parts with names of somebody's own a plain one."""
    moves: dict[str, str] = {}
    taken = {name.lower() for name in package.members}
    numbers = count(1)
    for name in package.members:
        folder, base = posixpath.split(name)
        if name == CONTENT_TYPES or name.endswith(".rels") or _PLAIN_NAME.match(base) or _PLAIN_PART.match(base):
            continue
        suffix = re.sub(r"[^a-z0-9]", "", base.rsplit(".", 1)[-1].lower()) or "bin"
        moves[name] = next(
            free
            for free in (posixpath.join(folder, f"part{number}.{suffix}") for number in numbers)
            if free.lower() not in taken
        )
    if moves:
        package.rename(moves)

"""The OpenDocument container: a zip of parts under a manifest; opened guardedly, written alike each time."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from lxml import etree

from pipeline.container.package import members_of, zipped
from pipeline.container.xml import local, namespace, parse, serialise
from pipeline.errors import EncryptedFile, UnreadableFile

MIMETYPE = "mimetype"
MANIFEST = "META-INF/manifest.xml"
NS_MANIFEST = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
NAMESPACES = {
    prefix: f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"
    for prefix, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing"), ("style", "style"),
        ("form", "form"), ("chart", "chart"), ("meta", "meta"), ("presentation", "presentation"), ("config", "config"),
        ("script", "script"),
    )
} | {"xlink": "http://www.w3.org/1999/xlink", "dc": "http://purl.org/dc/elements/1.1/"}  # fmt: skip
_PREFIXES = {uri: prefix for prefix, uri in NAMESPACES.items()} | {
    "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0": "loext",
    "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0": "calcext",
    "http://openoffice.org/2009/office": "officeooo",
    "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0": "svg",
    "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0": "fo",
}
_TYPE = re.compile(r"application/(?:vnd\.oasis\.opendocument|vnd\.sun\.xml)\.[a-z.-]+|image/[a-z+.-]+|text/xml")
_PARTS = frozenset(("content.xml", "styles.xml", "meta.xml", "settings.xml"))


@dataclass(slots=True)
class OdfPackage:
    """The parts by name; content, styles, properties and settings are parsed once and written from their tree."""

    members: dict[str, bytes] = field(repr=False)
    types: Mapping[str, str] = field(repr=False)
    _trees: dict[str, etree._Element] = field(default_factory=dict, repr=False)

    def __contains__(self, name: str) -> bool:
        return name in self.members

    def is_xml(self, name: str) -> bool:
        """Tell whether the part is one of those that are read, of the document or of an object inside it."""
        return posixpath.basename(name) in _PARTS and name.count("/") < 2 and not name.startswith("META-INF/")

    def tree(self, name: str) -> etree._Element:
        """Return the root of an XML part; raises HostileFile for a document type, UnreadableFile if malformed."""
        if name not in self._trees:
            self._trees[name] = parse(self.members[name])
        return self._trees[name]

    def trees(self) -> list[tuple[str, etree._Element]]:
        """Return the parts that are read, by name, those of the document itself first."""
        names = sorted(filter(self.is_xml, self.members), key=lambda name: (name.count("/"), name))
        return [(name, self.tree(name)) for name in names]

    def drop(self, unwanted: Callable[[str], bool]) -> list[str]:
        """Remove parts and return their names."""
        gone = [name for name in self.members if name not in (MIMETYPE, MANIFEST) and unwanted(name)]
        for name in gone:
            del self.members[name]
            self._trees.pop(name, None)
        return gone

    def save(self) -> bytes:
        """Return the bytes: the type first and not compressed (ISO/IEC 26300-3, 3.3), then the manifest told anew."""
        parts = {MIMETYPE: self.members[MIMETYPE].strip()}
        for name, data in self.members.items():
            if name not in (MIMETYPE, MANIFEST):
                parts[name] = serialise(self.tree(name)) if self.is_xml(name) else data
        parts[MANIFEST] = self._manifest(list(parts))
        return zipped(parts, MIMETYPE)

    def _manifest(self, names: list[str]) -> bytes:
        space = f"{{{NS_MANIFEST}}}"
        root = etree.Element(f"{space}manifest", nsmap={"manifest": NS_MANIFEST})
        root.set(f"{space}version", "1.2")
        folders = sorted({f"{posixpath.dirname(n)}/" for n in names if n.endswith("/content.xml")})
        for name in ["/", *folders, *(n for n in names if n != MIMETYPE)]:
            entry = etree.SubElement(root, f"{space}file-entry")
            entry.set(f"{space}full-path", name)
            default = self.members[MIMETYPE].decode("ascii", "replace").strip() if name == "/" else _type(name)
            told = self.types.get(name) or ""
            entry.set(f"{space}media-type", told if _TYPE.fullmatch(told) else default)
        return serialise(root)


def open_odf(data: bytes) -> OdfPackage:
    """Open a container; raises EncryptedFile where the manifest tells of a password."""
    members = members_of(data)
    if MIMETYPE not in members or "content.xml" not in members:
        raise UnreadableFile(
            "The document is damaged: it has no content.",
            stage="extract",
            remedy="Open it in its program, save it again and upload the new copy.",
        )
    types: dict[str, str] = {}
    if MANIFEST in members:
        root = parse(members[MANIFEST])
        if next(root.iter("{*}encryption-data"), None) is not None:
            raise EncryptedFile(
                "The document is protected by a password.",
                stage="extract",
                remedy="Open it, remove the password and save it again.",
            )
        types = {_told(e, "full-path"): _told(e, "media-type") for e in root.iter("{*}file-entry")}
    return OdfPackage(members, types)


def short(name: str) -> str:
    """Return an element's or attribute's name with the prefix everybody uses for its namespace: `text:p`."""
    prefix = _PREFIXES.get(namespace(name))
    return f"{prefix}:{local(name)}" if prefix else local(name)


def long(name: str) -> str:
    """Return the full name of `text:p`."""
    prefix, _, rest = name.partition(":")
    return f"{{{NAMESPACES[prefix]}}}{rest}"


def _told(element: etree._Element, name: str) -> str:
    return next((str(v) for k, v in element.attrib.items() if local(str(k)) == name), "")


def _type(name: str) -> str:
    suffix = name.rsplit(".", 1)[-1].lower()
    known = {"xml": "text/xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif"}
    return known.get(suffix, "")

"""The OOXML container: a zip of parts, their types and relationships; opened guardedly, written alike each time."""

from __future__ import annotations

import io
import posixpath
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from lxml import etree

from pipeline.container import limits
from pipeline.container.xml import parse, serialise
from pipeline.errors import EncryptedFile, HostileFile, LimitExceeded, UnreadableFile

CONTENT_TYPES = "[Content_Types].xml"
NS_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
NS_RELS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_MAIN_RELATION = "/officeDocument"
# what the zip library lets through of a damaged container; a RuntimeError is its word for a password
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError,
    OSError, LookupError, RuntimeError, ValueError, OverflowError,
)  # fmt: skip
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what documents are packed with; others are slow bombs
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can say: same input, same bytes


@dataclass(slots=True)
class Package:
    """The parts of a container by name; XML parts are parsed once, on first use, and written from their tree."""

    members: dict[str, bytes] = field(repr=False)
    _trees: dict[str, etree._Element] = field(default_factory=dict, repr=False)
    _types: dict[str, str] | None = field(default=None, repr=False)
    _spelt: dict[str, str] | None = field(default=None, repr=False)

    def __contains__(self, name: str) -> bool:
        return name in self.members

    def tree(self, name: str) -> etree._Element:
        """Return the root of an XML part; raises HostileFile for a document type, UnreadableFile if malformed."""
        if name not in self._trees:
            self._trees[name] = parse(self.members[name], forgiving=name.lower().endswith(".vml"))
        return self._trees[name]

    def is_xml(self, name: str) -> bool:
        """Tell whether the part is XML by its name or its type."""
        if name.lower().endswith((".xml", ".rels", ".vml")):
            return True
        # a drawing in SVG is an image: it is blanked, not read, and may well declare a document type
        type = self.type_of(name)
        return type.endswith("+xml") and not type.startswith("image/")

    def type_of(self, name: str) -> str:
        """Return the content type of a part, empty where none is declared."""
        if self._types is None:
            self._types = _declared(self.tree(CONTENT_TYPES))
        suffix = "." + name.rsplit(".", 1)[-1].lower()
        return self._types.get("/" + unquote(name).lower()) or self._types.get(suffix, "")

    def relations(self, name: str) -> list[etree._Element]:
        """Return the relationship elements of a part, or of the package for an empty name."""
        rels = rels_name(name)
        return list(self.tree(rels).iterfind(f"{NS_RELS}Relationship")) if rels in self.members else []

    def target_of(self, name: str, relation: etree._Element) -> str:
        """Return the part a relationship of `name` points to; empty for an external one."""
        if (relation.get("TargetMode") or "").lower() == "external":
            return ""
        target = (relation.get("Target") or "").split("#")[0]
        base = "/" if target.startswith("/") else "/" + posixpath.dirname(name)
        return self._as_spelt(posixpath.normpath(posixpath.join(base, target)).lstrip("/"))

    def _as_spelt(self, name: str) -> str:
        """Return a part's name as the container spells it: references may differ in case and percent-encoding."""
        if self._spelt is None:
            self._spelt = {unquote(member).lower(): member for member in self.members}
        return self._spelt.get(unquote(name).lower(), name)

    def main(self) -> str:
        """Return the name of the main part; raises UnreadableFile where there is none."""
        for relation in self.relations(""):
            if (relation.get("Type") or "").endswith(_MAIN_RELATION):
                name = self.target_of("", relation)
                if name in self.members:
                    return name
        raise _damaged("it has no main part")

    def owners(self) -> Iterator[str]:
        """Yield the name of each part that has relationships; empty for the package itself."""
        for name in list(self.members):
            if name.endswith(".rels"):
                yield owner_of(name)

    def drop(self, unwanted: Callable[[str], bool]) -> list[str]:
        """Remove parts, the relationships that lead to them, and their types; return their names."""
        gone = [name for name in self.members if name != CONTENT_TYPES and unwanted(name)]
        for name in gone:
            for victim in (name, rels_name(name)):
                self.members.pop(victim, None)
                self._trees.pop(victim, None)
        self._forget(set(gone))
        return gone

    def _forget(self, gone: set[str]) -> None:
        self._spelt = None
        suffixes = {name.rsplit(".", 1)[-1].lower() for name in self.members}
        for default in list(self.tree(CONTENT_TYPES).iterfind(f"{NS_TYPES}Default")):
            if (default.get("Extension") or "").lower() not in suffixes:
                _remove(default)
        for override in list(self.tree(CONTENT_TYPES).iterfind(f"{NS_TYPES}Override")):
            if self._as_spelt((override.get("PartName") or "").lstrip("/")) not in self.members:
                _remove(override)
        for owner in list(self.owners()):
            for relation in self.relations(owner):
                target = self.target_of(owner, relation)
                if target and (target in gone or target not in self.members):
                    _remove(relation)
        self._types = None

    def reachable(self) -> set[str]:
        """Return the parts that relationships lead to from the package itself."""
        found: set[str] = set()
        todo = [""]
        while todo:
            owner = todo.pop()
            for relation in self.relations(owner):
                target = self.target_of(owner, relation)
                if target in self.members and target not in found:
                    found.add(target)
                    todo.append(target)
        return found

    def rename(self, names: dict[str, str]) -> None:
        """Give parts new names, wherever they are told of; relationships become absolute paths."""
        for owner in list(self.owners()):
            for relation in self.relations(owner):
                target = self.target_of(owner, relation)
                if target in names:
                    relation.set("Target", "/" + names[target])
        for override in self.tree(CONTENT_TYPES).iterfind(f"{NS_TYPES}Override"):
            name = self._as_spelt((override.get("PartName") or "").lstrip("/"))
            override.set("PartName", "/" + names.get(name, name))
        moves = names | {rels_name(old): rels_name(new) for old, new in names.items()}
        self.members = {moves.get(name, name): data for name, data in self.members.items()}
        self._trees = {moves.get(name, name): tree for name, tree in self._trees.items()}
        self._types = self._spelt = None

    def put(self, name: str, data: bytes) -> None:
        """Replace the bytes of a part."""
        self.members[name] = data
        self._trees.pop(name, None)

    def save(self) -> bytes:
        """Return the bytes of the container: members in their order, no times, no extra fields, no comments."""
        parts = {n: serialise(self.tree(n)) if self.is_xml(n) else data for n, data in self.members.items()}
        return zipped(parts)


def open_package(data: bytes) -> Package:
    """Open a container, every limit and path checked, every checksum verified."""
    members = members_of(data)
    if CONTENT_TYPES not in members:
        raise _damaged("it has no list of content types")
    return Package(members)


def members_of(data: bytes) -> dict[str, bytes]:
    """Return the files of a zip by name, every limit and path checked, every checksum verified."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if not info.filename.endswith("/")]
            _check(infos, [info.filename for info in archive.infolist()])
            return {info.filename: _read(archive, info) for info in infos}
    except _BROKEN as error:
        raise _damaged("the container can't be opened") from error


def zipped(members: Mapping[str, bytes], stored: str = "") -> bytes:
    """Return a zip of the files in their order: no times, no extra fields, no comments; `stored` isn't compressed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type = zipfile.ZIP_STORED if name == stored else zipfile.ZIP_DEFLATED
            info.create_system = 0
            archive.writestr(info, data)
    return out.getvalue()


def content_type_of_main(data: bytes) -> str:
    """Return the content type of the main part of a zip; empty where it is no OOXML container."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if CONTENT_TYPES not in archive.namelist():
                return ""
    except _BROKEN as error:
        raise _damaged("the container can't be opened") from error
    package = open_package(data)
    return package.type_of(package.main())


def is_odf(data: bytes) -> bool:
    """Tell whether a zip says it is an OpenDocument (or EPUB) in its first member."""
    return data[30:38] == b"mimetype"


def mimetype_of(data: bytes) -> str:
    """Return what a zip says it is in its member `mimetype`; empty where there is none."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("mimetype") as stream:
            return stream.read(200).decode("ascii", "replace").strip()
    except _BROKEN:
        return ""


def rels_name(name: str) -> str:
    """Return the name of the part that holds the relationships of `name`."""
    folder, base = posixpath.split(name)
    return posixpath.join(folder, "_rels", base + ".rels")


def owner_of(rels: str) -> str:
    """Return the part whose relationships are in `rels`."""
    folder, base = posixpath.split(rels)
    return posixpath.join(posixpath.dirname(folder), base[: -len(".rels")])


def _declared(root: etree._Element) -> dict[str, str]:
    types = {}
    for child in root:
        key = "." + child.get("Extension", "") if child.tag == f"{NS_TYPES}Default" else child.get("PartName", "")
        types[unquote(key).lower()] = child.get("ContentType", "")
    return types


def _check(infos: list[zipfile.ZipInfo], names: list[str]) -> None:
    if len(infos) > limits.MAX_MEMBERS or sum(i.file_size for i in infos) > limits.MAX_EXPANDED_BYTES:
        raise _over("the container holds too many parts, or too large ones")
    if any(_climbs(name) for name in names):
        raise HostileFile(
            "A part of the container has a path that leads outside it.",
            stage="extract",
            remedy="Open the document in its program, save it as a new one and upload that.",
        )
    if len({info.filename.lower() for info in infos}) < len(infos):
        raise HostileFile(
            "Two parts of the container have the same name.",
            stage="extract",
            remedy="Open the document in its program, save it as a new one and upload that.",
        )
    if any(info.compress_type not in _METHODS for info in infos):
        raise _damaged("a part is compressed in a way that documents aren't")
    for info in infos:
        if info.flag_bits & 0x1:
            raise EncryptedFile(
                "The container is encrypted.", stage="extract", remedy="Remove the password and save it again."
            )
        big = info.file_size > limits.RATIO_FROM_BYTES
        if info.file_size > limits.MAX_MEMBER_BYTES or (
            big and info.file_size > limits.MAX_RATIO * max(1, info.compress_size)
        ):
            raise _over("a part of the container expands too much")


def _climbs(name: str) -> bool:
    slashed = name.replace("\\", "/")
    return not name or slashed.startswith("/") or ".." in slashed.split("/") or bool(re.match(r"[A-Za-z]:", slashed))


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    with archive.open(info) as stream:
        data = stream.read(info.file_size + 1)
    if len(data) != info.file_size:
        raise _damaged("a part has another size than it says")
    return data


def _over(what: str) -> LimitExceeded:
    return LimitExceeded(
        f"The file is over a limit: {what}.", stage="extract", remedy="Split the document into smaller ones."
    )


def _damaged(what: str) -> UnreadableFile:
    return UnreadableFile(
        f"The document is damaged or truncated: {what}.",
        stage="extract",
        remedy="Open it in its program, save it again and upload the new copy.",
    )


def _remove(element: etree._Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)

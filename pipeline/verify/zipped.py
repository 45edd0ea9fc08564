"""Views of an Office package: its parts' names, their text joined over runs, their attributes and their bytes."""

from __future__ import annotations

import html
import io
import lzma
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence

from pipeline import lexicons
from pipeline.verify.decoded import raw_views, wrapped_views
from pipeline.verify.identifiers import names_of
from pipeline.verify.inner_pictures import picture_view, wrapped_pictures
from pipeline.verify.pdf import Unreadable, pdf_views
from pipeline.verify.view import BARRIER, Layer, View

# what the zip library lets through of a damaged container
_BROKEN = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error,
    EOFError, OSError, LookupError, RuntimeError, ValueError,
)  # fmt: skip
MAX_LEVELS = 4
MAX_TOTAL = 1024 * 1024 * 1024
_END, _END_BYTES = b"PK\x05\x06", 22  # of the record that closes a package, its comment behind it
_TAG = re.compile(r"<[^<>]*>", re.S)
_ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')""")
# Ends of paragraphs, lines and shared strings part words; ends of cells part values too.
_LINE = re.compile(r"</(?:\w+:)?(?:p|h|br|cr|si|list-item)>|<(?:\w+:)?(?:br|cr|tab|line-break|s)\b[^<>]*/>")
_CELL = re.compile(r"</(?:\w+:)?(?:c|tc|table-cell|is|row|tr|x|author|creator|title)>")
_SHARED = re.compile(r"<(?:\w+:)?c\b[^<>]*\bt=\"s\"[^<>]*>.*?</(?:\w+:)?c>", re.S)
_SPACE = re.compile(r"<(?:\w+:)?(?:noBreakHyphen|softHyphen)\b[^<>]*/>")
_SYMBOL = re.compile(r"<(?:\w+:)?sym\b[^<>]*\bchar=[\"']([0-9A-Fa-f]{2,4})[\"'][^<>]*/>")
_SECTION = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.S)
_UNPARSED = re.compile(r"<!--(.*?)(?:-->|\Z)|<\?(?!xml\b|mso-)(.*?)(?:\?>|\Z)", re.S)
# What a part of a vocabulary says to its reader all the same: labels of lists and words of number formats.
_SAID = re.compile(r"""(?:<(?:\w+:)?lvlText\b[^<>]*?\bval|\bformatCode)\s*=\s*("[^"]*"|'[^']*')""")
_SPACE_NAME = re.compile(r"""\bxmlns(?::[\w.-]+)?\s*=\s*("[^"]*"|'[^']*')""")
_PROGRAM = re.compile(r"<(Template|Application|AppVersion|DocSecurity)>[^<]*</\1>")
_CODED = re.compile(r"_([0-9a-f]{2,4})_")
_FACE = frozenset({"ascii", "hAnsi", "cs", "eastAsia", "typeface", "face"})
_VOCABULARY = re.compile(
    r"(?:fontTable|(?:word|xl)/styles|theme\d*|\[Content_Types\]|webSettings|numbering)\.xml$|\.rels$"
)
_DOCUMENT_TEXT = re.compile(
    r"(?:word/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)|xl/sharedStrings|"
    r"xl/worksheets/sheet\d+|content|^styles)\.xml$"
)


def zip_views(data: bytes, where: str = "", level: int = 0) -> Iterator[View]:
    """Yield every view of a package, nested ones too; raises Unreadable where it doesn't open."""
    if level > MAX_LEVELS:
        return
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            yield from _package(package, where, level)
            behind = data[data.rfind(_END) + _END_BYTES + len(package.comment) :]
    except _BROKEN as error:
        raise Unreadable from error
    if behind:
        yield from raw_views(f"{where}after the archive", behind)


def _package(package: zipfile.ZipFile, where: str, level: int) -> Iterator[View]:
    members = package.infolist()
    if sum(m.file_size for m in members) > MAX_TOTAL:
        raise Unreadable
    if package.comment:
        yield from raw_views(f"{where}archive comment", package.comment)
    for member in members:
        place = f"{where}{_place(member.filename, members)}"
        yield View(place, Layer.STRINGS, _spaced(member.filename), "part name")
        if member.comment or member.extra:
            yield from raw_views(place, member.comment + b"\n" + member.extra)
        if not member.filename.endswith("/"):
            yield from _member(package.read(member), member.filename, place, level)


def _place(name: str, members: Sequence[zipfile.ZipInfo]) -> str:
    """Call a part by its name where that is one of the format's own, else by number: the name could be the leak."""
    known = lexicons.words("package_parts.txt")
    if all(re.sub(r"\d{0,4}$", "", word) in known for word in re.split(r"[/.]", name) if word):
        return name
    return f"part {1 + next(n for n, m in enumerate(members) if m.filename == name)}"


def _spaced(name: str) -> str:
    return re.sub(r"[/._]", " ", name)


def _member(body: bytes, name: str, place: str, level: int) -> Iterator[View]:
    if body[:4] == b"PK\x03\x04":
        yield from zip_views(body, f"{place}: ", level + 1)
    elif body[:5] == b"%PDF-":
        yield from pdf_views(body, f"{place}: ")
    elif body.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \r\n")[:1] == b"<":
        yield from xml_views(_xml_text(body), name, place)
        if b"binary-data" in body:
            yield from wrapped_pictures(_xml_text(body), place)
    else:
        yield from picture_view(body, place)
        yield from raw_views(place, body)


def _xml_text(body: bytes) -> str:
    if body[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return body.decode("utf-16", "replace")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")


def xml_views(markup: str, name: str, place: str) -> Iterator[View]:
    """Yield a part's text joined over its runs, its text run by run, and the values of its attributes."""
    is_text = bool(_DOCUMENT_TEXT.search(name))
    if "<![CDATA[" in markup:
        *closed, rest = markup.rpartition("]]>")  # behind the last end nothing is looked for from each beginning
        markup = _SECTION.sub(lambda match: html.escape(match[1]), "".join(closed)) + rest
    unparsed = [match[1] or match[2] for match in _UNPARSED.finditer(markup)]
    said = [html.unescape(value[1:-1]) for value in (*_SAID.findall(markup), *_foreign(markup))]
    yield View(place, Layer.STRINGS, BARRIER.join(filter(None, (*unparsed, *said))), "hidden text")
    if name == "docProps/app.xml":
        markup = _PROGRAM.sub("", markup)
    joined = _joined(_SHARED.sub("", markup) if "worksheets/" in name else markup)
    yield View(place, Layer.MAIN if is_text else Layer.STRINGS, joined)
    if not _VOCABULARY.search(name) or name.endswith(".rels"):
        apart = BARRIER.join(_values(markup))
        yield View(place, Layer.STRINGS, apart, "attribute")
        yield from wrapped_views(place, apart)
        if _CODED.search(apart):  # names of OpenDocument styles
            yield View(place, Layer.DECODED, _CODED.sub(lambda m: chr(int(m[1], 16)), apart), "found encoded")
    yield View(place, Layer.IDENTIFIERS, names_of(markup, name), "found in an identifier")
    yield View(place, Layer.RAW, html.unescape(_TAG.sub(" ", markup)))
    yield from wrapped_views(place, joined)


def _foreign(markup: str) -> Iterator[str]:
    """Yield the names of vocabularies that aren't those of office programs, quoted as they stand."""
    for name in dict.fromkeys(_SPACE_NAME.findall(markup)):
        if not name[1:].startswith(lexicons.lines("package_vocabularies.txt")):
            yield name


def _joined(markup: str) -> str:
    if ":sym " in markup or "<sym " in markup:
        markup = _SYMBOL.sub(lambda match: html.escape(chr(int(match[1], 16))), markup)
    spaced = _CELL.sub(BARRIER, _LINE.sub("\n", _SPACE.sub("", markup)))
    return html.unescape(_TAG.sub("", spaced))


def _values(markup: str) -> Iterator[str]:
    for tag in _TAG.findall(markup):
        if "=" in tag and not tag.startswith("<?"):
            for key, value in _ATTRIBUTE.findall(tag):
                if key.rpartition(":")[2] not in _FACE and not key.startswith("xmlns"):
                    yield html.unescape(value[1:-1])

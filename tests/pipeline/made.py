"""Documents made by hand for the tests of readers and writers: small, invented, with exactly the XML asked for."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from functools import cache

import docx
import openpyxl

from pipeline.decision import Action, Replacement
from pipeline.document import Document, Span, fold

NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)
Change = Callable[[bytes], bytes]


def word(body: str, *, changes: Mapping[str, Change] | None = None, parts: Mapping[str, bytes] | None = None) -> bytes:
    """Make a .docx with this body; `changes` rework parts of the empty document, `parts` are added."""
    document = f"<w:document {NAMESPACES}><w:body>{body}<w:sectPr/></w:body></w:document>".encode()
    return reworked(_empty_word(), {"word/document.xml": lambda _: document, **(changes or {})}, parts)


@cache
def _empty_word() -> bytes:
    """Make a document without text; the styles of the template are most of it and say nothing here."""
    out = io.BytesIO()
    docx.Document().save(out)
    styles = f"<w:styles {NAMESPACES}></w:styles>".encode()
    return reworked(out.getvalue(), {f"word/{name}.xml": lambda _: styles for name in ("styles", "stylesWithEffects")})


def reworked(data: bytes, changes: Mapping[str, Change], parts: Mapping[str, bytes] | None = None) -> bytes:
    """Write a container again with some parts changed and others added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            target.writestr(name, changes.get(name, bytes)(source.read(name)))
        for name, content in (parts or {}).items():
            target.writestr(name, content)
    return out.getvalue()


def related(id: str, type: str, target: str, *, external: bool = False) -> Change:
    """Add a relationship to a .rels part."""
    mode = ' TargetMode="External"' if external else ""
    element = f'<Relationship Id="{id}" Type="http://x.example/{type}" Target="{target}"{mode}/></Relationships>'
    return lambda data: data.replace(b"</Relationships>", element.encode())


def typed(suffix: str, type: str) -> Change:
    """Declare the content type of an extension."""
    element = f'<Default Extension="{suffix}" ContentType="{type}"/></Types>'
    return lambda data: data.replace(b"</Types>", element.encode())


def run(text: str, properties: str = "") -> str:
    """Make a run."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*runs: str) -> str:
    """Make a paragraph of runs; plain text becomes a run."""
    return "<w:p>" + "".join(r if r.startswith("<") else run(r) for r in runs) + "</w:p>"


def table(*rows: Sequence[str]) -> str:
    """Make a table of cells; a cell that begins with an element is taken as it is."""
    cells = ("".join(f"<w:tc>{c if c.startswith('<') else paragraph(c)}</w:tc>" for c in row) for row in rows)
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in cells) + "</w:tbl>"


def saved(book: openpyxl.Workbook) -> bytes:
    """Return the bytes of a workbook."""
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def book(cells: str, strings: str = "", *, parts: Mapping[str, bytes] | None = None) -> bytes:
    """Make a workbook of one sheet with these rows as XML, and these shared strings."""
    empty = saved(openpyxl.Workbook())
    table = f'<sst xmlns="{SHEET}">{strings}</sst>'.encode()
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    override = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'.encode()

    def without_strings(data: bytes) -> bytes:
        return re.sub(rb"<Override[^>]*sharedStrings[^>]*/>", b"", data).replace(b"</Types>", override)

    def with_rows(data: bytes) -> bytes:
        return re.sub(rb"<sheetData\s*/>|<sheetData>.*</sheetData>", f"<sheetData>{cells}</sheetData>".encode(), data)

    def linked(data: bytes) -> bytes:
        bare = re.sub(rb"<Relationship [^>]*sharedStrings[^>]*/>", b"", data)
        return related("rId90", "sharedStrings", "sharedStrings.xml")(bare)

    changes: dict[str, Change] = {
        "[Content_Types].xml": without_strings,
        "xl/worksheets/sheet1.xml": with_rows,
        "xl/_rels/workbook.xml.rels": linked,
        "xl/sharedStrings.xml": lambda _: table,
    }
    added = {} if "xl/sharedStrings.xml" in names(empty) else {"xl/sharedStrings.xml": table}
    return reworked(empty, changes, {**added, **(parts or {})})


def part(data: bytes, name: str) -> str:
    """Return a part of a container as text."""
    return content(data, name).decode()


def content(data: bytes, name: str) -> bytes:
    """Return the bytes of a part of a container."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name)


def names(data: bytes) -> list[str]:
    """Return the names of the parts of a container."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.namelist()


def replacing(document: Document, values: Sequence[str], output: str = "[PER_1]") -> list[Replacement]:
    """Find the values in a document, whatever cuts or spaces them, and replace each by the output."""
    hits: list[tuple[int, int]] = []
    for value in values:
        letters = [re.escape(char) for char in fold(value) if char.isalnum()]
        hits += [match.span() for match in re.finditer(r"[\W_]*".join(letters), document.folded)]
    wanted: list[Replacement] = []
    for start, end in sorted(hits, key=lambda hit: (hit[0], -hit[1])):
        if not wanted or start >= wanted[-1].span.end:
            span = Span(start, end)
            wanted.append(Replacement(span, Action.TAG, output, "d1", "PERSON", document.surface(span)))
    return wanted

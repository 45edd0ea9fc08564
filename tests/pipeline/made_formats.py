"""OpenDocument files, pages, messages and RTF made by hand for the tests of their readers and writers."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

from pipeline import apply, extract
from pipeline.decision import Written
from pipeline.document import BlockKind, Document
from tests.pipeline import made

_URN = "urn:oasis:names:tc:opendocument:xmlns:"
SPACES = " ".join(
    f'xmlns:{prefix}="{_URN}{name}:1.0"'
    for prefix, name in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("draw", "drawing"), ("style", "style"),
        ("form", "form"), ("meta", "meta"), ("config", "config"), ("script", "script"),
        ("svg", "svg-compatible"), ("fo", "xsl-fo-compatible"),
    )
) + ' xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'  # fmt: skip
OPEN = "application/vnd.oasis.opendocument."


def part(root: str, inside: str) -> bytes:
    """Make an XML part of an OpenDocument file."""
    return f"<office:{root} {SPACES}>{inside}</office:{root}>".encode()


def odt(body: str, styles: str = "", parts: Mapping[str, bytes] | None = None, *, automatic: str = "") -> bytes:
    """Make an .odt with this body."""
    content = f"<office:automatic-styles>{automatic}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
    return _packed("text", content, styles, parts)


def ods(sheets: str, parts: Mapping[str, bytes] | None = None) -> bytes:
    """Make an .ods with these sheets."""
    return _packed(
        "spreadsheet", f"<office:body><office:spreadsheet>{sheets}</office:spreadsheet></office:body>", "", parts
    )


def _packed(kind: str, content: str, styles: str, parts: Mapping[str, bytes] | None) -> bytes:
    members = {
        "mimetype": (OPEN + kind).encode(),
        "content.xml": part("document-content", content),
        "styles.xml": part("document-styles", styles),
        **(parts or {}),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def sheet(rows: Sequence[Sequence[str]], name: str = "Hoja1") -> str:
    """Make a sheet of cells; a cell that begins with an element is taken as it is."""
    lines = ("".join(c if c.startswith("<") else cell(c) for c in row) for row in rows)
    body = "".join(f"<table:table-row>{line}</table:table-row>" for line in lines)
    return f'<table:table table:name="{name}">{body}</table:table>'


def cell(text: str, attributes: str = 'office:value-type="string"') -> str:
    """Make a cell."""
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"


def rtf(body: str, head: str = "") -> bytes:
    """Make an .rtf with this body."""
    return f"{{\\rtf1\\ansi\\ansicpg1252\\deff0{{\\fonttbl{{\\f0 Arial;}}}}{head}\n\\pard {body}\\par}}".encode(
        "cp1252"
    )


def mail(body: str, headers: str = "", kind: str = "text/plain; charset=utf-8", coding: str = "8bit") -> bytes:
    """Make a message of one part."""
    return f"From: x@y.example\n{headers}MIME-Version: 1.0\nContent-Type: {kind}\nContent-Transfer-Encoding: {coding}\n\n{body}".encode()


def parts_of(*parts: str, kind: str = "mixed", headers: str = "") -> bytes:
    """Make a message of several parts, each with its own headers."""
    body = "".join(f"--L1\n{p}\n" for p in parts) + "--L1--\n"
    return (
        f"From: x@y.example\n{headers}MIME-Version: 1.0\nContent-Type: multipart/{kind}; boundary=L1\n\n{body}".encode()
    )


def texts(document: Document, kind: BlockKind | None = None) -> list[str]:
    """Return the text of the blocks of a kind, their endings left out."""
    return [document.text[b.start : b.end].strip("\n\t ") for b in document.blocks if kind in (None, b.kind)]


def written(data: bytes, name: str, values: Sequence[str], output: str = "[PER_1]") -> Written:
    """Replace values in a file and return what is written; the same twice."""
    document = extract.read_document(data, name)
    wanted = made.replacing(document, values, output)
    once = apply.write_document(data, document, wanted)
    assert apply.write_document(data, document, wanted) == once
    return once

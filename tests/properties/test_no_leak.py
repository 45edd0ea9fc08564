"""One law for every format: what is replaced is gone from the whole file, and all the rest of its text stands."""

from __future__ import annotations

import html
import io
from collections.abc import Callable, Sequence

import openpyxl
import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import apply, extract
from pipeline.analysis import Sought
from pipeline.container.rtf_tokens import escaped
from pipeline.document import BlockKind, Document
from pipeline.verify import find_leaks
from tests.pipeline import made
from tests.pipeline.made_formats import mail, ods, odt, rtf, sheet

QUICK = settings(max_examples=12, deadline=None)
NAMES = ("Bríxida Zahínos", "Leo Íñigolo Cañamero", "99000001R", "úrsula.ñíguez@ejemplo.es", "ES91 2100 0418 45")
PLAIN = ("el", "acuerdo", "de", "la", "villa", "según", "año", "güelfo", "muñeca", "3/4", "«cita»", "12,5", "Zahón")
words = st.lists(st.sampled_from(PLAIN), max_size=3).map(" ".join)
# A line: words, a value that goes or stays, words; `cut` is where the value's formatting changes inside.
lines = st.lists(st.tuples(words, st.sampled_from(NAMES), words, st.integers(1, 5)), min_size=1, max_size=5)
Line = tuple[str, str, str, int]


def said(line: Line) -> str:
    return " ".join(" ".join(line[:3]).split())


def pieces(line: Line) -> tuple[str, str]:
    """The line in two runs that part inside the value."""
    before, name, after, cut = line
    head, tail = f"{before} {name[:cut]}".lstrip(), f"{name[cut:]} {after}".rstrip()
    return head, tail


def cells(line: Line) -> list[str]:
    return [line[0] or "-", line[1], line[2] or "-"]


def txt(body: Sequence[Line]) -> bytes:
    return "\n\n".join(map(said, body)).encode()


def csv(body: Sequence[Line], mark: str = ";") -> bytes:
    return f"sep={mark}\n{''.join(mark.join(cells(line)) + chr(10) for line in body)}".encode()


def tsv(body: Sequence[Line]) -> bytes:
    return csv(body, "\t")


def docx(body: Sequence[Line]) -> bytes:
    return made.word("".join(made.paragraph(*pieces(line)) for line in body) + made.table(*map(cells, body)))


def xlsx(body: Sequence[Line]) -> bytes:
    book = openpyxl.Workbook()
    for line in body:
        book.active.append(cells(line))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def marked_up(body: Sequence[Line], start: str, end: str) -> list[str]:
    return [html.escape(a) + start + html.escape(b) + end for a, b in map(pieces, body)]


def odf_text(body: Sequence[Line]) -> bytes:
    return odt("".join(f"<text:p>{line}</text:p>" for line in marked_up(body, "<text:span>", "</text:span>")))


def odf_sheet(body: Sequence[Line]) -> bytes:
    return ods(sheet([cells(line) for line in body]))


def page(body: Sequence[Line]) -> bytes:
    return f"<html><body>{''.join(f'<p>{x}</p>' for x in marked_up(body, '<b>', '</b>'))}</body></html>".encode()


def message(body: Sequence[Line]) -> bytes:
    return mail("\n\n".join(map(said, body)))


def rich(body: Sequence[Line]) -> bytes:
    return rtf("\\uc1 " + "\\par ".join(f"{escaped(a, 1)}{{\\b {escaped(b, 1)}}}" for a, b in map(pieces, body)))


def pdf(body: Sequence[Line]) -> bytes:
    pages = pymupdf.open()
    drawn = pages.new_page()
    for n, line in enumerate(body):
        drawn.insert_text((60, 80 + 24 * n), said(line), fontsize=10)
    return bytes(pages.tobytes())


FORMATS: dict[str, Callable[[Sequence[Line]], bytes]] = {
    "a.txt": txt, "a.csv": csv, "a.tsv": tsv, "a.docx": docx, "a.xlsx": xlsx, "a.odt": odf_text, "a.ods": odf_sheet,
    "a.html": page, "a.eml": message, "a.rtf": rich, "a.pdf": pdf,
}  # fmt: skip
# A writer of pages sets replaced lines anew, so their order among the others isn't the same.
UNORDERED = {"a.pdf"}


def letters(text: str, name: str) -> str:
    squashed = "".join(text.split())
    return "".join(sorted(squashed)) if name in UNORDERED else squashed


def body_of(document: Document) -> str:
    """The text but for properties, which a writer empties whatever they say."""
    shown = [b for b in document.blocks if b.kind not in (BlockKind.PROPERTY, BlockKind.HIDDEN)]
    return "".join(document.text[b.start : b.end] for b in shown)


@pytest.mark.parametrize("name", FORMATS)
@QUICK
@given(body=lines, stay=st.sets(st.sampled_from(NAMES), max_size=2))
def test_replaced_is_gone_and_the_rest_stands(name: str, body: list[Line], stay: set[str]) -> None:
    data = FORMATS[name](body)
    document = extract.read_document(data, name)
    gone = sorted({line[1] for line in body} - stay)
    wanted = made.replacing(document, gone, "[X_1]")
    assert len(wanted) >= sum(line[1] in gone for line in body)
    written = apply.write_document(data, document, wanted).data
    again = extract.read_document(written, name)
    assert letters(body_of(again), name) == letters(_shown(document, gone), name)
    assert find_leaks(written, name, [Sought(value, "PERSON", "d1") for value in gone]) == ()
    assert [value for value in stay & {line[1] for line in body} if value not in again.text] == []


def _shown(document: Document, gone: Sequence[str]) -> str:
    shown = body_of(document)
    for value in gone:
        shown = shown.replace(value, "[X_1]")
    return shown

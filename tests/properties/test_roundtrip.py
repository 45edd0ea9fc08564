"""Laws of reading and writing: what is replaced is replaced, what isn't stays, and the same input gives the same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence

import openpyxl
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import apply, extract
from pipeline.decision import Action, Replacement
from pipeline.document import BlockKind, Document, Span
from tests.pipeline import made

QUICK = settings(max_examples=40, deadline=None)
LETTERS = st.text("abñÁ 1é,;\"'€-", min_size=0, max_size=12)
WORDS = st.text("abcñÁé1", min_size=1, max_size=8)
CUTS = st.lists(st.tuples(st.integers(0, 400), st.integers(1, 30)), max_size=6)


def replacements_of(document: Document, cuts: Sequence[tuple[int, int]]) -> list[Replacement]:
    """Turn any cuts into sorted, disjoint replacements in single anchors; names of sheets and themes have own rules."""
    wanted: list[Replacement] = []
    read = (block for block in document.blocks if block.kind is not BlockKind.PROPERTY)
    anchors = [anchor for block in read for anchor in block.anchors if "/theme/" not in anchor.part]
    for start, length in sorted(cuts):
        anchor = next((a for a in anchors if a.end > start), None)
        if anchor is None:
            break
        start = max(start, anchor.start, wanted[-1].span.end if wanted else 0)
        end = min(start + length, anchor.end)
        if start < end:
            span = Span(start, end)
            wanted.append(Replacement(span, Action.TAG, "[X_1]", "d1", "PERSON", document.surface(span)))
    return wanted


def intended(document: Document, replacements: Sequence[Replacement]) -> str:
    out, place = [], 0
    for replacement in replacements:
        out += [document.text[place : replacement.span.start], replacement.output]
        place = replacement.span.end
    return "".join([*out, document.text[place:]])


def check(data: bytes, name: str, cuts: Sequence[tuple[int, int]]) -> None:
    document = extract.read_document(data, name)
    replacements = replacements_of(document, cuts)
    written = apply.write_document(data, document, replacements).data
    assert extract.read_document(written, name).text == intended(document, replacements)
    assert apply.write_document(data, document, replacements).data == written


@QUICK
@given(
    st.lists(st.text("abñ €é.\t", max_size=20), min_size=1, max_size=8),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]),
    st.sampled_from(["\n", "\r\n"]),
    CUTS,
)
def test_text(lines: list[str], coding: str, end: str, cuts: list[tuple[int, int]]) -> None:
    check(("Inicio" + end + end.join(lines)).encode(coding), "a.txt", cuts)


@QUICK
@given(st.lists(st.lists(LETTERS, min_size=2, max_size=4), min_size=1, max_size=6), st.sampled_from(";,\t"), CUTS)
def test_delimited(rows: list[list[str]], delimiter: str, cuts: list[tuple[int, int]]) -> None:
    def quoted(cell: str) -> str:
        return '"' + cell.replace('"', '""') + '"'

    text = f"sep={delimiter}\n" + "\n".join(delimiter.join(map(quoted, row)) for row in rows) + "\n"
    data = text.encode()
    document = extract.read_document(data, "a.csv")
    replacements = [r for r in replacements_of(document, cuts) if not _begins_a_formula(document, r)]
    written = apply.write_document(data, document, replacements).data
    assert extract.read_document(written, "a.csv").text == intended(document, replacements)


def _begins_a_formula(document: Document, replacement: Replacement) -> bool:
    """A cell that a spreadsheet would run gets an apostrophe: tested on its own."""
    block = document.block_at(replacement.span.start)
    return block.row == 0 or document.text[block.start] in "-="


@QUICK
@given(
    st.lists(st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=3), min_size=1, max_size=4), CUTS
)
def test_word(tables: list[list[list[str]]], cuts: list[tuple[int, int]]) -> None:
    plain = "".join(made.paragraph(*runs) for runs in tables[0])
    listed = "".join(made.table([made.paragraph(*runs) for runs in rows]) for rows in tables[1:])
    bare = {name: _emptied for name in ("docProps/app.xml", "docProps/core.xml")}
    parts = {name: bytes for name in ("customXml/item1.xml",)}
    data = made.word(plain + listed, changes={**bare, **{n: lambda _: b"<a/>" for n in parts}})
    check(data, "a.docx", cuts)


def _emptied(data: bytes) -> bytes:
    """Leave no property to read: those go on writing whatever they say."""
    root = data[: data.index(b">", data.index(b"Properties")) + 1]
    prefix = root[root.rindex(b"<") + 1 :].split(b" ")[0]
    return root + b"</" + prefix + b">"


@QUICK
@given(
    st.lists(st.lists(st.one_of(WORDS, st.integers(0, 10**9)), min_size=1, max_size=4), min_size=1, max_size=5), CUTS
)
def test_workbook(rows: list[list[str | int]], cuts: list[tuple[int, int]]) -> None:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    data = made.reworked(out.getvalue(), {"docProps/core.xml": _emptied, "docProps/app.xml": _emptied})
    check(data, "a.xlsx", cuts)


def crossing(document: Document, cuts: Sequence[tuple[int, int]]) -> list[Replacement]:
    """Turn any cuts into sorted, disjoint replacements that may run over cells and paragraphs of the body."""
    ends = [block.end for block in document.blocks if block.kind in (BlockKind.CELL, BlockKind.PARAGRAPH)]
    wanted: list[Replacement] = []
    for start, length in sorted(cuts):
        start = max(start, wanted[-1].span.end if wanted else 0)
        end = min(start + length, max(ends, default=0))
        if start < end and document.text[start:end].strip("\n\t"):
            span = Span(start, end)
            wanted.append(Replacement(span, Action.TAG, "[X_1]", "d1", "PERSON", document.surface(span)))
    return wanted


def check_crossing(data: bytes, name: str, cuts: Sequence[tuple[int, int]]) -> None:
    document = extract.read_document(data, name)
    replacements = crossing(document, cuts)
    written = extract.read_document(apply.write_document(data, document, replacements).data, name)
    # separators belong to the reader: what a file holds is the rest
    assert "".join(written.text.split()) == "".join(intended(document, replacements).split())


@QUICK
@given(st.lists(st.lists(WORDS, min_size=1, max_size=3), min_size=1, max_size=4), CUTS)
def test_a_replacement_over_cells_is_written_once(rows: list[list[str]], cuts: list[tuple[int, int]]) -> None:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    bare = {"docProps/core.xml": _emptied, "docProps/app.xml": _emptied}
    check_crossing(made.reworked(made.saved(book), bare), "a.xlsx", cuts)
    empty = {**bare, "customXml/item1.xml": lambda _: b"<a/>"}
    check_crossing(made.word("".join(made.table(row) for row in rows), changes=empty), "a.docx", cuts)
    text = "sep=;\n" + "\n".join(";".join(row) for row in rows) + "\n"
    check_crossing(text.encode(), "a.csv", [(start + 6, length) for start, length in cuts])

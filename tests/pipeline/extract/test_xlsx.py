"""Workbooks: every cell as a reader sees it, and every other corner that holds text."""

from __future__ import annotations

import datetime

import openpyxl
import pytest
from openpyxl.comments import Comment

from pipeline.document import BlockKind, Document
from pipeline.extract.xlsx import read_workbook
from tests.pipeline import made


def cells(document: Document) -> dict[tuple[int | None, int | None, int | None], tuple[str, str]]:
    return {
        (b.table, b.row, b.column): (document.text[b.start : b.end].strip("\n\t"), b.label)
        for b in document.blocks
        if b.kind is BlockKind.CELL
    }


def read(book: openpyxl.Workbook) -> Document:
    return read_workbook(made.saved(book), "a.xlsx")


def test_cells_have_place_and_label() -> None:
    book = openpyxl.Workbook()
    for row in (["Nombre", "DNI"], ["Ana Gil", "99500000E"]):
        book.active.append(row)
    found = cells(read(book))
    assert found[0, 1, 0] == ("Ana Gil", "Nombre") and found[0, 1, 1] == ("99500000E", "DNI")


@pytest.mark.parametrize(
    ("value", "format", "shown"),
    [
        (612000111, "General", "612000111"),
        (6.12000111e8, "General", "612000111"),
        (6001, "00000", "06001"),
        (datetime.date(1980, 5, 17), "dd/mm/yyyy", "17/05/1980"),
        (datetime.datetime(1980, 5, 17, 10, 30), "yyyy-mm-dd hh:mm", "17/05/1980 10:30"),
        (1.5, '0.00 "días"', "1.5"),
        (99500000, "#,##0;[Red]-#,##0", "99500000"),
    ],
)
def test_numbers_are_read_as_they_look(value: object, format: str, shown: str) -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = value
    book.active["A1"].number_format = format
    assert cells(read(book))[0, 0, 0][0] == shown


def test_hidden_sheets_comments_names_and_headers_are_read() -> None:
    book = openpyxl.Workbook()
    hidden = book.create_sheet("Hoja de Ana Gil")
    hidden.sheet_state = "veryHidden"
    hidden["B2"] = "Luis Rey"
    book.active["A1"] = '="Sra. "&"Dora Paz"'
    book.active["A1"].comment = Comment("Elsa Pons lo pide", "Fede Ruiz")
    book.active.oddHeader.center.text = "Expediente de Gema Soto"
    book.properties.creator = "Hugo Sanz"
    text = read(book).text
    for name in ("Hoja de Ana Gil", "Luis Rey", "Dora Paz", "Elsa Pons", "Fede Ruiz", "Gema Soto", "Hugo Sanz"):
        assert name in text


def test_rich_text_is_one_cell_and_stale_strings_are_read_as_hidden() -> None:
    strings = "<si><r><t>Ana </t></r><r><t>Gil</t></r><rPh><t>eco</t></rPh></si><si><t>Luis Rey</t></si>"
    data = made.book('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', strings)
    document = read_workbook(data, "a.xlsx")
    assert cells(document)[0, 0, 0][0] == "Ana Gil"
    hidden = [document.text[b.start : b.end] for b in document.blocks if b.kind is BlockKind.HIDDEN]
    assert any("Luis Rey" in text for text in hidden)


def test_results_of_formulas_are_cells_and_formulas_with_text_are_fields() -> None:
    data = made.book(
        '<row r="1"><c r="A1" t="str"><f>"Ana "&amp;B1</f><v>Ana Gil</v></c><c r="B1"><f>1+1</f><v>2</v></c></row>'
    )
    document = read_workbook(data, "a.xlsx")
    assert cells(document)[0, 0, 0][0] == "Ana Gil"
    fields = [document.text[b.start : b.end].strip() for b in document.blocks if b.kind is BlockKind.FIELD]
    assert fields == ['"Ana "&B1']


def test_rows_and_columns_without_references_count_on() -> None:
    data = made.book("<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>")
    assert set(cells(read_workbook(data, "a.xlsx"))) == {(0, 0, 0), (0, 0, 1), (0, 1, 0)}


def test_a_title_over_a_table_is_no_header() -> None:
    book = openpyxl.Workbook()
    for row in (["Relación de interesados"], [], ["Interesado", "DNI", "Importe"], ["Ana Gil", "99500000E", 10]):
        book.active.append(row)
    found = cells(read(book))
    assert [found[0, 3, n][1] for n in range(3)] == ["Interesado", "DNI", "Importe"]


def test_a_form_names_its_values_over_an_empty_column() -> None:
    book = openpyxl.Workbook()
    for row in (["Nombre:", None, "Ana Gil"], ["DNI:", None, "99500000E"]):
        book.active.append(row)
    found = cells(read(book))
    assert found[0, 0, 2] == ("Ana Gil", "Nombre") and found[0, 1, 2] == ("99500000E", "DNI")


def test_broken_references_are_counted_on() -> None:
    data = made.book('<row r="x"><c r="?"><v>1</v></c></row><row r="0"><c r="B"><v>2</v></c></row>')
    assert set(cells(read_workbook(data, "a.xlsx"))) == {(0, 0, 0), (0, 1, 1)}

"""Columns of tables: the type of all is the type of each, and what is nobody's stays."""

from __future__ import annotations

import html
import io
import time
from collections.abc import Sequence
from pathlib import Path

import openpyxl
import pymupdf
import pytest

from pipeline import engine, extract, recognise
from pipeline.analysis import Analysis
from pipeline.detection import Detection, Label
from pipeline.document import Document
from pipeline.policy import load
from pipeline.recognise.column_types import kind_of_header
from tests.fakes import FakeNer
from tests.pipeline import made
from tests.pipeline.made_formats import ods, odt, rtf, sheet

Rows = Sequence[Sequence[str]]
ODD = [
    ["NIF", "Nombre", "Apellidos", "Teléfono", "Fecha de nacimiento", "Nota", "Importe"],
    ["99000001F", "Ana", "Zahínos Gil", "600111222", "3/4/1980", "7,25", "1.234,00"],
    ["9900000 2x", "Bría", "Qwopo Xeldra", "600 111 22", "12-3-75", "8,1", "12345678"],
    ["9900003", "Zorx", "Calle Paz", "6.00111E8", "marzo de 1991", "9", "600111333"],
    ["-", "n/a", "TOTAL", "no consta", "", "31", "99000004"],
]
GONE = ["99000001F", "9900000 2x", "9900003", "Ana", "Zahínos Gil", "Bría", "Qwopo Xeldra", "Zorx", "Calle Paz"]
GONE += ["600111222", "600 111 22", "6.00111E8", "3/4/1980", "12-3-75", "marzo de 1991"]
STAYS = ["7,25", "1.234,00", "8,1", "12345678", "600111333", "99000004", "-", "n/a", "TOTAL", "no consta"]


def csv(rows: Rows) -> tuple[bytes, str]:
    return "\n".join(";".join(row) for row in rows).encode(), "a.csv"


def tsv(rows: Rows) -> tuple[bytes, str]:
    return "\n".join("\t".join(row) for row in rows).encode(), "a.tsv"


def xlsx(rows: Rows) -> tuple[bytes, str]:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue(), "a.xlsx"


def docx(rows: Rows) -> tuple[bytes, str]:
    return made.word(made.table(*[[made.paragraph(cell) for cell in row] for row in rows])), "a.docx"


def page(rows: Rows) -> tuple[bytes, str]:
    body = "".join("<tr>" + "".join(f"<td>{html.escape(c)}</td>" for c in row) + "</tr>" for row in rows)
    return f"<html><body><table>{body}</table></body></html>".encode(), "a.html"


def opened(rows: Rows) -> tuple[bytes, str]:
    return ods(sheet(rows)), "a.ods"


def written(rows: Rows) -> tuple[bytes, str]:
    cells = ("".join(f"<table:table-cell><text:p>{c}</text:p></table:table-cell>" for c in row) for row in rows)
    lines = "".join(f"<table:table-row>{line}</table:table-row>" for line in cells)
    return odt(f"<table:table>{lines}</table:table>"), "a.odt"


def rich(rows: Rows) -> tuple[bytes, str]:
    def said(cell: str) -> str:
        return "".join(c if ord(c) < 128 else f"\\u{ord(c)}?" for c in cell)

    lines = (
        "\\trowd"
        + "".join(f"\\cellx{n + 1}000" for n in range(len(r)))
        + "".join(f"\\intbl {said(c)}\\cell " for c in r)
        + "\\row "
        for r in rows
    )
    return rtf("".join(lines)), "a.rtf"


def drawn(rows: Rows) -> tuple[bytes, str]:
    pages = pymupdf.open()
    sheet = pages.new_page(width=842)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            sheet.insert_text((40 + 110 * x, 80 + 18 * y), cell, fontsize=9)
    return bytes(pages.tobytes()), "a.pdf"


FORMATS = [csv, tsv, xlsx, docx, page, opened, written, rich, drawn]


def read(made: tuple[bytes, str]) -> Document:
    return extract.read_document(*made)


def analysed(made: tuple[bytes, str]) -> Analysis:
    (analysis,) = engine.analyse([read(made)], load("transparencia"), ner=FakeNer())  # type: ignore[arg-type]
    return analysis


def gone(analysis: Analysis) -> list[str]:
    return [r.original for r in analysis.replacements()]


def found(made: tuple[bytes, str]) -> list[Detection]:
    return recognise.find_all(read(made), ner=FakeNer())  # type: ignore[arg-type]


@pytest.mark.parametrize("form", FORMATS)
def test_odd_values_are_what_their_column_is(form: object) -> None:
    rows = ODD if form is not drawn else [[cell or "-" for cell in row] for row in ODD]
    replaced = gone(analysed(form(rows)))  # type: ignore[operator]
    assert [value for value in GONE if value not in replaced] == []
    assert [value for value in STAYS if value in replaced] == []
    assert [value for value in ODD[0] if value in replaced] == []


@pytest.mark.parametrize("form", [csv, xlsx, opened])
def test_a_table_without_header(form: object) -> None:
    rows = [
        ["99000001R", "Ana Zahínos Gil", "600111222", "calle Mayor 3, 2º B", "Mérida", "12,5"],
        ["99000002W", "Brío Qwopo Xeldra", "600111223", "avda. Sol 4", "Badajoz", "3"],
        ["9900003A", "Luis Pérez Gómez", "60011122", "Pza. Real s/n", "Quel", "4,25"],
        ["99000004G", "Zorxa Kwil", "600111225", "El Cortijo Alto", "Mérida", "600111333"],
    ]
    replaced = gone(analysed(form(rows)))  # type: ignore[operator]
    assert [v for row in rows for v in row[:5] if v not in replaced] == []
    assert [v for row in rows[:3] for v in row[5:] if v in replaced] == []


@pytest.mark.parametrize("form", [csv, xlsx, opened, page])
def test_two_tables_on_one_sheet(form: object) -> None:
    rows = [
        ["Solicitante", "DNI"], ["Brío Kwil", "990001"], ["Zorxa Ngolo", "99.000.2"],
        ["", ""] , ["Producto", "Unidades"], ["Concha", "990001"], ["Rosa", "99000002"], ["Mercedes", "5"],
    ]  # fmt: skip
    replaced = gone(analysed(form(rows)))  # type: ignore[operator]
    assert {"Brío Kwil", "Zorxa Ngolo", "99.000.2"} <= set(replaced)
    assert not {"Concha", "Rosa", "Mercedes", "99000002", "5"} & set(replaced)


@pytest.mark.parametrize("form", [csv, xlsx, opened, docx])
def test_a_table_on_its_side_is_a_person_a_column(form: object) -> None:
    rows = [
        ["Nombre y apellidos", "Ana Zahínos Gil", "Brío Kwil", "Zorxa Ngolo"],
        ["DNI", "99000001R", "990002", "99.000.3"],
        ["Teléfono", "600111222", "6001112", "600111224"],
    ]
    analysis = analysed(form(rows))  # type: ignore[operator]
    assert set(gone(analysis)) == {cell for row in rows for cell in row[1:]}
    people = {e.id: e.name for e in analysis.entities if e.kind == "natural"}
    owners = {e.name: people.get(e.attached_to or "") for e in analysis.entities if e.label in ("NIF", "PHONE")}
    for at in (1, 2, 3):
        assert [owners[rows[1][at]], owners[rows[2][at]]] == [rows[0][at]] * 2


def test_given_names_and_surnames_on_rows_of_their_own_are_one_person_a_column() -> None:
    rows = [["Nombre", "Ana", "Brío"], ["Apellidos", "Zahínos Gil", "Kwil Ngolo"], ["DNI", "99000001R", "990002"]]
    tags = {r.original: r.output for r in analysed(csv(rows)).replacements()}
    assert tags["Ana"] == tags["Zahínos Gil"] != tags["Brío"] == tags["Kwil Ngolo"]


def test_two_tables_side_by_side_do_not_mix_their_people() -> None:
    rows = [
        ["Nombre", "DNI", "", "Nombre", "DNI"],
        ["Ana Zahínos Gil", "99000001R", "", "Brío Kwil Ngolo", "990002"],
        ["Luis Pérez Gómez", "99000003A", "", "Leo Paz Marín", "99000004G"],
    ]
    analysis = analysed(xlsx(rows))
    people = {e.id: e.name for e in analysis.entities if e.kind == "natural"}
    owners = {e.name: people.get(e.attached_to or "") for e in analysis.entities if e.label == "NIF"}
    assert owners == {row[n + 1]: row[n] for row in rows[1:] for n in (0, 3)}


def test_a_row_is_one_person_named_in_two_columns_and_known_in_the_rest_of_the_file() -> None:
    rows = [["Apellidos", "Nombre", "NIF", "Correo"], ["Zahínos Gil", "Ana", "99000001R", "azg.example.es"]]
    rows += [["Kwil Ngolo", "Brío", "99000002", "bk@example.es"]]
    documents = [read(csv(rows)), extract.read_document("Recurre doña Ana Zahínos Gil.\n".encode(), "b.txt")]
    table, text = engine.analyse(documents, load("transparencia"), ner=FakeNer())  # type: ignore[arg-type]
    tags = {r.original: r.output for r in (*table.replacements(), *text.replacements())}
    assert tags["Zahínos Gil"] == tags["Ana"] == tags["Ana Zahínos Gil"]
    assert tags["Kwil Ngolo"] == tags["Brío"] != tags["Ana"]
    people = {e.id: e.tag for e in table.entities if e.kind == "natural"}
    owners = {e.name: people.get(e.attached_to or "") for e in table.entities if e.kind == "value"}
    assert f"[{owners['99000001R']}]" == f"[{owners['azg.example.es']}]" == tags["Ana"]


@pytest.mark.parametrize("header", ["Producto", "Modelo", "Sala", "Variedad", "Centro", "Embarcación"])
def test_kinds_that_look_like_names_stay(header: str) -> None:
    rows = [[header, "Puntuación", "Unidades"], ["Concha", "99000001", "600111222"], ["Rosa", "12345678", "3"]]
    rows += [["Mercedes", "23", "4"], ["Carmen", "61", "5"]]
    assert gone(analysed(csv(rows))) == []


def test_a_valid_identifier_or_a_whole_name_in_a_column_of_kinds_is_still_hidden() -> None:
    rows = [["Producto", "Nota"], ["Concha", "7"], ["Ana Zahínos Gil", "8"], ["99999999R", "5"], ["Rosa", "4"]]
    assert gone(analysed(csv(rows))) == ["Ana Zahínos Gil", "99999999R"]


def test_codes_are_somebodys_where_the_header_numbers_and_the_rows_are_people() -> None:
    rows = [["N.º", "Alumno", "Código", "Grupo"], *[[str(n), f"Zorxa Kwil{c}", f"{c}-{n}7", "A1"] for n, c in
            enumerate("abcdef", 1)]]  # fmt: skip
    replaced = gone(analysed(csv(rows)))
    assert [row[2] for row in rows[1:] if row[2] not in replaced] == []
    assert not {"1", "2", "A1"} & set(replaced)
    things = [["Código", "Producto"], ["A-17", "Mesa"], ["A-27", "Silla"], ["A-37", "Lámpara"]]
    assert gone(analysed(csv(things))) == []


def test_ages_and_towns_are_data_beside_people() -> None:
    people = [["Nombre", "Edad", "Localidad", "C.P."], ["Zorxa Kwil", "34", "Mérida", "06800"]]
    people += [["Ngolo Brío", "91", "Villalarga del Monte", "6800"]]
    replaced = gone(analysed(csv(people)))
    assert {"34", "91", "Mérida", "Villalarga del Monte"} <= set(replaced)
    assert not {"06800", "6800"} & set(replaced)  # listado_bom.csv of the hard files asks for it
    homes = [["Nombre", "Domicilio", "C.P."], ["Zorxa Kwil", "calle Alta 3", "06800"]]
    homes += [["Ngolo Brío", "El Cortijo", "6800"]]
    assert {"06800", "6800", "calle Alta 3", "El Cortijo"} <= set(gone(analysed(csv(homes))))


def test_data_of_nobody_named_keep_their_postcodes_and_categories() -> None:
    name = "kanon_nulos.csv"
    data = (Path(__file__).parents[2] / "cases" / "files" / name).read_bytes()
    analysis = analysed((data, name))
    header, *rows = [line.split(";") for line in data.decode().splitlines()]
    stays = {cell for row in rows for column, cell in zip(header, row, strict=True) if column != "nac"} - {"", "*"}
    assert not stays & set(gone(analysis))
    assert not set(header) & set(gone(analysis))


def test_free_text_goes_through_the_recognisers() -> None:
    rows = [["Fecha", "Observaciones"]]
    rows += [["1/2/2020", f"Llama doña Ana Zahínos Gil desde el 60011122{n} y pide que se le avise."] for n in range(4)]
    replaced = gone(analysed(csv(rows)))
    assert replaced.count("Ana Zahínos Gil") == 4
    assert not any(len(value) > 20 for value in replaced)


def test_what_the_column_decided_is_told() -> None:
    marks = {(d.provenance.trigger, *(a.by for a in d.provenance.adjustments)) for d in found(csv(ODD))}
    told = {mark for each in marks for mark in each if mark.startswith("column:")}
    assert {"column:nif", "column:given", "column:phone", "column:birth", "column:quantity"} <= told


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("dni/nie", "nif"), ("nif del solicitante", "nif"), ("n.º documento", "nif"), ("telefono movil", "phone"),
        ("tlf. contacto", "phone"), ("correo electronico", "email"), ("fecha nac.", "birth"), ("f. nacimiento", "birth"),
        ("cuenta corriente", "iban"), ("nº de expediente", "case"), ("puntuacion total", "quantity"),
        ("importe (€)", "quantity"), ("nombre del centro", "category"), ("n.º de afiliacion", "nss"), ("domicilio", "address"),
        ("apellidos y nombre", "name"), ("alumno/a", "name"), ("cod. empleado", "code"), ("color", "category"),
    ],
)  # fmt: skip
def test_headers(header: str, kind: str) -> None:
    known = kind_of_header(header)
    assert (known.name if known else "") == kind


@pytest.mark.parametrize("label", [Label.PERSON, Label.NIF])
def test_time_grows_with_the_rows(label: Label) -> None:
    def seconds(count: int) -> float:
        rows = [[f"9{n:07}X", "Zorxa Kwil Ngolo", "nota", "7,5"] for n in range(count)]
        document = read(csv([["DNI", "Alumno", "Texto", "Nota"], *rows]))
        start = time.process_time()
        marked = recognise.find_all(document, ner=FakeNer())  # type: ignore[arg-type]
        spent = time.process_time() - start
        assert len({d.span for d in marked if d.label == label and d.score >= 0.7}) == count
        return spent

    seconds(50)
    assert seconds(2_000) < 25 * seconds(200) + 0.5

"""Workbooks, written back: changed cells are plain strings, caches and pivots are gone, the rest stays."""

from __future__ import annotations

import datetime
import io
from typing import Any

import openpyxl
import pytest
from lxml import etree
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from pipeline import apply, extract
from pipeline.container.sheet_scrub import _strip_slicers
from pipeline.decision import Written
from tests.pipeline import made


def written(data: bytes, values: list[str], output: str = "[PER_1]") -> Written:
    document = extract.read_document(data, "a.xlsx")
    return apply.write_document(data, document, made.replacing(document, values, output))


def opened(data: bytes) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(data), rich_text=True)


def everything(data: bytes) -> str:
    return "\n".join(made.content(data, name).decode("utf-8", "replace") for name in made.names(data))


@pytest.mark.parametrize(
    ("value", "format", "shown"),
    [
        ("Ana Gil", "General", "Ana Gil"),
        (612000111, "General", "612000111"),
        (6001, "00000", "06001"),
        (datetime.date(1980, 5, 17), "dd/mm/yyyy", "17/05/1980"),
    ],
)
def test_a_changed_cell_becomes_a_string_and_its_neighbour_stays(value: Any, format: str, shown: str) -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["B1"] = value, value
    book.active["A1"].number_format = book.active["B1"].number_format = format
    data = made.saved(book)
    document = extract.read_document(data, "a.xlsx")
    first = made.replacing(document, [shown])[:1]
    sheet = opened(apply.write_document(data, document, first).data).active
    assert sheet["A1"].value == "[PER_1]"
    assert sheet["B1"].value in (value, datetime.datetime(1980, 5, 17)) and sheet["B1"].number_format == format


def test_a_shared_string_changes_only_where_it_was_replaced() -> None:
    rows = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>0</v></c></row>'
    strings = "<si><r><t>Ana </t></r><r><rPr><b/></rPr><t>Gil</t></r><r><t>, sí</t></r></si><si><t>Luis Rey</t></si>"
    data = made.book(rows, strings)
    document = extract.read_document(data, "a.xlsx")
    result = apply.write_document(data, document, made.replacing(document, ["Ana Gil"])[:1]).data
    sheet = opened(result).active
    assert str(sheet["A1"].value) == "[PER_1], sí" and str(sheet["B1"].value) == "Ana Gil, sí"
    assert "Luis" not in everything(result)
    both = written(data, ["Ana Gil"]).data
    assert "Gil" not in everything(both) and "Ana" not in everything(both)


def test_a_formula_that_says_or_shows_a_value_is_dropped_and_its_result_stays() -> None:
    rows = (
        '<row r="1"><c r="A1" t="str"><f>"Sra. Ana Gil"&amp;B1</f><v>Sra. Ana Gil!</v></c>'
        '<c r="B1" t="str"><f>C1</f><v>Ana Gil</v></c><c r="C1"><f>1+1</f><v>2</v></c></row>'
    )
    sheet = opened(written(made.book(rows), ["Ana Gil"]).data).active
    assert [sheet[c].value for c in ("A1", "B1", "C1")] == ["Sra. [PER_1]!", "[PER_1]", "=1+1"]


@pytest.mark.parametrize(
    ("formula", "value", "shown"),
    [
        ('CONCATENATE("Ana ","Gil ","Rey")', "Ana Gil Rey", "[PER_1]"),
        ('"doña "&amp;"Ana "&amp;"Gil"', "Ana Gil", "doña [PER_1]"),
        ('_xlfn.TEXTJOIN(" ",TRUE,"Ana",PROPER("gil"))', "Ana Gil", "[PER_1]"),
        ('99012&amp;"345"&amp;"J"', "99012345J", "[PER_1]"),
        ('CHAR(65)&amp;CHAR(110)&amp;UPPER("a"&amp;"z")&amp;"!"', "AnAZ", "[PER_1]!"),
        ('"Ana "&amp;"Gil"&amp;B9', "Ana Gil", None),
        ('CONCAT("de Ana ",B9,"Gil ","Rey")', "Gil Rey", None),
        ('IF(B9,"Ana","Gil")', "Ana9Gil", '=IF(B9,"Ana","Gil")'),
        ('"Ana"&amp;B9&amp;"Gil"', "AnaGil", '="Ana"&B9&"Gil"'),
        ('"a, b"&amp;"c"', "Ana Gil", '="a, b"&"c"'),
        ("SUM(B1:B9)&amp;12", "B912", "=SUM(B1:B9)&12"),
        ('\'Ana\'!A1&amp;"x"&amp;"y"', "Gil", '=\'Ana\'!A1&"x"&"y"'),
    ],
)
def test_a_formula_that_nobody_worked_out_is_read_as_the_text_it_joins(
    formula: str, value: str, shown: str | None
) -> None:
    result = written(made.book(f'<row r="1"><c r="A1"><f>{formula}</f></c></row>'), [value]).data
    assert opened(result).active["A1"].value == shown


def test_children_of_a_dropped_shared_formula_keep_their_results() -> None:
    rows = (
        '<row r="1"><c r="A1" t="str"><f t="shared" ref="A1:A2" si="0">"Ana Gil"&amp;B1</f><v>Ana Gil</v></c></row>'
        '<row r="2"><c r="A2" t="str"><f t="shared" si="0"/><v>otra</v></c></row>'
    )
    sheet = opened(written(made.book(rows), ["Ana Gil"]).data).active
    assert [sheet["A1"].value, sheet["A2"].value] == ["[PER_1]", "otra"]


def test_a_renamed_sheet_is_followed_by_formulas_and_stays_unique() -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = "=SUM('Luis Rey'!A1,'Otra hoja'!A1)"
    for title in ("Ana Gil", "Luis Rey", "Otra hoja"):
        book.create_sheet(title)["A1"] = 1
    data = made.saved(book)
    document = extract.read_document(data, "a.xlsx")
    titles = [r for r in made.replacing(document, ["Ana Gil", "Luis Rey"]) if r.span.start > document.text.index("!A1")]
    result = opened(apply.write_document(data, document, titles[-2:]).data)
    assert result.sheetnames == ["Sheet", "PER_1", "PER_1_2", "Otra hoja"]
    assert result["Sheet"]["A1"].value == "=SUM('PER_1_2'!A1,'Otra hoja'!A1)"


def test_table_columns_follow_their_header_cells() -> None:
    book = openpyxl.Workbook()
    for row in (["Ana Gil", "Luis Rey", "Importe"], [1, 2, 3]):
        book.active.append(row)
    book.active.add_table(Table(displayName="Tabla1", ref="A1:C2"))
    sheet = opened(written(made.saved(book), ["Ana Gil", "Luis Rey"]).data).active
    names = [column.name for column in sheet.tables["Tabla1"].tableColumns]
    assert names == [str(cell.value) for cell in sheet[1]] and len(set(names)) == 3
    assert names[2] == "Importe"


def test_names_comments_headers_links_and_properties() -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = "queda"
    book.active["A1"].comment = Comment("Ana Gil: llamar", "Luis Rey")
    book.active.oddHeader.center.text = "De Ana Gil"
    book.active["A2"].hyperlink = "https://x.example/?q=Ana%20Gil"
    book.active["A2"].value = "enlace"
    book.defined_names["Quien"] = DefinedName("Quien", attr_text='"Ana Gil"')
    book.defined_names["Otra"] = DefinedName("Otra", attr_text="Sheet!$A$1")
    book.properties.creator = "Dora Paz"
    result = written(made.saved(book), ["Ana Gil"])
    text = everything(result.data)
    assert not any(name in text for name in ("Ana Gil", "Ana%20Gil", "Luis Rey", "Dora Paz"))
    assert opened(result.data).active["A1"].comment.text == "[PER_1]: llamar"
    assert list(opened(result.data).defined_names) == ["Otra"]
    assert "comments-anonymised:1" in result.notes


def test_a_number_format_that_says_a_name_is_rewritten_and_another_stays() -> None:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"] = 1, 2
    book.active["A1"].number_format = '"Sra. Gil" 0 "de Rey"'
    book.active["A2"].number_format = '#,##0.00 "euros"'
    sheet = opened(written(made.saved(book), ["Gil", "Rey"]).data).active
    assert sheet["A1"].number_format == '"Sra. [PER_1]" 0 "de [PER_1]"'
    assert sheet["A2"].number_format == '#,##0.00 "euros"'


def test_every_part_that_only_programs_read_goes() -> None:
    rows = '<row r="1"><c r="A1" vm="1"><v>1</v></c></row>'
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    hidden = [
        "xl/pivotCache/pivotCacheRecords1.xml", "xl/threadedComments/threadedComment1.xml", "xl/persons/person.xml",
        "xl/connections.xml", "xl/queryTables/queryTable1.xml", "xl/slicers/slicer1.xml", "xl/revisions/revisionLog1.xml",
        "xl/model/item.data", "xl/richData/rdrichvalue.xml", "xl/calcChain.xml", "customXml/item1.xml", "xl/vbaProject.bin",
    ]  # fmt: skip
    parts = {name: f'<x xmlns="{main}" nombre="Ana Gil">Ana Gil</x>'.encode() for name in hidden}
    result = written(made.book(rows, parts=parts), [])
    assert not set(hidden) & set(made.names(result.data))
    assert "Ana" not in everything(result.data) and "vm=" not in made.part(result.data, "xl/worksheets/sheet1.xml")
    assert "scripts-removed:1" in result.notes


def test_the_buttons_of_slicers_go_and_other_drawings_stay() -> None:
    drawing = "http://schemas.openxmlformats.org/drawingml/2006/main"
    frame = f'<a:graphic xmlns:a="{drawing}"><a:graphicData uri="%s"/></a:graphic>'
    anchors = "".join(
        f"<x:twoCellAnchor><x:graphicFrame>{frame % uri}</x:graphicFrame></x:twoCellAnchor>"
        for uri in ("http://schemas.microsoft.com/office/drawing/2010/slicer", "http://x.example/chart")
    )
    root = etree.fromstring(f'<x:wsDr xmlns:x="http://x.example/d">{anchors}</x:wsDr>')
    _strip_slicers(root)
    assert [data.get("uri") for data in root.iter("{*}graphicData")] == ["http://x.example/chart"]


def test_a_linked_workbook_keeps_no_path_and_no_values() -> None:
    main = f'xmlns="{made.SHEET}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    link = (
        f'<externalLink {main}><externalBook r:id="r1"><sheetNames><sheetName val="Ana Gil"/></sheetNames><sheetDataSet>'
        '<sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>Luis Rey</v></cell></row></sheetData></sheetDataSet>'
        "</externalBook></externalLink>"
    )
    rels = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"
    override = f'<Override PartName="/xl/externalLinks/externalLink1.xml" ContentType="{kind}"/></Types>'.encode()
    path = made.related("r1", "externalLinkPath", "file:///C:/Users/ana.gil/padron.xlsx", external=True)
    data = made.reworked(
        made.book('<row r="1"><c r="A1"><v>1</v></c></row>'),
        {
            "[Content_Types].xml": lambda d: d.replace(b"</Types>", override),
            "xl/_rels/workbook.xml.rels": made.related("r80", "externalLink", "externalLinks/externalLink1.xml"),
            "xl/workbook.xml": lambda d: d.replace(
                b"</sheets>",
                b'</sheets><externalReferences><externalReference xmlns:r="http://schemas.openxmlformats.org/'
                b'officeDocument/2006/relationships" r:id="r80"/></externalReferences>',
            ),
        },
        {
            "xl/externalLinks/externalLink1.xml": link.encode(),
            "xl/externalLinks/_rels/externalLink1.xml.rels": path(rels),
        },
    )
    text = everything(written(data, []).data)
    assert "externo.xlsx" in text and "externalReference " in text
    assert not any(name in text for name in ("ana.gil", "Ana Gil", "Luis Rey"))


def test_a_sheet_called_like_its_relation_keeps_its_name_and_its_cells() -> None:
    book = openpyxl.Workbook()
    book.active.title = "Censo"
    book.active["A1"] = "uno"
    data = made.reworked(
        made.saved(book),
        {
            "xl/workbook.xml": lambda d: d.replace(b'"rId1"', b'"Censo"'),
            "xl/_rels/workbook.xml.rels": lambda d: d.replace(b'Id="rId1"', b'Id="Censo"'),
        },
    )
    assert 'r:id="Censo"' in made.part(data, "xl/workbook.xml")
    after = opened(written(data, []).data)
    assert after.sheetnames == ["Censo"] and after["Censo"]["A1"].value == "uno"


def test_the_same_input_gives_the_same_bytes_and_no_replacement_changes_no_cell() -> None:
    book = openpyxl.Workbook()
    book.active.append(["uno", 2, "=A1", datetime.date(2020, 1, 2), None, True])
    data = made.saved(book)
    assert written(data, []).data == written(data, []).data
    before, after = (
        openpyxl.load_workbook(io.BytesIO(data)).active,
        openpyxl.load_workbook(io.BytesIO(written(data, []).data)).active,
    )
    assert [c.value for c in before[1]] == [c.value for c in after[1]]

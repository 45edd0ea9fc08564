"""Workbooks that say a name in one place alone: it is read or goes, and the gate would see it there."""

from __future__ import annotations

import re
from collections.abc import Callable

import openpyxl
import pytest
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule, Rule
from openpyxl.packaging.custom import StringProperty
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.hyperlink import Hyperlink

from tests.pipeline import made
from tests.pipeline.made import book, related, saved
from tests.pipeline.places import BARE, CODED, KEPT, NAME, proven

Q = f'<c r="A1" t="inlineStr"><is><t>{KEPT}</t></is></c>'
CELLS = {
    "inline": f'<c r="B1" t="inlineStr"><is><t>{NAME}</t></is></c>',
    "inline, with a value left over": f'<c r="B1" t="inlineStr"><is><t>{NAME}</t></is><v>0</v></c>',
    "the value left over": f'<c r="B1" t="inlineStr"><is><t>z</t></is><v>{NAME}</v></c>',
    "reading beside an inline text": f'<c r="B1" t="inlineStr"><is><t>z</t><rPh sb="0" eb="1"><t>{NAME}</t></rPh></is></c>',
    "result of a formula": f'<c r="B1" t="str"><f>C1</f><v>{NAME}</v></c>',
    "text in a formula": f'<c r="B1"><f>IF(C1,"{NAME}","")</f><v>0</v></c>',
    "text in a matrix": f'<c r="B1"><f t="array" ref="B1">{{"{NAME}"}}</f><v>0</v></c>',
    "what should be an error": f'<c r="B1" t="e"><v>{NAME}</v></c>',
    "what should be yes or no": f'<c r="B1" t="b"><v>{NAME}</v></c>',
    "what should be a day": f'<c r="B1" t="d"><v>{NAME}</v></c>',
    "what should be a number": f'<c r="B1"><v>{NAME}</v></c>',
    "extension of a cell": f'<c r="B1"><v>1</v><extLst><ext uri="z"><a>{NAME}</a></ext></extLst></c>',
    "text beside the value": f'<c r="B1">{NAME}<v>1</v></c>',
    "text beside the cells": NAME,
}


@pytest.mark.parametrize("place", CELLS)
def test_in_a_cell(place: str) -> None:
    proven(book(f'<row r="1">{Q}{CELLS[place]}</row>'), "a.xlsx")


def test_in_a_hidden_row() -> None:
    proven(book(f'<row r="1">{Q}</row><row r="2" hidden="1">{CELLS["inline"].replace("B1", "A2")}</row>'), "a.xlsx")


STRINGS = {
    "in runs": f"<si><r><t>{NAME[:5]}</t></r><r><t>{NAME[5:]}</t></r></si>",
    "read aloud": f'<si><t>z</t><rPh sb="0" eb="1"><t>{NAME}</t></rPh></si>',
    "used by no cell": f"<si><t>z</t></si><si><t>{NAME}</t></si>",
}


@pytest.mark.parametrize("place", STRINGS)
def test_in_the_shared_strings(place: str) -> None:
    proven(book(f'<row r="1">{Q}<c r="B1" t="s"><v>0</v></c></row>', STRINGS[place]), "a.xlsx")


def hidden_sheet(made: openpyxl.Workbook) -> None:
    sheet = made.create_sheet("z")
    sheet["B2"], sheet.sheet_state = NAME, "veryHidden"


def validated(made: openpyxl.Workbook, **said: str) -> None:
    rule = DataValidation(type="list", **{"formula1": '"a,b"', **said})
    rule.add("B1")
    made.active.add_data_validation(rule)


def linked(made: openpyxl.Workbook, **said: str) -> None:
    made.active["A2"].value = "z"
    made.active["A2"].hyperlink = Hyperlink(ref="A2", **said)


def named(made: openpyxl.Workbook, text: str, **said: str) -> None:
    made.defined_names["Z"] = DefinedName("Z", attr_text=text, **said)


def numbered(made: openpyxl.Workbook) -> None:
    made.active["A2"] = 1
    made.active["A2"].number_format = f'"{NAME}" 0'


def filtered(made: openpyxl.Workbook) -> None:
    made.active.auto_filter.ref = "A1:A3"
    made.active.auto_filter.add_filter_column(0, [NAME])


def charted(made: openpyxl.Workbook, title: str = NAME) -> None:
    made.active.append(["z", 1])
    chart = BarChart()
    chart.title = title
    chart.add_data(Reference(made.active, min_col=2, min_row=2, max_row=2))
    made.active.add_chart(chart, "E5")


BOOKS: dict[str, Callable[[openpyxl.Workbook], object]] = {
    "sheet nobody sees": hidden_sheet,
    "name of a sheet": lambda made: made.create_sheet(NAME),
    "comment": lambda made: setattr(made.active["A1"], "comment", Comment(NAME, "z")),
    "author of a comment": lambda made: setattr(made.active["A1"], "comment", Comment("z", NAME)),
    "list of a validation": lambda made: validated(made, formula1=f'"{NAME},z"'),
    "prompt of a validation": lambda made: validated(made, prompt=NAME),
    "error of a validation": lambda made: validated(made, error=NAME),
    "defined name": lambda made: named(made, f'"{NAME}"'),
    "comment of a defined name": lambda made: named(made, "1", comment=NAME),
    "help of a defined name": lambda made: named(made, "1", help=NAME),
    "conditional format": lambda made: made.active.conditional_formatting.add("A1", FormulaRule([f'A1="{NAME}"'])),
    "text of a conditional format": lambda made: made.active.conditional_formatting.add(
        "A1", Rule(type="containsText", operator="containsText", text=NAME, formula=["1"])
    ),
    "footer": lambda made: setattr(made.active.oddFooter.left, "text", NAME),
    "link": lambda made: linked(made, location=f"'{NAME}'!A1", display="z"),
    "tip of a link": lambda made: linked(made, location="Sheet!A1", tooltip=NAME),
    "number format": numbered,
    "filter": filtered,
    "title of a chart": charted,
    "property": lambda made: setattr(made.properties, "keywords", NAME),
    "property of one's own": lambda made: made.custom_doc_props.append(StringProperty(name="z", value=NAME)),
    "name for programs": lambda made: setattr(made.active.sheet_properties, "codeName", BARE),
}


@pytest.mark.parametrize("place", BOOKS)
def test_in_a_book(place: str) -> None:
    made = openpyxl.Workbook()
    made.active["A1"] = KEPT
    BOOKS[place](made)
    proven(saved(made), "a.xlsx")


def test_in_what_a_chart_remembers_of_its_cells() -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = KEPT
    charted(book, "z")
    data = saved(book)
    chart = next(name for name in made.names(data) if "charts/chart" in name)
    cache = (
        f'<cat><strRef><f>A1</f><strCache><ptCount val="1"/><pt idx="0"><v>{NAME}</v></pt></strCache></strRef></cat>'
    )
    proven(made.reworked(data, {chart: lambda body: body.replace(b"<val>", f"{cache}<val>".encode(), 1)}), "a.xlsx")


def test_a_link_outwards() -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = KEPT
    book.active["A2"].value, book.active["A2"].hyperlink = "z", f"https://z.example/?q={CODED}"
    proven(saved(book), "a.xlsx")


def styled(inside: str) -> bytes:
    end = re.compile(rb"</styleSheet>")
    data = book(f'<row r="1">{Q}</row>')
    return made.reworked(data, {"xl/styles.xml": lambda body: end.sub(f"{inside}</styleSheet>".encode(), body)})


def sheet_part(inside: str) -> bytes:
    end = re.compile(rb"</worksheet>")
    data = book(f'<row r="1">{Q}</row>')
    return made.reworked(data, {"xl/worksheets/sheet1.xml": lambda d: end.sub(f"{inside}</worksheet>".encode(), d)})


ELSEWHERE = {
    "style of cells": styled(f'<cellStyles><cellStyle name="{NAME}" xfId="0"/></cellStyles>'),
    "own order of sorting": sheet_part(f'<sortState ref="A1"><sortCondition ref="A1" customList="{NAME},z"/></sortState>'),
    "file that is added up": sheet_part(f'<dataConsolidate><dataRefs><dataRef name="{NAME}"/></dataRefs></dataConsolidate>'),
    "page to publish": sheet_part(f'<webPublishItems><webPublishItem title="{NAME}"/></webPublishItems>'),
    "alternative text of a table": sheet_part(f'<extLst><ext uri="z"><t altTextSummary="{NAME}"/></ext></extLst>'),
    "what an extension says": sheet_part(f'<extLst><ext uri="z"><t new="{NAME}"/></ext></extLst>'),
}  # fmt: skip


@pytest.mark.parametrize("place", ELSEWHERE)
def test_elsewhere(place: str) -> None:
    proven(ELSEWHERE[place], "a.xlsx")


SHAPES = {
    "text": f"<a:p><a:r><a:t>{NAME}</a:t></a:r></a:p>",
    "name": f'<x:cNvPr id="2" name="{NAME}"/>',
    "alternative text": f'<x:cNvPr id="2" name="z" descr="{NAME}"/>',
    "macro": f'<x:sp macro="[0]!{BARE}"/>',
}


@pytest.mark.parametrize("place", SHAPES)
def test_in_a_shape(place: str) -> None:
    kind = "application/vnd.openxmlformats-officedocument.drawing+xml"
    shape = f"<x:oneCellAnchor><x:sp>{SHAPES[place]}</x:sp></x:oneCellAnchor>"
    spaces = 'xmlns:x="http://z/d" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    bare = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
    override = f'<Override PartName="/xl/drawings/drawing1.xml" ContentType="{kind}"/></Types>'.encode()
    data = made.reworked(
        book(f'<row r="1">{Q}</row>'),
        {"[Content_Types].xml": lambda body: body.replace(b"</Types>", override)},
        {
            "xl/drawings/drawing1.xml": f"<x:wsDr {spaces}>{shape}</x:wsDr>".encode(),
            "xl/worksheets/_rels/sheet1.xml.rels": related("rId1", "drawing", "/xl/drawings/drawing1.xml")(bare),
        },
    )
    proven(data, "a.xlsx")

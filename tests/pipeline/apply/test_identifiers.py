"""A lone name word in what a file calls its own things: gone alike everywhere, references kept, and told if it stays.

Each case names a thing `candil` (of Zorita Candil, who is replaced) and refers to it where the format lets one.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Callable

import openpyxl
import pymupdf
import pytest
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table

from pipeline import apply, extract
from pipeline.analysis import Sought
from pipeline.container import office
from pipeline.decision import Action, Replacement
from pipeline.document import Document
from pipeline.verify import find_leaks
from tests.pipeline import made
from tests.pipeline.made_formats import cell, ods, odt, rtf, sheet

NAME = "Zorita Candil"
SAID = made.paragraph(f"Firma {NAME}.")
SAID_OPEN = f"<text:p>Firma {NAME}.</text:p>"


def only_the_name(document: Document) -> list[Replacement]:
    return [r for r in made.replacing(document, [NAME]) if r.original == NAME]


def clean(data: bytes, name: str) -> bytes:
    document = extract.read_document(data, name)
    wanted = only_the_name(document)
    assert wanted and all(each.action is Action.TAG for each in wanted)
    return apply.write_document(data, document, wanted).data


def leaks(data: bytes, name: str) -> list[str]:
    return [leak.how for leak in find_leaks(data, name, [Sought(NAME, "PERSON", "d1")])]


def everything(data: bytes) -> str:
    if not data.startswith(b"PK"):
        return data.decode("latin-1")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "\n".join(f"{n}\n{archive.read(n).decode('utf-8', 'replace')}" for n in archive.namelist())


def field(code: str) -> str:
    half = len(code) // 2
    runs = (
        "<w:fldChar w:fldCharType='begin'/>",
        f"<w:instrText xml:space='preserve'>{code[:half]}</w:instrText>",
        f"<w:instrText xml:space='preserve'>{code[half:]}</w:instrText>",
        "<w:fldChar w:fldCharType='separate'/>",
        "<w:t>ver</w:t>",
        "<w:fldChar w:fldCharType='end'/>",
    )
    return made.paragraph(*(f"<w:r>{inside}</w:r>" for inside in runs))


def styled(styles: str, body: str) -> bytes:
    return made.word(
        SAID + body, changes={"word/styles.xml": lambda _: f"<w:styles {made.NAMESPACES}>{styles}</w:styles>".encode()}
    )


MARK = "<w:p><w:bookmarkStart w:id='1' w:name='candil'/><w:r><w:t>aquí</w:t></w:r><w:bookmarkEnd w:id='1'/></w:p>"
OWN = "<w:style w:type='paragraph' w:customStyle='1' w:styleId='FirmaCandil'><w:name w:val='firma candil'/></w:style>"
WORD = {
    "a bookmark and its field": made.word(SAID + MARK + field(" REF candil \\h ")),
    "a bookmark and its link": made.word(
        SAID + MARK + "<w:p><w:hyperlink w:anchor='candil'><w:r><w:t>ver</w:t></w:r></w:hyperlink></w:p>"
    ),
    "a bookmark and a simple field": made.word(
        SAID + MARK + "<w:p><w:fldSimple w:instr=' PAGEREF Candil '><w:r><w:t>1</w:t></w:r></w:fldSimple></w:p>"
    ),
    "a style": styled(
        OWN,
        "<w:p><w:pPr><w:pStyle w:val='FirmaCandil'/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>"
        + field(' TOC \\t "firma candil;1" '),
    ),
    "a content control": made.word(
        SAID
        + "<w:sdt><w:sdtPr><w:alias w:val='candil'/><w:tag w:val='tag_candil_2'/></w:sdtPr><w:sdtContent>"
        + made.paragraph("x")
        + "</w:sdtContent></w:sdt>"
    ),
    "a form field": made.word(
        SAID + "<w:p><w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:name w:val='candil'/></w:ffData></w:fldChar>"
        "</w:r><w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>"
    ),
    "a drawn object": made.word(
        SAID + "<w:p><w:r><w:pict><v:rect id='candil1' style='width:9pt;height:9pt'/></w:pict></w:r>"
        "<w:r><w:drawing><wp:inline><wp:extent cx='9' cy='9'/><wp:docPr id='1' name='Candil 1'/></wp:inline>"
        "</w:drawing></w:r></w:p>"
    ),
    "an own property": made.word(
        SAID,
        changes={
            "[Content_Types].xml": lambda data: data.replace(
                b"</Types>",
                b"<Override PartName='/docProps/custom.xml' ContentType='application/vnd.openxmlformats-officedocument."
                b"custom-properties+xml'/></Types>",
            ),
            "_rels/.rels": made.related("rIdC", "custom-properties", "docProps/custom.xml"),
        },
        parts={
            "docProps/custom.xml": b"<Properties xmlns='http://schemas.openxmlformats.org/officeDocument/2006/custom-"
            b"properties'><property fmtid='{D5CDD505-2E9C-101B-9397-08002B2CF9AE}' pid='2' name='candil'/></Properties>"
        },
    ),
}


def workbook(change: Callable[[openpyxl.Workbook], None]) -> bytes:
    book = openpyxl.Workbook()
    book.active["A1"], book.active["A2"], book.active["A3"] = "Firma", NAME, 3
    change(book)
    return made.saved(book)


def a_range(book: openpyxl.Workbook) -> None:
    book.defined_names["candil"] = DefinedName("candil", attr_text=f"'{book.active.title}'!$A$3")
    book.active["B3"] = '=SUM(Candil)+LEN("abcdef")'


def a_table(book: openpyxl.Workbook) -> None:
    book.active.add_table(Table(displayName="candil", ref="A1:A3"))
    book.active["B3"] = "=SUM(candil[Firma])"


def a_sheet(book: openpyxl.Workbook) -> None:
    other = book.create_sheet("candil")
    other["A1"] = 4
    book.active["B3"] = "=candil!A1+1"


BOOKS = {"a range": workbook(a_range), "a table": workbook(a_table), "a sheet": workbook(a_sheet)}

TEXTS = {
    "a bookmark": odt(
        SAID_OPEN + "<text:p><text:bookmark-start text:name='candil'/>aquí<text:bookmark-end text:name='candil'/>"
        "<text:bookmark-ref text:ref-name='candil' text:reference-format='text'>aquí</text:bookmark-ref>"
        "<text:a xlink:href='#candil'>ver</text:a></text:p>"
    ),
    "a style": odt(
        SAID_OPEN + "<text:p text:style-name='Firma_20_candil'>x</text:p>",
        "<office:styles><style:style style:name='Firma_20_candil' style:display-name='Firma candil' style:family="
        "'paragraph'/></office:styles>",
    ),
    "a section, a table, a frame": odt(
        SAID_OPEN + "<text:section text:name='candil'><text:p>x</text:p></text:section><table:table table:name="
        "'TablaCandil'><table:table-column/><table:table-row><table:table-cell><text:p>y</text:p></table:table-cell>"
        "</table:table-row></table:table><text:p><draw:frame draw:name='candil2'><draw:text-box><text:p>z</text:p>"
        "</draw:text-box></draw:frame></text:p>"
    ),
    "a list": odt(
        SAID_OPEN + "<text:list xml:id='candil' text:style-name='L_candil'><text:list-item><text:p>x</text:p>"
        "</text:list-item></text:list><text:list text:continue-list='candil' text:style-name='L_candil'>"
        "<text:list-item><text:p>y</text:p></text:list-item></text:list>",
        automatic="<text:list-style style:name='L_candil'/>",
    ),
    "a variable": odt(
        "<text:variable-decls><text:variable-decl office:value-type='float' text:name='candil'/></text:variable-decls>"
        + SAID_OPEN
        + "<text:p><text:variable-set text:name='candil' text:formula='ooow:candil+1' office:value-type='float' "
        "office:value='1'>1</text:variable-set></text:p>"
    ),
}
NUMBER = cell("3", 'office:value-type="float" office:value="3"')
SHEETS = {
    "a range": ods(
        sheet([[NAME, NUMBER, cell("3", 'office:value-type="float" office:value="3" table:formula="of:=candil+0"')]])
        + "<table:named-expressions><table:named-range table:name='candil' table:base-cell-address='$Hoja1.$A$1' "
        "table:cell-range-address='$Hoja1.$B$1'/></table:named-expressions>"
    ),
    "a sheet": ods(
        sheet([[NAME, cell("3", 'office:value-type="float" office:value="3" table:formula="of:=[$candil.A1]"')]])
        + sheet([[NUMBER]], "candil")
    ),
}
RICH = {
    "a bookmark and its field": rtf(
        f"{NAME} {{\\*\\bkmkstart candil}}x{{\\*\\bkmkend candil}}"
        "{\\field{\\*\\fldinst REF candil \\\\h}{\\fldrslt x}}"
    ),
    "a style": rtf(f"{{\\stylesheet{{\\s5 Firma candil;}}}}\\s5 {NAME}"),
}
CASES = [
    *((data, "a.docx", what) for what, data in WORD.items()),
    *((data, "a.xlsx", what) for what, data in BOOKS.items()),
    *((data, "a.odt", what) for what, data in TEXTS.items()),
    *((data, "a.ods", what) for what, data in SHEETS.items()),
    *((data, "a.rtf", what) for what, data in RICH.items()),
]
IDS = [f"{name[2:]}: {what}" for _, name, what in CASES]


@pytest.mark.parametrize(("data", "name", "what"), CASES, ids=IDS)
def test_a_lone_name_in_an_identifier_goes_and_the_verifier_would_tell(data: bytes, name: str, what: str) -> None:
    written = clean(data, name)
    left = everything(written)
    assert "candil" not in left.lower()
    assert leaks(written, name) == []
    if what != "an own property":  # its part goes whole: the property's name is looked for there as text
        assert "found in an identifier" in leaks(_said_elsewhere(data), name)


def _said_elsewhere(data: bytes) -> bytes:
    """Return the file with the whole name gone from its text and the identifiers left."""
    if not data.startswith(b"PK"):
        return data.replace(NAME.encode(), b"[PER_1]")
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as target:
        for part in source.namelist():
            target.writestr(part, source.read(part).replace(NAME.encode(), b"[PER_1]"))
    return out.getvalue()


def test_references_of_a_text_still_lead_where_they_led() -> None:
    xml = made.part(clean(WORD["a bookmark and its field"], "a.docx"), "word/document.xml")
    assert 'w:name="dato1"' in xml and " REF dato1 \\h " in re.sub("<[^>]*>", "", xml)
    assert 'w:anchor="dato1"' in made.part(clean(WORD["a bookmark and its link"], "a.docx"), "word/document.xml")
    styled = clean(WORD["a style"], "a.docx")
    (style,) = re.findall(r'w:styleId="(\w+)"', made.part(styled, "word/styles.xml"))
    (shown,) = re.findall(r'<w:name w:val="(\w+)"', made.part(styled, "word/styles.xml"))
    xml = made.part(styled, "word/document.xml")
    assert f'<w:pStyle w:val="{style}"' in xml and f'\\t "{shown};1"' in re.sub("<[^>]*>", "", xml)
    xml = made.part(clean(TEXTS["a bookmark"], "a.odt"), "content.xml")
    assert xml.count('text:name="dato1"') == 2 and 'text:ref-name="dato1"' in xml and 'href="#dato1"' in xml
    source = everything(clean(RICH["a bookmark and its field"], "a.rtf"))
    assert source.count("dato1}") == 2 and "REF dato1 \\\\h" in source
    xml = made.part(clean(TEXTS["a variable"], "a.odt"), "content.xml")
    assert 'text:formula="ooow:dato1+1"' in xml


def test_a_text_inside_a_named_expression_goes() -> None:
    named = f"<table:named-expressions><table:named-expression table:name='x' table:expression='&quot;{NAME}&quot;'/></table:named-expressions>"
    data = ods(sheet([[NAME]]) + named)
    document = extract.read_document(data, "a.ods")
    written = apply.write_document(data, document, only_the_name(document)).data
    assert 'table:expression="&quot;[PER_1]&quot;"' in made.part(written, "content.xml")
    assert leaks(written, "a.ods") == []


def test_a_name_the_file_has_already_is_not_given_again() -> None:
    twice = made.word(SAID + MARK + MARK.replace("candil", "dato1").replace("'1'", "'2'"))
    assert sorted(re.findall(r'w:name="(\w+)"', made.part(clean(twice, "a.docx"), "word/document.xml"))) == [
        "dato1",
        "dato2",
    ]


def test_what_office_programs_call_their_own_stays() -> None:
    body = "<w:p><w:pPr><w:pStyle w:val='Ttulo1'/><w:jc w:val='center'/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>"
    style = "<w:style w:type='paragraph' w:styleId='Ttulo1'><w:name w:val='heading 1'/></w:style>"
    written = clean(styled(style, body), "a.docx")
    assert 'w:val="heading 1"' in made.part(written, "word/styles.xml")
    assert '"Ttulo1"' in made.part(written, "word/document.xml")


@pytest.mark.parametrize(
    ("data", "suffix", "shown"),
    [
        (BOOKS["a range"], "xlsx", "9"),  # SUM of 3 and LEN of 6
        (BOOKS["a table"], "xlsx", "3"),
        (BOOKS["a sheet"], "xlsx", "5"),
        (SHEETS["a range"], "ods", "3"),
        (SHEETS["a sheet"], "ods", "3"),
        (WORD["a bookmark and its field"], "docx", "aquí"),
        (WORD["a style"], "docx", "x"),
        (TEXTS["a bookmark"], "odt", "aquí"),
        (TEXTS["a section, a table, a frame"], "odt", "z"),
        (RICH["a bookmark and its field"], "rtf", "x"),
    ],
)
def test_libreoffice_opens_the_result_and_works_it_out(data: bytes, suffix: str, shown: str) -> None:
    if office.program() is None:
        if os.environ.get("ANONYMIZA_REQUIRE"):
            pytest.fail("LibreOffice is missing: install libreoffice-writer and libreoffice-calc.")
        pytest.skip("LibreOffice is missing.")
    drawn = office.convert(clean(data, f"a.{suffix}"), suffix, "pdf")
    words = "".join(page.get_text() for page in pymupdf.open(stream=drawn)).split()
    assert any(shown in word for word in words) and not any("#" in word or word.startswith("Err:") for word in words)

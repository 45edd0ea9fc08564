"""OpenDocument, written back: replaced in place, what names people or hides gone, the rest as it was."""

from __future__ import annotations

import base64
import io

import pytest
from PIL import Image

from tests.pipeline import made
from tests.pipeline.made_formats import cell, ods, odt, part, sheet, written


def body(data: bytes) -> str:
    content = made.part(data, "content.xml")
    return content.split("<office:text>")[-1].split("</office:text>")[0]


def picture() -> bytes:
    out = io.BytesIO()
    image = Image.new("RGB", (21, 13), "white")
    image.putpixel((3, 3), (0, 0, 0))
    image.save(out, "PNG")
    return out.getvalue()


def test_the_first_span_touched_gives_the_format_and_the_rest_stays() -> None:
    source = '<text:p text:style-name="P1">Don <text:span text:style-name="T1">Ana</text:span> Gil<text:s/>y<text:tab/>fin</text:p>'
    left = body(written(odt(source), "a.odt", ["Ana Gil"]).data)
    assert (
        left
        == '<text:p text:style-name="P1">Don <text:span text:style-name="T1">[PER_1]</text:span><text:s/>y<text:tab/>fin</text:p>'
    )
    assert body(written(odt(source), "a.odt", []).data) == source


def test_signs_inside_a_value_go_with_it() -> None:
    source = "<text:p>a ES73<text:tab/>0100<text:line-break/>00<text:s/>fin</text:p>"
    left = body(written(odt(source), "a.odt", ["ES73010000"]).data)
    assert "".join(left.split("<text:span/>")) == "<text:p>a [PER_1]<text:s/>fin</text:p>"


def test_revisions_hidden_text_and_authors_go() -> None:
    source = (
        "<text:tracked-changes><text:changed-region text:id='c'><text:deletion><office:change-info><dc:creator>Eva</dc:creator>"
        "</office:change-info><text:p>Borrado</text:p></text:deletion></text:changed-region></text:tracked-changes>"
        "<text:p>Ve<text:change text:change-id='c'/><office:annotation><dc:creator>Eva</dc:creator><dc:date>2020-01-01</dc:date>"
        "<text:p>Nota</text:p></office:annotation>r<text:hidden-text text:string-value='Oculto'>Oculto</text:hidden-text></text:p>"
        "<text:section text:display='none'><text:p>Sección</text:p></text:section>"
    )
    result = written(odt(source), "a.odt", [])
    assert body(result.data) == (
        "<text:p>Ve<office:annotation><dc:creator>Autor</dc:creator><text:p>Nota</text:p></office:annotation>r</text:p>"
    )
    assert result.notes == ("comments-anonymised:1", "hidden-removed:2", "revisions-removed:1")


def test_parts_that_tell_go_and_pictures_stay_under_plain_names() -> None:
    meta = part("document-meta", "<office:meta><dc:creator>Ana Gil</dc:creator></office:meta>")
    settings = part(
        "document-settings",
        "<office:settings><config:config-item config:name='PrinterName' config:type='string'>Impresora de Ana</config:config-item>"
        "<config:config-item config:name='AddParaTableSpacing' config:type='boolean'>true</config:config-item></office:settings>",
    )
    parts = {
        "meta.xml": meta, "settings.xml": settings, "Pictures/Foto de Ana.PNG": picture(), "Thumbnails/thumbnail.png": picture(),
        "Basic/Standard/script-lb.xml": b"<!DOCTYPE x><x/>", "META-INF/documentsignatures.xml": b"<x>Ana</x>",
        "Object 1": b"OLE Ana", "Versions/Version1": b"Ana", "Configurations2/x.xml": b"<x/>",
    }  # fmt: skip
    source = (
        "<text:p><draw:frame draw:name='Foto de Ana'><draw:image xlink:href='Pictures/Foto%20de%20Ana.PNG'/></draw:frame>"
        "<draw:frame><draw:object-ole xlink:href='./Object 1'/></draw:frame><draw:frame><draw:image xlink:href='http://x.example/a.png'/></draw:frame>"
        f"<draw:frame><draw:image><office:binary-data>{base64.b64encode(picture()).decode()}</office:binary-data></draw:image></draw:frame></text:p>"
    )
    result = written(odt(source, parts=parts), "a.odt", ["Ana"], "X")
    assert made.names(result.data) == [
        "mimetype",
        "content.xml",
        "styles.xml",
        "meta.xml",
        "settings.xml",
        "Pictures/imagen1.png",
        "META-INF/manifest.xml",
    ]
    with Image.open(io.BytesIO(made.content(result.data, "Pictures/imagen1.png"))) as image:
        assert image.size == (21, 13)
    left = body(result.data)
    assert 'xlink:href="Pictures/imagen1.png"' in left and "Object" not in left and "http" not in left
    assert "Ana" not in left and "Ana" not in made.part(result.data, "meta.xml")
    assert "Impresora" not in made.part(result.data, "settings.xml") and "AddPara" in made.part(
        result.data, "settings.xml"
    )
    assert made.content(result.data, "mimetype") == b"application/vnd.oasis.opendocument.text"
    assert {n.split(":")[0] for n in result.notes} >= {
        "properties-removed",
        "scripts-removed",
        "signatures-removed",
        "attachments-removed",
        "revisions-removed",
    }


@pytest.mark.parametrize(
    ("source", "gone"),
    [
        ("<text:p><text:a xlink:href='vnd.sun.star.script:Ana.x'>y</text:a></text:p>", "sun.star"),
        (
            "<office:scripts><office:script script:language='b'>Ana</office:script></office:scripts><text:p>y</text:p>",
            "script",
        ),
        ("<text:p>y<draw:plugin xlink:href='Ana'/></text:p>", "plugin"),
        ("<text:p><text:file-name text:display='full'>y</text:file-name></text:p>", "file-name"),
        (
            "<text:p><text:conditional-text text:string-value-if-false='Ana Gil'>y</text:conditional-text></text:p>",
            "Ana Gil",
        ),
    ],
)
def test_programs_and_fields_that_compute_go(source: str, gone: str) -> None:
    left = body(written(odt(source), "a.odt", []).data)
    assert gone not in left and "y" in left


def test_coded_style_names_that_hold_a_value_become_plain_alike() -> None:
    style = "<office:styles><style:style style:name='Informe_20_Ana_20_Gil_20_Rey' style:display-name='Informe Ana Gil Rey'/></office:styles>"
    source = "<text:p text:style-name='Informe_20_Ana_20_Gil_20_Rey'>Ana Gil Rey</text:p>"
    result = written(odt(source, style), "a.odt", ["Ana Gil Rey"]).data
    assert 'style-name="dato1"' in made.part(result, "content.xml") and 'style:name="dato1"' in made.part(
        result, "styles.xml"
    )
    assert "Ana" not in made.part(result, "styles.xml") + made.part(result, "content.xml")


def test_a_changed_cell_becomes_plain_text_and_references_follow_a_renamed_sheet() -> None:
    value = cell("99012345", 'office:value-type="float" office:value="99012345" table:formula="of:=[.B1]"')
    other = cell("7", 'office:value-type="float" office:value="7" table:formula="of:=[$Ana.A1]+[.B2]"')
    left = made.part(
        written(ods(sheet([[value, other]], "Ana")), "a.ods", ["99012345", "Ana"], "[X]").data, "content.xml"
    )
    assert '<table:table-cell office:value-type="string"><text:p>[X]</text:p>' in left
    assert 'table:name="X"' in left and "['X'.A1]+[.B2]" in left and "Ana" not in left


def test_a_formula_that_nobody_worked_out_is_read_as_the_text_it_joins() -> None:
    said = ('of:=CONCATENATE("Ana ";"Gil ";"Rey")', 'of:="Ana "&amp;"Luz"&amp;[.B1]')
    cells = [f"<table:table-cell table:formula='{formula}'/>" for formula in said]
    left = made.part(written(ods(sheet([cells])), "a.ods", ["Ana Gil Rey"]).data, "content.xml")
    assert "<text:p>[PER_1]</text:p>" in left and "Gil" not in left and "Luz" in left
    both = made.part(written(ods(sheet([cells])), "a.ods", ["Ana Luz"]).data, "content.xml")
    assert "Gil" in both and "Luz" not in both


def test_a_hidden_value_that_goes_leaves_what_is_shown() -> None:
    date = cell("marzo", 'office:value-type="date" office:date-value="1980-03-12"')
    left = made.part(written(ods(sheet([[date]])), "a.ods", ["12/03/1980"]).data, "content.xml")
    assert "1980" not in left and "<text:p>marzo</text:p>" in left

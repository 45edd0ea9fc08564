"""OpenDocument: paragraphs whole, cells under their headers, and nothing that holds text left unread."""

from __future__ import annotations

import pytest

from pipeline.document import BlockKind
from pipeline.errors import EncryptedFile, HostileFile, LimitExceeded, UnreadableFile
from pipeline.extract import read_document
from tests.pipeline.made_formats import cell, ods, odt, part, sheet, texts


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<text:span>Am</text:span>ancio<text:s/>Gil", "Amancio Gil"),
        ("Ana\n   Gil", "Ana Gil"),
        ("ES73<text:tab/>0100<text:line-break/>00", "ES73\t0100\n00"),
        ("Ana<text:s text:c='3'/>Gil", "Ana   Gil"),
        ("Ana <text:bookmark text:name='_x'/><text:a xlink:href='#'>Gil</text:a>", "Ana Gil"),
        ("Ana <text:soft-page-break/>Gil", "Ana Gil"),
        ("<text:ruby><text:ruby-base>Ana</text:ruby-base><text:ruby-text>a</text:ruby-text></text:ruby>", "Ana"),
        ("Ana <text:change-start text:change-id='c1'/>Gil<text:change-end text:change-id='c1'/>", "Ana Gil"),
        ("<text:author-name>Ana Gil</text:author-name>", "Ana Gil"),
    ],
)
def test_a_paragraph_is_one_block(inside: str, expected: str) -> None:
    assert texts(read_document(odt(f"<text:p>{inside}</text:p>"), "a.odt"))[0] == expected


def test_notes_comments_frames_headers_and_attributes_are_read() -> None:
    body = (
        "<text:h text:outline-level='1'>Título largo</text:h>"
        "<text:p>Uno<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Nota de Ana</text:p>"
        "</text:note-body></text:note><office:annotation><dc:creator>Luis Rey</dc:creator><text:p>Llamar</text:p>"
        "</office:annotation><draw:frame draw:name='Foto de Eva'><draw:text-box><text:p>Caja</text:p></draw:text-box>"
        "<svg:title>Retrato de Zoe</svg:title></draw:frame> dos</text:p>"
        "<text:list><text:list-item><text:p>Punto</text:p></text:list-item></text:list>"
        "<text:p><text:a xlink:href='mailto:ana%20gil@correo.example'>correo</text:a></text:p>"
        "<text:p><text:bookmark text:name='Recurso de Ana'/></text:p>"
    )
    styles = "<office:master-styles><style:master-page><style:header><text:p>Cabecera</text:p></style:header></style:master-page></office:master-styles>"
    document = read_document(odt(body, styles), "a.odt")
    assert texts(document, BlockKind.HEADING) == ["Título largo"]
    assert texts(document)[1] == "Uno dos"
    assert texts(document, BlockKind.NOTE) == ["Nota de Ana"]
    assert texts(document, BlockKind.COMMENT) == ["Llamar"]
    assert texts(document, BlockKind.HEADER) == ["Cabecera"]
    assert texts(document, BlockKind.LIST_ITEM) == ["Punto"]
    for said in (
        "Caja",
        "Foto de Eva",
        "Retrato de Zoe",
        "Luis Rey",
        "mailto:ana gil@correo.example",
        "Recurso de Ana",
    ):
        assert said in texts(document)


def test_what_is_not_shown_is_read_as_hidden() -> None:
    style = (
        "<style:style style:name='T1' style:family='text'><style:text-properties text:display='none'/></style:style>"
    )
    body = (
        "<text:tracked-changes><text:changed-region text:id='c'><text:deletion><office:change-info><dc:creator>Eva Paz"
        "</dc:creator></office:change-info><text:p>Luis Rey</text:p></text:deletion></text:changed-region></text:tracked-changes>"
        "<text:p>Ana<text:change text:change-id='c'/> Gil<text:hidden-text text:string-value='Zoe Sanz'>Zoe Sanz</text:hidden-text></text:p>"
        "<text:section text:display='none'><text:p>Pepa Luz</text:p></text:section>"
        "<text:p>Ve <text:span text:style-name='T1'>Iván Sol</text:span>lo</text:p>"
    )
    document = read_document(odt(body, automatic=style), "a.odt")
    assert texts(document)[:2] == ["Ana Gil", "Ve lo"]
    assert set(texts(document, BlockKind.HIDDEN)) >= {"Luis Rey", "Eva Paz", "Zoe Sanz", "Pepa Luz", "Iván Sol"}


def test_cells_know_header_row_and_column() -> None:
    blank = "<table:table-cell table:number-columns-repeated='2'/>"
    rows = [["Interesado", blank, "DNI"], ["Ana Gil", blank, "99500000E"]]
    document = read_document(ods(sheet(rows)), "a.ods")
    cells = {(b.row, b.column): b.label for b in document.blocks if b.kind is BlockKind.CELL}
    assert cells[1, 0] == "Interesado" and cells[1, 3] == "DNI"
    assert document.text.startswith("Interesado\tDNI\nAna Gil\t99500000E\n")


def test_values_under_what_a_cell_shows_are_read() -> None:
    date = cell("marzo", 'office:value-type="date" office:date-value="1980-03-12"')
    same = cell("12/03/1980", 'office:value-type="date" office:date-value="1980-03-12"')
    number = cell("1E+07", 'office:value-type="float" office:value="99012345"')
    formula = cell("Ana Gil", 'office:value-type="string" table:formula="of:=&quot;Ana Gil&quot;"')
    document = read_document(ods(sheet([[date, same, number, formula]])), "a.ods")
    assert texts(document, BlockKind.HIDDEN) == ["12/03/1980", "99012345"]
    assert texts(document, BlockKind.FIELD) == ['of:="Ana Gil"']


def test_properties_are_read() -> None:
    meta = part(
        "document-meta", "<office:meta><dc:creator>Ana Gil</dc:creator><dc:date>2020-01-01</dc:date></office:meta>"
    )
    document = read_document(odt("<text:p>x</text:p>", parts={"meta.xml": meta}), "a.odt")
    assert texts(document, BlockKind.PROPERTY) == ["Ana Gil"]


def test_hostile_containers_are_refused() -> None:
    entity = b'<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]><d>&x;</d>'
    with pytest.raises(HostileFile):
        read_document(odt("", parts={"content.xml": entity}), "a.odt")
    with pytest.raises(HostileFile):
        read_document(odt("", parts={"../fuera.xml": b"<a/>"}), "a.odt")
    with pytest.raises(LimitExceeded):
        read_document(odt("<text:section>" * 300 + "</text:section>" * 300), "a.odt")
    with pytest.raises(UnreadableFile):
        read_document(odt("<text:p>"), "a.odt")
    locked = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
    with pytest.raises(EncryptedFile) as refusal:
        read_document(odt("", parts={"META-INF/manifest.xml": locked.encode()}), "a.odt")
    assert refusal.value.remedy

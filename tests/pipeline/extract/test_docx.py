"""Word documents: a paragraph is read whole, and nothing that holds text is left unread."""

from __future__ import annotations

import pytest

from pipeline.document import BlockKind, Document
from pipeline.extract.docx import read_word
from tests.pipeline import made
from tests.pipeline.made import paragraph, run, table, word


def texts(document: Document, kind: BlockKind | None = None) -> list[str]:
    return [document.text[b.start : b.end].strip("\n\t") for b in document.blocks if kind in (None, b.kind)]


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        (run("Am") + run("ancio", "<w:b/>") + '<w:proofErr w:type="spellEnd"/>' + run(" Gil"), "Amancio Gil"),
        (run("Ana") + '<w:bookmarkStart w:id="1" w:name="_x"/><w:bookmarkEnd w:id="1"/>' + run(" Gil"), "Ana Gil"),
        ("<w:r><w:t>ES73</w:t><w:tab/><w:t>0100</w:t><w:br/><w:t>00</w:t></w:r>", "ES73\t0100\n00"),
        ("<w:r><w:t>Gil</w:t><w:noBreakHyphen/><w:t>Rey</w:t><w:softHyphen/></w:r>", "Gil\u2011Rey\u00ad"),
        ('<w:r><w:t>a</w:t><w:sym w:font="Symbol" w:char="F0B7"/></w:r>', "a\uf0b7"),
        ('<w:hyperlink w:anchor="_x">' + run("Ana ") + "</w:hyperlink>" + run("Gil"), "Ana Gil"),
        ("<w:sdt><w:sdtPr/><w:sdtContent>" + run("Ana ") + "</w:sdtContent></w:sdt>" + run("Gil"), "Ana Gil"),
        ('<w:smartTag w:element="x">' + run("Ana") + "</w:smartTag>" + run(" Gil"), "Ana Gil"),
        ("<w:ruby><w:rt>" + run("A") + "</w:rt><w:rubyBase>" + run("na") + "</w:rubyBase></w:ruby>", "Ana"),
        (run("Ana ") + '<w:ins w:id="1" w:author="x">' + run("Gil") + "</w:ins>", "Ana Gil"),
        (run("oculto", "<w:vanish/>"), "oculto"),
    ],
)
def test_a_paragraph_is_one_block(inside: str, expected: str) -> None:
    document = read_word(word(f"<w:p>{inside}</w:p>"), "a.docx")
    assert texts(document)[0] == expected


def test_deleted_text_is_read_apart_as_hidden() -> None:
    deleted = '<w:del w:id="1" w:author="x"><w:r><w:delText>Luis </w:delText></w:r><w:r><w:delText>Rey</w:delText></w:r></w:del>'
    document = read_word(word(paragraph("Ana ", deleted, "Gil")), "a.docx")
    assert texts(document)[0] == "Ana Gil"
    assert "Luis Rey" in texts(document, BlockKind.HIDDEN)


def test_a_box_and_its_fallback_are_one_block() -> None:
    def box(*runs: str) -> str:
        return f"<w:txbxContent>{paragraph(*runs)}</w:txbxContent>"

    inside = (
        "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><wps:txbx>" + box("Ana ", "Gil") + "</wps:txbx>"
        "</mc:Choice><mc:Fallback><v:textbox>" + box("Ana Gil") + "</v:textbox></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
    )
    document = read_word(word(f"<w:p>{run('Fuera')}{inside}</w:p>"), "a.docx")
    assert texts(document)[:2] == ["Fuera", "Ana Gil"]
    assert document.text.count("Ana Gil") == 1


def test_tables_name_their_cells_by_column_or_by_the_left_cell() -> None:
    listed = table(["Interesado", "Documento"], ["Ana Gil", "99500000E"])
    form = table(["Nombre:", "Ana Gil"], ["DNI", "99500000E"])
    document = read_word(word(listed + form), "a.docx")
    cells = {(b.table, b.row, b.column): b.label for b in document.blocks if b.kind is BlockKind.CELL}
    assert cells[0, 1, 0] == "Interesado" and cells[0, 1, 1] == "Documento"
    assert cells[1, 0, 1] == "Nombre" and cells[1, 1, 1] == "DNI"
    assert document.text.startswith("Interesado\tDocumento\nAna Gil\t99500000E\n")


def test_a_nested_table_takes_the_label_of_the_outer_column() -> None:
    data = word(table(["Interesado", "Nota"], [table(["Ana Gil"]) + "<w:p/>", "ninguna"]))
    block = next(b for b in read_word(data, "a.docx").blocks if b.label == "Interesado")
    assert block.table == 1


def test_codes_tips_alternatives_defaults_and_names_are_read() -> None:
    body = (
        "<w:p><w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:name w:val='Campo Gil'/><w:textInput>"
        "<w:default w:val='Ana Gil'/></w:textInput></w:ffData></w:fldChar></w:r>"
        "<w:r><w:instrText>MERGEFIELD Lu</w:instrText></w:r><w:r><w:instrText>is Rey</w:instrText></w:r></w:p>"
        "<w:p><w:hyperlink w:tooltip='Escribir a Dora Paz'>" + run("enlace") + "</w:hyperlink>"
        "<w:r><wp:docPr id='1' name='foto.png' descr='Retrato de Elsa Pons'/></w:r>"
        "<w:bookmarkStart w:id='3' w:name='Fede_Ruiz'/></w:p>"
        "<w:sdt><w:sdtPr><w:alias w:val='Ficha de Gema Soto'/></w:sdtPr><w:sdtContent/></w:sdt>"
    )
    found = texts(read_word(word(body), "a.docx"))
    for text in ("MERGEFIELD Luis Rey", "Ana Gil", "Escribir a Dora Paz", "Retrato de Elsa Pons", "Fede_Ruiz",
                 "Ficha de Gema Soto", "Campo Gil"):  # fmt: skip
        assert text in found


def test_links_are_read_decoded() -> None:
    rels = {
        "word/_rels/document.xml.rels": made.related(
            "r9", "hyperlink", "mailto:a@x.example?subject=Ana%20Gil", external=True
        )
    }
    document = read_word(word(paragraph("x"), changes=rels), "a.docx")
    assert "mailto:a@x.example?subject=Ana Gil" in texts(document, BlockKind.PROPERTY)


def test_text_of_unknown_parts_is_read() -> None:
    parts = {
        "customXml/item9.xml": "<a nombre='Ana Gil'>Luis Rey<b/>Dora Paz</a>",
        "word/rara.xml": b"<z>Elsa Pons</z>",
    }
    found = texts(read_word(word("", parts=parts), "a.docx"))
    assert {"Ana Gil", "Luis Rey", "Dora Paz", "Elsa Pons"} <= set(found)


def test_the_strict_vocabulary_reads_alike() -> None:
    def strict(data: bytes) -> bytes:
        body = f"<w:document {made.NAMESPACES}><w:body>{paragraph('Ana ', 'Gil')}</w:body></w:document>"
        return body.replace("http://schemas.openxmlformats.org/wordprocessingml/2006/main",
                            "http://purl.oclc.org/ooxml/wordprocessingml/main").encode()  # fmt: skip

    assert texts(read_word(word("", changes={"word/document.xml": strict}), "a.docx"))[0] == "Ana Gil"


def test_every_character_but_separators_is_anchored_and_blocks_cover_the_text() -> None:
    document = read_word(word(paragraph("Uno") + table(["a", "b"], ["c", "d"]) + paragraph("Dos")), "a.docx")
    place = 0
    for block in document.blocks:
        assert block.start == place
        place = block.end
        (anchor,) = block.anchors
        assert document.text[anchor.end : block.end] in ("\n", "\t")
    assert place == len(document.text)

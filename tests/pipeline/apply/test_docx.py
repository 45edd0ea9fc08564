"""Word documents, written back: formats kept, revisions accepted, everything that names people gone."""

from __future__ import annotations

import io
import re

import docx
import pytest
from PIL import Image

from pipeline import apply, extract
from pipeline.decision import Action, Replacement, Written
from pipeline.document import Span
from tests.pipeline import made
from tests.pipeline.made import paragraph, run, word


def written(data: bytes, values: list[str], output: str = "[PER_1]") -> Written:
    document = extract.read_document(data, "a.docx")
    return apply.write_document(data, document, made.replacing(document, values, output))


def body(data: bytes) -> str:
    return made.part(data, "word/document.xml").split("<w:body>")[1].split("<w:sectPr")[0]


def test_the_first_run_touched_gives_the_format_and_the_rest_stays() -> None:
    data = word("<w:p>" + run("Don ", "<w:i/>") + run("Ana", "<w:b/>") + run(" Gil", "<w:u/>") + run(", sí") + "</w:p>")
    runs = docx.Document(io.BytesIO(written(data, ["Ana Gil"]).data)).paragraphs[0].runs
    assert [(r.text, bool(r.bold), bool(r.italic)) for r in runs] == [
        ("Don ", False, True), ("[PER_1]", True, False), ("", False, False), (", sí", False, False),
    ]  # fmt: skip


def test_nothing_replaced_leaves_the_runs_as_they_are() -> None:
    source = "<w:p>" + run("Uno ", "<w:b/>") + "<w:r><w:tab/><w:t>dos</w:t></w:r></w:p>"
    assert body(written(word(source), []).data) == source


@pytest.mark.parametrize(
    ("inside", "left"),
    [
        ("<w:r><w:t>ES73</w:t><w:tab/><w:t>0100</w:t><w:br/><w:t>00 fin</w:t></w:r>", "[PER_1] fin"),
        ("<w:r><w:tab/><w:t>ES73 0100</w:t><w:noBreakHyphen/><w:t>00</w:t><w:tab/></w:r>", "\t[PER_1]\t"),
        ("<w:r><w:t>ES</w:t></w:r><w:bookmarkStart w:id='1' w:name='_x'/><w:r><w:t>73010000</w:t></w:r>", "[PER_1]"),
    ],
)
def test_signs_inside_a_value_go_with_it(inside: str, left: str) -> None:
    data = written(word(f"<w:p>{inside}</w:p>"), ["ES73010000"]).data
    assert docx.Document(io.BytesIO(data)).paragraphs[0].text == left


def test_a_value_that_begins_with_a_sign_leaves_the_output_in_its_place() -> None:
    data = word("<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r></w:p>")
    document = extract.read_document(data, "a.docx")
    wanted = [Replacement(Span(1, 3), Action.TAG, "[X]", "d1", "PERSON", "\tb")]
    assert docx.Document(io.BytesIO(apply.write_document(data, document, wanted).data)).paragraphs[0].text == "a[X]"


def test_a_replacement_over_two_cells_is_written_once() -> None:
    data = word(made.table(["Ana", "Gil", "otra"]))
    cells = docx.Document(io.BytesIO(written(data, ["Ana Gil"]).data)).tables[0].rows[0].cells
    assert [c.text for c in cells] == ["[PER_1]", "", "otra"]


def test_tracked_changes_are_accepted_and_their_authors_go() -> None:
    by = "w:id='1' w:author='Autora Secreta' w:date='2020-01-01T00:00:00Z'"
    row = f"<w:tr><w:trPr><w:del {by}/></w:trPr><w:tc>{paragraph('Fila')}</w:tc></w:tr>"
    source = (
        f"<w:p><w:ins {by}>{run('Queda')}</w:ins><w:del {by}><w:r><w:delText>Se va</w:delText></w:r></w:del></w:p>"
        f"<w:p><w:pPr><w:rPr><w:del {by}/></w:rPr></w:pPr>{run('une ')}</w:p>{paragraph('con esta')}"
        f"<w:p><w:moveFrom {by}>{run('movido')}</w:moveFrom></w:p><w:p><w:moveTo {by}>{run('movido')}</w:moveTo></w:p>"
        f"<w:p><w:r><w:rPr><w:b/><w:rPrChange {by}><w:rPr/></w:rPrChange></w:rPr><w:t>negrita</w:t></w:r></w:p>"
        f"<w:tbl>{row}<w:tr><w:tc>{paragraph('Resta')}</w:tc></w:tr></w:tbl>"
    )
    result = written(word(source), [])
    opened = docx.Document(io.BytesIO(result.data))
    assert [p.text for p in opened.paragraphs] == ["Queda", "une con esta", "", "movido", "negrita"]
    assert [c.text for r in opened.tables[0].rows for c in r.cells] == ["Resta"]
    xml = body(result.data)
    assert not re.search(r"w:(ins|del|move\w+|rPrChange|delText)\b", xml) and "Secreta" not in xml
    assert any(note.startswith("revisions-removed") for note in result.notes)


def test_both_renderings_of_a_box_are_changed() -> None:
    def box(*runs: str) -> str:
        return f"<w:txbxContent>{paragraph(*runs)}</w:txbxContent>"

    source = (
        f"<w:p><w:r><mc:AlternateContent><mc:Choice Requires='wps'><wps:txbx>{box('Ana ', 'Gil')}</wps:txbx></mc:Choice>"
        f"<mc:Fallback><v:textbox>{box('Ana Gil')}</v:textbox></mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )
    xml = body(written(word(source), ["Ana Gil"]).data)
    assert xml.count("[PER_1]") == 2 and "Gil" not in xml


def test_a_fallback_that_says_something_else_is_changed_too() -> None:
    source = (
        f"<w:p><w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:txbxContent>{paragraph('Uno')}</w:txbxContent>"
        f"</mc:Choice><mc:Fallback><w:txbxContent>{paragraph('Ana Gil')}</w:txbxContent></mc:Fallback>"
        "</mc:AlternateContent></w:r></w:p>"
    )
    xml = body(written(word(source), ["Ana Gil"]).data)
    assert "[PER_1]" in xml and "Gil" not in xml


def test_images_become_flat_ones_of_the_same_size_and_type() -> None:
    def picture(kind: str) -> bytes:
        out = io.BytesIO()
        image = Image.new("RGB", (37, 21), "white")
        image.putpixel((3, 3), (0, 0, 0))
        image.save(out, kind)
        return out.getvalue() + b"Ana Gil tras el final"

    kinds = {"png": "PNG", "jpeg": "JPEG", "gif": "GIF", "bmp": "BMP", "tif": "TIFF"}
    rels, types = b"", b""
    parts = {f"word/media/Foto de Ana.{suffix}": picture(kind) for suffix, kind in kinds.items()}
    for n, suffix in enumerate(kinds):
        rels += f'<Relationship Id="i{n}" Type="http://x/image" Target="media/Foto de Ana.{suffix}"/>'.encode()
        types += f'<Default Extension="{suffix}" ContentType="image/{suffix}"/>'.encode()
    changes = {
        "word/_rels/document.xml.rels": lambda d: d.replace(b"</Relationships>", rels + b"</Relationships>"),
        "[Content_Types].xml": lambda d: re.sub(rb'<Default Extension="jpeg"[^>]*/>', b"", d).replace(
            b"</Types>", types + b"</Types>"
        ),
    }
    result = written(word(paragraph("x"), changes=changes, parts=parts), [])
    pictures = [name for name in made.names(result.data) if "/media/" in name]
    assert len(pictures) == len(kinds) and not any("Ana" in name for name in made.names(result.data))
    for name in pictures:
        data = made.content(result.data, name)
        image = Image.open(io.BytesIO(data))
        assert image.size == (37, 21) and image.format == kinds[name.rsplit(".")[-1]]
        assert image.convert("L").getpixel((3, 3)) < 128 < image.convert("L").getpixel((20, 10)) and b"Ana" not in data
    assert not any(note.startswith("images-") for note in result.notes)


def test_embedded_and_unknown_parts_go_with_what_points_to_them() -> None:
    source = (
        "<w:p><w:r><w:object><v:shape id='s'/><w:OLEObject r:id='r90'/></w:object></w:r></w:p><w:altChunk r:id='r91'/>"
        + paragraph("queda")
    )
    rels = made.related("r90", "package", "embeddings/Listado_Gil.xlsx")
    chunk = made.related("r91", "aFChunk", "chunk.html")
    template = made.related("r92", "attachedTemplate", "file:///C:/Users/ana.gil/x.dotx", external=True)
    html = made.typed("html", "text/html")
    data = word(
        source,
        changes={
            "word/_rels/document.xml.rels": lambda d: template(chunk(rels(d))),
            "[Content_Types].xml": html,
        },
        parts={"word/embeddings/Listado_Gil.xlsx": b"Ana", "word/chunk.html": b"Ana", "word/suelto.xml": b"<a>Ana</a>"},
    )
    result = written(data, [])
    assert not any(word in name for name in made.names(result.data) for word in ("Gil", "chunk", "suelto"))
    assert "ana.gil" not in made.part(result.data, "word/_rels/document.xml.rels")
    assert "altChunk" not in body(result.data) and "r90" not in body(result.data)


def test_parts_with_names_of_people_get_plain_ones_however_they_are_spelt() -> None:
    footer = f"<w:ftr {made.NAMESPACES}>{paragraph('Pie de página')}</w:ftr>".encode()
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"
    override = f'<Override PartName="/word/pie%20de%20Ana%20Gil.xml" ContentType="{kind}"/></Types>'.encode()
    data = word(
        paragraph("x") + "<w:sectPr><w:footerReference w:type='default' r:id='r9'/></w:sectPr>",
        changes={
            "[Content_Types].xml": lambda d: d.replace(b"</Types>", override),
            "word/_rels/document.xml.rels": made.related("r9", "footer", "Pie%20de%20Ana%20Gil.xml"),
        },
        parts={"word/Pie de Ana Gil.xml": footer},
    )
    result = written(data, []).data
    assert not any(
        "Gil" in made.part(result, name) + name for name in made.names(result) if name.endswith(("xml", "rels"))
    )
    assert 'Target="/word/part1.xml"' in made.part(result, "word/_rels/document.xml.rels")
    assert "Pie de página" in made.part(result, "word/part1.xml")


def test_properties_go_whatever_they_say() -> None:
    empty = docx.Document()
    empty.core_properties.author, empty.core_properties.title = "Ana Gil", "Recurso de Luis Rey"
    out = io.BytesIO()
    empty.save(out)
    result = written(out.getvalue(), [])
    opened = docx.Document(io.BytesIO(result.data))
    assert opened.core_properties.author == "" and opened.core_properties.title == ""
    assert not any("thumbnail" in name for name in made.names(result.data))


def test_a_link_with_a_name_in_it_loses_its_query() -> None:
    link = made.related("r9", "hyperlink", "mailto:a@x.example?subject=Ana%20Gil&amp;body=secreto", external=True)
    data = word(paragraph("x"), changes={"word/_rels/document.xml.rels": link})
    rels = made.part(written(data, ["Ana Gil"]).data, "word/_rels/document.xml.rels")
    assert 'Target="mailto:a@x.example"' in rels and "secreto" not in rels


def test_a_name_in_a_link_of_a_field_code_is_seen_and_goes() -> None:
    code = '<w:r><w:instrText>HYPERLINK "mailto:a@x.example?subject=Ana%20Gil"</w:instrText></w:r>'
    xml = body(written(word(f"<w:p>{code}{run('enlace')}</w:p>"), ["Ana Gil"]).data)
    assert "subject=[PER_1]" in xml and "Gil" not in xml


def test_style_identifiers_that_hold_a_replaced_value_change_alike() -> None:
    style = b'<w:style w:type="paragraph" w:customStyle="1" w:styleId="EstiloAnaGilPrieto"><w:name w:val="Estilo Ana Gil Prieto"/></w:style></w:styles>'
    source = "<w:p><w:pPr><w:pStyle w:val='EstiloAnaGilPrieto'/></w:pPr>" + run("Ana Gil Prieto") + "</w:p>"
    data = word(source, changes={"word/styles.xml": lambda d: d.replace(b"</w:styles>", style)})
    result = written(data, ["Ana Gil Prieto"]).data
    new = re.search(r'pStyle w:val="(\w+)"', body(result))
    assert new and f'w:styleId="{new[1]}"' in made.part(result, "word/styles.xml")
    assert "Gil" not in made.part(result, "word/styles.xml")


def test_comments_in_the_xml_go() -> None:
    assert "Gil" not in body(written(word("<!-- Ana Gil -->" + paragraph("x") + "<?pi Gil?>"), []).data)


def test_the_same_input_gives_the_same_bytes() -> None:
    data = word(paragraph("Don ", "Ana ", "Gil"))
    assert written(data, ["Ana Gil"]).data == written(data, ["Ana Gil"]).data

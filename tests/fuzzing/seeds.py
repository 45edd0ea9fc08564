"""Small whole files of every format, made in code, that the fuzzers and the tests of mutations start from."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping

import openpyxl
import pikepdf
import pymupdf

from tests.fuzzing.picture_seeds import picture, picture_seeds, scan
from tests.pipeline import made
from tests.pipeline.made_formats import mail, ods, odt, parts_of, rtf, sheet

SENTENCE = "Doña Casilda Zahínos Cascajera, con DNI 99500000E y teléfono 612010357, solicita la ayuda."
OTHER = "Comparece Amancio Retuerto Íñigolo; su hermana Bríxida vive en la calle del Pozo 9."
WORDS = ("Casilda", "Zahínos", "Cascajera", "99500000E", "612010357", "Amancio", "Retuerto", "Íñigolo", "Bríxida")


def seeds() -> Mapping[str, list[bytes]]:
    """Return a few files of each format by the name of its suffix."""
    return {
        "txt": [f"{SENTENCE}\r\n\r\n{OTHER}\n".encode(), (SENTENCE + "\n" + OTHER).encode("utf-16")],
        "csv": [f'Nombre;DNI;Nota\n"Zahínos, Casilda";99500000E;"dice ""{OTHER}"""\n;;\n'.encode("cp1252")],
        "docx": [_word()],
        "xlsx": [_book()],
        "odt": [_text()],
        "ods": [ods(sheet([["Nombre", "DNI"], ["Casilda Zahínos", "99500000E"], ["", OTHER]]))],
        "html": [_page()],
        "eml": [_message()],
        "rtf": [_rich()],
        "pdf": [_form(), _pages(), _packed_pages(), scan()],
        **picture_seeds(),
    }


def _word() -> bytes:
    note = (
        f'<w:footnotes {made.NAMESPACES}><w:footnote w:id="2"><w:p>{made.run(OTHER)}</w:p></w:footnote></w:footnotes>'
    )
    comment = (
        f'<w:comments {made.NAMESPACES}><w:comment w:id="0" w:author="Casilda Zahínos" w:initials="CZ" '
        f'w:date="2024-01-01T00:00:00Z">{made.paragraph(OTHER)}</w:comment></w:comments>'
    )
    body = (
        made.paragraph("Doña Casi", "lda Zahí", "nos Cascajera, con DNI ", "99500000E.")
        + made.table(["Nombre", "DNI"], ["Amancio Retuerto", "99500000E"])
        + '<w:p><w:ins w:id="1" w:author="Amancio"><w:r><w:t>Bríxida</w:t></w:r></w:ins>'
        + '<w:del w:id="2" w:author="Amancio"><w:r><w:delText>Íñigolo</w:delText></w:r></w:del>'
        + '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "mailto:a@b.example" </w:instrText></w:r>'
        + '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>correo</w:t></w:r>'
        + '<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    )
    linked = {
        "word/_rels/document.xml.rels": lambda data: made.related("rId91", "comments", "comments.xml")(
            made.related("rId90", "footnotes", "footnotes.xml")(
                made.related("rId92", "image", "media/image1.png")(data)
            )
        ),
        "[Content_Types].xml": made.typed("png", "image/png"),
    }
    parts = {
        "word/footnotes.xml": note.encode(),
        "word/comments.xml": comment.encode(),
        "word/media/image1.png": picture(),
    }
    return made.word(body, changes=linked, parts=parts)


def _book() -> bytes:
    book = openpyxl.Workbook()
    first = book.active
    assert first is not None
    first.title = "Ayudas"
    first.append(["Nombre", "DNI", "Importe", "Fecha"])
    first.append(["Casilda Zahínos Cascajera", "99500000E", 120.5, "=C2*2"])
    first.append([OTHER, "612010357", 45292, '=CONCATENATE(A2," ",B2)'])
    first.merge_cells("A5:B6")
    book.create_sheet("Zahínos")["B2"] = "Bríxida"
    return made.saved(book)


def _text() -> bytes:
    body = (
        f"<text:p>{SENTENCE}</text:p><text:h text:outline-level='1'>Ca<text:span>silda</text:span><text:s text:c='2'/></text:h>"
        "<text:tracked-changes><text:changed-region text:id='c1'><text:deletion><office:change-info><dc:creator>Amancio"
        f"</dc:creator></office:change-info><text:p>{OTHER}</text:p></text:deletion></text:changed-region></text:tracked-changes>"
        f"<text:p>x<office:annotation><dc:creator>Amancio</dc:creator><text:p>{OTHER}</text:p></office:annotation></text:p>"
        "<text:list><text:list-item><text:p>Bríxida<text:note><text:note-body><text:p>Íñigolo</text:p></text:note-body></text:note>"
        "</text:p></text:list-item></text:list>" + sheet([["Nombre", "DNI"], ["Retuerto", "99500000E"]])
    )
    frame = "<text:p><draw:frame svg:width='5cm' svg:height='2cm'><draw:image xlink:href='Pictures/1.png'/></draw:frame></text:p>"
    return odt(body + frame, parts={"Pictures/1.png": picture()})


def _page() -> bytes:
    return (
        f"<!DOCTYPE html><html lang=es><head><title>Casilda</title><meta name=author content='Amancio Retuerto'>"
        f"<style>p{{color:red}}</style><script>var n='Bríxida'</script></head><body><p>{SENTENCE}<br>&Iacute;&ntilde;igolo"
        f"<table><tr><th>DNI<td title='Casilda'>99500000E</table><!-- {OTHER} --><a href='mailto:casilda@b.example'>x</a>"
        f"<svg><text>{OTHER}</text></svg><textarea>{OTHER}</textarea>"
        f"<img src='data:image/png;base64,{_in_base64()}'></body></html>"
    ).encode()


def _message() -> bytes:
    plain = f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{SENTENCE}\n> {OTHER}\n"
    page = f"Content-Type: text/html; charset=utf-8\n\n<p>{OTHER}</p>"
    table = 'Content-Type: text/csv; name="a.csv"\nContent-Disposition: attachment; filename="a.csv"\nContent-Transfer-Encoding: base64\n\nTm9tYnJlO0ROSQpDYXNpbGRhOzk5NTAwMDAwRQo=\n'
    inner = "Content-Type: message/rfc822\n\n" + mail(SENTENCE).decode()
    heads = 'Subject: =?utf-8?Q?Casilda_Zah=C3=ADnos?=\nReceived: from a (b [203.0.113.88])\nTo: "Retuerto, Amancio" <a@b.example>\n'
    image = f"Content-Type: image/png\nContent-ID: <a@b>\nContent-Transfer-Encoding: base64\n\n{_in_base64()}\n"
    return parts_of(plain, page, table, inner, image, headers=heads)


def _rich() -> bytes:
    body = (
        r"Do\'f1a {\b Casilda} Zah\u237\'edos, DNI 99500000E\par \trowd\cellx100\cellx200 Nombre\cell DNI\cell\row "
        r"{\footnote \chftn Amancio Retuerto}{\*\atnauthor Amancio}{\field{\*\fldinst HYPERLINK "
        "x"
        r"}{\fldrslt correo}}{\pict\pngblip\picw190\pich60 "
    )
    body += picture().hex() + "}"
    return rtf(body, r"{\info{\author Amancio Retuerto}{\title Casilda}}")


def _in_base64() -> str:
    return base64.b64encode(picture()).decode()


def _pages() -> bytes:
    """Two pages with a picture, a link, a note and an outline; every stream in the clear."""
    document = pymupdf.open()
    for text in (SENTENCE, OTHER):
        page = document.new_page(width=300, height=200)
        page.insert_textbox((20, 20, 280, 120), text, fontsize=9)
        page.insert_image((200, 150, 280, 175), stream=picture())
    first = document[0]
    first.insert_link({"kind": pymupdf.LINK_URI, "from": pymupdf.Rect(20, 20, 90, 30), "uri": "mailto:a@b.example"})
    first.add_text_annot((50, 150), OTHER)
    document.set_toc([[1, "Casilda Zahínos", 1], [2, "Amancio", 2]])
    document.set_metadata({"author": "Amancio Retuerto", "title": "Casilda"})
    return bytes(document.tobytes(expand=255, deflate=False))


def _form() -> bytes:
    document = pymupdf.open()
    page = document.new_page(width=300, height=200)
    page.insert_text((20, 40), "Nombre")
    field = pymupdf.Widget()
    field.field_name, field.field_type, field.field_value = "nombre", pymupdf.PDF_WIDGET_TYPE_TEXT, "Casilda Zahínos"
    field.rect = pymupdf.Rect(80, 25, 250, 45)
    page.add_widget(field)
    page.set_rotation(90)
    return bytes(document.tobytes(expand=255, deflate=False))


def _packed_pages() -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(_pages())) as pdf:
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, compress_streams=True)
    return out.getvalue()

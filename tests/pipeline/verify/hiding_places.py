"""One PDF with a person's name and number in every place that outlives a careless redaction; a value for each place."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

import pikepdf
import pymupdf

_XMP = (
    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
    "<rdf:Description rdf:about='' xmlns:pdf='http://ns.adobe.com/pdf/1.3/'><pdf:Keywords>{}</pdf:Keywords>"
    "</rdf:Description></rdf:RDF></x:xmpmeta>"
)
NAME = "Bríxida Zahínos Cañamero"
# A value of its own for each place, so that a leak tells which place leaked.
PLACES = (
    "text", "image", "link", "line art note", "earlier revision", "info", "xmp", "attachment", "invisible text",
    "field", "script", "bookmark", "layer name", "hidden layer", "note", "free text", "attached file note",
    "page label", "private data", "off page", "white text", "under a box", "tiny text", "destination", "actual text",
    "form object",
)  # fmt: skip


def value(place: str) -> str:
    """Return the number hidden in a place: nine characters from the 99-million range."""
    return f"99{PLACES.index(place):02d}7{PLACES.index(place):02d}1T"


def build() -> bytes:
    """Return the PDF, saved twice so that a revision lies inside it."""
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 80), "Resolución que se conserva entera.")
    page.insert_text((72, 100), f"Doña {NAME}, DNI {value('text')}, vecina de la villa.")
    page.insert_text((72, 120), value("invisible text"), render_mode=3)
    page.insert_text((900, 120), value("off page"))
    page.insert_text((72, 140), value("white text"), color=(1, 1, 1))
    page.insert_text((72, 160), value("under a box"))
    page.draw_rect(pymupdf.Rect(70, 148, 170, 164), fill=(0, 0, 0))
    page.insert_text((72, 180), value("tiny text"), fontsize=0.5)
    layer = document.add_ocg(f"Capa {value('layer name')}", on=False)
    page.insert_text((72, 200), value("hidden layer"), oc=layer)
    _annotate(document, page)
    _stamp(document, page)
    document.set_toc([[1, f"Informe {value('bookmark')}", 1]])
    document.set_metadata({"author": NAME, "title": value("info")})
    document.set_xml_metadata(_XMP.format(value("xmp")))
    document.embfile_add(f"{value('attachment')}.txt", NAME.encode(), desc=NAME)
    document.set_page_labels([{"startpage": 0, "prefix": f"{value('page label')}-", "style": "D"}])
    return _revised(_with_objects(document.tobytes()))


def _annotate(document: pymupdf.Document, page: pymupdf.Page) -> None:
    page.insert_link(
        {"kind": pymupdf.LINK_URI, "from": pymupdf.Rect(72, 90, 200, 104), "uri": f"https://x.example/{value('link')}"}
    )
    page.add_text_annot((300, 300), value("note")).set_info(title=NAME)
    page.add_freetext_annot(pymupdf.Rect(300, 320, 400, 340), value("free text"))
    page.add_file_annot((300, 350), NAME.encode(), f"{value('attached file note')}.txt")
    page.add_line_annot((300, 380), (400, 380)).set_info(content=value("line art note"))
    widget = pymupdf.Widget()
    widget.field_name, widget.field_value = "nif", value("field")
    widget.field_type, widget.rect = pymupdf.PDF_WIDGET_TYPE_TEXT, pymupdf.Rect(300, 400, 400, 420)
    page.add_widget(widget)


def _stamp(document: pymupdf.Document, page: pymupdf.Page) -> None:
    picture = pymupdf.open()
    drawn = picture.new_page(width=200, height=40)
    drawn.insert_text((10, 25), value("image"), fontsize=20)
    page.insert_image(pymupdf.Rect(72, 500, 272, 540), pixmap=drawn.get_pixmap(dpi=100))
    form = pymupdf.open()
    form.new_page(width=200, height=40).insert_text((10, 25), value("form object"))
    page.show_pdf_page(pymupdf.Rect(72, 600, 272, 640), form, 0)


def _with_objects(data: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(data)) as opened:
        page = opened.pages[0]
        opened.Root.OpenAction = pikepdf.Dictionary(
            S=pikepdf.Name.JavaScript, JS=pikepdf.String(f"app.alert('{value('script')}')")
        )
        page.obj["/PieceInfo"] = pikepdf.Dictionary(
            App=pikepdf.Dictionary(Private=pikepdf.String(value("private data")))
        )
        opened.Root["/Dests"] = pikepdf.Dictionary()
        opened.Root.Dests[f"/{value('destination')}"] = pikepdf.Array([page.obj, pikepdf.Name.Fit])
        said = value("actual text").encode("utf-16-be").hex()
        page.contents_add(f"/Span <</ActualText <feff{said}>>> BDC BT /helv 11 Tf 72 60 Td (B. Z.) Tj ET EMC".encode())
        out = io.BytesIO()
        opened.save(out)
        return out.getvalue()


def _revised(data: bytes) -> bytes:
    """Write a text, then, in a revision on top, put another in its place: the first stays in the bytes only."""
    with pikepdf.open(io.BytesIO(data)) as opened:
        opened.Root["/Lang"] = pikepdf.String(f"nota {value('earlier revision')}")
        out = io.BytesIO()
        opened.save(out, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    return _overwritten(out.getvalue())


def _overwritten(data: bytes) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.pdf"
        path.write_bytes(data)
        with pymupdf.open(path) as document:
            document.xref_set_key(document.pdf_catalog(), "Lang", "(es)")
            document.saveIncr()
        return path.read_bytes()

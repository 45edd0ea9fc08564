"""Documents with a picture of text in every place where their format may hold one, for the tests of what is burnt.

Longer than other modules: one list of places, format after format, that share the picture and are read side by side.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable
from functools import cache
from urllib.parse import quote_from_bytes

import docx
import openpyxl
from docx.shared import Cm
from openpyxl.drawing.image import Image as SheetImage
from PIL import Image, ImageDraw

from tests.fuzzing.picture_seeds import saved, with_thumbnail
from tests.pipeline import made
from tests.pipeline.made_formats import mail, ods, odt, part, parts_of, rtf, sheet
from tests.scans.drawn import font

LINES = ("Doña Quiteria Orejudo Zarzuelo,", "con DNI 99637307L, presenta la", "solicitud de la ayuda prevista.")
NAME, NUMBER, KEPT = "Quiteria Orejudo Zarzuelo", "99637307L", "solicitud de la ayuda prevista"
BODY = "Informe sobre la obra de la plaza."
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
_SPACES = (
    f'xmlns:r="{_OFFICE}" {_A} xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup" '
    'xmlns:o="urn:schemas-microsoft-com:office:office"'
)
_GRAPHIC = "http://schemas.openxmlformats.org/drawingml/2006/picture"
Files = dict[str, Callable[[], bytes]]


@cache
def image() -> Image.Image:
    """Return white paper with the three lines in black."""
    paper = Image.new("L", (860, 230), 255)
    pen = ImageDraw.Draw(paper)
    for n, line in enumerate(LINES):
        pen.text((24, 18 + 66 * n), line, fill=0, font=font("tiro", 46))
    return paper


@cache
def png() -> bytes:
    """Return the picture as a PNG."""
    return saved(image(), "PNG", dpi=(150, 150))


@cache
def jpeg() -> bytes:
    """Return the picture as a JPEG with a thumbnail of itself and an author in its Exif segment."""
    small = saved(image().resize((430, 115)), "JPEG", quality=90)
    return with_thumbnail(saved(image(), "JPEG", quality=92, dpi=(150, 150)), small, "Quiteria Orejudo")


def animated() -> bytes:
    """Return a GIF of two frames, the second with other text."""
    return saved(image(), "GIF", save_all=True, append_images=[image().rotate(180)], duration=200)


def tiff() -> bytes:
    """Return a fax: two levels, two pages."""
    page = image().convert("1")
    return saved(page, "TIFF", save_all=True, append_images=[page], compression="group4", dpi=(150, 150))


def _zipped(data: bytes, changes: dict[str, Callable[[bytes], bytes]], parts: dict[str, bytes]) -> bytes:
    return made.reworked(data, changes, parts)


# ---- Word ----


def _word(picture: bytes) -> docx.document.Document:
    document = docx.Document()
    document.add_paragraph(BODY)
    document.add_picture(io.BytesIO(picture), width=Cm(14))
    return document


def _bytes(document: docx.document.Document | openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def word_inline(picture: bytes) -> bytes:
    """Return a .docx with the picture in its text."""
    return _bytes(_word(picture))


def word_header() -> bytes:
    """Return a .docx with the picture in its header and footer."""
    document = docx.Document()
    document.add_paragraph(BODY)
    section = document.sections[0]
    for place in (section.header, section.footer):
        place.paragraphs[0].add_run().add_picture(io.BytesIO(png()), width=Cm(14))
    return _bytes(document)


def word_twice() -> bytes:
    """Return a .docx that shows the same part twice."""
    document = _word(png())
    document.add_paragraph("Otra vez:")
    document.add_picture(io.BytesIO(png()), width=Cm(14))
    return _bytes(document)


def word_cropped() -> bytes:
    """Return a .docx whose picture shows its last line only: the name is cropped away, and still in the file."""

    def crop(data: bytes) -> bytes:
        return re.sub(rb"(<a:blip [^>]*/>)", rb'\1<a:srcRect t="60000"/>', data)

    return _zipped(_bytes(_word(png())), {"word/document.xml": crop}, {})


def _word_with(inside: str, background: str = "") -> bytes:
    """Return a .docx with this element in a run and the picture as relationship rId77."""
    base = docx.Document()
    base.add_paragraph(BODY)
    body = f"<w:p><w:r>{inside}</w:r></w:p>" if inside else ""
    changes: dict[str, Callable[[bytes], bytes]] = {
        "word/document.xml": lambda data: data.replace(
            b"<w:body>", background.encode() + b"<w:body>" + body.encode()
        ).replace(b"<w:document ", f"<w:document {_fresh(data)} ".encode(), 1),
        "word/_rels/document.xml.rels": _related("rId77", "image", "media/foto.png"),
        "[Content_Types].xml": lambda data: data if b'"png"' in data else made.typed("png", "image/png")(data),
    }
    return _zipped(_bytes(base), changes, {"word/media/foto.png": png()})


def _fresh(data: bytes) -> str:
    """Return the declarations of names that a part doesn't have yet."""
    both = dict(re.findall(r'xmlns:(\w+)="([^"]+)"', f"{_SPACES} {made.NAMESPACES}"))
    return " ".join(f'xmlns:{key}="{value}"' for key, value in both.items() if f"xmlns:{key}=".encode() not in data)


def _related(id: str, kind: str, target: str) -> Callable[[bytes], bytes]:
    element = f'<Relationship Id="{id}" Type="{_OFFICE}/{kind}" Target="{target}"/></Relationships>'
    return lambda data: data.replace(b"</Relationships>", element.encode())


def _drawing(graphic: str, kind: str = _GRAPHIC) -> str:
    return (
        '<w:drawing><wp:inline><wp:extent cx="5040000" cy="1350000"/><wp:docPr id="9" name="Foto de Quiteria"/>'
        f'<a:graphic><a:graphicData uri="{kind}">{graphic}</a:graphicData></a:graphic></wp:inline></w:drawing>'
    )


_PIC = (
    '<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="q.png"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill>'
    '<a:blip r:embed="rId77"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/>'
    '<a:ext cx="5040000" cy="1350000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>'
)
_VML = '<w:pict><v:shape style="width:400pt;height:107pt" id="s1"><v:imagedata r:id="rId77" o:title="Quiteria"/></v:shape></w:pict>'
_OBJECT = (
    '<w:object><v:shape style="width:400pt;height:107pt" id="s2"><v:imagedata r:id="rId77" o:title=""/></v:shape>'
    '<o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" ShapeID="s2" DrawAspect="Content" ObjectID="_1" r:id="rId78"/></w:object>'
)


def word_group() -> bytes:
    """Return a .docx with the picture inside a group of shapes."""
    size = '<a:off x="0" y="0"/><a:ext cx="5040000" cy="1350000"/>'
    inner = size.replace("a:off", "a:chOff").replace("a:ext", "a:chExt")
    group = f"<wpg:wgp><wpg:cNvGrpSpPr/><wpg:grpSpPr><a:xfrm>{size}{inner}</a:xfrm></wpg:grpSpPr>{_PIC}</wpg:wgp>"
    return _word_with(_drawing(group, "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"))


def word_alternate() -> bytes:
    """Return a .docx with the picture as drawing for new programs and as VML for old ones."""
    return _word_with(
        f'<mc:AlternateContent><mc:Choice Requires="wps">{_drawing(_PIC)}</mc:Choice>'
        f"<mc:Fallback>{_VML}</mc:Fallback></mc:AlternateContent>"
    )


def word_object() -> bytes:
    """Return a .docx with an embedded workbook whose preview is the picture."""
    data = _word_with(_OBJECT)
    changes = {
        "word/_rels/document.xml.rels": _related("rId78", "package", "embeddings/libro.xlsx"),
        "[Content_Types].xml": made.typed("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    }
    return _zipped(data, changes, {"word/embeddings/libro.xlsx": _bytes(openpyxl.Workbook())})


def word_background() -> bytes:
    """Return a .docx whose pages have the picture as background."""
    fill = '<w:background w:color="FFFFFF"><v:background id="b" fillcolor="white"><v:fill r:id="rId77" type="frame"/></v:background></w:background>'
    return _word_with("", fill)


# ---- workbooks ----


def _book() -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append([BODY])
    return book


def sheet_picture() -> bytes:
    """Return an .xlsx with the picture over its cells, on two sheets."""
    book = _book()
    for page in (book.active, book.create_sheet("Otra")):
        placed = SheetImage(io.BytesIO(png()))
        placed.width, placed.height = 430, 115
        page.add_image(placed, "B3")
    return _bytes(book)


def sheet_group() -> bytes:
    """Return an .xlsx whose picture lies in a group of shapes."""
    book = _book()
    placed = SheetImage(io.BytesIO(png()))
    placed.width, placed.height = 430, 115
    book.active.add_image(placed, "B3")
    size = '<a:off x="609600" y="381000"/><a:ext cx="4095750" cy="1095375"/>'
    inner = size.replace("a:off", "a:chOff").replace("a:ext", "a:chExt")
    head = f'<grpSp><nvGrpSpPr><cNvPr id="7" name="Grupo"/><cNvGrpSpPr/></nvGrpSpPr><grpSpPr><a:xfrm {_A}>{size}{inner}</a:xfrm></grpSpPr>'
    placed_at = f'<spPr><a:xfrm {_A}><a:off x="609600" y="381000"/><a:ext cx="4095750" cy="1095375"/></a:xfrm>'

    def grouped(data: bytes) -> bytes:
        text = data.decode().replace("<pic>", f"{head}<pic>").replace("</pic>", "</pic></grpSp>")
        return text.replace("<spPr>", placed_at).encode()

    return _zipped(_bytes(book), {"xl/drawings/drawing1.xml": grouped}, {})


def _sheet_with(element: str, extra: dict[str, bytes], relation: Callable[[bytes], bytes], kinds: str = "") -> bytes:
    rels = relation(
        b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
    )
    changes: dict[str, Callable[[bytes], bytes]] = {
        "xl/worksheets/sheet1.xml": lambda data: data.replace(
            b"</worksheet>", element.encode() + b"</worksheet>"
        ).replace(b"<worksheet ", f'<worksheet xmlns:r="{_OFFICE}" '.encode(), 1),
        "[Content_Types].xml": lambda data: made.typed(
            "vml", "application/vnd.openxmlformats-officedocument.vmlDrawing"
        )(made.typed("png", "image/png")(data)),
    }
    parts = {"xl/worksheets/_rels/sheet1.xml.rels": rels, "xl/media/foto.png": png(), **extra}
    return _zipped(_bytes(_book()), changes, parts)


def sheet_background() -> bytes:
    """Return an .xlsx with the picture behind the cells."""
    return _sheet_with('<picture r:id="rId1"/>', {}, _related("rId1", "image", "../media/foto.png"))


def sheet_header() -> bytes:
    """Return an .xlsx whose printed header shows the picture."""
    drawing = (
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">'
        '<v:shape id="LH" style="width:400pt;height:107pt"><v:imagedata o:relid="rId1" o:title="Quiteria"/></v:shape></xml>'
    )
    rels = _related("rId1", "image", "../media/foto.png")(
        b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
    )
    parts = {"xl/drawings/vmlDrawing1.vml": drawing.encode(), "xl/drawings/_rels/vmlDrawing1.vml.rels": rels}
    element = '<headerFooter><oddHeader>&amp;L&amp;G</oddHeader></headerFooter><legacyDrawingHF r:id="rId1"/>'
    return _sheet_with(element, parts, _related("rId1", "vmlDrawing", "../drawings/vmlDrawing1.vml"))


# ---- OpenDocument ----

_FRAME = '<draw:frame svg:width="14cm" svg:height="3.75cm" text:anchor-type="as-char"><draw:image xlink:href="{}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame>'
_MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
    '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.{kind}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    '<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/>'
    '<manifest:file-entry manifest:full-path="{part}" manifest:media-type="image/png"/></manifest:manifest>'
)


def _odf_parts(kind: str, where: str = "Pictures/foto.png") -> dict[str, bytes]:
    return {where: png(), "META-INF/manifest.xml": _MANIFEST.format(kind=kind, part=where).encode()}


def text_inline() -> bytes:
    """Return an .odt with the picture in its text."""
    return odt(
        f"<text:p>{BODY}</text:p><text:p>{_FRAME.format('Pictures/foto.png')}</text:p>", parts=_odf_parts("text")
    )


def text_held() -> bytes:
    """Return an .odt that holds the picture's bytes in its own text."""
    held = base64.b64encode(png()).decode()
    frame = f'<draw:frame svg:width="14cm" svg:height="3.75cm" text:anchor-type="as-char"><draw:image><office:binary-data>{held}</office:binary-data></draw:image></draw:frame>'
    return odt(f"<text:p>{BODY}</text:p><text:p>{frame}</text:p>", parts=_odf_parts("text", "Pictures/x.png"))


def text_group() -> bytes:
    """Return an .odt with the picture in a group of shapes."""
    frame = _FRAME.format("Pictures/foto.png").replace(' text:anchor-type="as-char"', ' svg:x="1cm" svg:y="1cm"')
    return odt(f'<text:p>{BODY}<draw:g text:anchor-type="as-char">{frame}</draw:g></text:p>', parts=_odf_parts("text"))


def text_header() -> bytes:
    """Return an .odt with the picture in the header of its pages."""
    data = text_inline()
    layout = '<style:page-layout style:name="pm1"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/></style:page-layout>'
    master = f'<style:master-page style:name="Standard" style:page-layout-name="pm1"><style:header><text:p>{_FRAME.format("Pictures/foto.png")}</text:p></style:header></style:master-page>'
    styles = part(
        "document-styles",
        f"<office:automatic-styles>{layout}</office:automatic-styles><office:master-styles>{master}</office:master-styles>",
    )
    content = part("document-content", f"<office:body><office:text><text:p>{BODY}</text:p></office:text></office:body>")
    return _zipped(data, {"styles.xml": lambda _: styles, "content.xml": lambda _: content}, {})


def sheet_cell() -> bytes:
    """Return an .ods with the picture in a cell."""
    cell = f"<table:table-cell>{_FRAME.format('Pictures/foto.png').replace(' text:anchor-type=', ' office:x=')}</table:table-cell>"
    return ods(sheet([[BODY, cell]]), parts=_odf_parts("spreadsheet"))


def sheet_shapes() -> bytes:
    """Return an .ods with the picture over a sheet, in its shapes."""
    frame = _FRAME.format("Pictures/foto.png").replace(' text:anchor-type="as-char"', ' svg:x="1cm" svg:y="2cm"')
    shapes = f"<table:shapes>{frame}</table:shapes>"
    page = sheet([[BODY]])
    return ods(page.replace(">", f">{shapes}", 1), parts=_odf_parts("spreadsheet"))


# ---- pages, messages, RTF ----


def _data(kind: str = "png") -> str:
    return f"data:image/{kind};base64," + base64.b64encode(png() if kind == "png" else jpeg()).decode()


def page(inside: str, head: str = "") -> bytes:
    """Return a page."""
    return f"<!DOCTYPE html><html><head><meta charset=utf-8>{head}</head><body><p>{BODY}</p>{inside}</body></html>".encode()


def message_inline() -> bytes:
    """Return a message whose page shows an attached picture."""
    held = f"Content-Type: image/png\nContent-ID: <foto@x>\nContent-Disposition: inline\nContent-Transfer-Encoding: base64\n\n{_lines(png())}"
    return parts_of(
        f"Content-Type: text/html; charset=utf-8\n\n<p>{BODY}</p><img src='cid:foto@x'>", held, kind="related"
    )


def message_attached(data: bytes, kind: str, name: str) -> bytes:
    """Return a message with a file attached."""
    held = f'Content-Type: {kind}; name="{name}"\nContent-Disposition: attachment; filename="{name}"\nContent-Transfer-Encoding: base64\n\n{_lines(data)}'
    return parts_of(f"Content-Type: text/plain; charset=utf-8\n\n{BODY}", held)


def message_page() -> bytes:
    """Return a message that is a page with the picture written out in it."""
    return mail(f"<p>{BODY}</p><img src='{_data()}'>", kind="text/html; charset=utf-8")


def _lines(data: bytes) -> str:
    return base64.encodebytes(data).decode()


def _hex(data: bytes) -> str:
    digits = data.hex()
    return "\n".join(digits[n : n + 128] for n in range(0, len(digits), 128))


_SIZE = r"\picw860\pich230\picwgoal7937\pichgoal2126"


def rich(group: str) -> bytes:
    """Return an .rtf with a group after its text."""
    return rtf(f"{BODY}\\par {group}")


FILES: Files = {
    "inline.docx": lambda: word_inline(png()),
    "jpeg.docx": lambda: word_inline(jpeg()),
    "tiff.docx": lambda: word_inline(tiff()),
    "gif.docx": lambda: word_inline(animated()),
    "header.docx": word_header,
    "twice.docx": word_twice,
    "cropped.docx": word_cropped,
    "vml.docx": lambda: _word_with(_VML),
    "group.docx": word_group,
    "alternate.docx": word_alternate,
    "object.docx": word_object,
    "background.docx": word_background,
    "cells.xlsx": sheet_picture,
    "group.xlsx": sheet_group,
    "background.xlsx": sheet_background,
    "header.xlsx": sheet_header,
    "inline.odt": text_inline,
    "held.odt": text_held,
    "group.odt": text_group,
    "header.odt": text_header,
    "cell.ods": sheet_cell,
    "shapes.ods": sheet_shapes,
    "img.html": lambda: page(f"<img width=860 alt='' src='{_data()}'>"),
    "jpeg.html": lambda: page(f'<img width=860 src="{_data("jpeg")}">'),
    "percent.html": lambda: page(f'<img width=860 src="data:image/png,{quote_from_bytes(png())}">'),
    "style.html": lambda: page(
        f'<div style="width:860px;height:230px;background:url({_data()})"></div>',
    ),
    "sheet.html": lambda: page(
        "<div></div>", f"<style>div{{width:860px;height:230px;background:url('{_data()}')}}</style>"
    ),
    "srcset.html": lambda: page(f'<img width=860 srcset="{_data()} 1x" src="{_data()}">'),
    "source.html": lambda: page(f'<picture><source srcset="{_data()}"><img width=860 src="{_data()}"></picture>'),
    "svg.html": lambda: page(f'<svg width="860" height="230"><image width="860" height="230" href="{_data()}"/></svg>'),
    "object.html": lambda: page(f'<object width=860 type="image/png" data="{_data()}"></object>'),
    "input.html": lambda: page(f'<input type=image width=860 src="{_data()}">'),
    "inline.eml": message_inline,
    "attached.eml": lambda: message_attached(png(), "image/png", "foto.png"),
    "unnamed.eml": lambda: message_attached(jpeg(), "application/octet-stream", "foto.jpg"),
    "fax.eml": lambda: message_attached(tiff(), "image/tiff", "fax.tif"),
    "page.eml": message_page,
    "word.eml": lambda: message_attached(
        word_inline(png()), "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "escrito.docx"
    ),
    "png.rtf": lambda: rich(f"{{\\pict\\pngblip{_SIZE}\n{_hex(png())}}}"),
    "jpeg.rtf": lambda: rich(f"{{\\pict\\jpegblip{_SIZE}\n{_hex(jpeg())}}}"),
    "both.rtf": lambda: rich(
        f"{{\\*\\shppict{{\\pict\\pngblip{_SIZE}\n{_hex(png())}}}}}{{\\nonshppict{{\\pict\\pngblip{_SIZE}\n{_hex(png())}}}}}"
    ),
}

"""What a reader sees: LibreOffice draws a file before and after, and outside the replaced places nothing moves."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence

import numpy as np
import openpyxl
import pymupdf
import pytest
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

from pipeline import apply, extract
from pipeline.container import office
from tests.pipeline import made
from tests.pipeline.made_formats import odt

VALUES = ("Bríxida Zahínos Alcorneo", "99000001R", "calle del Pozo Viejo, 3")
TAG = "[PER_1]"
_ENTRY = '<manifest:file-entry manifest:full-path="{}" manifest:media-type="{}"/>'
MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2">'
    + "".join(
        _ENTRY.format(path, kind)
        for path, kind in (
            ("/", "application/vnd.oasis.opendocument.text"),
            ("content.xml", "text/xml"),
            ("styles.xml", "text/xml"),
        )
    )
    + "</manifest:manifest>"
).encode()
SCALE = 1.5
# Of 255: smoothing of the same letters never differs so much.
TOLERANCE = 40
# Words of one line that stand nearer than this, in points, go on with one another.
NEAR = 14.0
Places = list[list[pymupdf.Rect]]


@pytest.fixture(autouse=True, scope="module")
def _needs_office() -> None:
    if office.program() is None:
        missing = "LibreOffice is missing: install libreoffice-writer and libreoffice-calc."
        if os.environ.get("ANONYMIZA_REQUIRE"):
            pytest.fail(missing)
        pytest.skip(missing)


def docx(bold: bool = True) -> bytes:
    run, thick = made.run, "<w:b/>" if bold else ""
    name, number, street = VALUES
    shade = '<w:rPr><w:color w:val="1F4E79"/><w:sz w:val="32"/></w:rPr>'
    body = [
        made.paragraph(f"<w:r>{shade}<w:t>RESOLUCIÓN DE LA ALCALDÍA</w:t></w:r>"),
        made.paragraph(run("Interesada: "), run(name[:9], thick), run(name[9:], "<w:i/>")),
        made.paragraph("Con DNI ", number, ", pide que se le conceda la ayuda."),
        made.table(
            [made.paragraph("Concepto"), made.paragraph("Persona"), made.paragraph("Importe")],
            [made.paragraph("Comedor"), made.paragraph(name), made.paragraph("1.234,50")],
            [made.paragraph("Domicilio"), made.paragraph(street), made.paragraph("99,10")],
        ),
        made.paragraph(run("Plazo: un mes. ", "<w:u w:val='single'/>"), run("Contra este acto cabe recurso.", thick)),
    ]
    return made.word("".join(body))


def text_document() -> bytes:
    name, number, street = VALUES
    styles = (
        '<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
        '<style:style style:name="P1" style:family="paragraph"><style:paragraph-properties fo:margin-left="2cm"/>'
        '<style:text-properties fo:font-size="15pt" fo:color="#1f4e79"/></style:style>'
    )
    body = (
        '<text:h text:style-name="P1" text:outline-level="1">Informe social</text:h>'
        f'<text:p>Interesada: <text:span text:style-name="T1">{name[:12]}</text:span>{name[12:]}</text:p>'
        f"<text:p>Con DNI {number}, vive sola.</text:p>"
        '<table:table table:name="T"><table:table-column table:number-columns-repeated="3"/>'
        + "".join(
            f"<table:table-row>{''.join(f'<table:table-cell><text:p>{c}</text:p></table:table-cell>' for c in row)}"
            "</table:table-row>"
            for row in (("Domicilio", street, "propio"), ("Ingresos", "612,30", "al mes"))
        )
        + '</table:table><text:p text:style-name="P1">Se propone la ayuda básica.</text:p>'
    )
    return odt(body, automatic=styles, parts={"META-INF/manifest.xml": MANIFEST})


def workbook() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    line = Side(style="thin")
    rows = [["Nombre", "DNI", "Domicilio", "Importe"], [*VALUES, 1234.5], ["-", "-", "-", 99.1]]
    for row in rows:
        sheet.append(row)
    for column, width in zip("ABCD", (34, 16, 30, 14), strict=True):
        sheet.column_dimensions[column].width = width
    for row in sheet.iter_rows():
        for cell in row:
            cell.border = Border(left=line, right=line, top=line, bottom=line)
            cell.alignment = Alignment(horizontal="left")
    for cell in sheet[1]:
        cell.font, cell.fill = Font(bold=True, color="FFFFFF"), PatternFill("solid", fgColor="1F4E79")
    for cell in sheet["D"][1:]:
        cell.number_format = '#,##0.00 "€"'
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def drawn(data: bytes, suffix: str) -> pymupdf.Document:
    return pymupdf.open(stream=office.convert(data, suffix, "pdf"), filetype="pdf")


def touched(pages: pymupdf.Document, said: Sequence[str]) -> Places:
    """Return the rectangles of some texts on each page, up to the end of the words that go on after them."""
    places: Places = []
    for page in pages:
        words = [pymupdf.Rect(word[:4]) for word in page.get_text("words")]
        found = [rect for text in said for rect in page.search_for(text)]
        places.append([_carried_on(rect, words) for rect in found])
    return places


def _carried_on(rect: pymupdf.Rect, words: Sequence[pymupdf.Rect]) -> pymupdf.Rect:
    for word in sorted(words, key=lambda w: w.x0):
        if abs(word.y1 - rect.y1) < 4 and rect.x1 - 1 <= word.x0 <= rect.x1 + NEAR:
            rect = rect | word
    return rect


def pixels(page: pymupdf.Page) -> np.ndarray:
    shown = page.get_pixmap(matrix=pymupdf.Matrix(SCALE, SCALE), colorspace=pymupdf.csGRAY, alpha=False)
    return np.frombuffer(shown.samples, np.uint8).reshape(shown.height, shown.stride)[:, : shown.width].astype(int)


def differences(before: pymupdf.Document, after: pymupdf.Document, masks: Sequence[Places]) -> int:
    """Count the pixels that differ outside the masked places; all of them where the pages aren't alike."""
    if len(before) != len(after):
        return -1
    count = 0
    for number in range(len(before)):
        one, other = pixels(before[number]), pixels(after[number])
        if one.shape != other.shape:
            return -1
        apart = abs(one - other) > TOLERANCE
        for places in masks:
            for rect in places[number]:
                x0, y0, x1, y1 = (round(v * SCALE) for v in (rect.x0 - 1, rect.y0 - 1, rect.x1 + 1, rect.y1 + 1))
                apart[max(y0, 0) : y1, max(x0, 0) : x1] = False
        count += int(apart.sum())
    return count


@pytest.mark.parametrize(
    ("suffix", "make"), [("docx", docx), ("odt", text_document), ("xlsx", workbook)], ids=["docx", "odt", "xlsx"]
)
def test_outside_the_replaced_places_nothing_moves(suffix: str, make: Callable[[], bytes]) -> None:
    data = make()
    document = extract.read_document(data, f"a.{suffix}")
    wanted = made.replacing(document, VALUES, TAG)
    assert len(wanted) >= len(VALUES)
    written = apply.write_document(data, document, wanted).data
    before, after = drawn(data, suffix), drawn(written, suffix)
    masks = [touched(before, VALUES), touched(after, [TAG])]
    assert sum(map(len, masks[0])) == sum(map(len, masks[1])) == len(wanted)
    assert differences(before, after, masks) == 0
    ink = sum(int((pixels(page) < 128).sum()) for page in after)
    hidden = sum(rect.get_area() * SCALE**2 for places in masks for page in places for rect in page)
    assert ink > 500
    assert hidden < 0.1 * sum(page.rect.get_area() * SCALE**2 for page in after)


def test_a_lost_format_is_seen() -> None:
    before, after = drawn(docx(), "docx"), drawn(docx(bold=False), "docx")
    masks = [touched(before, VALUES), touched(after, VALUES)]
    assert differences(before, after, masks) > 20

"""Writing PDF whose text is pixels: what was replaced is gone from the images, the rest stands where it stood."""

from __future__ import annotations

import io
import itertools
import shutil
import subprocess
import tempfile
from collections.abc import Sequence

import pikepdf
import pymupdf
import pytest
from PIL import Image

from pipeline.analysis import Sought
from pipeline.apply.pdf import write_pdf
from pipeline.decision import Action, Replacement, Written
from pipeline.document import AREA, Area, BlockKind, Document, Span, with_areas
from pipeline.extract.pdf import read_pdf
from pipeline.ocr import read_page
from pipeline.verify import find_leaks
from tests.pipeline import made, scans
from tests.pipeline.scans import LINES, NUMBER, PERSON

BOX = (72.0, 100.0, 472.0, 260.0)


def written(document: Document, data: bytes, values: Sequence[str] = (PERSON, NUMBER)) -> Written:
    """What is written without the values, proven to hold none of them."""
    result = write_pdf(data, document, made.replacing(document, values, "[PER_1]"))
    assert leaks(result.data, values) == []
    with pikepdf.open(io.BytesIO(result.data)) as opened:
        assert opened.check_pdf_syntax() == []
    return result


def leaks(data: bytes, values: Sequence[str]) -> list[str]:
    found = find_leaks(data, "a.pdf", [Sought(v, "PERSON", f"d{n}") for n, v in enumerate(values)])
    return [f"{leak.where}: {leak.how}" for leak in found]


def again(data: bytes) -> str:
    """What a reader of pixels sees on the pages, where there is ink."""
    seen = []
    with pymupdf.open(stream=data) as opened:
        for page in opened:
            boxes = [pymupdf.Rect(box) for _, box in page.get_bboxlog()]
            ink = pymupdf.Rect(boxes[0])
            for box in boxes[1:]:
                ink |= box
            # the log tells places of the unrotated page
            pixmap = page.get_pixmap(dpi=150, alpha=False, clip=None if page.rotation else ink)
            image = Image.frombytes("RGB", (pixmap.width, pixmap.height), pixmap.samples)
            seen.append(read_page(scans.pixels(image)).text)
    return "\n".join(seen)


def kinds(data: bytes) -> list[tuple[str, int]]:
    """The last filter and the bits of every image."""
    with pikepdf.open(io.BytesIO(data)) as opened:
        return [
            (str(s.Filter), int(s.get("/BitsPerComponent", 0)))
            for s in opened.objects
            if isinstance(s, pikepdf.Stream) and s.get("/Subtype") == "/Image"
        ]


def popplers(data: bytes, *command: str) -> str:
    """What a program of Poppler says of a file."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} isn't installed")
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(data)
        file.flush()
        tail = ["-"] if command[0] == "pdftotext" else []
        done = subprocess.run([*command, file.name, *tail], capture_output=True, check=True, timeout=60)
    return done.stdout.decode()


def test_a_scan_is_read_line_by_line_with_boxes_and_confidence() -> None:
    document = read_pdf(scans.page_of(scans.stored(scans.picture())), "a.pdf")
    assert "\n".join(LINES) in document.text
    anchors = [a for b in document.blocks for a in b.anchors]
    assert all(len(a.confidence) == a.end - a.start == len(a.boxes) // 4 for a in anchors)
    x0, y0, _, y1 = anchors[0].boxes[:4]
    assert x0 == pytest.approx(BOX[0] + 20, abs=2)
    assert BOX[1] + 20 < y0 < y1 < BOX[1] + 38


@pytest.mark.parametrize("kind", scans.KINDS)
def test_whatever_way_an_image_is_stored(kind: str) -> None:
    data = scans.pdf_of(kind, scans.picture())
    document = read_pdf(data, "a.pdf")
    assert PERSON in document.text
    result = written(document, data)
    assert write_pdf(data, document, made.replacing(document, (PERSON, NUMBER), "[PER_1]")).data == result.data
    assert "images-redacted:1" in result.notes
    seen = again(result.data)
    assert "recurso de reposición" in seen
    assert "Zahínos" not in seen
    assert len(result.data) < len(data) + 45_000  # the font of the tags
    if kind in ("jpeg", "grey jpeg", "jpx"):
        assert kinds(result.data) == [("/DCTDecode", 8)]
    elif kind in ("fax", "jbig2", "stencil"):
        assert kinds(result.data) == [("/CCITTFaxDecode", 1)]
    assert "reposición" in popplers(result.data, "pdftotext")
    assert len(popplers(result.data, "pdfimages", "-list").splitlines()) == 2 + len(kinds(result.data))


def test_no_ink_is_left_under_a_mark_and_the_tag_can_be_read_aloud() -> None:
    data = scans.pdf_of("fax", scans.picture())
    document = read_pdf(data, "a.pdf")
    result = written(document, data)
    at = document.text.index(PERSON)
    (anchor,) = document.anchors_in(Span(at, at + len(PERSON)))
    first = 4 * (at - anchor.start)
    boxes = anchor.boxes[first : first + 4 * len(PERSON)]
    x0, y0, x1, y1 = boxes[0], min(boxes[1::4]), boxes[-2], max(boxes[3::4])
    inset = (x0 + 0.2 * (x1 - x0), y0 + 0.2 * (y1 - y0), x1 - 0.2 * (x1 - x0), y1 - 0.2 * (y1 - y0))
    assert scans.ink_under(data, 0, inset) > 40
    assert scans.ink_under(result.data, 0, inset) <= 14
    text = " ".join(pymupdf.open(stream=result.data)[0].get_text().split())
    assert "Se notifica a doña [PER_1] , con DNI" in text


def test_the_image_itself_lost_its_pixels() -> None:
    """No box laid over: the image, taken out of the file, is white where the data stood."""
    data = scans.pdf_of("jpeg", scans.picture())
    result = written(read_pdf(data, "a.pdf"), data)
    opened = pymupdf.open(stream=result.data)
    (image,) = opened[0].get_images()
    pixmap = pymupdf.Pixmap(opened, image[0])
    seen = read_page(scans.pixels(Image.frombytes("RGB", (pixmap.width, pixmap.height), pixmap.samples))).text
    assert "Zahínos" not in seen and NUMBER not in seen
    assert "recurso de reposición" in seen


def test_an_old_hidden_layer_goes_and_a_clean_one_takes_its_place() -> None:
    """The layer has a wrong reading and a line that the picture doesn't show."""
    layer = scans.text_at(92, 702, "Brixida Zahinos Canamero", mode=3) + scans.text_at(
        92, 600, "Visto: Leo Gil", mode=3
    )
    data = scans.pdf_of("grey jpeg", scans.picture(), after=layer)
    document = read_pdf(data, "a.pdf")
    hidden = [document.text[b.start : b.end] for b in document.blocks if b.kind is BlockKind.HIDDEN]
    assert any("Leo Gil" in text for text in hidden)
    result = written(document, data)
    text = pymupdf.open(stream=result.data)[0].get_text()
    assert "Gil" not in text and "Canamero" not in text
    assert "recurso de reposición." in text


def test_text_and_pixels_of_one_page_are_joined_once() -> None:
    data = scans.pdf_of("fax", scans.picture(), before=scans.text_at(92, 780, "Registro de entrada 45/2019"))
    document = read_pdf(data, "a.pdf")
    assert document.text.index("Registro de entrada") < document.text.index("AYUNTAMIENTO")
    assert document.text.count(PERSON) == document.text.count("Registro") == 1
    text = pymupdf.open(stream=written(document, data).data)[0].get_text()
    assert "Registro de entrada 45/2019" in text


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_a_turned_page(rotation: int) -> None:
    turned = scans.picture().rotate(rotation, expand=True)
    upright = rotation == 180
    data = scans.pdf_of("jpeg", turned, matrix="400 0 0 160 72 582" if upright else "160 0 0 400 72 300")
    source = pymupdf.open(stream=data)
    source[0].set_rotation(rotation)
    data = bytes(source.tobytes())
    document = read_pdf(data, "a.pdf")
    assert PERSON in document.text
    result = written(document, data)
    assert pymupdf.open(stream=result.data)[0].rotation == rotation
    seen = again(result.data)
    assert "recurso de reposición" in seen and "Zahínos" not in seen
    assert "recurso" in pymupdf.open(stream=result.data)[0].get_text()


@pytest.mark.parametrize("matrix", ["-400 0 0 160 472 582", "400 0 0 -160 72 742", "398 28 -11.2 159.2 80 560"])
def test_a_mirrored_or_slanted_image(matrix: str) -> None:
    image = scans.picture()
    flip = Image.Transpose.FLIP_LEFT_RIGHT if matrix[0] == "-" else Image.Transpose.FLIP_TOP_BOTTOM
    image = image.transpose(flip) if "-160" in matrix or matrix[0] == "-" else image
    data = scans.pdf_of("jpeg", image, matrix=matrix)
    document = read_pdf(data, "a.pdf")
    assert PERSON in document.text
    seen = again(written(document, data).data)
    assert "Zahínos" not in seen and "AYUNTAMIENTO DE VALDEPRADO" in seen


def test_an_image_shared_by_pages_is_burnt_on_all_or_only_where_asked() -> None:
    data = scans.pdf_of("jpeg", scans.picture(), pages=3)
    document = read_pdf(data, "a.pdf")
    assert document.text.count(PERSON) == 3
    everywhere = written(document, data)
    assert len(kinds(everywhere.data)) == 1
    first = made.replacing(document, [PERSON], "[PER_1]")[:1]
    only = write_pdf(data, document, first).data
    assert [PERSON in page.get_text() for page in pymupdf.open(stream=only)] == [False, True, True]
    assert again(only).count("Zahínos") == 2


def test_strips_of_one_scan_are_read_together() -> None:
    image = scans.picture()
    cuts = [0, 120, 205, image.height]  # through the middle of two lines
    document = pymupdf.open()
    page = document.new_page()
    for top, bottom in itertools.pairwise(cuts):
        box = pymupdf.Rect(72, 100 + 160 * top / image.height, 472, 100 + 160 * bottom / image.height)
        page.insert_image(
            box, stream=scans.stored(image.crop((0, top, image.width, bottom)), "PNG"), keep_proportion=False
        )
    data = bytes(document.tobytes())
    read = read_pdf(data, "a.pdf")
    assert PERSON in read.text
    seen = again(written(read, data).data)
    assert "Zahínos" not in seen and "recurso de reposición" in seen


def test_text_under_an_image_goes() -> None:
    data = scans.pdf_of("jpeg", scans.picture(), before=scans.text_at(100, 650, "Leo Gil Cañamero"))
    document = read_pdf(data, "a.pdf")
    result = written(document, data, [PERSON])
    assert "Gil" not in pymupdf.open(stream=result.data)[0].get_text()


@pytest.mark.parametrize("cover", ["0 0 0 rg 72 582 400 160 re f", "1 1 1 rg 92 668 380 40 re f"])
def test_pixels_under_a_rectangle_go_though_nobody_asked(cover: str) -> None:
    data = scans.pdf_of("grey jpeg", scans.picture(), after=cover)
    result = write_pdf(data, read_pdf(data, "a.pdf"), [])
    assert leaks(data, [PERSON])
    assert leaks(result.data, [PERSON]) == []
    opened = pymupdf.open(stream=result.data)
    stored = pymupdf.Pixmap(opened, opened[0].get_images()[0][0])
    image = Image.frombytes("L", (stored.width, stored.height), stored.samples)
    assert "Zahínos" not in read_page(scans.pixels(image)).text


@pytest.mark.parametrize("clip", ["72 700 400 60 re W n", "0 0 1 1 re W n 1 0 0 1 0 0 cm"])
def test_pixels_cut_off_by_a_clip_or_the_page_go(clip: str) -> None:
    data = scans.pdf_of("jpeg", scans.picture(), before=f"q {clip}", after="Q")
    result = write_pdf(data, read_pdf(data, "a.pdf"), [])
    assert leaks(result.data, [PERSON]) == []
    beyond = scans.pdf_of("jpeg", scans.picture(), matrix="400 0 0 160 400 582")
    result = write_pdf(beyond, read_pdf(beyond, "a.pdf"), [])
    opened = pymupdf.open(stream=result.data)
    stored = pymupdf.Pixmap(opened, opened[0].get_images()[0][0])
    image = Image.frombytes("RGB", (stored.width, stored.height), stored.samples)
    assert "Zahínos" not in read_page(scans.pixels(image)).text


def test_metadata_of_a_picture_goes_with_it_unread() -> None:
    exif = Image.Exif()
    exif[0x013B] = PERSON
    data = scans.page_of(scans.stored(scans.picture(["Plano de la villa"]), exif=exif, comment=PERSON.encode()))
    assert PERSON.split()[0].encode() in data
    result = write_pdf(data, read_pdf(data, "a.pdf"), [])
    assert PERSON.encode() not in result.data and b"Exif" not in result.data
    assert "Plano de la villa" in again(result.data)


def test_letters_drawn_as_curves_are_read_and_the_page_becomes_a_picture() -> None:
    source = pymupdf.open()
    page = source.new_page()
    for n, line in enumerate(LINES):
        page.insert_text((72, 120 + 24 * n), line, fontsize=12)
    drawn = pymupdf.open("svg", page.get_svg_image(text_as_path=True).encode())
    data = drawn.convert_to_pdf()
    assert pymupdf.open(stream=data)[0].get_text().strip() == ""
    document = read_pdf(data, "a.pdf")
    assert PERSON in document.text
    result = written(document, data)
    assert "pages-rasterised:1" in result.notes
    seen = again(result.data)
    assert "recurso de reposición" in seen and "Zahínos" not in seen
    assert "recurso de reposición." in pymupdf.open(stream=result.data)[0].get_text()


def test_a_page_of_curves_with_nothing_to_replace_stays_as_it_is() -> None:
    source = pymupdf.open()
    source.new_page().insert_text((72, 120), LINES[3], fontsize=12)
    drawn = pymupdf.open("svg", source[0].get_svg_image(text_as_path=True).encode())
    data = drawn.convert_to_pdf()
    result = written(read_pdf(data, "a.pdf"), data, [])
    assert not any(note.startswith("pages-rasterised") for note in result.notes)
    assert len(pymupdf.open(stream=result.data)[0].get_drawings()) > 0


def region(document: Document, output: str) -> list[Replacement]:
    (block,) = [b for b in document.blocks if b.kind is BlockKind.PICTURE and b.label == AREA]
    return [Replacement(Span(block.start, block.start + 1), Action.TAG, output, "d1", "AREA", "\ufffc")]


def test_everything_under_a_drawn_region_goes() -> None:
    """Letters, line art and pixels; what stands beside it doesn't move."""

    source = pymupdf.open()
    page = source.new_page()
    page.insert_image(pymupdf.Rect(100, 300, 300, 380), stream=scans.stored(scans.picture(["Firma"], size=(200, 80))))
    page.insert_text((100, 290), f"Fdo.: {PERSON}. Queda fuera")
    page.draw_bezier((110, 310), (150, 390), (200, 290), (280, 370))
    data = bytes(source.tobytes())
    document = with_areas(read_pdf(data, "a.pdf"), [Area(0, (98, 275, 280, 385))])
    result = write_pdf(data, document, region(document, "[FIRMA_1]"))
    after = pymupdf.open(stream=result.data)[0]
    words = {w[4]: w[:2] for w in after.get_text("words")}
    assert "Bríxida" not in words and "[FIRMA_1]" in words
    assert words["fuera"] == pytest.approx(
        next(w[:2] for w in pymupdf.open(stream=data)[0].get_text("words") if w[4] == "fuera"), abs=0.5
    )
    assert scans.ink_under(result.data, 0, (110, 300, 270, 320)) < 5
    assert "Firma" not in again(result.data).replace("[FIRMA_1]", "")


def test_an_inline_image_is_read_too() -> None:
    image = scans.bits(scans.picture())
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(595, 842))
    head = f"q 400 0 0 160 72 582 cm BI /W {image.width} /H {image.height} /BPC 1 /CS /G ID ".encode()
    pdf.pages[0].Contents = pdf.make_stream(head + image.tobytes() + b"\nEI Q")
    pdf.pages[0].Resources = pikepdf.Dictionary(ProcSet=pikepdf.Array([pikepdf.Name.PDF]))
    out = io.BytesIO()
    pdf.save(out)
    document = read_pdf(out.getvalue(), "a.pdf")
    assert PERSON in document.text
    assert "Zahínos" not in again(written(document, out.getvalue()).data)


def test_a_form_with_an_image_inside_another() -> None:
    inner = pymupdf.open(stream=scans.pdf_of("jpeg", scans.picture()))
    middle, outer = pymupdf.open(), pymupdf.open()
    middle.new_page().show_pdf_page(pymupdf.Rect(0, 0, 500, 700), inner, 0)
    outer.new_page().show_pdf_page(pymupdf.Rect(20, 30, 560, 800), middle, 0)
    data = bytes(outer.tobytes())
    document = read_pdf(data, "a.pdf")
    assert PERSON in document.text
    seen = again(written(document, data).data)
    assert "Zahínos" not in seen and "reposición" in seen


def test_a_photographed_line_that_slants_is_burnt_along_its_slope() -> None:
    image = scans.picture(dpi=250, size=(500, 200)).rotate(3, fillcolor="white", resample=Image.Resampling.BICUBIC)
    data = scans.page_of(scans.stored(image), box=(40, 100, 540, 300))
    document = read_pdf(data, "a.pdf")
    assert PERSON in document.text
    seen = again(written(document, data).data)
    assert "Zahínos" not in seen and "recurso de reposición" in seen and "AYUNTAMIENTO" in seen

"""Reading PDF: order, places, what isn't shown, and what is refused."""

from __future__ import annotations

import contextlib
import io
import random
import time
import zlib

import pikepdf
import pymupdf
import pytest

from pipeline.document import Area, Block, BlockKind, Document, with_areas, without_places
from pipeline.errors import EncryptedFile, InputRefused, LimitExceeded, UnreadableFile
from pipeline.extract.pdf import read_pdf, read_pdf_text
from tests.pipeline.verify import hiding_places

NAME = "Bríxida Zahínos Cañamero"


def made(*lines: tuple[float, float, str], **how: object) -> bytes:
    document = pymupdf.open()
    page = document.new_page()
    for x, y, text in lines:
        page.insert_text((x, y), text, fontsize=10, **how)
    return bytes(document.tobytes())


def texts(document: Document, *kinds: BlockKind) -> list[str]:
    return [document.text[b.start : b.end].rstrip("\n") for b in document.blocks if not kinds or b.kind in kinds]


def test_lines_of_a_paragraph_are_one_block() -> None:
    data = made(
        (72, 100, "Se notifica a doña Bríxida Zahí-"), (72, 113, "nos Cañamero la resolución."), (72, 160, "Otro.")
    )
    assert texts(read_pdf(data, "a.pdf")) == [
        "Se notifica a doña Bríxida Zahí-\nnos Cañamero la resolución.",
        "Otro.",
    ]


def test_columns_are_not_mixed() -> None:
    left = [(60.0, 100.0 + 13 * n, f"columna izquierda, línea número {n:02d}") for n in range(12)]
    right = [(320.0, 100.0 + 13 * n, f"columna derecha, renglón número {n:02d}") for n in range(12)]
    mixed = [line for pair in zip(left, right, strict=True) for line in pair]
    text = read_pdf(made((60, 70, "Título que cruza las dos columnas de la página"), *mixed), "a.pdf").text
    assert text.index("Título") < text.index("línea número 00")
    assert text.index("línea número 11") < text.index("renglón número 00")


def test_cells_of_a_row_are_blocks_with_row_column_and_label() -> None:
    data = made((72, 100, "Nombre:"), (200, 100, NAME), (72, 130, "DNI:"), (200, 130, "99000001X"))
    cells = [b for b in read_pdf(data, "a.pdf").blocks if b.kind is BlockKind.CELL]
    assert [(b.column, b.label) for b in cells] == [(0, ""), (1, "Nombre:"), (0, ""), (1, "DNI:")]
    assert cells[0].row == cells[1].row != cells[2].row


def test_a_cell_of_two_lines_is_one_block() -> None:
    data = made((72, 100, "1"), (120, 100, "Bríxida Zahínos"), (320, 100, "Admitida"), (120, 112, "Cañamero"))
    assert "Bríxida Zahínos\nCañamero" in texts(read_pdf(data, "a.pdf"))


def test_every_character_has_its_box() -> None:
    document = read_pdf(made((72, 100, NAME), (72, 113, "y otra línea")), "a.pdf")
    anchors = [a for b in document.blocks for a in b.anchors]
    assert [len(a.boxes) for a in anchors] == [4 * (a.end - a.start) for a in anchors]
    x0, y0, x1, y1 = anchors[0].boxes[:4]
    assert 71 < x0 < x1 < 80
    assert 85 < y0 < 100 < y1
    assert all(document.text[a.start : a.end].strip() for a in anchors)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_are_those_of_the_unrotated_page(rotation: int) -> None:
    source = pymupdf.open(stream=made((72, 100, NAME)))
    source[0].set_rotation(rotation)
    (block,) = read_pdf(source.tobytes(), "a.pdf").blocks
    assert block.anchors[0].boxes[0] == pytest.approx(72, abs=1)


def test_text_that_a_viewer_does_not_show_is_hidden() -> None:
    document = read_pdf(hiding_places.build(), "a.pdf")
    hidden = " ".join(texts(document, BlockKind.HIDDEN))
    for place in (
        "invisible text",
        "off page",
        "white text",
        "under a box",
        "tiny text",
        "hidden layer",
        "actual text",
    ):
        assert hiding_places.value(place) in hidden, place
    assert hiding_places.value("text") not in hidden


def test_what_is_not_on_the_page_is_read_too() -> None:
    document = read_pdf(hiding_places.build(), "a.pdf")
    said = {kind: " ".join(texts(document, kind)) for kind in BlockKind}
    for place in ("info", "xmp", "bookmark", "layer name", "page label", "private data", "destination", "attachment"):
        assert hiding_places.value(place) in said[BlockKind.PROPERTY], place
    for place in ("note", "free text", "line art note"):
        assert hiding_places.value(place) in said[BlockKind.COMMENT], place
    assert hiding_places.value("field") in said[BlockKind.FIELD]
    assert hiding_places.value("script") in said[BlockKind.HIDDEN]


def test_white_text_on_a_dark_ground_is_shown() -> None:
    source = pymupdf.open()
    page = source.new_page()
    page.draw_rect(pymupdf.Rect(60, 80, 400, 110), fill=(0.1, 0.2, 0.5))
    page.insert_text((72, 100), "Cabecera de la tabla", color=(1, 1, 1))
    assert [b.kind for b in read_pdf(source.tobytes(), "a.pdf").blocks] == [BlockKind.PARAGRAPH]


def test_blocks_cover_the_text_in_order() -> None:
    document = read_pdf(hiding_places.build(), "a.pdf")
    ends: list[Block] = list(document.blocks)
    assert [b.start for b in ends] == [0, *(b.end for b in ends[:-1])]
    assert ends[-1].end == len(document.text)


def test_a_password_is_asked_away() -> None:
    source = pymupdf.open(stream=made((72, 100, NAME)))
    locked = source.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
    with pytest.raises(EncryptedFile):
        read_pdf(locked, "a.pdf")


@pytest.mark.parametrize("data", [b"%PDF-1.7\nnada", b"%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<<>>"])
def test_damage_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFile):
        read_pdf(data, "a.pdf")


@pytest.mark.parametrize("joined", [True, False])
def test_a_page_whose_text_was_cut_off_is_refused(joined: bool) -> None:
    source = pymupdf.open(stream=made((72, 100, NAME)))
    if joined:
        source[0].clean_contents()
    data = source.tobytes()
    with pytest.raises(UnreadableFile):
        read_pdf(data[: data.index(b"stream") - 30], "a.pdf")


@pytest.mark.parametrize("layer", ["", "Brixida Zabinos Canamero"])
def test_a_scan_is_read_by_its_pixels_and_an_old_layer_is_hidden_text(layer: str) -> None:
    drawn = pymupdf.open(stream=made((72, 100, NAME)))[0].get_pixmap(dpi=150)
    source = pymupdf.open()
    page = source.new_page()
    page.insert_image(page.rect, pixmap=drawn)
    if layer:
        page.insert_text((72, 100), layer, render_mode=3)
    document = read_pdf(source.tobytes(), "a.pdf")
    assert texts(document, BlockKind.PARAGRAPH) == [NAME]
    assert texts(document, BlockKind.HIDDEN) == ([layer] if layer else [])
    (anchor,) = document.blocks[0].anchors
    assert anchor.boxes[0] == pytest.approx(72, abs=2)
    assert len(anchor.confidence) == len(NAME)


def test_nothing_is_written_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    data = made((72, 100, NAME)).replace(b"endstream", b"endstrean", 1)
    with contextlib.suppress(UnreadableFile):
        read_pdf(data, "a.pdf")
    assert NAME not in "".join(capfd.readouterr())


@pytest.mark.filterwarnings("ignore:Unexpected end of stream")
@pytest.mark.parametrize("seed", range(30))
def test_broken_bytes_are_read_or_refused_and_nothing_else(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(hiding_places.build())
    for _ in range(chance.choice((1, 5, 50))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    with contextlib.suppress(InputRefused):
        read_pdf(bytes(data), "a.pdf")


def test_a_full_page_costs_no_square() -> None:
    """Four times the segments, far less than sixteen times the time."""

    def seconds(rows: int) -> float:
        source = pymupdf.open()
        page = source.new_page(width=3_000, height=rows * 8 + 60)
        writer = pymupdf.TextWriter(page.rect)
        for row in range(rows):
            for column in range(10):
                writer.append((40 + 280 * column, 40 + 8 * row), f"Celda {row} {column}", fontsize=6)
        writer.write_text(page)
        data = source.tobytes()
        start = time.process_time()
        read_pdf(data, "a.pdf")
        return time.process_time() - start

    assert min(seconds(400) for _ in range(3)) < 10 * min(seconds(100) for _ in range(3))


def test_a_reading_for_its_text_alone_leaves_out_where_certain_text_stands() -> None:
    drawn = [Area(0, (5, 5, 60, 60))]
    placed = with_areas(read_pdf(made((72, 100, NAME)), "a.pdf"), drawn)
    bare = without_places(placed)
    assert (bare.text, [b.kind for b in bare.blocks]) == (placed.text, [b.kind for b in placed.blocks])
    assert [bool(a.boxes) for b in bare.blocks for a in b.anchors] == [b.kind == "picture" for b in bare.blocks]
    assert any(a.boxes for b in placed.blocks if b.kind != "picture" for a in b.anchors)


READ_FOR_TEXT = {
    "level lines": made(
        (72, 100, "Se notifica a doña Bríxida Zahí-"), (72, 113, "nos Cañamero la resolución."), (72, 160, "\\")
    ),
    "cells": made((72, 100, "Nombre:"), (200, 100, NAME), (72, 130, "DNI:"), (200, 130, "99000001X")),
    "wide blanks": made((72, 100, f"Interesada:          {NAME}          firma   ")),
    "other blanks": made((72, 100, "Bríxida\u00a0Zahínos y  Cañamero, 12\u00a0000 €")),
    "a lone side stamp": made((30, 700, NAME), rotate=90),
    "outside the page": made((72, 100, "Dentro."), (590, 100, NAME)),
    "white": made((72, 100, NAME), color=(1, 1, 1)),
    "not painted": made((72, 100, NAME), render_mode=3),
    "nothing": made(),
}


@pytest.mark.parametrize("data", READ_FOR_TEXT.values(), ids=READ_FOR_TEXT)
def test_reading_for_text_alone_reads_the_same(data: bytes) -> None:
    document = read_pdf(data, "a.pdf")
    assert read_pdf_text(data, "a.pdf") == without_places(document)


def test_reading_for_text_alone_sees_what_is_covered() -> None:
    opened = pymupdf.open(stream=made((72, 100, NAME), (72, 200, "A la vista.")))
    opened[0].draw_rect((60, 85, 300, 110), fill=(0, 0, 0))
    document = read_pdf_text(bytes(opened.tobytes()), "a.pdf")
    assert texts(document, BlockKind.HIDDEN) == [NAME]
    assert texts(document, BlockKind.PARAGRAPH) == ["A la vista."]


def test_plain_pages_are_read_without_their_glyphs(monkeypatch: pytest.MonkeyPatch) -> None:
    def listed(page: pymupdf.Page) -> list[object]:
        raise AssertionError("the glyphs of a plain page were listed")

    data = made((72, 100, f"Se notifica a doña {NAME}."), (72, 130, "DNI:"), (200, 130, "99000001X"))
    monkeypatch.setattr("pipeline.container.pdf_plain.page_segments", listed)
    assert NAME in read_pdf_text(data, "a.pdf").text


@pytest.mark.parametrize(("size", "layers", "refused"), [(80, 1, True), (80, 2, True), (8, 1, False), (8, 2, False)])
def test_a_page_that_unpacks_without_end_is_refused_at_once(size: int, layers: int, refused: bool) -> None:
    body = b"BT /F1 12 Tf 72 700 Td (Resuelvo) Tj ET\n" + b" " * (size * 1024 * 1024)
    for _ in range(layers):
        body = zlib.compress(body)
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(595, 842))
        page.obj.Contents = pdf.make_stream(body, Filter=pikepdf.Array([pikepdf.Name("/FlateDecode")] * layers))
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
        out = io.BytesIO()
        pdf.save(out, compress_streams=False)
    if refused:
        with pytest.raises(LimitExceeded):
            read_pdf(out.getvalue(), "a.pdf")
    else:
        assert "Resuelvo" in read_pdf(out.getvalue(), "a.pdf").text

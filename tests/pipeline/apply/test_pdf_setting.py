"""Setting what is cut: the rest stands where it stood, and what takes its place has room."""

from __future__ import annotations

import pymupdf
import pytest

from pipeline.apply import pdf as writer
from pipeline.extract.pdf import read_pdf
from tests.cases import survivors
from tests.pipeline import made
from tests.pipeline.apply.pdf_pages import NAME, OTHER, blank, either_way, page_text, placed, written

__all__ = ["either_way"]  # a fixture


@pytest.mark.usefixtures("either_way")
def test_neighbours_stay_where_they_were() -> None:
    def draw(page: pymupdf.Page) -> None:
        for n in range(5):
            page.insert_text(
                (72, 100 + 11 * n), f"Línea {n} apretada entre otras" if n != 2 else f"Doña {NAME} recurre"
            )
        page.insert_text((300, 122), "Otra celda")

    data = blank(draw)
    before, after = placed(data), placed(written(data, [NAME]).data)
    assert {t: p for t, p in before.items() if NAME not in t} == {
        t: p for t, p in after.items() if "PER_1" not in t and t != "Doña"
    }
    assert "Doña [PER_1] recurre" in " ".join(page_text(written(data, [NAME]).data).split())


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("boxes", [None, (30, 40, 400, 700)])
@pytest.mark.parametrize("media", [(0, 0, 595, 842), (20, 30, 700, 900), (-50, -70, 500, 800)])
def test_tags_stand_on_the_line_whatever_the_page_boxes(
    rotation: int, boxes: tuple[int, ...] | None, media: tuple[int, ...]
) -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((172, 300), f"Doña {NAME} dice")
    document.xref_set_key(page.xref, "MediaBox", f"[{' '.join(map(str, media))}]")
    if boxes:
        document.xref_set_key(page.xref, "CropBox", f"[{' '.join(map(str, boxes))}]")
    document.xref_set_key(page.xref, "Rotate", str(rotation))
    result = pymupdf.open(stream=written(document.tobytes(), [NAME]).data)
    assert result[0].rotation == rotation
    result[0].set_rotation(0)
    found = placed(result.tobytes())
    assert found["[PER_1] dice"][1] == found["Doña"][1]
    assert 20 < found["[PER_1] dice"][0] - found["Doña"][0] < 40


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_turned_text(angle: int) -> None:
    data = blank(lambda page: page.insert_text((300, 400), f"Doña {NAME} dice", rotate=angle))
    result = written(data, [NAME]).data
    assert survivors.survivors(result, [NAME]) == {}
    lines = [li for b in pymupdf.open(stream=result)[0].get_text("dict")["blocks"] for li in b.get("lines", ())]
    assert {li["dir"] for li in lines} == {{90: (0.0, -1.0), 180: (-1.0, 0.0), 270: (0.0, 1.0)}[angle]}
    assert "Doña [PER_1] dice" in " ".join("".join(s["text"] for li in lines for s in li["spans"]).split())


@pytest.mark.usefixtures("either_way")
def test_text_at_an_angle() -> None:
    point = pymupdf.Point(100, 400)
    data = blank(lambda page: page.insert_text(point, f"Doña {NAME} dice", morph=(point, pymupdf.Matrix(30))))
    result = written(data, [NAME]).data
    assert survivors.survivors(result, [NAME]) == {}
    assert "dice" in page_text(result)


@pytest.mark.usefixtures("either_way")
def test_letter_by_letter() -> None:
    def draw(page: pymupdf.Page) -> None:
        x = 72.0
        for char in f"Doña {NAME} dice":
            page.insert_text((x, 100), char)
            x += pymupdf.get_text_length(char, fontsize=11) + 0.4

    result = written(blank(draw), [NAME]).data
    assert survivors.survivors(result, [NAME]) == {}
    assert "Doña [PER_1] dice" in " ".join(page_text(result).split())


def test_a_form_shared_by_pages_is_cut_only_where_asked() -> None:
    form, document = pymupdf.open(), pymupdf.open()
    form.new_page(width=300, height=40).insert_text((10, 25), f"Membrete de {NAME}")
    for _ in range(3):
        document.new_page().show_pdf_page(pymupdf.Rect(50, 50, 350, 90), form, 0)
    data = document.tobytes()
    source = read_pdf(data, "a.pdf")
    result = writer.write_pdf(data, source, made.replacing(source, [NAME])[:1]).data
    assert [NAME in page_text(result, n) for n in range(3)] == [False, True, True]
    assert survivors.survivors(written(data, [NAME]).data, [NAME]) == {}


@pytest.mark.usefixtures("either_way")
def test_a_name_over_two_lines_gets_one_tag() -> None:
    def draw(page: pymupdf.Page) -> None:
        page.insert_text((72, 100), "Se notifica a doña Bríxida Zahí-")
        page.insert_text((72, 114), "nos Cañamero que recurra.")

    text = page_text(written(blank(draw), [NAME]).data)
    assert text.count("[PER_1]") == 1
    assert "que recurra." in text
    assert "nos" not in text.split()


@pytest.mark.usefixtures("either_way")
def test_a_longer_output_is_shrunk_to_the_room_there_is() -> None:
    def draw(page: pymupdf.Page) -> None:
        page.insert_text((72, 100), OTHER)
        page.insert_text((130, 100), "Recurso 12")

    data = written(blank(draw), [OTHER], "[AUTORIDAD_LOCAL_12]").data
    found = placed(data)
    assert found["[AUTORIDAD_LOCAL_12]"][2] < 11
    (box,) = pymupdf.open(stream=data)[0].search_for("[AUTORIDAD_LOCAL_12]")
    assert box.x0 >= 71 and box.x1 <= 130
    assert found["Recurso 12"] == (130.0, 100.0, 11.0)


LONG = "y firma el acta de la sesión ordinaria celebrada por el Pleno del Ayuntamiento de la villa"


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("face", ["helv", "tiro", "cour"])
@pytest.mark.parametrize("letters", [30, 60, 75, 85])
@pytest.mark.parametrize("output", ["[PER_1]", "[PERSONA 2]", "[PERSONA 2: CONCEJAL]"])
def test_what_follows_a_tag_keeps_its_size(face: str, letters: int, output: str) -> None:
    size = 6.0 if face == "cour" else 8.5
    rest = LONG[:letters]

    def draw(page: pymupdf.Page) -> None:
        page.insert_text((60, 100), f"Comparece {OTHER} {rest}", fontname=face, fontsize=size)
        page.insert_text((60, 115), f"Firmado: {OTHER}, alcalde, que {rest}"[:80], fontname=face, fontsize=size)

    page = pymupdf.open(stream=written(blank(draw), [OTHER], output).data)[0]
    spans = [s for b in page.get_text("dict")["blocks"] for line in b["lines"] for s in line["spans"]]
    told = [s for s in spans if "[" not in s["text"] and s["text"].strip()]
    assert "".join(s["text"] for s in told).count("irma") >= 1
    assert {round(s["size"], 2) for s in told} == {size}
    assert all(s["bbox"][2] <= page.rect.x1 - 5 for s in spans)


@pytest.mark.usefixtures("either_way")
def test_a_tag_becomes_smaller_before_the_text_about_it_and_all_of_it_where_that_is_not_enough() -> None:
    def draw(page: pymupdf.Page) -> None:
        for y, size in ((100, 9.9), (130, 11.5)):
            page.insert_text((60, y), f"Comparece {OTHER} {LONG}", fontsize=size)

    page = pymupdf.open(stream=written(blank(draw), [OTHER], "[PERSONA 2: CONCEJAL]").data)[0]
    lines: dict[float, dict[bool, float]] = {}
    for block in page.get_text("dict")["blocks"]:
        for span in (s for line in block["lines"] for s in line["spans"] if s["text"].strip()):
            lines.setdefault(round(span["origin"][1]), {})["PERSONA" in span["text"]] = round(span["size"], 2)
            assert span["bbox"][2] <= page.rect.x1
    assert lines[100][False] == 9.9 and 5 < lines[100][True] < 9.9
    assert lines[130][False] < 11.5


@pytest.mark.usefixtures("either_way")
def test_spanish_letters_and_style_are_kept() -> None:
    data = blank(
        lambda page: page.insert_text(
            (72, 100), f"Doña {NAME} ñÑáéíóúü¿¡ºª«» dice", fontname="tibo", fontsize=13, color=(1, 0, 0)
        )
    )
    page = pymupdf.open(stream=written(data, [NAME]).data)[0]
    spans = [s for b in page.get_text("dict")["blocks"] for li in b["lines"] for s in li["spans"]]
    (tag,) = [s for s in spans if "[PER_1] ñÑáéíóúü¿¡ºª«» dice" in s["text"]]
    assert (tag["size"], tag["color"]) == (13.0, 0xFF0000)
    assert "Bold" in tag["font"]

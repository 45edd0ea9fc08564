"""Writing PDF: the text and its width are gone, the rest stands where it stood."""

from __future__ import annotations

import importlib.util
import io
import json
import os
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pikepdf
import pymupdf
import pytest

from pipeline.apply import pdf as writer
from pipeline.container import limits, pdf_proof
from pipeline.container.pdf_in_place import InPlace
from pipeline.container.pdf_prepare import prepare
from pipeline.container.pdf_text import page_segments
from pipeline.decision import Written
from pipeline.errors import InputRefused
from pipeline.extract.pdf import read_pdf
from tests.pipeline import made
from tests.pipeline.verify import hiding_places

NAME = "Bríxida Zahínos Cañamero"
OTHER = "Leo Gil"
OWN = Path(__file__).parents[2] / "cases"
FOLDERS = [OWN, *map(Path, filter(None, [os.environ.get("ANONYMIZA_CASES")]))]
CASES = [
    (folder, case)
    for folder in FOLDERS
    for case in map(json.loads, (folder / "files.jsonl").read_text(encoding="utf-8").splitlines())
    if case["file"].endswith(".pdf")
]


def _survivors() -> ModuleType:
    spec = importlib.util.spec_from_file_location("survivors", OWN / "survivors.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SURVIVORS = _survivors()


def written(data: bytes, values: Sequence[str], output: str = "[PER_1]") -> Written:
    document = read_pdf(data, "a.pdf")
    return writer.write_pdf(data, document, made.replacing(document, values, output))


@pytest.fixture(params=["in place", "by redaction"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways of taking text out of a page: most pages only ever see the first."""
    if request.param == "by redaction":
        monkeypatch.setattr(writer, "set_in_place", lambda *_: InPlace.NOT_DONE)


def blank(draw: Any) -> bytes:
    document = pymupdf.open()
    draw(document.new_page())
    return bytes(document.tobytes())


def line(text: str, **how: Any) -> bytes:
    return blank(lambda page: page.insert_text((72, 100), text, fontsize=11, **how))


def page_text(data: bytes, number: int = 0) -> str:
    return str(pymupdf.open(stream=data)[number].get_text("text", sort=True))


def placed(data: bytes) -> dict[str, tuple[float, float, float]]:
    """Each stretch of text with its origin and size."""
    page = pymupdf.open(stream=data)[0]
    spans = [s for b in page.get_text("dict")["blocks"] for li in b.get("lines", ()) for s in li["spans"]]
    return {s["text"].strip(): (round(s["origin"][0], 1), round(s["origin"][1], 1), round(s["size"], 2)) for s in spans}


@pytest.mark.parametrize(("folder", "case"), CASES, ids=[case["id"] for _, case in CASES])
def test_hard_cases(folder: Path, case: dict[str, Any]) -> None:
    data = (folder / case["file"]).read_bytes()
    if case.get("must_reject"):
        with pytest.raises(InputRefused):
            read_pdf(data, case["file"])
        return
    # a reader of pixels may join what the case writes apart
    asked = [*case["must_not_survive"], *(box["text"] for box in case.get("boxes", ()))]
    asked += ["613 139270"] if "613139270" in asked else []
    result = written(data, asked).data
    assert SURVIVORS.survivors(result, case["must_not_survive"]) == {}
    kept = SURVIVORS.survivors(result, case["must_survive"])
    assert [text for text in case["must_survive"] if text not in kept] == []
    assert not any(mark.encode() in result for mark in case.get("must_not_have", ()))
    assert result.count(b"%%EOF") == 1
    with pikepdf.open(io.BytesIO(result)) as opened:
        assert opened.check_pdf_syntax() == []
        assert not opened.is_encrypted


def test_every_hiding_place_is_clean() -> None:
    values = [hiding_places.NAME, *map(hiding_places.value, hiding_places.PLACES)]
    result = written(hiding_places.build(), values)
    assert SURVIVORS.survivors(result.data, values) == {}
    assert "Resolución que se conserva entera." in page_text(result.data)
    codes = {note.partition(":")[0] for note in result.notes}
    assert codes >= {"attachments-removed", "scripts-removed", "properties-removed"}


def test_what_is_not_shown_goes_though_nobody_asked() -> None:
    result = written(hiding_places.build(), [])
    shown = {"text", "form object", "image"}
    for place in hiding_places.PLACES:
        found = SURVIVORS.survivors(result.data, [hiding_places.value(place)])
        assert bool(found) == (place in shown), place


@pytest.mark.usefixtures("either_way")
def test_the_width_cannot_be_told() -> None:
    """Two people, two lengths of name, and not one byte of difference."""

    def page(name: str) -> bytes:
        def draw(page: pymupdf.Page) -> None:
            page.insert_text((72, 100), f"Se notifica a doña {name}, vecina de la villa, el acuerdo")
            page.insert_text((72, 114), "adoptado por el pleno en su última sesión ordinaria.")
            page.insert_text((72, 150), name)
            page.insert_text((300, 150), "Admitida")
            page.insert_text((72, 180), f"Firmado: {name}", rotate=90)

        return blank(draw)

    results = [written(page(name), [name]).data for name in (NAME, OTHER)]
    assert results[0] == results[1]


@pytest.mark.usefixtures("either_way")
def test_the_width_of_underlines_and_boxes_cannot_be_told() -> None:
    def page(name: str) -> bytes:
        def draw(page: pymupdf.Page) -> None:
            end = 72 + pymupdf.get_text_length(name, fontsize=11)
            page.draw_rect(pymupdf.Rect(71, 89, end + 1, 104), color=None, fill=(1, 1, 0))
            page.insert_text((72, 100), name)
            page.draw_line((72, 102), (end, 102))
            page.draw_rect(pymupdf.Rect(50, 50, 500, 300))

        return blank(draw)

    results = [written(page(name), [name]).data for name in (NAME, OTHER)]
    assert results[0] == results[1]
    assert len(pymupdf.open(stream=results[0])[0].get_drawings()) == 1


@pytest.mark.usefixtures("either_way")
def test_a_justified_line_does_not_tell_by_its_spaces() -> None:
    """Stretched spaces left in place would give the old width as the column's width minus the rest."""

    def page(name: str) -> bytes:
        writer = pymupdf.TextWriter(pymupdf.paper_rect("a4"))
        font = pymupdf.Font("helv")
        for y, text in (
            (100, f"Comparece ante mí don {name} y dice que ha leído y"),
            (113, "entendido cuanto antecede, que recibe la copia y que"),
            (126, "y firma"),
        ):
            words, x = text.split(), 72.0
            free = 290 - sum(font.text_length(w, 10) for w in words)
            gap = free / (len(words) - 1) if y < 126 else 3
            for word in words:
                writer.append((x, y), word + " ", font=font, fontsize=10)
                x += font.text_length(word, 10) + gap
        document = pymupdf.open()
        writer.write_text(document.new_page(width=595, height=842))
        return bytes(document.tobytes())

    lines = [
        [s for s in placed(written(page(name), [name]).data).items() if s[1][1] == 100.0] for name in (NAME, OTHER)
    ]
    assert lines[0] == lines[1]
    assert any("[PER_1] y dice que ha leído y" in text for text, _ in lines[0])


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
    assert SURVIVORS.survivors(result, [NAME]) == {}
    lines = [li for b in pymupdf.open(stream=result)[0].get_text("dict")["blocks"] for li in b.get("lines", ())]
    assert {li["dir"] for li in lines} == {{90: (0.0, -1.0), 180: (-1.0, 0.0), 270: (0.0, 1.0)}[angle]}
    assert "Doña [PER_1] dice" in " ".join("".join(s["text"] for li in lines for s in li["spans"]).split())


@pytest.mark.usefixtures("either_way")
def test_text_at_an_angle() -> None:
    point = pymupdf.Point(100, 400)
    data = blank(lambda page: page.insert_text(point, f"Doña {NAME} dice", morph=(point, pymupdf.Matrix(30))))
    result = written(data, [NAME]).data
    assert SURVIVORS.survivors(result, [NAME]) == {}
    assert "dice" in page_text(result)


@pytest.mark.usefixtures("either_way")
def test_letter_by_letter() -> None:
    def draw(page: pymupdf.Page) -> None:
        x = 72.0
        for char in f"Doña {NAME} dice":
            page.insert_text((x, 100), char)
            x += pymupdf.get_text_length(char, fontsize=11) + 0.4

    result = written(blank(draw), [NAME]).data
    assert SURVIVORS.survivors(result, [NAME]) == {}
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
    assert SURVIVORS.survivors(written(data, [NAME]).data, [NAME]) == {}


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


@pytest.mark.usefixtures("either_way")
def test_the_same_input_gives_the_same_bytes() -> None:
    data = hiding_places.build()
    assert written(data, [hiding_places.NAME]).data == written(data, [hiding_places.NAME]).data


def test_a_page_that_stays_dirty_becomes_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cutting is sabotaged; the page must not leave with its text, and must still be readable."""
    monkeypatch.setattr(writer, "set_in_place", lambda *_: InPlace.NOT_DONE)
    monkeypatch.setattr(writer, "cut", lambda page, settings: None)
    data = line(f"Doña {NAME} dice que recurre")
    result = written(data, [NAME])
    assert "pages-rasterised:1" in result.notes
    assert SURVIVORS.survivors(result.data, [NAME]) == {}
    page = pymupdf.open(stream=result.data)[0]
    assert "[PER_1] dice que recurre" in page.get_text()
    assert len(page.get_images()) == 1


def test_neighbours_that_a_cut_takes_along_are_set_again(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = writer.cut

    def greedy(page: pymupdf.Page, settings: Any) -> None:
        honest(page, settings)
        page.add_redact_annot(pymupdf.Rect(72, 120, 140, 124), fill=False)
        page.apply_redactions()

    monkeypatch.setattr(writer, "set_in_place", lambda *_: InPlace.NOT_DONE)
    monkeypatch.setattr(writer, "cut", greedy)

    def draw(page: pymupdf.Page) -> None:
        page.insert_text((72, 100), NAME)
        page.insert_text((72, 125), "Vecino que no tiene culpa")

    result = written(blank(draw), [NAME])
    assert "Vecino que no tiene culpa" in " ".join(page_text(result.data).split())


def test_the_proof_sees_both_kinds_of_fault() -> None:
    page = pymupdf.open(stream=line("Texto de la página"))[0]
    segments = page_segments(page)
    setting = writer.plan(segments[0], [writer.Cut(9, 18, "")], writer.Lines(segments), page.rect)
    assert not pdf_proof.is_as_intended(page, segments, [setting])
    assert pdf_proof.remaining(page, [setting])
    assert pdf_proof.is_as_intended(page, segments, [])


def test_a_picture_that_says_nothing_stays_as_it_was() -> None:
    picture = pymupdf.Pixmap(pymupdf.csGRAY, 40, 30, bytes(n % 251 for n in range(1200)), False)
    data = blank(lambda page: (page.insert_image(pymupdf.Rect(72, 200, 112, 230), pixmap=picture), None))
    result = written(data, [])
    after = pymupdf.open(stream=result.data)
    assert pymupdf.Pixmap(after, after[0].get_images()[0][0]).samples == picture.samples
    assert not any(note.startswith("images-") for note in result.notes)


def test_a_picture_too_large_to_be_read_is_made_flat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_READ_TOTAL", 1_000)
    picture = pymupdf.open(stream=line(NAME))[0].get_pixmap(dpi=40, clip=(60, 80, 260, 120))
    data = blank(lambda page: (page.insert_image(pymupdf.Rect(72, 200, 272, 240), pixmap=picture), None))
    result = written(data, [])
    image = pymupdf.open(stream=result.data).extract_image(pymupdf.open(stream=result.data)[0].get_images()[0][0])
    assert (image["width"], image["height"]) == (picture.width, picture.height)
    assert len(set(pymupdf.Pixmap(image["image"]).samples)) == 1
    assert "images-blanked:1" in result.notes


@pytest.mark.parametrize("indirect", [False, True])
def test_elements_of_a_structure_tree_keep_their_place_and_say_nothing(indirect: bool) -> None:
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(200, 200))
        kid = pikepdf.Dictionary(T=pikepdf.String(NAME), Alt=pikepdf.String(NAME), S=pikepdf.Name.P)
        kid.K = pikepdf.Array([pikepdf.Dictionary(E=pikepdf.String(NAME), MCID=0)])
        tree = pikepdf.Dictionary(Type=pikepdf.Name.StructTreeRoot, K=pdf.make_indirect(kid) if indirect else kid)
        pdf.Root.StructTreeRoot = pdf.make_indirect(tree)
        out = io.BytesIO()
        pdf.save(out)
    with pikepdf.open(io.BytesIO(prepare(out.getvalue()).data)) as left:
        kid = left.Root.StructTreeRoot.K
        assert sorted(kid.keys()) == ["/K", "/S"] and list(kid.K[0].keys()) == ["/MCID"]

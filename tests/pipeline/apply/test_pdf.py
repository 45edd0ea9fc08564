"""Writing PDF: the text and its width are gone, the rest stands where it stood."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path
from typing import Any

import pikepdf
import pymupdf
import pytest

from pipeline.apply import pdf as writer
from pipeline.container import limits, pdf_proof
from pipeline.container.pdf_in_place import InPlace
from pipeline.container.pdf_prepare import prepare
from pipeline.container.pdf_text import page_segments
from pipeline.errors import InputRefused
from pipeline.extract.pdf import read_pdf
from tests.cases import survivors
from tests.pipeline.apply.pdf_pages import (
    NAME,
    OTHER,
    OWN,
    blank,
    either_way,
    line,
    page_text,
    placed,
    written,
)

__all__ = ["either_way"]  # a fixture
from tests.pipeline.verify import hiding_places

FOLDERS = [OWN, *map(Path, filter(None, [os.environ.get("ANONYMIZA_CASES")]))]
CASES = [
    (folder, case)
    for folder in FOLDERS
    for case in map(json.loads, (folder / "files.jsonl").read_text(encoding="utf-8").splitlines())
    if case["file"].endswith(".pdf")
]


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
    assert survivors.survivors(result, case["must_not_survive"]) == {}
    kept = survivors.survivors(result, case["must_survive"])
    assert [text for text in case["must_survive"] if text not in kept] == []
    assert not any(mark.encode() in result for mark in case.get("must_not_have", ()))
    assert result.count(b"%%EOF") == 1
    with pikepdf.open(io.BytesIO(result)) as opened:
        assert opened.check_pdf_syntax() == []
        assert not opened.is_encrypted


def test_every_hiding_place_is_clean() -> None:
    values = [hiding_places.NAME, *map(hiding_places.value, hiding_places.PLACES)]
    result = written(hiding_places.build(), values)
    assert survivors.survivors(result.data, values) == {}
    assert "Resolución que se conserva entera." in page_text(result.data)
    codes = {note.partition(":")[0] for note in result.notes}
    assert codes >= {"attachments-removed", "scripts-removed", "properties-removed"}


def test_what_is_not_shown_goes_though_nobody_asked() -> None:
    result = written(hiding_places.build(), [])
    shown = {"text", "form object", "image"}
    for place in hiding_places.PLACES:
        found = survivors.survivors(result.data, [hiding_places.value(place)])
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
    assert survivors.survivors(result.data, [NAME]) == {}
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

"""A second reading: what fails its check is read again, corrected where a reading passes, and keeps its place."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pymupdf
import pytest
from PIL import Image, ImageDraw

from pipeline import extract
from pipeline.document import Document, Span, fold, with_readings
from pipeline.extract.image import read_image
from pipeline.recognise import better_reading, find_doubted
from tests.scans.drawn import font

LINES = ["Doña Quiteria Orejudo Zarzuelo,", "con DNI 99637307L, presenta su", "escrito el 3 de marzo de 2021."]


@pytest.fixture(scope="module")
def scan() -> bytes:
    image = Image.new("L", (1100, 420), 255)
    for n, line in enumerate(LINES):
        ImageDraw.Draw(image).text((60, 60 + 90 * n), line, font=font("tiro", 48), fill=0)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.fixture(scope="module")
def document(scan: bytes) -> Document:
    return read_image(scan, "oficio.png")


def misread(document: Document, right: str, wrong: str) -> Document:
    text = document.text.replace(right, wrong)
    assert len(text) == len(document.text) and text != document.text
    return replace(document, text=text, folded=fold(text))


def test_what_is_sound_is_not_doubted(document: Document) -> None:
    assert "99637307L" in document.text
    assert find_doubted(document) == []


@pytest.mark.parametrize(("right", "wrong"), [("99637307L", "99637807L"), ("99637307L", "99637307I")])
def test_a_failed_letter_sends_the_place_to_be_read_again(
    scan: bytes, document: Document, right: str, wrong: str
) -> None:
    mistaken = misread(document, right, wrong)
    (doubted,) = find_doubted(mistaken)
    (texts,) = extract.read_again(scan, mistaken, [doubted.span])
    better = better_reading(mistaken, doubted, texts)
    mended = with_readings(mistaken, [(doubted.span, better)])
    assert mended.text == document.text
    assert mended.reread == (Span(doubted.span.start, doubted.span.start + len(right)),)


@pytest.mark.parametrize(("shown", "stored"), [(0, 0), (90, 0), (90, 90), (180, 180), (0, 90)])
def test_a_scan_inside_a_pdf_is_read_again_however_its_page_lies(scan: bytes, shown: int, stored: int) -> None:
    out = io.BytesIO()
    picture = Image.open(io.BytesIO(scan)).rotate(stored, expand=True)
    picture.save(out, "PNG")
    width, height = picture.width * 72 / 300, picture.height * 72 / 300
    pages = pymupdf.open()
    page = pages.new_page(width=width + 100, height=height + 80)
    page.insert_image(pymupdf.Rect(40, 30, 40 + width, 30 + height), stream=out.getvalue())
    page.set_rotation(shown)
    data = bytes(pages.tobytes())
    read = extract.read_document(data, "escaneo.pdf")
    mistaken = misread(read, "99637307L", "99637807L")
    (doubted,) = find_doubted(mistaken)
    (texts,) = extract.read_again(data, mistaken, [doubted.span])
    assert better_reading(mistaken, doubted, texts) == "99637307L"


def test_a_reading_that_passes_no_check_changes_nothing(document: Document) -> None:
    mistaken = misread(document, "99637307L", "99637807L")
    (doubted,) = find_doubted(mistaken)
    assert better_reading(mistaken, doubted, ["99637817L", "", "99 637"]) == ""
    assert with_readings(mistaken, [(doubted.span, "")]) is mistaken


def test_anchors_follow_a_text_of_another_length(document: Document) -> None:
    at = document.text.index("99637307L")
    mended = with_readings(document, [(Span(at, at + 9), "99.637.307-L")])
    end = at + len("99.637.307-L")
    assert mended.text[at:end] == "99.637.307-L"
    for block in mended.blocks:
        for anchor in block.anchors:
            assert len(anchor.boxes) == 4 * (anchor.end - anchor.start)
            assert len(anchor.confidence) == anchor.end - anchor.start
    last = mended.text.index("escrito")
    (before,) = document.anchors_in(Span(document.text.index("escrito"), document.text.index("escrito") + 7))
    (after,) = mended.anchors_in(Span(last, last + 7))
    assert after.boxes == before.boxes
    (touched,) = mended.anchors_in(Span(at, end))
    boxes = np.reshape(touched.boxes, (-1, 4))[at - touched.start : end - touched.start]
    (whole,) = document.anchors_in(Span(at, at + 9))
    old = np.reshape(whole.boxes, (-1, 4))[at - whole.start : at - whole.start + 9]
    assert boxes[:, 0].min() == old[:, 0].min() and boxes[:, 2].max() == old[:, 2].max()


def test_certain_text_is_never_doubted(document: Document) -> None:
    mistaken = misread(document, "99637307L", "99637807L")
    blocks = tuple(replace(b, anchors=tuple(replace(a, confidence=()) for a in b.anchors)) for b in mistaken.blocks)
    assert find_doubted(replace(mistaken, blocks=blocks)) == []

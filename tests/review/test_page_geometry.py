"""Boxes lie on the words: what the desk lays over a page, against where another reader sees the words."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import time
from collections import Counter
from pathlib import Path

import pymupdf
import pytest
from PIL import Image, ImageDraw

from pipeline import extract
from pipeline.container.page_image import Size, page_sizes
from pipeline.document import Anchor, Block, Document, build
from review import storage
from review.models import SourceFile
from review.queries import desk_pages
from review.states import FileState
from review.store import boxes, documents, pages
from tests.cast import Cast
from tests.scans.drawn import font

LINES = ("Doña Bríxida Zahínos Cañamero,", "con DNI 99000001X, recurre", "en Valdeprado, a 3 de marzo.")
_WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]+)</word>')
Box = tuple[float, float, float, float]


def on_desk(data: bytes, name: str) -> dict[str, list[Box]]:
    """Each word of a file's first page with its box as the page is shown, through what is stored for the desk."""
    document = extract.read_document(data, name)
    size = page_sizes(data, document.format)[0]
    kept = boxes.unpack(boxes.pack(document, [size])).page(0)
    found: dict[str, list[Box]] = {}
    for word in re.finditer(r"\S+", document.text):
        found.setdefault(word[0], []).extend(pages.to_shown(size, box) for box in kept.of(*word.span()))
    return found


def shared(a: Box, b: Box) -> float:
    """The part of the smaller box that lies in the other."""
    width, height = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    areas = [(x[2] - x[0]) * (x[3] - x[1]) for x in (a, b)]
    return max(width, 0) * max(height, 0) / min(areas)


def written_page(turned: int, crop: bool) -> bytes:
    document = pymupdf.open()
    page = document.new_page(width=500, height=700)
    for n, line in enumerate(LINES):
        page.insert_text((90, 150 + 22 * n), line, fontsize=12)
    if crop:
        page.set_cropbox(pymupdf.Rect(50, 80, 450, 640))
    page.set_rotation(turned)
    return bytes(document.tobytes())


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext")
@pytest.mark.parametrize("crop", [False, True], ids=["whole", "cropped"])
@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_boxes_of_a_pdf_lie_on_the_words_that_another_reader_sees(tmp_path: Path, turned: int, crop: bool) -> None:
    data = written_page(turned, crop)
    (tmp_path / "a.pdf").write_bytes(data)
    done = subprocess.run(
        ["pdftotext", "-bbox", "-cropbox", tmp_path / "a.pdf", "-"], capture_output=True, text=True, check=True
    )
    seen = [((float(a), float(b), float(c), float(d)), word) for a, b, c, d, word in _WORD.findall(done.stdout)]
    ours = on_desk(data, "a.pdf")
    assert sorted(word for _, word in seen) == sorted(" ".join(LINES).split())
    for box, word in seen:
        assert max(shared(box, own) for own in ours[word]) > 0.8, word


def scanned() -> tuple[bytes, dict[str, Box]]:
    """A picture of the lines at 300 dots an inch and where each word was drawn."""
    image = Image.new("L", (1100, 420), 255)
    draw, face, there = ImageDraw.Draw(image), font("tiro", 48), {}
    for n, line in enumerate(LINES):
        x = 60.0
        for word in line.split():
            draw.text((x, 60 + 90 * n), word, font=face, fill=0)
            there[word] = draw.textbbox((x, 60 + 90 * n), word, font=face)
            x += face.getlength(word + " ")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue(), there


@pytest.mark.parametrize("turned", [None, 0, 90, 180, 270], ids=["picture", "pdf", "pdf 90", "pdf 180", "pdf 270"])
def test_boxes_of_a_scan_lie_on_the_words_as_they_were_drawn(turned: int | None) -> None:
    data, there = scanned()
    name, scale, left, top = "a.png", 1.0, 0.0, 0.0
    if turned is not None:
        name, scale, left, top = "a.pdf", 72 / 300, 30.0, 20.0
        document = pymupdf.open()
        page = document.new_page(width=340, height=150)
        page.insert_image(pymupdf.Rect(left, top, left + 1100 * scale, top + 420 * scale), stream=data)
        page.set_rotation(turned)
        data = bytes(document.tobytes())
    ours = on_desk(data, name)
    read = [word for word in there if word in ours]
    assert len(read) >= len(there) - 1  # one may be misread
    for word in read:
        x0, y0, x1, y1 = (v * scale for v in there[word])
        box = (left + x0, top + y0, left + x1, top + y1)
        shown = pages.to_shown(Size(340, 150, turned or 0), box) if turned is not None else box
        assert max(shared(shown, own) for own in ours[word]) > (0.8 if len(word) > 2 else 0.6), word


def long_document(count: int) -> Document:
    """Pages of forty lines of fifty characters."""
    text, blocks, line = "", [], "se acredita el cumplimiento de lo que exige la ley"
    flat = tuple(side for n in range(len(line)) for side in (60 + 8.0 * n, 0.0, 68 + 8.0 * n, 10.0))
    pieces, at = [], 0
    for page in range(count):
        anchors = []
        start = at
        for n in range(40):
            there = tuple(v + (60 + 15 * n) * (i % 2) for i, v in enumerate(flat))
            anchors.append(Anchor(at, at + len(line), f"page {page + 1}", n, 0, page, there))
            pieces.append(line + "\n")
            at += len(line) + 1
        blocks.append(Block(start, at, anchors=tuple(anchors), page=page))
    text = "".join(pieces)
    return build(text, blocks, b"pdf", "pdf", "largo.pdf")


def test_a_page_of_five_hundred_costs_no_more_than_itself(cast: Cast) -> None:
    made, sizes = long_document(500), [Size(595, 842)] * 500
    source = SourceFile.objects.create(
        case=cast.case, name="largo.pdf", format="pdf", size=1, digest="7" * 64, uploaded_by=cast.alba,
        document=storage.keep("documents", documents.pack(made)), boxes=storage.keep("boxes", boxes.pack(made, sizes)),
        state=FileState.ANALYSED,
    )  # fmt: skip
    unpacked: Counter[int] = Counter()
    honest = boxes._unpack

    def counted(packed: bytes, size: Size) -> boxes.PageBoxes:
        unpacked[len(packed)] += 1
        return honest(packed, size)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(boxes, "_unpack", counted)
        assert len(desk_pages.sheets(source)) == 500 and not unpacked
        start = time.process_time()
        assert desk_pages.page_view(source, 499) is not None
        opened = time.process_time() - start
        start = time.process_time()
        assert desk_pages.page_view(source, 250) is not None
        assert time.process_time() - start < 0.5 and opened < 3
    assert sum(unpacked.values()) == 2

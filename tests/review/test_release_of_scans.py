"""A scan is read once: its release takes the reading that was kept, where it is of the same bytes and engine."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageDraw, ImageFont

from pipeline import engine, made_of, recognise, worker
from pipeline.document import Anchor, Block, build
from review import storage
from review.actions import cases
from review.models import CaseFile, ReleasedFile, SourceFile
from review.states import CaseState
from review.store import documents
from review.store.work import ReviewStore
from tests.cast import Cast
from tests.fakes import FakeNer

LINES = ("Doña Remedios Zarzalejo Quintanal,", "con DNI 99123456N, solicita la beca.")


def scan() -> bytes:
    image = Image.new("L", (1000, 260), 255)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=44)
    for n, line in enumerate(LINES):
        pen.text((40, 40 + 80 * n), line, fill=0, font=font)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.fixture
def analysed(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> SourceFile:
    monkeypatch.setattr(recognise, "default_ner", FakeNer)
    outcome = cases.add_files(cast.case, [SimpleUploadedFile("escaneo.png", scan())], cast.alba)
    worker.analyse_next(ReviewStore(), outcome.added[0].pk)
    CaseFile.objects.filter(pk=cast.case.pk).update(state=CaseState.RELEASING, requested_by=cast.bruno)
    return SourceFile.objects.get(pk=outcome.added[0].pk)


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are read from now on."""
    read, real = [], engine.read

    def reading(data: bytes, name: str, **how: Any) -> Any:
        read.append(name)
        return real(data, name, **how)

    monkeypatch.setattr(engine, "read", reading)
    return read


def released(case: int) -> bytes:
    worker.release_files(ReviewStore(), case)
    assert CaseFile.objects.get(pk=case).state == CaseState.RELEASED
    return storage.fetch(ReleasedFile.objects.get().result)


def test_the_release_of_a_scan_takes_the_reading_of_its_analysis(analysed: SourceFile, readings: list[str]) -> None:
    kept = released(analysed.case_id)
    assert readings == []
    said = engine.read(kept, "a.png").text
    assert "beca" in said and "Zarzalejo" not in said and "99123456" not in said


@pytest.mark.parametrize("change", ["engine", "readers", "bytes"])
def test_a_reading_by_another_engine_or_of_other_bytes_does_not_count(
    analysed: SourceFile, readings: list[str], change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if change == "engine":
        SourceFile.objects.filter(pk=analysed.pk).update(engine="0.0.9 nombres")
    elif change == "readers":
        monkeypatch.setattr(made_of, "readers", lambda: b"\1" * 32)
    else:  # the same picture, saved otherwise
        image, out = Image.open(io.BytesIO(scan())), io.BytesIO()
        image.save(out, "PNG", compress_level=1)
        SourceFile.objects.filter(pk=analysed.pk).update(original=storage.keep("originals", out.getvalue()))
    released(analysed.case_id)
    assert readings == ["escaneo.png"]


def test_a_reading_comes_back_whole_and_text_keeps_none() -> None:
    anchor = Anchor(0, 2, "page 1", 0, 0, 0, (0.1, 1.0, 2.0, 3.0, 2.5, 1.0, 4.0, 3.0), (0.5, 0.75))
    read = build("sí", (Block(0, 2, anchors=(anchor,)),), b"x", "image", "a.png")
    source = SourceFile(document=storage.keep("documents", documents.pack(read)))
    assert documents.reading_of(source) == read
    assert documents.unpack(documents.pack(read)).text == "sí"
    assert documents.pack(read) == documents.pack(read)
    before = b"anonymiza reading 1\n" + documents.pack(read)[len(b"anonymiza reading 2\n") + 32 :]
    assert documents.unpack(before).text == "sí"  # kept before readers were told
    assert documents.reading_of(SourceFile(document=storage.keep("documents", before))) is None
    certain = build("sí", (Block(0, 2, anchors=(Anchor(0, 2, "text", 0),)),), b"x", "txt", "a.txt")
    assert documents.reading_of(SourceFile(document=storage.keep("documents", documents.pack(certain)))) is None


def test_whoever_looks_at_a_text_needs_no_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    anchor = Anchor(0, 2, "page 1", 0, 0, 0, (0.1, 1.0, 2.0, 3.0, 2.5, 1.0, 4.0, 3.0), (0.5, 0.75))
    packed = documents.pack(build("sí", (Block(0, 2, anchors=(anchor,)),), b"x", "image", "a.png"))

    def gone() -> bytes:
        raise OSError

    monkeypatch.setattr(made_of, "readers", gone)
    assert documents.unpack(packed).text == "sí"

"""Pictures inside documents, wherever a format may hold one: a name and a NIF in their pixels are found and burnt.

What was written is opened by other software too (LibreOffice, the standard library's parser of messages) and read by
the second reader: it shows what stays and nothing of what went.
"""

from __future__ import annotations

import email
import io
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image

from pipeline import apply, engine, extract, policy
from pipeline.container import office
from pipeline.extract import pictures
from pipeline.ocr import PageReading, Pixels, read_page, second_opinion
from pipeline.recognise import NoNer
from pipeline.verify import find_leaks
from pipeline.verify.folded import squash
from tests.pipeline import pictured
from tests.pipeline.pictured import FILES, KEPT, NAME, NUMBER

# Taken out whole, as any drawing or object of a page is.
GONE = {"svg.html", "object.html"}
# What LibreOffice doesn't show even of the original: backgrounds, printed headers of sheets, pictures in style sheets.
NOT_SHOWN = {"background.docx", "background.xlsx", "header.xlsx", "style.html", "sheet.html", "input.html"}
_read: dict[tuple[tuple[int, ...], bytes], PageReading] = {}


def read_once(pixels: Pixels) -> PageReading:
    """Read a picture as ever, each only once in all tests."""
    key = (pixels.shape, pixels.tobytes())
    if key not in _read:
        _read[key] = read_page(pixels)
    return _read[key]


@pytest.fixture(autouse=True)
def _once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "read_page", read_once)


@cache
def burnt(name: str) -> bytes:
    """Return the file as it leaves, proven."""
    data = FILES[name]()
    document = extract.read_document(data, name)
    (analysis,) = engine.analyse([document], policy.load("transparencia"), ner=NoNer())
    gone = {replacement.original for replacement in analysis.replacements()}
    if name not in GONE:
        assert {NAME, NUMBER} <= {" ".join(value.split()) for value in gone}
    written = apply.write_document(data, document, analysis.replacements()).data
    assert find_leaks(written, name, engine.values_sought(analysis)) == ()
    return written


def shown(said: str, *, kept: bool = True) -> list[str]:
    """Return what is wrong with a text that was read."""
    text = squash(said).text
    wrong = [f"shows {part}" for part in (*NAME.split(), NUMBER) if squash(part).text in text]
    return wrong + ([] if not kept or squash(KEPT).text in text else ["lost what stays"])


@pytest.mark.parametrize("name", FILES)
def test_what_a_picture_says_is_found_and_burnt(name: str) -> None:
    assert shown(extract.read_document(burnt(name), name).text, kept=name not in GONE) == []


@pytest.mark.parametrize("name", ["inline.docx", "cells.xlsx", "inline.odt", "sheet.html", "attached.eml", "png.rtf"])
def test_a_picture_left_as_it_was_is_a_leak(name: str) -> None:
    data = FILES[name]()
    (analysis,) = engine.analyse([extract.read_document(data, name)], policy.load("transparencia"), ner=NoNer())
    found = find_leaks(data, name, engine.values_sought(analysis))
    assert any(leak.how == "read in the pixels" for leak in found)


def test_a_thumbnail_and_an_author_go_with_the_tags() -> None:
    with Image.open(io.BytesIO(pictured.jpeg())) as image:
        assert 315 in image.getexif()
    written = burnt("jpeg.docx")
    (part,) = [n for n in pictured.made.names(written) if n.endswith(".jpg")]
    body = pictured.made.content(written, part)
    assert b"Exif" not in body and body.count(b"\xff\xd8\xff") == 1


def test_what_is_cropped_away_is_burnt_too() -> None:
    written = burnt("cropped.docx")
    (part,) = [n for n in pictured.made.names(written) if "/media/" in n]
    with Image.open(io.BytesIO(pictured.made.content(written, part))) as image:
        assert image.size == pictured.image().size
        assert shown(second_opinion(np.asarray(image.convert("L"))).text) == []


@pytest.mark.parametrize("name", [n for n in FILES if n.endswith(".eml") and n not in ("page.eml", "word.eml")])
def test_another_reader_of_messages_sees_the_burnt_picture(name: str) -> None:
    for part in email.message_from_bytes(burnt(name)).walk():
        body = part.get_payload(decode=True)
        if isinstance(body, bytes) and part.get_content_maintype() in ("image", "application"):
            with Image.open(io.BytesIO(body)) as image:
                assert getattr(image, "n_frames", 1) == 1 or name == "fax.eml"
                assert shown(second_opinion(np.asarray(image.convert("L"))).text) == []
            return
    pytest.fail("no picture in the message")


@pytest.mark.skipif(office.program() is None, reason="LibreOffice is not installed")
def test_other_software_shows_what_stays_and_nothing_that_went(tmp_path: Path) -> None:
    names = [n for n in FILES if not n.endswith(".eml") and n not in NOT_SHOWN | GONE]
    for name in names:
        folder = tmp_path / Path(name).suffix[1:]
        folder.mkdir(exist_ok=True)
        (folder / name).write_bytes(burnt(name))
    wrong = {name: said for name, text in printed(tmp_path) if (said := shown(text))}
    assert wrong == {}


def printed(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield what the second reader reads on the pages that LibreOffice prints of each file."""
    for kind in sorted(path for path in folder.iterdir() if path.name != "profile"):
        files = sorted(kind.iterdir())
        command = [
            str(office.program()), "--headless", "--norestore", f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            "--convert-to", "pdf", "--outdir", str(kind / "pdf"), *map(str, files),
        ]  # fmt: skip
        subprocess.run(command, capture_output=True, timeout=600, check=True)
        for file in files:
            with pymupdf.open(kind / "pdf" / f"{file.stem}.pdf") as pages:
                yield file.name, "\n".join(_seen(page) for page in pages)


def _seen(page: pymupdf.Page) -> str:
    shot = page.get_pixmap(dpi=200, colorspace=pymupdf.csGRAY, alpha=False)
    return second_opinion(np.frombuffer(shot.samples, np.uint8).reshape(shot.height, shot.width)).text

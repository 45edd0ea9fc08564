"""Old Word documents and LibreOffice: what is done with the conversion, and, where it is installed, that it opens results."""

from __future__ import annotations

import base64
import stat
from pathlib import Path

import pytest

from pipeline import apply, extract
from pipeline.container import office
from pipeline.container.sniff import sniff
from pipeline.errors import LimitExceeded, UnreadableFile, UnsupportedFormat
from tests.pipeline import made
from tests.pipeline.made_formats import cell, mail, ods, odt, rtf, sheet, written

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "WordDocument".encode("utf-16-le")
needs_office = pytest.mark.skipif(office.program() is None, reason="LibreOffice isn't installed")


@pytest.fixture
def fake_office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a program in LibreOffice's place: it wraps a .docx in an old container, and unwraps it."""
    script = tmp_path / "soffice"
    script.write_text(
        "#!/usr/bin/env python3\nimport pathlib, sys\n"
        "target, out, source = sys.argv[-4], pathlib.Path(sys.argv[-2]), pathlib.Path(sys.argv[-1])\n"
        f"mark = {OLE!r}\ndata = source.read_bytes()\nout.mkdir()\n"
        "if b'nada' not in data: (out / f'original.{target}').write_bytes(data.removeprefix(mark) if target == 'docx' else mark + data)\n"
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(office.shutil, "which", lambda name: str(script) if name == "soffice" else None)
    return script


def test_without_libreoffice_it_is_refused_with_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office.shutil, "which", lambda name: None)
    for attempt in (lambda: sniff(OLE, "a.doc"), lambda: office.convert(b"x", "doc", "docx")):
        with pytest.raises(UnsupportedFormat) as refusal:
            attempt()
        assert refusal.value.remedy


def test_it_comes_back_in_its_own_format(fake_office: Path) -> None:
    data = OLE + made.word(made.paragraph("Doña ", "Ana Gil"))
    document = extract.read_document(data, "a.doc")
    assert document.format == "doc" and document.text.startswith("Doña Ana Gil")
    result = apply.write_document(data, document, made.replacing(document, ["Ana Gil"]))
    assert result.data.startswith(OLE)
    assert "[PER_1]" in made.part(result.data.removeprefix(OLE), "word/document.xml")
    assert apply.clean_name("Ana Gil.doc", "doc").endswith(".doc")


def test_what_it_cannot_read_is_refused(fake_office: Path) -> None:
    with pytest.raises(UnreadableFile):
        extract.read_document(OLE + b"nada", "a.doc")


def test_a_conversion_that_hangs_is_over_a_limit(fake_office: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_office.write_text("#!/bin/sh\nexec sleep 30\n")
    monkeypatch.setattr(office, "_SECONDS", 0.2)
    with pytest.raises(LimitExceeded):
        extract.read_document(OLE, "a.doc")


@needs_office
@pytest.mark.parametrize(
    ("data", "name"),
    [
        (odt("<text:p>Doña <text:span>Ana</text:span> Gil<text:s/>fin</text:p>"), "a.odt"),
        (ods(sheet([[cell("Ana Gil"), cell("fin")]])), "a.ods"),
        (rtf("Do\\'f1a {\\b Ana} Gil fin"), "a.rtf"),
        (b"<html><body><p>Ana <b>Gil</b> fin</body></html>", "a.html"),
    ],
)
def test_libreoffice_opens_what_is_written(data: bytes, name: str) -> None:
    suffix = name.rsplit(".", 1)[1]
    result = written(data, name, ["Ana Gil"]).data
    said = office.convert(result, suffix, "csv" if suffix == "ods" else "txt").decode("utf-8", "replace")
    assert "[PER_1]" in said and "fin" in said and "Gil" not in said


def test_a_message_with_an_old_document_without_libreoffice_loses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(office.shutil, "which", lambda name: None)
    data = mail(base64.encodebytes(OLE + b"Ana").decode(), kind="application/msword; name=Ana.doc", coding="base64")
    result = written(data, "a.eml", [])
    assert "attachments-removed:1" in result.notes and b"Ana" not in result.data

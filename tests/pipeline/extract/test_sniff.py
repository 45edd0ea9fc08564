"""A file is told by its content, and what can't be read is refused with a remedy."""

from __future__ import annotations

import contextlib
import io
import time
import zipfile
from pathlib import Path

import openpyxl
import pytest

from pipeline.container import limits, office, package
from pipeline.container.sniff import sniff
from pipeline.errors import EncryptedFile, HostileFile, InputRefused, LimitExceeded, UnreadableFile, UnsupportedFormat
from pipeline.extract.docx import read_word
from pipeline.verify.markup import is_page
from tests.pipeline import made

FILES = Path(__file__).parents[2] / "cases" / "files"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/"), data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "name", "format"),
    [
        (made.word(made.paragraph("Hola")), "sin_nombre", "docx"),
        (made.word(made.paragraph("Hola")), "engaño.pdf", "docx"),
        (made.saved(openpyxl.Workbook()), "a.docx", "xlsx"),
        (b"%PDF-1.7\n%\xe2\xe3", "a.docx", "pdf"),
        (b"Hola, mundo.", "a.md", "txt"),
        (b"Nombre;DNI\nAna;1\n", "a.csv", "csv"),
        (b"a\tb\tc\nd\te\tf\ng\th\ti\n", "", "csv"),
        (b"Nota interior. Se archiva, sin m\xe1s.\nUna l\xednea, dos.\n", "", "txt"),
        (b"BM es una abreviatura.", "a.txt", "txt"),
        (b"<!DOCTYPE html><p>x", "a.txt", "html"),
        (b"\n<html><script>x</script>", "", "html"),
        (b"<?xml version='1.0'?>\n<html xmlns='x'><p>x</p></html>", "", "html"),
        (b"<p>x</p>", "a.htm", "html"),
        (b"<p>x</p>", "a.txt", "txt"),
        (b"{\\rtf1 x}", "a.doc", "rtf"),
        (b"Received: from a\nMessage-ID: <1@x.example>\nFrom: b\n\nx", "", "eml"),
        (b"From: a\nTo: b\n\nx", "a.eml", "eml"),
        (b"From: a\nTo: b\n\nx", "a.txt", "txt"),
        (b"From:\n =?utf-8?q?=C3=81?= <a@x.example>\nTo: b\n\nx", "a.eml", "eml"),
        (b"From:\n =?utf-8?q?=C3=81?= <a@x.example>\nMIME-Version: 1.0\n\nx", "", "eml"),
        (b"\x89PNG\r\n\x1a\nxxxx", "a.txt", "image"),
        (zipped(mimetype=b"application/vnd.oasis.opendocument.text"), "a.docx", "odt"),
        (zipped(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"), "", "ods"),
        (b"De: alguien\nPara: otra persona\nAsunto: reunion\n", "a.txt", "txt"),
    ],
)
def test_the_content_decides(data: bytes, name: str, format: str) -> None:
    assert sniff(data, name) == format


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"", UnreadableFile),
        (b" \n\0", UnreadableFile),
        (b"<?xml version='1.0'?><a/>", UnsupportedFormat),
        (b"From ana@x.example Thu Feb 29 09:30:00 2024\nFrom: b\nSubject: c\n\nx", UnsupportedFormat),
        (b"From ana@x.example Thu Feb 29 09:30:00 2024\nReceived: from a\nFrom: b\n\nx", UnsupportedFormat),
        (zipped(mimetype=b"application/vnd.oasis.opendocument.presentation"), UnsupportedFormat),
        (zipped(a=b"x"), UnsupportedFormat),
        (OLE + "EncryptedPackage".encode("utf-16-le"), EncryptedFile),
        (b"PK\x03\x04 cortado", UnreadableFile),
        (b"\x00\x01\x02\x03 binario \x00", UnreadableFile),
        (b"\xff\xfeH\0o\0l", UnreadableFile),
    ],
)
def test_the_rest_is_refused_with_a_remedy(data: bytes, error: type[InputRefused]) -> None:
    with pytest.raises(error) as refusal:
        sniff(data, "a.txt")
    assert refusal.value.remedy and refusal.value.stage == "extract"


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (b"\0\0\0\x20ftypisom\0\0\2\0isomiso2mp41", "vista oral.mp4", "unsupported-recording"),
        (b"ID3\x04\0\0\0\0", "declaración.mp3", "unsupported-recording"),
        (b"RIFF\x24\0\0\0WAVEfmt ", "a.wav", "unsupported-recording"),
        (b"\x00\x01\x02\x03 binario \x00", "cámara.mov", "unsupported-recording"),
        (zipped(a=b"x"), "anexos.zip", "unsupported-archive"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "anexos.7z", "unsupported-archive"),
        (b"MZ\x90\0\3\0\0\0", "factura.exe", "unsupported-program"),
        (b"MZ\x90\0\3\0\0\0", "factura.pdf", "unsupported-program"),
        (zipped(mimetype=b"application/vnd.oasis.opendocument.presentation"), "a.odp", "unsupported"),
        (OLE + "PowerPoint Document".encode("utf-16-le"), "a.ppt", "unsupported-slides"),
        (OLE + "__substg1.0_001A001F".encode("utf-16-le"), "correo.msg", "unsupported-messages"),
        (b"SQLite format 3\0\x10\0", "datos.db", "unsupported-data"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "dni.heic", "unsupported-data"),
        (b"<!-- x -->\n<svg xmlns='x'><text>&#193;vila</text></svg>", "plano.svg", "unsupported-data"),
        (b"%!PS-Adobe-3.0\n(\\301vila) show", "plano.eps", "unsupported-data"),
        (b"  0\r\nSECTION\r\n  2\r\nHEADER\r\n", "plano.dxf", "unsupported-data"),
        (b"BEGIN:VCARD\r\nFN;ENCODING=QUOTED-PRINTABLE:Ana =C3=81vila\r\n", "a.vcf", "unsupported-data"),
        (b"BEGIN:VCALENDAR\r\nSUMMARY:Vista de do\r\n \xc3\xb1a Ana\r\n", "a.ics", "unsupported-data"),
        (b'{"nombre": "\\u00c1vila"}', "a.json", "unsupported-data"),
        (b"\x00\x01\x02\x03 otra cosa \x00", "firma.p7m", "unsupported"),
        (b"\x00\x01\x02\x03 otra cosa \x00", "informe.pdf", "unreadable"),
        (b"\x00\x01\x02\x03 otra cosa \x00", "informe", "unreadable"),
    ],
)
def test_a_kind_that_is_not_read_is_told_as_that_kind(data: bytes, name: str, code: str) -> None:
    with pytest.raises(InputRefused) as refusal:
        sniff(data, name)
    assert refusal.value.code == code and refusal.value.remedy


@pytest.mark.parametrize(
    "text",
    [
        "ID3 es una norma.",
        "MZ y BM",
        "BZh: iniciales",
        "AC10 es un aula",
        "[Ana] dice \\ubicada",
        '{"nombre": "Ana"}',
        "From Madrid, 3 de marzo de 2024\nEstimada Ana:\n",
        "From Madrid, 3 de marzo de 2024",
        "0\nSECTION de la lista",
    ],
)
def test_a_text_may_begin_like_another_kind(text: str) -> None:
    assert sniff(text.encode(), "a.txt") == "txt"


def test_an_old_document_needs_libreoffice(monkeypatch: pytest.MonkeyPatch) -> None:
    old = OLE + "WordDocument".encode("utf-16-le")
    monkeypatch.setattr(office, "program", lambda: "/usr/bin/soffice")
    assert sniff(old, "a.doc") == "doc"
    monkeypatch.setattr(office, "program", lambda: None)
    with pytest.raises(UnsupportedFormat) as refusal:
        sniff(old, "a.doc")
    assert refusal.value.remedy


def test_macros_are_refused() -> None:
    def with_macros(data: bytes) -> bytes:
        return data.replace(
            b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
            b"application/vnd.ms-word.document.macroEnabled.main+xml",
        )

    with pytest.raises(UnsupportedFormat, match="macro"):
        sniff(made.word(made.paragraph("x"), changes={"[Content_Types].xml": with_macros}), "a.docx")


def test_a_truncated_container_is_unreadable() -> None:
    data = made.word(made.paragraph("Hola"))
    for size in (40, len(data) // 2, len(data) - 30):
        with pytest.raises(UnreadableFile):
            sniff(data[:size], "a.docx")


@pytest.mark.parametrize("path", ["../fuera.txt", "word/../../fuera.txt", "/etc/x", "C:/x", "..\\fuera.txt"])
def test_paths_that_climb_are_hostile(path: str) -> None:
    with pytest.raises(HostileFile):
        sniff(made.word("", parts={path: b"x"}), "a.docx")


def test_two_parts_of_one_name_are_hostile() -> None:
    with pytest.raises(HostileFile):
        sniff(made.word("", parts={"word/Document.xml": b"<a/>"}), "a.docx")


@pytest.mark.parametrize(
    "xml",
    [
        b'<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/hostname">]><d>&x;</d>',
        b'<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><d>&b;</d>',
        '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE d [<!ENTITY x "y">]><d>&x;</d>'.encode("utf-16"),
    ],
)
def test_entities_are_hostile_in_any_part(xml: bytes) -> None:
    with pytest.raises(HostileFile):
        read_word(made.word("", parts={"word/otra.xml": xml}), "a.docx")


def test_malformed_parts_are_unreadable() -> None:
    with pytest.raises(UnreadableFile):
        read_word(made.word(made.paragraph("<w:r>")), "a.docx")


def test_deep_nesting_is_over_a_limit() -> None:
    with pytest.raises(LimitExceeded):
        read_word(made.word("<w:sdt>" * 300 + "</w:sdt>" * 300), "a.docx")


def test_a_part_that_expands_too_much_is_over_a_limit() -> None:
    bomb = bytes(limits.RATIO_FROM_BYTES + 1)
    with pytest.raises(LimitExceeded):
        package.open_package(made.word("", parts={"word/bomba.bin": bomb}))


@pytest.mark.parametrize("name", ["hostil_entidad_externa.docx", "hostil_ruta.docx"])
def test_the_hostile_cases_are_refused(name: str) -> None:
    data = (FILES / name).read_bytes()
    with pytest.raises(HostileFile):
        sniff(data, name)
        read_word(data, name)


@pytest.mark.parametrize("start", ["", "<?xml version='1.0'?>"])
def test_comments_before_nothing_cost_little(start: str) -> None:
    text = f"{start}{'<!---->' * 100_000}{'<!-- <a> -- >' * 1_000}"
    begun = time.process_time()
    with contextlib.suppress(InputRefused):
        sniff(text.encode(), "a.txt")
    is_page(text, "a.txt")
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("start", ["<!-- a --> <!-- b\n- -->\n", "<!---->", "<?xml version='1.0'?><!-- <p> -->"])
def test_comments_before_a_page_are_passed_over(start: str) -> None:
    assert sniff(f"{start}<html><p>a</p></html>".encode(), "a.txt") == "html"


def test_a_message_without_a_header_is_refused_and_never_plain_text() -> None:
    with pytest.raises(UnreadableFile, match="header"):
        sniff(b"Le adjunto lo que pide.\n\nUn saludo\n", "a.eml")

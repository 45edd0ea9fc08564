"""Messages: who, to whom, about what, every text of every part, and attachments by their own readers."""

from __future__ import annotations

import base64

import pytest

from pipeline.document import BlockKind
from pipeline.errors import EncryptedFile, LimitExceeded
from pipeline.extract import read_document
from tests.pipeline import made
from tests.pipeline.made_formats import mail, odt, parts_of, texts


def attached(data: bytes, name: str, kind: str = "application/octet-stream") -> str:
    body = base64.encodebytes(data).decode()
    return f'Content-Type: {kind}; name="{name}"\nContent-Disposition: attachment; filename="{name}"\nContent-Transfer-Encoding: base64\n\n{body}'


@pytest.mark.parametrize(
    ("header", "read"),
    [
        ("To: =?utf-8?q?Ana_=C3=91andez?= <ana@x.example>", ["Ana Ñandez", "ana@x.example"]),
        ('To: "Gil, Ana" <ana@x.example>, luis@x.example', ["Gil, Ana", "ana@x.example", "luis@x.example"]),
        ("Cc: =?utf-8?b?QW5hIMOR?=\n =?utf-8?b?YW5kZXo=?= <a@x.example>", ["Ana Ñandez", "a@x.example"]),
        ("To: =?utf-8?q?=C3?= =?utf-8?q?=91u=C3=B1o?= <a@x.example>", ["Ñuño", "a@x.example"]),
        (
            "To: Equipo: Ana Gil <a@x.example>, Eva Paz <e@x.example>;",
            ["Equipo: Ana Gil <a@x.example>, Eva Paz <e@x.example>;"],
        ),
        ("Subject: =?iso-8859-1?q?Recurso_de_I=F1aki?=", ["Recurso de Iñaki"]),
        ("X-Original-To: ana@x.example", ["ana@x.example"]),
        ("Thread-Topic: Recurso de Ana", ["Recurso de Ana"]),
    ],
)
def test_headers(header: str, read: list[str]) -> None:
    document = read_document(mail("hola", header + "\n"), "a.eml")
    said = texts(document, BlockKind.PROPERTY)
    assert [text for text in said if text not in ("x@y.example",)] == read


@pytest.mark.parametrize(
    ("body", "coding", "read"),
    [
        ("Ana =\nGil y =C3=91u=C3=B1o", "quoted-printable", ["Ana Gil y Ñuño"]),
        (base64.encodebytes("Ana Ñandez".encode()).decode(), "base64", ["Ana Ñandez"]),
        ("> Ana\n> Gil dijo\n>\n> > otro\nresto", "8bit", ["Ana\nGil dijo", "otro", "resto"]),
        ("uno\ndos\n\ntres", "7bit", ["uno\ndos", "tres"]),
    ],
)
def test_bodies(body: str, coding: str, read: list[str]) -> None:
    document = read_document(mail(body, coding=coding), "a.eml")
    assert texts(document, BlockKind.PARAGRAPH) == read


def test_every_part_is_read_and_attachments_are_anchored_by_part() -> None:
    inner = "Content-Type: message/rfc822\n\n" + mail("dentro", "Subject: Caso de Eva\n").decode()
    html = "Content-Type: text/html; charset=utf-8\n\n<p>Do&ntilde;a Eva"
    data = parts_of(
        "\ntexto", html, inner, attached(b"Nombre;DNI\nAna Gil;99500000E\n", "lista.csv", "text/csv"),
        attached(odt("<text:p>Zoe Sanz</text:p>"), "a.odt"), attached(made.word(made.paragraph("Iván Sol")), "b.docx"),
        attached(mail("muy dentro"), "c.eml"), attached(b"\0\1\2", "Foto de Noa.bin"),
    )  # fmt: skip
    document = read_document(data, "a.eml")
    for said in (
        "texto",
        "Doña Eva",
        "dentro",
        "Caso de Eva",
        "Ana Gil",
        "Zoe Sanz",
        "Iván Sol",
        "muy dentro",
        "Foto de Noa.bin",
    ):
        assert said in texts(document)
    block = next(b for b in document.blocks if document.text[b.start : b.end].startswith("Ana Gil"))
    assert (block.label, block.anchors[0].part) == ("Nombre", "message.4/cells")
    assert "".join(document.text[b.start : b.end] for b in document.blocks) == document.text
    assert all(b.start <= a.start < a.end <= b.end for b in document.blocks for a in b.anchors)


def test_sealed_and_endless_messages_are_refused() -> None:
    with pytest.raises(EncryptedFile) as refusal:
        read_document(mail("x", kind='multipart/encrypted; boundary="b"'), "a.eml")
    assert refusal.value.remedy
    data = mail("x")
    for _ in range(30):
        data = b"From: a@b.example\nContent-Type: message/rfc822\n\n" + data
    with pytest.raises(LimitExceeded):
        read_document(data, "a.eml")
    data = mail("x")
    for _ in range(30):
        head = b'From: a@b.example\nContent-Type: multipart/mixed; boundary="b%d"\n\n' % len(data)
        data = head + b"--b%d\nContent-Type: application/octet-stream; name=a.eml\n\n" % len(data) + data
    with pytest.raises(LimitExceeded):
        read_document(data, "a.eml")


@pytest.mark.parametrize(
    "data",
    [
        b"From: a",
        b"From: a\n\n",
        b"From: " + b"(" * 50_000 + b"\n\n",
        b"From: a\nContent-Type: multipart/mixed; boundary=x\n\n--x",
        b"From: =?x?q?=?=\n\n=",
        b'From: <\nTo: "\n\n',
        b"From: a\nContent-Type: ;;;=\n\nb",
        b"From: a\nContent-Transfer-Encoding: base64\n\nQ",
    ],
)
def test_broken_messages_are_read_as_they_can(data: bytes) -> None:
    read_document(data, "a.eml")

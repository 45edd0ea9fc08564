"""Messages, written back: another reader finds the replaced texts, and nothing of routes, identifiers and names of files."""

from __future__ import annotations

import base64
import email
import email.policy
from email.message import EmailMessage

import pytest

from tests.pipeline import made
from tests.pipeline.extract.test_eml import attached
from tests.pipeline.made_formats import mail, odt, parts_of, written


def opened(data: bytes) -> EmailMessage:
    message = email.message_from_bytes(data, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return message


def test_addresses_and_subject_are_replaced_and_routes_go() -> None:
    headers = (
        "Received: from ana.casa.example\nReturn-Path: <ana@x.example>\nMessage-ID: <ana@x.example>\nReferences: <1@x.example>\n"
        "DKIM-Signature: v=1; i=ana@x.example\nX-Sender-Name: Ana Gil\nTo: Ana Gil <ana@x.example>, Eva <eva@x.example>\n"
        "Subject: =?utf-8?q?Recurso_de_Ana_Gil_con_=C3=B1?=\nDate: Thu, 29 Feb 2024 09:30:00 +0100\n"
    )
    result = written(mail("hola", headers), "a.eml", ["Ana Gil", "ana@x.example"], "[X]")
    message = opened(result.data)
    assert list(message) == [
        "From",
        "To",
        "Subject",
        "Date",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
    ]
    assert (
        email.message_from_bytes(result.data)["To"] == '"[X]" <[X]>,\n Eva <eva@x.example>'
        and message["Subject"] == "Recurso de [X] con ñ"
    )
    assert message.get_content() == "hola" and result.notes == ("properties-removed:6",)


@pytest.mark.parametrize("coding", ["7bit", "8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1", "us-ascii"])
def test_bodies_keep_their_encoding(coding: str, charset: str) -> None:
    text = "> Ana\n> Gil vive en una calle muy larga que se corta por la mitad porque no cabe en la linea.\nFin"
    raw = text.encode(charset)
    body = base64.encodebytes(raw).decode() if coding == "base64" else text
    result = written(mail(body, kind=f"text/plain; charset={charset}", coding=coding), "a.eml", ["Ana Gil"], "[X]")
    message = opened(result.data)
    assert message["Content-Transfer-Encoding"] == coding and message.get_content_charset() == charset
    assert message.get_content().strip() == text.replace("Ana\n> Gil", "[X]")


def test_what_the_encoding_lacks_moves_to_another() -> None:
    result = written(mail("Ana Gil", kind="text/plain; charset=us-ascii", coding="7bit"), "a.eml", ["Ana Gil"], "Ñandú")
    message = opened(result.data)
    assert message.get_content().strip() == "Ñandú" and message.get_content_charset() == "utf-8"


def test_what_is_not_replaced_keeps_its_bytes() -> None:
    data = mail(
        "Ana =\nGil =C3=B1", "To: =?utf-8?q?Eva?= <e@x.example>\nSubject: Uno\n dos\n", coding="quoted-printable"
    )
    assert written(data, "a.eml", []).data == data


def test_alternatives_attachments_and_messages_inside_are_written_by_their_own_formats() -> None:
    alternatives = (
        'Content-Type: multipart/alternative; boundary="L2"\n\n--L2\nContent-Type: text/plain\n\nAna Gil\n'
        "--L2\nContent-Type: text/html; charset=utf-8\n\n<p>Ana <b>Gil</b><img src='cid:foto.ana@x'>\n--L2--\n"
    )
    picture = 'Content-Type: image/png; name="Ana Gil.png"\nContent-ID: <foto.ana@x>\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo='
    data = parts_of(
        alternatives, picture, attached(b"Nombre;DNI\nAna Gil;1\n", "Ana Gil.csv", "text/csv"),
        attached(odt("<text:p>Ana <text:span>Gil</text:span></text:p>"), "Recurso Ana Gil.odt"),
        "Content-Type: message/rfc822\n\n" + mail("Ana Gil", "Message-ID: <ana@x.example>\n").decode(),
        attached(b"BEGIN:VCARD\nFN:Ana Gil\n", "Ana.vcf", "text/vcard"), attached(b"\0Ana Gil", "Ana.bin"),
    )  # fmt: skip
    result = written(data, "a.eml", ["Ana Gil"], "[X]")
    kinds = [(p.get_content_type(), p.get_filename()) for p in opened(result.data).walk()]
    assert kinds == [
        ("multipart/mixed", None), ("multipart/alternative", None), ("text/plain", None), ("text/html", None), ("image/png", "documento.png"),
        ("text/csv", "documento.csv"), ("application/octet-stream", "recurso.odt"), ("message/rfc822", None), ("text/plain", None),
    ]  # fmt: skip
    parts = {p.get_filename() or p.get_content_type(): p.get_payload(decode=True) for p in opened(result.data).walk()}
    assert b"Ana" not in result.data and b"cid:imagen1" in parts["text/html"] and b"<b></b>" in parts["text/html"]
    assert parts["documento.csv"] == b"Nombre;DNI\n[X];1\n"
    assert "[X]" in made.part(parts["recurso.odt"], "content.xml") and "Gil" not in made.part(
        parts["recurso.odt"], "content.xml"
    )
    assert parts["text/plain"].strip() == b"[X]"
    assert "attachments-removed:2" in result.notes and "images-blanked:1" in result.notes


def test_a_body_that_no_reader_knows_is_emptied_not_left() -> None:
    for data in (
        mail("Ana Gil", kind="application/x-ana; name=Ana"),
        b"From: a@b.example\nContent-Type: message/rfc822\n\n" + mail("Ana Gil", kind="text/vcard"),
    ):
        assert b"Ana" not in written(data, "a.eml", []).data


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_files_written_out_in_a_text_and_words_between_parts_go(end: bytes) -> None:
    data = parts_of("\nantes\nbegin 644 ana.txt\n#0V%T\n`\nend\ntras").replace(
        b"--L1\n", b"Ana Gil entre partes\n--L1\n", 1
    )
    data = data.replace(b"\n", end)
    result = written(data, "a.eml", [])
    assert opened(result.data).get_payload(0).get_payload().split() == ["antes", "tras"]
    assert b"Ana Gil" not in result.data and "attachments-removed:1" in result.notes


def test_crlf_stays() -> None:
    data = mail("Ana Gil\n\nfin", "Subject: de Ana Gil\n").replace(b"\n", b"\r\n")
    result = written(data, "a.eml", ["Ana Gil"], "Ñ").data
    assert result.count(b"\n") == result.count(b"\r\n")

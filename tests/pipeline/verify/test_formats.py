"""The verifier looks into every corner of OpenDocument, HTML, messages and RTF; a value of its own for each corner."""

from __future__ import annotations

import base64
import binascii
import html
import io
import quopri
import zipfile
from urllib.parse import quote

import pytest

from pipeline.analysis import Sought
from pipeline.verify import find_leaks
from tests.pipeline import made
from tests.pipeline.made_formats import mail, odt, part, parts_of, rtf

NAME = "María Luisa Zahínos Íñigolo"
NIF = "99012345J"
CUT = "María Luisa</text:span> Zahí<text:span>nos<text:s/>Íñigolo"
CODED = base64.b64encode(f"doña {NAME}, y más".encode()).decode()


def found(data: bytes, name: str) -> set[str]:
    """Which of the two values leak."""
    sought = [Sought(NAME, "PERSON", "name"), Sought(NIF, "NIF", "nif")]
    return {leak.detection for leak in find_leaks(data, name, sought)}


@pytest.mark.parametrize(
    "data",
    [
        odt(f"<text:p><text:span>{CUT}</text:span></text:p>"),
        odt(f"<text:p xlink:href='mailto:{quote(NAME)}'>x</text:p>"),
        odt(f"<text:p>x<office:annotation><dc:creator>{NAME}</dc:creator></office:annotation></text:p>"),
        odt(f"<text:tracked-changes><text:p>{NAME}</text:p></text:tracked-changes>"),
        odt("x", f"<style:header><text:p>{NAME}</text:p></style:header>"),
        odt("x", "<style:style style:name='Caso_20_María_20_Luisa_20_Zahínos_20_Íñigolo'/>"),
        odt("x", parts={"meta.xml": part("document-meta", f"<dc:title>{NAME}</dc:title>")}),
        odt("x", parts={"settings.xml": part("document-settings", f"<config:config-item>{NAME}</config:config-item>")}),
        odt("x", parts={f"Pictures/{NAME}.png": b"x"}),
        odt("x", parts={"Thumbnails/thumbnail.png": b"\x89PNG" + NAME.encode()}),
        odt("x", parts={"Object 1": made.word(made.paragraph(NAME))}),
        odt(f"<office:binary-data>{CODED}</office:binary-data>"),
    ],
)
def test_opendocument(data: bytes) -> None:
    assert found(data, "a.odt") == {"name"}


@pytest.mark.parametrize(
    "inside",
    [
        "María Luisa <b>Zahí</b>nos Íñigolo",
        "Mar&iacute;a Luisa Zah&#237;nos &#xCD;&ntilde;igolo",
        f"<!-- {NAME} -->",
        f"<script>var a = '{NAME}'</script>",
        f"<style>p::before {{ content: '{NAME}' }}</style>",
        f"<img alt='{html.escape(NAME)}'>",
        f"<a href='mailto:{quote(NAME)}'>x</a>",
        f"<a href='https://x.example/?u={CODED}'>x</a>",
        f"<img src='data:text/plain;base64,{CODED}'>",
        f"<meta name=author content='{NAME}'>",
        f"<p hidden>{NAME}</p>",
        "María&nbsp;Luisa Za&shy;hínos<br>Íñigolo",
    ],
)
def test_pages(inside: str) -> None:
    assert found(f"<!DOCTYPE html><html><body>{inside}</body></html>".encode(), "a.html") == {"name"}


@pytest.mark.parametrize(
    ("inside", "leaks"),
    [
        ("<i class='a zahinos-b'>x</i>", {"name"}),
        ("<i id=pInigolo>x</i>", {"name"}),
        ("<a href='#zahinos'>x</a>", {"name"}),
        ("<style>.zahinos_2{color:red}</style>", {"name"}),
        ("<i class=inigolos>x</i>", set()),
        ("<p>Zahínos es otra persona</p>", set()),
        ("<style>p{zahinos:1}</style>", set()),
        ("<i title=Zahínos>x</i>", set()),
    ],
)
def test_one_word_of_a_name_in_an_identifier_of_a_page(inside: str, leaks: set[str]) -> None:
    assert found(f"<!DOCTYPE html><html><body>{inside}</body></html>".encode(), "a.html") == leaks


def attached(data: bytes, kind: str = "application/octet-stream") -> str:
    return f"Content-Type: {kind}\nContent-Transfer-Encoding: base64\n\n{base64.encodebytes(data).decode()}"


CUT_QP = quopri.encodestring(NAME.encode()).decode().replace("Luisa", "Lui=\nsa")
UU = "begin 644 a\n" + "".join(binascii.b2a_uu(NAME.encode()[n : n + 45]).decode() for n in (0, 45)) + "end\n"


@pytest.mark.parametrize(
    "data",
    [
        mail("x", f"To: =?utf-8?q?{quopri.encodestring(NAME.encode(), header=True).decode()}?= <a@x.example>\n"),
        mail("x", f"To: =?utf-8?b?{base64.b64encode(NAME.encode()).decode()}?= <a@x.example>\n"),
        mail("x", "Subject: María Luisa\n Zahínos Íñigolo\n"),
        mail("x", "Message-ID: <maria.zahinos@x.example>\n"),
        mail(CUT_QP, coding="quoted-printable"),
        mail(base64.encodebytes(NAME.encode()).decode(), coding="base64"),
        mail(quopri.encodestring(NAME.encode("latin-1")).decode(), kind="text/plain; charset=iso-8859-1", coding="quoted-printable"),
        mail(base64.encodebytes(NAME.encode("utf-16")).decode(), kind="text/plain; charset=utf-16", coding="base64"),
        mail(base64.encodebytes(b"<p>Mar&iacute;a Luisa <b>Zah&iacute;</b>nos &Iacute;&ntilde;igolo").decode(), kind="text/html", coding="base64"),
        mail(UU),
        parts_of("\nx", attached(odt(f"<text:p><text:span>{CUT}</text:span></text:p>"))),
        parts_of("\nx", attached(mail(CUT_QP, coding="quoted-printable"))),
        parts_of("\nx", "Content-Type: message/rfc822\n\n" + mail(CUT_QP, coding="quoted-printable").decode()),
        parts_of("\nx", f"Content-Type: text/plain; name*=utf-8''{quote(NAME)}\n\ny"),
        parts_of("\nx", f'Content-Type: text/plain\nContent-Disposition: attachment; filename="=?utf-8?b?{base64.b64encode(NAME.encode()).decode()}?="\n\ny'),
        parts_of("\nx").replace(b"L1", b"=_maria.zahinos_1"),
        parts_of("\nx").replace(b"--L1\n", f"{NAME}\n--L1\n".encode(), 1),
        parts_of("\nx") + NAME.encode(),
    ],
)  # fmt: skip
def test_messages(data: bytes) -> None:
    assert found(data, "a.eml") == {"name"}


@pytest.mark.parametrize(
    "inside",
    [
        r"Mar\'eda {\b Luisa} Zah\u237?nos \'cd\'f1igolo",
        r"Mar\u237\'edaLui\b0 sa Zah{\i\'ed}nos\par \'cd\'f1igolo",
        r"{\v Mar\'eda Luisa Zah\'ednos \'cd\'f1igolo}",
        r"{\info{\author Mar\'eda Luisa Zah\'ednos \'cd\'f1igolo}}",
        r"{\*\bkmkstart maria_luisa_zahinos_inigolo}",
        r"{\field{\*\fldinst HYPERLINK mailto:" + quote(NAME) + "}}",
        r"{\*\objdata " + "\n".join(NAME.encode().hex()[n : n + 20] for n in range(0, 80, 20)) + "}",
        "Mar\\'eda\r\n Luisa Zah\r\n\\'ednos \\'cd\\'f1igolo",
    ],
)
def test_rich_text(inside: str) -> None:
    assert found(rtf(inside), "a.rtf") == {"name"}


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (odt("<text:p>Rosales</text:p>"), "a.odt"),
        (b"<html><p>Rosales &amp; <a href='http://x.example/a%20b'>a</a></html>", "a.html"),
        (mail("Rosales =C3=B1", coding="quoted-printable"), "a.eml"),
        (mail(base64.encodebytes(b"plaza de Rosales").decode(), coding="base64"), "a.eml"),
        (rtf(r"plaza de {\b Rosales} y \'f1"), "a.rtf"),
    ],
)
def test_what_a_decision_keeps_is_counted_once(data: bytes, name: str) -> None:
    assert find_leaks(data, name, [Sought("Rosales", "PERSON", "d1", allowed=1)]) == ()
    assert find_leaks(data, name, [Sought("Rosales", "PERSON", "d1", allowed=0)])


def test_endless_nesting_does_not_pass() -> None:
    data = mail("x")
    for _ in range(25):
        data = parts_of("\nx", attached(data)).replace(b"L1", b"L%d" % len(data))
    assert [leak.how for leak in find_leaks(data, "a.eml", [])] == ["unreadable"]


def test_places_name_parts_and_not_values() -> None:
    data = parts_of("\nx", f'Content-Type: text/plain; name="{NIF}"\n\n{NIF}')
    assert not [leak for leak in find_leaks(data, "a.eml", [Sought(NIF, "NIF", "n")]) if NIF in leak.where]


def test_a_declaration_that_no_parser_follows_hides_nothing() -> None:
    page = f"<!DOCTYPE html><html><p>uno</p><![x]><p title='{NIF}'>{NAME}</p></html>"
    assert found(page.encode(), "a.html") == {"name", "nif"}


@pytest.mark.parametrize("comment", [b"", b"hecho en casa"])
def test_what_stands_behind_a_package(comment: bytes) -> None:
    packed = io.BytesIO(odt("<text:p>x</text:p>"))
    with zipfile.ZipFile(packed, "a") as package:
        package.comment = comment
    assert found(packed.getvalue(), "a.odt") == set()
    assert found(packed.getvalue() + NAME.encode(), "a.odt") == {"name"}
    assert found(packed.getvalue() + NIF.encode("utf-16-le"), "a.odt") == {"nif"}

"""The laws of reading and writing for OpenDocument, HTML, messages and RTF, whatever they hold and whatever goes."""

from __future__ import annotations

import base64
import html
import quopri

from hypothesis import example, given, settings
from hypothesis import strategies as st

from pipeline import apply, extract
from pipeline.analysis import Sought
from pipeline.container.rtf_tokens import escaped
from pipeline.errors import InputRefused
from pipeline.verify import find_leaks
from tests.pipeline import made
from tests.pipeline.made_formats import mail, ods, odt, parts_of, rtf, sheet
from tests.properties.test_roundtrip import CUTS, check, replacements_of

QUICK = settings(max_examples=40, deadline=None)
WORDS = st.text("abcñÁé1€", min_size=1, max_size=8)
RUNS = st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=5)


@QUICK
@given(RUNS, st.sampled_from(["<text:s/>", "<text:tab/>", "<text:line-break/>", " ", ""]), CUTS)
def test_odt(paragraphs: list[list[str]], between: str, cuts: list[tuple[int, int]]) -> None:
    runs = (between.join(f"<text:span>{word}</text:span>" for word in words) for words in paragraphs)
    check(odt("".join(f"<text:p>{run}</text:p>" for run in runs)), "a.odt", cuts)


@QUICK
@given(st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=5), CUTS)
def test_ods(rows: list[list[str]], cuts: list[tuple[int, int]]) -> None:
    check(ods(sheet(rows)), "a.ods", cuts)


@QUICK
@given(RUNS, st.sampled_from([" ", "\n  ", "<br>", "&nbsp;", ""]), st.sampled_from(["p", "td", "li", "pre"]), CUTS)
def test_html(paragraphs: list[list[str]], between: str, tag: str, cuts: list[tuple[int, int]]) -> None:
    runs = (between.join(f"<b>{html.escape(word)}</b>" for word in words) for words in paragraphs)
    body = "".join(f"<{tag}>{run}</{tag}>" for run in runs)
    body = f"<table><tr>{body}</tr></table>" if tag == "td" else body
    check(f"<html><body>{body}</body></html>".encode(), "a.html", cuts)


@QUICK
@given(RUNS, st.sampled_from(["\\tab ", "\\line ", " ", "\\~", ""]), st.sampled_from([0, 1, 2]), CUTS)
def test_rtf(paragraphs: list[list[str]], between: str, fallbacks: int, cuts: list[tuple[int, int]]) -> None:
    runs = (between.join(f"{{\\b {escaped(word, fallbacks)}}}" for word in words) for words in paragraphs)
    check(rtf(f"\\uc{fallbacks} " + "\\par ".join(runs)), "a.rtf", cuts)


@QUICK
@given(RUNS, st.sampled_from(["8bit", "quoted-printable", "base64"]), st.sampled_from(["", "> "]), CUTS)
def test_messages(paragraphs: list[list[str]], coding: str, marks: str, cuts: list[tuple[int, int]]) -> None:
    text = "\n\n".join(marks + f"\n{marks}".join(words) for words in paragraphs)
    page = "".join(f"<p>{' '.join(words)}</p>" for words in paragraphs)
    check(mail(_coded(text, coding), coding=coding), "a.eml", cuts)
    told = f"Content-Type: text/{{}}; charset=utf-8\nContent-Transfer-Encoding: {coding}\n\n"
    table = base64.encodebytes("\n".join(map(";".join, paragraphs)).encode()).decode()
    attached = f'Content-Type: text/csv; name="documento.csv"\nContent-Transfer-Encoding: base64\n\n{table}'
    parts = [told.format("plain") + _coded(text, coding), told.format("html") + _coded(page, coding), attached]
    data = parts_of(*parts)
    document = extract.read_document(data, "a.eml")
    wanted = replacements_of(document, cuts)
    again = extract.read_document(apply.write_document(data, document, wanted).data, "a.eml")
    out, place = [], 0
    for one in wanted:
        out += [document.text[place : one.span.start], one.output]
        place = one.span.end
    assert _said(again.text) == _said("".join([*out, document.text[place:]]))


def _said(text: str) -> str:
    """Return what is said but for what parts cells: a table of uneven rows may be told apart otherwise once it changed."""
    return "".join(text.replace(";", " ").split())


def _coded(text: str, coding: str) -> str:
    if coding == "base64":
        return base64.encodebytes(text.encode()).decode()
    return quopri.encodestring(text.encode()).decode() if coding == "quoted-printable" else text


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["odt", "html", "rtf", "eml"]),
    st.lists(st.text("Ana Gil<>{}\\&;='\"!-\n/pb:", max_size=30), max_size=6),
)
@example("html", ["</"])
@example("html", ["</p ", ">"])
def test_anything_is_read_or_refused_and_no_value_survives(kind: str, pieces: list[str]) -> None:
    secret = "Zósimo Ñíguez"
    body = secret.join(["", *pieces, ""])
    data = {
        "odt": odt(f"<text:p>{html.escape(body)}</text:p>"),
        "html": f"<html><body>{body}".encode(),
        "rtf": rtf(escaped(body, 1)),
        "eml": mail(body),
    }[kind]
    try:
        document = extract.read_document(data, f"a.{kind}")
    except InputRefused as refusal:
        assert refusal.remedy
        return
    wanted = made.replacing(document, [secret])
    written = apply.write_document(data, document, wanted).data
    assert find_leaks(written, f"a.{kind}", [Sought(secret, "PERSON", "d1")]) == ()
    assert secret not in extract.read_document(written, f"a.{kind}").text

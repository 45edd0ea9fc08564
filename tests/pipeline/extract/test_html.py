"""HTML: blocks as a browser shows them, the rest apart."""

from __future__ import annotations

import time

import pytest

from pipeline.container.html_tokens import tokens_of
from pipeline.document import BlockKind
from pipeline.errors import HostileFile, LimitExceeded
from pipeline.extract import read_document
from tests.pipeline.made_formats import texts


def page(body: str) -> bytes:
    return f"<!DOCTYPE html><html><body>{body}</body></html>".encode()


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<p>Do&ntilde;a <b>An</b>a\n  Gil", "Doña Ana Gil"),
        ("<p>Ana<!-- x --> Gil</p>", "Ana Gil"),
        ("<p>ES73<br>0100&nbsp;&#48;0", "ES73\n0100\xa000"),
        ("<div>Ana <a href='#x'>Gil</a></div>", "Ana Gil"),
        ("<p>Ana<wbr> G<font color=red>il</font></p>", "Ana Gil"),
        ("<p>a < b & c &foo; d</p>", "a < b & c &foo; d"),
        ("<pre>Ana\n  Gil</pre>", "Ana\n  Gil"),
        ("<textarea>Ana &lt;b&gt;</textarea>", "Ana <b>"),
    ],
)
def test_a_block_is_read_whole(inside: str, expected: str) -> None:
    assert texts(read_document(page(inside), "a.html"), BlockKind.PARAGRAPH) == [expected]


def test_cells_take_the_header_and_nested_tables_their_own_number() -> None:
    inside = (
        "<table><tr><th>Interesado<th>DNI<tr><td>Ana Gil<td>99500000E<tr><td colspan=2><table><tr><td>x</table></table>"
    )
    document = read_document(page(inside), "a.html")
    cells = {(b.table, b.row, b.column): b.label for b in document.blocks if b.kind is BlockKind.CELL}
    assert cells[0, 1, 0] == "Interesado" and cells[0, 1, 1] == "DNI" and (1, 0, 0) in cells


def test_what_is_not_shown_is_read_apart() -> None:
    inside = (
        "<!-- Luis Rey --><p hidden>Eva Paz</p><p style='display: none'>Zoe Sanz<p>visto</p></p><template>Iván Sol</template>"
        "<input type=hidden value='Pepa Luz'><style>/* Noa Gil */ p::before{content:'Leo Gil'}</style><iframe>Sol Rey</iframe>"
    )
    document = read_document(page(inside), "a.html")
    assert texts(document, BlockKind.PARAGRAPH) == ["visto"]
    assert set(texts(document, BlockKind.HIDDEN)) >= {
        "Luis Rey",
        "Eva Paz",
        "Zoe Sanz",
        "Iván Sol",
        "Noa Gil",
        "Leo Gil",
        "Sol Rey",
    }
    assert "Pepa Luz" in texts(document, BlockKind.PROPERTY)


def test_links_and_attributes_are_read_decoded() -> None:
    document = read_document(
        page("<a href='mailto:ana%20gil&#64;x.example' title='Do&ntilde;a Eva'>x</a><img alt='Foto de Zoe'>"), "a.html"
    )
    assert "mailto:ana gil@x.example" in texts(document, BlockKind.FIELD)
    assert set(texts(document, BlockKind.PROPERTY)) == {"Doña Eva", "Foto de Zoe"}


@pytest.mark.parametrize("coding", ["utf-8", "iso-8859-15", "cp1252", "utf-16"])
def test_encodings(coding: str) -> None:
    told = "" if coding == "utf-16" else f"<meta charset={coding}>"
    document = read_document(f"<html>{told}<p>Peñalvar €</p></html>".encode(coding), "a.html")
    assert texts(document) == ["Peñalvar €"]


def test_declared_entities_are_hostile() -> None:
    with pytest.raises(HostileFile):
        read_document(b'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/hostname">]><html><p>&x;</p></html>', "a.html")


@pytest.mark.parametrize(
    "piece", ["<div>", "<b ", "<a b='", "<!--", "</p", "<p><table><tr><td>", "&#", "<x y=", '"<', "<script>"]
)
def test_tokens_cover_anything_in_time(piece: str) -> None:
    source = piece * 20_000
    start = time.process_time()
    tokens = tokens_of(source)
    assert time.process_time() - start < 3
    assert [t.start for t in tokens[1:]] == [t.end for t in tokens[:-1]] and tokens[-1].end == len(source)


@pytest.mark.parametrize(("page", "refused"), [("<div>" * 25_000, True), ("<p>x" * 25_000 + "<div>" * 5_000, False)])
def test_endless_nesting_is_refused(page: str, refused: bool) -> None:
    data = f"<!DOCTYPE html><html><body>{page}x".encode()
    if refused:
        with pytest.raises(LimitExceeded, match="inside one another"):
            read_document(data, "a.html")
    else:
        assert read_document(data, "a.html").text.strip().endswith("x")

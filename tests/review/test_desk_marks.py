"""The document pane as HTML: escaped, and without a character more or less than the document has."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.queries import desk_text
from review.queries.desk_text import Mark
from review.templatetags.marks import confidence, document, marked
from tests.cast import Cast
from tests.review.a_case import a_file, a_table

CASES = Path(__file__).parents[1] / "cases" / "cases.jsonl"


def a_mark(start: int, end: int, pk: int = 1, **more: object) -> Mark:
    shown = {"state": "open", "hides": True, "doubt": False, "added": False, "output": "[PER_1]"} | more
    return Mark(pk, start, end, 7, "PER_1", "PERSON", **shown)  # type: ignore[arg-type]


def plain(drawn: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", drawn))


def test_markup_in_the_document_is_text() -> None:
    text = '<img src=x onerror="alert(1)"> & <b>Ana</b>'
    drawn = marked(text, 0, len(text), (a_mark(33, 36),))
    assert "<img" not in drawn and "<b>" not in drawn and plain(drawn) == text


def test_an_output_cannot_break_out_of_its_attribute() -> None:
    drawn = marked("Ana", 0, 3, (a_mark(0, 3, output='"><script>alert(1)</script>'),))
    assert "<script" not in drawn and drawn.count("<span") == 1


def test_line_ends_of_windows_survive_the_parser() -> None:
    assert "&#13;\n" in marked("una\r\ndos", 0, 8, ())


def test_a_mark_over_two_blocks_has_one_id_and_one_output() -> None:
    mark = a_mark(2, 9)
    first, second = marked("0123456789", 0, 5, (mark,)), marked("0123456789", 5, 10, (mark,))
    assert 'id="m1"' in first and "id=" not in second.replace("data-id=", "")
    assert 'data-out="[PER_1]"' in first and 'data-out=""' in second


def test_an_overlapping_mark_is_not_drawn_twice() -> None:
    drawn = marked("María Luisa", 0, 11, (a_mark(0, 11), a_mark(0, 5, pk=2)))
    assert plain(drawn) == "María Luisa" and drawn.count("<span") == 1


@given(st.text(max_size=60), st.lists(st.tuples(st.integers(0, 60), st.integers(1, 12)), max_size=8))
def test_drawing_neither_adds_nor_loses_a_character(text: str, places: list[tuple[int, int]]) -> None:
    marks, at = [], 0
    for n, (gap, length) in enumerate(places):
        start, at = at + gap % 5, at + gap % 5 + length
        marks.append(a_mark(start, at, pk=n))
    inside = tuple(m for m in marks if m.end <= len(text))
    drawn = marked(text, 0, len(text), inside)
    # unescape() reads "&#13;" as the browser does; other controls pass as they are.
    back = re.sub(r"<[^>]*>", "", drawn).replace("&#13;", "\r")
    for sign, plain_sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&amp;", "&")):
        back = back.replace(sign, plain_sign)
    assert back == text


def test_emoji_before_a_name_move_nothing(cast: Cast) -> None:
    """T61: places are code points."""
    case = next(c for c in map(json.loads, CASES.read_text().splitlines()) if c["id"] == "T61")
    name, phone = (item["text"] for item in case["must_redact"])
    text = case["text"].replace(name, f"[PERSON#1 {name}]").replace(phone, f"[PHONE#2 {phone}]")
    source = a_file(cast.case, cast.alba, text)
    fragment = desk_text.fragment(source, 0)
    assert fragment is not None
    drawn = document(fragment)
    assert re.findall(r'aria-label="[^"]*">([^<]*)</span>', drawn) == [name, phone]
    assert [[m.start, m.end] for m in fragment.marks] == [item["spans"][0] for item in case["must_redact"]]


def test_a_table_keeps_its_headers_in_later_pieces(cast: Cast) -> None:
    rows = [["Nombre", "DNI"], *[[f"[PERSON#{n} Vecina Número {n}]", f"99{n:06d}"] for n in range(1, 91)]]
    source = a_table(cast.case, cast.alba, rows)
    cut = desk_text.pieces(source)
    assert len(cut) > 1
    for piece in cut:
        fragment = desk_text.fragment(source, piece.number)
        assert fragment is not None
        drawn = document(fragment)
        assert "Nombre</th>" in drawn and drawn.count("<tr>") == drawn.count("</tr>")
        assert {b.row for b in fragment.blocks if b.column == 0} == {b.row for b in fragment.blocks if b.column == 1}


def test_pieces_cover_the_document_in_order(cast: Cast) -> None:
    source = a_file(cast.case, cast.alba, "\n\n".join(f"Párrafo {n}, de [PERSON#{n} Doña Ene]." for n in range(1, 200)))
    cut = desk_text.pieces(source)
    assert [p.start for p in cut[1:]] == [p.end for p in cut[:-1]]
    for piece in cut:
        assert desk_text.piece_of(source, piece.start) == desk_text.piece_of(source, piece.end - 1) == piece.number


@pytest.mark.parametrize(("low", "high", "said"), [(0.41, 0.97, ".41–.97"), (0.5, 0.5, ".50"), (0.9, 1.0, ".90–1.00")])
def test_a_range_of_confidences(low: float, high: float, said: str) -> None:
    assert confidence(low, high) == said

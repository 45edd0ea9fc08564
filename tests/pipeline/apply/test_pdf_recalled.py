"""What a document tells of a page's lines stands for what the library would list, or isn't taken."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pymupdf
import pytest

from pipeline.apply import pdf as writer
from pipeline.container.pdf_in_place import Origins
from pipeline.container.pdf_recalled import PageLines, Recalled, known_segments
from pipeline.container.pdf_text import FLAGS, Segment, page_segments
from pipeline.extract.pdf import read_pdf
from tests.pipeline import made
from tests.pipeline.apply.pdf_pages import NAME
from tests.pipeline.apply.test_pdf_in_place import PLACES, page_of, with_name

PLAIN = f"BT /F 11 Tf 72 700 Td (Ante mi, doña {NAME} recurre.) Tj 0 -20 Td (Segunda línea.) Tj ET"
# content, and whether its first line is recalled
LINES = {
    "plain": (PLAIN, True),
    "two sizes": (PLAIN.replace("recurre", ") Tj /F 9 Tf (recurre"), True),
    "two colours": (PLAIN.replace("recurre", ") Tj 1 0 0 rg (recurre"), True),
    "a blank put in": (PLAIN.replace("doña ", "doña) Tj 64 0 Td ("), True),
    "a blank at the end": (PLAIN.replace("recurre.", "recurre. "), False),
    "raised": (PLAIN.replace("recurre", ") Tj 3 Ts (recurre"), True),
    "two cells": (PLAIN.replace("recurre", ") Tj 300 0 Td (recurre"), False),
    "slanted letters": (PLAIN.replace("72 700 Td", "1 0 0.3 1 72 700 Tm"), False),
    "unseen": (PLAIN.replace("BT", "BT 3 Tr"), True),
    "past the edge": (PLAIN.replace("72 700 Td", "-30 700 Td"), False),
    "upright": (PLAIN.replace("72 700 Td", "0 1 -1 0 72 100 Tm"), False),
}


def told(segment: Segment) -> tuple[Any, ...]:
    glyphs = [tuple(glyph) for glyph in segment.glyphs]
    return (
        segment.text, segment.boxes, glyphs, segment.direction, segment.u0, segment.u1, segment.v0, segment.v1,
        segment.size, segment.line, segment.first, segment.styles, segment.is_seen, segment.is_unseen,
    )  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_segments_are_those_that_are_listed(name: str) -> None:
    content, is_recalled = LINES[name]
    data = page_of(content)
    with pymupdf.open(stream=data, filetype="pdf") as opened:
        listed = page_segments(opened[0])
        lines = PageLines(opened[0], known_segments(read_pdf(data, "a.pdf"))[0])
        assert list(map(told, lines.segments)) == list(map(told, listed))
        assert (0 in lines.recalled) is is_recalled
        for recalled, plain in zip(lines.segments, listed, strict=True):
            blanks = [n for n, glyph in enumerate(plain.glyphs[:-1]) if glyph.char == " "]
            assert recalled.steps(blanks) == plain.steps(blanks)
        assert [len(lines.chars(n)) for n in range(len(lines.lines))] == [len(chars) for chars in _listed(opened[0])]


def _listed(page: pymupdf.Page) -> list[list[Any]]:
    raw = page.get_text("rawdict", flags=FLAGS, clip=pymupdf.INFINITE_RECT())
    return [[c for s in line["spans"] for c in s["chars"]] for block in raw["blocks"] for line in block["lines"]]


@pytest.mark.parametrize("content", [*(with_name(c, NAME) for c in PLACES.values()), *(c for c, _ in LINES.values())])
def test_the_file_is_the_same_where_nothing_is_recalled(content: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = page_of(content)
    document = read_pdf(data, "a.pdf")
    replacements = made.replacing(document, [NAME], "[PER_1]") if NAME in document.text else []
    recalled = writer.write_pdf(data, document, replacements)
    monkeypatch.setattr(writer, "known_segments", lambda _: {})
    assert writer.write_pdf(data, document, replacements) == recalled


def test_a_plain_line_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    data = page_of(PLAIN)
    document = read_pdf(data, "a.pdf")
    replacements = made.replacing(document, [NAME], "[PER_1]")
    monkeypatch.setattr(PageLines, "_listed", lambda *_: pytest.fail("listed"))
    assert NAME.split()[0] not in pymupdf.open(stream=writer.write_pdf(data, document, replacements).data)[0].get_text()


def test_places_that_are_not_the_pages_own_are_not_taken() -> None:
    data = page_of(PLAIN)
    document = read_pdf(data, "a.pdf")
    (block, *rest) = document.blocks
    (anchor, *others) = block.anchors
    moved = replace(anchor, boxes=tuple(value + 5 for value in anchor.boxes))
    known = known_segments(replace(document, blocks=(replace(block, anchors=(moved, *others)), *rest)))[0]
    with pymupdf.open(stream=data, filetype="pdf") as opened:
        lines = PageLines(opened[0], known)
        assert 0 not in lines.recalled and 1 in lines.recalled
        assert list(map(told, lines.segments)) == list(map(told, page_segments(opened[0])))


def test_places_are_told_line_by_line() -> None:
    origins, first, third = Origins(), [(1.0, 2.0), (3.0, 4.0)], [(5.0, 6.0)]
    for line in (first, [], third):
        origins.add(len(line), line.__getitem__)
    assert list(origins) == [*first, *third] and len(origins) == 3 and origins.last == (5.0, 6.0)
    assert origins[1:] == [(3.0, 4.0), (5.0, 6.0)]


def test_the_last_glyph_is_told_by_itself_as_beside_the_others() -> None:
    with pymupdf.open(stream=page_of(PLAIN), filetype="pdf") as opened:
        lines = PageLines(opened[0], known_segments(read_pdf(page_of(PLAIN), "a.pdf"))[0])
    last = lines.recalled[1][-1]
    assert last == list(lines.recalled[1])[-1] and last.char == "."


def test_glyphs_say_nothing_of_themselves() -> None:
    with pymupdf.open(stream=page_of(PLAIN), filetype="pdf") as opened:
        lines = PageLines(opened[0], known_segments(read_pdf(page_of(PLAIN), "a.pdf"))[0])
    assert all(isinstance(one, Recalled) and NAME not in repr(one) for one in lines.recalled.values())

"""Laws of PDF: what is read back is what was meant, and nothing that was replaced can be found."""

from __future__ import annotations

import pymupdf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.analysis import Sought
from pipeline.apply.pdf import write_pdf
from pipeline.decision import Action, Replacement
from pipeline.document import Document, Span
from pipeline.extract.pdf import read_pdf
from pipeline.verify import find_leaks

WORDS = ("el", "acuerdo", "de", "la", "villa", "según", "año", "güelfo", "fin", "muñeca", "¿qué?", "«cita»")
NAMES = ("Bríxida Zahínos", "Leo Íñigolo Cañamero", "Casilda Borrallo de la Ojaranza", "Úrsula Ñíguez")
FONTS = ("helv", "tiro", "cour", "hebo", "tibi")
QUICK = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))

words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)
sentences = st.builds(
    lambda before, name, after: (f"{before} {name} {after}", name), words, st.sampled_from(NAMES), words
)
pages = st.lists(
    st.tuples(sentences, st.sampled_from(FONTS), st.sampled_from([7.0, 9.0, 11.0])), min_size=1, max_size=6
)
placing = st.tuples(st.sampled_from([0, 90, 180, 270]), st.sampled_from([None, (10, 20, 580, 800)]))


def drawn(lines: list[tuple[tuple[str, str], str, float]], rotation: int, box: tuple[int, ...] | None) -> bytes:
    document = pymupdf.open()
    page = document.new_page()
    for n, ((text, _), font, size) in enumerate(lines):
        page.insert_text((60, 80 + 14 * n), text, fontname=font, fontsize=size)
    if box:
        document.xref_set_key(page.xref, "CropBox", f"[{' '.join(map(str, box))}]")
    page.set_rotation(rotation)
    return bytes(document.tobytes())


def replacements(document: Document, names: list[str], keep: set[int]) -> list[Replacement]:
    """One replacement for each name, those in `keep` left alone."""
    found = []
    for name in set(names):
        at = document.text.find(name)
        while at >= 0:
            found.append(Replacement(Span(at, at + len(name)), Action.TAG, "[PER_1]", "d", "PERSON", name))
            at = document.text.find(name, at + 1)
    found.sort(key=lambda r: r.span)
    return [r for n, r in enumerate(found) if n not in keep]


def letters(text: str) -> list[str]:
    """The text without white space; lines in no order, since what is set again is drawn last."""
    return sorted("".join(text.split()))


def intended(document: Document, wanted: list[Replacement]) -> str:
    text, last = "", 0
    for r in wanted:
        text, last = text + document.text[last : r.span.start] + r.output, r.span.end
    return text + document.text[last:]


@QUICK
@given(pages, placing, st.sets(st.integers(0, 5)))
def test_read_write_read(
    lines: list[tuple[tuple[str, str], str, float]], placed: tuple[int, tuple[int, ...] | None], keep: set[int]
) -> None:
    data = drawn(lines, *placed)
    document = read_pdf(data, "a.pdf")
    wanted = replacements(document, [name for (_, name), _, _ in lines], keep)
    again = read_pdf(write_pdf(data, document, wanted).data, "a.pdf")
    assert letters(again.text) == letters(intended(document, wanted))


@QUICK
@given(pages, placing)
def test_nothing_replaced_is_found(
    lines: list[tuple[tuple[str, str], str, float]], placed: tuple[int, tuple[int, ...] | None]
) -> None:
    data = drawn(lines, *placed)
    document = read_pdf(data, "a.pdf")
    names = [name for (_, name), _, _ in lines]
    written = write_pdf(data, document, replacements(document, names, set())).data
    sought = [Sought(name, "PERSON", name) for name in set(names)]
    assert find_leaks(data, "a.pdf", sought)
    assert find_leaks(written, "a.pdf", sought) == ()


@QUICK
@given(words, words, st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from(FONTS))
def test_no_byte_depends_on_who_was_named(before: str, after: str, one: str, other: str, font: str) -> None:
    results = []
    for name in (one, other):
        data = drawn([((f"{before} {name} {after}", name), font, 10.0)], 0, None)
        document = read_pdf(data, "a.pdf")
        results.append(write_pdf(data, document, replacements(document, [name], set())).data)
    assert results[0] == results[1]

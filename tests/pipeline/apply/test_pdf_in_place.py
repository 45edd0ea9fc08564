"""Text set in a PDF's own content stream: read in order, and nothing there that tells how long the old text was."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from pathlib import Path

import pymupdf
import pytest

from pipeline.analysis import Sought
from pipeline.container import pdf_tokens
from pipeline.container.pdf_rewrite import Drawn, Gap, Piece, Unfit, glyphs_of, rewritten
from pipeline.extract.pdf import read_pdf_text
from pipeline.verify import find_leaks
from tests.cases import survivors
from tests.pipeline.apply.pdf_pages import NAME, either_way, written

__all__ = ["either_way"]  # a fixture

PLACES = {
    "one string": "BT /F 11 Tf 72 700 Td (Ante mi, doña NAME recurre.) Tj 0 -20 Td (Segunda línea.) Tj ET",
    "word by word": "BT /F 11 Tf 72 700 Td (Ante mi, doña ) Tj FIRST (recurre.) Tj ET BT /F 11 Tf 72 680 Td (Segunda línea.) Tj ET",
    "kerned": "BT /F 11 Tf 1 0 0 1 72 700 Tm [(Ante mi, do) 20 (ña NA) -15 (ME) 10 ( recurre.)] TJ 0 -20 TD (Segunda línea.) Tj ET",
    "next line": "BT /F 11 Tf 20 TL 72 700 Td (Ante mi, doña NAME recurre.) Tj (Segunda línea.) ' ET",
    "spaced": 'BT /F 11 Tf 20 TL 72 700 Td (Ante mi, doña NAME recurre.) Tj 0.5 0.1 (Segunda línea.) " ET',
    "scaled": "q 0.5 0 0 0.5 10 20 cm BT /F 22 Tf 124 1360 Td (Ante mi, doña NAME recurre.) Tj 0 -40 Td (Segunda línea.) Tj ET Q",
    "clipped": "q 0 0 595 842 re W n BT /F 11 Tf 72 700 Td (Ante mi, doña NAME recurre.) Tj ET Q BT /F 11 Tf 72 680 Td (Segunda línea.) Tj ET",
    "marked": "/P <</MCID 0>> BDC BT /F 11 Tf 72 700 Td (Ante mi, doña NAME recurre.) Tj ET EMC /P <</MCID 1>> BDC BT /F 11 Tf 72 680 Td (Segunda línea.) Tj ET EMC",
    "cut by a clip": "q 60 690 160 30 re W n BT /F 11 Tf 72 700 Td (Ante mi, doña NAME recurre.) Tj ET Q BT /F 11 Tf 72 680 Td (Segunda línea.) Tj ET",
}


def page_of(content: str, *, below: str = "BT /F 11 Tf 72 600 Td (Pie.) Tj ET") -> bytes:
    document = pymupdf.open()
    page = document.new_page(width=595, height=842)
    page.insert_font(fontname="helv")
    xref = document.get_new_xref()
    document.update_object(xref, "<<>>")
    document.update_stream(xref, f"{content}\n{below}".replace("/F ", "/helv ").encode("cp1252"))
    document.xref_set_key(page.xref, "Contents", f"{xref} 0 R")
    return bytes(document.tobytes())


def with_name(content: str, name: str) -> str:
    words = " ".join(f"({word} ) Tj {6 * len(word)} 0 Td" for word in name.split())
    return (
        content.replace("FIRST", f"60 0 Td {words}")
        .replace("NAME", name)
        .replace("NA) -15 (ME", name[:3] + ") -15 (" + name[3:])
    )


def raw_lines(data: bytes) -> list[str]:
    page = pymupdf.open(stream=data)[0]
    return [" ".join(text.split()) for text in page.get_text().splitlines() if text.strip()]


@pytest.mark.parametrize("content", PLACES.values(), ids=PLACES)
def test_what_is_set_is_read_where_the_old_text_was(content: str) -> None:
    result = written(page_of(with_name(content, NAME)), [NAME])
    said = " ".join(raw_lines(result.data))
    assert NAME.split()[1] not in said
    assert sorted(re.findall(r"\w+", said)) == sorted("Ante mi doña PER_1 recurre Segunda línea Pie".split())
    if "160 30 re" not in content:  # there the line would leave its clip: it is drawn over the page, last
        assert said == "Ante mi, doña [PER_1] recurre. Segunda línea. Pie."


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext")
def test_another_reader_sees_the_same_order(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(written(page_of(with_name(PLACES["kerned"], NAME)), [NAME]).data)
    raw = subprocess.run(["pdftotext", "-raw", tmp_path / "a.pdf", "-"], capture_output=True, text=True, check=True)
    assert raw.stdout.split() == "Ante mi, doña [PER_1] recurre. Segunda línea. Pie.".split()


@pytest.mark.parametrize("content", [c for c in PLACES.values() if "160 30 re" not in c])
def test_the_stream_does_not_tell_how_long_the_name_was(content: str) -> None:
    """Two names of other lengths give the same bytes on the page, whatever stood between their words."""
    streams = []
    for name in (NAME, "Ana Zahínos Gil"):
        page = pymupdf.open(stream=written(page_of(with_name(content, name)), [name]).data)[0]
        streams.append(page.read_contents())
    assert streams[0] == streams[1] and b"/Anz" in streams[0]


def test_word_spacing_that_filled_the_old_line_goes_with_it() -> None:
    content = (
        "BT /F 11 Tf 3.217 Tw 72 700 Td (NAME recurre hoy) Tj 0 Tw 0 -20 Td (Otra línea) Tj 0 -20 Td (y otra más) Tj ET"
    )
    result = written(page_of(content.replace("NAME", NAME)), [NAME])
    assert b"3.217" not in pymupdf.open(stream=result.data)[0].read_contents()
    assert raw_lines(result.data) == ["[PER_1] recurre hoy", "Otra línea", "y otra más", "Pie."]


def test_marked_content_stays_around_what_is_set() -> None:
    result = written(page_of(with_name(PLACES["marked"], NAME)), [NAME])
    content = pymupdf.open(stream=result.data)[0].read_contents()
    first = content[content.index(b"/MCID 0") : content.index(b"/MCID 1")]
    assert first.count(b" Tj") + first.count(b"TJ") >= 2 and b"/Anz" in first and first.count(b"EMC") == 1


def test_the_colour_and_type_after_a_cut_are_the_old_ones() -> None:
    content = (
        "BT 1 0 0 rg /F 11 Tf 72 700 Td (NAME recurre) Tj 0 0 1 rg 0 -20 Td (azul) Tj 0 -20 Td (también azul) Tj ET"
    )
    page = pymupdf.open(stream=written(page_of(content.replace("NAME", NAME)), [NAME]).data)[0]
    spans = [s for b in page.get_text("dict")["blocks"] for li in b["lines"] for s in li["spans"]]
    assert {s["text"].strip(): s["color"] for s in spans}["también azul"] == 0x0000FF
    assert next(s["color"] for s in spans if "PER_1" in s["text"]) == 0xFF0000


WIDTHS = {b"F": 1, b"W": 2}
NAMES = {
    b"XObject": {b"X", b"Y"},
    b"Shading": {b"Sh"},
    b"ExtGState": {b"S"},
    b"ColorSpace": {b"Cs"},
    b"Pattern": {b"P"},
}


def drawn(*origins: tuple[float, float]) -> Drawn:
    return Drawn(origins, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), WIDTHS, {b"X": 2}, NAMES)


def test_a_gap_of_two_byte_codes_leaves_whole_codes() -> None:
    shown, _ = rewritten(b"BT /W 10 Tf 5 5 Td <000100020003> Tj ET", drawn((5, 5), (9, 5), (13, 5)), [Gap(1, 2)])
    assert b"<0001>" in shown and b"<0003>" in shown and b"0002" not in shown
    assert b"1 0 0 1 13 5 Tm" in shown


def test_glyphs_of_forms_are_counted() -> None:
    assert glyphs_of(b"BT /F 1 Tf (ab) Tj /W 1 Tf <00010002> Tj ET /X Do", WIDTHS, {b"X": 3}) == 7
    shown, _ = rewritten(b"/X Do BT /F 10 Tf 1 2 Td (ab) Tj ET", drawn((0, 0), (0, 0), (1, 2), (7, 2)), [Gap(3, 4)])
    assert b"/X Do" in shown and b"<61>" in shown and b"62" not in shown


@pytest.mark.parametrize(
    ("content", "paints"),
    [
        (b"BT /F 10 Tf (a) Tj ET", False),
        (b"BT /F 10 Tf 1 0 0 rg /Cs cs 0.5 scn (a) Tj ET", False),  # a colour of a space
        (b"0 0 9 9 re W n BT /F 10 Tf (a) Tj ET", False),  # a clip
        (b"BT /F 10 Tf /S gs (a) Tj ET % 0 0 9 9 re f", False),  # a comment
        (b"0 0 9 9 re f BT /F 10 Tf (a) Tj ET", True),
        (b"BT /F 10 Tf (a) Tj ET 0 0 m 9 0 l S", True),
        (b"BT /F 10 Tf (a) Tj ET /Sh sh", True),
        (b"BT /F 10 Tf (a) Tj ET /Y Do", True),
        (b"BT /F 10 Tf /Pattern cs /P scn (a) Tj ET", True),
    ],
)
def test_a_page_tells_whether_it_paints_more_than_text(content: bytes, paints: bool) -> None:
    assert rewritten(content, drawn((0, 0)), [])[1] is paints


ODD = [
    "(NAME) foo", "BX (NAME) foo EX", "(NAME) 0 g", "(NAME) 0 Tc", "(NAME) q", "(NAME) Q", "(NAME) BT", "(NAME) ET",
    "[] (NAME) 0 d", "[(NAME)] 0 d", "(NAME) 1 w", "1 0 0 rg (NAME) W n", "(NAME) 1 0 0 1 0 0 cm", "(NAME) T*",
    "(NAME) 0 0 Td", "(NAME) (a) Tj", "(NAME) [(a)] TJ", "(NAME) EMC", "<</A (NAME)>> gs", "/N#41ME Do", "/N#41ME gs",
    "/N#41ME sh", "/N#41ME cs", "/N#41ME CS", "/N#41ME scn", "/N#41ME SCN", "/N#41ME ri", "/N#41ME BMC",
    "/NAME <</MCID 0>> BDC", "/P <</N#41ME 0>> BDC", "/P <</MCID (NAME)>> BDC", "/P /NAME BDC", "/NAME /F 10 Tf",
]  # fmt: skip
DUE = [
    "[] 0 d", "[3 2] 0 d", "0 g", "0.5 0 0 rg", "1 0 0 1 0 0 cm", "/Perceptual ri", "/Cs cs", "/DeviceRGB CS 1 0 0 SCN",
    "/Pattern cs /P scn", "/S gs", "/Y Do", "/Sh sh", "/Span BMC EMC", "/Artifact <</Type /Pagination>> BDC EMC",
    "/P <</MCID 3>> BDC EMC", "/Artifact<</Attached [/Bottom]/BBox [1 2 3 4.5]>>BDC EMC", "BX EX", "q 1 w 0 J Q",
]  # fmt: skip


@pytest.mark.parametrize("odd", ODD)
def test_operands_that_are_not_due_are_not_taken_along(odd: str) -> None:
    with pytest.raises(Unfit):
        rewritten(f"q BT /F 10 Tf (a) Tj ET {odd}".encode(), drawn((0, 0)), [Gap(0, 1)])


@pytest.mark.parametrize("due", DUE)
def test_operands_that_are_due_stay(due: str) -> None:
    shown, _ = rewritten(f"{due} BT /F 10 Tf (a) Tj ET".encode(), drawn((0, 0)), [Gap(0, 1)])
    said = " ".join(due.replace("<<", " << ").replace(">>", " >> ").replace("[", " [ ").replace("]", " ] ").split())
    written_again = " ".join(shown.decode().replace("[", " [ ").replace("]", " ] ").replace("/", " /").split())
    assert " ".join(said.replace("/", " /").split()) in written_again


def test_points_marked_in_the_content_go() -> None:
    shown, _ = rewritten(b"/Ana MP /Ana <</B (c)>> DP BT /F 10 Tf (a) Tj ET", drawn((0, 0)), [Gap(0, 1)])
    assert b"Ana" not in shown and b"(c)" not in shown


CODED = "".join(f"#{byte:02X}" for byte in NAME.encode("cp1252"))


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize(
    "odd", [o for o in ODD if "BDC" not in o and "BMC" not in o] + ["/NAME MP", "/P <</A /NAME>> DP"]
)
def test_no_operand_keeps_a_name(odd: str) -> None:
    line = f"BT /F 11 Tf 72 700 Td ({NAME} recurre) Tj ET "
    said = odd.replace("/NAME", f"/{CODED}").replace("N#41ME", CODED).replace("NAME", NAME)
    data = written(page_of(f"{line}{said}"), [NAME]).data
    assert survivors.survivors(data, [NAME, *NAME.split()]) == {}
    content = pymupdf.open(stream=data)[0].read_contents()
    assert CODED.encode() not in content.upper() and NAME.encode("cp1252") not in content
    assert not find_leaks(data, "a.pdf", [Sought(NAME, "PERSON", "d")])


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("name", [CODED, "Zah#c3#adnos", "Zahinos"])
def test_marks_keep_their_number_and_no_name_of_their_own(name: str) -> None:
    content = f"/{name} <</MCID 7>> BDC BT /F 11 Tf 72 700 Td ({NAME} recurre) Tj ET EMC /{name} BMC EMC"
    shown = pymupdf.open(stream=written(page_of(content), [NAME]).data)[0].read_contents()
    assert b"/MCID 7" in shown and b"/Span" in shown and name.encode() not in shown and b"Zah" not in shown


def test_a_state_that_sets_a_font_is_left_to_redaction() -> None:
    document = pymupdf.open(stream=page_of(f"/G gs BT 72 700 Td ({NAME} recurre) Tj ET /G gs"))
    font = next(xref for xref, *_ in document[0].get_fonts())
    resources = int(document.xref_get_key(document[0].xref, "Resources")[1].split()[0])
    document.xref_set_key(resources, "ExtGState", f"<</G <</Font [{font} 0 R 11]>>/H <</LW 1>>>>")
    data = written(bytes(document.tobytes()), [NAME]).data
    assert survivors.survivors(data, [NAME, *NAME.split()]) == {}
    with pytest.raises(Unfit):
        rewritten(b"BT /F 10 Tf /G gs (a) Tj ET", drawn((0, 0)), [Gap(0, 1)])


FLAT = {
    "size": "/F 0 Tf (NAME) Tj /F 11 Tf",
    "size with a point": "/F 0.00 Tf [(NAME)] TJ /F 11 Tf",
    "width": "0 Tz (NAME) Tj 100 Tz",
    "next line": "0 Tz (NAME) ' 100 Tz",
    "matrix": "0 0 0 0 72 500 Tm (NAME) Tj 1 0 0 1 72 650 Tm",
    "flat matrix": "1 0 0 0 72 500 Tm (NAME) Tj 1 0 0 1 72 650 Tm",
    "page": "ET q 0 0 0 0 9 9 cm BT /F 11 Tf (NAME) Tj ET Q BT /F 11 Tf 72 650 Td",
    "kept and back": "/F 0 Tf ET q /F 11 Tf Q BT 72 500 Td (NAME) Tj /F 11 Tf",
}


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("flat", FLAT.values(), ids=FLAT)
@pytest.mark.parametrize("values", [[NAME], []], ids=["page written", "page left"])
def test_text_of_no_size_goes_and_the_page_is_not_refused(flat: str, values: list[str]) -> None:
    if flat == FLAT["flat matrix"] and not values:
        pytest.skip("only a page that is written becomes a picture")
    content = f"BT /F 11 Tf 72 700 Td (Doña {NAME if values else 'ella'}) Tj {flat} (recurre) Tj ET"
    data = written(page_of(content.replace("NAME", NAME)), values).data
    said = read_pdf_text(data, "a.pdf").text
    assert "recurre" in said and "Pie." in said and NAME not in said
    assert survivors.survivors(data, [NAME, *NAME.split()]) == {}


PIECE = Piece(b"\0\1", b"Anz", 9, (1, 0, 0, 1, 50, 50), (0, 0, 0), (50, 50, 60, 60))


@pytest.mark.parametrize(
    ("content", "places", "gaps"),
    [
        (b"BT /F 10 Tf (ab) Tj ET", [(0, 0)], [Gap(0, 1)]),  # fewer glyphs are known than are drawn
        (b"BT /F 10 Tf (a) Tj ET", [(0, 0), (3, 0)], [Gap(0, 1)]),
        (b"BT /F 10 Tf 9 9 Td (a) Tj ET", [(0, 0)], [Gap(0, 1)]),  # seen elsewhere
        (b"BT /V 10 Tf (a) Tj ET", [(0, 0)], [Gap(0, 1)]),  # a font whose codes can't be told
        (b"BT /F 10 Tf 7 Tr (a) Tj ET", [(0, 0)], [Gap(0, 1)]),  # glyphs as a clip
        (b"BI /W 1 ID x EI BT /F 10 Tf (a) Tj ET", [(0, 0)], [Gap(0, 1)]),
        (b"/X Do", [(0, 0), (0, 0)], [Gap(1, 2)]),  # inside a form
        (b"BT /F 10 Tf (a Tj ET", [(0, 0)], [Gap(0, 1)]),
        (b"Q BT /F 10 Tf (a) Tj ET", [(0, 0)], [Gap(0, 1)]),
        (b"0 0 9 9 re W n BT /F 10 Tf (a) Tj ET", [(0, 0)], [Gap(0, 1, (PIECE,))]),  # clipped away
        (b"0 0 m 900 0 l 9 900 l W n BT /F 10 Tf (a) Tj ET", [(0, 0)], [Gap(0, 1, (PIECE,))]),
    ],
)
def test_what_cannot_be_told_is_left_alone(content: bytes, places: list[tuple[float, float]], gaps: list[Gap]) -> None:
    with pytest.raises(Unfit):
        rewritten(content, drawn(*places), gaps)


@pytest.mark.parametrize(
    ("token", "meant"),
    [(b"(a\\)b)", b"a)b"), (b"(a(b)c)", b"a(b)c"), (b"(\\101\\12x)", b"A\nx"), (b"<4 1 4>", b"A@"), (b"(\\\na)", b"a")],
)
def test_strings_mean_what_they_say(token: bytes, meant: bytes) -> None:
    assert pdf_tokens.is_text(token) and pdf_tokens.text_of(token) == meant


def test_instructions_keep_their_operands() -> None:
    read = list(pdf_tokens.instructions(b"% said\n/P<</MCID 0>>BDC[(a)-1.5<62>]TJ true .5 -3 re"))
    assert read == [
        ([b"/P", b"<<", b"/MCID", b"0", b">>"], b"BDC"),
        ([b"[", b"(a)", b"-1.5", b"<62>", b"]"], b"TJ"),
        ([b"true", b".5", b"-3"], b"re"),
    ]


def test_long_runs_of_digits_cost_little() -> None:
    begun = time.process_time()
    assert [operator for _, operator in pdf_tokens.instructions(b"7" * 200_000 + b"x")] == [b"7" * 200_000 + b"x"]
    assert [n for n, _ in pdf_tokens.instructions(b"7" * 200_000 + b". w")] == [[b"7" * 200_000 + b"."]]
    assert time.process_time() - begun < 2


def test_a_page_with_a_unit_of_its_own_keeps_the_size_of_its_type() -> None:
    document = pymupdf.open(stream=page_of(f"BT /F 11 Tf 72 700 Td (Ante mi, {NAME} recurre) Tj ET"))
    document.xref_set_key(document[0].xref, "UserUnit", "2")
    page = pymupdf.open(stream=written(bytes(document.tobytes()), [NAME]).data)[0]
    sizes = {s["size"] for b in page.get_text("dict")["blocks"] for li in b["lines"] for s in li["spans"]}
    assert sizes == {22.0} and b"/Anz" in page.read_contents()


HIDDEN_OR_TURNED = {
    "seen by nobody": f"BT 3 Tr /F 11 Tf 72 700 Td ({NAME}) Tj 0 Tr 0 -20 Td (otra) Tj ET",
    "off the page": f"BT /F 11 Tf 700 700 Td ({NAME} recurre) Tj ET BT /F 11 Tf 72 680 Td (otra) Tj ET",
    "struck twice": f"BT /F 11 Tf 72 700 Td ({NAME} otra) Tj ET BT /F 11 Tf 72.4 700 Td ({NAME} otra) Tj ET",
    "letter by letter": "BT /F 11 Tf 72 700 Td "
    + " ".join(f"({c}) Tj 7 0 Td" for c in NAME)
    + " 0 -20 Td (otra) Tj ET",
    "upside down": f"BT /F 11 Tf -1 0 0 -1 500 300 Tm ({NAME} otra) Tj ET",
    "mirrored page": f"q 1 0 0 -1 0 842 cm BT /F 11 Tf 1 0 0 -1 72 142 Tm ({NAME} otra) Tj ET Q",
    "by octal codes": "BT /F 11 Tf 72 700 Td ("
    + "".join(f"\\{b:03o}" for b in NAME.encode("cp1252"))
    + ") Tj 0 -20 Td (otra) Tj ET",
    "as a clip": f"q BT 7 Tr /F 11 Tf 72 700 Td ({NAME}) Tj ET Q BT /F 11 Tf 72 600 Td (otra) Tj ET",
    "one Q too many": f"Q BT /F 11 Tf 72 700 Td ({NAME} otra) Tj ET",
}


@pytest.mark.parametrize("content", HIDDEN_OR_TURNED.values(), ids=HIDDEN_OR_TURNED)
def test_nothing_survives_however_it_is_drawn(content: str) -> None:
    data = written(page_of(content), [NAME]).data
    assert survivors.survivors(data, [NAME, *NAME.split()]) == {}
    assert "otra" in " ".join(raw_lines(data)) and "Pie." in raw_lines(data)

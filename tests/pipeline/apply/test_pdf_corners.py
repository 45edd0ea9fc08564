"""Content of a PDF that nobody sees: whatever is written holds it nowhere, and still draws the rest."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import pikepdf
import pytest
from pikepdf import Array, Dictionary

from tests.pipeline.apply.pdf_corners import BOX, OTHER, built, clean, drawings, first, form, ink

# operands that aren't due, operators that aren't known, names that stand for nothing
ODD = (
    b"(Irene Valroca Prieto) 0 0 0 rg",
    b"(Irene Valroca Prieto) q Q",
    b"<4972656e652056616c726f6361> 1 w",
    b"(Irene Valroca Prieto) Zz",
    b"/Irene_Valroca Zz",
    b"BX (Irene Valroca Prieto) Zz EX",
    b"<</A (Irene Valroca Prieto)>> Zz",
    b"% Irene Valroca Prieto\n",
    b"/Irene_Valroca 5 Tf",
    b"/I#72ene_Valroca 5 Tf",
    b"/Irene_Valroca Do",
    b"/Irene_Valroca gs",
    b"/Irene_Valroca cs",
    b"/Irene_Valroca sh",
    b"/Irene_Valroca ri",
    b"/Irene_Valroca MP",
    b"/Irene_Valroca <</A (Irene Valroca)>> DP",
    b"/Irene_Valroca BMC EMC",
    b"/Span /Irene_Valroca BDC EMC",
    b"/Span <</ActualText (Irene Valroca)>> BDC EMC",
    b"[(Irene Valroca Prieto)] 0 d",
    b"[/Irene_Valroca] 0 d",
)


def in_a_form(pdf: pikepdf.Pdf, odd: bytes) -> None:
    first(pdf, b"/Fm1 Do\n", XObject={"/Fm1": form(pdf, odd + b"\n" + BOX, Resources=Dictionary())})


def in_a_form_that_lends_its_resources(pdf: pikepdf.Pdf, odd: bytes) -> None:
    first(pdf, b"/Fm1 Do\n", XObject={"/Fm1": form(pdf, odd + b"\n" + BOX)})


def in_a_form_of_a_form(pdf: pikepdf.Pdf, odd: bytes) -> None:
    inner = pdf.make_indirect(form(pdf, odd + b"\n" + BOX, Resources=Dictionary()))
    outer = form(pdf, b"/Fm2 Do\n", Resources=Dictionary(XObject=Dictionary({"/Fm2": inner})))
    first(pdf, b"/Fm1 Do\n", XObject={"/Fm1": outer})


def in_a_glyph(pdf: pikepdf.Pdf, odd: bytes) -> None:
    first(pdf, b"BT /F3 10 Tf 72 600 Td (a) Tj ET\n", Font={"/F3": drawings(pdf, odd + b"\n0 0 5 5 re f\n")})


def in_a_glyph_of_a_form(pdf: pikepdf.Pdf, odd: bytes) -> None:
    fonts = Dictionary(F3=drawings(pdf, odd + b"\n0 0 5 5 re f\n"))
    shown = form(pdf, b"BT /F3 10 Tf 72 600 Td (a) Tj ET\n", Resources=Dictionary(Font=fonts))
    first(pdf, b"/Fm1 Do\n", XObject={"/Fm1": shown})


def in_a_tile(pdf: pikepdf.Pdf, odd: bytes) -> None:
    tile = pdf.make_stream(
        odd + b"\n0 0 5 5 re f\n", PatternType=1, PaintType=1, TilingType=1, BBox=Array([0, 0, 9, 9]), XStep=9, YStep=9,
        Resources=Dictionary(),
    )  # fmt: skip
    first(pdf, b"/Pattern cs /P1 scn " + BOX + b"0 g\n", Pattern={"/P1": tile})


def on_a_page_that_is_left_alone(pdf: pikepdf.Pdf, odd: bytes) -> None:
    pdf.pages[1].obj.Contents = pdf.make_stream(odd + b"\n" + OTHER)


def on_a_page_that_is_cut(pdf: pikepdf.Pdf, odd: bytes) -> None:
    first(pdf, odd + b"\n")


PLACES = (
    in_a_form, in_a_form_that_lends_its_resources, in_a_form_of_a_form, in_a_glyph, in_a_glyph_of_a_form, in_a_tile,
    on_a_page_that_is_left_alone, on_a_page_that_is_cut,
)  # fmt: skip


def test_hundreds_of_thousands_of_operands_cost_no_more_than_their_number() -> None:
    times = []
    for count in (20_000, 80_000):
        data = built(partial(on_a_page_that_is_left_alone, odd=b"1 " * count + b"(Irene Valroca) q Q"))
        start = time.process_time()
        clean(data)
        times.append(time.process_time() - start)
    assert times[1] < 9 * max(times[0], 0.2)


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_what_no_operator_takes_is_kept_in_no_content(place: Callable[[pikepdf.Pdf, bytes], None], odd: bytes) -> None:
    plain = ink(built(lambda pdf: place(pdf, b"")))
    assert ink(clean(built(lambda pdf: place(pdf, odd)))) == plain

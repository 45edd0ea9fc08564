"""A page counts as text alone only where nothing that it draws could stand for a word or cover one."""

from __future__ import annotations

import io
from typing import Any

import pikepdf
import pymupdf
import pytest
from pikepdf import Array, Dictionary, Name

from pipeline.container.pdf_bare import events_of
from pipeline.verify.pdf_pixels import shows_text_alone

TEXT = b"BT /F1 10 Tf 72 700 Td (Texto) Tj ET\n"
BOX = b"72 690 80 30 re "


def page_with(content: bytes, drawing: dict[str, bytes], fonts: dict[str, Any] | None = None) -> bytes:
    """Return a page with resources of each kind, named X1, that draw the bytes given."""
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(300, 800))
    page = pdf.pages[0].obj
    plain = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    page.Resources = Dictionary(Font=Dictionary(F1=plain, **(fonts or {})))
    for kind, body in drawing.items():
        made = pdf.make_stream(body, BBox=Array([0, 0, 300, 800]), Resources=Dictionary())
        if kind == "XObject":
            made.Type, made.Subtype = Name.XObject, Name.Form
        elif kind == "Pattern":
            made.PatternType, made.PaintType, made.TilingType, made.XStep, made.YStep = 1, 1, 1, 300, 800
        held: Any = made
        if kind == "ExtGState":
            made.Type, made.Subtype, made.Group = Name.XObject, Name.Form, Dictionary(S=Name.Transparency)
            held = Dictionary(SMask=Dictionary(S=Name.Luminosity, G=made))
        page.Resources[f"/{kind}"] = Dictionary(X1=held)
    page.Contents = pdf.make_stream(content)
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


DRAWN = {
    "filled": (TEXT + BOX + b"f", {}),
    "filled, the old operator": (TEXT + BOX + b"F\n", {}),
    "filled, even and odd": (TEXT + BOX + b"f*\n", {}),
    "stroked": (TEXT + BOX + b"S\n", {}),
    "closed and stroked": (TEXT + b"72 690 m 90 700 l s\n", {}),
    "filled and stroked": (TEXT + BOX + b"B\n", {}),
    "closed, filled and stroked": (TEXT + BOX + b"b*\n", {}),
    "stuck to what stands before": (TEXT + b"[]0 d " + BOX + b"f%\n", {}),
    "a form": (TEXT + b"/X1 Do\n", {"XObject": BOX + b"f"}),
    "a form of the name of a paint": (TEXT + b"q/X1 Do Q", {"XObject": BOX + b"f"}),
    "an inline image": (TEXT + b"q 80 0 0 30 72 690 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q\n", {}),
    "a tiling pattern behind letters": (b"/Pattern cs /X1 scn " + TEXT, {"Pattern": BOX + b"f"}),
    "a soft mask": (b"/X1 gs " + TEXT, {"ExtGState": b"1 g " + BOX + b"f"}),
}


@pytest.mark.parametrize("case", DRAWN)
def test_a_page_that_draws_more_than_text_is_listed(case: str) -> None:
    content, drawing = DRAWN[case]
    with pymupdf.open(stream=page_with(content, drawing), filetype="pdf") as opened:
        assert events_of(opened[0]) == opened[0].get_bboxlog() != ()
        assert not shows_text_alone(opened[0], {})


def test_a_typeface_of_drawings_is_listed() -> None:
    kind = Dictionary(
        Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 9, 9]), FontMatrix=Array([0.1, 0, 0, 0.1, 0, 0]),
        FirstChar=97, LastChar=97, Widths=Array([9]), Encoding=Dictionary(Differences=Array([97, Name.a])),
        CharProcs=Dictionary(), Resources=Dictionary(),
    )  # fmt: skip
    with pymupdf.open(stream=page_with(TEXT, {}, {"F2": kind}), filetype="pdf") as opened:
        assert list(events_of(opened[0])) == opened[0].get_bboxlog() and not shows_text_alone(opened[0], {})


def test_what_a_page_inherits_is_not_trusted_to_be_nothing() -> None:
    with pikepdf.open(io.BytesIO(page_with(TEXT, {}))) as pdf:
        pdf.Root.Pages.Resources = pdf.pages[0].obj.Resources
        del pdf.pages[0].obj["/Resources"]
        out = io.BytesIO()
        pdf.save(out)
    with pymupdf.open(stream=out.getvalue(), filetype="pdf") as opened:
        assert list(events_of(opened[0])) == opened[0].get_bboxlog() and not shows_text_alone(opened[0], {})


def test_a_page_of_text_alone_is_not_listed_whatever_its_text_is_clipped_to() -> None:
    for content in (TEXT, b"q 0 0 300 800 re W n " + TEXT + b"Q\n", b"1 0 0 rg " + TEXT):
        with pymupdf.open(stream=page_with(content, {}), filetype="pdf") as opened:
            assert events_of(opened[0]) == () and shows_text_alone(opened[0], {})
            assert all("text" in kind for kind, _ in opened[0].get_bboxlog())

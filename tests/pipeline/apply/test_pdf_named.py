"""Names that a PDF gives its resources, typefaces, glyphs, inks and structure: somebody's are gone, and all is drawn."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from pipeline.analysis import Sought
from pipeline.apply.pdf import write_pdf
from pipeline.extract.pdf import read_pdf
from pipeline.verify import find_leaks
from tests.pipeline import made
from tests.pipeline.apply.pdf_corners import (
    BOX,
    NAME,
    OTHER,
    SAID,
    built,
    clean,
    drawings,
    first,
    form,
    ink,
    typeface,
)


def used(
    kind: str, use: bytes, value: Callable[[pikepdf.Pdf], Any], coded: bool = False
) -> Callable[[pikepdf.Pdf], None]:
    """Return what names a resource after somebody, and uses it on both pages; `coded`: with a code in the name."""

    def change(pdf: pikepdf.Pdf) -> None:
        name = b"/I#72ene_Valroca" if coded else b"/Irene_Valroca"
        held = value(pdf)
        for page, content in zip(pdf.pages, (SAID, OTHER), strict=True):
            resources = page.obj.Resources
            if f"/{kind}" not in resources:
                resources[f"/{kind}"] = Dictionary()
            resources[f"/{kind}"]["/Irene_Valroca"] = held
            page.obj.Contents = pdf.make_stream(use.replace(b"/N", name) + content)

    return change


def ink_of_two(pdf: pikepdf.Pdf) -> Any:
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0]), C1=Array([1, 0, 0]), N=1)
    return pdf.make_indirect(Array([Name.Separation, Name.Irene_Valroca, Name.DeviceRGB, function]))


def inks(pdf: pikepdf.Pdf) -> Any:
    function = pdf.make_stream(
        b"{pop pop 0.5 0 0}", FunctionType=4, Domain=Array([0, 1, 0, 1]), Range=Array([0, 1, 0, 1, 0, 1])
    )
    more = Dictionary(Colorants=Dictionary({"/Irene_Valroca": ink_of_two(pdf)}))
    return Array([Name.DeviceN, Array([Name.Irene_Valroca, Name.Black]), Name.DeviceRGB, function, more])


def on_an_indexed_base(pdf: pikepdf.Pdf) -> Any:
    return Array([Name.Indexed, ink_of_two(pdf), 1, String(b"\x00\xff")])


def shading(pdf: pikepdf.Pdf) -> Any:
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0]), C1=Array([1]), N=1)
    ends = Array([72, 600, 120, 640])
    return Dictionary(ShadingType=2, ColorSpace=ink_of_two(pdf), Coords=ends, Function=function)


def picture(pdf: pikepdf.Pdf) -> Any:
    made = pdf.make_stream(b"\x00\x80\xff\x40", Type=Name.XObject, Subtype=Name.Image, Width=2, Height=2)
    made.ColorSpace, made.BitsPerComponent, made.Name, made.Title = ink_of_two(pdf), 8, Name.Irene_Valroca, String(NAME)
    return made


def tile(pdf: pikepdf.Pdf) -> Any:
    return pdf.make_stream(
        b"0 0 5 5 re f\n", PatternType=1, PaintType=1, TilingType=1, BBox=Array([0, 0, 9, 9]), XStep=9, YStep=9,
        Resources=Dictionary(),
    )  # fmt: skip


NAMED = {
    "font": used("Font", b"BT /N 9 Tf 72 500 Td (Nadie.) Tj ET\n", lambda _: typeface()),
    "font, coded": used("Font", b"BT /N 9 Tf 72 500 Td (Nadie.) Tj ET\n", lambda _: typeface(), coded=True),
    "form": used("XObject", b"/N Do\n", lambda pdf: form(pdf, BOX, Name=Name.Irene_Valroca, Title=String(NAME))),
    "picture": used("XObject", b"q 40 0 0 40 72 500 cm /N Do Q\n", picture),
    "state": used("ExtGState", b"/N gs " + BOX, lambda _: Dictionary(ca=0.5, Irene_Valroca=1)),
    "ink": used("ColorSpace", b"/N cs 1 scn " + BOX + b"0 g\n", ink_of_two),
    "inks": used("ColorSpace", b"/N cs 1 1 scn " + BOX + b"0 g\n", inks),
    "palette of an ink": used("ColorSpace", b"/N cs 1 scn " + BOX + b"0 g\n", on_an_indexed_base),
    "shading": used("Shading", b"q 72 600 40 30 re W n /N sh Q\n", shading),
    "pattern": used("Pattern", b"/Pattern cs /N scn " + BOX + b"0 g\n", tile),
}


@pytest.mark.parametrize("case", NAMED)
def test_resources_named_after_somebody_get_another_name_and_are_still_drawn(case: str) -> None:
    data = built(NAMED[case])
    new = clean(data)
    if case == "picture":  # flat where nobody could read it: only that something stands there
        assert all(len(set(page)) > 1 for page in ink(new))
    else:
        assert ink(new) == ink(data)


def test_one_name_is_one_name_everywhere_and_another_is_another() -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        for name, size in (("/Irene_Valroca", 30), ("/Blas_Prieto", 60), ("/Name1", 5)):
            shown = pdf.make_indirect(form(pdf, b"72 600 %d 30 re f\n" % size))
            for page in pdf.pages:
                page.obj.Resources.XObject = page.obj.Resources.get("/XObject", Dictionary())
                page.obj.Resources.XObject[name] = shown
        pdf.pages[1].obj.Contents = pdf.make_stream(b"/Blas_Prieto Do /Name1 Do\n" + OTHER)

    data = built(change)
    new = clean(data)
    assert ink(new) == ink(data)
    with pikepdf.open(io.BytesIO(new)) as pdf:
        first_names, second = (sorted(page.obj.Resources.XObject.keys()) for page in pdf.pages)
    assert first_names == second == ["/Name1", "/Name2", "/Name3"]


def faces(**names: Any) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        font = pdf.pages[0].obj.Resources.Font.F1
        font.FontDescriptor = Dictionary(Type=Name.FontDescriptor, Flags=32, ItalicAngle=0)
        for key, value in names.items():
            (font if key == "BaseFont" else font.FontDescriptor)[f"/{key}"] = value

    return change


@pytest.mark.parametrize(
    "names",
    [
        {"BaseFont": Name.IreneValRoca},
        {"BaseFont": Name("/ABCDEF+IreneValrocaPrieto-Bold"), "FontName": Name("/ABCDEF+IreneValrocaPrieto-Bold")},
        {"BaseFont": Name.Valroca, "FontName": Name("/Valroca-Italic"), "FontFamily": String("Letra de Irene Valroca")},
        {"FontFamily": String(NAME)},
    ],
)
def test_a_typeface_named_after_somebody_gets_another_name_and_keeps_its_style(names: dict[str, Any]) -> None:
    with pikepdf.open(io.BytesIO(clean(built(faces(**names))))) as pdf:
        font = pdf.pages[0].obj.Resources.Font.F1
        for key, value in names.items():
            now = (font if key == "BaseFont" else font.FontDescriptor).get(f"/{key}")
            assert (now is None) == (key == "FontFamily")
            for part in ("ABCDEF+", "Bold", "Italic"):
                assert (part in str(now)) == (part in str(value))


def test_widespread_typefaces_keep_their_names_beside_people_of_the_same_name() -> None:
    for face in ("/Helvetica", "/TimesNewRomanPS-BoldMT", "/Georgia", "/ABCDEF+LucidaSans"):
        data = built(faces(BaseFont=Name(face), FontName=Name(face)))
        data = data.replace(b"Irene Valroca Prieto", b"Georgia Roman Lucida")
        document = read_pdf(data, "a.pdf")
        new = write_pdf(data, document, made.replacing(document, ["Georgia Roman Lucida"], "[PER_1]")).data
        sought = [Sought("Georgia Roman Lucida", "PERSON", "d1"), Sought("Georgia", "PERSON", "d2")]
        assert find_leaks(new, "a.pdf", sought) == ()
        with pikepdf.open(io.BytesIO(new)) as pdf:
            assert pdf.pages[0].obj.Resources.Font.F1.BaseFont == face


def structured(**of_element: Any) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        element = pdf.make_indirect(Dictionary(Type=Name.StructElem, K=0, Pg=pdf.pages[0].obj, **of_element))
        roles = Dictionary({"/Irene_Valroca": Name.Prieto_Valroca, "/Prieto_Valroca": Name.H1})
        classes = Dictionary({"/Irene_Valroca": Dictionary(O=Name.Layout)})
        tree = pdf.make_indirect(
            Dictionary(Type=Name.StructTreeRoot, K=Array([element]), RoleMap=roles, ClassMap=classes)
        )
        element.P = tree
        pdf.Root.StructTreeRoot, pdf.Root.MarkInfo = tree, Dictionary(Marked=True)
        pdf.Root.Lang = String(NAME)
        first(pdf, b"/Irene_Valroca <</MCID 0>> BDC EMC\n")

    return change


@pytest.mark.parametrize(
    ("kind", "now"), [("/Irene_Valroca", "/H1"), ("/Valroca", "/NonStruct"), ("/P", "/P"), ("/Prieto_Valroca", "/H1")]
)
def test_types_of_structure_become_those_that_they_stand_for(kind: str, now: str) -> None:
    data = built(
        structured(S=Name(kind), C=Name.Irene_Valroca, ID=String(NAME), T=String(NAME), Lang=String("Valroca"))
    )
    with pikepdf.open(io.BytesIO(clean(data))) as pdf:
        assert now == pdf.Root.StructTreeRoot.K[0].S
        assert "/Lang" not in pdf.Root and "/RoleMap" not in pdf.Root.StructTreeRoot


def said_in(language: str, pdf: pikepdf.Pdf) -> None:
    pdf.Root.Lang = String(language)


def test_a_language_that_is_one_stays() -> None:
    for language in ("es", "es-ES", "ca-ES", "sr-Latn-RS", "es-419"):
        data = built(partial(said_in, language))
        with pikepdf.open(io.BytesIO(clean(data))) as pdf:
            assert str(pdf.Root.Lang) == language


def test_glyphs_named_after_somebody_are_drawn_under_another_name() -> None:
    glyph = b"0 0 5 5 re f\n"
    data = built(
        lambda pdf: first(
            pdf, b"BT /F3 10 Tf 72 600 Td (a) Tj ET\n", Font={"/F3": drawings(pdf, glyph, "/Irene_Valroca")}
        )
    )
    assert ink(clean(data)) == ink(data)


def test_layers_and_lists_of_properties_go_with_their_names() -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(NAME)))
        pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(Order=Array([String(NAME), layer])))
        said = Dictionary(MCID=0, Title=String(NAME))
        lists = {"/Irene_Valroca": layer, "/Valroca": said, "/MC0": said}
        marks = b"/OC /Irene_Valroca BDC " + BOX + b"EMC /P /Valroca BDC EMC /P /MC0 BDC EMC\n"
        first(pdf, marks, Properties=lists)

    data = built(change)
    assert ink(clean(data)) == ink(data)


def said_elsewhere(pdf: pikepdf.Pdf) -> Iterator[tuple[str, Callable[[], None]]]:
    """Yield what the writer leaves as it is, since a viewer needs it: the gate must see it."""
    font = pdf.pages[0].obj.Resources.Font.F1
    letters = b"% Irene Valroca Prieto\n/CIDInit /ProcSet findresource begin begincmap endcmap end"
    yield "letters of codes", lambda: font.__setitem__("/ToUnicode", pdf.make_stream(letters))
    program = pdf.make_stream(b"%!PS-AdobeFont-1.0: Irene Valroca Prieto\ncurrentfile eexec\x00\x01", Length1=60)
    described = Dictionary(Type=Name.FontDescriptor, FontName=Name.Helvetica, Flags=32, FontFile=program)
    yield "program of a typeface", lambda: font.__setitem__("/FontDescriptor", described)
    kept = Dictionary(Type=Name.FontDescriptor, FontFile=pdf.make_stream(b"%!PS", Length1=4))
    glyphs = Dictionary(Type=Name.Encoding, Differences=Array([200, Name.Irene_Valroca]))

    def glyph_of_a_program() -> None:
        font.FontDescriptor, font.Encoding = kept, glyphs

    yield "glyph of a program", glyph_of_a_program


@pytest.mark.parametrize("case", ["letters of codes", "program of a typeface", "glyph of a program"])
def test_what_the_writer_must_leave_is_found_by_the_gate_and_named(case: str) -> None:
    data = built(lambda pdf: dict(said_elsewhere(pdf))[case]())
    document = read_pdf(data, "a.pdf")
    new = write_pdf(data, document, made.replacing(document, [NAME], "[PER_1]")).data
    leaks = find_leaks(new, "a.pdf", [Sought(NAME, "PERSON", "d1")])
    assert leaks and all(leak.where.startswith("object ") for leak in leaks)

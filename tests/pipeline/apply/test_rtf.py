"""RTF, written back: only the changed places differ; revisions, properties, objects and pixels go."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from pipeline.extract import read_document
from tests.pipeline.made_formats import rtf, texts, written


def body(inside: str, values: list[str], output: str = "[X]") -> str:
    data = written(rtf(inside), "a.rtf", values, output).data.decode("latin-1")
    return data.split("\\pard ")[1].removesuffix("\\par}")


@pytest.mark.parametrize(
    ("inside", "values", "left"),
    [
        (r"Do\'f1a {\b An}a\b0  Gil fin", ["Ana Gil"], r"Do\'f1a {\b [X]}\b0  fin"),
        (r"G\u237?l y fin", ["Gíl"], "[X] y fin"),
        (r"ES73\tab 0100\line 00 fin", ["ES73010000"], "[X] fin"),
        (r"\b\'c1vila Gil", ["Ávila Gil"], r"\b[X]"),
        (
            r"{\pntext\tab Sra. Ana Gil.}{\*\ftnsep Ana Gil\chftnsep}y",
            ["Ana Gil"],
            r"{\pntext\tab Sra. [X].}{\*\ftnsep [X]\chftnsep}y",
        ),
        (r"{\listtext 3.\tab}{\*\ftnsep\chftnsep}y", ["y"], r"{\listtext 3.\tab}{\*\ftnsep\chftnsep}[X]"),
        (r"{\fonttbl{\f7 Ana Gil Rey;}{\f8 Ana;}}Ana Gil Rey", ["Ana Gil Rey"], r"{\fonttbl{\f7 dato1;}{\f8 Ana;}}[X]"),
        (r"a {\*\bkmkstart Ana_Gil}b{\*\bkmkend Ana_Gil}", ["Ana Gil"], r"a {\*\bkmkstart X}b{\*\bkmkend X}"),
        (r"a \deleted\revauth1 Luis\deleted0  b", [], "a  b"),
        (r"\b\rsid12Ana\rsid13\b0 Gil", [], r"\b Ana\b0 Gil"),
        (r"a{\*\docvar{x}{Ana}}{\*\unknown y}{\v z}b", [], r"a{\v }b"),
        (r"{\object\objemb{\*\objclass P}{\*\objdata 0102}{\result{\b visto}}}", [], r"{{{\b visto}}}"),
        (
            r"{\*\atnid AG}{\*\atnauthor Ana Gil}{\*\annotation c{\*\atndate 1}}",
            [],
            r"{\*\atnid A}{\*\atnauthor Autor}{\*\annotation c}",
        ),
        (
            r"no \i cambia\i0  \'e1 \u8364? nada {\f0\fs20 x}\line",
            [],
            r"no \i cambia\i0  \'e1 \u8364? nada {\f0\fs20 x}\line",
        ),
    ],
)
def test_what_is_written(inside: str, values: list[str], left: str) -> None:
    assert body(inside, values) == left


def test_an_output_never_becomes_part_of_a_control_word() -> None:
    for inside in (r"\b\'c1vila Gil fin", r"\b(Ávila Gil) fin", r"\b\u193?vila Gil fin"):
        data = written(rtf(inside), "a.rtf", ["Ávila Gil"], "xyz 1").data
        assert texts(read_document(data, "a.rtf"))[0].strip("()").startswith("xyz 1")


def test_outputs_of_any_letters() -> None:
    data = written(rtf("{\\uc0 Ana Gil} y {\\uc2 Ana Gil}"), "a.rtf", ["Ana Gil"], "Ñandú {€} 😀").data
    assert texts(read_document(data, "a.rtf"))[0] == "Ñandú {€} 😀 y Ñandú {€} 😀"


def test_properties_go_and_authors_become_neutral() -> None:
    head = r"{\info{\author Ana Gil}}{\*\generator Ana}{\*\userprops Ana}{\*\revtbl{Unknown;}{Ana Gil;}}{\*\template Ana.dot}{\*\rsidtbl\rsid1}"
    result = written(rtf("x", head), "a.rtf", [])
    assert b"Ana" not in result.data and rb"{\*\revtbl{Autor;}{Autor;}}" in result.data
    assert "properties-removed:2" in result.notes


def test_pictures_are_written_anew_or_go() -> None:
    out = io.BytesIO()
    about = PngInfo()
    about.add_text("Author", "Ana Gil")
    Image.linear_gradient("L").resize((21, 13)).save(out, "PNG", pnginfo=about)
    digits = out.getvalue().hex()
    folded = "\n".join(digits[n : n + 60] for n in range(0, len(digits), 60))
    source = (
        r"a{\*\shppict{\pict{\*\picprop{\sp{\sn wzName}{\sv Ana Gil}}}\pngblip\picw1 "
        + folded
        + r"}}{\pict\dibitmap0 0102}b"
    )
    result = written(rtf(source), "a.rtf", ["Ana Gil"], "[X]").data.decode("latin-1")
    left = result.split("\\pngblip\\picw1 ")[1].split("}")[0]
    with Image.open(io.BytesIO(bytes.fromhex(left))) as image:
        assert image.size == (21, 13) and image.getextrema()[1] > 200
    assert left != digits
    assert r"{\sv [X]}" in result and "dibitmap" not in result


def test_raw_picture_bytes_go_too() -> None:
    data = rtf(r"a{\pict\pngblip\bin8 ").removesuffix(b"\\par}") + b"Ana}Gil{" + b"}b\\par}"
    result = written(data, "a.rtf", [])
    assert b"Ana" not in result.data
    assert texts(read_document(result.data, "a.rtf"))[0] == "ab"


def test_what_stands_after_the_document_goes() -> None:
    assert b"Ana" not in written(rtf("x") + b"\nAna Gil {resto}", "a.rtf", []).data

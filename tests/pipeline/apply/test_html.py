"""HTML, written back: only the changed places differ, and nothing reaches outside or runs."""

from __future__ import annotations

import base64
import io

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tests.pipeline.made_formats import written

FRAME = "<!DOCTYPE html>\n<html><body>{}</body></html>\n"


def body(inside: str, values: list[str], output: str = "[PER_1]", name: str = "a.html") -> str:
    said = written(FRAME.format(inside).encode(), name, values, output).data.decode()
    return said.removeprefix("<!DOCTYPE html>\n<html><body>").removesuffix("</body></html>\n")


@pytest.mark.parametrize(
    ("inside", "values", "left"),
    [
        ("<p class=x>Do&ntilde;a <b>Ana</b>\n  Gil, y &amp; ya", ["Ana Gil"], "<p class=x>Do&ntilde;a <b>[PER_1]</b>, y &amp; ya"),
        ("<p>Pe&ntilde;alvar &lt;x&gt;</p>", ["Peñalvar"], "<p>[PER_1] &lt;x&gt;</p>"),
        ("<p>ES73<br>0100<br>fin</p>", ["ES730100"], "<p>[PER_1]<br>fin</p>"),
        ("<a href='mailto:ana.gil@x.example?subject=Ana'>y</a>", ["ana.gil@x.example"], '<a href="mailto:[PER_1]">y</a>'),
        ("<img alt='Foto de Ana Gil' width=3>", ["Ana Gil"], '<img alt="Foto de [PER_1]" width=3>'),
        ("<input value=Ana>", ["Ana"], '<input value="[PER_1]">'),
        ("<p>Ana Gil Rey</p><input accept='Ana-Gil-Rey' lang=es>", ["Ana Gil Rey"], '<p>[PER_1]</p><input accept="dato1" lang=es>'),
        ("<p style='--de:\"Ana Gil\";color:red'>z", [], '<p style="--de:&quot;&quot;;color:red">z'),
        ("<style>q{quotes:'Ana Gil' 'x'}a[title='Ana Gil'],i[type='text']{font:1em 'Gil Sans MT'}</style>z", [], "<style>q{quotes:\"\" 'x'}a[title=\"\"],i[type='text']{font:1em 'Gil Sans MT'}</style>z"),
        ("<p id=x  onclick='a()' data-ana=1 class=y>z</p>", [], "<p id=x class=y>z</p>"),
        ("<p>a<!-- b -->c</p><script>x</script><link href=x><iframe src=y></iframe>", [], "<p>ac</p>"),
        ("<a href='javascript:x()'>y</a><a href=' java\tscript:x'>z</a>", [], '<a href="#">y</a><a href="#">z</a>'),
        ("<p style=\"color:red;background:url(http://x/ana)\">y</p>", [], '<p style="color:red;background:none">y</p>'),
        ("<style>@import 'x'; p{color:red}</style>y", [], "<style> p{color:red}</style>y"),
        ("<meta name=author content=Ana><meta name=viewport content=x>y", [], "<meta name=viewport content=x>y"),
        ("<div hidden>a<div>b</div></div>c", [], "c"),
        ("<a href='https://x.example/a?u=YW5hLmdpbEB4LmV4YW1wbGU5'>y</a>", [], '<a href="https://x.example/a">y</a>'),
        ("<p>no <i>cambia</i> nada &copy; &#8364; <br/><hr></p>", [], "<p>no <i>cambia</i> nada &copy; &#8364; <br/><hr></p>"),
    ],
)  # fmt: skip
def test_what_is_written(inside: str, values: list[str], left: str) -> None:
    assert body(inside, values) == left


def test_names_that_styles_refer_to_change_alike() -> None:
    left = body("<style>.ana-gil-rey{color:red}</style><p class='a ana-gil-rey'>Ana Gil Rey</p>", ["Ana Gil Rey"])
    assert left == '<style>.dato1{color:red}</style><p class="a dato1">[PER_1]</p>'


@pytest.mark.parametrize(
    ("inside", "left"),
    [
        ("<i class='zorita-candil b'>x</i>", '<i class="dato1 b">x</i>'),
        ("<i id=zorita>x</i><a href='#zorita'>y</a>", '<i id="dato1">x</i><a href="#dato1">y</a>'),
        ("<label for=iCandil>x</label><input name=iCandil>", '<label for="dato1">x</label><input name="dato1">'),
        ("<style>#ZORITA_1:hover{color:red}</style>", "<style>#dato1:hover{color:red}</style>"),
        ("<style>.color-candil{margin-left:3px}</style>", "<style>.dato1{margin-left:3px}</style>"),
        ("<i id=zoritas class='candiles'>x</i>", "<i id=zoritas class='candiles'>x</i>"),
        ("<i class='pie texto'>x</i><a href='#pie'>y</a>", "<i class='pie texto'>x</i><a href='#pie'>y</a>"),
        ("<i id=casa class=menor>x</i>", "<i id=casa class=menor>x</i>"),
        ("<style>p:hover{candil:3px}</style>", "<style>p:hover{candil:3px}</style>"),
        ("<a href='#anexo'>y</a><input name=nombre>", "<a href='#anexo'>y</a><input name=nombre>"),
    ],
)  # fmt: skip
def test_one_word_of_a_name_tells_in_an_identifier(inside: str, left: str) -> None:
    full = "Perpetua Zorita Candil"
    assert body(f"<p>{full}</p><b>Eva Casa Zahínos</b>{inside}", [full, "Eva Casa Zahínos"]).endswith(left)


def test_images_are_written_anew_or_no_longer_fetched() -> None:
    out = io.BytesIO()
    about = PngInfo()
    about.add_text("Author", "Ana Gil")
    Image.linear_gradient("L").resize((21, 13)).save(out, "PNG", pnginfo=about)
    inside = f"<img src='data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}'><img src=http://x/ana.png srcset=y width=4>"
    left = body(inside, [])
    raw = base64.b64decode(left.split("base64,")[1].split('"')[0])
    with Image.open(io.BytesIO(raw)) as image:
        assert image.size == (21, 13) and image.getextrema()[1] > 200 and not image.info
    assert "http" not in left and "srcset" not in left and "width=4" in left


def test_a_sign_the_encoding_lacks_becomes_a_reference() -> None:
    data = "<html><meta charset=iso-8859-2><p>Ana Gil ł</p></html>".encode("iso-8859-2")
    assert written(
        data, "a.html", ["Ana Gil"], "Ñandú"
    ).data == "<html><meta charset=iso-8859-2><p>&#209;andú ł</p></html>".encode("iso-8859-2", "xmlcharrefreplace")


def test_notes_say_what_went() -> None:
    notes = written(
        FRAME.format("<!-- x --><script>y</script><p hidden>z</p><img src=a><object></object>").encode(), "a.html", []
    ).notes
    assert notes == (
        "attachments-removed:1",
        "comments-removed:1",
        "hidden-removed:1",
        "images-blanked:1",
        "scripts-removed:1",
    )

"""Pictures through the whole product: what is replaced is gone from the pixels, the rest stays, nothing else is carried."""

from __future__ import annotations

import io
import zlib
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, TiffImagePlugin
from PIL.PngImagePlugin import PngInfo

from pipeline import engine, policy
from pipeline.analysis import Sought
from pipeline.container import pixels
from pipeline.errors import LimitExceeded, UnreadableFile
from pipeline.extract.image import read_image
from pipeline.recognise import NoNer
from pipeline.verify import find_leaks
from pipeline.verify.folded import squash
from tests.scans import worn
from tests.scans.drawn import Drawn, sheet

BODY = [
    "La interesada, doña Quiteria Orejudo Zarzuelo, con DNI 99637307L, presentó su escrito el 3 de marzo de 2021.",
    "Su teléfono es el 613 501 765 y su cuenta la ES9199990273131001369987.",
    "La comisión propone la ayuda básica prevista en la ordenanza.",
]
KINDS = ["PNG", "JPEG", "TIFF", "BMP", "WEBP", "GIF"]
SECRET = "Leocadia Garzo Mohedano"


def small() -> Drawn:
    page = sheet(BODY, points=48)
    return Drawn(np.ascontiguousarray(page.pixels[200:1300]), page.text)


def saved(page: Drawn, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    Image.fromarray(page.pixels).save(out, kind, **options)
    return out.getvalue()


def written(data: bytes, name: str) -> tuple[engine.Outcome, tuple[str, ...]]:
    document = engine.read(data, name)
    (analysis,) = engine.analyse([document], policy.load("transparencia"), ner=NoNer())
    outcome = engine.write(data, analysis)
    return outcome, tuple(r.original for r in outcome.replacements)


@pytest.mark.parametrize(
    ("wear", "kind"),
    [
        (lambda p: p, "PNG"),
        (lambda p: worn.tilted(p, 3.0), "JPEG"),
        (lambda p: worn.turned(p, 1), "TIFF"),
        (
            lambda p: worn.stamped(Drawn(np.pad(p.pixels, ((600, 0), (0, 0)), constant_values=255), p.text), ["SELLO"]),
            "WEBP",
        ),
    ],
    ids=["plain", "tilted", "turned", "stamped"],
)
def test_nothing_replaced_is_read_again_and_the_rest_is(wear, kind: str) -> None:  # type: ignore[no-untyped-def]
    data = saved(wear(small()), kind)
    outcome, gone = written(data, "oficio")
    assert {"99637307L", "613 501 765"} <= set(gone)
    said = squash(read_image(outcome.data, "x").text).text
    assert [value for value in gone if squash(value).text in said] == []
    assert "lacomisionpropone" in said
    with Image.open(io.BytesIO(outcome.data)) as image, Image.open(io.BytesIO(data)) as before:
        assert (image.format, image.size) == (kind, before.size)


@pytest.mark.parametrize("kind", KINDS)
def test_a_written_picture_holds_nothing_but_pixels(kind: str) -> None:
    image = Image.new("RGB", (300, 200), "white")
    exif = image.getexif()
    exif[315] = exif[270] = SECRET
    note = PngInfo()
    note.add_text("Author", SECRET)
    options = {
        "PNG": {"pnginfo": note, "exif": exif}, "JPEG": {"exif": exif, "comment": SECRET.encode()}, "WEBP": {"exif": exif},
        "TIFF": {"tiffinfo": _tags()}, "GIF": {"comment": SECRET.encode()}, "BMP": {},
    }[kind]  # fmt: skip
    out = io.BytesIO()
    image.save(out, kind, **options)
    data = out.getvalue() + (b"" if kind == "TIFF" else SECRET.encode())
    assert find_leaks(data, "x", [])
    clean = pixels.write_frames(pixels.open_frames(data))
    assert SECRET.encode() not in clean
    assert find_leaks(clean, "x", [Sought(SECRET, "PERSON", "d1")]) == ()


def _tags() -> TiffImagePlugin.ImageFileDirectory_v2:
    tags = TiffImagePlugin.ImageFileDirectory_v2()
    tags[315] = SECRET
    return tags


def test_every_page_of_a_fax_is_kept_and_cleaned() -> None:
    page = worn.faxed(small(), seed=5)
    frames = [Image.fromarray(page.pixels).convert("1")] * 2
    out = io.BytesIO()
    frames[0].save(out, "TIFF", save_all=True, append_images=frames[1:], compression="group4")
    outcome, gone = written(out.getvalue(), "fax.tif")
    assert gone.count("99637307L") == 2
    with Image.open(io.BytesIO(outcome.data)) as image:
        assert (image.n_frames, image.mode, image.info["compression"]) == (2, "1", "group4")


def test_a_value_that_stays_in_the_pixels_is_a_leak() -> None:
    (leak, *_) = find_leaks(saved(small(), "PNG"), "x.png", [Sought("99637307L", "NIF", "d1")])
    assert (leak.where, leak.label) == ("page 1", "NIF")


def test_hidden_pixels_and_frames_do_not_leave() -> None:
    seen, hidden = np.full((60, 80, 4), 255, np.uint8), np.zeros((60, 80, 4), np.uint8)
    seen[10:20, 10:20] = (7, 9, 11, 0)
    out = io.BytesIO()
    Image.fromarray(seen).save(out, "PNG", save_all=True, append_images=[Image.fromarray(hidden)])
    assert pixels.left_behind(out.getvalue()) == ("frames-removed:1",)
    with Image.open(io.BytesIO(pixels.write_frames(pixels.open_frames(out.getvalue())))) as image:
        assert getattr(image, "n_frames", 1) == 1
        assert np.asarray(image).min() == 255


def test_a_picture_turned_by_its_tag_is_seen_turned() -> None:
    image = Image.new("L", (40, 20), 255)
    exif = image.getexif()
    exif[0x0112] = 6
    out = io.BytesIO()
    image.save(out, "JPEG", exif=exif)
    assert pixels.sizes(out.getvalue()) == [(20, 40)] == [f.size for f in pixels.open_frames(out.getvalue())]


def test_damage_and_bombs_are_refused() -> None:
    whole = saved(small(), "PNG")
    with pytest.raises(UnreadableFile):
        list(pixels.open_frames(whole[: len(whole) // 2]))
    bomb = bytearray(whole)
    bomb[16:24] = (30_000).to_bytes(4, "big") * 2
    bomb[29:33] = zlib.crc32(bomb[12:29]).to_bytes(4, "big")
    with pytest.raises(LimitExceeded):
        list(pixels.open_frames(bytes(bomb)))


def test_boxes_do_not_tell_lengths_and_leave_neighbours_alone() -> None:
    paper = np.full((200, 900), 255, np.uint8)
    paper[60:90, 40:100] = 0
    paper[60:90, 700:760] = 0
    widths = set()
    for length in (150, 170, 190):
        out = pixels.burn(paper, [((200, 60, 200 + length, 90), "")])
        burnt = np.flatnonzero(out[75, 110:690] == 0)
        widths.add(len(burnt))
        assert (out[:, :100] == paper[:, :100]).all() and (out[:, 700:] == paper[:, 700:]).all()
    assert len(widths) == 1


def test_the_place_of_a_value_is_flat_and_its_tag_beside_it() -> None:
    paper = np.full((200, 900), 250, np.uint8)
    paper[60:90, 200:350] = 10
    out = pixels.burn(paper, [((200, 60, 350, 90), "[PER_1]")])
    assert out[60:90, 200:350].max() == 0
    assert (out[:, 350:] > 200).sum() != (paper[:, 350:] > 200).sum() and (out[60:90, 350:] == 255).any()
    frame = pixels.Frame(paper, "PNG")
    assert replace(frame, pixels=out).size == frame.size

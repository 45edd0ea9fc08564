"""Faces and signatures on drawn pages: found where they stand, and none on pages of text."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PIL import Image, ImageDraw

from pipeline.ocr import PageReading, find_pictures
from pipeline.ocr.page import Line, Pixels, Word
from tests.scans.drawn import font

SIZE = (1240, 1754)


def word(text: str, box: tuple[float, float, float, float]) -> Word:
    x = np.linspace(box[0], box[2], len(text) + 1)
    boxes = [v for a, b in pairwise(x) for v in (float(a), box[1], float(b), box[3])]
    return Word(text, tuple(boxes), (0.99,) * len(text))


def page(*said: str) -> tuple[Image.Image, PageReading]:
    image = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(image)
    lines = []
    for n, text in enumerate(said):
        at = (120.0, 150.0 + 60 * n)
        draw.text(at, text, font=font("tiro", 34), fill="black")
        x0, y0, x1, y1 = draw.textbbox(at, text, font=font("tiro", 34))
        lines.append(Line((word(text.replace(" ", "_"), (x0, y0, x1, y1)),)))
    return image, PageReading(tuple(lines), *SIZE, "drawn")


def portrait(image: Image.Image, skin: tuple[int, int, int], at: tuple[int, int] = (850, 300)) -> None:
    """Paint a head and shoulders on a toned ground."""
    photo = Image.new("RGB", (260, 330), (120, 140, 165))
    draw = ImageDraw.Draw(photo)
    draw.ellipse((55, 30, 205, 250), fill=(70, 60, 64))
    draw.ellipse((65, 60, 195, 250), fill=skin)
    draw.rectangle((0, 280, 260, 330), fill=(90, 96, 120))
    for x in (100, 160):
        draw.ellipse((x - 10, 135, x + 10, 147), fill=(62, 62, 62))
    image.paste(photo, at)


def scrawl(image: Image.Image, at: tuple[int, int], *, seed: int) -> None:
    """Draw a hand's loops in one stroke."""
    t = np.linspace(0, 6 * np.pi, 400)
    source = np.random.default_rng(seed)
    x = at[0] + t * 14 + 26 * np.sin(2.1 * t + source.uniform(0, 2))
    y = at[1] + 44 * np.sin(1.3 * t) * np.exp(-t / 25) + 16 * np.cos(3.3 * t)
    ImageDraw.Draw(image).line([*zip(x.tolist(), y.tolist(), strict=True)], fill=(24, 30, 70), width=4)


def kinds(image: Image.Image, reading: PageReading) -> list[str]:
    return [p.kind for p in find_pictures(np.asarray(image), reading)]


@pytest.mark.parametrize("skin", [(224, 178, 150), (166, 116, 86), (110, 72, 54)])
def test_a_portrait_is_a_face_whatever_the_skin(skin: tuple[int, int, int]) -> None:
    image, reading = page("DOCUMENTO DE IDENTIDAD")
    portrait(image, skin)
    (found,) = find_pictures(np.asarray(image), reading)
    assert found.kind == "face"
    assert found.box[0] < 880 and found.box[1] < 340 and found.box[2] > 1080 and found.box[3] > 590


def test_a_grey_portrait_is_a_face() -> None:
    image, reading = page("DOCUMENTO DE IDENTIDAD")
    portrait(image, (200, 170, 150))
    assert kinds(image.convert("L"), reading) == ["face"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_signature_under_its_cue(seed: int) -> None:
    image, reading = page(*["Y para que conste se expide."] * 3, "Fdo.: La interesada")
    scrawl(image, (150, 480), seed=seed)
    (found,) = find_pictures(np.asarray(image), reading)
    assert found.kind == "signature"
    assert found.box[0] < 190 and found.box[2] > 380 and found.box[1] < 460 and found.box[3] > 500


def test_a_signature_at_the_foot_without_a_cue() -> None:
    image, reading = page("En Torremoncayo, a tres de marzo.")
    scrawl(image, (500, 1300), seed=4)
    assert kinds(image, reading) == ["signature"]


@pytest.mark.parametrize("shade", [255, 232])
def test_text_rules_and_frames_are_no_pictures(shade: int) -> None:
    image, reading = page(*["Texto corriente de una resolución cualquiera"] * 12, "Firmado electrónicamente")
    draw = ImageDraw.Draw(image)
    draw.rectangle((100, 1000, 1140, 1200), outline="black", fill=(shade,) * 3, width=4)
    draw.line((100, 1300, 1140, 1300), fill="black", width=3)
    assert kinds(image, reading) == []


def test_a_tiny_picture_has_nothing() -> None:
    pixels: Pixels = np.zeros((8, 8), np.uint8)
    assert find_pictures(pixels, PageReading((), 8, 8, "drawn")) == []

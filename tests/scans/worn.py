"""What happens to a page on its way through machines: tilt, noise, stamps, fax, a telephone's camera."""

from __future__ import annotations

import io

import cv2
import numpy as np
from PIL import Image, ImageChops, ImageDraw

from tests.scans.drawn import Drawn, font


def tilted(page: Drawn, degrees: float) -> Drawn:
    """Turn the page by so many degrees counter-clockwise on paper of its own colour."""
    image = Image.fromarray(page.pixels).rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=_paper(page))
    return Drawn(np.asarray(image), page.text)


def turned(page: Drawn, quarters: int) -> Drawn:
    """Turn the page by quarters clockwise."""
    return Drawn(np.ascontiguousarray(np.rot90(page.pixels, -quarters)), page.text)


def noisy(page: Drawn, *, seed: int, grain: float = 14.0, dust: float = 0.004) -> Drawn:
    """Add grain and dust."""
    source = np.random.default_rng(seed)
    grey = page.pixels.astype(np.float32) + source.normal(0, grain, page.pixels.shape)
    dusty = source.random(page.pixels.shape[:2])
    grey[dusty < dust / 2] = 0
    grey[dusty > 1 - dust / 2] = 255
    return Drawn(np.clip(grey, 0, 255).astype(np.uint8), page.text)


def stamped(page: Drawn, lines: list[str], *, colour: tuple[int, int, int] = (190, 40, 60)) -> Drawn:
    """Put a stamp of coloured ink over the text, a little askew; black stays black under it."""
    seal = Image.new("RGB", (900, 420), "white")
    draw = ImageDraw.Draw(seal)
    draw.rectangle((8, 8, 890, 410), outline=colour, width=9)
    for n, line in enumerate(lines):
        draw.text((450, 70 + 100 * n), line, font=font("hebo", 56), fill=colour, anchor="ma")
    seal = seal.rotate(7, Image.Resampling.BICUBIC, expand=True, fillcolor="white")
    image = Image.fromarray(page.pixels).convert("RGB")
    layer = Image.new("RGB", image.size, "white")
    layer.paste(seal, (1200, 700))
    return Drawn(np.asarray(ImageChops.multiply(image, layer)), "\n".join([page.text, *lines]))


def in_margin(page: Drawn, said: str) -> Drawn:
    """Set a line that runs up along the left margin, as the verification notes of e-offices do."""
    line = Image.new("L", (2400, 50), 255)
    ImageDraw.Draw(line).text((0, 2), said, font=font("helv", 36), fill=0)
    image = Image.fromarray(page.pixels).copy()
    image.paste(line.rotate(90, expand=True), (90, 500))
    return Drawn(np.asarray(image), f"{page.text}\n{said}")


def faxed(page: Drawn, *, seed: int) -> Drawn:
    """Make it two levels at 200 dpi, with a few points wrong."""
    image = Image.fromarray(page.pixels).resize(_scaled(page, 2 / 3), Image.Resampling.LANCZOS)
    wrong = np.random.default_rng(seed).random((image.height, image.width)) < 0.001
    black = (np.asarray(image) < 150) ^ wrong
    return Drawn(np.where(black, 0, 255).astype(np.uint8), page.text)


def squeezed(page: Drawn, *, quality: int = 35) -> Drawn:
    """Scan it at 150 dpi and save it as a poor JPEG."""
    out = io.BytesIO()
    Image.fromarray(page.pixels).resize(_scaled(page, 0.5), Image.Resampling.LANCZOS).save(out, "JPEG", quality=quality)
    return Drawn(np.asarray(Image.open(out)), page.text)


def photographed(page: Drawn) -> Drawn:
    """Lay it on a dark table, seen from one side, with the light falling off."""
    height, width = page.pixels.shape[:2]
    size = (int(width * 1.25), int(height * 1.2))
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = np.array(
        [
            [width * 0.17, height * 0.09],
            [width * 1.1, height * 0.13],
            [width * 1.17, height * 1.12],
            [width * 0.08, height * 1.06],
        ],
        np.float32,
    )
    transform = cv2.getPerspectiveTransform(source, seen)
    shot = cv2.warpPerspective(page.pixels, transform, size, flags=cv2.INTER_AREA, borderValue=45).astype(np.float32)
    light = np.linspace(1.0, 0.6, size[0])[None, :] * np.linspace(1.0, 0.8, size[1])[:, None]
    return Drawn(np.clip(shot * light, 0, 255).astype(np.uint8), page.text)


def _paper(page: Drawn) -> int | tuple[int, ...]:
    return 255 if page.pixels.ndim == 2 else (255, 255, 255)


def _scaled(page: Drawn, by: float) -> tuple[int, int]:
    return int(page.pixels.shape[1] * by), int(page.pixels.shape[0] * by)

"""Burning a PDF's images: pixels under a mark and pixels that no page shows are overwritten in the image itself."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pikepdf
import pymupdf
from numpy.typing import NDArray

from pipeline.container import pdf_unseen
from pipeline.container.pdf import open_pages, saved, upright
from pipeline.container.pdf_images import burn, cleaned, fill, raster_of, store
from pipeline.container.pdf_marks import Mark
from pipeline.container.pdf_own import own_copies
from pipeline.container.pdf_placed import Matrix, Placed, inverse, placed_on
from pipeline.container.pdf_prepare import blank
from pipeline.container.pdf_strip import tones, without_text
from pipeline.container.pdf_unseen import Contrast

Quads = list[NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Burnt:
    """The file with its images burnt, how many lost pixels to a mark, and how many were made flat."""

    data: bytes = field(repr=False)
    redacted: int
    blanked: int


@dataclass(slots=True)
class _Image:
    """One image: what goes on which page, in pixels, and how much each of its cells shows."""

    quads: dict[int, Quads] = field(default_factory=lambda: defaultdict(list))
    pages: set[int] = field(default_factory=set)
    grid: tuple[int, int] = (1, 1)
    seen: Contrast | None = None


def burn_images(data: bytes, marks: Mapping[int, Sequence[Mark]], read: Sequence[str]) -> Burnt:
    """Return the file with what the marks cover gone from its images; an image that isn't among `read` becomes flat."""
    with (
        open_pages(data) as opened,
        open_pages(data) as shown,
        pikepdf.open(io.BytesIO(data), suppress_warnings=True) as pdf,
    ):
        known = {int(name.rpartition(" ")[2]) for name in read}
        images = _looked_at(pdf, shown, marks, known)
        blanked = _blank_others(pdf, images)
        redacted = sum(_burn_one(pdf, opened, xref, image) for xref, image in images.items())
        return Burnt(saved(pdf), redacted, blanked)


def _looked_at(
    pdf: pikepdf.Pdf, shown: pymupdf.Document, marks: Mapping[int, Sequence[Mark]], known: set[int]
) -> dict[int, _Image]:
    """Return the images that stay, with what is to be burnt of each."""
    images: dict[int, _Image] = defaultdict(_Image)
    for number, held in enumerate(pdf.pages):
        drawn = [p for p in placed_on(held) if p.xref in known]
        if not drawn:
            continue
        page = upright(shown, number)
        to_points: Matrix = tuple(page.transformation_matrix)
        without_text(page)
        picture = tones(page, pdf_unseen.SCALE)
        for placed in drawn:
            _note(images[placed.xref], placed, placed.pixels_to(to_points), number, picture, marks.get(number, ()))
    return images


def _note(
    image: _Image,
    placed: Placed,
    to_points: Matrix,
    page: int,
    picture: NDArray[np.uint8],
    marks: Sequence[Mark],
) -> None:
    size = placed.width, placed.height
    if image.seen is None:
        image.grid = pdf_unseen.grid_of(size, to_points)
    seen = pdf_unseen.shown(picture, size, to_points, image.grid)
    image.seen = seen if image.seen is None else np.maximum(image.seen, seen)
    image.pages.add(page)
    back = inverse(to_points)
    for mark in marks:
        quad = mark.quad()
        if back is not None:
            corners = np.array([_through(back, p) for p in (quad.ul, quad.ur, quad.lr, quad.ll)])
            if _meets(corners, size):
                image.quads[page].append(corners)


def _through(matrix: Matrix, point: pymupdf.Point) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * point.x + c * point.y + e, b * point.x + d * point.y + f


def _meets(corners: NDArray[np.float64], size: tuple[int, int]) -> bool:
    low, high = corners.min(axis=0), corners.max(axis=0)
    return bool(low[0] < size[0] and low[1] < size[1] and high[0] > 0 and high[1] > 0)


def _blank_others(pdf: pikepdf.Pdf, images: Mapping[int, _Image]) -> int:
    """Make every image flat that isn't shown and read, nor the mask of one that is; return how many."""
    kept = set(images)
    stored = [s for s in pdf.objects if isinstance(s, pikepdf.Stream) and s.get("/Subtype") == "/Image"]
    kept |= {m.objgen[0] for s in stored if s.objgen[0] in images for m in _masks(s)}
    others = [s for s in stored if s.objgen[0] not in kept]
    for image in others:
        blank(image)
    return len(others)


def _masks(image: pikepdf.Stream) -> list[pikepdf.Stream]:
    return [m for m in (image.get("/SMask"), image.get("/Mask")) if isinstance(m, pikepdf.Stream)]


def _burn_one(pdf: pikepdf.Pdf, opened: pymupdf.Document, xref: int, image: _Image) -> bool:
    """Burn one image, apart on each page where the pages don't agree; return whether a mark took pixels."""
    stored: Any = pdf.get_object(xref, 0)
    wanted = {page: _key(quads) for page, quads in image.quads.items()}
    if len(image.pages) > 1 and len({wanted.get(page, ()) for page in image.pages}) > 1:
        for page, own in own_copies(pdf, sorted(image.pages), stored).items():
            _write(pdf, opened, xref, own, image, image.quads.get(page, []))
    else:
        _write(pdf, opened, xref, stored, image, next(iter(image.quads.values()), []))
    return bool(image.quads)


def _key(quads: Quads) -> tuple[float, ...]:
    return tuple(float(v) for quad in quads for v in quad.round().ravel())


def _write(
    pdf: pikepdf.Pdf, opened: pymupdf.Document, xref: int, stored: pikepdf.Stream, image: _Image, quads: Quads
) -> None:
    masks = _masks(stored)
    anew = cleaned(stored)
    raster = raster_of(opened, xref)
    if raster is None or raster.size != (int(stored.Width), int(stored.Height)):
        blank(stored)
        return
    assert image.seen is not None
    hidden = pdf_unseen.unseen(image.seen, pdf_unseen.stored(raster, image.grid), raster.size)
    burn(raster, hidden, shown=False)
    burn(raster, quads, shown=True)
    if anew or hidden or quads:
        store(stored, raster, _new_mask(pdf, raster.size))
    for mask in masks:
        _write_mask(pdf, opened, stored, mask, raster.size, hidden, quads)


def _new_mask(pdf: pikepdf.Pdf, size: tuple[int, int]) -> Any:
    return pdf.make_indirect(_stream(pdf, b"", {"/Width": size[0], "/Height": size[1]}))


def _stream(pdf: pikepdf.Pdf, data: bytes, keys: Mapping[str, Any]) -> Any:
    made = pdf.make_stream(data)
    for key, value in {"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Image, **keys}.items():
        made[key] = value
    return made


def _write_mask(
    pdf: pikepdf.Pdf,
    opened: pymupdf.Document,
    owner: pikepdf.Stream,
    mask: pikepdf.Stream,
    size: tuple[int, int],
    hidden: Quads,
    quads: Quads,
) -> None:
    """Write an image's mask anew, painted where a mark was burnt: the mask may hold the letters."""
    key = "/SMask" if "/SMask" in owner else "/Mask"
    raster = raster_of(opened, mask.objgen[0])
    if raster is None:
        del owner[key]
        return
    own = _stream(pdf, mask.read_raw_bytes(), {k: v for k, v in mask.items() if k != "/Length"})
    anew = cleaned(own)
    scale = raster.size[0] / size[0], raster.size[1] / size[1]
    values = raster.tones if raster.tones is not None else raster.alpha
    assert values is not None
    for wanted, value in ((hidden, 0), (quads, 255)):
        for quad in wanted:
            fill(values, quad * scale, value)
    if anew or hidden or quads:
        store(own, raster)
    owner[key] = pdf.make_indirect(own)

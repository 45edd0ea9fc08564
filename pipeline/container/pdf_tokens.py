"""A content stream as instructions, each with its operands as the bytes that stand there (ISO 32000-1, 7.8.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    rb"(?:[\x00\t\n\f\r ]++|%[^\r\n]*+)*+"
    rb"(?:(?P<name>/[^\x00\t\n\f\r ()<>\[\]{}/%]*)"
    rb"|(?P<number>[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?![^\x00\t\n\f\r ()<>\[\]{}/%]))"
    rb"|(?P<text>\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\))"
    rb"|(?P<hex><[0-9A-Fa-f\x00\t\n\f\r ]*>)"
    rb"|(?P<sign><<|>>|[\[\]])"
    rb"|(?P<word>[^\x00\t\n\f\r ()<>\[\]{}/%]+)"
    rb"|(?P<end>\Z)|(?P<odd>.))",
    re.S,
)
_VALUES = frozenset({b"true", b"false", b"null"})
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.S)
_SIMPLE = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}

Instruction = tuple[list[bytes], bytes]


def instructions(content: bytes) -> Iterator[Instruction]:
    """Yield operands and operator in order; raises ValueError for what isn't a content stream of plain tokens."""
    operands: list[bytes] = []
    for token in _TOKEN.finditer(content):
        kind, said = token.lastgroup, token[token.lastindex or 0]
        if kind == "word" and said not in _VALUES:
            yield operands, said
            operands = []
        elif kind == "odd":
            raise ValueError("no token")
        elif kind != "end":
            operands.append(said)
    if operands:
        raise ValueError("no operator")


def text_of(token: bytes) -> bytes:
    """Return the bytes that a string token means, literal or hexadecimal."""
    if token[:1] == b"<":
        digits = b"".join(token[1:-1].split()).replace(b"\0", b"")
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
    return _ESCAPE.sub(_meant, token[1:-1]) if b"\\" in token else token[1:-1]


def is_text(token: bytes) -> bool:
    """Tell a string from other tokens."""
    return token[:1] == b"(" or (token[:1] == b"<" and token != b"<<")


def _meant(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8) & 255]) if code.isdigit() else _SIMPLE.get(code, code)

"""The text that a content stream draws, read by its operators and decoded through the fonts' own tables."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pikepdf
import pymupdf

MAX_CONTENT = 64 * 1024 * 1024
WORD_GAP = -180.0
_LEVEL = pikepdf.StreamDecodeLevel.specialized  # run lengths too, but no pictures
_TOKEN = re.compile(
    rb"/(?P<font>[^\s/<>()\[\]{}%]+)\s+[-\d.]+\s+Tf\b"
    rb"|(?P<literal>\((?:[^()\\]|\\.|\((?:[^()\\]|\\.){0,65535}+\)){0,65535}+\))"
    rb"|<(?P<hex>[0-9A-Fa-f\s]*)>"
    rb"|(?P<gap>-?+(?:\d++\.?+\d*+|\.\d++))(?=\s*+[\[(<\]])"
    rb"|\b(?P<move>T[dDmL*]|ET|BT)(?=[\s\[(</]|$)|(?P<next>['\"])",
    re.S,
)
_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.S)
_SIMPLE = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
_RANGE = re.compile(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(<[0-9A-Fa-f]+>|\[[^\]]*\])")
_PAIR = re.compile(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_SECTION = re.compile(r"begin(bfchar|bfrange)(.*?)end\1", re.S)

Decoder = Callable[[bytes], str]
Known = dict[tuple[int, int], Decoder]  # the fonts of a file by the number of their object


def drawn_text(holder: Any, resources: Any, known: Known) -> str:
    """Return what a page or form draws, in the order of its stream, a line break at each move."""
    fonts = _decoders(resources, known)
    decode: Decoder = _latin
    pieces: list[str] = []
    for token in _TOKEN.finditer(_content(holder)):
        kind = token.lastgroup
        if kind == "font":
            decode = fonts.get(token.group("font").decode("latin-1"), _latin)
        elif kind == "literal":
            pieces.append(decode(_unescaped(token.group("literal")[1:-1])))
        elif kind == "hex":
            pieces.append(decode(_from_hex(token.group("hex"))))
        elif kind == "gap":
            pieces.append(" " if float(token.group("gap")) < WORD_GAP else "")
        else:
            pieces.append("\n")
    return "".join(pieces)


def _content(holder: Any) -> bytes:
    try:
        if isinstance(holder, pikepdf.Stream):
            return holder.read_bytes(_LEVEL)[:MAX_CONTENT]
        contents = holder.get("/Contents")
        if isinstance(contents, pikepdf.Array):
            parts = [part.read_bytes(_LEVEL) for part in contents if isinstance(part, pikepdf.Stream)]
            return b"\n".join(parts)[:MAX_CONTENT]
        return contents.read_bytes(_LEVEL)[:MAX_CONTENT] if isinstance(contents, pikepdf.Stream) else b""
    except pikepdf.PdfError:
        return b""


def _unescaped(raw: bytes) -> bytes:
    return _ESCAPE.sub(_one, raw) if b"\\" in raw else raw


def _one(match: re.Match[bytes]) -> bytes:
    code = match.group(1)
    if code.isdigit():
        return bytes([int(code, 8) & 255])
    return _SIMPLE.get(code, code)


def _from_hex(raw: bytes) -> bytes:
    digits = b"".join(raw.split())
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))


def _latin(raw: bytes) -> str:
    return raw.decode("cp1252", "replace")


def _decoders(resources: Any, known: Known) -> dict[str, Decoder]:
    fonts = resources.get("/Font") if isinstance(resources, pikepdf.Dictionary) else None
    if not isinstance(fonts, pikepdf.Dictionary):
        return {}
    found = {}
    for name, font in fonts.items():
        if isinstance(font, pikepdf.Dictionary):
            number = font.objgen
            found[name[1:]] = decoder = known.get(number) or _decoder(font)
            if number[0]:
                known[number] = decoder
    return found


def _decoder(font: Any) -> Decoder:
    width = 2 if font.get("/Subtype") == "/Type0" else 1
    table = _from_names(font) if width == 1 else {}
    to_unicode = font.get("/ToUnicode")
    if isinstance(to_unicode, pikepdf.Stream):
        table = {**table, **_to_unicode(to_unicode)}
    if width == 2:
        return partial(_wide, table)
    if not table:
        return _latin
    letters = [table.get(code) or _latin(bytes([code])) for code in range(256)]
    return lambda raw: "".join([letters[code] for code in raw])


def _wide(table: Mapping[int, str], raw: bytes) -> str:
    """Decode codes of two bytes; where no table says what they mean, they are taken for characters."""
    codes = [*struct.unpack(f">{len(raw) // 2}H", raw[: len(raw) // 2 * 2]), *raw[len(raw) // 2 * 2 :]]
    if not table:
        return "".join([chr(code) for code in codes if code > 31])
    return "".join([table.get(code, "") for code in codes])


def _to_unicode(stream: pikepdf.Stream) -> dict[int, str]:
    table: dict[int, str] = {}
    try:
        body = stream.read_bytes(_LEVEL)[:2_000_000].decode("latin-1")
    except pikepdf.PdfError:
        return table
    for section in _SECTION.finditer(body):
        if section.group(1) == "bfchar":
            table.update((int(code, 16), _utf16(text)) for code, text in _PAIR.findall(section.group(2)))
        else:
            for first, last, target in _RANGE.findall(section.group(2)):
                _add_range(table, int(first, 16), int(last, 16), target)
    return table


def _add_range(table: dict[int, str], first: int, last: int, target: str) -> None:
    if target[0] == "[":
        for n, text in enumerate(re.findall(r"<([0-9A-Fa-f]+)>", target)):
            table[first + n] = _utf16(text)
        return
    base = _utf16(target[1:-1])
    for code in range(first, min(last, first + 65_535) + 1):
        if base:
            table[code] = base[:-1] + chr(min(ord(base[-1]) + code - first, 0x10FFFF))


def _utf16(digits: str) -> str:
    raw = bytes.fromhex(digits + "0" * (len(digits) % 2))
    return raw.decode("utf-16-be" if len(raw) > 1 else "latin-1", "ignore")


def _from_names(font: Any) -> dict[int, str]:
    """Return what the encoding's differences say by glyph names."""
    encoding = font.get("/Encoding")
    differences = encoding.get("/Differences") if isinstance(encoding, pikepdf.Dictionary) else None
    table: dict[int, str] = {}
    code = 0
    for item in differences if isinstance(differences, pikepdf.Array) else ():
        if isinstance(item, pikepdf.Name):
            known = pymupdf.glyph_name_to_unicode(str(item)[1:])
            if known not in (0, 0xFFFD):
                table[code] = chr(known)
            code += 1
        else:
            code = int(item)
    return table

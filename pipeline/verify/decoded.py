"""Bytes and text decoded in every way that a value could have been written in."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import quopri
import re
import sys
from collections.abc import Iterator
from urllib.parse import unquote

from pipeline.verify.view import BARRIER, Layer, View

MAX_RAW = 64 * 1024 * 1024
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/_-]{16,76}[\r\n]*){1,20000}={0,2}")
_HEX = re.compile(r"(?<![0-9A-Fa-f])[0-9A-Fa-f]{16,}+")
_ONLY_HEX = re.compile(r"[0-9A-Fa-f\r\n]*+")
# A shorter run stands by itself and changes its case, as the words of a text don't.
_SHORT_BASE64 = re.compile(
    r"(?<![A-Za-z0-9+/_-])(?=[A-Za-z0-9+/_-]{1,63}[A-Z])(?=[A-Z0-9+/_-]*+[a-z])[A-Za-z0-9+/_-]{7,64}(?![A-Za-z0-9+/_-])"
)
_JOINTS = re.compile(r"[+/_-]")
_SHORTEST = 7
_ENTITY = re.compile(r"&(?:#\d|#x[0-9a-f]|\w)", re.I)
_PERCENT = re.compile(r"%[0-9a-f]{2}", re.I)
_QUOTED = re.compile(r"=[0-9A-F]{2}")
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\u\{0*+([0-9a-f]{1,6})\}", re.I)
_OCTAL = re.compile(r"(?:\\[23][0-7]{2})+")
_STYLED = re.compile(r"\\([0-9a-f]{1,6})(?:\r\n|[ \t\r\n\f])?", re.I)  # CSS Syntax 3, 4.3.7
_PARTING = ' \t\r\n"<>|' + BARRIER  # addresses
_PART = re.compile(f"[{_PARTING}]")
_DEEPEST = 5  # rounds of percent codes: an address inside an address, both once more in a redirection
_STRAYS = "anonymiza-verify-strays"


def _stray(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are no UTF-8 as Windows-1252, those that it leaves undefined as nothing."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1252", "ignore"), error.end


codecs.register_error(_STRAYS, _stray)


def texts(raw: bytes) -> Iterator[str]:
    """Yield bytes as UTF-8, or as the single-byte page where they aren't, and without the zero bytes of UTF-16."""
    raw = raw[:MAX_RAW]
    try:
        yield raw.decode("utf-8")
    except UnicodeDecodeError:
        yield raw.decode("utf-8", "ignore")
        yield raw.decode("cp1252", "ignore")
    if raw.count(b"\0") > 8:
        yield raw.replace(b"\0", b"").decode("latin-1")
        if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
            yield raw.decode("utf-16", "ignore")


def raw_views(where: str, raw: bytes) -> Iterator[View]:
    """Yield the bytes of a part as text in every encoding, and what is wrapped in them."""
    for text in texts(raw):
        yield View(where, Layer.RAW, text)
        yield from wrapped_views(where, text)


def wrapped_views(where: str, text: str) -> Iterator[View]:
    """Yield what a text holds in an encoding of its own: entities, percent signs, escapes, base64, hexadecimal."""
    unwrapped = unescaped(text)
    if unwrapped != text:
        yield View(where, Layer.RAW, unwrapped, "found encoded")
    pieces = [*_from_base64(text), *_from_hex(text), *_from_percents(text)]
    if pieces:
        yield View(where, Layer.DECODED, BARRIER.join(pieces), "found encoded")


def unescaped(text: str) -> str:
    """Return the text with entities, percent codes, quoted-printable and backslash codes resolved."""
    if _ENTITY.search(text):
        text = html.unescape(text)
    text = _percent_decoded(text)
    if _QUOTED.search(text):
        text = quopri.decodestring(text.encode("utf-8", "ignore")).decode("utf-8", "ignore")
    return _without_backslashes(text) if "\\" in text else text


def _without_backslashes(text: str) -> str:
    """Return the text with the codes of programs, of octal bytes and of style sheets as what they stand for."""
    text = _ESCAPED.sub(lambda m: _char(m[1] or m[2] or m[3], m[0]), text)
    text = _OCTAL.sub(lambda m: bytes(int(code, 8) for code in m[0][1:].split("\\")).decode("utf-8", _STRAYS), text)
    return _STYLED.sub(_styled, text)


def _char(code: str, written: str) -> str:
    number = int(code, 16)
    return written if number > sys.maxunicode or 0xD800 <= number < 0xE000 else chr(number)


def _styled(match: re.Match[str]) -> str:
    """Return the letter or figure that a code of a style sheet means; of others, and of folders, what was written."""
    char = _char(match[1], match[0])
    return char if char.isalnum() else match[0]


def _percent_decoded(text: str) -> str:
    """Return the text with its percent codes resolved once, in UTF-8 or else the page of Windows."""
    return unquote(text, errors=_STRAYS) if _PERCENT.search(text) else text


def _from_base64(text: str) -> Iterator[str]:
    for match in _BASE64.finditer(text):
        if not _ONLY_HEX.fullmatch(match[0]):
            # twelve letters become such digits once in a hundred million; they are read as hexadecimal
            yield from _unpacked(match[0])
    for match in _SHORT_BASE64.finditer(text):
        parts = {part for part in _JOINTS.split(match[0]) if len(part) >= _SHORTEST}  # of a path or a name of a file
        for run in sorted(parts | {match[0]}):
            yield from _unpacked(run)


def _unpacked(run: str) -> Iterator[str]:
    body = "".join(run.split()).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        raw = base64.b64decode(body + "=" * (-len(body) % 4))
    except (binascii.Error, ValueError):
        return
    yield from texts(raw)


def _from_hex(text: str) -> Iterator[str]:
    for digits in _HEX.findall(text):
        if not len(digits) % 2:
            yield from texts(bytes.fromhex(digits))


def _from_percents(text: str) -> Iterator[str]:
    """Yield what addresses say in percent codes, and in those that stand in others; signs of equality are signs."""
    reached = 0
    for code in _PERCENT.finditer(text):
        if code.start() < reached:
            continue
        start = max(reached, *(text.rfind(sign, reached, code.start()) + 1 for sign in _PARTING))
        parting = _PART.search(text, code.end())
        reached = parting.start() if parting else len(text)
        yield from _readings(text[start:reached])


def _readings(address: str) -> Iterator[str]:
    for _ in range(_DEEPEST):
        said = _percent_decoded(address)
        if said == address:
            return
        yield said
        address = said

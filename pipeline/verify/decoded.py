"""Bytes and text decoded in every way that a value could have been written in."""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import quopri
import re
from collections.abc import Iterator
from urllib.parse import unquote

from pipeline.verify.view import BARRIER, Layer, View

MAX_RAW = 64 * 1024 * 1024
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/_-]{16,76}[\r\n]*){1,20000}={0,2}")
_HEX = re.compile(r"(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{2}){8,}(?![0-9A-Fa-f])")
_ONLY_HEX = re.compile(r"[0-9A-Fa-f\r\n]*+")
_ENTITY = re.compile(r"&(?:#\d+|#x[0-9a-f]+|\w+);", re.I)
_PERCENT = re.compile(r"%[0-9a-f]{2}", re.I)
_QUOTED = re.compile(r"=[0-9A-F]{2}")
_ESCAPED = re.compile(r"\\u([0-9a-f]{4})|\\x([0-9a-f]{2})", re.I)
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
    if unwrapped is not text:
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
    if _ESCAPED.search(text):
        text = _ESCAPED.sub(lambda m: chr(int(m.group(1) or m.group(2), 16)), text)
    return text


def _percent_decoded(text: str) -> str:
    """Return the text with its percent codes resolved once, in UTF-8 or else the page of Windows."""
    return unquote(text, errors=_STRAYS) if _PERCENT.search(text) else text


def _from_base64(text: str) -> Iterator[str]:
    for match in _BASE64.finditer(text):
        if _ONLY_HEX.fullmatch(match[0]):
            continue  # twelve letters become such digits once in a hundred million; they are read as hexadecimal
        body = "".join(match[0].split()).rstrip("=").replace("-", "+").replace("_", "/")
        try:
            raw = base64.b64decode(body + "=" * (-len(body) % 4))
        except (binascii.Error, ValueError):
            continue
        yield from texts(raw)


def _from_hex(text: str) -> Iterator[str]:
    for match in _HEX.finditer(text):
        yield from texts(bytes.fromhex(match.group()))


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

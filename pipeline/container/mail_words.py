"""Encoded words of header fields (RFC 2047) and lists of addresses (RFC 5322), read and written."""

from __future__ import annotations

import base64
import binascii
import re
from email.header import Header
from email.utils import getaddresses

_WORD = re.compile(r"=\?([^?\s*]+)(?:\*[^?]*)?\?([bBqQ])\?([^?]*)\?=")
_BETWEEN = re.compile(r"(\?=)\s+(?==\?)")
_PLAIN_NAME = re.compile(r"[\w !#$%&'*+/=?^`{|}~-]*\Z", re.A)
_BREAKS = re.compile(r"[\x00-\x1f\x7f\u0085\u2028\u2029]+")


def raw_text(raw: bytes) -> str:
    """Return the text of a field's bytes: UTF-8 (RFC 6532), else Windows-1252."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def decoded(value: str) -> str:
    """Return a value with its encoded words as text; a character cut over two words is put together."""
    if "=?" not in value:
        return value
    joined = _BETWEEN.sub(r"\1", value)
    out: list[str] = []
    place = 0
    pending: tuple[str, bytes] = ("", b"")
    for match in _WORD.finditer(joined):
        charset, raw = match[1].lower(), _bytes(match[2], match[3])
        if match.start() > place or charset != pending[0]:
            out += [_text(*pending), joined[place : match.start()]]
            pending = (charset, b"")
        pending = (charset, pending[1] + raw)
        place = match.end()
    return "".join([*out, _text(*pending), joined[place:]])


def _bytes(kind: str, text: str) -> bytes:
    if kind in "qQ":
        return binascii.a2b_qp(text.encode("utf-8", "replace"), header=True)
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return text.encode("utf-8", "replace")


def _text(charset: str, raw: bytes) -> str:
    if not raw:
        return ""
    try:
        return raw.decode("cp1252" if charset in ("iso-8859-1", "us-ascii") else charset)
    except (LookupError, UnicodeDecodeError):
        return raw_text(raw)


def encoded(name: str, text: str) -> str:
    """Return a field's text as it is written: folded, and in encoded words where it isn't ASCII."""
    text = _BREAKS.sub(" ", text)
    charset = "us-ascii" if text.isascii() and "=?" not in text else "utf-8"
    return Header(text, charset, header_name=name, maxlinelen=76).encode()


def mailboxes(value: str) -> list[tuple[str, str]]:
    """Return display name and address of each mailbox of a field; empty where it is no list of addresses."""
    try:
        pairs = [(decoded(name), decoded(address)) for name, address in getaddresses([value])]
    except RecursionError:  # comments inside comments without end
        return []
    pairs = [(name, address) for name, address in pairs if name or address]
    letters = sum(map(str.isalnum, decoded(value)))
    # what the parser lost of a malformed list is read as plain text instead
    told = sum(sum(map(str.isalnum, name + address)) for name, address in pairs)
    return pairs if told >= letters else []


def mailbox(name: str, address: str) -> str:
    """Return a mailbox as it is written."""
    name, address = _BREAKS.sub(" ", name).strip(), _BREAKS.sub("", address)
    if not name:
        return address if "@" in address else f"<{address}>"
    if not name.isascii() or "=?" in name:
        name = Header(name, "utf-8").encode(linesep="").replace("\n", "")
    elif not _PLAIN_NAME.match(name):
        name = '"' + re.sub(r'([\\"])', r"\\\1", name) + '"'
    return f"{name} <{address}>"

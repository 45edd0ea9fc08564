"""Views of a message: every header decoded, every part opened by what it holds, messages inside messages."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.header import decode_header
from email.message import Message

from pipeline.verify.decoded import texts, wrapped_views
from pipeline.verify.pdf import Unreadable
from pipeline.verify.view import BARRIER, Layer, View

MAX_LEVELS = 20
_HEADER = re.compile(rb"(?:received|return-path|from|to|cc|date|message-id|mime-version|subject|content-type):", re.I)
_BODY = re.compile(rb"\r?\n\r?\n")
_ROUTE = re.compile(rb"(?im)^--[^\r\n]{1,200}$")

Views = Callable[[bytes, str, int], Iterator[View]]


def is_message(data: bytes, name: str) -> bool:
    """Tell whether bytes are a message: by their first header, or by the name."""
    if name.lower().endswith((".txt", ".md", ".csv", ".tsv")):
        return False
    head = bool(re.match(rb"[!-9;-~]+:[ \t]?[^\r\n]", data))
    return head and (bool(_HEADER.match(data)) or name.lower().endswith((".eml", ".mht", ".mhtml")))


def mail_views(data: bytes, inside: Views, level: int = 0) -> Iterator[View]:
    """Yield the headers and parts; `inside` opens what a part holds. Raises Unreadable for endless nesting."""
    if level > MAX_LEVELS:
        raise Unreadable
    try:
        message = email.message_from_bytes(data, policy=email.policy.compat32)
    except (ValueError, LookupError, RecursionError) as error:
        raise Unreadable from error
    for number, part in enumerate(message.walk(), 1):
        where = f"message part {number}"
        yield from _header_views(part, f"{where} header")
        if not part.is_multipart():
            yield from _body_views(part, where, inside, level)
        for loose in (part.preamble, part.epilogue):
            if isinstance(loose, str) and loose.strip():
                yield View(where, Layer.STRINGS, _as_written(loose), "between parts")
    head = _BODY.split(data, 1)[0]
    yield View("header bytes", Layer.RAW, head.decode("utf-8", "replace"))
    yield View("boundaries", Layer.RAW, b"\n".join(_ROUTE.findall(data)).decode("utf-8", "replace"))


def _header_views(part: Message, where: str) -> Iterator[View]:
    values = [_decoded(_as_written(str(value))) for _, value in part.raw_items()]
    told = [part.get_filename() or "", str(part.get_param("name") or "")]
    for name in ("content-type", "content-disposition"):
        told += [str(value) for _, value in part.get_params([], name)]
    yield View(where, Layer.MAIN, BARRIER.join(values), "header")
    extra = BARRIER.join(map(_decoded, filter(None, told)))
    yield View(where, Layer.DECODED, extra, "header")
    yield from (view for view in wrapped_views(where, extra) if view.layer is not Layer.RAW)


def _as_written(text: str) -> str:
    """Return the text of bytes that the parser couldn't tell the encoding of."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _decoded(value: str) -> str:
    unfolded = re.sub(r"\r?\n[ \t]+", " ", value)
    try:
        pieces = decode_header(unfolded)
    except (ValueError, LookupError, email.errors.HeaderParseError):
        return unfolded
    return "".join(_text(piece, charset) for piece, charset in pieces)


def _text(piece: bytes | str, charset: str | None) -> str:
    if isinstance(piece, str):
        return piece
    try:
        return piece.decode(charset or "utf-8", "replace")
    except (LookupError, ValueError):  # a name of an encoding may hold a null character
        return piece.decode("cp1252", "replace")


def _body_views(part: Message, where: str, inside: Views, level: int) -> Iterator[View]:
    body = part.get_payload(decode=True)
    if not isinstance(body, bytes) or not body:
        return
    charset = part.get_content_charset("")
    if part.get_content_maintype() == "text" and charset not in ("", "utf-8", "us-ascii"):
        body = _text(body, charset).encode("utf-8")
    name = {"text/html": "a.html", "text/csv": "a.csv"}.get(part.get_content_type(), part.get_filename() or "")
    for view in inside(body, name, level + 1):
        yield replace(view, where=f"{where}: {view.where}")
    if b"begin" in body or b"base64" in body:
        yield from (View(where, Layer.DECODED, seen, "found encoded") for seen in texts(_uudecoded(body)))


def _uudecoded(body: bytes) -> bytes:
    """Return what is written out in a text the old way, line by line."""
    out = []
    is_inside = False
    for line in body.splitlines():
        if re.match(rb"begin [0-7]{3,4} ", line):
            is_inside = True
        elif is_inside:
            out.append(_uuline(line))
    return b"".join(out)


def _uuline(line: bytes) -> bytes:
    length = (line[0] - 32) & 63 if line else 0
    codes = [(code - 32) & 63 for code in line[1:]]
    codes += [0] * (-len(codes) % 4)
    groups = (codes[n : n + 4] for n in range(0, len(codes), 4))
    raw = b"".join(((a << 18) | (b << 12) | (c << 6) | d).to_bytes(3, "big") for a, b, c, d in groups)
    return raw[:length]

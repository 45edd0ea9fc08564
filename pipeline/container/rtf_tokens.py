"""The tokens of RTF with their exact places (Rich Text Format Specification 1.9.1); one character is one byte."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?P<open>\{)|(?P<close>\})|\\'(?P<hex>[0-9a-fA-F]{2})"
    r"|\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,10})?(?P<space> )?"
    r"|\\(?P<symbol>[^a-zA-Z])|(?P<text>[^\\{}\r\n]+)|(?P<blank>[\r\n]+)|(?P<stray>\\)",
    re.S,
)


class Kind(StrEnum):
    """What a token is; a `data` token holds the raw bytes that follow a `\\bin`."""

    OPEN = "open"
    CLOSE = "close"
    HEX = "hex"
    WORD = "word"
    SYMBOL = "symbol"
    TEXT = "text"
    BLANK = "blank"
    DATA = "data"


class Token(NamedTuple):
    """A token; `said` is its word, sign, text or digits; `delimited` tells a word that a space ends."""

    kind: Kind
    start: int
    end: int
    said: str
    number: int | None = None
    delimited: bool = False


def tokens_of(source: str) -> Iterator[Token]:
    """Yield the tokens in order; together they cover the source."""
    place = 0
    while place < len(source):
        match = _TOKEN.match(source, place)
        if match is None:  # unreachable: the last alternatives take any sign
            return
        place = match.end()
        kind = match.lastgroup or "stray"
        if kind in ("word", "number", "space"):
            number = int(match["number"]) if match["number"] else None
            yield Token(Kind.WORD, match.start(), place, match["word"], number, match["space"] is not None)
            if match["word"] == "bin" and number:
                end = min(place + max(0, number), len(source))
                yield Token(Kind.DATA, place, end, source[place:end])
                place = end
        elif kind != "stray":
            yield Token(Kind(kind), match.start(), place, match[kind])
        else:
            yield Token(Kind.BLANK, match.start(), place, "")


def escaped(text: str, fallbacks: int) -> str:
    """Return a text as RTF writes it; `fallbacks` is how many characters a reader skips after each `\\u`."""
    return "".join(_escaped(char, fallbacks) for char in text)


def _escaped(char: str, fallbacks: int) -> str:
    if char in "\\{}":
        return "\\" + char
    if char == "\n":
        return "\\line "
    if char == "\t":
        return "\\tab "
    if " " <= char < "\x7f":
        return char
    if char < " ":
        return ""
    codes = [ord(char)] if ord(char) < 0x10000 else list(memoryview(char.encode("utf-16-le")).cast("H"))
    return "".join(f"\\u{code - 0x10000 if code > 0x7FFF else code}" + ("?" * fallbacks or " ") for code in codes)

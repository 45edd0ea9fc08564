"""Views of RTF: all that is written between control words, decoded, hidden and property groups included."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from pipeline.verify.decoded import wrapped_views
from pipeline.verify.identifiers import ADDRESS
from pipeline.verify.inner_pictures import wrapped_pictures
from pipeline.verify.markup import HUMP
from pipeline.verify.view import BARRIER, Layer, View

_PAGE = re.compile(r"\\ansicpg(\d{3,5})")
_UNICODE = re.compile(r"\\u(-?\d{1,6}) ?(?:\\'[0-9a-fA-F]{2}|[^\\{}\r\n])?")
_BYTES = re.compile(r"(?:\\'[0-9a-fA-F]{2})+")
_BREAK = re.compile(r"\\(?:par|line|sect|page|tab|column|nestrow|nestcell)(?![a-zA-Z])-?\d* ?")
_CELL = re.compile(r"\\(?:cell|row)(?![a-zA-Z])-?\d* ?")
_SIGNS = re.compile(r"\\(?:emdash|endash|emspace|enspace|bullet|[lr]quote|[lr]dblquote)(?![a-zA-Z]) ?|\\[~_]")
_WORD = re.compile(r"\\[a-zA-Z]+-?\d* ?|\\\*|\\-|[{}\r\n]")
_ESCAPED = re.compile(r"\\([\\{}])")
_BOOKMARK = re.compile(r"\\bkmk(?:start|end)(?![a-zA-Z])([^{}]*)")
_STYLES = re.compile(r"\\stylesheet(?![a-zA-Z])((?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+)")
_CODE = re.compile(r"\\fldinst(?![a-zA-Z])((?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+)")
_MARK = "\x1f"


def rtf_views(data: bytes, where: str = "text") -> Iterator[View]:
    """Yield the text joined over its runs, the text run by run, and what is wrapped in hexadecimal or base64."""
    source = data.decode("latin-1")
    text = _decoded(source)
    joined = _WORD.sub("", text)
    yield View(where, Layer.MAIN, _plain(joined))
    yield View(where, Layer.RAW, _plain(_WORD.sub(" ", text)))
    # groups parted: a value at the end of one and the start of the next is none
    apart = _plain(_WORD.sub("", re.sub(r"[{}]", BARRIER, text)))
    yield View(where, Layer.STRINGS, apart)
    yield View(where, Layer.IDENTIFIERS, HUMP.sub(" ", _plain(BARRIER.join(_names(text)))), "found in an identifier")
    # data of an object may touch the text before it, or go on over several groups
    for view in chain(wrapped_views(where, joined), wrapped_views(where, apart)):
        yield view if view.layer is not Layer.RAW else View(where, Layer.DECODED, view.text, view.how)
    yield from wrapped_pictures(source, where)


def _names(text: str) -> Iterator[str]:
    """Yield what bookmarks and styles are called, and what field codes say but for addresses."""
    yield from _BOOKMARK.findall(text)
    for style in _STYLES.findall(text):
        yield _WORD.sub(" ", style)
    for code in _CODE.findall(text):
        yield ADDRESS.sub(" ", _WORD.sub("", code))


def _decoded(source: str) -> str:
    """Return the source with its coded characters as such and its breaks as line ends; other words stay."""
    told = _PAGE.search(source[:4096])
    page = f"cp{told[1]}" if told else "cp1252"
    # a backslash that is text is set aside, so that nothing after it is read as a control word
    source = _ESCAPED.sub(lambda m: _MARK if m[1] == "\\" else m[1] if m[1] not in "{}" else " ", source)
    source = _UNICODE.sub(lambda m: _char(int(m[1])), source)
    source = re.sub("[\ud800-\udbff][\udc00-\udfff]", _pair, source)
    source = _BYTES.sub(lambda m: _text(bytes.fromhex(m[0].replace("\\'", "")), page), source)
    source = _SIGNS.sub(" ", source)
    return _CELL.sub(BARRIER, _BREAK.sub("\n", re.sub(r"[\r\n]+", "", source)))


def _plain(text: str) -> str:
    return text.replace(_MARK, "\\").encode("utf-8", "replace").decode("utf-8")


def _char(code: int) -> str:
    return chr(code & 0xFFFF)


def _pair(match: re.Match[str]) -> str:
    high, low = map(ord, match[0])
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def _text(raw: bytes, page: str) -> str:
    try:
        return raw.decode(page, "replace")
    except LookupError:
        return raw.decode("cp1252", "replace")

"""Attributes of HTML: which stay, which hold text or links, which point outside and go."""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, unquote_to_bytes

from pipeline import lexicons
from pipeline.container.html_style import HIDING, clean_style
from pipeline.container.html_tokens import Attribute, Token
from pipeline.container.units import Piece, Unit, says_words
from pipeline.document import BlockKind

if TYPE_CHECKING:
    from pipeline.container.html_text import Page

_FOLLOWED = re.compile(r"(?:https?|mailto|tel|sms|ftp)\s*:", re.I)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*\s*:", re.I)
_CONTROLS = "".join(map(chr, range(0x21)))
_BREAKS = re.compile(r"[\t\r\n]+")
_TOKEN = re.compile(r"[A-Za-z0-9+/_=%.-]{20,}")
_DATA = re.compile(r"data:([\w/+.-]*)((?:;[^;,]*)*),(.*)", re.I | re.S)
_KEPT_NAMES = frozenset(("viewport", "color-scheme", "format-detection", "x-apple-disable-message-reformatting"))
_KEPT_EQUIVALENTS = frozenset(("content-type", "x-ua-compatible", "content-language"))
_PROSE = re.compile(r"[^\W\d_]{2}|\d{6}")
# A transparent pixel: what stood elsewhere isn't fetched, the place it took stays.
PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="
_MANY_WORDS = frozenset(("content", "face", "media", "type"))


def is_hidden(token: Token) -> bool:
    """Tell whether an element isn't shown: by its attribute, its own style, or as a hidden field."""
    if token.name in ("html", "body"):
        return False
    if token.get("hidden") is not None:
        return True
    if token.name == "input" and (token.get("type") or "").lower() in ("hidden", "password"):
        return True
    return bool(HIDING.search(token.get("style") or ""))


def is_kept_meta(token: Token) -> bool:
    """Tell whether a `meta` element says how to show the page, not who made it."""
    name, equivalent = (token.get("name") or "").lower(), (token.get("http-equiv") or "").lower()
    return token.get("charset") is not None or name in _KEPT_NAMES or equivalent in _KEPT_EQUIVALENTS


def attribute_edits(page: Page, token: Token) -> Iterator[Unit]:
    """Yield the attributes of a tag that hold text; put down an edit for each that goes or changes anyway."""
    seen: set[str] = set()
    for attribute in token.attributes:
        what = _treatments().get(attribute.name, "drop")
        if attribute.name in seen or not _fits(token, attribute, what):
            what = "drop"
        seen.add(attribute.name)
        if what == "drop":
            _drop(page, token, attribute)
        elif what == "text" or (what == "keep" and _says_words(attribute)):
            if _PROSE.search(attribute.value):
                yield _unit(page, attribute, attribute.value, _text_writer(page, attribute), BlockKind.PROPERTY)
        elif what == "link":
            yield from _link(page, attribute)
        elif what == "image":
            _image(page, attribute)
        elif what == "style":
            _style(page, attribute)
        elif what == "name" and attribute.value_start >= 0:
            page.names.append((attribute.value_start, attribute.end, attribute.value))
        elif what == "keep" and attribute.value_start >= 0 and _PROSE.search(attribute.value):
            page.kept.append((attribute.value_start, attribute.end, attribute.value))


def _says_words(attribute: Attribute) -> bool:
    """Tell whether what should be a measure or one of a few words says others; kinds of content and typefaces may."""
    return attribute.value_start >= 0 and attribute.name not in _MANY_WORDS and says_words(attribute.value)


@cache
def _treatments() -> dict[str, str]:
    return {name: what for name, what in lexicons.rows("html_attributes.tsv")}


def _fits(token: Token, attribute: Attribute, what: str) -> bool:
    """Tell whether an attribute means on this element what the table says of it."""
    if what == "image":
        return token.name in ("img", "input")
    if what == "link":
        return token.name in ("a", "area")
    return attribute.name != "content" or token.name == "meta"


def _drop(page: Page, token: Token, attribute: Attribute) -> None:
    before = attribute.start
    while before > token.start and page.source[before - 1].isspace():
        before -= 1
    page.edits.put(before, attribute.end, "" if before < attribute.start else " ")
    if attribute.name.startswith("on"):
        page.done["scripts-removed"] += 1


def _unit(page: Page, attribute: Attribute, text: str, write: Callable[[str], None], kind: BlockKind) -> Unit:
    return Unit(page.part, (Piece(text, write),), kind)


def put_value(page: Page, start: int, end: int, value: str) -> None:
    """Write an attribute's value anew, in double quotes."""
    page.edits.put(start, end, '"' + html.escape(value, quote=True) + '"')


def _text_writer(page: Page, attribute: Attribute) -> Callable[[str], None]:
    def write(new: str) -> None:
        put_value(page, attribute.value_start, attribute.end, new)

    return write


def _link(page: Page, attribute: Attribute) -> Iterator[Unit]:
    # browsers skip tabs and line ends inside an address (WHATWG URL Standard, 4.4)
    address = _BREAKS.sub("", attribute.value.strip(_CONTROLS))
    if _SCHEME.match(address) and not _FOLLOWED.match(address):
        put_value(page, attribute.value_start, attribute.end, "#")
        page.done["scripts-removed"] += address.lower().startswith(("javascript", "vbscript"))
        return
    bare, mark, query = address.partition("?")
    if mark and any(_looks_personal(token) for token in _TOKEN.findall(query)):
        address = bare
        put_value(page, attribute.value_start, attribute.end, address)
    if address.startswith("#"):
        page.names.append((attribute.value_start, attribute.end, unquote(address)))
    if _PROSE.search(unquote(address)):
        yield _unit(page, attribute, unquote(address), _link_writer(page, attribute), BlockKind.FIELD)


def _looks_personal(token: str) -> bool:
    """Tell whether a piece of a query is a ticket made for one reader: letters and digits in one long string."""
    return any(map(str.isdigit, token)) and any(map(str.isalpha, token))


def _link_writer(page: Page, attribute: Attribute) -> Callable[[str], None]:
    def write(new: str) -> None:
        # what follows the query mark is prose in disguise (subject, body): with a name gone, it goes whole
        bare = new if new.startswith("#") else new.split("?")[0].split("#")[0]
        put_value(page, attribute.value_start, attribute.end, quote(bare, safe=":/@[]._-+,;=()~'#") or "#")

    return write


def _image(page: Page, attribute: Attribute) -> None:
    inside = page.images.get(attribute.value.strip())
    if inside is None:
        inside = redrawn(page, attribute.value.strip())
    put_value(page, attribute.value_start, attribute.end, inside)


def redrawn(page: Page, address: str) -> str:
    """Return the address of what stands in a picture's place: itself burnt, flat, or a pixel for one elsewhere."""
    match = _DATA.match(address)
    data = b""
    if match and match[1].lower().startswith("image/"):
        try:
            raw = unquote_to_bytes(match[3])
            data = base64.b64decode(raw) if "base64" in match[2].lower() else raw
        except (binascii.Error, ValueError):
            data = b""
    if not match or not data:
        page.done["images-blanked"] += 1
        return PIXEL
    written = page.pictures.put(f"{page.part}/image {len(page.pictures.found) + 1}", data)
    return f"data:{match[1].lower()};base64,{base64.b64encode(written).decode('ascii')}"


def _style(page: Page, attribute: Attribute) -> None:
    clean = clean_style(attribute.value, partial(redrawn, page))
    if clean != attribute.value:
        put_value(page, attribute.value_start, attribute.end, clean)

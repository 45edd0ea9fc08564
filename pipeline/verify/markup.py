"""Views of a page of HTML: what a browser shows, what it doesn't, and the values of attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser

from pipeline.verify.decoded import texts, wrapped_views
from pipeline.verify.inner_pictures import wrapped_pictures
from pipeline.verify.view import BARRIER, Layer, View

_PAGE = re.compile(
    r"\s*+(?:<\?xml[^>]*>\s*+)?(?:<!--(?:(?!-->).)*+-->\s*+)*+<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_LINES = frozenset(
    ("p", "br", "div", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre", "title",
     "option", "dt", "dd", "section", "article", "header", "footer", "blockquote", "caption", "legend", "label")
)  # fmt: skip
_CELLS = frozenset(("td", "th"))
_NAMED = frozenset(("id", "class", "name", "for", "headers", "list", "usemap", "aria-labelledby", "aria-describedby"))
_SELECTOR = re.compile(r"[.#][\w-]+")
HUMP = re.compile(r"(?<=[a-zß-ÿ])(?=[A-ZÀ-Þ])|(?<=\D)(?=\d)|(?<=\d)(?=\D)")
_UNSHOWN = frozenset(("script", "style"))


def is_page(text: str, name: str) -> bool:
    """Tell whether a text is a page of HTML: by how it begins, or by its name."""
    return bool(_PAGE.match(text[:4096])) or name.lower().endswith((".html", ".htm", ".xhtml"))


def page_views(text: str, raw: bytes, where: str = "page") -> Iterator[View]:
    """Yield the shown text, what lies in comments, styles and programs, attribute by attribute, and the bytes."""
    read = _Reader()
    try:
        read.feed(text)
        read.close()
    except AssertionError:
        read.shown.append(text)  # a declaration that the parser can't follow: all of it is looked through as shown
    yield View(where, Layer.MAIN, "".join(read.shown))
    apart = BARRIER.join(read.values)
    yield View(where, Layer.STRINGS, apart, "attribute")
    yield View(where, Layer.STRINGS, BARRIER.join(read.unshown), "hidden text")
    yield View(where, Layer.IDENTIFIERS, HUMP.sub(" ", BARRIER.join(read.identifiers)), "found in an identifier")
    said = BARRIER.join(["".join(read.shown), apart, *read.unshown])
    for view in wrapped_views(where, said):
        yield replace(view, layer=Layer.DECODED)
    yield from (View(where, Layer.RAW, seen) for seen in texts(raw))
    yield from wrapped_pictures(BARRIER.join([*read.values, *read.unshown]), where)


class _Reader(HTMLParser):
    """Collects what a page says and where."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.shown: list[str] = []
        self.unshown: list[str] = []
        self.values: list[str] = []
        self.identifiers: list[str] = []
        self._silent = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._part(tag)
        self._silent = tag if tag in _UNSHOWN else ""
        self.values += [value for _, value in attrs if value]
        self.identifiers += [v for key, v in attrs if v and (key in _NAMED or (key == "href" and v[0] == "#"))]

    def handle_endtag(self, tag: str) -> None:
        self._part(tag)
        self._silent = ""

    def handle_data(self, data: str) -> None:
        (self.unshown if self._silent else self.shown).append(data)
        if self._silent == "style":
            self.identifiers += _SELECTOR.findall(data)

    def handle_comment(self, data: str) -> None:
        self.unshown.append(data)

    def handle_decl(self, decl: str) -> None:
        self.unshown.append(decl)

    def handle_pi(self, data: str) -> None:
        self.unshown.append(data)

    def unknown_decl(self, data: str) -> None:
        self.unshown.append(data)

    def _part(self, tag: str) -> None:
        if tag in _CELLS:
            self.shown.append(BARRIER)
        elif tag in _LINES:
            self.shown.append("\n")

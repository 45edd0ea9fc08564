"""The tokens of HTML with their exact places, as browsers cut them (HTML Living Standard, 13.2.5)."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pipeline.container import limits
from pipeline.errors import LimitExceeded

VOID = frozenset(
    ("area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link",
     "meta", "param", "source", "track", "wbr")
)  # fmt: skip
_RAW = frozenset(("script", "style", "xmp", "iframe", "noembed", "noframes", "textarea", "title"))
_NAME = re.compile(r"[a-zA-Z][^\s/>]*")
_PLAIN_END = re.compile(r"</[a-z][a-z0-9:_-]*\s*/?>", re.I)
_ATTRIBUTE = re.compile(r"[\s/]*([^\s/>][^\s/>=]*)(\s*=\s*)?")
_UNQUOTED = re.compile(r"[^\s>]*")
_BLOCK_CLOSERS = frozenset(
    ("address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl", "fieldset",
     "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "main",
     "menu", "nav", "ol", "p", "pre", "search", "section", "table", "ul")
)  # fmt: skip
_CELL = frozenset(("td", "th"))
_IMPLIED: dict[str, frozenset[str]] = {
    "li": frozenset(("li", "p")), "dt": frozenset(("dt", "dd", "p")), "dd": frozenset(("dt", "dd", "p")),
    "td": _CELL | {"p"}, "th": _CELL | {"p"}, "tr": _CELL | {"tr", "p"}, "option": frozenset(("option",)),
    "optgroup": frozenset(("option", "optgroup")), "tbody": _CELL | {"tr", "thead", "tbody"},
    "tfoot": _CELL | {"tr", "tbody"}, "body": frozenset(("head",)),
} | {name: frozenset(("p",)) for name in _BLOCK_CLOSERS}  # fmt: skip


class Kind(StrEnum):
    """What a token is."""

    TEXT = "text"
    START = "start"
    END = "end"
    COMMENT = "comment"
    DECLARATION = "declaration"
    RAW = "raw"


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute: lower-case name, decoded value, its whole place and that of its value with quotes."""

    name: str
    value: str = field(repr=False)
    start: int
    end: int
    value_start: int


@dataclass(slots=True)
class Token:
    """A token; `close` is the index of the token after the element that a START opens."""

    kind: Kind
    start: int
    end: int
    name: str = ""
    attributes: tuple[Attribute, ...] = ()
    close: int = -1

    def get(self, name: str) -> str | None:
        """Return the value of an attribute, the first of that name as browsers take it."""
        return next((a.value for a in self.attributes if a.name == name), None)


def tokens_of(text: str) -> list[Token]:
    """Return all tokens in order; together they cover the text. Nothing a file holds makes this fail or linger."""
    tokens: list[Token] = []
    place = 0
    while place < len(text):
        at = text.find("<", place)
        token = _markup(text, at) if at >= 0 else None
        while at >= 0 and token is None:
            at = text.find("<", at + 1)
            token = _markup(text, at) if at >= 0 else None
        end = at if at >= 0 else len(text)
        if end > place:
            tokens.append(Token(Kind.TEXT, place, end))
        if token is None:
            break
        tokens.append(token)
        place = token.end
        if token.kind is Kind.START and token.name in _RAW:
            place = _raw(text, token, tokens)
    _close(tokens)
    return tokens


def _markup(text: str, at: int) -> Token | None:
    """Return the token that begins with this `<`, or nothing where it is only a sign."""
    if text.startswith("<!--", at):
        return Token(Kind.COMMENT, at, _comment_end(text, at))
    following = text[at + 1 : at + 2]
    if following in ("!", "?"):
        kind = Kind.DECLARATION if re.compile(r"<(?:!doctype|\?xml)\b", re.I).match(text, at) else Kind.COMMENT
        return Token(kind, at, _after(text, ">", at))
    if following == "/":
        match = _NAME.match(text, at + 2)
        if not match:
            return Token(Kind.COMMENT, at, _after(text, ">", at)) if text[at + 2 : at + 3] else None
        end = _attributes(text, match.end())[1]
        # an end tag that says more than its name, or isn't ended, is words that nobody sees
        plain = _PLAIN_END.fullmatch(text, at, end)
        return Token(Kind.END, at, end, match[0].lower()) if plain else Token(Kind.COMMENT, at, end)
    match = _NAME.match(text, at + 1)
    if not match:
        return None
    attributes, end = _attributes(text, match.end())
    return Token(Kind.START, at, end, match[0].lower(), attributes)


def _comment_end(text: str, at: int) -> int:
    if text.startswith(("<!-->", "<!--->"), at):
        return text.index(">", at) + 1
    ends = [end + 3 for end in (text.find("-->", at + 4),) if end >= 0]
    other = text.find("--!>", at + 4, ends[0] if ends else len(text))
    return other + 4 if other >= 0 else ends[0] if ends else len(text)


def _after(text: str, mark: str, at: int) -> int:
    end = text.find(mark, at)
    return end + len(mark) if end >= 0 else len(text)


def _attributes(text: str, place: int) -> tuple[tuple[Attribute, ...], int]:
    """Read attributes up to the end of the tag; return them and the place after it. A tag left open takes the rest."""
    found: list[Attribute] = []
    while True:
        match = _ATTRIBUTE.match(text, place)
        if not match:
            return tuple(found), _after(text, ">", place)
        end = value_start = match.end()
        value = ""
        if match[2]:
            quote = text[end : end + 1]
            if quote in ("'", '"') and quote:
                closing = text.find(quote, end + 1)
                if closing < 0:
                    return tuple(found), len(text)
                value, end = text[end + 1 : closing], closing + 1
            else:
                end = _end_of_unquoted(text, end)
                value = text[value_start:end]
        start = match.start(1)
        found.append(Attribute(match[1].lower(), html.unescape(value), start, end, value_start if match[2] else -1))
        place = end


def _end_of_unquoted(text: str, place: int) -> int:
    match = _UNQUOTED.match(text, place)
    return match.end() if match else place


def _raw(text: str, opened: Token, tokens: list[Token]) -> int:
    """Take everything up to the end tag of an element whose inside is no markup."""
    match = re.compile(rf"</{opened.name}(?=[\s/>])", re.I).search(text, opened.end)
    end = match.start() if match else len(text)
    if end > opened.end:
        tokens.append(Token(Kind.RAW, opened.end, end, opened.name))
    return end


def check_depth(tokens: Sequence[Token]) -> None:
    """Raise LimitExceeded where more elements lie inside one another than any page needs."""
    ends: list[int] = []
    for at, token in enumerate(tokens):
        while ends and ends[-1] <= at:
            ends.pop()
        if token.kind is Kind.START and token.close > at + 1:
            ends.append(token.close)
        if len(ends) > limits.MAX_NESTED:
            raise LimitExceeded(
                f"The page has more than {limits.MAX_NESTED} elements inside one another.",
                stage="extract",
                remedy="Open it in a browser and save it as .pdf, or copy its text into a .docx or .txt file.",
            )


def _close(tokens: list[Token]) -> None:
    """Find where every element ends, end tags that may be left out included."""
    open_: list[Token] = []
    counts: Counter[str] = Counter()

    def pop(at: int) -> str:
        token = open_.pop()
        token.close = at
        counts[token.name] -= 1
        return token.name

    for at, token in enumerate(tokens):
        if token.kind is Kind.START:
            implied = _IMPLIED.get(token.name, frozenset())
            while open_ and open_[-1].name in implied:
                pop(at)
            if token.name in VOID:
                token.close = at + 1
            else:
                open_.append(token)
                counts[token.name] += 1
        elif token.kind is Kind.END and counts[token.name]:
            while open_[-1].name != token.name:
                pop(at)
            pop(at + 1)
    while open_:
        pop(len(tokens))

"""The text of HTML in reading order, each piece at its place in the source; blank runs read as one space."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial

from pipeline import lexicons
from pipeline.container.grid import grid_units
from pipeline.container.html_attributes import attribute_edits, is_hidden, is_kept_meta, redrawn
from pipeline.container.html_style import clean_style, texts_of
from pipeline.container.html_tokens import Kind, Token, check_depth, tokens_of
from pipeline.container.pictures import Pictures
from pipeline.container.splices import Splices
from pipeline.container.units import Piece, Unit
from pipeline.document import BlockKind
from pipeline.errors import HostileFile

_PARTS = re.compile(
    r"(?P<entity>&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?)|(?P<blank>[ \t\r\n\f]+)"
    r"|(?P<word>[^& \t\r\n\f]+(?: [^& \t\r\n\f]+)*|&)"
)
_PREFORMATTED = re.compile(r"(?P<entity>&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?)|(?P<word>[^&]+|&)")
_PRE = frozenset(("pre", "textarea", "listing", "xmp"))
_PROSE = re.compile(r"[^\W\d_]{2}|\d{6}")
_KINDS = {
    "li": BlockKind.LIST_ITEM, "title": BlockKind.HEADING, "header": BlockKind.HEADER, "footer": BlockKind.FOOTER,
} | {f"h{n}": BlockKind.HEADING for n in range(1, 7)}  # fmt: skip


def escaped(text: str) -> str:
    """Return a text as it is written between tags."""
    return html.escape(text, quote=False)


@dataclass(slots=True)
class _Table:
    """A table being read: its number, where it ends, and the units of each cell by row and column."""

    number: int
    close: int
    rows: list[list[tuple[int, list[Unit]]]] = field(default_factory=list)
    loose: list[Unit] = field(default_factory=list)
    column: int = 0
    sink: list[Unit] = field(default_factory=list)


@dataclass(slots=True)
class Page:
    """A page being walked: its source, the edits wanted in it and what was done."""

    source: str = field(repr=False)
    part: str
    images: Mapping[str, str] = field(default_factory=dict, repr=False)
    pictures: Pictures = field(default_factory=Pictures, repr=False)
    edits: Splices = field(default_factory=Splices)
    done: Counter[str] = field(default_factory=Counter)
    names: list[tuple[int, int, str]] = field(default_factory=list, repr=False)
    styles: list[tuple[int, int, str]] = field(default_factory=list, repr=False)
    kept: list[tuple[int, int, str]] = field(default_factory=list, repr=False)
    _units: list[Unit] = field(default_factory=list)
    _pieces: list[Piece] = field(default_factory=list)
    _aside: list[Unit] = field(default_factory=list)
    _tables: list[_Table] = field(default_factory=list)
    _kind: BlockKind = BlockKind.PARAGRAPH
    _count: int = 0
    _pre: int = -1

    def walk(self, tables: int = 0) -> list[Unit]:
        """Return every text unit; what goes whatever is decided is put down as an edit on the way."""
        self._count = tables
        tokens = tokens_of(self.source)
        check_depth(tokens)
        at = 0
        while at < len(tokens):
            self._leave(at)
            token = tokens[at]
            at += 1
            if token.kind is Kind.TEXT or (token.kind is Kind.RAW and token.name != "style"):
                self._text(token, _PREFORMATTED if at <= self._pre else _PARTS)
            elif token.kind is Kind.RAW:
                self._style(token)
            elif token.kind is Kind.START:
                at = self._start(tokens, token, at)
            elif token.kind is Kind.END:
                self._boundary(token.name)
            else:
                self._unseen(token)
        self._leave(len(tokens))
        self._flush()
        return self._units

    @property
    def tables(self) -> int:
        """The number of the next table."""
        return self._count

    def edited(self) -> str:
        """Return the source with the edits made."""
        return self.edits.applied(self.source)

    def _text(self, token: Token, parts: re.Pattern[str]) -> None:
        for match in parts.finditer(self.source, token.start, token.end):
            start, end = match.span()
            if match.lastgroup == "word":
                self._pieces.append(Piece(match[0], self._writer(start, end)))
            elif match.lastgroup == "entity":
                self._pieces.append(Piece(html.unescape(match[0]), self._writer(start, end)))
            elif self._pieces and self._pieces[-1].text[-1:] not in (" ", "\n"):
                self._pieces.append(Piece(" ", self._writer(start, end)))

    def _writer(self, start: int, end: int) -> Callable[[str], None]:
        def write(new: str) -> None:
            self.edits.put(start, end, escaped(new))

        return write

    def _start(self, tokens: list[Token], token: Token, at: int) -> int:
        """Take a start tag and return the index to go on from: past the element where it goes whole."""
        note = _removed().get(token.name, "")
        if not note and is_hidden(token):
            note = "hidden-removed"
        if note or (token.name == "meta" and not is_kept_meta(token)):
            self._remove(tokens, token, at - 1, note or "properties-removed")
            return max(at, token.close)
        self._boundary(token.name)
        if token.name == "br":
            self._pieces.append(Piece("\n", self._writer(token.start, token.end)))
        elif token.name in _PRE:
            self._pre = max(self._pre, token.close)
        elif token.name == "table":
            self._tables.append(_Table(self._count, token.close))
            self._count += 1
        elif self._tables and token.name in ("tr", "td", "th"):
            self._cell(token)
        self._kind = _KINDS.get(token.name, self._kind)
        self._aside += attribute_edits(self, token)
        return at

    def _cell(self, token: Token) -> None:
        table = self._tables[-1]
        if token.name == "tr" or not table.rows:
            table.rows.append([])
            table.column = 0
        if token.name != "tr":
            table.sink = []
            table.rows[-1].append((table.column, table.sink))
            span = token.get("colspan") or "1"
            table.column += min(int(span), 1000) if span.isdecimal() and int(span) else 1

    def _boundary(self, name: str) -> None:
        if name in lexicons.words("html_blocks.txt"):
            self._flush()

    def _flush(self) -> None:
        """End the block being read."""
        sink = self._sink()
        if any(piece.text.strip() for piece in self._pieces):
            sink.append(Unit(self.part, tuple(self._pieces), self._kind))
        sink += self._aside
        self._pieces, self._aside, self._kind = [], [], BlockKind.PARAGRAPH

    def _sink(self) -> list[Unit]:
        if not self._tables:
            return self._units
        table = self._tables[-1]
        return table.sink if table.rows and table.rows[-1] else table.loose

    def _leave(self, at: int) -> None:
        """Finish the tables that end before this token."""
        while self._tables and self._tables[-1].close <= at:
            self._flush()
            table = self._tables.pop()
            units = [*table.loose, *grid_units(self.part, table.number, table.rows)]
            sink = self._sink()
            sink += units

    def _remove(self, tokens: list[Token], token: Token, at: int, note: str) -> None:
        close = max(token.close, at + 1)
        end = tokens[close - 1].end
        self.edits.put(token.start, end, "")
        self.done[note] += 1
        said = [_plain(self.source[t.start : t.end]) for t in tokens[at:close] if t.kind in (Kind.TEXT, Kind.RAW)]
        told = [
            a.value for t in tokens[at:close] for a in t.attributes if a.name in ("content", "value", "title", "alt")
        ]
        if token.name not in ("script", "link", "base"):
            self._hide(" ".join(said))
            for text in told:
                self._hide(text, BlockKind.PROPERTY)

    def _unseen(self, token: Token) -> None:
        said = self.source[token.start : token.end]
        if token.kind is Kind.DECLARATION:
            if "[" in said or "entity" in said.lower():
                raise HostileFile(
                    "The page declares entities.", stage="extract", remedy="Save the page as plain HTML or as .pdf."
                )
            return
        self.edits.put(token.start, token.end, "")
        self.done["comments-removed"] += 1
        self._hide(_plain(re.sub(r"<[^<>]*>", " ", said.strip("<!->"))))

    def _style(self, token: Token) -> None:
        css = self.source[token.start : token.end]
        for text in texts_of(css):
            self._hide(text)
        clean = clean_style(css, partial(redrawn, self))
        if clean != css:
            self.edits.put(token.start, token.end, clean)
        self.styles.append((token.start, token.end, clean))

    def _hide(self, text: str, kind: BlockKind = BlockKind.HIDDEN) -> None:
        if _PROSE.search(text):
            self._aside.append(Unit(self.part, (Piece(" ".join(text.split()), _nowhere),), kind))


def _nowhere(new: str) -> None:
    """Write nothing: the text goes whatever is decided."""


def _plain(text: str) -> str:
    return html.unescape(text)


@cache
def _removed() -> dict[str, str]:
    return {name: note for name, note in lexicons.rows("html_removed.tsv")}

"""The text of RTF in reading order, each piece at its place in the source; what goes anyway is put down on the way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from urllib.parse import unquote

from pipeline import lexicons
from pipeline.container.identifiers import Neutral
from pipeline.container.ooxml_text import as_name
from pipeline.container.pictures import Pictures
from pipeline.container.rtf_codes import charsets, code_page, fallback_length
from pipeline.container.rtf_flow import Flow
from pipeline.container.rtf_picture import redrawn
from pipeline.container.rtf_tokens import Kind, Token, escaped, tokens_of
from pipeline.container.splices import Splices
from pipeline.container.units import Piece, Unit
from pipeline.document import BlockKind
from pipeline.errors import LimitExceeded, UnreadableFile

_MAX_LEVELS = 2_000
_FLOWS = {
    "header": BlockKind.HEADER, "footer": BlockKind.FOOTER, "note": BlockKind.NOTE, "comment": BlockKind.COMMENT,
    "box": BlockKind.PARAGRAPH, "value": BlockKind.PROPERTY, "name": BlockKind.PROPERTY, "code": BlockKind.FIELD,
    "style": BlockKind.PROPERTY, "author": BlockKind.PROPERTY, "initials": BlockKind.PROPERTY,
    "authors": BlockKind.PROPERTY, "label": BlockKind.PROPERTY,
}  # fmt: skip
_NEUTRAL = {"author": "Autor", "initials": "A", "authors": "Autor"}
_OPAQUE = frozenset(("opaque", "font"))
_UNREAD = _OPAQUE | {"drop-unread", "picture"}
_NAMED = frozenset(("name", "style", "code"))
_SIGNS = {"~": "\u00a0", "-": "\u00ad", "_": "\u2011", "\\": "\\", "{": "{", "}": "}"}
_PROSE = re.compile(r"[^\W\d_]{2}|\d{6}")
_WORD = re.compile(r"[^\W\d_]+")
_NOTES = {"info": "properties-removed", "userprops": "properties-removed", "objdata": "attachments-removed"}
_SILENT = frozenset(("rsidtbl", "generator", "atndate", "atntime", "blipuid", "colorschememapping", "themedata"))


@dataclass(slots=True)
class _Group:
    """The state of a group: what becomes of its text, and how its bytes are read."""

    what: str = "body"
    fallbacks: int = 1
    page: str = "cp1252"
    hidden: bool = False
    deleted: bool = False
    starred: bool = False
    fresh: bool = True
    start: int = 0
    flow: Flow | None = None
    font: int = -1


@dataclass(slots=True)
class RtfWalk:
    """The walk over one document: its source, the edits wanted in it and what was done."""

    source: str = field(repr=False)
    edits: Splices = field(default_factory=Splices)
    done: Counter[str] = field(default_factory=Counter)
    pictures: Pictures = field(default_factory=Pictures, repr=False)
    _names: list[tuple[str, Unit]] = field(default_factory=list, repr=False)
    _groups: list[_Group] = field(default_factory=list)
    _flow: Flow = field(default_factory=Flow)
    _skip: int = 0
    _glued: bool = False
    _gone: int = -1
    _said: list[list[str]] = field(default_factory=list, repr=False)
    _picture: list[Token] = field(default_factory=list, repr=False)
    _pages: dict[int, str] = field(default_factory=dict)
    _default: str = "cp1252"
    _high: tuple[int, int] | None = None
    _last_start: int = -1
    _hidden_end: int = -1

    def walk(self) -> list[Unit]:
        """Return every text unit; raises UnreadableFile where groups don't end, LimitExceeded for too many inside."""
        self._groups = [_Group()]
        for token in tokens_of(self.source):
            self._take(token)
            if len(self._groups) == 1 and token.kind is Kind.CLOSE:
                self._rest(token.end)
                return self._flow.close()
        raise UnreadableFile(
            "The document is damaged or truncated: a group doesn't end.",
            stage="extract",
            remedy="Open it in its program, save it again and upload the new copy.",
        )

    def neutralise(self, neutral: Neutral) -> None:
        """Change bookmarks, styles, field codes and typefaces that say something replaced; edits of units go first."""
        for what, unit in self._names:
            said = unit.text
            clean = neutral.in_code(said) if what == "code" else _plain(neutral, what, said)
            if clean != said:
                for n, piece in enumerate(unit.pieces):
                    piece.write("" if n else clean)

    def edited(self) -> str:
        """Return the source with the edits made."""
        return self.edits.applied(self.source)

    def _rest(self, end: int) -> None:
        """What stands after the document is shown by no program."""
        rest = self.source[end:].rstrip("\0\r\n ")
        if rest:
            self.edits.put(end, len(self.source), "\n")
            self._hide(rest)

    def _take(self, token: Token) -> None:
        if token.kind is Kind.OPEN:
            self._open(token)
        elif token.kind is Kind.CLOSE:
            self._close(token)
        elif self._gone >= 0:
            self._collect(token)
        elif token.kind is Kind.WORD:
            self._word(token)
        elif token.kind is Kind.SYMBOL:
            self._symbol(token)
        elif token.kind is Kind.BLANK:
            self._glued = False
        else:
            self._text(token)

    def _open(self, token: Token) -> None:
        if len(self._groups) > _MAX_LEVELS:
            raise LimitExceeded(
                "The document nests its groups too deep.",
                stage="extract",
                remedy="Open it in its program, save it as .docx or .odt and upload that.",
            )
        above = self._groups[-1]
        self._groups.append(replace(above, starred=False, fresh=True, start=token.start, flow=None))
        self._skip, self._high = 0, None

    def _close(self, token: Token) -> None:
        group = self._groups.pop()
        self._skip, self._high = 0, None
        if self._gone == len(self._groups):
            self._drop_group(group.start, token.end)
        elif self._gone < 0:
            if group.what == "picture" and self._groups[-1].what != "picture":
                self._end_picture(group, token)
            self._glued = False
        if group.flow is not None:
            units = [_finished(unit, group.what) for unit in self._flow.close()]
            if group.what in _NAMED:
                self._names += [(group.what, unit) for unit in units if unit.pieces]
            self._flow = group.flow
            self._flow.aside += units
        if not self._groups:
            self._groups = [_Group()]

    def _drop_group(self, start: int, end: int) -> None:
        self.edits.put(start, end, " " if self._glued else "")
        self._gone, self._glued = -1, False
        for said in self._said:
            self._hide("".join(said))
        self._said = []

    def _hide(self, text: str) -> None:
        text = " ".join(text.split())
        if _PROSE.search(text):
            self._flow.aside.append(Unit("document", (Piece(text, _nowhere),), BlockKind.HIDDEN))

    def _end_picture(self, group: _Group, token: Token) -> None:
        written = redrawn(self.source[group.start : token.start], self._picture, self.pictures)
        if written is None:
            self.edits.put(group.start, token.end, "")
        else:
            for number, piece in enumerate(self._picture):
                self.edits.put(piece.start, piece.end, "" if number else written)
        self._picture = []

    def _collect(self, token: Token) -> None:
        """Keep the words of what goes: they may name people."""
        group = self._groups[-1]
        if group.what == "drop-unread":
            return
        if token.kind in (Kind.TEXT, Kind.HEX):
            said = self._decoded(token, group)
            if group.start != self._last_start or not self._said:
                self._said.append([])
            self._said[-1].append(said)
            self._last_start = group.start

    def _word(self, token: Token) -> None:
        group = self._groups[-1]
        self._skip = max(0, self._skip - 1)
        first, group.fresh = group.fresh, False
        if first and self._destination(token, group):
            return
        what = _words().get(token.said, "")
        if token.said == "u" and token.number is not None:
            self._unicode(token, group)
            return
        if what == "drop":
            self._mark(token, group)
            return
        self._state(token, group)
        if what.isdigit():
            self._piece(token.start, token.end, chr(int(what)), group)
            self._glued = False
        elif what:
            self._flow.end(what)
            self._glued = not token.delimited
        else:
            self._glued = not token.delimited

    def _destination(self, token: Token, group: _Group) -> bool:
        """Take the first word of a group if it names a destination; return whether the group goes."""
        unknown = "drop" if group.starred and group.what not in _OPAQUE | {"style"} else ""
        what = _destinations().get(token.said, unknown)
        if not what or (group.what in _OPAQUE and what not in ("drop", "drop-unread", "picture")):
            return False
        if what in ("drop", "drop-unread"):
            self._gone = len(self._groups) - 1
            group.what = what
            if token.said not in _SILENT:
                self.done[_NOTES.get(token.said, "parts-removed" if token.said not in _destinations() else "")] += 1
            return True
        if what == "object" or token.said == "result":
            self.edits.put(token.start, token.end, " " if self._glued else "")
        if what != "inside":
            group.what = what
        elif group.what == "picture":
            group.what = "body"
        if what in _FLOWS:
            group.flow, self._flow = self._flow, Flow(_FLOWS[what])
            self.done["comments-anonymised"] += what == "comment"
        if what in ("header", "footer", "note", "comment", "box"):
            group.hidden = group.deleted = False
        return False

    def _mark(self, token: Token, group: _Group) -> None:
        """Take a mark of revision or session out; deleted text is known by it."""
        self.edits.put(token.start, token.end, " " if self._glued else "")
        self._glued = False
        if token.said in ("deleted", "mvf"):
            group.deleted = token.number != 0
            self.done["revisions-removed"] += group.deleted
        elif token.said == "revised":
            self.done["revisions-removed"] += token.number != 0

    def _state(self, token: Token, group: _Group) -> None:
        name, number = token.said, token.number
        if name == "uc":
            group.fallbacks = max(0, min(number if number is not None else 1, 20))
        elif name == "v":
            group.hidden = number != 0
            self.done["hidden-removed"] += group.hidden
        elif name == "plain":
            group.hidden = group.deleted = False
            group.page = self._default
        elif name == "f" and number is not None:
            group.font = number
            group.page = self._pages.get(number, self._default)
        elif name == "fcharset" and number is not None:
            self._pages[group.font] = charsets().get(str(number), self._default)
        elif name == "ansicpg" and number is not None:
            self._default = group.page = code_page(number)
        elif name in ("mac", "pc", "pca"):
            self._default = group.page = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}[name]
        elif name in ("intbl", "pard"):
            self._flow.in_table = name == "intbl"
        elif group.what == "object" and name.startswith("obj"):
            self.edits.put(token.start, token.end, "")

    def _symbol(self, token: Token) -> None:
        group = self._groups[-1]
        if token.said == "*" and group.fresh:
            group.starred = True
        elif self._skip:
            self._skip -= 1
        elif token.said in _SIGNS:
            self._piece(token.start, token.end, _SIGNS[token.said], group)
        elif token.said in "\r\n":
            self._flow.end("end")
        self._glued = False

    def _text(self, token: Token) -> None:
        group = self._groups[-1]
        group.fresh = False
        if group.what == "picture":
            self._picture.append(token)
            return
        start = token.start
        if self._skip:
            skipped = 1 if token.kind is Kind.HEX else min(self._skip, token.end - token.start)
            self._skip -= skipped
            start = token.end if token.kind is Kind.HEX else start + skipped
        if start < token.end:
            said = self._decoded(token, group)
            self._piece(start, token.end, said if start == token.start else said[start - token.start :], group)
        self._glued = False

    def _decoded(self, token: Token, group: _Group) -> str:
        raw = bytes.fromhex(token.said) if token.kind is Kind.HEX else token.said.encode("latin-1", "replace")
        return raw.decode(group.page, "replace") if not raw.isascii() else raw.decode("ascii")

    def _unicode(self, token: Token, group: _Group) -> None:
        """Read `\\uN` with its fallback characters, which the piece covers; two halves of a pair are one character."""
        code = (token.number or 0) & 0xFFFF
        end = token.end + fallback_length(self.source, token.end, group.fallbacks)
        self._skip = group.fallbacks
        if 0xD800 <= code < 0xDC00:
            self._high = (code, token.start)
            return
        start = token.start
        if 0xDC00 <= code < 0xE000:
            if self._high is None:
                return
            code, start = 0x10000 + ((self._high[0] - 0xD800) << 10) + (code - 0xDC00), self._high[1]
        self._high = None
        self._piece(start, end, chr(code), group)
        self._glued = False

    def _piece(self, start: int, end: int, said: str, group: _Group) -> None:
        if group.what == "font":
            bare = said.rstrip(";")
            write = self._writer(start, end - (len(said) - len(bare)), group.fallbacks)
            self._names.append(("font", Unit("document", (Piece(bare, write),))))
        if group.what in _UNREAD:
            return
        if group.hidden or group.deleted:
            self.edits.put(start, end, " " if self._glued else "")
            self._flow.hidden.append(said if start == self._hidden_end else f" {said}")
            self._hidden_end = end
            return
        said = unquote(said) if group.what == "code" else said
        bare = said.rstrip(";") if group.what in ("style", "authors") else said
        if group.what in _NEUTRAL:
            self.edits.put(start, end, _NEUTRAL[group.what] + said[len(bare) :])
            self._flow.pieces.append(Piece(bare, _nowhere))
        elif bare:
            write = self._writer(start, end - (len(said) - len(bare)), group.fallbacks)
            self._flow.pieces.append(Piece(bare, write))
        if len(bare) < len(said):
            self._flow.end("end")

    def _writer(self, start: int, end: int, fallbacks: int) -> Callable[[str], None]:
        glued = self._glued

        def write(new: str) -> None:
            text = escaped(new, fallbacks)
            # a control word just before takes letters, digits and one space as its own
            needs = glued and (not text or text[0].isalnum() or text[0] in " -")
            self.edits.put(start, end, " " + text if needs else text)

        return write


def _plain(neutral: Neutral, what: str, said: str) -> str:
    return neutral.value(said) if what == "font" else neutral.name(said)


def _finished(unit: Unit, what: str) -> Unit:
    """Give names the form that they must keep; leave out styles that programs ship."""
    if what == "name" and len(unit.pieces) == 1:
        piece = unit.pieces[0]
        return replace(unit, pieces=(Piece(piece.text, lambda new: piece.write(as_name(new))),))
    if what == "label" and not _PROSE.search(unit.text):
        return replace(unit, pieces=())
    if what == "style" and all(w in lexicons.words("odf_style_words.txt") for w in _WORD.findall(unit.text.lower())):
        return replace(unit, pieces=())
    return unit


def _nowhere(new: str) -> None:
    """Write nothing: the text goes whatever is decided."""


@cache
def _destinations() -> dict[str, str]:
    return {name: what for name, what in lexicons.rows("rtf_destinations.tsv")}


@cache
def _words() -> dict[str, str]:
    return {name: what for name, what in lexicons.rows("rtf_words.tsv")}

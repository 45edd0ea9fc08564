"""A message as sections: addresses, subject, every text of every part, and each attachment by its own format."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from pipeline import lexicons, registry
from pipeline.container import encoding
from pipeline.container.attached import Attached, Section
from pipeline.container.html import sweep_names
from pipeline.container.html_text import Page
from pipeline.container.mail import Field, Part, parse
from pipeline.container.mail_text import TextBody
from pipeline.container.mail_words import decoded, encoded, mailbox, mailboxes
from pipeline.container.pictures import Pictures
from pipeline.container.sniff import sniff
from pipeline.container.units import Piece, Unit
from pipeline.decision import Replacement
from pipeline.document import BlockKind
from pipeline.errors import EncryptedFile, InputRefused, LimitExceeded

_LABELS = {
    "from": "Remitente", "sender": "Remitente", "reply-to": "Remitente", "to": "Destinatario", "cc": "Destinatario",
    "bcc": "Destinatario", "subject": "Asunto",
}  # fmt: skip
_PART_FIELDS = frozenset(
    ("content-type", "content-transfer-encoding", "content-disposition", "content-id", "content-language")
)
_LOCKED = frozenset(("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"))
_SIGNED = ("application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature")
# Text that says who and where in fields of its own, folded and coded in ways of its own.
_NOT_PROSE = frozenset(("calendar", "vcard", "x-vcard", "directory", "rfc822-headers", "enriched", "richtext", "xml"))
_PROSE = re.compile(r"[^\W\d_]{2}|\d{6}")
_TEXT_NAME = re.compile(r"\.(?:txt|text|log|md|html?|asc)$|^[^.]*$", re.I)
# Attached files of such kinds too, whatever type they are sent under.
_NOT_PROSE_NAME = re.compile(r"\.(?:ics|vcf|ifb|ldif|xml|json|js|css|svg|e?ps|p7[a-z]|sig|key|pem|crt|cer)$", re.I)
_MAX_LEVELS = 20
_NOTE = re.compile(r"([a-z-]+)(?::(\d+))?$")


@dataclass(slots=True)
class MailWalk:
    """The walk over one message; `bodies` are the edits to be made in its texts once all are known."""

    root: Part
    done: Counter[str] = field(default_factory=Counter)
    sections: list[Section] = field(default_factory=list, repr=False)
    files: list[tuple[Part, str]] = field(default_factory=list, repr=False)
    bodies: list[Callable[[Sequence[Replacement]], None]] = field(default_factory=list, repr=False)
    pictures: Pictures = field(default_factory=Pictures, repr=False)
    _tables: int = 0
    _number: int = 0
    _level: int = 0
    _images: Mapping[str, str] = field(default_factory=dict, repr=False)

    def walk(self) -> list[Section]:
        """Return all sections in order; what goes whatever is decided is taken out on the way."""
        self._images = _inside_images(self.root)
        self._message(self.root, "message")
        return self.sections

    def finish(self, replacements: Sequence[Replacement]) -> None:
        """Write the edited texts back into their parts."""
        for body in self.bodies:
            body(replacements)

    def _message(self, part: Part, place: str) -> None:
        for one in list(part.fields):
            self._field(part, one, place)
        self._content(part, place)

    def _field(self, part: Part, one: Field, place: str) -> None:
        what = _treatments().get(one.key, "drop")
        if what == "address" and self._address(part, one, place):
            return
        if what in ("address", "text"):
            write = _field_writer(part, one)
            self._unit(place, decoded(one.value), write, BlockKind.PROPERTY, _LABELS.get(one.key, ""))
        elif what == "keep" or (one.key in _PART_FIELDS and one.key != "content-id"):
            return
        else:
            if what != "unread" and _PROSE.search(decoded(one.value)):
                self._unit(place, decoded(one.value), _nowhere, BlockKind.PROPERTY)
            one.raw = None
            self.done["properties-removed"] += 1

    def _address(self, part: Part, one: Field, place: str) -> bool:
        boxes = [list(pair) for pair in mailboxes(one.value)]
        for at, (name, address) in enumerate(boxes):
            if name:
                write = _box_writer(part, one, boxes, at, 0)
                ending = "\t" if address else "\n"
                self._unit(place, name, write, BlockKind.PROPERTY, _LABELS[one.key], ending)
            if address:
                self._unit(place, address, _box_writer(part, one, boxes, at, 1), BlockKind.PROPERTY, "Correo")
        return bool(boxes)

    def _unit(
        self, place: str, text: str, write: Callable[[str], None], kind: BlockKind, label: str = "", ending: str = "\n"
    ) -> None:
        text = " ".join(text.split())
        if text:
            self.sections.append(Unit(place, (Piece(text, write),), kind, label, ending=ending))

    def _content(self, part: Part, place: str) -> None:
        """Take what a part holds: further parts, a message, a text, or a file."""
        if part.type in _LOCKED and part is not self.root:
            self._unsupported(part, place)
            return
        if part.type in _LOCKED:
            raise EncryptedFile(
                "The message is encrypted or sealed.",
                stage="extract",
                remedy="Open it in the mail program, save it unprotected and upload that.",
            )
        if part.parts:
            self._level += 1
            if self._level > _MAX_LEVELS:
                raise LimitExceeded(
                    "The message nests too many messages.",
                    stage="extract",
                    remedy="Upload the inner ones on their own.",
                )
            if part.is_message:
                self.files.append((part, "eml"))
            for number, child in enumerate(part.parts, 1):
                below = f"{place}.{number}"
                if part.is_message:
                    self._message(child, f"{place} message")
                else:
                    self._part(child, below)
            self._level -= 1
            if part.type == "multipart/signed":
                part.tell("Content-Type", "multipart/mixed")
            if _PROSE.search(around := encoding_of(part.around)) and "MIME" not in around:
                self._unit(place, around, _nowhere, BlockKind.HIDDEN)
        else:
            self._leaf(part, place)

    def _part(self, part: Part, place: str) -> None:
        for one in list(part.fields):
            if one.key == "content-description":
                self._unit(place, decoded(one.value), _field_writer(part, one), BlockKind.PROPERTY)
            elif one.key == "content-id":
                new = self._images.get(f"cid:{one.value.strip('<>')}", "")
                one.raw = f" <{new.removeprefix('cid:')}>".encode() if new else None
            elif one.key not in _PART_FIELDS:
                one.raw = None
        if part.type.startswith("multipart/"):
            part.drop("content-disposition")
        for name in dict.fromkeys((part.file_name, part.parameter("name"))):
            self._unit(place, name, _nowhere, BlockKind.PROPERTY)
        self._content(part, place)

    def _leaf(self, part: Part, place: str) -> None:
        main, _, sub = part.type.partition("/")
        if part.type == "text/html" and _TEXT_NAME.search(part.file_name):
            self._page(part, place)
        elif main == "text" and sub not in _NOT_PROSE and sub != "csv" and _TEXT_NAME.search(part.file_name):
            self._text(part, place)
        elif part.type in _SIGNED:
            part.put(b"")
            part.gone = True
            self.done["signatures-removed"] += 1
        elif not (_is_prose_kind(part) and self._file(part, place)):
            self._unsupported(part, place)

    def _text(self, part: Part, place: str) -> None:
        source, charset = text_of(part)
        body = TextBody(source, place)
        self.sections += body.walk()
        self.done["attachments-removed"] += body.files
        self.bodies.append(lambda _: _put_text(part, source, body.edited(), charset))
        self.files.append((part, "txt"))

    def _page(self, part: Part, place: str) -> None:
        source, charset = text_of(part)
        page = Page(source, place, self._images, self.pictures)
        self.sections += page.walk(self._tables)
        self._tables = page.tables
        self.done += page.done

        def write(replacements: Sequence[Replacement]) -> None:
            sweep_names(page, replacements)
            _put_text(part, source, page.edited(), charset, references=True)

        self.bodies.append(write)
        self.files.append((part, "html"))

    def _file(self, part: Part, place: str) -> bool:
        """Read an attached file by its own reader; return whether there is one that can."""
        data = part.content()
        try:
            format = sniff(data, part.file_name or _default_name(part.type))
            is_read_here = format in ("eml", "image")
            document = None if is_read_here else registry.reader_of(format)(data, part.file_name)
        except (InputRefused, KeyError):
            return False
        if format == "image":
            self._picture(part, place)
            return True
        if document is None:
            part.parts = [parse(data)]
            part.tell("Content-Type", "message/rfc822")
            self._content(part, place)
            return True

        def write(replacements: Sequence[Replacement]) -> None:
            written = registry.writer_of(format)(data, document, replacements)
            part.put(written.data)
            for note in filter(None, map(_NOTE.match, written.notes)):
                self.done[note[1]] += int(note[2] or 1)

        self.sections.append(Attached(place, document, write))
        self.files.append((part, format))
        return True

    def _unsupported(self, part: Part, place: str) -> None:
        """Blank an image; take any other file out. A message's own body stays, empty."""
        if part.type.startswith("image/"):
            self._picture(part, place)
            return
        self.done["attachments-removed"] += 1
        part.tell("Content-Type", "text/plain; charset=utf-8")
        part.drop("content-disposition")
        part.put(b"")
        part.gone = not place.endswith("message")

    def _picture(self, part: Part, place: str) -> None:
        part.put(self.pictures.put(f"{place}/image", part.content()))
        kind = part.type.partition("/")[2].split("+")[0] if part.type.startswith("image/") else "png"
        self.files.append((part, kind))


def _is_prose_kind(part: Part) -> bool:
    main, _, sub = part.type.partition("/")
    return main != "message" and sub not in _NOT_PROSE and not _NOT_PROSE_NAME.search(part.file_name)


def text_of(part: Part) -> tuple[str, str]:
    """Return a part's text and its encoding: the one it tells, else the one it is in."""
    data = part.content()
    told = part.parameter("charset").strip().lower()
    # mail programs call Windows-1252 Latin-1, and read it so
    told = "cp1252" if told in ("iso-8859-1", "latin1", "us-ascii", "ascii") and not data.isascii() else told
    try:
        return data.decode(told or "utf-8"), told or "utf-8"
    except (UnicodeError, LookupError):
        text = encoding_of(data)
        return text, "utf-8"


def encoding_of(data: bytes) -> str:
    """Return bytes as text whatever they are."""
    try:
        return encoding.decode(data.replace(b"\0", b""))[0]
    except InputRefused:
        return data.decode("cp1252", "replace")


def _put_text(part: Part, source: str, text: str, charset: str, *, references: bool = False) -> None:
    """Write a text under the encoding its part tells, or under one that can hold it."""
    if text == source:
        return
    told = part.parameter("charset").strip().lower()
    used, data = _in_bytes(text, [told or charset, charset], "xmlcharrefreplace" if references else "strict")
    if used != told and not (data.isascii() and told):
        flowed = "".join(f"; {k}={v}" for k in ("format", "delsp") if (v := part.parameter(k)).isalpha())
        name = f'; name="{part.parameter("name")}"' if part.parameter("name") else ""
        part.tell("Content-Type", f"{part.type}; charset={used}{flowed}{name}")
    part.put(data)


def _in_bytes(text: str, charsets: Sequence[str], errors: str) -> tuple[str, bytes]:
    for charset in charsets:
        try:
            return charset, text.encode(charset, errors)
        except (UnicodeError, LookupError):
            continue
    return "utf-8", text.encode("utf-8", "replace")


def _field_writer(part: Part, one: Field) -> Callable[[str], None]:
    def write(new: str) -> None:
        one.raw = b" " + encoded(one.name, new).encode().replace(b"\n", part.eol)

    return write


def _box_writer(part: Part, one: Field, boxes: list[list[str]], at: int, side: int) -> Callable[[str], None]:
    def write(new: str) -> None:
        boxes[at][side] = new
        value = ",\n ".join(mailbox(name, address) for name, address in boxes)
        one.raw = b" " + value.encode("utf-8", "replace").replace(b"\n", part.eol)

    return write


def _nowhere(new: str) -> None:
    """Write nothing: the text goes whatever is decided."""


@cache
def _treatments() -> dict[str, str]:
    return {name: what for name, what in lexicons.rows("mail_headers.tsv")}


def _inside_images(root: Part) -> dict[str, str]:
    """Give each image that a page of the message shows a number for its identifier."""
    ids = [p.get("content-id").strip("<> ") for p in root.walk() if p.type.startswith("image/")]
    return {f"cid:{id}": f"cid:imagen{n}" for n, id in enumerate(filter(None, ids), 1)}


def _default_name(type: str) -> str:
    return {"text/csv": "a.csv", "text/tab-separated-values": "a.tsv"}.get(type, "")

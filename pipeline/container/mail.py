"""Messages (RFC 5322, RFC 2045): a tree of parts whose headers and bodies keep their bytes until something changes."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from itertools import count

from pipeline.container import limits
from pipeline.container.mail_words import decoded, raw_text
from pipeline.errors import LimitExceeded

_MAX_LEVELS = 20
_MAX_PARTS = 2_000
_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:([^\r\n]*(?:\r?\n[ \t]+[^\r\n]*)*)\r?\n?")
_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]+")
_REMEDY = "Save the attachments on their own and upload them one by one."


@dataclass(slots=True)
class Field:
    """A header field: its name and its value as written, folds included; `value` None means that it goes."""

    name: str
    raw: bytes | None = field(repr=False)

    @property
    def key(self) -> str:
        """The name in lower case."""
        return self.name.lower()

    @property
    def value(self) -> str:
        """The value unfolded, still in its encoded words."""
        return re.sub(r"\r?\n", "", raw_text(self.raw or b"")).strip()


@dataclass(slots=True)
class Part:
    """A message or one of its parts: fields, and either the bytes of a body or further parts.

    `around` is what stands before the first and after the last part, shown by no program.
    """

    fields: list[Field]
    body: bytes = field(default=b"", repr=False)
    parts: list[Part] = field(default_factory=list)
    eol: bytes = b"\n"
    around: bytes = field(default=b"", repr=False)
    gone: bool = False

    def get(self, key: str) -> str:
        """Return the value of the first field of a name, empty where there is none."""
        return next((f.value for f in self.fields if f.key == key and f.raw is not None), "")

    def tell(self, name: str, value: str) -> None:
        """Write a field anew in its place, or at the end."""
        raw = b" " + value.encode("utf-8", "replace").replace(b"\n", self.eol)
        for one in self.fields:
            if one.key == name.lower():
                one.raw = raw
                return
        self.fields.append(Field(name, raw))

    def drop(self, key: str) -> None:
        """Remove every field of a name."""
        self.fields = [one for one in self.fields if one.key != key]

    @property
    def type(self) -> str:
        """The media type in lower case, `text/plain` where none is told."""
        return _told(self).get_content_type()

    def parameter(self, name: str, of: str = "content-type") -> str:
        """Return a parameter of a field, decoded however it was written (RFC 2231, RFC 2047)."""
        value = _told(self).get_param(name, "", of)
        if isinstance(value, tuple):
            charset, _, text = value
            return _redecoded(text, charset or "utf-8")
        return decoded(str(value))

    def parameters(self) -> set[str]:
        """Return the names of the parameters of the type."""
        return {name.lower() for name, _ in _told(self).get_params([])[1:]}

    @property
    def file_name(self) -> str:
        """The name of the attached file, empty where there is none."""
        return self.parameter("filename", "content-disposition") or self.parameter("name")

    @property
    def is_message(self) -> bool:
        """Tell whether the part holds a whole message."""
        return self.type in ("message/rfc822", "message/global")

    def content(self) -> bytes:
        """Return the bytes of the body, its transfer encoding undone."""
        coding = self.get("content-transfer-encoding").lower()
        if coding == "base64":
            return _from_base64(self.body)
        if coding == "quoted-printable":
            return binascii.a2b_qp(self.body)
        return self.body

    def put(self, data: bytes) -> None:
        """Give the body other bytes under the same transfer encoding, or one that can hold them."""
        coding = self.get("content-transfer-encoding").lower()
        is_text = self.type.startswith("text/")
        if coding in ("", "7bit", "8bit", "binary") and is_text and (data.isascii() or coding in ("8bit", "binary")):
            self.body = data
        elif coding == "base64" or not is_text:
            self.tell("Content-Transfer-Encoding", "base64")
            self.body = base64.encodebytes(data).replace(b"\n", self.eol)
        else:
            self.tell("Content-Transfer-Encoding", "quoted-printable")
            self.body = binascii.b2a_qp(data, quotetabs=False, istext=True, header=False)

    def walk(self) -> Iterator[Part]:
        """Yield this part and all below, in order."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def save(self, marks: Iterator[str]) -> bytes:
        """Return the bytes; boundaries are told anew, since programs put names and times in them."""
        body = self.body
        kept = [part for part in self.parts if not part.gone]
        if self.type.startswith("multipart/"):
            mark = next(marks)
            self.tell("Content-Type", f'{self.type}; boundary="{mark}"')
            pieces = [b"--" + mark.encode() + self.eol + part.save(marks) + self.eol for part in kept]
            body = b"".join(pieces) + b"--" + mark.encode() + b"--" + self.eol
        elif self.is_message and self.parts:
            self.drop("content-transfer-encoding")
            body = self.parts[0].save(marks)
        lines = [f.name.encode() + b":" + f.raw + self.eol for f in self.fields if f.raw is not None]
        return b"".join(lines) + self.eol + body


def parse(data: bytes) -> Part:
    """Return the tree of a message; raises LimitExceeded where it nests too deep or has too many parts."""
    return _parse(data, 0, count(1))


def boundaries(root: Part) -> Iterator[str]:
    """Return boundaries that stand in no body; `=_` can't stand in encoded text (RFC 2045, 6.7)."""
    stem = "=_parte"
    bodies = [part.body for part in root.walk()]
    while any(stem.encode() in body for body in bodies):
        stem += "x"
    return (f"{stem}_{number}" for number in count(1))


def _parse(data: bytes, level: int, numbers: Iterator[int]) -> Part:
    if level > _MAX_LEVELS or next(numbers) > _MAX_PARTS:
        raise LimitExceeded("The message nests too many parts.", stage="extract", remedy=_REMEDY)
    fields, start = _fields(data)
    part = Part(fields, data[start:], eol=b"\r\n" if b"\r\n" in data[: start + 2] else b"\n")
    if part.type.startswith("multipart/"):
        _split(part, level, numbers)
    elif part.is_message:
        part.parts = [_parse(part.content(), level + 1, numbers)]
    if len(part.body) > limits.MAX_BYTES:
        raise LimitExceeded("A part of the message is too large.", stage="extract", remedy=_REMEDY)
    return part


def _fields(data: bytes) -> tuple[list[Field], int]:
    """Read the header; it ends at an empty line, or where a line is none of a header."""
    fields: list[Field] = []
    place = 0
    while True:
        match = _FIELD.match(data, place)
        if not match or match.end() == place:
            break
        fields.append(Field(match[1].decode("ascii"), match[2]))
        place = match.end()
    for blank in (b"\r\n", b"\n"):
        if data.startswith(blank, place):
            return fields, place + len(blank)
    return fields, place


def _split(part: Part, level: int, numbers: Iterator[int]) -> None:
    mark = part.parameter("boundary").encode("utf-8", "replace")
    if not mark:
        part.tell("Content-Type", "text/plain")
        return
    line = re.compile(rb"(?:\A|\r?\n)--" + re.escape(mark) + rb"(--)?[ \t]*(?=\r?\n|\Z)")
    start, pieces, around = -1, list[bytes](), list[bytes]()
    for match in line.finditer(part.body):
        before = part.body[max(start, 0) : match.start()]
        (pieces if start >= 0 else around).append(before)
        start = match.end()
        if match[1]:
            around.append(part.body[start:])
            start = -1
            break
    else:
        if start >= 0:
            pieces.append(part.body[start:])
    if not pieces and part.type != "multipart/encrypted":
        part.tell("Content-Type", "text/plain")
        return
    part.parts = [_parse(re.sub(rb"\A\r?\n", b"", piece), level + 1, numbers) for piece in pieces]
    part.around, part.body = b"\n".join(around), b""


def _told(part: Part) -> Message:
    """Let the standard library read the fields that tell what a part is."""
    told = Message()
    for key in ("content-type", "content-disposition"):
        value = part.get(key)
        if value:
            told[key] = value
    return told


def _redecoded(text: str, charset: str) -> str:
    try:
        return text.encode("latin-1").decode(charset)
    except (ValueError, LookupError):  # a name of an encoding may hold a null character
        return text


def _from_base64(body: bytes) -> bytes:
    """Decode forgivingly: stray signs are skipped, a cut end is filled up."""
    letters = _BASE64.sub(b"", body).split(b"=")[0]
    return base64.b64decode(letters[: len(letters) - (len(letters) % 4 == 1)] + b"=" * (-len(letters) % 4))

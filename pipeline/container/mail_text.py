"""The plain text of a message: paragraphs whole, whatever marks of quotation its lines begin with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pipeline.container.splices import Splices
from pipeline.container.units import Piece, Unit

_LINE = re.compile(r"((?:[ \t]*>)*[ \t]*)([^\r\n]*)(\r?\n|\r|\Z)")
_BEGIN = re.compile(r"^begin(?:-base64)? [0-7]{3,4} [^\r\n]*\r?$", re.M)
_END = re.compile(r"^(?:end|====)[ \t]*\r?$", re.M)
_LONGEST = 20_000


@dataclass(slots=True)
class TextBody:
    """A text being walked: its source, the edits wanted in it, and the number of files written out inside it."""

    source: str = field(repr=False)
    part: str
    edits: Splices = field(default_factory=Splices)
    files: int = 0

    def walk(self) -> list[Unit]:
        """Return one unit per paragraph; files written out in the text (uuencode) go."""
        gone = list(_coded_files(self.source))
        for start, end in gone:
            self.edits.put(start, end, "")
        self.files = len(gone)
        units: list[Unit] = []
        place = 0
        for start, end in [*gone, (len(self.source), len(self.source))]:
            units += self._paragraphs(place, start)
            place = end
        return units

    def edited(self) -> str:
        """Return the source with the edits made."""
        return self.edits.applied(self.source)

    def _paragraphs(self, place: int, stop: int) -> Iterator[Unit]:
        pieces: list[Piece] = []
        length, depth, ended = 0, "", place
        for match in _LINE.finditer(self.source, place, stop):
            said, marks = match[2].rstrip(), "".join(match[1].split())
            if pieces and (not said or marks != depth or length > _LONGEST):
                yield Unit(self.part, tuple(pieces))
                pieces, length = [], 0
            if said:
                start = match.start(2)
                if pieces:
                    pieces.append(Piece("\n", self._break(ended, start)))
                ended = start + len(said)
                pieces.append(Piece(said, self._writer(start, ended)))
                length, depth = length + len(said), marks
        if pieces:
            yield Unit(self.part, tuple(pieces))

    def _writer(self, start: int, end: int) -> Callable[[str], None]:
        def write(new: str) -> None:
            self.edits.put(start, end, new)

        return write

    def _break(self, start: int, end: int) -> Callable[[str], None]:
        """A break that goes takes the marks of the next line along; one that stays keeps them."""
        source = self.source[start:end]

        def write(new: str) -> None:
            self.edits.put(start, end, new.replace("\n", source))

        return write


def _coded_files(text: str) -> Iterator[tuple[int, int]]:
    place = 0
    while (begin := _BEGIN.search(text, place)) and (end := _END.search(text, begin.end())):
        yield begin.start(), end.end()
        place = end.end()

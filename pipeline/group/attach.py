"""Which person an identifier hangs from: the one in its row, its clause or its form."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pipeline.analysis import Found
from pipeline.container.records import Record, Records
from pipeline.document import Document, Span
from pipeline.entity import Mention
from pipeline.group.mentions import PersonMention
from pipeline.group.person import Person
from pipeline.lexicons import words

Key = tuple[str, str]

# A sentence ends: a stop, a capital after it, and no abbreviation before it.
SENTENCE_END = re.compile(r"(?<![\s.][A-ZÑ])(?<!\b[Nn]úm)(?<!\b[A-Za-z]{2})[.;]\s+(?=[A-ZÁÉÍÓÚÑ¿¡«])|\n\s*\n")
_FIELD = re.compile(r"^[^\n:]{2,40}:")
_FAR_BACK, _FAR_AHEAD = 300, 60


def owners(
    found: Sequence[Found],
    mentions: Sequence[PersonMention],
    people: Sequence[Person],
    values: Mapping[Key, Sequence[tuple[int, Mention]]],
) -> Iterator[tuple[Key, Person]]:
    """Yield the values that hang from one person with that person; a value of several hangs from none."""
    person_of = {(m.document, m.start): p for p in people for m in p.mentions}
    places: dict[int, list[PersonMention]] = defaultdict(list)
    for m in mentions:
        places[m.document].append(m)
    finders = {n: _Finder(f.document, places[n]) for n, f in enumerate(found)}
    owned = words("owned_labels.txt")
    for key, standing in values.items():
        if key[0] not in owned:
            continue
        near = [finders[n].nearest(m.span) for n, m in standing]
        holders = dict.fromkeys(person_of[m.document, m.start] for m in near if m is not None)
        certain = [p for p in holders if not p.candidates]
        if len(certain) == 1:
            yield key, certain[0]


class _Finder:
    """The persons of one document by place, row and block."""

    def __init__(self, document: Document, mentions: Sequence[PersonMention]) -> None:
        self.document = document
        self.mentions = mentions
        self.starts = [m.start for m in mentions]
        self.records = Records(document)
        self.rows: dict[Record, list[PersonMention]] = defaultdict(list)
        for m in mentions:
            if m.cell is not None:
                self.rows[m.cell].append(m)

    def nearest(self, span: Span) -> PersonMention | None:
        """Return the mention that the span hangs from, None if none is near."""
        block = self.document.block_at(span.start)
        record = self.records.of(block)
        if record is not None:
            row = self.rows.get(record, [])
            same = {m.parts for m in row}
            return row[0] if len(same) == 1 else None
        at = bisect_left(self.starts, span.start)
        before = self.mentions[at - 1] if at else None
        after = self.mentions[at] if at < len(self.mentions) else None
        if before is not None and self._same_clause(before.detection.span.end, span.start, _FAR_BACK):
            return before
        if after is not None and self._same_clause(span.end, after.start, _FAR_AHEAD):
            return after
        return before if before is not None and self._same_form(before, span) else None

    def _same_clause(self, start: int, end: int, far: int) -> bool:
        between = self.document.text[start : min(end, start + far + 1)]
        return end - start <= far and SENTENCE_END.search(between) is None

    def _same_form(self, before: PersonMention, span: Span) -> bool:
        """Tell whether both stand in labelled fields of one run of lines ("Nombre: …⏎Teléfono: …")."""
        if span.start - before.detection.span.end > _FAR_BACK:
            return False
        text = self.document.text
        start = text.rfind("\n", 0, before.start) + 1
        lines = text[start : span.start].split("\n")
        return all(_FIELD.match(line) for line in lines)

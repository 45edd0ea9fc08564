"""Which person an identifier hangs from: the one in its row, its clause or its form."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pipeline.analysis import Found
from pipeline.container.records import Record, Records
from pipeline.document import Block, Document, Span, fold
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
        at = bisect_left(self.starts, span.start)
        before = self.mentions[at - 1] if at else None
        if record is not None:
            row = self.rows.get(record, [])
            if len({m.parts for m in row}) > 1:
                return self._of_its_columns(block, record, row)
            return row[0] if row else self._of_its_form(block, before)
        after = self.mentions[at] if at < len(self.mentions) else None
        if before is not None and self._same_clause(before.detection.span.end, span.start, _FAR_BACK):
            return before
        if after is not None and self._same_clause(span.end, after.start, _FAR_AHEAD):
            return after
        return before if before is not None and self._same_form(before, span) else None

    def _of_its_columns(self, block: Block, record: Record, row: Sequence[PersonMention]) -> PersonMention | None:
        """Return whom a cell is about among several people of its row ("Titular, NIF titular, Representante, NIF").

        The one whose header shares a word with the cell's, that no other's header has; else the one to its left,
        unless people stand side by side there.
        """
        holders = [(m, self.document.block_at(m.start)) for m in row]
        said = _words_of(block.label)
        named = [(m, _words_of(b.label)) for m, b in holders]
        sharing = [m for m, own in named if said & own - set().union(*(o for n, o in named if n.parts != m.parts))]
        if sharing and len({m.parts for m in sharing}) == 1:
            return sharing[0]
        here = _place(block, record)
        left = sorted(
            ((_place(b, record), m) for m, b in holders if _place(b, record) < here), key=lambda pair: pair[0]
        )
        if sharing or not left:
            return None
        column, nearest = left[-1]
        crowded = any(m.parts != nearest.parts and at >= column - 1 for at, m in left)
        return None if crowded else nearest

    def _of_its_form(self, block: Block, before: PersonMention | None) -> PersonMention | None:
        """Return the person named last in a table of labels and values, one pair a row."""
        if before is None or not self._is_field(block):
            return None
        above = self.document.block_at(before.start)
        return before if above.table == block.table and self._is_field(above) else None

    def _is_field(self, block: Block) -> bool:
        """Tell whether a cell's row holds nothing but its label and itself."""
        at = self.document.block_index(block.start)
        beside = self.document.blocks[max(0, at - 1) : at + 2]
        row = [b for b in beside if b.table == block.table is not None and b.row == block.row]
        label = self.document.text[row[0].start : row[0].end].strip(" \n\t:") if row else ""
        return len(row) == 2 and row[1] is block and bool(label) and label == block.label.strip(" :")

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


def _words_of(header: str) -> set[str]:
    """Return the words of a header that can tell one of several people from another."""
    return {w for w in re.findall(r"[^\W_]{3,}", fold(header)) if w not in ("nombre", "apellidos")}


def _place(block: Block, record: Record) -> int:
    """Return where a cell stands along its record: its column, or its row in a table on its side."""
    return (block.row if record[1] < 0 and block.table is not None else block.column) or 0

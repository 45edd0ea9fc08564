"""Delimited tables, written back: only the changed cells differ."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.container import delimited, encoding
from pipeline.container.units import Edit, edits_of
from pipeline.decision import Replacement, Written
from pipeline.document import Document
from pipeline.registry import writer


@writer("csv")
def write_table(data: bytes, document: Document, replacements: Sequence[Replacement]) -> Written:
    """Rewrite the cells that a replacement touches, quoted as they were and harmless to a spreadsheet."""
    text, coding = encoding.decode(data)
    delimiter = delimited.delimiter_of(text, document.name)
    edits = edits_of(document, replacements)
    changed = [
        (cell, _edited(cell.value, edits["cells", number]))
        for number, cell in enumerate(delimited.cells(text, delimiter))
        if ("cells", number) in edits
    ]
    return Written(coding.encode(delimited.splice(text, changed, delimiter)))


def _edited(value: str, edits: Sequence[Edit]) -> str:
    out: list[str] = []
    place = 0
    for edit in edits:
        out += [value[place : edit.start], edit.output]
        place = edit.end
    return "".join([*out, value[place:]])

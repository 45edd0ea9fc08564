"""Documents inside a document: the text of an attached file among the units of the one that carries it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from pipeline.container.units import Unit, document_of
from pipeline.decision import Replacement
from pipeline.document import Anchor, Block, Document, Span, build


@dataclass(frozen=True, slots=True)
class Attached:
    """An attached file as its own reader reads it, and the act of writing it back with replacements of its own."""

    part: str
    document: Document
    write: Callable[[Sequence[Replacement]], None] = field(repr=False)


Section = Unit | Attached


def units_of(sections: Sequence[Section]) -> list[Unit]:
    """Return the units of the carrying document itself."""
    return [section for section in sections if isinstance(section, Unit)]


def compose(sections: Sequence[Section], source: bytes, format: str, name: str) -> Document:
    """Make the one Document of all sections; anchors of attached text name the part that it lies in."""
    own = document_of(units_of(sections), source, format, name)
    own_blocks = iter(own.blocks)
    texts: list[str] = []
    blocks: list[Block] = []
    place = tables = 0
    for section in sections:
        if isinstance(section, Unit):
            if not section.text:
                continue
            block = next(own_blocks)
            texts.append(own.text[block.start : block.end])
            blocks.append(_moved(block, place - block.start, "", 0))
            place += block.end - block.start
            tables = max(tables, (block.table if block.table is not None else -1) + 1)
        else:
            text = _closed(section.document.text)
            added = [_moved(b, place, f"{section.part}/", tables) for b in section.document.blocks]
            if added:
                added[-1] = replace(added[-1], end=place + len(text))
            texts.append(text)
            blocks += added
            place += len(text)
            tables = max([tables, *(b.table + 1 for b in added if b.table is not None)])
    return build("".join(texts), blocks, source, format, name)


def write_all(sections: Sequence[Section], replacements: Sequence[Replacement]) -> None:
    """Hand each attached document the replacements that lie in it; one that begins before leaves no output there."""
    place = 0
    for section in sections:
        if isinstance(section, Unit):
            place += len(section.text) + len(section.ending) if section.text else 0
            continue
        end = place + len(section.document.text)
        section.write([_clipped(r, place, end) for r in replacements if r.span.start < end and place < r.span.end])
        place += len(_closed(section.document.text))


def _clipped(replacement: Replacement, start: int, end: int) -> Replacement:
    span = Span(max(replacement.span.start, start) - start, min(replacement.span.end, end) - start)
    return replace(replacement, span=span, output=replacement.output if replacement.span.start >= start else "")


def _closed(text: str) -> str:
    return text if text.endswith("\n") or not text else text + "\n"


def _moved(block: Block, shift: int, part: str, tables: int) -> Block:
    anchors = tuple(
        Anchor(a.start + shift, a.end + shift, part + a.part, a.index, a.offset) if part or shift else a
        for a in block.anchors
    )
    table = block.table + tables if block.table is not None else None
    return replace(block, start=block.start + shift, end=block.end + shift, anchors=anchors, table=table, page=None)

"""Builds an analysed case out of marked text: `[PERSON#1 Ana Ávila]` is a mention of the first entity."""

from __future__ import annotations

import re
from typing import Any

from pipeline.document import Block, BlockKind, Document, build, from_text
from review import rulings, storage
from review.actions import tags
from review.models import CaseFile, Detection, Entity, SourceFile, User
from review.states import FileState
from review.store.documents import pack

_MARK = re.compile(r"\[(=?)([A-Z_]+)(?:#(\w+))?(\??)(!?) ([^\]]+)\]")


def a_file(case: CaseFile, by: User, marked: str, name: str = "solicitud.txt") -> SourceFile:
    """Store a file with its document and detections.

    `[PERSON#1 …]` belongs to entity 1; `[=CITATION …]` is protected; `?` after the number is a doubt, `!` a
    failed check. Entities are shared over the case by number and label.
    """
    text, found = _read(marked)
    return _stored(case, by, from_text(text, name), found)


def a_table(case: CaseFile, by: User, rows: list[list[str]], name: str = "listado.csv") -> SourceFile:
    """Store a table of marked cells; the first row names the columns."""
    text, blocks, found = "", [], []
    for r, row in enumerate(rows):
        for c, cell in enumerate(row):
            plain, marks = _read(cell)
            start = len(text)
            found += [(start + s, start + e, m) for s, e, m in marks]
            text += plain + ("\n" if c + 1 == len(row) else "\t")
            label = rows[0][c] if r else ""
            blocks.append(Block(start, len(text), BlockKind.CELL, (), label, r, c, table=0))
    return _stored(case, by, build(text, blocks, text.encode(), "csv", name), found)


def _stored(case: CaseFile, by: User, document: Document, found: list[tuple[int, int, Any]]) -> SourceFile:
    text, name = document.text, document.name
    order = case.files.count()
    source = SourceFile.objects.create(
        case=case, name=name, format=document.format, size=len(text), digest=f"{order:064d}", original="none",
        document=storage.keep("documents", pack(document)), state=FileState.ANALYSED, order=order, uploaded_by=by,
    )  # fmt: skip
    rows = [_row(source, n, text, *each) for n, each in enumerate(found, 1)]
    Detection.objects.bulk_create(rows)
    return source


def _read(marked: str) -> tuple[str, list[tuple[int, int, Any]]]:
    text, at, found = "", 0, []
    for match in _MARK.finditer(marked):
        text += marked[at : match.start()]
        found.append((len(text), len(text) + len(match[6]), match))
        text += match[6]
        at = match.end()
    return text + marked[at:], found


def _row(source: SourceFile, n: int, text: str, start: int, end: int, match: Any) -> Detection:
    protects, label, number, doubt, failed = match[1], match[2], match[3], match[4], match[5]
    entity = _entity(source.case, label, number, match[6]) if number else None
    keeps = bool(protects)
    action = "keep" if keeps else "tag"
    output = "" if keeps else f"[{entity.tag if entity else rulings.LOOSE}]"
    reason = "citation" if keeps else "threshold"
    return Detection(
        source=source, entity=entity, ref=f"d{n}", start=start, end=end, label=label, score=0.55 if doubt else 0.9731,
        effect="protect" if keeps else "hide", layer="rule", recogniser="names", trigger="treatment:dona",
        validated=False if failed else None, adjustments=[["context:dni", 0.35]], form="value",
        spelling=rulings.fold(text[start:end]), doubtful=bool(doubt or failed), engine_action=action,
        engine_reason=reason, engine_output=output, action=action, reason=reason, output=output,
    )  # fmt: skip


def _entity(case: CaseFile, label: str, number: str, surface: str) -> Entity:
    kind = tags.kind_of(label)
    tag = f"{tags.prefix_of(label)}_{number}"
    made, _ = Entity.objects.get_or_create(
        case=case, tag=tag,
        defaults={"kind": kind, "label": label, "name": surface, "order": Entity.objects.filter(case=case).count()},
    )  # fmt: skip
    return made


def snapshot(case: CaseFile) -> list[tuple[object, ...]]:
    """Return everything that an undo has to bring back: standing mentions and the entities that hold them."""
    mentions = Detection.objects.filter(source__case=case, withdrawn=False).order_by("source_id", "start", "pk")
    rows: list[tuple[object, ...]] = list(
        mentions.values_list(
            "pk", "entity_id", "label", "lost_to", "action", "reason", "output", "decided",
            "entity__tag", "entity__label", "entity__kind", "entity__name", "entity__action", "entity__decided",
        )
    )  # fmt: skip
    hung = Entity.objects.filter(case=case, mentions__withdrawn=False).distinct().order_by("pk")
    return rows + list(hung.values_list("pk", "attached_to_id", "merged_into_id"))

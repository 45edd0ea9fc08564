"""Builds an analysed case of many people fast: rows in bulk, documents as the engine would store them."""

from __future__ import annotations

from pipeline.document import fold, from_text
from review import storage
from review.models import CaseFile, Detection, Entity, SourceFile, User
from review.states import FileState
from review.store.documents import pack

_LEAD = "Comparece "
_REST = " y expone cuanto a su derecho conviene, sin que conste oposición.\n\n"


def large_case(case: CaseFile, by: User, *, people: int, mentions: int, files: int) -> None:
    """Fill a case: people by turns, one mention a paragraph, every 50th in doubt."""
    Entity.objects.bulk_create(
        Entity(case=case, tag=f"PER_{n}", kind="natural", label="PERSON", name=_name(n), order=n)
        for n in range(1, people + 1)
    )
    entities = list(Entity.objects.filter(case=case).order_by("order"))
    each = mentions // files
    for number in range(files):
        turns = [entities[(number * each + n) % people] for n in range(each)]
        _file(case, by, number, turns)


def _name(n: int) -> str:
    return f"Fulgencia Torremocha Inventada {n}"


def _file(case: CaseFile, by: User, number: int, turns: list[Entity]) -> None:
    text = "".join(f"{_LEAD}{entity.name}{_REST}" for entity in turns)
    name = f"autos {number + 1}.txt"
    source = SourceFile.objects.create(
        case=case, name=name, format="txt", size=len(text), digest=f"{number:064d}", original="none", order=number,
        document=storage.keep("documents", pack(from_text(text, name))), state=FileState.ANALYSED, uploaded_by=by,
    )  # fmt: skip
    rows, at = [], 0
    for n, entity in enumerate(turns, 1):
        rows.append(_mention(source, n, at + len(_LEAD), entity))
        at += len(_LEAD) + len(entity.name) + len(_REST)
    Detection.objects.bulk_create(rows, batch_size=2_000)


def _mention(source: SourceFile, n: int, start: int, entity: Entity) -> Detection:
    doubt = n % 50 == 0
    written = f"[{entity.tag}]"
    return Detection(
        source=source, entity=entity, ref=f"d{n}", start=start, end=start + len(entity.name), label="PERSON",
        score=0.55 if doubt else 0.9731, effect="hide", layer="rule", recogniser="names", trigger="treatment:dona",
        form="full name", spelling=fold(entity.name), doubtful=doubt, engine_action="tag", engine_reason="threshold",
        engine_output=written, action="tag", reason="threshold", output=written,
    )  # fmt: skip

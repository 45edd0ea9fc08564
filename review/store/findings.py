"""Detections: rows to the engine's types and back, with the decisions in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from pipeline import detection as engine
from pipeline import entity as engine_entity
from pipeline.analysis import Analysis, Found, Relation, RelationKind
from pipeline.decision import Action, Decision, Reason
from pipeline.document import Document, Span, fold
from pipeline.store import Kept
from review.models import Act, CaseFile, Detection, Entity, SourceFile, User
from review.models import Decision as DecisionRow
from review.store.documents import engine_document
from review.store.entities import known_entities

Rulings = dict[tuple[str, int | None, str], tuple[str, str]]
REVISED = (
    "start", "end", "lost_to", "doubtful", "engine_action", "engine_reason", "engine_output",
    "action", "reason", "output",
)  # fmt: skip


def detection_of(row: Detection) -> engine.Detection:
    """Return a row as the engine's detection; its id is the row's reference within the file."""
    provenance = engine.Provenance(
        engine.Layer(row.layer),
        row.recogniser,
        row.trigger,
        row.version,
        row.validated,
        tuple(engine.Adjustment(str(by), float(delta)) for by, delta in row.adjustments),
    )
    return engine.Detection(
        Span(row.start, row.end),
        row.label,
        row.score,
        provenance,
        engine.Effect(row.effect),
        row.value,
        row.ref,
        row.lost_to or None,
    )


def row_of(
    source: SourceFile,
    document: Document,
    detection: engine.Detection,
    decision: Decision,
    form: str,
    entity: Entity | None,
) -> Detection:
    """Return a new row of what the engine found and decided by itself."""
    said = detection.provenance
    return Detection(
        source=source,
        entity=entity,
        ref=detection.id,
        start=detection.span.start,
        end=detection.span.end,
        label=detection.label,
        score=detection.score,
        effect=detection.effect.value,
        layer=said.layer.value,
        recogniser=said.recogniser[:60],
        trigger=said.trigger[:120],
        version=said.version[:20],
        validated=said.validated,
        adjustments=[[a.by, a.delta] for a in said.adjustments],
        lost_to=detection.lost_to or "",
        form=form,
        spelling=spelling_of(document, detection.span),
        value=detection.value[:500],
        doubtful=decision.doubtful,
        **_decided(decision),
    )


def spelling_of(document: Document, span: Span) -> str:
    """Return how a mention is spelt, case, accents and white space aside."""
    return fold(document.surface(span))[:300]


def _decided(decision: Decision) -> dict[str, str]:
    action, reason = decision.action.value, decision.reason.value
    output = "" if decision.action is Action.KEEP else decision.output[:500]
    return {
        "action": action, "reason": reason, "output": output,
        "engine_action": action, "engine_reason": reason, "engine_output": output,
    }  # fmt: skip


def new_rows(
    source: SourceFile, analysis: Analysis, rows: Mapping[str, Entity], taken: Iterable[str] = ()
) -> list[Detection]:
    """Return the rows of an analysis's detections that aren't stored yet; `rows` are its entities' by id."""
    stored = set(taken)
    forms = forms_of(analysis)
    return [
        row_of(
            source, analysis.document, d, analysis.decisions[d.id], forms.get(d.id, ""),
            rows.get(analysis.entity_of.get(d.id, "")),
        )
        for d in analysis.detections
        if d.id not in stored
    ]  # fmt: skip


def forms_of(analysis: Analysis) -> dict[str, str]:
    """Return how each detection of the document names its entity."""
    return {
        m.detection: m.form.value
        for e in analysis.entities
        for m in e.mentions
        if m.document == analysis.document.digest
    }


def revised(row: Detection, detection: engine.Detection, decision: Decision) -> bool:
    """Bring a stored row up to what the engine now says; tell whether anything changed.

    What is done with a mention that stands is left to the rulings, which are settled afterwards.
    """
    span = detection.span
    wanted = {
        "start": span.start,
        "end": span.end,
        "lost_to": detection.lost_to or "",
        "doubtful": decision.doubtful,
        **{k: v for k, v in _decided(decision).items() if detection.lost_to or k.startswith("engine_")},
    }
    changed = any(getattr(row, name) != value for name, value in wanted.items())
    for name, value in wanted.items():
        setattr(row, name, value)
    return changed


def kept_of(source: SourceFile) -> Kept:
    """Return an analysed file as stored, with what a person has settled in it."""
    # Read first: an act in between makes the reading stale, never a stale reading look fresh.
    revision = CaseFile.objects.values_list("revision", flat=True).get(pk=source.case_id)
    rows = standing_rows(source)
    ruled = set(
        DecisionRow.objects.filter(detection__source=source, revokes=None, revoked_by=None).values_list(
            "detection_id", flat=True
        )
    )
    return Kept(
        file=source.pk,
        found=Found(engine_document(source), tuple(detection_of(row) for row in rows)),
        entity_of={row.ref: str(row.entity_id) for row in rows if row.entity_id},
        fixed=frozenset(row.ref for row in rows if row.pk in ruled or row.added_by_id),
        taken=frozenset(source.detections.values_list("ref", flat=True)),
        revision=revision,
    )


def standing_rows(source: SourceFile) -> list[Detection]:
    """Return the detections of a file that nobody has withdrawn, losers included, by place."""
    return list(source.detections.filter(withdrawn=False).order_by("start", "-end", "pk"))


def analysis_of(source: SourceFile, known: tuple[engine_entity.Entity, ...] | None = None) -> Analysis:
    """Return the analysis of a file with the decisions in force, reviewers' among them.

    `known` are the expediente's entities, where they have been read already.
    """
    rows = standing_rows(source)
    return Analysis(
        document=engine_document(source),
        detections=tuple(detection_of(row) for row in rows),
        entities=known_entities(source.case) if known is None else known,
        decisions={row.ref: _decision(row) for row in rows},
        relations=tuple(_relation(n, *each) for n, each in enumerate(source.relations, 1)),
        policy=str(source.case.policy),
        engine=source.engine,
        entity_of={row.ref: str(row.entity_id) for row in rows if row.entity_id},
    )


def decided_by(source: SourceFile, rulings: Rulings) -> dict[str, tuple[str, str]]:
    """Return who decided and when, by detection, for what a person has ruled on, added or drawn."""
    found = {}
    by_hand = _added_by(source.case)
    rows = source.detections.filter(withdrawn=False, reason=Reason.REVIEWER.value)
    for pk, ref, entity, spelling in rows.values_list("pk", "ref", "entity_id", "spelling"):
        said = rulings.get(("mention", pk, "")) or rulings.get(("entity", entity, spelling))
        said = said or rulings.get(("entity", entity, "")) or by_hand.get(pk)
        if said:
            found[ref] = said
    return found


def _added_by(case: CaseFile) -> dict[int, tuple[str, str]]:
    """Return who added or drew each mention that the engine hadn't found, and when."""
    acts = Act.objects.filter(case=case, kind__in=(Act.Kind.ADD, Act.Kind.DRAW), undone=False)
    rows = acts.select_related("actor").order_by("pk")
    return {pk: _who_and_when(act.actor, act.at) for act in rows for pk in act.payload["mentions"]}


def _who_and_when(actor: User, at: datetime) -> tuple[str, str]:
    return actor.get_full_name() or actor.get_username(), at.isoformat(timespec="seconds")


def rulings_of(case: CaseFile) -> Rulings:
    """Return who ruled and when, by what was ruled on."""
    rows = DecisionRow.objects.filter(case=case, revokes=None, revoked_by=None)
    found: Rulings = {}
    for row in rows.select_related("actor").order_by("pk"):
        kind, target = ("mention", row.detection_id) if row.detection_id else ("entity", row.entity_id)
        found[kind, target, row.spelling if kind == "entity" else ""] = _who_and_when(row.actor, row.at)
    return found


def _decision(row: Detection) -> Decision:
    return Decision(row.ref, Action(row.action), Reason(row.reason), row.output, doubtful=row.doubtful)


def _relation(number: int, kind: str, detection: str, holder: str, of: str, fits: int | None) -> Relation:
    return Relation(f"r{number}", RelationKind(kind), detection, holder, of, fits)


def relations_of(analysis: Analysis, rows: Mapping[str, Entity]) -> list[list[object]]:
    """Return the ties and posts as they are stored: ids only."""

    def pk(entity: str) -> str:
        return str(rows[entity].pk) if entity in rows else ""

    return [[r.kind.value, r.detection, pk(r.holder), pk(r.of), r.fits] for r in analysis.relations]


def retagged(analysis: Analysis, tags: Mapping[str, tuple[str, str]]) -> Analysis:
    """Return the analysis with the outputs of entities whose tag had been taken in the meantime."""
    if not tags:
        return analysis
    decisions = dict(analysis.decisions)
    for detection, entity in analysis.entity_of.items():
        if entity in tags and detection in decisions:
            old, new = tags[entity]
            said = decisions[detection]
            decisions[detection] = _with_output(said, said.output.replace(f"[{old}]", f"[{new}]"))
    return _with_decisions(analysis, decisions)


def _with_output(said: Decision, output: str) -> Decision:
    return Decision(
        said.detection, said.action, said.reason, output, said.actor, said.at, said.policy, said.entry, said.doubtful
    )


def _with_decisions(analysis: Analysis, decisions: Mapping[str, Decision]) -> Analysis:
    return Analysis(
        analysis.document, analysis.detections, analysis.entities, decisions, analysis.relations, analysis.policy,
        analysis.engine, analysis.model, analysis.entity_of,
    )  # fmt: skip

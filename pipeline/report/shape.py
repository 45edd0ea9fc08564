"""The shape of one analysis as JSON, as the command line and other programs read it."""

from __future__ import annotations

from typing import Any

from pipeline.analysis import Analysis
from pipeline.detection import Detection
from pipeline.entity import Entity, EntityKind


def analysis_json(analysis: Analysis) -> dict[str, Any]:
    """Return a whole analysis as plain data: text, detections (kept ones and losers too), persons, relations."""
    tags = {e.id: e for e in analysis.entities}
    people = {e.id: e for e in analysis.entities if e.kind is not EntityKind.VALUE}
    return {
        "file": analysis.document.name,
        "text": analysis.document.text,
        "engine": {"version": analysis.engine, "model": analysis.model, "policy": analysis.policy},
        "detections": [_detection(analysis, d, tags) for d in analysis.detections],
        "persons": _persons(analysis, people),
        "relations": [
            {
                "id": r.id,
                "kind": r.kind.value,
                "detection": r.detection,
                "holder": _tag(tags, r.holder),
                "of": _tag(tags, r.of),
                "fits": r.fits,
            }
            for r in analysis.relations
        ],
    }


def _tag(entities: dict[str, Entity], id: str) -> str | None:
    return entities[id].tag if id in entities else None


def _detection(analysis: Analysis, detection: Detection, entities: dict[str, Entity]) -> dict[str, Any]:
    decision = analysis.decisions[detection.id]
    origin = detection.provenance
    entity = entities.get(analysis.entity_of.get(detection.id, ""))
    owner = entity.attached_to if entity and entity.kind is EntityKind.VALUE else entity.id if entity else None
    return {
        "id": detection.id,
        "start": detection.span.start,
        "end": detection.span.end,
        "label": detection.label,
        "score": detection.score,
        "effect": detection.effect.value,
        "layer": origin.layer.value,
        "recogniser": origin.recogniser,
        "trigger": origin.trigger,
        "validated": origin.validated,
        "adjustments": [{"by": a.by, "delta": a.delta} for a in origin.adjustments],
        "person": _tag(entities, owner or ""),
        "lost_to": detection.lost_to,
        "decision": {
            "action": decision.action.value,
            "reason": decision.reason.value,
            "output": decision.output,
            "doubtful": decision.doubtful,
        },
    }


def _persons(analysis: Analysis, people: dict[str, Entity]) -> list[dict[str, Any]]:
    mentions: dict[str, list[str]] = {id: [] for id in people}
    attributes: dict[str, list[str]] = {id: [] for id in people}
    owners = {e.id: e.attached_to for e in analysis.entities if e.attached_to}
    for detection in analysis.detections:
        entity = analysis.entity_of.get(detection.id)
        if entity in mentions:
            mentions[entity].append(detection.id)
        elif entity in owners and owners[entity] in attributes:
            attributes[owners[entity]].append(detection.id)
    return [
        {
            "tag": e.tag,
            "name": e.name,
            "kind": e.kind.value,
            "mentions": mentions[id],
            "attributes": attributes[id],
        }
        for id, e in people.items()
        if mentions[id]
    ]

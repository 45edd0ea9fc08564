"""The report as plain data: four answers per replacement, totals, and the certificate.

Places, labels, scores and tags, never the text that was replaced.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pipeline.analysis import Analysis
from pipeline.decision import Action
from pipeline.detection import Detection, Effect
from pipeline.document import Document, Span

Decided = Mapping[str, tuple[str, str]]


def as_json(
    analysis: Analysis,
    *,
    name: str,
    digest: str,
    sought: int,
    notes: tuple[str, ...] = (),
    decided_by: Decided | None = None,
    made_at: str = "",
    reanalysed: int = 0,
) -> dict[str, Any]:
    """Return the report of a written file.

    `name` and `digest` are the written file's; `sought` is how many values the gate looked for, `reanalysed` how many
    blocks of the written file it analysed again;
    `decided_by` maps a detection id to (who, when) where a person decided; `made_at` is an ISO time.
    """
    shown = _Entries(analysis, decided_by or {}).all()
    actions = Counter(entry["action"] for entry in shown)
    return {
        "file": name,
        "made_at": made_at,
        "engine": {"version": analysis.engine, "model": analysis.model, "policy": analysis.policy},
        "source": {"sha256": analysis.document.digest, "format": analysis.document.format},
        "output": {"sha256": digest},
        "certificate": {
            "values_sought": sought,
            "leaks": 0,
            "blocks_reanalysed": reanalysed,
            "missed": 0,
            "sha256": digest,
        },
        "totals": {
            "replacements": len(shown),
            "by_label": dict(sorted(Counter(entry["label"] for entry in shown).items())),
            "by_action": dict(sorted(actions.items())),
            "protected": sum(d.effect is Effect.PROTECT and d.lost_to is None for d in analysis.detections),
        },
        "persons": _persons(analysis),
        "replacements": shown,
        "notes": list(notes),
        "reversible": bool({Action.PSEUDONYM.value, Action.SURROGATE.value} & set(actions)),
    }


def _persons(analysis: Analysis) -> list[dict[str, Any]]:
    here = Counter(analysis.entity_of[d.id] for d in analysis.detections if d.id in analysis.entity_of)
    return [{"tag": e.tag, "kind": e.kind.value, "mentions": here[e.id]} for e in analysis.entities if here[e.id]]


@dataclass(frozen=True, slots=True)
class _Entries:
    analysis: Analysis
    decided_by: Decided

    def all(self) -> list[dict[str, Any]]:
        tags = {e.id: e.tag for e in self.analysis.entities}
        rivals: dict[str, list[Detection]] = defaultdict(list)
        for detection in self.analysis.detections:
            if detection.lost_to:
                rivals[detection.lost_to].append(detection)
        return [
            self._entry(d, tags.get(self.analysis.entity_of.get(d.id, ""), ""), rivals[d.id])
            for d in self.analysis.detections
            if self._leaves(d)
        ]

    def _leaves(self, detection: Detection) -> bool:
        decision = self.analysis.decisions.get(detection.id)
        return detection.lost_to is None and decision is not None and decision.action is not Action.KEEP

    def _entry(self, detection: Detection, tag: str, rivals: list[Detection]) -> dict[str, Any]:
        decision = self.analysis.decisions[detection.id]
        origin = detection.provenance
        who, when = self.decided_by.get(detection.id, (decision.actor, decision.at))
        return {
            "id": detection.id,
            "tag": tag,
            "label": detection.label,
            "layer": origin.layer.value,
            "recogniser": origin.recogniser,
            "trigger": origin.trigger,
            "score": detection.score,
            "validated": origin.validated,
            "adjustments": [{"by": a.by, "delta": a.delta} for a in origin.adjustments],
            "competing": [{"id": r.id, "label": r.label, "score": r.score} for r in rivals],
            "action": decision.action.value,
            "output": decision.output,
            "reason": decision.reason.value,
            "decided_by": who,
            "decided_at": when,
            "place": place_of(self.analysis.document, detection.span),
        }


def place_of(document: Document, span: Span) -> dict[str, Any]:
    """Return where a span lies: page, table cell, paragraph, all counted from one.

    Never an offset: offsets in the original beside the released text would give away how long a name is.
    """
    block = document.block_at(span.start)
    place: dict[str, Any] = {"kind": block.kind.value}
    if block.page is not None:
        place["page"] = block.page + 1
    if block.row is not None and block.column is not None:
        place["row"], place["column"] = block.row + 1, block.column + 1
    else:
        place["paragraph"] = document.block_index(span.start) + 1
    return place

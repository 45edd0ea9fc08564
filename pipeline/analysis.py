"""Analysis: everything one run concluded about one document of an expediente."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pipeline.decision import Action, Decision, Replacement
from pipeline.detection import Detection
from pipeline.document import Document, Span
from pipeline.entity import Entity


class RelationKind(StrEnum):
    """How somebody is identified without being named."""

    KINSHIP = "kinship"
    POST = "post"
    COMBINATION = "combination"


@dataclass(frozen=True, slots=True)
class Relation:
    """A tie or post: the phrase (a detection), who holds it and who it is told of (entity ids)."""

    id: str
    kind: RelationKind
    detection: str
    holder: str = ""
    of: str = ""
    fits: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A document with what was found in it, losers included; sorted by place."""

    document: Document
    detections: tuple[Detection, ...]

    @property
    def standing(self) -> tuple[Detection, ...]:
        """The detections that lost to no other."""
        return tuple(d for d in self.detections if d.lost_to is None)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What one run concluded: same bytes, policy and versions give an equal Analysis.

    `entities` are those of the whole expediente; `decisions` is keyed by detection id.
    """

    document: Document
    detections: tuple[Detection, ...]
    entities: tuple[Entity, ...]
    decisions: Mapping[str, Decision]
    relations: tuple[Relation, ...] = ()
    policy: str = ""
    engine: str = ""
    model: str = ""
    entity_of: Mapping[str, str] = field(default_factory=dict)

    def replacements(self) -> tuple[Replacement, ...]:
        """Return what is to be written: sorted, disjoint, one decision each."""
        wanted = []
        for detection in self.detections:
            decision = self.decisions.get(detection.id)
            if detection.lost_to is None and decision and decision.action is not Action.KEEP:
                wanted.append(
                    Replacement(
                        detection.span, decision.action, decision.output, detection.id, detection.label,
                        self.document.surface(detection.span),
                    )
                )  # fmt: skip
        return tuple(sorted(wanted, key=lambda r: r.span))


@dataclass(frozen=True, slots=True)
class Sought:
    """A value that must be gone: its text, label and detection, and how often it may still stand.

    `allowed` counts the mentions a decision keeps; a single common word may stand where it isn't a name.
    `document` is the digest of the document that the detection belongs to; `is_own` tells that it's the written one.
    """

    text: str = field(repr=False)
    label: str
    detection: str
    allowed: int = 0
    document: str = ""
    is_own: bool = True


@dataclass(frozen=True, slots=True)
class Leak:
    """Something that should be gone and is not: where (a part, page or property), which label, how found.

    `original_span` is where what was missed stands in the document as it was read, if that can be told; the value
    itself is never carried.
    `document` is the digest of the document that the detection belongs to: of the expediente, not always the one
    that was written.
    """

    where: str
    label: str
    detection: str
    how: str
    original_span: Span | None = None
    document: str = ""

"""The order of precedence, written once: reviewer, deny-list, allow-list, citation, validated, threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pipeline.analysis import Found
from pipeline.decide.lists import allowing
from pipeline.decide.output import output_of
from pipeline.decide.surrogate import words_of
from pipeline.decision import Action, Decision, Reason, Ruling
from pipeline.detection import Detection, Effect, Label, Layer
from pipeline.document import fold
from pipeline.entity import Entity, EntityKind
from pipeline.policy import Policy, Rule

# Data that coincide without being the same fact: one strong mention says nothing about another.
_COINCIDENT = {Label.DATE, Label.AGE, Label.LOC, Label.ROLE, Label.CITATION}


def decide(
    found: Found,
    entities: Sequence[Entity],
    entity_of: Mapping[str, str],
    policy: Policy,
    rulings: Sequence[Ruling] = (),
    *,
    strength: Mapping[str, float] | None = None,
    key: bytes = b"",
) -> dict[str, Decision]:
    """Return one Decision per detection. `strength` is the best score of each entity over the expediente."""
    by_id = {e.id: e for e in entities}
    taken = words_of(name for e in entities for name in e.names) if _invents(policy, rulings) else frozenset()
    bench = _Bench(found, by_id, entity_of, policy, _Rulings(rulings), strength or {}, key, taken)
    return {d.id: bench.decision(d) for d in found.detections}


def _invents(policy: Policy, rulings: Sequence[Ruling]) -> bool:
    actions = {policy.default.action, *(rule.action for rule in policy.rules.values()), *(r.action for r in rulings)}
    return Action.SURROGATE in actions


def strengths(found: Sequence[Found], entity_of: Mapping[tuple[str, str], str]) -> dict[str, float]:
    """Return the best score of each entity: a name found for sure once is that name everywhere."""
    best: dict[str, float] = {}
    for f in found:
        for d in f.standing:
            entity = entity_of.get((f.document.digest, d.id))
            if entity and d.label not in _COINCIDENT and d.effect is Effect.HIDE:
                best[entity] = max(best.get(entity, 0.0), d.score)
    return best


class _Rulings:
    """A reviewer's standing rulings by target; a mention's beats its spelling's, that its entity's."""

    def __init__(self, rulings: Sequence[Ruling]) -> None:
        self.mention = {r.detection: r for r in rulings if r.detection}
        self.spelling = {(r.entity, r.spelling): r for r in rulings if r.entity and r.spelling}
        self.entity = {r.entity: r for r in rulings if r.entity and not r.spelling}

    def on(self, detection: str, entity: str, spelling: str) -> Ruling | None:
        return self.mention.get(detection) or self.spelling.get((entity, spelling)) or self.entity.get(entity)


@dataclass(frozen=True, slots=True)
class _Bench:
    found: Found
    entities: Mapping[str, Entity]
    entity_of: Mapping[str, str]
    policy: Policy
    rulings: _Rulings
    strength: Mapping[str, float]
    key: bytes
    taken: frozenset[str]

    def decision(self, detection: Detection) -> Decision:
        surface = self.found.document.surface(detection.span)
        entity = self.entities.get(self.entity_of.get(detection.id, ""))
        ruling = self.rulings.on(detection.id, entity.id if entity else "", fold(surface))
        if detection.lost_to is not None:
            return Decision(detection.id, Action.KEEP, Reason.OUTSCORED, surface, policy=self.policy.ref)
        rule = self.policy.rule(detection.label)
        action, reason, entry = self._verdict(detection, surface, entity, rule)
        actor, at = "engine", ""
        if ruling:
            action, reason, actor, at = ruling.action, Reason.REVIEWER, ruling.actor, ruling.at
        return Decision(
            detection.id, action, reason, self._output(action, detection, surface, entity), actor, at,
            self.policy.ref, entry, doubtful=not ruling and self._is_doubtful(detection, surface, entity, reason, rule),
        )  # fmt: skip

    def _verdict(
        self, detection: Detection, surface: str, entity: Entity | None, rule: Rule
    ) -> tuple[Action, Reason, str]:
        hides = rule.action if rule.action is not Action.KEEP else Action.TAG
        if detection.provenance.layer is Layer.LIST:
            return hides, Reason.DENY_LIST, detection.provenance.trigger.partition(":")[2]
        entry = allowing(self.policy.lists, surface, detection.label)
        if entry and (_is_only_likely(detection) or not _is_part_of_longer_name(surface, entity)):
            return Action.KEEP, Reason.ALLOW_LIST, entry.id
        if detection.effect is Effect.PROTECT:
            return Action.KEEP, Reason.CITATION, ""
        if detection.score >= rule.threshold and detection.provenance.validated:
            return rule.action, Reason.VALIDATED, ""
        if self._score(detection, entity) >= rule.threshold:
            return rule.action, Reason.THRESHOLD, ""
        return Action.KEEP, Reason.BELOW_THRESHOLD, ""

    def _score(self, detection: Detection, entity: Entity | None) -> float:
        if entity is None or detection.label in _COINCIDENT:
            return detection.score
        return max(detection.score, self.strength.get(entity.id, 0.0))

    def _is_doubtful(
        self, detection: Detection, surface: str, entity: Entity | None, reason: Reason, rule: Rule
    ) -> bool:
        if reason is Reason.ALLOW_LIST:
            return _is_part_of_longer_name(surface, entity)
        if reason not in {Reason.THRESHOLD, Reason.BELOW_THRESHOLD} or rule.action is Action.KEEP:
            return False
        if entity is not None and entity.candidates:
            return True
        if detection.provenance.validated is False:
            return detection.score >= rule.doubt
        return rule.doubt <= self._score(detection, entity) < rule.sure

    def _output(self, action: Action, detection: Detection, surface: str, entity: Entity | None) -> str:
        value = detection.value
        if entity is not None and (entity.kind is not EntityKind.VALUE or not value):
            value = entity.value or fold(entity.name) or value
        tag = entity.tag if entity else "DATO"
        return output_of(
            action, label=detection.label, surface=surface, value=value, tag=tag,
            purpose=self.policy.purpose or self.policy.name, key=self.key, taken=self.taken,
        )  # fmt: skip


def _is_only_likely(detection: Detection) -> bool:
    """Tell whether nothing but a model takes the words for a name: no treatment, no fuller name that they repeat."""
    return detection.provenance.layer is Layer.NER


def _is_part_of_longer_name(surface: str, entity: Entity | None) -> bool:
    """Tell whether the surface is a piece of a person's fuller name: a place allowed by a list doesn't
    leave the person called like it in view."""
    return (
        entity is not None
        and entity.kind is EntityKind.NATURAL
        and len(fold(entity.name).split()) > len(surface.split())
    )

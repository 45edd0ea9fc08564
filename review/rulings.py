"""What the standing rulings make of each mention, and the bulk update that writes it down.

A mention's own ruling beats its spelling's, which beats its entity's, which beats the engine. The rows of
Detection and Entity hold the result, and can be settled again from the decisions at any time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from django.conf import settings
from django.db.models import Q

from pipeline.decide import output_of
from pipeline.decision import Action, Reason
from pipeline.detection import Effect, Label
from pipeline.document import fold
from pipeline.entity import EntityKind
from pipeline.policy import Policy, parse
from review.models import CaseFile, Decision, Detection, Entity, SourceFile
from review.store.documents import load_document
from review.store.entities import words_taken

CHUNK = 5_000
LOOSE = "DATO"  # the tag of what belongs to no entity
_FIELDS = (
    "id", "source_id", "entity_id", "entity__tag", "entity__kind", "entity__name", "entity__value",
    "entity__label", "start", "end",
    "label", "spelling", "value", "effect",
    "engine_action", "engine_reason", "engine_output", "added_by_id", "action", "reason", "output", "decided",
)  # fmt: skip
# What the engine wrote depends on the entity only in these; the rest stays as it was when a mention moves.
_OF_THE_ENTITY = frozenset(a.value for a in (Action.TAG, Action.PSEUDONYM, Action.SURROGATE, Action.GENERALISE))


@dataclass(frozen=True, slots=True)
class Row:
    """What settling reads of a mention."""

    id: int
    source: int
    entity: int | None
    tag: str
    kind: str
    name: str = field(repr=False)
    whole: str = field(repr=False)
    of: str  # the label of the entity
    start: int
    end: int
    label: str
    spelling: str = field(repr=False)
    value: str = field(repr=False)
    effect: str
    engine_action: str
    engine_reason: str
    engine_output: str = field(repr=False)
    added_by: int | None
    action: str
    reason: str
    output: str = field(repr=False)
    decided: bool

    @property
    def datum(self) -> str:
        """The normalised datum that all spellings share, as the engine takes it for its outputs."""
        if self.entity is not None and (self.kind != EntityKind.VALUE or not self.value):
            return self.whole or fold(self.name) or self.value
        return self.value


@dataclass(frozen=True, slots=True)
class Effective:
    """What is done to a mention, why, what is written instead, and whether somebody has settled it."""

    action: str
    reason: str
    output: str = field(repr=False)
    decided: bool


@dataclass(frozen=True, slots=True)
class Change:
    """Mentions that came to the same new effect under the same entity."""

    effective: Effective
    entity: int | None
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """The actions that rule now: by entity, by entity and spelling, by mention."""

    entity: dict[int, str] = field(default_factory=dict)
    spelling: dict[tuple[int, str], str] = field(default_factory=dict, repr=False)
    mention: dict[int, str] = field(default_factory=dict)

    def over(self, row: Row) -> str:
        """Return the action ruled for a mention; "" where nothing is ruled.

        What is protected yields only to a ruling on the mention itself.
        """
        own = self.mention.get(row.id, "")
        if own or row.entity is None or row.effect == Effect.PROTECT:
            return own
        return self.spelling.get((row.entity, row.spelling)) or _for(row, self.entity.get(row.entity, ""))


def _for(row: Row, action: str) -> str:
    """Return what a ruling on a person makes of a mention: hiding a name leaves in view the designation beside it
    ("alcalde D. Casto") that the policy keeps; suppressing the person doesn't.
    """
    beside = row.label == Label.ROLE and row.of != Label.ROLE and row.engine_action == Action.KEEP
    return Action.KEEP.value if action and beside and action != Action.SUPPRESS else action


def policy_of(case: CaseFile) -> Policy:
    """Return the policy of the expediente as the engine reads it."""
    return parse(case.policy.body)


def live(case: CaseFile) -> Q:
    """Return the condition on Detection for what stands in the expediente's documents."""
    return Q(source__case_id=case.pk, source__removed=False, lost_to="", withdrawn=False)


def standing(case: CaseFile, entities: Collection[int], mentions: Collection[int] = ()) -> Standing:
    """Read the rulings on these entities, on their mentions, and on these other mentions."""
    about = Q(entity_id__in=entities) | Q(detection__entity_id__in=entities) | Q(detection_id__in=mentions)
    found = Standing()
    rows = Decision.objects.filter(about, case_id=case.pk, revokes=None, revoked_by=None).order_by("pk")
    for row in rows.only("entity_id", "detection_id", "spelling", "action"):
        if row.detection_id is not None:
            found.mention[row.detection_id] = row.action
        elif row.entity_id is not None and row.spelling:
            found.spelling[row.entity_id, row.spelling] = row.action
        elif row.entity_id is not None:
            found.entity[row.entity_id] = row.action
    return found


def rows_of(case: CaseFile, where: Q) -> Iterator[Row]:
    """Yield the standing mentions under a condition, by place."""
    found = Detection.objects.filter(live(case) & where).order_by("source__order", "source_id", "start")
    for values in found.values_list(*_FIELDS):
        of_entity = (value or "" for value in values[3:8])
        yield Row(*values[:3], *of_entity, *values[8:])


class Writer:
    """Gives the output of an action on a mention; reads a document only where the action needs its text."""

    def __init__(self, case: CaseFile, policy: Policy) -> None:
        self._sources = {s.pk: s for s in SourceFile.objects.filter(case_id=case.pk)}
        self._purpose = policy.purpose or policy.name
        self._key = settings.PSEUDONYM_KEY.encode()
        self._case = case
        self._known: dict[tuple[str, str, str, str, str], str] = {}

    def surface(self, row: Row) -> str:
        """Return the text of the mention as it stands in its document."""
        return load_document(self._sources[row.source]).text[row.start : row.end]

    @cached_property
    def _taken(self) -> frozenset[str]:
        return words_taken(self._case)

    def output(self, action: str, row: Row) -> str:
        """Return what is written in place of the mention; "" where it's kept."""
        if action == Action.KEEP:
            return ""
        tag = row.tag or LOOSE
        plain = action in {Action.TAG, Action.SUPPRESS, Action.MASK}
        asked = (action, row.label, "" if plain else self.surface(row), "" if plain else row.datum, tag)
        if asked not in self._known:
            _, label, surface, value, tag = asked
            self._known[asked] = output_of(
                Action(action), label=label, surface=surface, value=value, tag=tag,
                purpose=self._purpose, key=self._key, taken=self._taken if action == Action.SURROGATE else frozenset(),
            )  # fmt: skip
        return self._known[asked]


def effective(row: Row, ruled: str, output: Callable[[str, Row], str]) -> Effective:
    """Return what is done to a mention under a ruling, or what the engine decided where there is none."""
    if ruled:
        return Effective(ruled, Reason.REVIEWER.value, output(ruled, row), True)
    moves = row.engine_action in _OF_THE_ENTITY and row.entity is not None
    written = output(row.engine_action, row) if moves else row.engine_output
    return Effective(row.engine_action, row.engine_reason, written, row.added_by is not None)


def settle(case: CaseFile, entities: Iterable[int], mentions: Iterable[int] = ()) -> list[Change]:
    """Write what the rulings make of the mentions of these entities, and of these mentions; return changes.

    One UPDATE per distinct effect: a person with a thousand mentions takes a handful of statements.
    """
    about, loose = set(entities), set(mentions)
    ruled = standing(case, about, loose)
    writer = Writer(case, policy_of(case))
    rows = list(rows_of(case, Q(entity_id__in=about) | Q(pk__in=loose)))
    groups: dict[tuple[int | None, Effective], list[int]] = defaultdict(list)
    covered: dict[int, bool] = {}
    for row in rows:
        now = effective(row, ruled.over(row), writer.output)
        if row.entity is not None:
            covered[row.entity] = covered.get(row.entity, True) and now.decided
        if now != Effective(row.action, row.reason, row.output, row.decided):
            groups[row.entity, now].append(row.id)
    changes = [Change(now, entity, tuple(ids)) for (entity, now), ids in groups.items()]
    for change in changes:
        _write(change)
    _settle_entities(about | {r.entity for r in rows if r.entity is not None}, ruled, covered)
    return changes


def _write(change: Change) -> None:
    now = change.effective
    for at in range(0, len(change.ids), CHUNK):
        Detection.objects.filter(pk__in=change.ids[at : at + CHUNK]).update(
            action=now.action, reason=now.reason, output=now.output, decided=now.decided
        )


def _settle_entities(about: Iterable[int], ruled: Standing, covered: dict[int, bool]) -> None:
    groups: dict[tuple[str, bool], list[int]] = defaultdict(list)
    for entity in about:
        action = ruled.entity.get(entity, "")
        groups[action, bool(action) or covered.get(entity, False)].append(entity)
    for (action, decided), ids in groups.items():
        rows = Entity.objects.filter(pk__in=ids).exclude(action=action, decided=decided)
        rows.update(action=action, decided=decided)

"""The frame of every deed on the review screen: claim the revision, keep the act, settle, leave a trace.

An act is told by what it changed, column by column, and by the decisions appended with it. Hence its inverse is
exact: put the columns back in the opposite order, revoke the decisions, settle again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, Max
from django.utils import timezone

from review import audit, rulings
from review.models import Act, CaseFile, Decision, Detection, Entity, User
from review.rulings import Change
from review.states import CaseState

_MODELS: dict[str, type[Detection] | type[Entity]] = {"detection": Detection, "entity": Entity}


class Stale(Exception):
    """Somebody else changed the expediente since the page was drawn; nothing was written."""


class NotPossible(Exception):
    """The act makes no sense here; `why` is a code that the screen words."""

    def __init__(self, why: str, **facts: str) -> None:
        super().__init__(why)
        self.why = why
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Move:
    """One column of some rows, before and after."""

    model: str
    column: str
    ids: tuple[int, ...]
    was: Any = field(repr=False)
    now: Any = field(repr=False)

    def forward(self) -> None:
        """Write what the act makes of the column."""
        self._set(self.now)

    def back(self) -> None:
        """Write what the column held before."""
        self._set(self.was)

    def _set(self, value: Any) -> None:
        for at in range(0, len(self.ids), rulings.CHUNK):
            some = self.ids[at : at + rulings.CHUNK]
            _MODELS[self.model].objects.filter(pk__in=some).update(**{self.column: value})

    def dump(self) -> list[Any]:
        """Return the plain form that an act keeps."""
        return [self.model, self.column, list(self.ids), self.was, self.now]


@dataclass(frozen=True, slots=True)
class Ruled:
    """A decision to append: on an entity, on one spelling of it, or on one mention."""

    action: str
    entity: int | None = None
    spelling: str = field(default="", repr=False)
    mention: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """What an act did: its row, what changed on the page, and the entities it concerns."""

    act: Act
    changes: tuple[Change, ...]
    entities: tuple[int, ...]
    verb: str = "done"


def claim(case: CaseFile, revision: int) -> None:
    """Take the next revision of the expediente, or raise Stale; the caller holds a transaction."""
    mine = CaseFile.objects.filter(pk=case.pk, revision=revision, state=CaseState.IN_REVIEW)
    if not mine.update(revision=F("revision") + 1, updated_at=timezone.now()):
        raise Stale
    case.revision = revision + 1


def perform(
    case: CaseFile,
    by: User,
    kind: str,
    *,
    entities: Collection[int],
    mentions: Collection[int] = (),
    moves: Iterable[Move] = (),
    decisions: Iterable[Ruled] = (),
    tag: str = "",
    note: str = "",
) -> Done:
    """Do an act whose revision is claimed: moves, decisions, settling, one row, one entry in the trail.

    NotPossible where it would change nothing and say nothing new: the caller's transaction then leaves no trace.
    """
    moved = list(moves)
    for move in moved:
        move.forward()
    touched = sorted(set(entities))
    _drop_redoable(case, by)
    payload = {
        "entities": touched, "mentions": sorted(set(mentions)), "moves": [m.dump() for m in moved], "note": note,
    }  # fmt: skip
    act = Act.objects.create(case=case, actor=by, kind=kind, tag=tag, payload=payload)
    append(act, decisions)
    changes = rulings.settle(case, touched, mentions)
    if not (changes or moved or note):
        raise NotPossible("nothing-changes")
    act.touched = sum(len(change.ids) for change in changes)
    act.save(update_fields=["touched"])
    audit.record(f"act.{kind}", actor=by, case=case, obj=act, tag=tag, mentions=act.touched, entities=touched)
    return Done(act, tuple(changes), tuple(touched))


def redoable(case: CaseFile, by: User) -> list[Act]:
    """Return the own acts that redo could do again, in order: undone, and nothing new done since."""
    mine = Act.objects.filter(case=case, actor=by)
    last = mine.filter(undone=False).aggregate(last=Max("pk"))["last"] or 0
    return [act for act in mine.filter(undone=True, pk__gt=last).order_by("pk") if not act.payload.get("dropped")]


def _drop_redoable(case: CaseFile, by: User) -> None:
    """A new act ends what could be redone, for good: also when it's undone itself."""
    for act in redoable(case, by):
        act.payload["dropped"] = True
        act.save(update_fields=["payload"])


def append(act: Act, decisions: Iterable[Ruled]) -> None:
    """Append decision rows under an act."""
    policy = str(act.case.policy)
    Decision.objects.bulk_create(
        Decision(
            case_id=act.case_id, act=act, entity_id=d.entity, detection_id=d.mention, spelling=d.spelling,
            action=d.action, note=d.note, actor_id=act.actor_id, policy=policy,
        )
        for d in decisions
    )  # fmt: skip


def moves_of(act: Act) -> list[Move]:
    """Read back the moves that an act keeps."""
    return [Move(model, column, tuple(ids), was, now) for model, column, ids, was, now in act.payload["moves"]]

"""Undo and redo: each reviewer walks back and forth over the own acts; nothing is erased on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.db import IntegrityError, transaction

from review import audit, rulings
from review.actions.acts import Done, NotPossible, Ruled, append, claim, moves_of, redoable
from review.models import Act, CaseFile, Decision, User


def next_undo(case: CaseFile, by: User) -> Act | None:
    """Return the act that undo would take back."""
    return Act.objects.filter(case=case, actor=by, undone=False).order_by("-pk").first()


def next_redo(case: CaseFile, by: User) -> Act | None:
    """Return the act that redo would do again: the oldest undone after the last that stands."""
    return next(iter(redoable(case, by)), None)


def undo(case: CaseFile, *, by: User, revision: int) -> Done:
    """Take back the last act of the reviewer; NotPossible where somebody built on it."""
    with transaction.atomic():
        claim(case, revision)
        act = next_undo(case, by)
        if act is None:
            raise NotPossible("nothing-to-undo")
        _refuse_if_built_upon(act, "built-upon")
        _turn([move.back for move in reversed(moves_of(act))], "tag-taken")
        _revoke(act)
        return _turned(act, by, undone=True)


def redo(case: CaseFile, *, by: User, revision: int) -> Done:
    """Do again the act last undone; NotPossible where somebody acted on the same since."""
    with transaction.atomic():
        claim(case, revision)
        act = next_redo(case, by)
        if act is None:
            raise NotPossible("nothing-to-redo")
        _refuse_if_built_upon(act, "redo-built-upon")
        _turn([move.forward for move in moves_of(act)], "redo-tag-taken")
        _rule_again(act)
        return _turned(act, by, undone=False)


def _turn(moves: Iterable[Callable[[], None]], refusal: str) -> None:
    """Make the moves, all or none; a tag may have gone to somebody else in the meantime."""
    try:
        with transaction.atomic():
            for move in moves:
                move()
    except IntegrityError:
        raise NotPossible(refusal) from None


def _turned(act: Act, by: User, *, undone: bool) -> Done:
    act.undone = undone
    act.save(update_fields=["undone"])
    entities, mentions = act.payload["entities"], act.payload["mentions"]
    changes = rulings.settle(act.case, entities, mentions)
    verb = "undone" if undone else "redone"
    audit.record(f"act.{verb}", actor=by, case=act.case, obj=act, tag=act.tag, kind_of_act=act.kind)
    return Done(act, tuple(changes), tuple(entities), verb)


def _refuse_if_built_upon(act: Act, refusal: str) -> None:
    """Refuse where a colleague's later act, still standing, concerns the same entities or mentions."""
    entities, mentions = set(act.payload["entities"]), set(act.payload["mentions"])
    later = Act.objects.filter(case_id=act.case_id, undone=False, pk__gt=act.pk).exclude(actor_id=act.actor_id)
    for other in later.select_related("actor"):
        if entities & set(other.payload["entities"]) or mentions & set(other.payload["mentions"]):
            raise NotPossible(refusal, who=other.actor.get_short_name() or other.actor.get_username())


def _revoke(act: Act) -> None:
    standing = act.decisions.filter(revokes=None, revoked_by=None)
    Decision.objects.bulk_create(
        Decision(
            case_id=act.case_id, act=act, entity_id=d.entity_id, detection_id=d.detection_id, spelling=d.spelling,
            action=d.action, note=d.note, actor_id=act.actor_id, policy=d.policy, revokes=d,
        )
        for d in standing
    )  # fmt: skip


def _rule_again(act: Act) -> None:
    """Append the act's decisions anew: those of its first doing, once each."""
    first = {
        (d.entity_id, d.spelling, d.detection_id): Ruled(d.action, d.entity_id, d.spelling, d.detection_id, d.note)
        for d in act.decisions.filter(revokes=None).order_by("pk")
    }
    append(act, first.values())

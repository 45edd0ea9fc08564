"""Who may do what: fetch an object with its rights, or raise.

Somebody of another unit gets Http404, since the existence of an expediente is information too; a mate who lacks
the role gets PermissionDenied; an act on an expediente that no longer accepts it gets Closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404

from review.models import (
    Act,
    CaseFile,
    Detection,
    Entity,
    ListEntry,
    Membership,
    ReleasedFile,
    Role,
    SourceFile,
    Unit,
    User,
)
from review.states import CaseState

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Someone = User | AnonymousUser

Row = TypeVar("Row", bound=Model)

READERS = frozenset({Role.REVIEWER, Role.APPROVER, Role.DPO})
WRITERS = frozenset({Role.REVIEWER, Role.APPROVER})


class Closed(Exception):
    """The expediente is in a state that doesn't accept the act; `state` names it."""

    def __init__(self, state: str) -> None:
        super().__init__(state)
        self.state = state


def roles_in(user: Someone, unit: Unit | int) -> frozenset[Role]:
    """Return the roles of the user in the unit."""
    if not user.is_authenticated or not user.is_active:
        return frozenset()
    unit_id = unit if isinstance(unit, int) else unit.pk
    held = Membership.objects.filter(user_id=user.pk, unit_id=unit_id).values_list("role", flat=True)
    return frozenset(Role(role) for role in held)


def roles_of(user: Someone) -> frozenset[Role]:
    """Return the roles of the user in any unit."""
    if not user.is_authenticated or not user.is_active:
        return frozenset()
    held = Membership.objects.filter(user_id=user.pk).values_list("role", flat=True)
    return frozenset(Role(role) for role in held)


def units_of(user: Someone, roles: frozenset[Role] = READERS) -> list[Unit]:
    """Return the units where the user holds one of the roles, by name."""
    if not user.is_authenticated or not user.is_active:
        return []
    return list(
        Unit.objects.filter(memberships__user_id=user.pk, memberships__role__in=roles).distinct().order_by("name")
    )


def unit_of_user(user: Someone) -> Unit | None:
    """Return the unit where the user may open expedientes, the first by name where there are several."""
    units = units_of(user, WRITERS)
    return units[0] if units else None


def may_write(user: Someone, case: CaseFile) -> bool:
    """Tell whether the user may decide in the expediente now."""
    return case.state == CaseState.IN_REVIEW and bool(WRITERS & roles_in(user, case.unit_id))


def may_approve(user: Someone, case: CaseFile) -> bool:
    """Tell whether the user may approve the expediente now, four eyes aside."""
    return case.state == CaseState.TO_APPROVE and Role.APPROVER in roles_in(user, case.unit_id)


def approval_bar(user: Someone, case: CaseFile) -> str:
    """Return why four eyes keep the user from approving: `same-person` who sent it, `decided-here` who decided in it.

    An act taken back and a list entry withdrawn count no more. "" where nothing does, or the policy asks for no
    second person.
    """
    if not case.policy.body.get("four_eyes", True):
        return ""
    if case.submitted_by_id == user.pk:
        return "same-person"
    acted = Act.objects.filter(case=case, actor_id=user.pk, undone=False)
    listed = ListEntry.objects.filter(case=case, author_id=user.pk, withdrawn=False)
    return "decided-here" if acted.exists() or listed.exists() else ""


def readable_case(user: Someone, key: UUID | str) -> CaseFile:
    """Return the expediente, to a reviewer, approver or DPO of its unit."""
    return _with_role(user, _case(key), READERS)


def unit_case(user: Someone, key: UUID | str, roles: frozenset[Role] = WRITERS) -> CaseFile:
    """Return the expediente in any state, to somebody of its unit with one of the roles."""
    return _with_role(user, _case(key), roles)


def writable_case(user: Someone, key: UUID | str) -> CaseFile:
    """Return the expediente, open for review, to a reviewer or approver of its unit."""
    return _open(_with_role(user, _case(key), WRITERS))


def approvable_case(user: Someone, key: UUID | str) -> CaseFile:
    """Return the expediente that waits for approval, to an approver of its unit."""
    return _open(_with_role(user, _case(key), frozenset({Role.APPROVER})), CaseState.TO_APPROVE)


def readable_source(user: Someone, key: UUID | str) -> SourceFile:
    """Return a file of an expediente that the user may read."""
    source = _one(SourceFile.objects.select_related("case", "case__unit").filter(key=_key(key), removed=False))
    _with_role(user, source.case, READERS)
    return source


def writable_source(user: Someone, key: UUID | str, case: UUID | None = None) -> SourceFile:
    """Return a file of an expediente that is open for review, to somebody who may decide in it.

    An address that names the expediente too gives its key as `case`: a file of another isn't there.
    """
    rows = SourceFile.objects.select_related("case", "case__unit", "case__policy").filter(key=_key(key), removed=False)
    source = _one(rows.filter(case__key=case) if case else rows)
    _open(_with_role(user, source.case, WRITERS))
    return source


def readable_mention(user: Someone, case: UUID, pk: int) -> Detection:
    """Return a detection of the expediente, which the user may read."""
    mention = _one(_mentions().filter(pk=pk, source__case__key=case))
    _with_role(user, mention.source.case, READERS)
    return mention


def writable_mention(user: Someone, case: UUID, pk: int) -> Detection:
    """Return a detection of the expediente, which is open for review."""
    mention = _one(_mentions().filter(pk=pk, source__case__key=case))
    _open(_with_role(user, mention.source.case, WRITERS))
    return mention


def readable_entity(user: Someone, case: UUID, pk: int) -> Entity:
    """Return an entity of the expediente, which the user may read."""
    entity = _one(Entity.objects.select_related("case", "case__unit").filter(pk=pk, case__key=case))
    _with_role(user, entity.case, READERS)
    return entity


def writable_entity(user: Someone, case: UUID, pk: int) -> Entity:
    """Return an entity, not merged away, of the expediente, which is open for review."""
    rows = Entity.objects.select_related("case", "case__unit", "case__policy")
    entity = _one(rows.filter(pk=pk, case__key=case, merged_into=None))
    _open(_with_role(user, entity.case, WRITERS))
    return entity


def readable_result(user: Someone, key: UUID | str) -> ReleasedFile:
    """Return a released file with its release, to somebody who may read the expediente."""
    result = _one(ReleasedFile.objects.select_related("release__case__unit", "source").filter(key=_key(key)))
    _with_role(user, result.release.case, READERS)
    return result


def policy_manager_or_403(user: Someone) -> None:
    """Pass a policy manager of any unit; raise PermissionDenied for anybody else."""
    if Role.POLICY_MANAGER not in roles_of(user):
        raise PermissionDenied


def dpo_or_403(user: Someone) -> None:
    """Pass a data protection officer of any unit; raise PermissionDenied for anybody else."""
    if Role.DPO not in roles_of(user):
        raise PermissionDenied


def _case(key: UUID | str) -> CaseFile:
    return _one(CaseFile.objects.select_related("unit", "policy").filter(key=_key(key)))


def _key(key: UUID | str) -> UUID:
    try:
        return key if isinstance(key, UUID) else UUID(key)
    except ValueError:
        raise Http404 from None


def _mentions() -> QuerySet[Detection]:
    return Detection.objects.select_related("source__case__unit", "source__case__policy", "entity").filter(
        source__removed=False
    )


def _one(rows: QuerySet[Row]) -> Row:
    row = rows.first()
    if row is None:
        raise Http404
    return row


def _with_role(user: Someone, case: CaseFile, wanted: frozenset[Role]) -> CaseFile:
    held = roles_in(user, case.unit_id)
    if wanted & held:
        return case
    # A member of the unit who could read it knows that it exists; to everybody else it doesn't.
    if READERS & held:
        raise PermissionDenied
    raise Http404


def _open(case: CaseFile, state: CaseState = CaseState.IN_REVIEW) -> CaseFile:
    if case.state != state:
        raise Closed(case.state)
    return case

"""Rights: the unit mate gets in, the outsider sees nothing, the wrong role is refused."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404

from review import access
from review.models import Role
from review.states import CaseState
from tests.cast import Cast, a_user

pytestmark = pytest.mark.django_db


def test_readers_of_the_unit_read(cast: Cast) -> None:
    for user in (cast.alba, cast.bruno, cast.diego):
        assert access.readable_case(user, cast.case.key) == cast.case


def test_outsiders_get_a_404_everywhere(cast: Cast) -> None:
    for fetch in (access.readable_case, access.writable_case, access.approvable_case, access.unit_case):
        for user in (cast.carla, AnonymousUser()):
            with pytest.raises(Http404):
                fetch(user, cast.case.key)


def test_an_administrator_reads_no_documents(cast: Cast) -> None:
    with pytest.raises(Http404):
        access.readable_case(a_user("eva", cast.unit, Role.ADMINISTRATOR), cast.case.key)


def test_a_mate_without_the_role_is_refused(cast: Cast) -> None:
    with pytest.raises(PermissionDenied):
        access.writable_case(cast.diego, cast.case.key)
    with pytest.raises(PermissionDenied):
        access.approvable_case(cast.alba, cast.case.key)


@pytest.mark.parametrize("state", [s for s in CaseState if s is not CaseState.IN_REVIEW])
def test_a_closed_expediente_takes_no_decisions(cast: Cast, state: CaseState) -> None:
    cast.case.state = state
    cast.case.save(update_fields=["state"])
    with pytest.raises(access.Closed) as closed:
        access.writable_case(cast.alba, cast.case.key)
    assert closed.value.state == state


def test_only_what_waits_for_approval_can_be_approved(cast: Cast) -> None:
    with pytest.raises(access.Closed):
        access.approvable_case(cast.bruno, cast.case.key)
    cast.case.state = CaseState.TO_APPROVE
    cast.case.save(update_fields=["state"])
    assert access.approvable_case(cast.bruno, cast.case.key) == cast.case


def test_unknown_and_malformed_keys_are_404(cast: Cast) -> None:
    for key in (uuid4(), "no-es-una-clave"):
        with pytest.raises(Http404):
            access.readable_case(cast.alba, key)


def test_somebody_switched_off_holds_no_role(cast: Cast) -> None:
    cast.alba.is_active = False
    with pytest.raises(Http404):
        access.readable_case(cast.alba, cast.case.key)


def test_policy_manager_and_dpo(cast: Cast) -> None:
    access.dpo_or_403(cast.diego)
    access.policy_manager_or_403(cast.diego)
    for guard in (access.dpo_or_403, access.policy_manager_or_403):
        with pytest.raises(PermissionDenied):
            guard(cast.alba)


def test_units_and_roles(cast: Cast) -> None:
    assert access.roles_in(cast.bruno, cast.unit) == {Role.APPROVER}
    assert access.roles_in(cast.bruno, cast.elsewhere) == frozenset()
    assert access.unit_of_user(cast.alba) == cast.unit
    assert access.unit_of_user(cast.diego) is None

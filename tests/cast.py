"""The cast: Alba reviews, Bruno approves in her unit, Carla is outside it, Diego is the DPO."""

from __future__ import annotations

from dataclasses import dataclass

from pipeline import policy
from review.models import CaseFile, Membership, PolicyVersion, Role, Unit, User

PASSWORD = "una clave larga de pruebas"


@dataclass(frozen=True, slots=True)
class Cast:
    """Two units and the people of the tests; `case` is Alba's, open and empty."""

    unit: Unit
    elsewhere: Unit
    alba: User
    bruno: User
    carla: User
    diego: User
    policy: PolicyVersion
    case: CaseFile


def a_policy(name: str = "pruebas", *, number: int = 1, four_eyes: bool = True) -> PolicyVersion:
    """Store a policy with the default rule for every label."""
    body = policy.dump(policy.Policy(name, number, "Pruebas", policy.Destination.PUBLICATION, {}, four_eyes=four_eyes))
    return PolicyVersion.objects.create(name=name, number=number, title="Pruebas", body=body)


def a_user(username: str, unit: Unit, *roles: Role) -> User:
    """Store a user with these roles in the unit."""
    user = User.objects.create_user(username, f"{username}@ejemplo.invalid", PASSWORD, first_name=username.title())
    Membership.objects.bulk_create(Membership(user=user, unit=unit, role=role) for role in roles)
    return user


def assemble() -> Cast:
    """Store the whole cast."""
    unit = Unit.objects.create(name="Sección de Becas")
    elsewhere = Unit.objects.create(name="Urbanismo")
    alba = a_user("alba", unit, Role.REVIEWER)
    kept = a_policy()
    case = CaseFile.objects.create(unit=unit, title="Becas de comedor", policy=kept, created_by=alba)
    return Cast(
        unit,
        elsewhere,
        alba,
        a_user("bruno", unit, Role.APPROVER),
        a_user("carla", elsewhere, Role.REVIEWER, Role.APPROVER),
        a_user("diego", unit, Role.DPO, Role.POLICY_MANAGER),
        kept,
        case,
    )

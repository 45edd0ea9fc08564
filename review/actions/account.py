"""Entries and preferences of those who sign in."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db import transaction

from review import audit
from review.models import Membership, Unit, User


def signed_in(user: User) -> None:
    """Record an entry."""
    audit.record("login", actor=user, obj=user)


def failed_to_sign_in() -> None:
    """Record a failed entry, without what was typed: people type passwords into the wrong box."""
    audit.record("login-failed")


def signed_out(user: User | AnonymousUser) -> None:
    """Record that somebody left."""
    if isinstance(user, User):
        audit.record("logout", actor=user, obj=user)


def changed_password(user: User | AnonymousUser) -> None:
    """Record a change of password."""
    if isinstance(user, User):
        audit.record("password-changed", actor=user, obj=user)


@transaction.atomic
def keep_preferences(user: User, *, language: str, theme: str) -> None:
    """Keep language and theme."""
    user.language, user.theme = language, theme
    user.save(update_fields=["language", "theme"])
    audit.record("preferences-changed", actor=user, obj=user)


def changed_user(user: User, by: User | AnonymousUser) -> None:
    """Record that an administrator created or changed an account, with the roles that stand now."""
    held = Membership.objects.filter(user=user).order_by("unit", "role").values_list("role", "unit")
    roles = [f"{role}:{unit}" for role, unit in held]
    audit.record(
        "user-changed", actor=by if isinstance(by, User) else None, obj=user, active=user.is_active, roles=roles
    )


def made_unit(unit: Unit, by: User | AnonymousUser | None = None) -> None:
    """Record that a unit was created; its number only, as everywhere in the trail."""
    audit.record("unit-created", actor=by if isinstance(by, User) else None, obj=unit)


def renamed_unit(unit: Unit, by: User | AnonymousUser) -> None:
    """Record that a unit was renamed."""
    audit.record("unit-renamed", actor=by if isinstance(by, User) else None, obj=unit)


@transaction.atomic
def unit_named(name: str) -> Unit:
    """Return the unit of a name, made and recorded where there is none."""
    unit, is_new = Unit.objects.get_or_create(name=name)
    if is_new:
        made_unit(unit)
    return unit

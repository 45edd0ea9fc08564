"""Looking at the trail as a whole leaves its own entry."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from review import audit
from review.models import AuditHead, User


@dataclass(frozen=True, slots=True)
class Checked:
    """How many entries were walked and the first that doesn't hold, if any."""

    entries: int
    broken: audit.Broken | None


@transaction.atomic
def verify(by: User) -> Checked:
    """Verify the chain and record that it was done."""
    broken = audit.verify()
    head = AuditHead.objects.first()
    checked = Checked(head.number if head else 0, broken)
    audit.record("trail-verified", actor=by, holds=broken is None, entries=checked.entries)
    return checked


def exported(by: User, form: str, entries: int) -> None:
    """Record that entries left the trail in a file."""
    audit.record("trail-exported", actor=by, form=form, entries=entries)

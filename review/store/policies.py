"""Policies and lists: from rows to the engine's types, and the policies that ship into rows."""

from __future__ import annotations

import logging
from datetime import date

from django.db.models import Q, QuerySet
from django.utils import timezone

from pipeline import policy as engine
from review.models import CaseFile, ListEntry, PolicyVersion

log = logging.getLogger(__name__)


def policy_in_force(case: CaseFile) -> engine.Policy:
    """Return the policy of an expediente with the list entries that hold in it today."""
    return engine.parse(case.policy.body).with_lists(tuple(entry_of(row) for row in entries_in_force(case)))


def entries_in_force(case: CaseFile, today: date | None = None) -> QuerySet[ListEntry]:
    """Return the entries that hold in the expediente: global, of its policy or its own, and not expired."""
    on = today or timezone.localdate()
    scope = Q(case=None, policy_name="") | Q(case=None, policy_name=case.policy.name) | Q(case=case)
    lasting = Q(expires_on=None) | Q(expires_on__gte=on)
    return ListEntry.objects.filter(scope & lasting, withdrawn=False).order_by("pk")


def entry_of(row: ListEntry) -> engine.ListEntry:
    """Return a list entry as the engine reads it."""
    return engine.ListEntry(
        str(row.pk), engine.ListKind(row.kind), row.text, engine.Match(row.match), row.label, row.reason
    )


def keep_shipped() -> list[PolicyVersion]:
    """Store the policies that ship, each version once; return them.

    A version that this installation made by itself keeps its number and stays in force; the log says so.
    """
    kept = []
    for name in engine.shipped():
        body = engine.load(name)
        row, _ = PolicyVersion.objects.get_or_create(
            name=body.name, number=body.version, defaults={"title": body.title, "body": engine.dump(body)}
        )
        if row.created_by_id is not None:
            log.warning("%s was made here: the version that ships under that number isn't stored", row)
        kept.append(row)
    return kept

"""The audit trail: every act appended under a hash that covers the one before.

Only ids and codes go in; the trail points at personal data and never copies it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import models, transaction
from django.utils import timezone

from review.models import AuditEvent, AuditHead, CaseFile, User

FIRST = "0" * 64
Plain = str | int | float | bool | None | list[int] | list[str]


@dataclass(frozen=True, slots=True)
class Broken:
    """The first entry of the trail that doesn't hold, and why: `missing`, `altered`, `unlinked` or `head`."""

    number: int
    why: str


def record(
    kind: str,
    *,
    actor: User | None = None,
    case: CaseFile | None = None,
    obj: models.Model | None = None,
    tag: str = "",
    **data: Plain,
) -> AuditEvent:
    """Append an entry in the caller's transaction (or one of its own); writers queue on the head row."""
    with transaction.atomic():
        head = _head()
        event = AuditEvent(
            number=head.number + 1,
            at=timezone.now(),
            actor=actor,
            kind=kind,
            unit_id_ref=case.unit_id if case else None,
            case_ref=case.pk if case else None,
            object_kind=obj._meta.model_name or "" if obj is not None else "",
            object_ref=str(obj.pk) if obj is not None else "",
            tag=tag,
            data=data,
            previous=head.hash,
        )
        event.hash = digest(event)
        event.save(force_insert=True)
        AuditHead.objects.filter(pk=head.pk).update(number=event.number, hash=event.hash)
    return event


def digest(event: AuditEvent) -> str:
    """Return the SHA-256 of the entry's canonical JSON, the hash of the one before included."""
    body = {
        "number": event.number,
        "at": _instant(event.at),
        "actor": event.actor_id,
        "kind": event.kind,
        "unit": event.unit_id_ref,
        "case": event.case_ref,
        "object": [event.object_kind, event.object_ref],
        "tag": event.tag,
        "data": event.data,
        "previous": event.previous,
    }
    plain = json.dumps(body, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode("ascii")).hexdigest()


def verify() -> Broken | None:
    """Walk the whole trail; return the first entry that doesn't hold, None where all do."""
    previous, number = FIRST, 0
    for event in _events():
        number += 1
        if event.number != number:
            return Broken(number, "missing")
        if event.previous != previous:
            return Broken(number, "unlinked")
        if event.hash != digest(event):
            return Broken(number, "altered")
        previous = event.hash
    head = AuditHead.objects.first()
    if (head.number, head.hash) != (number, previous) if head else number:
        return Broken(number, "head")
    return None


def _events() -> Iterator[AuditEvent]:
    return AuditEvent.objects.order_by("number").iterator(chunk_size=2000)


def _head() -> AuditHead:
    head = AuditHead.objects.select_for_update().first()
    if head is None:
        AuditHead.objects.get_or_create(pk=1)
        head = AuditHead.objects.select_for_update().get(pk=1)
    return head


def _instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")

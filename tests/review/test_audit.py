"""The trail: chained, complete, and closed to change in the model and in the database."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from review import audit, trail_guard
from review.models import AuditEvent, AuditHead
from review.models.audit import AppendOnly
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_entries_are_numbered_and_chained(cast: Cast) -> None:
    first = audit.record("case.created", actor=cast.alba, case=cast.case, obj=cast.case)
    second = audit.record("file.added", actor=cast.alba, case=cast.case, size=3)
    assert (first.number, first.previous) == (1, audit.FIRST)
    assert (second.number, second.previous) == (2, first.hash)
    assert (first.object_kind, first.object_ref) == ("casefile", str(cast.case.pk))
    assert audit.verify() is None


def test_an_empty_trail_holds(db: None) -> None:
    assert audit.verify() is None


@pytest.mark.parametrize(
    ("change", "number", "why"),
    [
        ({"kind": "case.approved"}, 2, "altered"),
        ({"data": {"size": 4}}, 2, "altered"),
        ({"actor": None}, 2, "altered"),
        ({"previous": "f" * 64}, 2, "unlinked"),
        ({"number": 7}, 3, "unlinked"),
    ],
)
def test_a_changed_entry_is_named(cast: Cast, change: dict[str, object], number: int, why: str) -> None:
    for size in range(3):
        audit.record("file.added", actor=cast.alba, case=cast.case, size=size)
    AuditEvent.objects.filter(number=2).update(**change)
    broken = audit.verify()
    assert broken is not None
    assert broken.why == why or (broken.why == "missing" and change == {"number": 7})
    assert broken.number == (2 if "number" in change else number)


def test_a_deleted_entry_is_noticed_at_the_middle_and_at_the_end(cast: Cast) -> None:
    for size in range(4):
        audit.record("file.added", case=cast.case, size=size)
    AuditEvent.objects.filter(number=4).delete()
    assert audit.verify() == audit.Broken(3, "head")
    AuditEvent.objects.filter(number=2).delete()
    assert audit.verify() == audit.Broken(2, "missing")


def test_a_rewound_head_is_noticed(cast: Cast) -> None:
    audit.record("file.added", case=cast.case)
    AuditHead.objects.all().delete()
    assert audit.verify() == audit.Broken(1, "head")


def test_the_model_refuses_to_change_or_delete(cast: Cast) -> None:
    event = audit.record("file.added", case=cast.case)
    with pytest.raises(AppendOnly):
        event.save()
    with pytest.raises(AppendOnly):
        AuditEvent.objects.get(number=1).save()
    with pytest.raises(AppendOnly):
        event.delete()


@pytest.mark.parametrize("statement", ["UPDATE review_auditevent SET kind='x'", "DELETE FROM review_auditevent"])
def test_the_database_refuses_to_change_or_delete(cast: Cast, statement: str) -> None:
    audit.record("file.added", case=cast.case)
    trail_guard.guard(connection)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    trail_guard.lift(connection)
    assert AuditEvent.objects.get().kind == "file.added"


def test_an_act_undone_leaves_no_entry(cast: Cast) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        audit.record("file.added", case=cast.case)
        raise RuntimeError
    assert not AuditEvent.objects.exists()
    audit.record("file.added", case=cast.case)
    assert audit.verify() is None

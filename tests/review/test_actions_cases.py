"""Expedientes and their files: what is acknowledged is kept, twice the same is one, each act leaves its entry."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile

from review import access, audit, storage
from review.actions import cases
from review.models import AuditEvent, CaseFile, SourceFile
from review.states import CaseState, FileState
from tests.cast import Cast, a_policy

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What is sent to the queue."""
    tasks: list[tuple[str, int]] = []
    monkeypatch.setattr(cases.current_app, "send_task", lambda name, args: tasks.append((name, *args)))
    return tasks


def upload(data: bytes, name: str = "escrito.txt") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def test_a_case_is_opened_with_its_entry(cast: Cast) -> None:
    case = cases.create_case(unit=cast.unit, title="Ayudas", policy=cast.policy, by=cast.alba)
    assert (case.state, case.created_by, case.assigned_to) == (CaseState.IN_REVIEW, cast.alba, cast.alba)
    event = AuditEvent.objects.get()
    assert (event.kind, event.actor, event.case_ref, event.unit_id_ref) == (
        "case-created", cast.alba, case.pk, cast.unit.pk,
    )  # fmt: skip


def test_uploads_are_kept_byte_for_byte_and_queued(
    cast: Cast, sent: list[tuple[str, int]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        outcome = cases.add_files(cast.case, [upload(b"uno"), upload(b"dos" * 100_000, "b.txt")], cast.alba)
    assert [s.order for s in outcome.added] == [1, 2]
    assert [storage.fetch(s.original) for s in outcome.added] == [b"uno", b"dos" * 100_000]
    assert [s.digest for s in outcome.added] == [hashlib.sha256(d).hexdigest() for d in (b"uno", b"dos" * 100_000)]
    assert sent == [(cases.ANALYSE_FILE, s.pk) for s in outcome.added]


def test_a_broker_that_is_away_loses_no_upload(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    def away(*_: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(cases.current_app, "send_task", away)
    with django_capture_on_commit_callbacks(execute=True):
        outcome = cases.add_files(cast.case, [upload(b"uno")], cast.alba)
    assert SourceFile.objects.get(pk=outcome.added[0].pk).state == FileState.UPLOADED


def test_the_same_bytes_come_in_once_whatever_their_name(cast: Cast) -> None:
    outcome = cases.add_files(cast.case, [upload(b"uno", "a.txt"), upload(b"uno", "b.txt")], cast.alba)
    assert len(outcome.added) == 1
    assert outcome.duplicates == ("b.txt",)
    assert len(default_storage.listdir("originals")[1]) == 1


def test_removing_a_file_is_a_new_revision(cast: Cast) -> None:
    (source,) = cases.add_files(cast.case, [upload(b"uno")], cast.alba).added
    cases.remove_file(source, cast.alba)
    cases.remove_file(source, cast.alba)
    assert CaseFile.objects.get(pk=cast.case.pk).revision == cast.case.revision + 1


def test_what_was_removed_may_come_back(cast: Cast) -> None:
    (source,) = cases.add_files(cast.case, [upload(b"uno")], cast.alba).added
    cases.remove_file(source, cast.alba)
    assert len(cases.add_files(cast.case, [upload(b"uno")], cast.alba).added) == 1


def test_empty_and_oversized_files_are_turned_away_and_the_others_stay(cast: Cast, settings: Any) -> None:
    settings.UPLOAD_LIMIT = 10
    outcome = cases.add_files(cast.case, [upload(b""), upload(b"x" * 11, "b.txt"), upload(b"bien", "c.txt")], cast.alba)
    assert [(r.name, r.code) for r in outcome.refused] == [("escrito.txt", "empty"), ("b.txt", "too-big")]
    assert [s.name for s in outcome.added] == ["c.txt"]
    assert all(r.problem.remedy for r in outcome.refused)


def test_a_closed_case_takes_no_files_and_keeps_no_bytes(cast: Cast) -> None:
    CaseFile.objects.filter(pk=cast.case.pk).update(state=CaseState.APPROVED)
    with pytest.raises(access.Closed):
        cases.add_files(cast.case, [upload(b"uno")], cast.alba)
    assert default_storage.listdir("originals")[1] == []


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\mis documentos\\acta.pdf", "acta.pdf"),
        ("acta\x00\x1b[31m.pdf", "acta[31m.pdf"),
        ("", "fichero"),
        ("a" * 300 + ".docx", "a" * 250 + ".docx"),
    ],
)
def test_names_are_cleaned(name: str, kept: str) -> None:
    assert cases.clean_upload_name(name) == kept


def test_a_failed_file_is_retried_from_scratch(cast: Cast) -> None:
    (source,) = cases.add_files(cast.case, [upload(b"uno")], cast.alba).added
    SourceFile.objects.update(state=FileState.FAILED, error_code="fault", attempts=settings.MAX_ATTEMPTS)
    cases.retry_file(source, cast.alba)
    source.refresh_from_db()
    assert (source.state, source.error_code, source.attempts) == (FileState.UPLOADED, "", 0)
    cases.retry_file(source, cast.alba)
    assert AuditEvent.objects.filter(kind="file-retried").count() == 1


def test_every_act_leaves_its_entry_without_personal_data(cast: Cast) -> None:
    (source,) = cases.add_files(cast.case, [upload(b"uno", "Remedios Zarzalejo.txt")], cast.alba).added
    cases.assign(cast.case, cast.bruno, cast.alba)
    cases.set_priority(cast.case, 2, cast.alba)
    cases.rename(cast.case, "Otro título", cast.alba)
    cases.set_policy(cast.case, a_policy("otra"), cast.alba)
    cases.remove_file(source, cast.alba)
    cases.archive(cast.case, cast.alba)
    kinds = list(AuditEvent.objects.values_list("kind", flat=True))
    assert kinds == [
        "file-added", "case-assigned", "case-priority", "case-renamed", "case-policy", "file-removed", "case-archived",
    ]  # fmt: skip
    assert "Remedios" not in str(list(AuditEvent.objects.values()))
    assert audit.verify() is None


def test_another_policy_asks_for_going_over(
    cast: Cast, sent: list[tuple[str, int]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        cases.set_policy(cast.case, a_policy("otra"), cast.alba)
    cast.case.refresh_from_db()
    assert (str(cast.case.policy), cast.case.stale, sent) == ("otra@1", 1, [(cases.GO_OVER, cast.case.pk)])


def test_a_stored_file_is_whole_or_not_there(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("review.storage.os.replace", full)
    with pytest.raises(OSError, match="no space"):
        cases.add_files(cast.case, [upload(b"uno")], cast.alba)
    assert not SourceFile.objects.exists()
    assert all(name.endswith(".partial") for name in default_storage.listdir("originals")[1])

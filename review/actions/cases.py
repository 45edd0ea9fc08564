"""Expedientes and their files: open, upload, retry, remove, assign, change of policy, approval's way back."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone

from review import access, audit, error_wording, storage, store
from review.models import CaseFile, PolicyVersion, SourceFile, Unit, User
from review.states import CaseState, FileState

ANALYSE_FILE = "pipeline.worker.analyse_file"
GO_OVER = "pipeline.worker.go_over"
RELEASE_CASE = "pipeline.worker.release_case"


@dataclass(frozen=True, slots=True)
class Refusal:
    """An upload that was turned away, with the code of why: `empty` or `too-big`."""

    name: str = field(repr=False)
    code: str

    @property
    def problem(self) -> error_wording.Problem:
        """What to tell the person."""
        return error_wording.problem(self.code)


@dataclass(frozen=True, slots=True)
class UploadOutcome:
    """What became of the files of one upload: rows, names of those already there, and those turned away."""

    added: tuple[SourceFile, ...] = ()
    duplicates: tuple[str, ...] = field(default=(), repr=False)
    refused: tuple[Refusal, ...] = ()


def create_case(*, unit: Unit, title: str, policy: PolicyVersion, by: User) -> CaseFile:
    """Open an expediente."""
    with transaction.atomic():
        case = CaseFile.objects.create(unit=unit, title=title, policy=policy, created_by=by, assigned_to=by)
        audit.record("case-created", actor=by, case=case, obj=case, policy=str(policy))
    return case


def add_files(case: CaseFile, uploads: Iterable[UploadedFile[Any]], by: User) -> UploadOutcome:
    """Keep uploaded files and queue their analysis; each stands or falls by itself.

    A file is acknowledged when its bytes and its row are both on disk. Raises access.Closed.
    """
    results = [_add(case, upload, by) for upload in uploads]
    return UploadOutcome(
        tuple(r for r in results if isinstance(r, SourceFile)),
        tuple(r for r in results if isinstance(r, str)),
        tuple(r for r in results if isinstance(r, Refusal)),
    )


def _add(case: CaseFile, upload: UploadedFile[Any], by: User) -> SourceFile | str | Refusal:
    """Return the row, the name alone where the expediente has the same bytes, or why it was turned away."""
    name = clean_upload_name(upload.name or "")
    if not upload.size:
        return Refusal(name, "empty")
    if upload.size > settings.UPLOAD_LIMIT:
        return Refusal(name, "too-big")
    digest = _digest(upload)
    if _is_there(case, digest):
        return name
    blob = storage.keep("originals", upload)
    try:
        return _keep_row(case, name, upload.size, digest, blob, by)
    except IntegrityError:
        # The same bytes came in twice at once.
        storage.forget(blob)
        if not _is_there(case, digest):
            raise
        return name
    except access.Closed:
        storage.forget(blob)
        raise


def _keep_row(case: CaseFile, name: str, size: int, digest: str, blob: str, by: User) -> SourceFile:
    with transaction.atomic():
        _lock(case, CaseState.IN_REVIEW)
        last = case.files.aggregate(last=Max("order"))["last"] or 0
        source = SourceFile.objects.create(
            case=case, name=name, size=size, digest=digest, original=blob, order=last + 1, uploaded_by=by,
            lease_until=store.queued_until(),
        )  # fmt: skip
        _touch(case)
        audit.record("file-added", actor=by, case=case, obj=source, size=size, digest=digest)
        queue(ANALYSE_FILE, source.pk)
    return source


def retry_file(source: SourceFile, by: User) -> None:
    """Put a failed file back in the queue; a file that hasn't failed is left alone."""
    with transaction.atomic():
        case = _lock(source.case, CaseState.IN_REVIEW)
        moved = SourceFile.objects.filter(pk=source.pk, state=FileState.FAILED, removed=False).update(
            state=FileState.UPLOADED, attempts=0, error_code="", error_stage="", stage="", done=0, total=0,
            lease_token="", lease_until=store.queued_until(),
        )  # fmt: skip
        if moved:
            _touch(case)
            audit.record("file-retried", actor=by, case=case, obj=source)
            queue(ANALYSE_FILE, source.pk)


def remove_file(source: SourceFile, by: User) -> None:
    """Take a file out of the expediente; its row and bytes stay until retention deletes them."""
    with transaction.atomic():
        case = _lock(source.case, CaseState.IN_REVIEW)
        # A worker that holds it loses its claim with the token.
        moved = SourceFile.objects.filter(pk=source.pk, removed=False).update(
            removed=True, lease_token="", lease_until=None
        )
        if moved:
            # Decisions of its people go with it: whoever decides or approves on an older page is to look again.
            CaseFile.objects.filter(pk=case.pk).update(revision=F("revision") + 1, updated_at=timezone.now())
            audit.record("file-removed", actor=by, case=case, obj=source)


def assign(case: CaseFile, to: User | None, by: User) -> None:
    """Give the expediente to somebody, or to nobody."""
    with transaction.atomic():
        CaseFile.objects.filter(pk=case.pk).update(assigned_to=to, updated_at=timezone.now())
        audit.record("case-assigned", actor=by, case=case, obj=to)


def set_priority(case: CaseFile, priority: int, by: User) -> None:
    """Set the priority; higher comes first."""
    with transaction.atomic():
        CaseFile.objects.filter(pk=case.pk).update(priority=priority, updated_at=timezone.now())
        audit.record("case-priority", actor=by, case=case, priority=priority)


def rename(case: CaseFile, title: str, by: User) -> None:
    """Change the title of the expediente."""
    with transaction.atomic():
        CaseFile.objects.filter(pk=case.pk).update(title=title, updated_at=timezone.now())
        audit.record("case-renamed", actor=by, case=case)


def archive(case: CaseFile, by: User, *, archived: bool = True) -> None:
    """Take the expediente out of the queue, or put it back."""
    with transaction.atomic():
        CaseFile.objects.filter(pk=case.pk).update(archived=archived, updated_at=timezone.now())
        audit.record("case-archived" if archived else "case-unarchived", actor=by, case=case)


def set_policy(case: CaseFile, policy: PolicyVersion, by: User) -> None:
    """Put another policy in force and have every file decided again; what reviewers ruled stands."""
    with transaction.atomic():
        _lock(case, CaseState.IN_REVIEW)
        CaseFile.objects.filter(pk=case.pk).update(policy=policy, revision=F("revision") + 1)
        audit.record("case-policy", actor=by, case=case, obj=policy, policy=str(policy))
        _go_over(case)
    case.policy = policy


def go_over(case: CaseFile, by: User) -> None:
    """Have the analysed files gone over again: after a failure, or when somebody asks."""
    with transaction.atomic():
        _lock(case, CaseState.IN_REVIEW)
        audit.record("case-go-over", actor=by, case=case)
        _go_over(case)


def mark_stale(cases: Iterable[CaseFile]) -> int:
    """Have open expedientes gone over again in the caller's transaction; return how many."""
    ids = [case.pk for case in cases]
    for case in ids:
        _mark(case)
    return len(ids)


def _go_over(case: CaseFile) -> None:
    _mark(case.pk)


def _mark(case: int) -> None:
    CaseFile.objects.filter(pk=case).update(
        stale=F("stale") + 1, attempts=0, error_code="", error_stage="", updated_at=timezone.now()
    )
    queue(GO_OVER, case)


def queue(task: str, row: int) -> None:
    """Send a task once the transaction is through; a broker that is away costs nothing, the sweep sends again.

    By name: the web server has no need of the engine that the worker loads.
    """

    def send() -> None:
        current_app.send_task(task, (row,))

    transaction.on_commit(send, robust=True)


def clean_upload_name(name: str) -> str:
    """Return the last part of a file's name, without control characters, at most 255 characters long."""
    last = name.replace("\\", "/").rpartition("/")[2]
    shown = "".join(c for c in last if c.isprintable()).strip() or "fichero"
    stem, dot, extension = shown.rpartition(".")
    if len(shown) > 255 and dot and len(extension) < 20:
        return f"{stem[: 254 - len(extension)]}.{extension}"
    return shown[:255]


def _digest(upload: UploadedFile[Any]) -> str:
    found = hashlib.sha256()
    for chunk in upload.chunks():
        found.update(chunk)
    upload.seek(0)
    return found.hexdigest()


def _is_there(case: CaseFile, digest: str) -> bool:
    return SourceFile.objects.filter(case=case, digest=digest, removed=False).exists()


def _lock(case: CaseFile, state: CaseState) -> CaseFile:
    row = CaseFile.objects.select_for_update().get(pk=case.pk)
    if row.state != state:
        raise access.Closed(row.state)
    return row


def _touch(case: CaseFile) -> None:
    CaseFile.objects.filter(pk=case.pk).update(updated_at=timezone.now())

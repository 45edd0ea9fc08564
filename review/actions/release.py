"""From review to a release: send to approval, send back, approve, ask for the files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from review import access, audit, store
from review.actions.cases import RELEASE_CASE, queue
from review.models import CaseFile, Detection, Role, SourceFile, User
from review.queries.progress import progress
from review.states import CaseState, FileState, may_move


@dataclass(frozen=True, slots=True)
class Reason:
    """Why an act is refused, with how many things stand in the way.

    Codes: `doubts`, `undecided`, `files-pending`, `files-failed`, `no-files`, `going-over`, `not-gone-over`, `moved`,
    `same-person`, `decided-here`, `no-reason`.
    """

    code: str
    count: int = 1


class Refused(Exception):
    """The act isn't done; `reasons` says why, all at once."""

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        super().__init__(", ".join(reason.code for reason in reasons))
        self.reasons = reasons


def obstacles(case: CaseFile) -> tuple[Reason, ...]:
    """Return what stands between the expediente and its approval."""
    files = SourceFile.objects.filter(case=case, removed=False)
    doubts = Detection.objects.filter(
        source__in=files, doubtful=True, decided=False, withdrawn=False, lost_to=""
    ).count()
    pending = files.filter(state__in=(FileState.UPLOADED, FileState.ANALYSING)).count()
    failed = files.filter(state=FileState.FAILED).count()
    gave_up = bool(case.stale and case.attempts >= settings.MAX_ATTEMPTS)
    found = [
        Reason("no-files", int(not files.exists())),
        Reason("files-pending", pending),
        Reason("files-failed", failed),
        Reason("not-gone-over" if gave_up else "going-over", int(case.stale > 0 and not pending)),
        Reason("doubts", doubts),
    ]
    return tuple(reason for reason in found if reason.count)


def submit(case: CaseFile, by: User, accepted: int = 0) -> None:
    """Send the expediente to approval; raises Refused while a doubt is undecided or a file isn't analysed.

    What nobody decided leaves as the engine proposes: `accepted` is how many entities whoever sends it has seen are
    so. Another number is refused with `undecided`, so that nothing is sent by oversight.
    """
    with transaction.atomic():
        row = _locked(case, CaseState.IN_REVIEW)
        if reasons := obstacles(row):
            raise Refused(reasons)
        undecided = progress(row).undecided
        if undecided and undecided != accepted:
            raise Refused((Reason("undecided", undecided),))
        # Each sending is a revision of its own: lists and going over change what leaves without an act of the desk.
        _move(row, CaseState.TO_APPROVE, submitted_by=by, note="", revision=row.revision + 1)
        audit.record(
            "case-submitted", actor=by, case=row, policy=str(row.policy), revision=row.revision, undecided=undecided
        )
    case.refresh_from_db()


def send_back(case: CaseFile, by: User, reason: str = "") -> None:
    """Put the expediente back in review, with a note of what is asked for.

    Raises Closed where it can't be, and Refused with `no-reason` where that recalls a release and nobody says why.
    """
    reason = reason.strip()
    with transaction.atomic():
        row = CaseFile.objects.select_for_update().get(pk=case.pk)
        if not may_move(row.state, CaseState.IN_REVIEW):
            raise access.Closed(row.state)
        held = access.roles_in(by, row.unit_id)
        if row.state == CaseState.TO_APPROVE and Role.APPROVER not in held and by != row.submitted_by:
            raise PermissionDenied
        was = row.state
        if was == CaseState.RELEASED and not reason:
            raise Refused((Reason("no-reason"),))
        _move(
            row, CaseState.IN_REVIEW, note=reason[:300], submitted_by=None, approved_by=None, approved_at=None,
            requested_by=None, error_code="", error_stage="", attempts=0,
        )  # fmt: skip
        audit.record("case-sent-back", actor=by, case=row, was=was)
        if was == CaseState.RELEASED:
            _recall(row, by, reason)
    case.refresh_from_db()


def _recall(case: CaseFile, by: User, reason: str) -> None:
    """Mark the latest release as recalled: what was handed over no longer counts."""
    release = case.releases.order_by("-number").first()
    if release is not None and release.recalled_at is None:
        release.recalled_at, release.recalled_by, release.recalled_for = timezone.now(), by, reason[:300]
        release.save(update_fields=["recalled_at", "recalled_by", "recalled_for"])
        audit.record("release-recalled", actor=by, case=case, obj=release, reason=reason[:300])


def approve(case: CaseFile, by: User, revision: int) -> None:
    """Approve the expediente as it was at a revision: what the approver has seen, and nothing sent since.

    Raises Refused with `moved` for another revision, and where the policy asks for four eyes and the approver has
    sent the expediente or decided in it.
    """
    with transaction.atomic():
        row = _locked(case, CaseState.TO_APPROVE)
        _require_approver(row, by)
        if row.revision != revision:
            raise Refused((Reason("moved"),))
        if bar := access.approval_bar(by, row):
            raise Refused((Reason(bar),))
        if reasons := obstacles(row):
            raise Refused(reasons)
        _move(row, CaseState.APPROVED, approved_by=by, approved_at=timezone.now())
        audit.record("case-approved", actor=by, case=row, policy=str(row.policy), revision=row.revision)
    case.refresh_from_db()


def request_release(case: CaseFile, by: User) -> None:
    """Have the files written, verified and kept by the worker."""
    with transaction.atomic():
        row = _locked(case, CaseState.APPROVED)
        _require_approver(row, by)
        _move(
            row, CaseState.RELEASING, requested_by=by, attempts=0, error_code="", error_stage="", lease_token="",
            lease_until=None,
        )  # fmt: skip
        store.forget_leaks(row)
        audit.record("release-requested", actor=by, case=row)
        queue(RELEASE_CASE, row.pk)
    case.refresh_from_db()


def _require_approver(case: CaseFile, by: User) -> None:
    if Role.APPROVER not in access.roles_in(by, case.unit_id):
        raise PermissionDenied


def _locked(case: CaseFile, state: CaseState) -> CaseFile:
    row = CaseFile.objects.select_for_update().get(pk=case.pk)
    if row.state != state:
        raise access.Closed(row.state)
    return row


def _move(case: CaseFile, state: CaseState, **columns: Any) -> None:
    if not may_move(case.state, state):
        raise access.Closed(case.state)
    for name, value in {"state": state, **columns}.items():
        setattr(case, name, value)
    case.save(update_fields=["state", "updated_at", *columns])

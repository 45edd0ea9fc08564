"""Claims by compare-and-set, and the leases that keep them.

A waiting file's `lease_until` without a token says until when it counts as queued; with a token, until when its
worker counts as alive. The same holds for an expediente that is stale or to be released.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from pipeline.store import Claim, Due
from review import audit
from review.models import CaseFile, SourceFile
from review.states import CaseState, FileState

BATCH = 50
POISONED = "poisoned"
WAITING = (FileState.UPLOADED, FileState.ANALYSING)


def queued_until() -> datetime:
    """Return until when work just sent to the queue counts as on its way."""
    return timezone.now() + timedelta(seconds=min(15, settings.LEASE_SECONDS))


def lease() -> datetime:
    """Return until when a lease taken or prolonged now lasts."""
    return timezone.now() + timedelta(seconds=settings.LEASE_SECONDS)


def _run_out() -> Q:
    return Q(lease_until=None) | Q(lease_until__lt=timezone.now())


def _free() -> Q:
    return Q(lease_token="") | _run_out()


def _pending() -> Exists:
    return Exists(SourceFile.objects.filter(case=OuterRef("pk"), removed=False, state__in=WAITING))


def claim_file(hint: int) -> Claim | None:
    """Claim the first waiting file of the hinted file's expediente, in the order of upload."""
    case = SourceFile.objects.filter(pk=hint).values("case")
    waiting = SourceFile.objects.filter(case__in=case, removed=False).filter(
        Q(state=FileState.UPLOADED) | (Q(state=FileState.ANALYSING) & _run_out())
    )
    for row in waiting.filter(attempts__lt=settings.MAX_ATTEMPTS).order_by("order", "pk")[:BATCH]:
        token = uuid4().hex
        same = SourceFile.objects.filter(pk=row.pk, state=row.state, lease_token=row.lease_token, removed=False)
        taken = same.filter(Q(state=FileState.UPLOADED) | _run_out()).update(
            state=FileState.ANALYSING, lease_token=token, lease_until=lease(), attempts=F("attempts") + 1,
            stage="", done=0, total=0, error_code="", error_stage="",
        )  # fmt: skip
        if taken:
            return Claim("file", row.pk, row.case_id, token)
    return None


def beat(claim: Claim, stage: str, done: int, total: int) -> bool:
    """Prolong a claim, and what a file's claim holds of its expediente; note the stage where one is given."""
    cases = CaseFile.objects.filter(pk=claim.case, lease_token=claim.token)
    if claim.kind == "case":
        return bool(cases.update(lease_until=lease(), **({"error_stage": stage} if stage else {})))
    rows = SourceFile.objects.filter(pk=claim.id, lease_token=claim.token, state=FileState.ANALYSING, removed=False)
    held = rows.update(lease_until=lease(), **({"stage": stage, "done": done, "total": total} if stage else {}))
    # Who has lost the file keeps its expediente from nobody.
    cases.update(**({"lease_until": lease()} if held else {"lease_token": "", "lease_until": None}))
    return bool(held)


def take_turn(claim: Claim) -> bool:
    """Take the expediente for a file, once no earlier file of it is being analysed and nobody else holds it."""
    own = SourceFile.objects.filter(pk=claim.id, lease_token=claim.token, removed=False).first()
    if own is None:
        return False
    earlier = SourceFile.objects.filter(case=claim.case, removed=False, state=FileState.ANALYSING).filter(
        Q(order__lt=own.order) | Q(order=own.order, pk__lt=own.pk), lease_until__gte=timezone.now()
    )
    free = CaseFile.objects.filter(pk=claim.case).filter(_free() | Q(lease_token=claim.token))
    if earlier.exists() or not free.exists():
        return False
    return bool(free.update(lease_token=claim.token, lease_until=lease()))


def claim_stale(case: int) -> Claim | None:
    """Claim an expediente in review that is to be gone over, once none of its files is still on its way."""
    return _claim_case(_stale().filter(pk=case))


def claim_release(case: int) -> Claim | None:
    """Claim an expediente that is to be released."""
    return _claim_case(CaseFile.objects.filter(pk=case, state=CaseState.RELEASING))


def _stale() -> QuerySet[CaseFile]:
    return CaseFile.objects.filter(~_pending(), stale__gt=0, state=CaseState.IN_REVIEW)


def _claim_case(rows: QuerySet[CaseFile]) -> Claim | None:
    row = rows.filter(_free(), attempts__lt=settings.MAX_ATTEMPTS).first()
    if row is None:
        return None
    token = uuid4().hex
    same = CaseFile.objects.filter(_free(), pk=row.pk, state=row.state, lease_token=row.lease_token)
    taken = same.update(lease_token=token, lease_until=lease(), attempts=F("attempts") + 1)
    return Claim("case", row.pk, row.pk, token, row.stale) if taken else None


def fail_file(claim: Claim, code: str, stage: str) -> bool:
    """Close a file that can't be analysed, and give its expediente back."""
    with transaction.atomic():
        CaseFile.objects.filter(pk=claim.case, lease_token=claim.token).update(lease_token="", lease_until=None)
        rows = SourceFile.objects.filter(pk=claim.id, lease_token=claim.token, state=FileState.ANALYSING)
        return _fail_file(rows, code, stage)


def _fail_file(rows: QuerySet[SourceFile], code: str, stage: str) -> bool:
    row = rows.select_related("case").first()
    done = rows.update(
        state=FileState.FAILED, lease_token="", lease_until=None, error_code=code[:40], error_stage=stage[:40], stage=""
    )
    if row and done:
        audit.record("file-failed", case=row.case, obj=row, code=code[:40], stage=stage[:40])
    return bool(done)


def fail_case(claim: Claim, code: str, stage: str) -> bool:
    """Close a release that failed; or leave an expediente stale, to be gone over when somebody asks."""
    with transaction.atomic():
        return _fail_case(CaseFile.objects.filter(pk=claim.case, lease_token=claim.token), code, stage)


def _fail_case(rows: QuerySet[CaseFile], code: str, stage: str) -> bool:
    row = rows.first()
    if row is None:
        return False
    released = row.state == CaseState.RELEASING
    state = CaseState.FAILED if released else row.state
    done = rows.filter(state=row.state).update(
        state=state, lease_token="", lease_until=None, error_code=code[:40], error_stage=stage[:40],
        attempts=0 if released else settings.MAX_ATTEMPTS, updated_at=timezone.now(),
    )  # fmt: skip
    if done:
        audit.record("release-failed" if released else "case-not-gone-over", case=row, code=code[:40], stage=stage[:40])
    return bool(done)


def due() -> Due:
    """Return the work that nobody holds and that isn't on its way; close what died too often."""
    with transaction.atomic():
        _close_poisoned()
        dead = SourceFile.objects.filter(_run_out(), state=FileState.ANALYSING, removed=False)
        dead.update(state=FileState.UPLOADED, lease_token="", lease_until=None, stage="")
        waiting = SourceFile.objects.filter(_run_out(), state=FileState.UPLOADED, removed=False)
        releasing = CaseFile.objects.filter(_run_out(), state=CaseState.RELEASING)
        stale = _stale().filter(_run_out(), attempts__lt=settings.MAX_ATTEMPTS)
        return Due(_queue(waiting), _queue(stale), _queue(releasing))


def _queue(rows: QuerySet[SourceFile] | QuerySet[CaseFile]) -> tuple[int, ...]:
    ids = tuple(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
    # A token left by a dead worker goes too: what it may still send in no longer counts.
    rows.model._default_manager.filter(pk__in=ids).update(lease_token="", lease_until=lease())
    return ids


def _close_poisoned() -> None:
    often = Q(attempts__gte=settings.MAX_ATTEMPTS)
    for file in SourceFile.objects.filter(_run_out(), often, state__in=WAITING, removed=False):
        _fail_file(SourceFile.objects.filter(pk=file.pk, lease_token=file.lease_token), POISONED, file.stage)
    dead = Q(state=CaseState.RELEASING) | (Q(stale__gt=0, error_code="") & ~Q(lease_token=""))
    for case in CaseFile.objects.filter(_run_out(), often, dead):
        _fail_case(CaseFile.objects.filter(pk=case.pk, lease_token=case.lease_token), POISONED, case.error_stage)

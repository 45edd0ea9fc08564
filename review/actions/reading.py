"""Reading what is private: each reading of an original or a result leaves an entry in the trail."""

from __future__ import annotations

import json
from typing import Any

from django.core.cache import cache
from django.utils.translation import get_language

from pipeline.errors import InputRefused
from pipeline.report import as_html
from review import audit, storage
from review.models import CaseFile, ReleasedFile, SourceFile, User
from review.report_wording import in_words
from review.store import pages

SITTING = 8 * 3600


def original(source: SourceFile, by: User) -> bytes:
    """Return the bytes of an original."""
    audit.record("original-read", actor=by, case=source.case, obj=source)
    return storage.fetch(source.original)


def page_picture(source: SourceFile, page: int, width: int) -> bytes:
    """Return a picture of a page of an original; who reads the expediente has been noted by then.

    Raises FileNotFoundError where it has no such page, or none that can be drawn.
    """
    try:
        return pages.picture(source, page, width)
    except InputRefused:
        raise FileNotFoundError("the page can't be drawn") from None


def desk(case: CaseFile, by: User, sitting: str) -> None:
    """Record that somebody reads an expediente, in review or at approval: once a sitting, not at each look."""
    if cache.add(f"desk-read:{sitting}:{by.pk}:{case.pk}", 1, timeout=SITTING):
        audit.record("original-read", actor=by, case=case, obj=case)


def result(released: ReleasedFile, by: User) -> bytes:
    """Return the bytes of a released file."""
    audit.record("result-downloaded", actor=by, case=released.release.case, obj=released)
    return storage.fetch(released.result)


def report_html(released: ReleasedFile, by: User) -> bytes:
    """Return the report of a released file as a page, in the language and the words of the screens."""
    audit.record("report-downloaded", actor=by, case=released.release.case, obj=released, form="html")
    return as_html(in_words(_report(released)), get_language() or "es").encode()


def report_json(released: ReleasedFile, by: User) -> bytes:
    """Return the report of a released file as data."""
    audit.record("report-downloaded", actor=by, case=released.release.case, obj=released, form="json")
    if released.release.recalled_at is None:
        return storage.fetch(released.report_json)
    return json.dumps(_report(released), ensure_ascii=False, indent=1).encode()


def _report(released: ReleasedFile) -> dict[str, Any]:
    """Return the report as it was made, and who has recalled the release since, when and why."""
    report: dict[str, Any] = json.loads(storage.fetch(released.report_json))
    release = released.release
    if release.recalled_at is None:
        return report
    by = release.recalled_by.get_full_name() or release.recalled_by.get_username() if release.recalled_by else ""
    at = release.recalled_at.isoformat(timespec="seconds")
    return {**report, "recalled": {"at": at, "by": by, "reason": release.recalled_for}}

"""The trail as its page shows it: filtered, paged, exportable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils import timezone

from review.models import AuditEvent, CaseFile, User

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the filters of the trail ask for; anything malformed counts as not asked."""

    kind: str = ""
    actor: str = ""
    case: str = ""
    tag: str = ""
    since: date | None = None
    until: date | None = None
    page: str = "1"

    @classmethod
    def of(cls, query: QueryDict) -> Wanted:
        """Read the filters of a query string."""
        return cls(
            query.get("hecho", "")[:60],
            query.get("quien", "")[:20],
            query.get("expediente", "").strip()[:40],
            query.get("etiqueta", "").strip()[:30],
            _day(query.get("desde", "")),
            _day(query.get("hasta", "")),
            query.get("pagina", "1"),
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the trail with the expediente it's about, where it still stands."""

    event: AuditEvent
    case: CaseFile | None


@dataclass(frozen=True, slots=True)
class Trail:
    """What the page of the trail shows."""

    lines: tuple[Line, ...]
    page: Page[AuditEvent]
    kinds: tuple[str, ...]
    actors: tuple[User, ...]
    wanted: Wanted


def trail(wanted: Wanted) -> Trail:
    """Return a page of the trail, the latest first."""
    page = Paginator(events(wanted).order_by("-number"), PAGE_SIZE).get_page(wanted.page)
    found = list(page.object_list)
    cases = CaseFile.objects.in_bulk({event.case_ref for event in found if event.case_ref})
    lines = tuple(Line(event, cases.get(event.case_ref or 0)) for event in found)
    kinds = tuple(AuditEvent.objects.order_by("kind").values_list("kind", flat=True).distinct())
    actors = tuple(User.objects.filter(pk__in=AuditEvent.objects.values("actor")).order_by("username"))
    return Trail(lines, page, kinds, actors, wanted)


def events(wanted: Wanted) -> QuerySet[AuditEvent]:
    """Return the entries that the filters choose, in order."""
    rows = AuditEvent.objects.select_related("actor").order_by("number")
    if wanted.kind:
        rows = rows.filter(kind=wanted.kind)
    if wanted.actor.isdecimal():
        rows = rows.filter(actor=int(wanted.actor))
    if wanted.tag:
        rows = rows.filter(tag=wanted.tag)
    if wanted.case:
        rows = rows.filter(case_ref__in=_case_ids(wanted.case))
    if wanted.since:
        rows = rows.filter(at__gte=_midnight(wanted.since))
    if wanted.until:
        rows = rows.filter(at__lt=_midnight(wanted.until + timedelta(days=1)))
    return rows


def plain(rows: QuerySet[AuditEvent]) -> Iterator[dict[str, object]]:
    """Yield the chosen entries as plain data, hashes included, for the export."""
    for event in rows.iterator(chunk_size=2000):
        yield {
            "number": event.number,
            "at": event.at.isoformat(),
            "actor": event.actor.username if event.actor else "",
            "kind": event.kind,
            "case": event.case_ref,
            "object": f"{event.object_kind}:{event.object_ref}" if event.object_kind else "",
            "tag": event.tag,
            "data": event.data,
            "previous": event.previous,
            "hash": event.hash,
        }


def _case_ids(text: str) -> list[int]:
    try:
        return list(CaseFile.objects.filter(key=UUID(text)).values_list("pk", flat=True))
    except ValueError:
        return [int(text)] if text.isdecimal() and len(text) < 18 else []


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))

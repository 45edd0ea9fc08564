"""The lists as their page shows them: entries in force, filtered, counted, with their conflicts."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils import timezone

from review import access
from review.models import CaseFile, Detection, ListEntry, PolicyVersion, User

PAGE_SIZE = 50
STATES = ("", "expired", "withdrawn")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the filters of the lists ask for."""

    kind: str = "deny"
    text: str = field(default="", repr=False)
    label: str = ""
    scope: str = ""
    state: str = ""
    page: str = "1"

    @classmethod
    def of(cls, query: QueryDict, text: str = "") -> Wanted:
        """Read the filters of a query string; the text, which may name somebody, comes apart."""
        kind, state = query.get("lista", "deny"), query.get("estado", "")
        return cls(
            kind if kind in ("allow", "deny") else "deny",
            text,
            query.get("tipologia", "")[:60],
            query.get("ambito", "")[:80],
            state if state in STATES else "",
            query.get("pagina", "1"),
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One entry, how often it decides now, and whether the other list says the contrary."""

    entry: ListEntry
    fired: int
    conflict: bool
    expired: bool


@dataclass(frozen=True, slots=True)
class Lists:
    """What the page of the lists shows."""

    lines: tuple[Line, ...]
    page: Page[ListEntry]
    counts: dict[str, int]
    wanted: Wanted


def lists(user: User, wanted: Wanted) -> Lists:
    """Return a page of the entries that the user may see: global, of policies, and of their units' expedientes."""
    seen = visible_entries(user)
    today = timezone.localdate()
    live = seen.filter(withdrawn=False).exclude(expires_on__lt=today)
    counts = {kind: live.filter(kind=kind).count() for kind in ("allow", "deny")}
    page = Paginator(_narrowed(seen, wanted), PAGE_SIZE).get_page(wanted.page)
    return Lists(_lines(list(page.object_list), live), page, counts, wanted)


def visible_entries(user: User) -> QuerySet[ListEntry]:
    """Return the entries that the user may see."""
    units = access.units_of(user)
    return ListEntry.objects.filter(Q(case=None) | Q(case__unit__in=units)).select_related("author", "case")


def chosen(user: User, wanted: Wanted) -> QuerySet[ListEntry]:
    """Return every entry that the filters choose, for the export."""
    return _narrowed(visible_entries(user), wanted)


def policy_names() -> list[str]:
    """Return the names of the policies, for scopes."""
    return list(PolicyVersion.objects.order_by("name").values_list("name", flat=True).distinct())


def open_cases(user: User) -> QuerySet[CaseFile]:
    """Return the expedientes to which the user may add an entry."""
    units = access.units_of(user, access.WRITERS)
    return CaseFile.objects.filter(unit__in=units, archived=False).order_by("-updated_at")[:200]


def _narrowed(entries: QuerySet[ListEntry], wanted: Wanted) -> QuerySet[ListEntry]:
    today = timezone.localdate()
    entries = entries.filter(kind=wanted.kind)
    if wanted.state == "withdrawn":
        entries = entries.filter(withdrawn=True)
    elif wanted.state == "expired":
        entries = entries.filter(withdrawn=False, expires_on__lt=today)
    else:
        entries = entries.filter(withdrawn=False).exclude(expires_on__lt=today)
    if wanted.text:
        entries = entries.filter(Q(text__icontains=wanted.text) | Q(reason__icontains=wanted.text))
    if wanted.label:
        entries = entries.filter(label=wanted.label)
    return _in_scope(entries, wanted.scope).order_by("-created_at", "-pk")


def _in_scope(entries: QuerySet[ListEntry], scope: str) -> QuerySet[ListEntry]:
    if scope == "global":
        return entries.filter(policy_name="", case=None)
    if scope == "case":
        return entries.exclude(case=None)
    return entries.filter(policy_name=scope) if scope else entries


def _lines(entries: list[ListEntry], live: QuerySet[ListEntry]) -> tuple[Line, ...]:
    today = timezone.localdate()
    texts = {entry.text.casefold() for entry in entries}
    other = {"allow": "deny", "deny": "allow"}
    against = {
        (row.kind, row.text.casefold())
        for row in live.filter(kind__in=[other[e.kind] for e in entries])
        if row.text.casefold() in texts
    }
    fired = _fired(entries)
    return tuple(
        Line(
            entry,
            fired.get(entry.pk, 0),
            (other[entry.kind], entry.text.casefold()) in against,
            entry.expires_on is not None and entry.expires_on < today,
        )
        for entry in entries
    )


def _fired(entries: list[ListEntry]) -> dict[int, int]:
    """Count the standing mentions that each deny-list entry marks; the trigger names the entry."""
    triggers = {f"deny-list:{entry.pk}": entry.pk for entry in entries if entry.kind == "deny"}
    found: dict[int, int] = {}
    rows = Detection.objects.filter(trigger__in=list(triggers), withdrawn=False).values_list("trigger", flat=True)
    for trigger in rows:
        found[triggers[trigger]] = found.get(triggers[trigger], 0) + 1
    return found

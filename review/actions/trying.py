"""Trying the lists on a text that somebody types: what would be marked or allowed, by which entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Q
from django.utils import timezone

from pipeline.decide.lists import matches
from pipeline.document import from_text
from pipeline.errors import PolicyError
from review import access
from review.models import ListEntry, User
from review.store.policies import entry_of


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where an entry stands."""

    start: int
    end: int
    entry: ListEntry


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of the tried text; `kind` is the list that rules on it, or empty."""

    text: str = field(repr=False)
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """The tried text cut at the hits, and the entries that hit, each with its number of places."""

    runs: tuple[Run, ...]
    entries: tuple[tuple[ListEntry, int], ...]
    faulty: tuple[ListEntry, ...]


def attempt(text: str, user: User) -> Trial:
    """Try the entries in force that the user may see; nothing is kept."""
    document = from_text(text)
    hits: list[Hit] = []
    faulty: list[ListEntry] = []
    for row in _in_force(user):
        try:
            hits += [Hit(span.start, span.end, row) for span in matches(entry_of(row), document)]
        except PolicyError:
            faulty.append(row)
    counted: dict[int, int] = {}
    for hit in hits:
        counted[hit.entry.pk] = counted.get(hit.entry.pk, 0) + 1
    rows = {hit.entry.pk: hit.entry for hit in hits}
    return Trial(_runs(text, hits), tuple((rows[pk], n) for pk, n in counted.items()), tuple(faulty))


def _in_force(user: User) -> Iterable[ListEntry]:
    mine = Q(case=None) | Q(case__unit__in=access.units_of(user))
    lasting = Q(expires_on=None) | Q(expires_on__gte=timezone.localdate())
    return ListEntry.objects.filter(mine & lasting, withdrawn=False).select_related("case")


def _runs(text: str, hits: Sequence[Hit]) -> tuple[Run, ...]:
    """Cut the text; where both lists hit, the deny-list shows, as it rules before the allow-list."""
    ordered = sorted(hits, key=lambda h: (h.start, h.entry.kind != "deny", -h.end))
    runs: list[Run] = []
    at = 0
    for hit in ordered:
        if hit.start < at:
            continue
        if hit.start > at:
            runs.append(Run(text[at : hit.start]))
        runs.append(Run(text[hit.start : hit.end], hit.entry.kind))
        at = hit.end
    return (*runs, Run(text[at:])) if at < len(text) else tuple(runs)

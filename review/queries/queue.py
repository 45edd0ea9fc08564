"""The queue: which expedientes wait for whom, filtered, sorted, paged and counted."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.http import QueryDict

from review import access
from review.models import CaseFile, Release, SourceFile, User
from review.queries.progress import Progress, progress_by_case
from review.states import CaseState, FileState

PAGE_SIZE = 25
FOUND_AT_MOST = 1000
SORTS: Mapping[str, tuple[str, ...]] = {
    "priority": ("-priority", "-updated_at"),
    "recent": ("-updated_at",),
    "oldest": ("created_at",),
    "title": ("title", "pk"),
}
WHO = ("", "mine", "nobody")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the filters of the queue ask for; anything malformed counts as not asked."""

    text: str = field(default="", repr=False)
    state: str = ""
    who: str = ""
    sort: str = "priority"
    page: str = "1"

    @classmethod
    def of(cls, query: QueryDict, text: str = "") -> Wanted:
        """Read the filters of a query string; the text, which may name somebody, comes apart."""
        state, who, sort = (query.get(name, "") for name in ("estado", "quien", "orden"))
        return cls(
            text,
            state if state in CaseState.values else "",
            who if who in WHO else "",
            sort if sort in SORTS else "priority",
            query.get("pagina", "1"),
        )

    @property
    def narrowed(self) -> bool:
        """Whether anything is filtered."""
        return bool(self.text or self.state or self.who)


@dataclass(frozen=True, slots=True)
class Row:
    """One expediente of the queue with its figures."""

    case: CaseFile
    files: int = 0
    pending: int = 0
    failed: int = 0
    progress: Progress = field(default_factory=Progress)
    recalled: bool = False


@dataclass(frozen=True, slots=True)
class Queue:
    """What the queue page shows."""

    rows: tuple[Row, ...]
    page: Page[CaseFile]
    counts: tuple[tuple[str, str, int], ...]
    total: int
    wanted: Wanted


def queue(user: User, wanted: Wanted) -> Queue:
    """Return a page of the expedientes of the user's units."""
    mine = CaseFile.objects.filter(unit__in=access.units_of(user), archived=False)
    per_state = dict(mine.order_by().values_list("state").annotate(n=Count("pk")))
    counts = tuple((value, str(label), per_state.get(value, 0)) for value, label in CaseState.choices)
    chosen = _narrowed(mine, user, wanted).order_by(*SORTS[wanted.sort])
    page = Paginator(chosen.select_related("policy", "assigned_to", "unit"), PAGE_SIZE).get_page(wanted.page)
    return Queue(_rows(list(page.object_list)), page, counts, sum(per_state.values()), wanted)


def _narrowed(cases: QuerySet[CaseFile], user: User, wanted: Wanted) -> QuerySet[CaseFile]:
    if wanted.state:
        cases = cases.filter(state=wanted.state)
    if wanted.who:
        cases = cases.filter(assigned_to=user if wanted.who == "mine" else None)
    return cases.filter(pk__in=_named(cases, wanted.text)) if wanted.text else cases


def _named(cases: QuerySet[CaseFile], text: str) -> list[int]:
    """Find the expedientes whose title or a file's name holds the text, accents and case aside, the newest first.

    SQLite's own comparison knows only the case of ASCII letters.
    """
    needle = _plain(text)
    files = SourceFile.objects.filter(case__in=cases, removed=False).values_list("case", "name")
    titles = cases.order_by("-updated_at").values_list("pk", "title")
    found = dict.fromkeys(pk for rows in (titles, files) for pk, name in rows.iterator() if needle in _plain(name))
    return list(found)[:FOUND_AT_MOST]


def _plain(text: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(bare.split())


def _rows(cases: list[CaseFile]) -> tuple[Row, ...]:
    keys = [case.pk for case in cases]
    files = _by_case(
        SourceFile.objects.filter(case__in=keys, removed=False).values("case").annotate(
            files=Count("pk"),
            pending=Count("pk", filter=Q(state__in=[FileState.UPLOADED, FileState.ANALYSING])),
            failed=Count("pk", filter=Q(state=FileState.FAILED)),
        )
    )  # fmt: skip
    done = progress_by_case(keys)
    recalled = _recalled(keys)
    return tuple(
        Row(case, **files.get(case.pk, {}), progress=done[case.pk], recalled=case.pk in recalled) for case in cases
    )


def _recalled(keys: Iterable[int]) -> set[int]:
    """Return the expedientes whose latest release was recalled."""
    rows = Release.objects.filter(case__in=list(keys)).order_by("case", "number").values_list("case", "recalled_at")
    return {case for case, recalled_at in dict(rows).items() if recalled_at}


def _by_case(rows: Iterable[Mapping[str, Any]]) -> dict[int, dict[str, int]]:
    return {row["case"]: {k: v for k, v in row.items() if k != "case"} for row in rows}

"""One expediente as its page shows it: files with progress, people, activity, what may be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Count, Q

from review import access, error_wording
from review.models import AuditEvent, CaseFile, Detection, Entity, Membership, ReleasedFile, Role, SourceFile, User
from review.queries.leaks import LeakyFile, leaky_files
from review.queries.progress import Progress, progress
from review.states import CaseState, FileState

PEOPLE_SHOWN = 8
EVENTS_SHOWN = 10
_SETTLED = ("unsupported", "unreadable", "encrypted", "hostile", "empty")


@dataclass(frozen=True, slots=True)
class FileLine:
    """One file with its progress in per cent and, where it failed, what to do."""

    source: SourceFile
    percent: int
    problem: error_wording.Problem | None
    replaced: int
    doubts: int

    @property
    def may_retry(self) -> bool:
        """Whether reading the very same bytes again may end otherwise."""
        return not self.source.error_code.startswith(_SETTLED)

    @property
    def waiting(self) -> bool:
        """Whether the analysis is still to end."""
        return self.source.state in {FileState.UPLOADED, FileState.ANALYSING}


@dataclass(frozen=True, slots=True)
class Person:
    """One person of the summary with how often they are mentioned."""

    tag: str
    name: str
    mentions: int
    decided: bool


@dataclass(frozen=True, slots=True)
class Deed:
    """An entry of the trail with the name of the file that it's about, where that still stands; else ""."""

    event: AuditEvent
    file: str


@dataclass(frozen=True, slots=True)
class Rights:
    """What the user may do with the expediente now."""

    write: bool
    approve: bool
    release: bool
    send_back: bool


@dataclass(frozen=True, slots=True)
class CaseView:
    """What the page of an expediente shows; `barred` is the code of why four eyes keep the user from approving."""

    case: CaseFile
    files: tuple[FileLine, ...]
    people: tuple[Person, ...]
    progress: Progress
    rights: Rights
    problem: error_wording.Problem | None
    leaks: tuple[LeakyFile, ...]
    barred: str

    @property
    def doubts(self) -> int:
        """How many doubts are undecided."""
        return self.progress.doubts

    @property
    def more_people(self) -> int:
        """How many people the summary doesn't show."""
        return max(self.progress.kinds.get("natural", 0) - len(self.people), 0)

    @property
    def live(self) -> bool:
        """Whether something is still moving, so that the page keeps asking."""
        moving = self.case.state == CaseState.RELEASING or self.going_over
        return moving or any(line.waiting for line in self.files)

    @property
    def stuck(self) -> bool:
        """Whether going over the expediente again was given up."""
        return self.case.stale > 0 and self.case.attempts >= settings.MAX_ATTEMPTS

    @property
    def going_over(self) -> bool:
        """Whether the expediente is being gone over after a change of policy or list."""
        return self.case.stale > 0 and not self.stuck and self.case.state == CaseState.IN_REVIEW

    @property
    def ready(self) -> bool:
        """Whether there is something to review."""
        return any(line.source.state == FileState.ANALYSED for line in self.files)


def case_view(case: CaseFile, user: User) -> CaseView:
    """Gather the page of an expediente."""
    return CaseView(
        case,
        files_of(case),
        _people(case),
        progress(case),
        rights(case, user),
        error_wording.problem(case.error_code) if case.error_code else None,
        leaky_files(case),
        access.approval_bar(user, case) if case.state == CaseState.TO_APPROVE else "",
    )


def files_of(case: CaseFile) -> tuple[FileLine, ...]:
    """Return the files of an expediente with their counts."""
    sources = list(case.files.filter(removed=False).order_by("order", "pk"))
    standing = Detection.objects.filter(source__in=sources, withdrawn=False, lost_to="").order_by()
    counts = {
        row["source"]: row
        for row in standing.values("source").annotate(
            replaced=Count("pk", filter=~Q(action="keep")),
            doubts=Count("pk", filter=Q(doubtful=True, decided=False)),
        )
    }
    return tuple(_line(source, counts.get(source.pk, {})) for source in sources)


def rights(case: CaseFile, user: User) -> Rights:
    """Return what the user may do with the expediente in its present state."""
    held = access.roles_in(user, case.unit_id)
    writer, approver = bool(access.WRITERS & held), Role.APPROVER in held
    return Rights(
        write=access.may_write(user, case),
        approve=access.may_approve(user, case),
        release=approver and case.state == CaseState.APPROVED,
        send_back=(approver if case.state == CaseState.TO_APPROVE else writer)
        and case.state not in {CaseState.IN_REVIEW, CaseState.RELEASING},
    )


def colleagues(case: CaseFile) -> list[User]:
    """Return who may take the expediente: the reviewers and approvers of its unit."""
    members = Membership.objects.filter(unit=case.unit_id, role__in=access.WRITERS).values("user")
    return list(User.objects.filter(pk__in=members, is_active=True).order_by("first_name", "username"))


def activity(case: CaseFile, limit: int = EVENTS_SHOWN) -> tuple[Deed, ...]:
    """Return the latest entries of the trail about an expediente; the trail holds numbers, the names are looked up."""
    found = list(AuditEvent.objects.filter(case_ref=case.pk).select_related("actor").order_by("-number")[:limit])
    uploaded = _numbers(found, "sourcefile")
    released = _numbers(found, "releasedfile")
    names = {
        "sourcefile": dict(SourceFile.objects.filter(case=case, pk__in=uploaded).values_list("pk", "name")),
        "releasedfile": dict(
            ReleasedFile.objects.filter(release__case=case, pk__in=released).values_list("pk", "name")
        ),
    }
    return tuple(
        Deed(e, names[e.object_kind].get(int(e.object_ref), "") if e.object_kind in names else "") for e in found
    )


def _numbers(events: Sequence[AuditEvent], kind: str) -> list[int]:
    return [int(event.object_ref) for event in events if event.object_kind == kind]


def _line(source: SourceFile, counts: Mapping[str, Any]) -> FileLine:
    percent = 100 * source.done // source.total if source.total else 0
    failed = error_wording.problem(source.error_code) if source.state == FileState.FAILED else None
    return FileLine(source, min(percent, 100), failed, counts.get("replaced", 0), counts.get("doubts", 0))


def _people(case: CaseFile) -> tuple[Person, ...]:
    standing = Q(mentions__withdrawn=False, mentions__lost_to="")
    asking = ~Q(mentions__action="keep") | Q(mentions__doubtful=True)
    persons = (
        Entity.objects.filter(case=case, merged_into=None, kind="natural")
        .annotate(n=Count("mentions", filter=standing), asks=Count("mentions", filter=standing & asking))
        .filter(Q(decided=True) | Q(asks__gt=0) | ~Q(candidates=[]), n__gt=0)
        .order_by("-n", "order")[:PEOPLE_SHOWN]
    )
    return tuple(Person(p.tag, p.name, p.n, p.decided) for p in persons)

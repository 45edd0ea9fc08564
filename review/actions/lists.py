"""The allow- and deny-lists: add, withdraw, import; open expedientes in scope are gone over again."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import QuerySet

from pipeline.decide.runaway import is_runaway
from pipeline.policy import ListKind, Match
from review import audit, wording
from review.actions.cases import mark_stale
from review.models import CaseFile, ListEntry, PolicyVersion, SourceFile, User
from review.states import CaseState, FileState

_FORMULA = re.compile(r"^'(?=[' ]*[=+\-@＝＋－＠\t\r\n])")


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change of a list sets going: open expedientes, and their files, that are gone over again."""

    cases: int = 0
    files: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a line of an imported file; the header is line 1.

    Codes: `kind`, `text`, `match`, `label`, `policy`, `date`, `pattern`, `columns`, `encoding`.
    """

    line: int
    code: str


@dataclass(frozen=True, slots=True)
class Imported:
    """How many entries came in, or what kept all of them out."""

    added: int = 0
    errors: tuple[Fault, ...] = ()
    effect: Effect = Effect()


class BadEntry(ValueError):
    """The entry can't be kept; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def add_entry(
    *,
    by: User,
    kind: str,
    text: str,
    match: str = Match.WORD.value,
    label: str = "",
    reason: str = "",
    expires_on: date | None = None,
    policy_name: str = "",
    case: CaseFile | None = None,
) -> Effect:
    """Add an entry; raises BadEntry where it's malformed."""
    entry = ListEntry(
        kind=kind, text=" ".join(text.split()) if match != Match.PATTERN else text, match=match, label=label,
        reason=reason, expires_on=expires_on, policy_name="" if case else policy_name, case=case, author=by,
    )  # fmt: skip
    _check(entry)
    with transaction.atomic():
        _keep(entry, by)
        return _spread(entry)


def withdraw_entry(entry: ListEntry, by: User) -> Effect:
    """Withdraw an entry; it stays, marked, and rules no more."""
    with transaction.atomic():
        if not ListEntry.objects.filter(pk=entry.pk, withdrawn=False).update(withdrawn=True):
            return Effect()
        audit.record("list-withdrawn", actor=by, case=entry.case, obj=entry, list=entry.kind)
        return _spread(entry)


def import_csv(data: bytes, by: User) -> Imported:
    """Add the entries of a CSV file, all or none.

    Columns: kind, text, match, label, policy, reason, expires_on; the first two are needed. `;`, `,` or tab between.
    """
    try:
        lines = list(_lines(data))
    except BadEntry as bad:
        return Imported(errors=(Fault(1, bad.code),))
    entries, errors = [], []
    for number, cells in lines:
        try:
            entries.append(_entry(cells, by))
        except BadEntry as bad:
            errors.append(Fault(number, bad.code))
    if errors:
        return Imported(errors=tuple(errors))
    with transaction.atomic():
        for entry in entries:
            _keep(entry, by)
        effect = _effect_on(_open_cases(), mark_all=bool(entries))
    return Imported(len(entries), effect=effect)


def _lines(data: bytes) -> Iterator[tuple[int, Mapping[str, str]]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadEntry("encoding") from None
    header = text.splitlines()[0] if text.strip() else ""
    between = max(";,\t", key=header.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=between, strict=True)
    if not {"kind", "text"} <= set(reader.fieldnames or ()):
        raise BadEntry("columns")
    try:
        for row in reader:
            yield (
                reader.line_num,
                {k: _plain(v or "") for k, v in row.items() if isinstance(k, str) and not isinstance(v, list)},
            )
    except csv.Error:
        raise BadEntry("columns") from None


def _plain(cell: str) -> str:
    # The export puts an apostrophe before what a spreadsheet would run.
    return _FORMULA.sub("", cell).strip()


def _entry(cells: Mapping[str, str], by: User) -> ListEntry:
    entry = ListEntry(
        kind=cells["kind"].lower(), text=cells["text"], match=cells.get("match") or Match.WORD.value,
        label=cells.get("label", ""), policy_name=cells.get("policy", ""), reason=cells.get("reason", "")[:300],
        expires_on=_day(cells.get("expires_on", "")), author=by,
    )  # fmt: skip
    _check(entry)
    return entry


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise BadEntry("date") from None


def _check(entry: ListEntry) -> None:
    faults = {
        "kind": entry.kind not in set(ListKind),
        "text": not entry.text.strip() or len(entry.text) > 300 or "\0" in entry.text + entry.reason,
        "match": entry.match not in set(Match),
        "label": bool(entry.label) and not _is_label(entry.label),
        "policy": bool(entry.policy_name) and not PolicyVersion.objects.filter(name=entry.policy_name).exists(),
    }
    for code, wrong in faults.items():
        if wrong:
            raise BadEntry(code)
    if entry.match == Match.PATTERN:
        _check_pattern(entry.text)


def _is_label(label: str) -> bool:
    return label in wording.LABELS or bool(re.fullmatch(r"CUSTOM:[\w-]{1,50}", label))


def _check_pattern(text: str) -> None:
    try:
        pattern = re.compile(text)
    except re.error:
        raise BadEntry("pattern") from None
    # A pattern that matches the empty text marks nothing.
    if is_runaway(text) or pattern.match(""):
        raise BadEntry("pattern")


def _keep(entry: ListEntry, by: User) -> None:
    entry.save(force_insert=True)
    audit.record("list-added", actor=by, case=entry.case, obj=entry, list=entry.kind, label=entry.label)


def _spread(entry: ListEntry) -> Effect:
    rows = _open_cases()
    if entry.case_id:
        rows = rows.filter(pk=entry.case_id)
    elif entry.policy_name:
        rows = rows.filter(policy__name=entry.policy_name)
    return _effect_on(rows)


def _open_cases() -> QuerySet[CaseFile]:
    return CaseFile.objects.filter(state=CaseState.IN_REVIEW, archived=False)


def _effect_on(cases: QuerySet[CaseFile], *, mark_all: bool = True) -> Effect:
    """Have the open expedientes with an analysed file gone over again."""
    files = SourceFile.objects.filter(case__in=cases, removed=False, state=FileState.ANALYSED)
    if not mark_all or not files.exists():
        return Effect()
    found = list(cases.filter(pk__in=files.values("case")))
    return Effect(mark_stale(found), files.count())

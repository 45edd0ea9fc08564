"""What will leave and what has left: counts and excerpts before, files and their reports after."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count

from review import storage, store, wording
from review.models import CaseFile, Detection, Release, ReleasedFile, SourceFile
from review.queries.cases import FileLine, files_of
from review.report_wording import in_words
from review.states import FileState

EXCERPT = 2600


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of an excerpt: `before` is what stands, `after` what will; equal where nothing changes."""

    before: str = field(repr=False)
    after: str = field(repr=False)
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Leaving:
    """One file about to leave: counts by label and by action, and its first lines before and after."""

    line: FileLine
    by_label: tuple[tuple[str, int], ...]
    by_action: tuple[tuple[str, int], ...]
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A report ready for the screen: its data, and its replacements narrowed by label and text."""

    data: dict[str, Any]
    entries: tuple[dict[str, Any], ...]
    labels: tuple[tuple[str, int], ...]
    label: str


def leaving(case: CaseFile) -> tuple[Leaving, ...]:
    """Return what would leave now, file by file."""
    return tuple(_leaving(line) for line in files_of(case) if line.source.state == FileState.ANALYSED)


def releases(case: CaseFile) -> list[Release]:
    """Return the releases of an expediente with their files, the latest first, and bring its state up to date.

    A release is made together with the state that tells of it: what is returned and the state agree.
    """
    before, found = case.state, _releases(case)
    case.refresh_from_db(fields=["state", "error_code", "error_stage"])
    return found if case.state == before else _releases(case)


def _releases(case: CaseFile) -> list[Release]:
    rows = case.releases.select_related("approved_by", "requested_by", "recalled_by").prefetch_related("files__source")
    return list(rows.order_by("-number"))


def notes(released: ReleasedFile) -> list[str]:
    """Put the notes of a released file into words."""
    return [wording.note(code) for code in released.notes]


def report(released: ReleasedFile, label: str = "") -> Report:
    """Read the report of a released file."""
    data = in_words(json.loads(storage.fetch(released.report_json)))
    labels = tuple(sorted(data["totals"]["by_label"].items(), key=lambda item: (-item[1], item[0])))
    entries = tuple(e for e in data["replacements"] if label in ("", e["label"]))
    return Report(data, entries, labels, label)


def _leaving(line: FileLine) -> Leaving:
    standing = Detection.objects.filter(source=line.source, withdrawn=False, lost_to="").exclude(action="keep")
    return Leaving(line, _count(standing, "label"), _count(standing, "action"), _pieces(line.source))


def _count(rows: Any, column: str) -> tuple[tuple[str, int], ...]:
    return tuple(rows.order_by().values_list(column).annotate(n=Count("pk")).order_by("-n", column))


def _pieces(source: SourceFile) -> tuple[Piece, ...]:
    text = store.load_document(source).text
    first = (
        Detection.objects.filter(source=source, withdrawn=False, lost_to="", start__lt=EXCERPT)
        .exclude(action="keep")
        .order_by("start", "-end")
        .values_list("start", "end", "output")
    )
    return tuple(pieces(text, first, EXCERPT))


def pieces(text: str, spans: Iterable[tuple[int, int, str]], limit: int) -> Iterable[Piece]:
    """Cut the first `limit` characters (code points) of a text at what is replaced; spans in order."""
    at = 0
    for start, end, output in spans:
        if start < at:
            continue
        if start > at:
            yield Piece(text[at:start], text[at:start])
        yield Piece(text[start:end], output, changed=True)
        at = end
    if at < limit:
        yield Piece(text[at:limit], text[at:limit])

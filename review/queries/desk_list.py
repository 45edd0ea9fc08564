"""The list of the review screen: grouped, ordered and filtered as a whole, shown a page of lines at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language

from review import desk_wording, matching, trigger_wording
from review.models import CaseFile
from review.queries.desk import Row, entity_rows, loose_rows

PAGE = 100
MOST = 1_000  # lines of one group in one answer
TIES = frozenset({"KINSHIP", "POST"})
DOUBT, APPEARANCE = "doubt", "appearance"


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under one heading: all their ids, which of them ask for a decision, and those shown, from `start` on.

    Folded groups open on demand, and show no line before.
    """

    code: str
    ids: tuple[int, ...]
    asking: str  # a figure for each id: 1 where nobody has decided it
    rows: tuple[Row, ...]
    start: int = 0
    folded: bool = False


def groups(
    case: CaseFile, order: str = DOUBT, typed: str = "", windows: Mapping[str, tuple[int, int]] | None = None
) -> tuple[Group, ...]:
    """Return what matches, grouped, each group in the chosen order.

    `windows` tells by group which lines to show, half-open; else the first page of each.
    """
    shown = windows or {}
    return tuple(
        _group(code, rows, shown.get(code), folded=code in ("quiet", "protected") and not typed)
        for code, rows in _parts(_matching(case, typed), order).items()
        if rows
    )


def matched(case: CaseFile, typed: str) -> frozenset[int]:
    """Return the ids of the lines that the filter leaves."""
    return frozenset(row.id for row in _matching(case, typed))


def rows(case: CaseFile, ids: Collection[int]) -> tuple[Row, ...]:
    """Return the lines with these ids, in their order; what is no longer there is left out."""
    entities = [i for i in ids if i > 0]
    found = {row.id: row for row in entity_rows(case, entities)} if entities else {}
    if len(entities) < len(ids):
        found |= {row.id: row for row in loose_rows(case)}
    return tuple(found[i] for i in ids if i in found)


def _matching(case: CaseFile, typed: str) -> list[Row]:
    every, words = [*entity_rows(case), *loose_rows(case)], matching.wanted(typed)
    return [row for row in every if matching.says(_said(row), words)] if words else every


def _said(row: Row) -> str:
    """Return what a line says of itself."""
    tags = " ".join(chip.tag for chip in (*row.chips, *row.candidates))
    datum = _datum(row.label, row.trigger if row.loose else "", get_language() or "")
    return f"{row.tag} {row.name} {row.role} {tags} {datum} {desk_wording.words('state', row.state)}"


@lru_cache(maxsize=4_000)
def _datum(label: str, trigger: str, language: str) -> str:
    return trigger_wording.datum(label, trigger)


def _parts(found: Iterable[Row], order: str) -> dict[str, list[Row]]:
    parts: dict[str, list[Row]] = {c: [] for c in ("natural", "legal", "value", "ties", "dates", "quiet", "protected")}
    for row in found:
        parts[_part(row)].append(row)
    for code, rows in parts.items():
        rows.sort(key=_key(code) if order == DOUBT else _by_place)
    return parts


def _key(code: str) -> Callable[[Row], tuple[object, ...]]:
    """Return what orders a group by doubt."""
    if code in ("quiet", "protected"):
        return _by_place
    return _by_evidence if code == "dates" else _by_doubt


def _part(row: Row) -> str:
    if row.state == "protected":
        return "protected"
    if row.quiet:
        return "quiet"
    if row.loose or (row.kind == "value" and row.label in TIES):
        return "ties"
    # Whoever writes in a chat leaves a date with every message: apart, they don't bury the identifiers.
    return "dates" if row.kind == "value" and row.label == "DATE" else row.kind


def _by_doubt(row: Row) -> tuple[object, ...]:
    """Order by what asks for a decision, then by doubts, then who is named most, then by the weakest evidence.

    Loose phrases come last. The main person of an expediente leads those who are as doubtful.
    """
    return row.loose, row.state != "open", -row.doubts, -row.mentions, row.low, row.order, abs(row.id)


def _by_evidence(row: Row) -> tuple[object, ...]:
    """Order by what asks for a decision, then by doubts, then by the best evidence: birth dates lead."""
    return row.state != "open", -row.doubts, -row.high, row.order, abs(row.id)


def _by_place(row: Row) -> tuple[object, ...]:
    return row.loose, row.label if row.loose else "", row.order, abs(row.id)


def _group(code: str, found: list[Row], window: tuple[int, int] | None, *, folded: bool) -> Group:
    start, end = window or (0, 0 if folded else PAGE)
    start = max(0, min(start, len(found) - PAGE))
    asking = "".join("1" if row.state == "open" else "0" for row in found)
    chosen = tuple(found[start : max(start, min(end, start + MOST))])
    return Group(code, tuple(row.id for row in found), asking, chosen, start, folded and window is None)

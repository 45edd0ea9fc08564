"""Columns: a type told from all values and the header is every cell's, the odd ones out included.

A misspelt number, a name that no list knows and a figure kept as text are what their column is. In a column of
amounts, scores or kinds a doubtful identifier and a lone name weigh less.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.detection import Detection, Effect, Label, Layer, detect
from pipeline.document import Document, Span, fold
from pipeline.lexicons.name_parts import parse
from pipeline.lexicons.organisations import is_company
from pipeline.recognise.column_types import (
    CATEGORY,
    CODE,
    FAMILIES,
    NEUTRAL,
    PERSONS,
    Typed,
    could_be,
    covers,
    type_columns,
)
from pipeline.recognise.table_columns import Cell, Column, columns_of
from pipeline.recognise.text_columns import columns_in_text

NAME = "columns"
_TOLD, _ALONE, _SHARE = 0.62, 0.45, 0.35
_ENOUGH, _LOWER, _CHECK_FAILED = 0.7, -0.5, 0.2
_ENTITY = re.compile(r"[abcdefghjnpqrsuvw][-. ]?\d")
# An account where people are listed: "jmadrover4".
_LOGIN = re.compile(r"[a-z][a-z._-]{2,20}\d{1,4}")
_FOREIGN = re.compile(r"[xyz][-. ]?\d")
# Labels that a figure or a lone word in a neutral column may be taken for.
_GUESSES = frozenset(
    {Label.PERSON, Label.NIF, Label.NIE, Label.NIF_ENTITY, Label.PHONE, Label.OTHER_ID, Label.CASE_NUMBER, Label.NSS,
     Label.ACCOUNT, Label.CARD, Label.PASSPORT, Label.PLATE, Label.LICENCE_ID, Label.HEALTH_ID, Label.POSTCODE,
     Label.CADASTRE, Label.CCC}
)  # fmt: skip


def by_column(document: Document, detections: Sequence[Detection]) -> list[Detection]:
    """Return the detections with those that the columns of tables add, raise and lower."""
    columns = [*columns_of(document), *columns_in_text(document)]
    if not columns:
        return list(detections)
    seen = _in_cells(columns, detections)
    moved: dict[int, Detection] = {}
    new: list[Detection] = []
    for typed in type_columns(columns, seen):
        for cell in typed.column.cells:
            found = seen.get(cell, ())
            if typed.kind.name in NEUTRAL:
                moved.update((id(d), _lowered(d, typed)) for d in found if _is_guess(document, d, cell, typed))
                continue
            if cell.is_empty or typed.kind.name in PERSONS:
                moved.update((id(d), _overruled(d, typed)) for d in found if _is_overruled(d, cell))
            if typed.kind.name == "town":
                moved.update((id(d), _lowered(d, typed)) for d in found if _is_town_taken_for_name(d, cell, typed))
            added = _applied(cell, found, typed)
            if isinstance(added, tuple):
                moved[id(added[0])] = added[1]
            elif added is not None:
                new.append(added)
    return [*(moved.get(id(d), d) for d in detections), *new]


def _in_cells(columns: Sequence[Column], detections: Sequence[Detection]) -> Mapping[Cell, list[Detection]]:
    """Return what was found in each cell."""
    cells = sorted((cell for column in columns for cell in column.cells), key=lambda c: c.start)
    starts = [cell.start for cell in cells]
    seen: dict[Cell, list[Detection]] = {}
    for d in detections:
        at = bisect_right(starts, d.span.end - 1) - 1
        if at >= 0 and d.span.start < cells[at].end:
            seen.setdefault(cells[at], []).append(d)
    return seen


def _applied(cell: Cell, found: Sequence[Detection], typed: Typed) -> Detection | tuple[Detection, Detection] | None:
    """Return what the column makes of a cell: a new detection, an old one with the raised one, or nothing."""
    kind = typed.kind
    if kind.name in PERSONS and _LOGIN.fullmatch(cell.text):
        return detect(
            Span(cell.start, cell.end), Label.OTHER_ID, _score(typed), recogniser=NAME, trigger="column:account",
            layer=Layer.RULE, value=cell.text.upper(),
        )  # fmt: skip
    if cell.is_empty or not could_be(kind, cell):
        return None
    folded = fold(cell.text)
    if kind.name in PERSONS and (is_company(folded, len(folded)) or _is_body(cell, found)):
        return None
    family = FAMILIES.get(kind.name, frozenset({kind.label}))
    score = _score(typed)
    own = [d for d in found if d.label in family and d.effect is Effect.HIDE and covers(d, cell)]
    best = max(own, key=lambda d: d.score, default=None)
    if best is not None and best.span == Span(cell.start, cell.end):
        if best.score >= max(_ENOUGH, score):
            return None
        if best.provenance.validated is False:
            score = max(score - _CHECK_FAILED, _ENOUGH)
        return (best, best.adjusted(f"column:{kind.name}", max(score - best.score, 0.0)))
    if any(d.score >= 0.9 and d.provenance.validated and covers(d, cell) for d in found):
        return None
    return detect(
        Span(cell.start, cell.end), _label(typed, folded), score, recogniser=NAME, trigger=f"column:{kind.name}",
        layer=Layer.RULE, value=_value(typed, cell),
    )  # fmt: skip


def _score(typed: Typed) -> float:
    return round(min((_TOLD if typed.named else _ALONE) + _SHARE * typed.share, 0.97), 4)


def _label(typed: Typed, folded: str) -> str:
    if typed.kind.name != "nif":
        return typed.kind.label
    return Label.NIF_ENTITY if _ENTITY.match(folded) else Label.NIE if _FOREIGN.match(folded) else Label.NIF


def _value(typed: Typed, cell: Cell) -> str:
    if typed.kind.name in PERSONS or typed.kind.label in (Label.ADDRESS, Label.LOC, Label.KINSHIP):
        return ""
    return "".join(c for c in fold(cell.text) if c.isalnum() or c == "@").upper()


def _is_body(cell: Cell, found: Sequence[Detection]) -> bool:
    """Tell whether the recognisers of organisations know the cell for one, and nobody's name is found in it."""
    bodies = any(d.label == Label.ORG and d.score >= 0.5 and covers(d, cell) for d in found)
    return bodies and not any(d.label == Label.PERSON and d.score >= 0.5 for d in found)


def _is_guess(document: Document, d: Detection, cell: Cell, typed: Typed) -> bool:
    """Tell whether a column of amounts or kinds speaks against a detection; a kind may have a number of its own."""
    if d.label not in _GUESSES or d.provenance.layer is Layer.LIST:
        return False
    if d.label == Label.PERSON:
        return not parse(document.surface(d.span)).is_full
    if typed.kind.name == CATEGORY and not covers(d, cell):
        return False
    return d.provenance.validated is not True or (d.label == Label.PHONE and typed.kind.name != CATEGORY)


def _is_town_taken_for_name(d: Detection, cell: Cell, typed: Typed) -> bool:
    return d.label == Label.PERSON and covers(d, cell) and typed.kind.name != CODE


def _is_overruled(d: Detection, cell: Cell) -> bool:
    """Tell whether the column knows better: a cell that says that it is empty, a street under "Apellidos"."""
    if cell.is_empty:
        return d.effect is Effect.HIDE and d.provenance.validated is not True and covers(d, cell)
    return d.effect is Effect.PROTECT and d.provenance.recogniser not in ("citation", "lists") and covers(d, cell)


def _overruled(d: Detection, typed: Typed) -> Detection:
    """Return the detection with nothing left of its score: kept, with the reason, and no bar to another."""
    return replace(d.adjusted(f"column:{typed.kind.name}", -1.0), effect=Effect.HIDE)


def _lowered(d: Detection, typed: Typed) -> Detection:
    return d.adjusted(f"column:{typed.kind.name}", _LOWER)

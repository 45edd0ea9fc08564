"""Signatures: the roles of one line above the names of the next, column by column or one by one."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby

from pipeline.detection import Detection
from pipeline.document import Document

# A note between role and name ("(firmado digitalmente)"), or the sign before it.
_NOTE = re.compile(r"\s*[(\[].*[)\]]\s*$")
_HEAD = re.compile(r"^[\s>.·—–-]*(?:(?:el|la|o|a|los|las|els|les)\s|[A-ZÁÉÍÓÚÑ'’]{2,})", re.I)
# What parts the columns of a row; what only a sentence or a turn to speak holds.
_COLUMNS = re.compile(r"\S?(?:[ ]{3,}|\t|[ ]?(?:\.[ ]?){3,}|[ ]\|[ ])\S?")
_SPOKEN = re.compile(r"[?¿!¡;]|\.[ ]?[—–-]")
_LINES_AHEAD = 3
# Lines longer than this are no row of signatures.
_LONGEST = 160


def signed(document: Document, roles: Sequence[Detection], starts: Sequence[int]) -> dict[str, int]:
    """Return the place in `starts` of the name under (or after) each role that heads a signature, by detection id.

    `starts` are the offsets of the names of the document, in order.
    """
    found: dict[str, int] = {}
    for (start, end), group in groupby(roles, key=lambda d: _line(document.text, d.span.start)):
        row = list(group)
        beside = dict(_in_row(document.text, start, end, row, starts))
        if beside:
            found |= beside
            continue
        if end - start > _LONGEST or not _is_heading(document, start, end, row):
            continue
        names = _names_below(document.text, end, starts)
        for d, place in _paired(document.text, start, row, names, starts):
            found[d.id] = place
    return found


def _line(text: str, at: int) -> tuple[int, int]:
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def _is_heading(document: Document, start: int, end: int, row: Sequence[Detection]) -> bool:
    """Tell whether a line holds little besides roles: what heads names, not a sentence."""
    line = document.text[start:end]
    if _SPOKEN.search(line):
        return False
    inside = sum(len(d.span) for d in row)
    rest = sum(c.isalpha() for c in line) - inside
    return rest <= 12 or (rest <= max(24, inside) and line.rstrip()[-1:] not in (".", ":"))


def _in_row(
    text: str, start: int, end: int, row: Sequence[Detection], starts: Sequence[int]
) -> Iterator[tuple[str, int]]:
    """Yield role and name of a line where they stand in columns of their own, role first or name first throughout."""
    names = list(range(bisect_left(starts, start), bisect_left(starts, end)))
    if len(names) != len(row) or end - start > _LONGEST:
        return
    first = row[0].span.start < starts[names[0]]
    for d, name in zip(row, names, strict=True):
        one, other = (d.span.end, starts[name]) if first else (starts[name], d.span.start)
        if one >= other or not _COLUMNS.search(text, one, other) or _SPOKEN.search(text, start, end):
            return
    yield from ((d.id, name) for d, name in zip(row, names, strict=True))


def _names_below(text: str, end: int, starts: Sequence[int]) -> list[int]:
    """Return the places of the names in the first line below that holds any."""
    for _ in range(_LINES_AHEAD):
        start, end = end + 1, text.find("\n", end + 1)
        if end < 0:
            end = len(text)
        if start >= len(text):
            break
        if found := list(range(bisect_left(starts, start), bisect_left(starts, end))):
            return found if end - start <= _LONGEST else []
        if text[start:end].strip() and not _NOTE.match(text[start:end]):
            break
    return []


def _paired(
    text: str, start: int, row: Sequence[Detection], names: Sequence[int], starts: Sequence[int]
) -> list[tuple[Detection, int]]:
    if len(row) == len(names):
        return list(zip(row, names, strict=True))
    if not names:
        return []
    below = text.rfind("\n", 0, starts[names[0]]) + 1
    pairs = []
    for d in row:
        column = d.span.start - start
        nearest = min(names, key=lambda n: abs(starts[n] - below - column))
        if abs(starts[nearest] - below - column) <= (14 if len(names) > len(row) else 6):
            pairs.append((d, nearest))
    return pairs

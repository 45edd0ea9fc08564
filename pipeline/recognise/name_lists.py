"""Names in a row: which commas part people and which part surnames from given names; who stands among names is one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pipeline.detection import Detection, Label
from pipeline.document import fold
from pipeline.lexicons.names import given_band, is_common, surname_band
from pipeline.lexicons.places import is_municipality
from pipeline.recognise.name_runs import as_given

# What parts two names of a list.
_COMMA = re.compile(r"\s*,\s*(?:[ye]\s+)?|\s+[yeo]\s+")
_LISTED_BEFORE, _LISTED_AFTER = re.compile(r"[,(]\s*\Z"), re.compile(r"\s*,\s*[A-ZÀ-Þ]|\s+[ye]\s+[A-ZÀ-Þ]")
# A name among names is raised so far, if the model gave it at least this; a name is sure from here on.
_RAISED, _LEAST, _SURE = 0.55, 0.15, 0.75
_LONGEST_GAP = 6


def parted(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the places of the people that a model's one span names: one, or two that a comma parts."""
    comma = text.find(",", start, end)
    if comma < 0 or _is_inverted(text, start, comma, end):
        yield start, end
        return
    for left, right in ((start, comma), (comma + 1, end)):
        piece = text[left:right]
        if piece.strip():
            yield left + len(piece) - len(piece.lstrip()), left + len(piece.rstrip())


def _is_inverted(text: str, start: int, comma: int, end: int) -> bool:
    """Tell whether given names stand after the comma and surnames before it, and no list goes on about them."""
    before, after = fold(text[start:comma]).split(), fold(text[comma + 1 : end]).split()
    if not before or not after:
        return False
    if all(len(w.strip(".")) == 1 for w in after):
        return True
    # Behind several surnames what no list knows is a given name: "VAN DEN BROEK, PIET".
    strange = len(before) > 1 and not given_band(before[0])
    if not all(len(w.strip(".")) == 1 or as_given(w) or (strange and _is_strange(w)) for w in after):
        return False
    if given_band(before[0]) and not surname_band(before[0]):
        return False
    if len(before) > 1 or len(after) > 1:
        return True
    return not (_LISTED_BEFORE.search(text, max(0, start - 3), start) or _LISTED_AFTER.match(text, end))


def _is_strange(word: str) -> bool:
    return not (given_band(word) or surname_band(word) or is_common(word) or is_municipality(word))


def among_names(text: str, found: Iterable[Detection]) -> Iterator[Detection]:
    """Yield the detections; a doubtful name in a list that holds two sure ones is raised."""
    row: list[Detection] = []
    for each in sorted(found, key=lambda d: (d.span.start, -d.span.end)):
        if each.label != Label.PERSON:
            yield each
            continue
        if row and not _follows(text, row[-1], each):
            yield from _raised(row)
            row = []
        row.append(each)
    yield from _raised(row)


def _follows(text: str, before: Detection, after: Detection) -> bool:
    gap = after.span.start - before.span.end
    return 0 < gap <= _LONGEST_GAP and _COMMA.fullmatch(text, before.span.end, after.span.start) is not None


def _raised(row: list[Detection]) -> Iterator[Detection]:
    sure = sum(d.score >= _SURE for d in row)
    for each in row:
        doubtful = sure > 1 and _LEAST <= each.score < _RAISED
        yield each.adjusted("list of names", _RAISED - each.score) if doubtful else each

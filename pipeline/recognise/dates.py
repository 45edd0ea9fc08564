"""Dates: numeric, written, in words, partial; whose they are decides how sure we are.

A birth date, a date of somebody's life and the date of a body's act look alike: the nearest cue tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.recognise.cues import CueTable, label_of
from pipeline.recognise.date_shapes import DateShape, find_shapes
from pipeline.recognise.running_text import RunningText, running_text
from pipeline.registry import recogniser

CUES = CueTable("date_cues.tsv")
LOOK_BACK, LOOK_AHEAD = 100, 45
SCORES = {"birth": 0.92, "personal": 0.78, "act": 0.35, "": 0.55}
FAILED = {"birth": 0.6, "personal": 0.45, "act": 0.2, "": 0.3}
PERSONAL_YEAR = 0.52
_JOINER = re.compile(
    r"\s*(?:,|y|e|o|u|al?|hasta|-)?\s*(?:y\s+|hasta\s+|al?\s+)?(?:el|la|los|dias?|de|del)?\s*(?:dia\s+)?"
)
_SIGNED = re.compile(r"[a-z)]\s*,\s*(?:a|el)\s+(?:dia\s+)?\Z")
_CLAUSE = re.compile(r"[,;.:\x00]")


@recogniser("dates", labels=[Label.DATE])
def find_dates(document: Document) -> Iterator[Detection]:
    """Yield every date; a date the calendar doesn't know is kept with a failed check and a low score."""
    running = running_text(document)
    last_end, last_kind = 0, ""
    for shape in find_shapes(running):
        kind = _kind(document, running, shape, last_end, last_kind)
        if shape.form == "year" and kind not in ("birth", "personal"):
            continue  # a year alone is no date unless it is one of somebody's life
        yield _detection(running, shape, kind)
        last_end, last_kind = shape.end, kind


def _detection(running: RunningText, shape: DateShape, kind: str) -> Detection:
    base = (SCORES if shape.valid else FAILED)[kind]
    score = max(round(base - shape.weakness, 4), 0.05) if kind in ("", "act") else base
    if shape.form == "year" and kind == "personal":
        score = PERSONAL_YEAR
    return detect(
        running.span(shape.start, shape.end), Label.DATE, score,
        recogniser="dates", trigger=f"{kind} {shape.form}".strip(),
        validated=None if shape.valid else False, value=shape.iso,
    )  # fmt: skip


def _kind(document: Document, running: RunningText, shape: DateShape, last_end: int, last_kind: str) -> str:
    """Tell whose date it is: birth, personal, act, or nothing known."""
    text = running.text
    if shape.birth:
        return "birth"
    if last_end and _JOINER.fullmatch(text, last_end, shape.start) and last_kind != "birth":
        return last_kind
    cue = CUES.before(text, max(last_end, shape.start - LOOK_BACK), shape.start)
    if cue:
        return cue.kind
    label = label_of(document, running.original(shape.start))
    cue = CUES.before(label, 0, len(label)) if label else None
    if cue:
        return cue.kind
    return _kind_after(text, shape)


def _kind_after(text: str, shape: DateShape) -> str:
    stop = _CLAUSE.search(text, shape.end, shape.end + LOOK_AHEAD)
    cue = CUES.after(text, shape.end, stop.start() if stop else min(len(text), shape.end + LOOK_AHEAD))
    if cue:
        return cue.kind
    return "act" if _SIGNED.search(text, max(0, shape.start - 12), shape.start) else ""

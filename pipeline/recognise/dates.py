"""Dates: numeric, written, in words, partial; whose they are decides how sure we are.

A birth date, a date of somebody's life and the date of a body's act look alike: the nearest cue tells. A date that
nothing makes an act's own is hidden: in a document about somebody it most often dates what they did or suffered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.recognise.cues import Cue, CueTable, label_of
from pipeline.recognise.date_partials import find_partials, with_weekday
from pipeline.recognise.date_shapes import DateShape, find_shapes, legible
from pipeline.recognise.date_years import find_boxed, find_years, is_public
from pipeline.recognise.mail_dates import TIME, sender_kind
from pipeline.recognise.running_text import RunningText, running_text
from pipeline.recognise.signatures import find_datelines
from pipeline.registry import recogniser

CUES = CueTable("date_cues.tsv")
LOOK_BACK, LOOK_AHEAD = 100, 45
SCORES = {"birth": 0.92, "personal": 0.78, "act": 0.35, "": 0.62}
FAILED = {"birth": 0.6, "personal": 0.45, "act": 0.2, "": 0.3}
YEAR_IN_A_LIFE = 0.61
# What is told in words that no figure stands for: "lunes" and "sábado" are two dates, as summer and autumn of a year.
_IN_WORDS = frozenset({"season", "feast", "part of a year", "weekday"})
_JOINER = re.compile(
    r"\s*(?:(?:,|y|e|o|u|al?|hasta|-|/)\s*)?(?:y\s+|hasta\s+|al?\s+)?(?:(?:el|la|los|dias?|de|del)\s*)?(?:dia\s+)?"
)
_SIGNED = re.compile(r"[a-z)]\s*,\s*a\s+(?:dia\s+)?\Z")
# "el año 1952": the word goes with its figure; "el día 3 de mayo" needs no help to read as a date
_YEAR_WORD = re.compile(r"(?<![^\W_])ano\s+\Z")
_CLAUSE = re.compile(r"[,;.:\x00]")
# An act and its date: "resolución de la Alcaldía, núm. 3/2024, de 5 de mayo"; "la sesión celebrada el día 5".
_OF = re.compile(r"(?:\b(?:d[eo]l?|fecha)|[:(])\s*(?:fecha\s+)?(?:dia\s+)?\Z")
_NEAR = re.compile(r"(?:\s*[\w/'’.\-]*[\w/]){0,7}?\s*(?:\b(?:el|los|dia|dias|hasta|a|al|entre)\s+)*")
_SINCE = re.compile(r"\bdesde\s+(?:el\s+)?(?:dia\s+)?\Z")
_LIVED = re.compile(
    r"(?:[^\W\d_]{2,}(?:ó|aron|ieron|aba|aban|ia|ian|ado|ada|ados|adas|ido|ida|idos|idas|io|amos|imos)|fu[ei]|muerto"
    r"|muerta|(?:es)?tuv[eo]|vine|vino|hizo|puso|dio|aqui|juntos|juntas|hecho|aborto|hered\w+)\s+(?:[^\W\d_]+\s+){0,5}?"
    r"(?:en|desde|hacia|hasta|entre|el)\s+(?:el\s+)?(?:ano\s+)?\Z"
)


@recogniser("dates", labels=[Label.DATE])
def find_dates(document: Document) -> Iterator[Detection]:
    """Yield every date; a date the calendar doesn't know is kept with a failed check and a low score."""
    running = legible(running_text(document))
    datelines = {line.date_start: line.private for line in find_datelines(running)}
    last_end, last_kind = 0, ""
    for shape in _shapes(running):
        kind = _kind(document, running, shape, (last_end, last_kind), datelines)
        if shape.form == "year" and kind not in ("birth", "personal"):
            continue  # a year alone is no date unless it is one of somebody's life
        yield _detection(running, shape, kind)
        last_end, last_kind = shape.end, kind


def _shapes(running: RunningText) -> Iterator[DateShape]:
    """Yield whole and partial dates in order; of two that overlap the whole one, or the one that starts first."""
    whole = [with_weekday(running, shape) for shape in (*find_shapes(running), *find_boxed(running))]
    found = sorted(
        (*whole, *find_years(running), *find_partials(running)), key=lambda s: (s.start, -s.end, s.form == "year")
    )
    last: DateShape | None = None
    for shape in found:
        if last is None or shape.start >= last.end:
            if last is not None:
                yield last
            last = shape
        elif last.form in ("year", "month", "day", "weekday") and shape.end > last.end:
            last = replace(shape, start=last.start)
    if last is not None:
        yield last


def _detection(running: RunningText, shape: DateShape, kind: str) -> Detection:
    owner = kind.partition(" ")[0]
    base = (SCORES if shape.valid else FAILED)[owner]
    score = max(round(base - shape.weakness, 4), 0.05) if owner in ("", "act") else base
    if shape.form in ("year", "year of a life") and owner == "personal":
        score = YEAR_IN_A_LIFE
    end = shape.end
    if kind.endswith("message"):
        time = TIME.match(running.text, end)
        end = time.end() if time else end
    word = _YEAR_WORD.search(running.text, max(0, shape.start - 8), shape.start) if shape.form == "year" else None
    return detect(
        running.span(word.start() if word else shape.start, end), Label.DATE, score,
        recogniser="dates", trigger=f"{kind} {shape.form}".strip(),
        validated=None if shape.valid else False, value=_value(running, shape),
    )  # fmt: skip


def _value(running: RunningText, shape: DateShape) -> str:
    """Return what makes two dates one: the day, or the year with the season or weekday that no figure tells."""
    told = shape.form in _IN_WORDS and shape.day is None and not shape.month
    return f"{shape.iso} {' '.join(running.text[shape.start : shape.end].split())}" if told else shape.iso


def _kind(
    document: Document,
    running: RunningText,
    shape: DateShape,
    last: tuple[int, str],
    datelines: Mapping[int, bool],
) -> str:
    """Tell whose date it is: birth, personal, act, or nothing known."""
    text, (last_end, last_kind) = running.text, last
    if shape.birth:
        return "birth"
    if shape.form == "year of a life":
        return "personal"
    if last_end and _JOINER.fullmatch(text, last_end, shape.start) and (last_kind != "birth" or shape.form == "year"):
        return last_kind
    if message := sender_kind(running, shape.start):
        return f"{message} message"
    since = shape.form == "year" and _SINCE.search(text, max(0, shape.start - 20), shape.start)
    if since and is_public(text, since.start(), shape.end):
        return ""
    private = next((datelines[at] for at in range(shape.start, shape.start + 12) if at in datelines), None)
    if private is not None:
        return "personal" if private else "act"
    floor = max(last_end, shape.start - LOOK_BACK)
    cue = CUES.before(text, floor, shape.start)
    if cue and _bears(text, cue, shape):
        return "act" if cue.kind == "seal" else cue.kind
    return _kind_otherwise(document, running, shape, cue)


def _bears(text: str, cue: Cue, shape: DateShape) -> bool:
    """Tell whether a cue before a date bears on it: an act only where nothing but its own words stand between."""
    if shape.form == "year" and cue.kind == "personal":
        return True
    if cue.kind != "act":
        return True
    if _SINCE.search(text, max(0, shape.start - 20), shape.start):
        return False
    gap = text[cue.end : shape.start]
    return _OF.search(gap) is not None or _NEAR.fullmatch(gap) is not None or gap.isspace()


def _kind_otherwise(document: Document, running: RunningText, shape: DateShape, before: Cue | None) -> str:
    text = running.text
    label = label_of(document, running.original(shape.start))
    cue = CUES.before(label, 0, len(label)) if label else None
    if cue and before is None:
        return cue.kind
    if shape.form == "year":
        lived = _LIVED.search(running.raw[max(0, shape.start - 70) : shape.start].lower())
        return "personal" if lived else ""
    return _kind_after(text, shape)


def _kind_after(text: str, shape: DateShape) -> str:
    stop = _CLAUSE.search(text, shape.end, shape.end + LOOK_AHEAD)
    cue = CUES.after(text, shape.end, stop.start() if stop else min(len(text), shape.end + LOOK_AHEAD))
    if cue:
        return cue.kind
    return "act" if _SIGNED.search(text, max(0, shape.start - 12), shape.start) else ""

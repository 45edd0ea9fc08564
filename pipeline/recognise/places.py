"""Places that say where somebody lives, comes from, went or was; an organ's seat stays readable."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Block, Document, Span, fold
from pipeline.lexicons import lines, rows
from pipeline.lexicons.openings import opened
from pipeline.lexicons.places import is_municipality
from pipeline.recognise import spanish_numbers as numbers
from pipeline.recognise.date_shapes import FULL, legible
from pipeline.recognise.ground_points import find_points
from pipeline.recognise.place_names import is_known, lower_name_at, name_at
from pipeline.recognise.running_text import RunningText, running_text
from pipeline.recognise.signatures import find_datelines
from pipeline.registry import recogniser

NAME = "places"
TOWN, NAMED, UNKNOWN, SITE = 0.68, 0.62, 0.5, 0.7


def _cues(kind: str) -> str:
    return "|".join(pattern for sure, pattern in rows("place_cues.tsv") if sure == kind)


_OPENING = (
    r"(?:\s+|(?<=[\s\[]))(?:la\s+(?:localidad|ciudad|villa|pedania|aldea|provincia|isla|diputacion|sierra)\s+de\s+"
    r"|el\s+(?:municipio|pueblo|barrio|caserio|termino(?:\s+municipal)?)\s+de\s+)?"
)
_CUES = opened(rf"(?<![^\W_])(?:(?P<sure>{_cues('sure')})|(?P<town>{_cues('town')})){_OPENING}")
_MONTHS = "|".join(FULL)
_WHEN = re.compile(
    rf"\s*(?:\([^)\n]{{2,40}}\)\s*)?(?:,\s*)?(?:(?:el|en|del|desde)\s+)(?:dia\s+)?(?:\d"
    rf"|{numbers.DAY}\s+de\s|(?:{_MONTHS})\b)"
)
_IN = opened(r"(?<![^\W_])en\s+")
_SECOND = re.compile(r"\s*(?P<open>\(\s*|,\s*(?:en\s+)?|(?<=\s)(?:o|y)\s+)(?:la\s+|el\s+)?")
_LINE_END = re.compile(r"[ \t]*(?:[\n\x00]|\Z|[ ]{3})")
_FEATURE = opened(
    rf"(?<![^\W_])(?:(?:el|la|los|las)\s+)?(?:{'|'.join(lines('place_features.txt'))})\s+(?:de\s+(?:la\s+|los\s+|las\s+|el\s+)?|del\s+)"
    r"|(?<![^\W_])(?:(?:el|la)\s+)?(?:paraje|pago|partida|sitio|caserio|cortijo|pedania|aldea|finca|dehesa|barrio)\s+"
    r"(?:conocid[oa]\s+(?:como|por)\s+)?[«\"“]"
)
_SITE = opened(
    r"(?<![^\s\x00])(?:lugar|situacion|ubicacion)(?:\s+de\s+(?:los\s+hechos|la\s+infraccion|l\s+accidente))?\s*:\s*"
    r"(?P<site>[^\n\x00]{3,90}?)(?=\s{2,}|[\n\x00]|\Z)"
)
_ROAD = re.compile(
    r"(?<![^\W_])[a-z]{1,3}-\d{1,4}(?!\d)|p\.?\s?k\.?\s*\d|\bkm\.?\s*\d|\bcruce\b|\brotonda\b|\btravesia\b"
)
_LABELS = re.compile(
    r"(?:municipio|localidad|poblacion|ciudad|lugar de (?:nacimiento|residencia)|provincia|pueblo|residencia)"
    r"(?: de (?:nacimiento|residencia|domicilio))?"
)


@recogniser(NAME, labels=(Label.LOC,))
def find_places(document: Document) -> Iterator[Detection]:
    """Yield the places of somebody's life, those of private datelines, and those in cells headed as such."""
    running = legible(running_text(document))
    taken = -1
    found = dict.fromkeys((*_after_cues(running), *_dated(running), *_others(running)))
    for start, end, score, trigger in sorted(found, key=lambda place: (place[0], -place[1], -place[2])):
        if start < taken:
            continue
        taken = end
        yield detect(running.span(start, end), Label.LOC, score, recogniser=NAME, trigger=trigger)
    for block in document.blocks:
        if block.label and _LABELS.fullmatch(" ".join(fold(block.label).split()).strip(" .:*")):
            yield from _cell(document, block)


Place = tuple[int, int, float, str]


def _after_cues(running: RunningText) -> Iterator[Place]:
    position = 0
    while match := _CUES.search(running.text, position):
        sure = match["sure"] is not None
        found = name_at(running, match.end()) or (lower_name_at(running, match.end()) if sure else None)
        position = match.end() if found else match.start() + 1  # a shorter cue may begin inside this one
        if found is None:
            continue
        known = is_known(_folded(running, *found))
        if sure or known:
            yield *found, TOWN if known else NAMED, "residence or origin" if sure else "whereabouts"
            yield from _second(running, found[1])


def _second(running: RunningText, end: int) -> Iterator[Place]:
    """Yield the country or province behind a place, and a second place joined to it."""
    joint = _SECOND.match(running.text, end)
    found = name_at(running, joint.end()) if joint else None
    if joint is None or found is None:
        return
    closed = joint["open"].startswith("(") and running.text[found[1] : found[1] + 1] == ")"
    lined = joint["open"].startswith(",") and _LINE_END.match(running.text, found[1]) is not None
    if closed or lined or is_known(_folded(running, *found)):
        yield *found, NAMED, "beside a place"


def _dated(running: RunningText) -> Iterator[Place]:
    """Yield the place of what is dated right after it: "en Cariñena el 9 de enero"."""
    for match in _IN.finditer(running.text):
        found = name_at(running, match.end())
        if found and _WHEN.match(running.text, found[1]):
            known = is_known(_folded(running, *found))
            yield *found, TOWN if known else NAMED, "where and when"
            yield from _second(running, found[1])


def _others(running: RunningText) -> Iterator[Place]:
    for line in find_datelines(running):
        if line.private:
            yield line.place_start, line.place_end, NAMED, "dateline"
    for match in _FEATURE.finditer(running.text):
        found = name_at(running, match.end())
        if found and running.raw[match.start() : match.end()].islower():
            yield match.start(), found[1], NAMED, "feature of the land"
    for match in _SITE.finditer(running.text):
        if _ROAD.search(match["site"]):
            yield *match.span("site"), SITE, "site"
    for start, end, form in find_points(running):
        yield start, end, SITE, form


def _folded(running: RunningText, start: int, end: int) -> str:
    return " ".join(running.text[start:end].split())


def _cell(document: Document, block: Block) -> Iterator[Detection]:
    text = document.text[block.start : block.end]
    bare = text.strip()
    if bare and len(bare) < 60 and not any(c.isdigit() for c in bare):
        start = block.start + text.index(bare)
        span = Span(start, start + len(bare))
        score = TOWN if is_municipality(fold(bare)) else NAMED
        yield detect(span, Label.LOC, score, recogniser=NAME, trigger="column")

"""People, organisations and places by a statistical model: any callable from texts to spans."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from pipeline.detection import Detection, Label, Layer, detect
from pipeline.document import Block, Document, Span, fold
from pipeline.lexicons import words
from pipeline.lexicons.blockers import is_blocked
from pipeline.lexicons.lookalikes import latin_in_words
from pipeline.lexicons.name_edges import whole
from pipeline.lexicons.name_tokens import Token, tokens
from pipeline.lexicons.names import (
    Support,
    given_band,
    is_common,
    is_given,
    particles,
    support,
    surname_band,
    trim_titles,
)
from pipeline.lexicons.places import is_country, is_municipality
from pipeline.lexicons.unseen import BREAKS
from pipeline.recognise.name_lists import among_names, parted
from pipeline.recognise.name_runs import core
from pipeline.recognise.name_scores import MODEL, Calibration, by_lexicons, features

# The model sees at most this many characters at once; windows of a longer block share an overlap, so that
# nothing is cut off at a window's edge.
WINDOW, OVERLAP = 2000, 200

_LETTERS = re.compile(r"[^\W\d_]{2}")
_PLAIN = dict.fromkeys(map(ord, BREAKS), "\n") | dict.fromkeys(map(ord, "\u00a0\u202f"), " ")
# What a hyphen ties to a letter or a number is a brand or a code: "Iber-X".
_GOES_ON = re.compile(r"-(?:[A-Z]\b|\d)")
_SIGNS = re.compile(r"\d{2}|[@/=<>|]")
_LABELS = {
    "PER": Label.PERSON, "PERSON": Label.PERSON, "ORG": Label.ORG, "LOC": Label.LOC, "ADDRESS": Label.ADDRESS,
}  # fmt: skip
# Whether a place or a body is to be hidden isn't the model's to say: it offers them below every threshold.
_OFFERED = {Label.ORG: 0.42, Label.LOC: 0.42, Label.ADDRESS: 0.42}
# One word by itself that the model calls a body is an abbreviation, a brand or a drug in nine of ten cases.
_ONE_WORD = 0.3
_LEAST, _BLOCKED = 0.05, 0.2
# What is left of a span that named two people is as sure as this where it is somebody's given name.
_PARTED = 0.5


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """What a model names in one text: offsets in that text, its own label, its chance in 0..1 or none."""

    start: int
    end: int
    label: str
    score: float | None = None


class Ner(Protocol):
    """A named-entity model: texts in, the spans of each out, in the same order."""

    @property
    def name(self) -> str:
        """Name and version, as reports quote it."""
        ...

    def __call__(self, texts: Sequence[str]) -> Iterable[Sequence[NamedSpan]]:
        """Yield the named spans of each text."""
        ...


class NoNer:
    """A model that names nothing: what rules find is all there is."""

    name = "none"

    def __call__(self, texts: Sequence[str]) -> Iterator[Sequence[NamedSpan]]:
        """Yield no span for each text."""
        return iter([()] * len(texts))


@cache
def _calibration() -> Calibration:
    return Calibration.load(MODEL / "calibration.json")


def find_named(document: Document, ner: Ner) -> Iterator[Detection]:
    """Yield what the model names, block by block; own lexicons decide type and score."""
    windows = list(_windows(document))
    found: dict[tuple[int, int, str], Detection] = {}
    for (offset, text), named in zip(windows, ner([text for _, text in windows]), strict=True):
        for span in named:
            for each in _detections(document, offset, text, span, ner.name):
                found.setdefault((each.span.start, each.span.end, each.label), each)
    yield from among_names(document.text, found.values())


def _windows(document: Document) -> Iterator[tuple[int, str]]:
    for block in document.blocks:
        for start, end in _cuts(document.text, block):
            text = document.text[start:end]
            if _LETTERS.search(text):
                yield start, plain(text)


def _cuts(text: str, block: Block) -> Iterator[tuple[int, int]]:
    start = block.start
    while block.end - start > WINDOW:
        end = start + WINDOW
        space = text.rfind(" ", start + WINDOW // 2, end)
        end = space if space > 0 else end
        yield start, end
        back = text.find(" ", end - OVERLAP, end)
        start = back + 1 if back > 0 else end - OVERLAP
    if start < block.end:
        yield start, block.end


def plain(text: str) -> str:
    """Same length: hard spaces as spaces, ends of lines as such, letters of other scripts in words as Latin ones."""
    return latin_in_words(text).translate(_PLAIN)


def _detections(document: Document, offset: int, text: str, named: NamedSpan, model: str) -> Iterator[Detection]:
    start, end = _trimmed(text, named.start, named.end)
    # A span at the cut of a long block is whole in the neighbouring window.
    if start >= end or (end == len(text) and _cut_inside(document, offset + end)):
        return
    label = _LABELS.get(named.label)
    if label is not Label.PERSON and named.score is None and _is_persons(text[start:end]):
        label = Label.PERSON
    if label is None:
        return
    if label is not Label.PERSON:
        offered = _offered(text, start, end, offset, label, named, model)
        yield from (offered,) if offered else ()
        return
    parts = list(parted(text, start, end))
    for part in parts:
        person = person_inside(document, offset, text, *part)
        if person is None or _SIGNS.search(text, *person):
            continue
        score = person_score(document, offset + person[0], offset + person[1], named.score)
        if len(parts) > 1 and (named.score or 0.0) >= _PARTED > score and is_given(fold(text[slice(*person)])):
            score = _PARTED
        if score >= _LEAST:
            start, end = offset + person[0], offset + person[1]
            if end - start > 1:
                start, end = whole(document.text, start, end)
            yield _made((start - offset, end - offset), offset, label, score, named, model)


def person_inside(document: Document, offset: int, text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where the name inside a model's span starts and ends, titles and announcing words left out."""
    start, end = trim_titles(text, start, end)
    row = tokens(document, offset + start, offset + end) if start < end else []
    inner = core(_capitalised(row)) if row else None
    return (inner[0] - offset, inner[1] - offset) if inner and inner[0] < inner[1] else None


def _capitalised(row: list[Token]) -> list[Token]:
    """Leave small words out at both ends of a name that has capitals; one written small stays whole."""
    content = [n for n, token in enumerate(row) if token.is_content]
    if not content:
        return row
    first = content[0]
    while first and row[first - 1].folded in particles() and row[first].gap in ("s", "n"):
        first -= 1
    return row[first : content[-1] + 1]


def _offered(
    text: str, start: int, end: int, offset: int, label: Label, named: NamedSpan, model: str
) -> Detection | None:
    if label is not Label.ADDRESS and (
        _is_plain(text[start:end], text[end : end + 3]) or _SIGNS.search(text, start, end)
    ):
        return None
    lone = label is Label.ORG and len(text[start:end].split()) == 1
    return _made((start, end), offset, label, _ONE_WORD if lone else _OFFERED[label], named, model)


def _made(place: tuple[int, int], offset: int, label: Label, score: float, named: NamedSpan, model: str) -> Detection:
    return detect(
        Span(offset + place[0], offset + place[1]), label, round(score, 4),
        recogniser=model, trigger=f"model:{named.label}", layer=Layer.NER,
    )  # fmt: skip


def person_score(document: Document, start: int, end: int, chance: float | None) -> float:
    """Weigh a name by the model's chance and the lexicons; little inside a street, an organ or an illness."""
    name, after = plain(document.text[start:end]), document.text[end : end + 2]
    score = by_lexicons(name, after) if chance is None else _calibration().chance(features(name, after, chance))
    blocked = is_blocked(document.folded, start, end)
    nobody = blocked or is_country(fold(name)) or goes_on(document.text, end)
    return min(score, _BLOCKED) if nobody else score


def goes_on(text: str, end: int) -> bool:
    """Tell whether a hyphen ties what ends there to a letter or a number."""
    return _GOES_ON.match(text, end) is not None


def _is_persons(name: str) -> bool:
    """Tell whether a supposed place or organ is a person: a given name first and a surname last, and no town."""
    strength = support(name)
    if strength is Support.FULL or strength is not Support.PART:
        return strength is Support.FULL
    parts = [fold(w) for w in name.split()]
    fits = given_band(parts[0]) >= 8 and surname_band(parts[-1]) >= 8 and len(parts) < 5
    return fits and not is_municipality(fold(name)) and not words("name_blockers.txt").intersection(parts)


def _is_plain(name: str, after: str) -> bool:
    """Tell whether a supposed place or organ is but common words, or a form label before its colon."""
    parts = [fold(w).strip(".:,") for w in name.split()]
    if len(parts) == 1 and (after.lstrip(". ").startswith(":") or parts[0] in words("heading_words.txt")):
        return True
    return all(is_common(w) or w in words("heading_words.txt") or w.isdigit() for w in parts)


def _cut_inside(document: Document, offset: int) -> bool:
    return document.block_at(offset - 1).end > offset


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    left = len(piece) - len(re.sub(r"^[\s\W_]+", "", piece))
    right = len(piece) - len(re.sub(r"[\s\W_]+$", "", piece))
    return (start + left, end - right) if left < len(piece) else (start, start)

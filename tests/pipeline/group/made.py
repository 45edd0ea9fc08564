"""Expedientes for the tests of grouping: texts in, what the rules find in them, entities out; no model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pipeline.analysis import Found
from pipeline.detection import Detection, Effect
from pipeline.document import Document, Span, fold, from_text
from pipeline.entity import Entity
from pipeline.group import group, propagate
from tests.marked import find

MODULES = ("names", "aliases", "organisations", "places", "roles", "kinship", "posts", "nif", "phone", "contact")


def settled(document: Document, detections: Iterable[Detection]) -> Found:
    """Give ids by place and let the surer, then the longer, of two overlapping detections stand."""
    ordered = sorted(detections, key=lambda d: (d.span.start, -d.span.end, d.label, d.provenance.recogniser))
    named = [replace(d, id=f"d{n}", lost_to=None) for n, d in enumerate(ordered, 1)]
    standing: list[Detection] = []
    losers: dict[str, str] = {}
    for d in sorted(named, key=lambda d: (d.effect is not Effect.PROTECT, -len(d.span), -d.score)):
        winner = next((s for s in standing if s.span.overlaps(d.span)), None)
        if winner is None:
            standing.append(d)
        else:
            losers[d.id] = winner.id
    return Found(document, tuple(replace(d, lost_to=losers.get(d.id)) for d in named))


def analysed(texts: Sequence[str], known: Sequence[Entity] = ()) -> tuple[list[Found], tuple[Entity, ...]]:
    """Recognise by rules, propagate and group the texts of one expediente."""
    documents = [from_text(t) for t in texts]
    found = [settled(d, find(d, *MODULES)) for d in documents]
    spread = [settled(f.document, f.detections) for f in propagate(found, known)]
    return spread, group(spread, known)


def grouped(*texts: str, known: Sequence[Entity] = ()) -> list[set[str]]:
    """Return the surfaces of each person, persons in order of appearance."""
    _, entities = analysed(texts, known)
    return [set(e.names) for e in entities if e.kind == "natural"]


def entity_with(entities: Iterable[Entity], name: str) -> Entity:
    """Return the one entity that bears the name."""
    (found,) = [e for e in entities if fold(name) in map(fold, e.names)]
    return found


def at(found: Found, text: str, label: str = "PERSON") -> Detection | None:
    """Return the standing detection of the label that covers the last occurrence of the text."""
    start = found.document.text.rindex(text)
    span = Span(start, start + len(text))
    return next((d for d in found.standing if d.label == label and d.span.contains(span)), None)

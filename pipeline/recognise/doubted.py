"""What was misread in pixels: identifiers and dates whose own check fails are asked to be read once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipeline.detection import Detection, Label
from pipeline.document import Document, Span, from_text
from pipeline.recognise.card import find_cards
from pipeline.recognise.dates import find_dates
from pipeline.recognise.iban import find_accounts
from pipeline.recognise.nif import find_nif
from pipeline.recognise.social_security import find_social_security

MOST = 40  # in one document: each costs a fraction of a second
BEFORE, AFTER = 60, 20
_FINDERS: tuple[Callable[[Document], Iterable[Detection]], ...] = (
    find_nif, find_accounts, find_social_security, find_cards, find_dates,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Doubted:
    """A place on a picture whose text fails its check, and what it was taken for."""

    span: Span
    label: str


def find_doubted(document: Document) -> list[Doubted]:
    """Return the places read in pixels that fail a check and have no other reading that passes, in order."""
    if not any(anchor.confidence for block in document.blocks for anchor in block.anchors):
        return []
    found = [detection for finder in _FINDERS for detection in finder(document)]
    sound = [d.span for d in found if d.provenance.validated]
    failed = {d.span: d.label for d in found if d.provenance.validated is False and _is_read(document, d.span)}
    doubted = [
        Doubted(span, label)
        for span, label in sorted(failed.items())
        if not any(span.overlaps(other) for other in sound)
    ]
    return doubted[:MOST]


def better_reading(document: Document, doubted: Doubted, texts: Sequence[str]) -> str:
    """Return the first of some other readings that passes the check where it stands, "" where none does."""
    before = document.text[max(doubted.span.start - BEFORE, 0) : doubted.span.start]
    after = document.text[doubted.span.end : doubted.span.end + AFTER]
    for text in texts:
        place = Span(len(before), len(before) + len(text)) if text else None
        if place is None:
            continue
        for found in _sound(from_text(before + text + after), doubted.label):
            if place.contains(found.span):
                return (before + text)[found.span.start : found.span.end]
    return ""


def _sound(document: Document, label: str) -> Iterator[Detection]:
    for finder in _FINDERS:
        for detection in finder(document):
            checked = detection.provenance.validated
            if detection.label == label and (checked or (checked is None and label == Label.DATE)):
                yield detection


def _is_read(document: Document, span: Span) -> bool:
    """Tell whether a span stands whole on one line that was read in pixels."""
    anchors = list(document.anchors_in(span))
    return len(anchors) == 1 and bool(anchors[0].confidence)

"""Where a venue's name ends and its street begins without a street type: "Hospital Peset Gaspar Aguilar 90"."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from pipeline.detection import Detection, Label, Layer
from pipeline.document import Span

_SIGNS = " ,.;-–\n\t"


# A guessed street that a body stands before is as sure as the body's name was.
_RAISE = 0.2


def before_streets(text: str, found: Sequence[Detection]) -> list[Detection]:
    """Return the detections; a rule's body is cut where the model sees an address begin that goes on beyond it."""
    guessed = (d.span for d in found if d.label == Label.ADDRESS and d.provenance.layer is Layer.NER)
    streets = sorted(span for span in guessed if " " in text[span.start : span.end])
    if not streets:
        return list(found)
    cut, taken = [], set()
    for detection in found:
        street = _street(detection, streets)
        kept = text[detection.span.start : street.start].rstrip(_SIGNS) if street else ""
        if street and " " in kept:
            taken.add(street)
            detection = replace(detection, span=Span(detection.span.start, detection.span.start + len(kept)))
        cut.append(detection)
    return [d.adjusted("after a body", _RAISE) if d.label == Label.ADDRESS and d.span in taken else d for d in cut]


def _street(detection: Detection, streets: Sequence[Span]) -> Span | None:
    """Return the street that begins inside a rule's body and ends after it."""
    if detection.label != Label.ORG or detection.provenance.layer is Layer.NER:
        return None
    at = bisect_right(streets, detection.span.start, key=lambda s: s.start)
    found = streets[at] if at < len(streets) else None
    return found if found and found.start < detection.span.end < found.end else None

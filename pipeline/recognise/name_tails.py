"""Where a name ends that the rules cut short and the model reads on: "Luisa Gómez Panza"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from pipeline.detection import Detection, Label
from pipeline.document import Document, Span

# Below this the model itself hardly believes in what it reads on.
_HEARD, _SURE = 0.3, 0.5
_TAIL = re.compile(r"(?:[ \t\u00a0-](?:(?:de|del|la|las|los|y|i|da|dos)[ \t\u00a0])*[A-ZÀ-ÖØ-Þ][^\W\d_]{2,}){1,3}")


def with_tails(document: Document, found: list[Detection], named: Iterable[Detection]) -> list[Detection]:
    """Return all that was found, names of the rules lengthened to where a name of the model ends on the same line."""
    heard = list(named)
    ends: dict[int, int] = {}
    for d in heard:
        if d.label == Label.PERSON and d.score >= _HEARD:
            ends[d.span.start] = max(d.span.end, ends.get(d.span.start, 0))
    return [*(_lengthened(document, d, ends.get(d.span.start, 0)) for d in found), *heard]


def _lengthened(document: Document, detection: Detection, end: int) -> Detection:
    span = detection.span
    short = detection.label == Label.PERSON and detection.score >= _SURE and end > span.end
    if not short or " " not in document.surface(span) or not _TAIL.fullmatch(document.text, span.end, end):
        return detection
    return replace(detection, span=Span(span.start, end))

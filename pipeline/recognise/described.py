"""Types described in natural language, by a second model: which model answers, and what becomes of its spans."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Protocol

from pipeline.described import DescribedType
from pipeline.detection import Adjustment, Detection, Effect, Label, Layer, detect
from pipeline.document import Document, Span
from pipeline.lexicons import words
from pipeline.recognise.described_candidates import is_taken

# What the model is less sure of than this is noise; from here on it is kept, whether or not it is hidden.
FLOOR = 0.2
# Another recogniser's find at or above this score isn't a value of a described type.
# A model's guess has to be surer than a rule's.
_SURE, _SURE_MODEL = 0.7, 0.9


@dataclass(frozen=True, slots=True)
class DescribedSpan:
    """A value of a described type: offsets in the document, slug, score in 0..1 and what weighed in it.

    `trigger` names the features or the model's way of deciding, never the text; `weighed` is what moved the score.
    """

    start: int
    end: int
    slug: str
    score: float
    trigger: str
    weighed: tuple[Adjustment, ...] = ()


class DescribedModel(Protocol):
    """A model of types in words: a document, the types and the places already taken in; scored spans out."""

    @property
    def name(self) -> str:
        """Name and version, as reports quote it."""
        ...

    def __call__(
        self, document: Document, types: Sequence[DescribedType], taken: Sequence[Span]
    ) -> Iterable[DescribedSpan]:
        """Yield the values of the types; nothing that overlaps a taken span needs a look."""
        ...


@dataclass(frozen=True, slots=True)
class NoModel:
    """The backend where no model can be loaded: it finds nothing, and its name says why."""

    name: str = "none (the sentence encoder is not installed)"

    def __call__(
        self, document: Document, types: Sequence[DescribedType], taken: Sequence[Span]
    ) -> tuple[DescribedSpan, ...]:
        """Find nothing."""
        return ()


def default_described() -> DescribedModel:
    """Return the model in force: GLiNER weights where ANONYMIZA_GLINER names a folder, else the sentence encoder.

    Raises ModelMissing where the folder lacks a file. Without the encoder's package nothing is found: see `NoModel`.
    """
    return _loaded(os.environ.get("ANONYMIZA_GLINER", ""))


@cache
def _loaded(folder: str) -> DescribedModel:
    if folder:
        from pipeline.recognise.described_gliner import load

        return load(Path(folder))
    try:
        from pipeline.recognise.described_encoder import default_encoder

        return default_encoder()
    except ImportError:
        return NoModel()


def find_described(
    document: Document,
    types: Sequence[DescribedType],
    found: Sequence[Detection] = (),
    *,
    model: DescribedModel | None = None,
) -> list[Detection]:
    """Return what the model finds of the described types; nothing is loaded or run where there are none.

    `found` is what the other recognisers found: where they are sure of another type, there is none of these.
    """
    if not types or not document.text.strip():
        return []
    answering = model or default_described()
    taken = settled(document, found)
    labels = {t.slug: t.label for t in types}
    kept = _disjoint(
        s for s in answering(document, types, taken) if s.score >= FLOOR and not is_taken(taken, s.start, s.end)
    )
    return [_detection(span, labels[span.slug], answering.name) for span in kept]


def settled(document: Document, found: Iterable[Detection]) -> list[Span]:
    """Return the places that other recognisers leave no room in for a described type, merged and in order."""
    return _merged(d.span for d in found if _is_settled(document, d))


def _is_settled(document: Document, detection: Detection) -> bool:
    """Tell whether a find stands. Numbers that only shape or cue speak for may be of a type somebody describes more
    narrowly, and a single name may be an animal's or a boat's."""
    if detection.effect is Effect.PROTECT:
        return True
    if detection.label in words("described_open_labels.txt"):
        return False
    if detection.provenance.validated:
        return True
    if detection.label == Label.PERSON and " " not in document.surface(detection.span):
        return False
    return detection.score >= (_SURE_MODEL if detection.provenance.layer is Layer.NER else _SURE)


def _merged(spans: Iterable[Span]) -> list[Span]:
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


def _disjoint(spans: Iterable[DescribedSpan]) -> Iterator[DescribedSpan]:
    """Yield the spans by place; of those of one type that overlap, the surest, then the longest."""
    last: dict[str, DescribedSpan] = {}
    for span in sorted(spans, key=lambda s: (s.start, s.end, s.slug)):
        before = last.get(span.slug)
        if before is None or span.start >= before.end:
            if before is not None:
                yield before
            last[span.slug] = span
        elif (span.score, span.end - span.start) > (before.score, before.end - before.start):
            last[span.slug] = span
    yield from last.values()


def _detection(span: DescribedSpan, label: str, model: str) -> Detection:
    made = detect(
        Span(span.start, span.end), label, round(span.score, 4),
        recogniser=model[:60], trigger=span.trigger[:120], layer=Layer.DESCRIBED,
    )  # fmt: skip
    return replace(made, provenance=replace(made.provenance, adjustments=span.weighed))

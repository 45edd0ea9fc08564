"""Marked sentences: "con DNI [NIF 99012345J], recurre el [=CITATION Decreto 45/2019]" as tests read them.

`[LABEL text]` is to be hidden, `[=LABEL text]` protected. Everything outside brackets stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pipeline import registry
from pipeline.detection import Detection, Effect
from pipeline.document import Document, Span, from_text
from pipeline.recognise import context

MARK = re.compile(r"\[(?P<protected>=?)(?P<label>[A-Z][A-Z_]*(?::[a-z_]+)?) (?P<text>[^\[\]]+)\]", re.DOTALL)
THRESHOLD = 0.5


@dataclass(frozen=True, slots=True, order=True)
class Expected:
    """A stretch that a marked sentence calls for."""

    span: Span
    label: str
    effect: Effect = Effect.HIDE


def read(marked: str) -> tuple[Document, tuple[Expected, ...]]:
    """Return the document without the marks, and what they call for, in order."""
    parts: list[str] = []
    expected: list[Expected] = []
    length = last = 0
    for mark in MARK.finditer(marked):
        before, text = marked[last : mark.start()], mark["text"]
        start = length + len(before)
        length, last = start + len(text), mark.end()
        parts += [before, text]
        effect = Effect.PROTECT if mark["protected"] else Effect.HIDE
        expected.append(Expected(Span(start, length), mark["label"], effect))
    parts.append(marked[last:])
    return from_text("".join(parts)), tuple(expected)


def recognisers_of(*modules: str) -> tuple[registry.Recogniser, ...]:
    """Return the recognisers that the named modules register."""
    homes = {f"pipeline.recognise.{module}" for module in modules}
    return tuple(each for each in registry.recognisers() if each.find.__module__ in homes)


def find(document: Document, *modules: str) -> list[Detection]:
    """Run the recognisers of the modules over the document, context applied."""
    chosen = recognisers_of(*modules)
    return context.adjust(document, [d for each in chosen for d in each.find(document)], chosen)


def above(detections: Iterable[Detection], threshold: float = THRESHOLD) -> list[Detection]:
    """Return what a policy with the usual threshold acts on."""
    return [d for d in detections if d.score >= threshold]


def missing(marked: str, *modules: str) -> list[str]:
    """List what the sentence calls for and the modules do not find with that very span and label."""
    document, expected = read(marked)
    assert expected, f"nothing is marked in {marked!r}"
    found = {Expected(d.span, str(d.label), d.effect) for d in above(find(document, *modules))}
    return [f"{each.label} {document.surface(each.span)}" for each in expected if each not in found]


def surplus(sentence: str, *modules: str) -> list[str]:
    """List what the modules would hide in a sentence that they must leave."""
    document, expected = read(sentence)
    assert not expected, f"something is marked in {sentence!r}"
    acted_on = (d for d in above(find(document, *modules)) if d.effect is Effect.HIDE)
    return [f"{d.label} {document.surface(d.span)} {d.score}" for d in acted_on]

"""What the first analysis missed: found in the written file by analysing again what replacements changed.

Only what leaves no doubt refuses a release: an identifier whose check holds, or a whole name that a model or rule is
sure of. What stood in the first analysis and was kept by a decision stays, and so does what replacements wrote.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import ahocorasick

from pipeline.analysis import Analysis, Leak
from pipeline.decide.origin import Origins
from pipeline.decision import Action
from pipeline.detection import Detection, Effect, Label
from pipeline.document import Block, Document, Span, fold
from pipeline.lexicons.name_parts import parse

HOW = "reanalysis"
_SURE, _VALID = 0.7, 0.5
# No tag, pseudonym or invented value is longer; so much of anything else is looked for at once.
_LONGEST = 256
# Kinds that validate and yet coincide without being anybody's.
_FACTS = frozenset({Label.DATE, Label.AGE, Label.LOC, Label.POSTCODE, Label.ORG, Label.URL, Label.CITATION})
_SIGNS = re.compile(r"[\W_]+")
_BY_PLACE = frozenset({"columns", "propagation"})


@dataclass(frozen=True, slots=True)
class Part:
    """The blocks of a written file that replacements changed, and their neighbours, as a document of their own.

    `blocks` are the places of its blocks in the written document.
    """

    document: Document
    blocks: tuple[int, ...]
    written: Document


def changed_part(first: Document, written: Document) -> Part:
    """Return what of the written document isn't, word for word, in the first one; with a block on either side."""
    left = Counter(_squash(first.folded[b.start : b.end]) for b in first.blocks)
    changed: set[int] = set()
    for n, block in enumerate(written.blocks):
        said = _squash(written.folded[block.start : block.end])
        if left[said] > 0:
            left[said] -= 1
        elif said:
            changed.update((n - 1, n, n + 1))
    chosen = tuple(n for n in sorted(changed) if 0 <= n < len(written.blocks))
    return Part(_excerpt(written, chosen), chosen, written)


def _excerpt(document: Document, chosen: Sequence[int]) -> Document:
    texts: list[str] = []
    folded: list[str] = []
    blocks: list[Block] = []
    place = 0
    for n in chosen:
        block = document.blocks[n]
        shift = place - block.start
        anchors = tuple(replace(a, start=a.start + shift, end=a.end + shift) for a in block.anchors)
        blocks.append(replace(block, start=place, end=block.end + shift, anchors=anchors))
        texts.append(document.text[block.start : block.end])
        folded.append(document.folded[block.start : block.end])
        place += block.end - block.start
    return Document("".join(texts), "".join(folded), tuple(blocks), document.digest, document.format, document.name)


def missed(analysis: Analysis, others: Sequence[Analysis], part: Part, found: Sequence[Detection]) -> tuple[Leak, ...]:
    """Return as leaks what was found in the part and neither decided on before nor written by a replacement."""
    document = part.document
    sure = [d for d in found if _is_sure(document, d, names=not analysis.document.pictures)]
    if not sure:
        return ()
    said_by = [(d, _squash(document.folded[d.span.start : d.span.end])) for d in sure]
    texts = (_squash(fold(text)) for each in (analysis, *others) for text in _kept(each))
    kept = _standing({said for _, said in said_by}, "\n".join(texts))
    outputs = _Places(_written_by(analysis, document))
    rivals = _Places(d.span for d in found if d.effect is Effect.PROTECT or (d.label in _FACTS and d.score >= _VALID))
    leaks: dict[str, Leak] = {}
    for d, said in said_by:
        if said in kept or outputs.touch(d.span) or rivals.touch(d.span):
            continue
        leak = _leak(part, d)
        leaks.setdefault(leak.where, leak)
    if not leaks:
        return ()
    origins = Origins(analysis.document, (r.span for r in analysis.replacements()))
    return tuple(_at_origin(leak, origins, part.written) for leak in leaks.values())


def _is_sure(document: Document, d: Detection, *, names: bool) -> bool:
    if d.effect is not Effect.HIDE or d.provenance.recogniser in _BY_PLACE:
        return False
    if d.label == Label.PERSON:
        return names and d.score >= _SURE and parse(document.surface(d.span)).is_full
    return d.provenance.validated is True and d.score >= _VALID and d.label not in _FACTS


def _kept(analysis: Analysis) -> Iterator[str]:
    """Yield the text of what stood in the analysis and stays by decision, and of what lost to that."""
    stays = set()
    for d in analysis.detections:
        decision = analysis.decisions.get(d.id)
        if d.lost_to is None and (decision is None or decision.action is Action.KEEP):
            stays.add(d.id)
    for d in analysis.detections:
        if d.id in stays or d.lost_to in stays:
            yield analysis.document.surface(d.span)


def _standing(wanted: Iterable[str], text: str) -> set[str]:
    """Return those of many texts that stand in another; one of nothing stands in any."""
    by_head: dict[str, list[str]] = defaultdict(list)
    for said in wanted:
        by_head[said[:_LONGEST]].append(said)
    standing = set(by_head.pop("", ()))
    if not by_head:
        return standing
    automaton = ahocorasick.Automaton()
    for head, same in by_head.items():
        automaton.add_word(head, (len(head), same))
    automaton.make_automaton()
    for last, (size, same) in automaton.iter(text):
        standing.update(said for said in same if text.startswith(said, last + 1 - size))
    return standing


def _written_by(analysis: Analysis, document: Document) -> Iterator[Span]:
    """Yield the places of what replacements wrote."""
    outputs = {r.output for r in analysis.replacements() if 1 < len(r.output) <= _LONGEST}
    if not outputs:
        return
    automaton = ahocorasick.Automaton()
    for output in outputs:
        automaton.add_word(output, len(output))
    automaton.make_automaton()
    for last, length in automaton.iter(document.text):
        yield Span(last + 1 - length, last + 1)


class _Places:
    """Spans by place, joined where they overlap."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._joined: list[Span] = []
        for span in sorted(spans):
            if self._joined and span.start <= self._joined[-1].end:
                last = self._joined[-1]
                self._joined[-1] = Span(last.start, max(last.end, span.end))
            else:
                self._joined.append(span)
        self._ends = [span.end for span in self._joined]

    def touch(self, span: Span) -> bool:
        """Tell whether one of them shares a character with the span."""
        at = bisect_left(self._ends, span.start + 1)
        return at < len(self._joined) and self._joined[at].overlaps(span)


def _leak(part: Part, d: Detection) -> Leak:
    at = part.document.block_index(d.span.start)
    number = part.blocks[at]
    block = part.written.blocks[number]
    shift = block.start - part.document.blocks[at].start
    span = Span(d.span.start + shift, d.span.end + shift)
    return Leak(_where(block, number), d.label, "", HOW, span)


def _at_origin(leak: Leak, origins: Origins, written: Document) -> Leak:
    """Return the leak with its place in the document as it was read, instead of that in the written one."""
    span = leak.original_span
    return replace(leak, original_span=origins.of(written, span) if span else None)


def _where(block: Block, number: int) -> str:
    """Name the place: the part, then page, cell or paragraph, counted from one."""
    part = next((a.part for a in block.anchors), "")
    if block.page is not None:
        return f"page {block.page + 1}"
    if block.row is not None and block.column is not None:
        place = f"cell {_letters(block.column)}{block.row + 1}"
        return place if part in ("", "cells") else f"{part}: {place}"
    place = f"paragraph {number + 1}"
    return f"{part}: {place}" if part and part != "text" else place


def _letters(column: int) -> str:
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


def _squash(folded: str) -> str:
    return _SIGNS.sub("", folded)

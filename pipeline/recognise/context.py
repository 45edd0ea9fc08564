"""Context: words around a candidate that raise or lower its score, within its sentence, label or header."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import ahocorasick

from pipeline.detection import Detection, Effect, Label, Layer
from pipeline.document import Block, Document, fold
from pipeline.lexicons import rows
from pipeline.recognise import written
from pipeline.registry import Recogniser

# Reach before and after a candidate, and how near a cue must stand to count in full; in characters.
BEFORE, AFTER, NEAR, UNIT = 60, 24, 28, 4
RAISE, LOWER, FOREIGN, WEAK = 0.35, -0.35, -0.2, 0.7
DOUBTFUL, CERTAIN, THRESHOLD = 0.60, 0.99, 0.5
LABEL_DISTANCE, SHORT_LABEL = 6.0, 48
# Recognisers that have weighed the words around a candidate themselves.
SELF_CUED = frozenset({"codes", "spelled_numbers"})

_NEW_SENTENCE = re.compile(r"(?:[^\W\d_]{4}|[\d)\]\"»”])[.!?…]+\s+(?=[A-ZÁÉÍÓÚÜÑ¿¡«“])|\n[ \t\r]*\n")
_STOP = re.compile(r"[.!?…]\s+(?=[A-ZÁÉÍÓÚÜÑ¿¡«“])")
_LIST_GLUE = re.compile(r"[\s,;/&()-]*(?:y|e|o|u|i)?[\s,;/&()-]*")
_OWN_VALUE = re.compile(r"[\s).:ºª°#n-]*(?:num|numero)?[\s.:º-]*[*\w]*\d")


@dataclass(frozen=True, slots=True)
class Cue:
    """A cue word in the text: where it stands and whose scores it raises and lowers."""

    start: int
    end: int
    word: str
    raises: frozenset[str]
    lowers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Words:
    """The cues of every recogniser as one automaton, and the labels that the table has cues of."""

    automaton: ahocorasick.Automaton
    identifiers: frozenset[str]

    def find(self, text: str) -> list[Cue]:
        """Return the cues of a folded text in order, the longest where they overlap."""
        hits = []
        for last, (word, raises, lowers) in self.automaton.iter(text):
            start = last + 1 - len(word)
            if _is_word(text, start, last + 1):
                hits.append(Cue(start, last + 1, word, raises, lowers))
        hits.sort(key=lambda cue: (cue.start, -cue.end))
        return list(_longest(hits))


def _is_word(text: str, start: int, end: int) -> bool:
    """Tell whether a cue stands by itself, or runs into the figure that it names ("conDNI99012345J")."""
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    glued = after.isdigit() and before.isalpha() and end - start > 2
    starts = glued or text.startswith(("nº", "n.º"), start) or not (before.isalnum() and text[start].isalnum())
    return starts and not (after.isalpha() and text[end - 1].isalnum())


def _longest(cues: Sequence[Cue]) -> Iterator[Cue]:
    reached = 0
    for cue in cues:
        if cue.end > reached:
            yield cue
            reached = cue.end


def adjust(document: Document, detections: Iterable[Detection], recognisers: tuple[Recogniser, ...]) -> list[Detection]:
    """Return the detections with their scores moved by the words around them, in order of place.

    `recognisers` bring their own cues; those of the identifiers come from a table.
    """
    ordered = sorted(detections, key=lambda d: (d.span.start, d.span.end))
    surroundings = Surroundings(document, words(recognisers))
    seen: dict[str, tuple[Detection, str]] = {}
    weighed = []
    for detection in ordered:
        moved, cue = _weigh(surroundings, detection, seen.get(detection.label))
        seen[detection.label] = (moved, cue)
        weighed.append(moved)
    return weighed


def _weigh(around: Surroundings, detection: Detection, previous: tuple[Detection, str] | None) -> tuple[Detection, str]:
    """Return the detection with its score moved, and the cue that raised it, for the rest of a list."""
    owners = around.owners(detection)
    if not owners or detection.effect is Effect.PROTECT:
        return detection, ""
    near = sorted(around.cues(detection), key=lambda found: found[0])
    own = next(((far, cue) for far, cue in near if owners & cue.raises), None)
    against = next(((far, cue) for far, cue in near if owners & cue.lowers and not owners & cue.raises), None)
    named = around.is_identifier(detection) and not around.has_figure_between(detection, near)
    if named and _belongs_elsewhere(detection, near, own):
        return detection.adjusted(f"context:not-{near[0][1].word}", FOREIGN), ""
    listed = previous and previous[1] and around.follows(previous[0], detection)
    if previous and listed and (own is None or own[0] > NEAR):
        return _raised(detection, previous[1], 0.0), previous[1]
    if own and (against is None or own[0] <= against[0]):
        return _raised(detection, own[1].word, own[0]), own[1].word
    if against:
        return _lowered(detection, against[1].word, against[0], own is not None), ""
    return detection, ""


def _belongs_elsewhere(detection: Detection, near: Sequence[tuple[float, Cue]], own: tuple[float, Cue] | None) -> bool:
    """Tell whether the cue right before an unchecked candidate names another kind of identifier."""
    if not near or detection.provenance.validated:
        return False
    far, cue = near[0]
    adjacent = far <= UNIT and cue.end <= detection.span.start
    return adjacent and bool(cue.raises) and (own is None or own[0] > far)


def _raised(detection: Detection, word: str, far: float) -> Detection:
    weight = 1.0 if far <= NEAR else WEAK
    floor = 0.0
    if detection.provenance.validated is False and far <= NEAR:
        floor = DOUBTFUL
    ceiling = DOUBTFUL if detection.provenance.validated is False else CERTAIN
    return detection.adjusted(f"context:{word}", RAISE * weight, floor=floor, ceiling=ceiling)


def _lowered(detection: Detection, word: str, far: float, has_own: bool) -> Detection:
    delta = LOWER * (1.0 if far <= NEAR else WEAK)
    if detection.provenance.validated and has_own:
        delta = max(delta, min(0.0, THRESHOLD - detection.score))
    return detection.adjusted(f"context:{word}", delta)


class Surroundings:
    """The cues of one document by place, with sentence ends, labels and headers taken into account."""

    def __init__(self, document: Document, table: Words) -> None:
        self.document = document
        self.table = table
        self._starts = [block.start for block in document.blocks]

    @cached_property
    def _cues(self) -> list[Cue]:
        seen = written.view(self.document)
        found = self.table.find(seen.text)
        if not seen.places:
            return found
        spans = ((cue, seen.span(cue.start, cue.end)) for cue in found)
        return [Cue(span.start, span.end, cue.word, cue.raises, cue.lowers) for cue, span in spans]

    @cached_property
    def _cue_starts(self) -> list[int]:
        return [cue.start for cue in self._cues]

    def owners(self, detection: Detection) -> frozenset[str]:
        """Name the owners whose cues weigh on a detection: its recogniser and its label."""
        self_cued = detection.provenance.recogniser in SELF_CUED or detection.label == Label.URL
        if detection.provenance.layer is not Layer.RULE or self_cued:
            return frozenset()
        return frozenset((detection.provenance.recogniser, str(detection.label)))

    def is_identifier(self, detection: Detection) -> bool:
        """Tell whether the table of identifiers knows the label, so that another's cue speaks against it."""
        return detection.label in self.table.identifiers

    def has_figure_between(self, detection: Detection, near: Sequence[tuple[float, Cue]]) -> bool:
        """Tell whether the nearest cue has a number of its own before the detection: "licencia 3, 9441 ZZC"."""
        return bool(near) and any(map(str.isdigit, self.document.text[near[0][1].end : detection.span.start]))

    def cues(self, detection: Detection) -> Iterator[tuple[float, Cue]]:
        """Yield each cue that bears on the detection with its distance; behind counts half as near."""
        block = self._block(detection.span.start)
        yield from self._before(detection.span.start, block)
        yield from self._after(detection.span.end, block)
        for cue in self.labelled(block):
            yield LABEL_DISTANCE, cue
        if detection.span.start - block.start <= UNIT:
            for cue in self._previous_label(block):
                yield LABEL_DISTANCE, cue

    def _before(self, start: int, block: Block) -> Iterator[tuple[float, Cue]]:
        reach = max(start - BEFORE, block.start)
        for index in range(bisect_right(self._cue_starts, start) - 1, -1, -1):
            cue = self._cues[index]
            if cue.start < reach:
                return
            if cue.end > start:
                continue
            if self._is_parted(cue.end, start):
                return
            yield float(start - cue.end), cue

    def _is_parted(self, start: int, end: int) -> bool:
        """Tell whether a sentence ends between a cue and what follows; a cue may be an abbreviation itself."""
        if _NEW_SENTENCE.search(self.document.text, start, end + 1):
            return True
        stop = _STOP.match(self.document.text, start, end)
        return stop is not None and len(self.document.text[stop.end() : end].split()) > 1

    def _after(self, end: int, block: Block) -> Iterator[tuple[float, Cue]]:
        reach = min(end + AFTER, block.end)
        for index in range(bisect_left(self._cue_starts, end), len(self._cues)):
            cue = self._cues[index]
            if cue.end > reach + UNIT or cue.start > reach:
                return
            gap = "0" + self.document.text[end : cue.start + 1]
            following = self.document.folded[cue.end : cue.end + 14]
            if "\n" in gap or _NEW_SENTENCE.search(gap) or _OWN_VALUE.match(following):
                return
            if cue.start - end <= UNIT or not cue.lowers:
                yield 2.0 * (cue.start - end), cue

    def labelled(self, block: Block) -> list[Cue]:
        """Return the cues of the block's label: a column header, or what stands in the cell beside it."""
        return _label_cues(self.table, block.label) if block.label else []

    def _previous_label(self, block: Block) -> list[Cue]:
        """Return the cues of a short block before that names what follows ("DNI:" on a line of its own)."""
        index = bisect_right(self._starts, block.start) - 2
        if index < 0:
            return []
        before = self.document.blocks[index]
        text = self.document.text[before.start : min(before.end, before.start + SHORT_LABEL + 20)].strip()
        return _label_cues(self.table, text) if len(text) <= SHORT_LABEL and text.endswith(":") else []

    def _block(self, offset: int) -> Block:
        return self.document.blocks[max(0, bisect_right(self._starts, offset) - 1)]

    def follows(self, previous: Detection, detection: Detection) -> bool:
        """Tell whether a detection goes on a list that the one before it is part of."""
        gap = self.document.folded[previous.span.end : detection.span.start]
        return len(gap) <= 8 and _LIST_GLUE.fullmatch(gap) is not None


@lru_cache(maxsize=1024)
def _label_cues(table: Words, label: str) -> list[Cue]:
    return table.find(fold(label))


@lru_cache(maxsize=8)
def words(recognisers: tuple[Recogniser, ...]) -> Words:
    """Gather the cues of the recognisers and of the table of identifiers into one automaton."""
    raises: dict[str, set[str]] = {}
    lowers: dict[str, set[str]] = {}
    for each in recognisers:
        for target, cues in ((raises, each.context), (lowers, each.repels)):
            for word in cues:
                target.setdefault(fold(word), set()).add(each.name)
    identifiers: set[str] = set()
    for owners, sign, cues_of in rows("cues.tsv"):
        names = owners.split(",")
        identifiers.update(names)
        for word in cues_of.split("|"):
            (raises if sign == "+" else lowers).setdefault(word, set()).update(names)
    automaton = ahocorasick.Automaton()
    for word in raises.keys() | lowers.keys():
        automaton.add_word(word, (word, frozenset(raises.get(word, ())), frozenset(lowers.get(word, ()))))
    automaton.make_automaton()
    return Words(automaton, frozenset(identifiers))

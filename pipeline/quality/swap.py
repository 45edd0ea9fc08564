"""The swap test: the same documents with the names of their people exchanged for those of another group.

Whoever is found less when only the name changes is protected less. Names are consistent in a document: one word
is exchanged for one word, so that relatives keep sharing a surname. A person is left as they are, and counted,
where a mention has a form that can't be written again (a nickname, a misreading).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pipeline.quality import agreement
from pipeline.quality.agreement import Edit
from pipeline.quality.gold import GoldDocument, GoldSpan
from pipeline.quality.renaming import NameWords, rename, split
from pipeline.quality.swap_names import SEXES, Draw, Pool

_AGREEING = frozenset({"ROLE", "REL", "POST"})


@dataclass(frozen=True, slots=True)
class Swapped:
    """A document of one group: who was renamed, how many could not be, how many phrases could not agree."""

    document: GoldDocument = field(repr=False)
    sex: str
    origin: str
    people: frozenset[str]
    unswapped: int
    disagreeing: int

    @property
    def groups(self) -> tuple[str, str, str]:
        """The groups its mentions count for: sex, origin, both."""
        return f"sex {self.sex}", f"origin {self.origin}", f"{self.origin} {self.sex}"


def variants(document: GoldDocument, pools: Sequence[Pool]) -> Iterator[Swapped]:
    """Yield the document once for each sex of each origin class."""
    for pool in pools:
        for sex in SEXES:
            yield swap(document, pool, sex)


def swap(document: GoldDocument, pool: Pool, sex: str) -> Swapped:
    """Rename everybody who can be, with agreement for those whose sex changes."""
    new = _new_words(document, Draw(pool, sex, f"{document.id} {pool.origin}"))
    edits: list[Edit] = []
    done: set[str] = set()
    disagreeing = 0
    spans = _by_person(document.spans)
    for person, (name, words) in new.items():
        renamed = _mentions(document.text, spans.get(person, ()), name, words)
        if renamed is None:
            continue
        done.add(person)
        edits += renamed
        if document.people[person].gender != sex:
            agreed, failed = _agreement(document, spans[person], document.people[person].gender)
            edits += agreed
            disagreeing += failed
    people = {k: replace(p, gender=sex, origin=pool.origin) if k in done else p for k, p in document.people.items()}
    made = replace(_edited(document, edits), people=people)
    named = {s.person for s in document.spans if s.label == "PER" and s.person}
    return Swapped(made, sex, pool.origin, frozenset(done), len(named - done), disagreeing)


def _by_person(spans: Iterable[GoldSpan]) -> Mapping[str, list[GoldSpan]]:
    found: dict[str, list[GoldSpan]] = {}
    for span in spans:
        found.setdefault(span.person, []).append(span)
    return found


def _new_words(document: GoldDocument, draw: Draw) -> dict[str, tuple[NameWords, dict[str, str]]]:
    """Return each named person's words and what each turns into; equal words of a document turn into one."""
    table: dict[tuple[str, str], str] = {}
    found: dict[str, tuple[NameWords, dict[str, str]]] = {}
    for person, entry in document.people.items():
        name = split(entry.name)
        if not name.all or set(name.given) & set(name.surnames):
            continue
        kinds = [("given", w) for w in name.given] + [("surname", w) for w in name.surnames]
        for kind in kinds:
            if kind not in table:
                table[kind] = draw.next(kind[0])
        found[person] = name, {kind[1]: table[kind] for kind in kinds}
    return found


def _mentions(text: str, spans: Iterable[GoldSpan], name: NameWords, words: Mapping[str, str]) -> list[Edit] | None:
    """Return the edits to every name of a person; None where one can't be written again, or there is none."""
    edits: list[Edit] = []
    for span in spans:
        if span.label == "PER":
            written = rename(text[span.start : span.end], name, words)
            if not written:
                return None
            edits.append((span.start, span.end, written))
    return edits or None


def _agreement(document: GoldDocument, spans: Iterable[GoldSpan], sex: str) -> tuple[list[Edit], int]:
    """Return the edits that make the surroundings agree, and how many phrases can't."""
    edits: list[Edit] = []
    failed = 0
    for span in spans:
        if span.label == "PER":
            edits += agreement.before_name(document.text, span.start, sex)
        elif span.label in _AGREEING:
            agreed = agreement.of_phrase(document.text, span.start, span.end, sex)
            failed += agreed is None
            edits += agreed or []
    return edits, failed


def _edited(document: GoldDocument, edits: Iterable[Edit]) -> GoldDocument:
    """Apply the edits and move the spans; an edit that meets an earlier one is left out."""
    out: list[str] = []
    moves: list[tuple[int, int]] = []
    at = shift = 0
    for start, end, written in sorted(set(edits)):
        if start < at:
            continue
        out += [document.text[at:start], written]
        at, shift = end, shift + len(written) - (end - start)
        moves.append((end, shift))
    text = "".join([*out, document.text[at:]])
    return replace(document, text=text, spans=tuple(_moved(document.spans, moves)))


def _moved(spans: Iterable[GoldSpan], moves: Sequence[tuple[int, int]]) -> Iterator[GoldSpan]:
    """Yield the spans in place: an edit before a span moves it, one inside stretches it."""
    index = shift = 0
    for span in sorted(spans, key=lambda s: s.start):
        while index < len(moves) and moves[index][0] <= span.start:
            shift = moves[index][1]
            index += 1
        start = span.start + shift
        while index < len(moves) and moves[index][0] <= span.end:
            shift = moves[index][1]
            index += 1
        yield replace(span, start=start, end=span.end + shift)

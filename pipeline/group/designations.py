"""Role designations ("la solicitante") linked to the person they mean.

A definition binds: "en adelante, la interesada", "Demandante: X", "la recurrente, doña X", "X, en calidad de
fiadora". Without one, gender and salience decide where exactly one person fits; else the candidates are named.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp

from pipeline.analysis import Found
from pipeline.detection import Detection, Effect, Label
from pipeline.document import Document
from pipeline.group.mentions import PersonMention
from pipeline.group.person import Person
from pipeline.lexicons import rows, words
from pipeline.lexicons.names import titles

_AROUND, _BEFORE = 120, 56
_FORM_BEFORE = re.compile(r"(?<![^\W\d_])(?P<form>[^\W\d_]{1,14})\.?[ªº]?\.?\s+$")
_ROLE_BEFORE = re.compile(r"(?<![^\W\d_])(?P<role>[^\W\d_]+(?:[\s-]+[^\W\d_]+)?)\s*[:,=]?\s*[\"«]?$")
_AFTER_NAME = re.compile(
    r"[^.;\n]{0,60}?[,(]\s*(?:en adelante|en lo sucesivo|en calidad de|en su condicion de|como)[\s,:\"«]*"
    r"(?:(?:el|la)\s+)?(?P<role>[^\W\d_]+)"
    r"|\s*[,(]\s*(?:(?:el|la|de profesion)\s+)?(?P<plain>[^\W\d_]+)(?=[\s,.;)-])"
)
_BESIDE = re.compile(r"\s*[,:]?\s*(?:[-–—]\s*)?")
_APPOSED = re.compile(r"\s*[,(]\s*(?:(?:el|la|un|una)\s+)?")
_FORMS = frozenset({"el", "la"})
# Persons named within so many characters before a designation compete for it.
_REACH = 4000
# A mention counts less the farther it is, in characters; a person whose sex is unknown counts less than one who
# fits; who stands out by this factor is meant.
_FADES, _SEXLESS, _STANDS_OUT = 500.0, 0.6, 2.0


@dataclass(frozen=True, slots=True)
class RoleLink:
    """A designation with the person it means, or the persons it could mean."""

    detection: Detection
    role: str
    sex: str
    person: Person | None
    candidates: tuple[Person, ...] = ()


@cache
def _lemmas() -> dict[str, tuple[str, str]]:
    """Masculine form and sex of each role word; the sex is empty where one form serves both."""
    table: dict[str, tuple[str, str]] = {}
    for name in ("roles.tsv", "posts.tsv", "designated.tsv"):
        for masculine, feminine in rows(name):
            table.setdefault(masculine, (masculine, "M" if masculine != feminine else ""))
            table.setdefault(feminine, (masculine, "F" if masculine != feminine else ""))
    return table


@cache
def _offices() -> frozenset[str]:
    """Return the roles that only a definition gives to somebody: a post fits anybody of its sex."""
    of_procedure = {row[0] for row in rows("roles.tsv")}
    return words("office_roles.txt") | ({row[0] for row in rows("posts.tsv")} - of_procedure)


@cache
def _opposed() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for one, other in rows("opposed_roles.tsv"):
        table.setdefault(one, set()).add(other)
        table.setdefault(other, set()).add(one)
    return {role: frozenset(others) for role, others in table.items()}


def link_roles(n: int, found: Found, people: Sequence[Person]) -> list[RoleLink]:
    """Link the designations of one document, in order."""
    designations = [d for d in found.standing if d.label == Label.ROLE and d.effect is Effect.HIDE]
    if not designations:
        return []
    named = sorted(((m, p) for p in people if n in p.documents for m in p.mentions if m.document == n), key=_place)
    return _Linker(found.document, named).link(designations)


def _place(pair: tuple[PersonMention, Person]) -> int:
    return pair[0].start


class _Linker:
    """What is known of the roles of one document while reading it from the top."""

    def __init__(self, document: Document, named: Sequence[tuple[PersonMention, Person]]) -> None:
        self.document = document
        self.named = named
        self.starts = [m.start for m, _ in named]
        self.bound: list[tuple[int, str, Person]] = sorted(
            ((m.start, role, p) for m, p in named for role in self._defined(m)), key=lambda b: b[0]
        )
        self.settled: dict[tuple[str, str], Person] = {}

    def _defined(self, mention: PersonMention) -> set[str]:
        """Return the roles that the words around a name give it."""
        start, end = mention.start, mention.detection.span.end
        found: set[str] = set()
        if match := _ROLE_BEFORE.search(self.document.folded, max(0, start - _BEFORE), self._before_forms(start)):
            said = match.group("role")
            found.update(_lemmas()[w][0] for w in (said, said.split()[-1], said.split()[0]) if w in _lemmas())
        if match := _AFTER_NAME.match(self.document.folded, end, end + _AROUND):
            word = match.group("role") or match.group("plain")
            if word in _lemmas():
                found.add(_lemmas()[word][0])
        return found

    def _before_forms(self, start: int) -> int:
        """Return where the forms of address before a name begin."""
        while match := _FORM_BEFORE.search(self.document.folded, max(0, start - 20), start):
            if match["form"] not in _FORMS and match["form"] not in titles():
                break
            start = match.start()
        return start

    def _beside(self, d: Detection) -> Person | None:
        """Return the person whose name stands right after the designation, or right before it and a comma."""
        at = bisect_left(self.starts, d.span.end)
        if at < len(self.named) and self.starts[at] - d.span.end < _BEFORE:
            gap = self.document.folded[d.span.end : self._before_forms(self.starts[at])]
            if _BESIDE.fullmatch(gap):
                return self.named[at][1]
        mention = self.named[at - 1][0] if at else None
        if mention is not None and _APPOSED.fullmatch(self.document.folded, mention.detection.span.end, d.span.start):
            return self.named[at - 1][1]
        return None

    def link(self, designations: Sequence[Detection]) -> list[RoleLink]:
        """Link the designations, in order."""
        return [self._one(d) for d in designations]

    def _one(self, d: Detection) -> RoleLink:
        text = " ".join(self.document.folded[d.span.start : d.span.end].split())
        role, told = _read(text)
        if not told:
            told = _article(self.document, d)
        beside = self._beside(d)
        agrees = beside is not None and _agrees(beside, told)
        fitting = [beside] if beside is not None and agrees else self._candidates(d, role, told)
        person = fitting[0] if len(fitting) == 1 else None
        if person is not None:
            self.settled[role, told] = person
        return RoleLink(d, role, told, person, () if person else tuple(fitting[:8]))

    def _candidates(self, d: Detection, role: str, told: str) -> list[Person]:
        bound = [p for at, r, p in self.bound if r == role and _agrees(p, told)]
        before = [p for at, r, p in self.bound if r == role and at < d.span.start and _agrees(p, told)]
        if before or bound:
            # The last definition before it counts; a list of several demandantes leaves it open.
            distinct = list(dict.fromkeys(before or bound))
            return distinct[-1:] if len(distinct) < 2 else self._nearest_of(d, distinct)
        if (role, told) in self.settled:
            return [self.settled[role, told]]
        if role in _offices():
            return []
        taken = {p for _, r, p in self.bound if r in _opposed().get(role, frozenset()) or r in _offices()}
        return self._salient(d, told, taken)

    def _nearest_of(self, d: Detection, persons: Sequence[Person]) -> list[Person]:
        """Of several with the same role, the only one named in the same sentence; else all."""
        at = bisect_left(self.starts, d.span.start)
        floor = max(
            self.document.folded.rfind(". ", 0, d.span.start), self.document.folded.rfind("\n", 0, d.span.start)
        )
        here = [p for m, p in self.named[max(0, at - 8) : at] if p in persons and m.start > floor]
        return list(dict.fromkeys(here)) if len(set(map(id, here))) == 1 else list(persons)

    def _salient(self, d: Detection, told: str, taken: set[Person]) -> list[Person]:
        """Return the persons named before that the designation can mean; one where it stands out."""
        at = bisect_left(self.starts, d.span.start)
        weight: dict[Person, float] = defaultdict(float)
        for mention, person in reversed(self.named[max(0, at - 60) : at]):
            far = d.span.start - mention.start
            if far > _REACH and weight:
                break
            if person not in taken and not person.candidates and _agrees(person, told):
                weight[person] += (0.4 + exp(-far / _FADES)) * (1.0 if person.sex == told else _SEXLESS)
        ranked = sorted(weight, key=lambda p: -weight[p])
        if len(ranked) > 1 and weight[ranked[0]] >= _STANDS_OUT * weight[ranked[1]]:
            return ranked[:1]
        return ranked


def _agrees(person: Person, told: str) -> bool:
    return not (person.sex and told and person.sex != told)


def _read(text: str) -> tuple[str, str]:
    """Return the masculine form and the sex of a folded designation."""
    parts = text.split()
    for cut in range(len(parts)):
        role = " ".join(parts[cut:])
        if role in _lemmas():
            return _lemmas()[role]
    return text, ""


def _article(document: Document, d: Detection) -> str:
    """Return the sex that the article tells: inside the designation, or "al"/"del" before it."""
    first = document.folded[d.span.start : d.span.end].split()[0]
    if first in ("la", "dicha", "esta", "aquella", "citada", "una"):
        return "F"
    masculine = first in ("el", "dicho", "este", "aquel", "citado", "un")
    return (
        "M"
        if masculine or re.search(r"\b[ad]e?l\s+$", document.folded[max(0, d.span.start - 5) : d.span.start])
        else ""
    )

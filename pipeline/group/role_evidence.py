"""What speaks for each person that a role designation could mean, as numbers that weights turn into a choice."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log

from pipeline.analysis import Found
from pipeline.detection import Detection, Label
from pipeline.document import Document, Span
from pipeline.group import role_cues
from pipeline.group.mentions import PersonMention
from pipeline.group.person import Person
from pipeline.group.role_words import akin, families, offices, opposed, read, roles_in, sex_of_article
from pipeline.group.signature_block import signed

Named = Sequence[tuple[PersonMention, Person]]

_BESIDE = re.compile(r"\s*[,:]?\s*(?:[-–—]\s*)?")
_APPOSED = re.compile(r"\s*[,(–—-]\s*(?:(?:el|la|un|una|entonces|hoy)\s+)?")
_NEAR, _WINDOW, _AHEAD, _FIRST = 56, 48, 4, 700
_CHILD = re.compile(
    r"(?:de\s+)?(?:(?P<years>\d{1,2})|uno?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince"
    r"|dieciseis|diecisiete)\s+(?:anos|anys|urte)|.{1,20}\s(?:meses|dias|semanas)"
)
_COMPLEMENT = re.compile(
    r"\s+(?:de|del|dad[oa]|responsable|titular|que|en)\b[^,.;:\n]{0,45}[,:]\s*|\s*,\s+(?:un|una)\s+[^\W\d_]+,\s+"
)
_ADULT = 18
_SENTENCE = re.compile(r"[.;:!?]\s|\n\s*\n")

# The pieces of evidence, in the order of the weights.
EVIDENCE = (
    "beside with complement", "same role", "same role, the only one", "settled", "akin by definition",
    "akin by settling", "announced same", "announced akin", "done same", "done akin", "opposed", "sex told",
    "sex guessed", "sex unknown", "last named", "second last", "same sentence", "one sentence before",
    "same paragraph", "distance", "often named", "first named", "most named", "office for a party",
    "party for an office", "another family", "minor for minor", "adult for minor", "minor for adult",
    "only of the sex", "not yet named", "partly named", "another beside", "named in the head",
)  # fmt: skip
# Of these, what says that somebody has the role, and not only that somebody is near.
BACKING = (
    "beside with complement", "same role", "settled", "akin by definition", "akin by settling",
    "announced same", "announced akin", "done same", "done akin", "minor for minor",
)  # fmt: skip
NOBODY = (
    "nobody", "nobody: office", "nobody: first of its role", "nobody: vague", "nobody: none of the sex",
    "nobody: before", "nobody: bare", "nobody: possessive", "nobody: defined elsewhere",
)  # fmt: skip


def agrees(person: Person, told: str) -> bool:
    """Tell whether the sex that a designation tells can be a person's."""
    return not (person.sex and told and person.sex != told)


class Evidence:
    """What is known of the roles of one document while reading it from the top."""

    def __init__(self, found: Found, named: Named, designations: Sequence[Detection]) -> None:
        self.document: Document = found.document
        self.named = named
        self.starts = [m.start for m, _ in named]
        self.count: dict[Person, int] = defaultdict(int)
        self.places: dict[Person, list[int]] = defaultdict(list)
        self.defined: dict[Person, set[str]] = defaultdict(set)
        self.announced: dict[Person, set[str]] = defaultdict(set)
        self.done: dict[Person, set[str]] = defaultdict(set)
        self.bearers: dict[str, list[Person]] = defaultdict(list)
        self.minors: set[Person] = set()
        self.settled: dict[tuple[str, str], Person] = {}
        self.given: dict[Person, set[str]] = defaultdict(set)
        self.unmet: set[tuple[str, str]] = set()
        self._read(found)
        self.signed = signed(self.document, designations, self.starts)
        self.order = list(dict.fromkeys(p for _, p in named))
        self.most = max(self.order, key=lambda p: self.count[p], default=None)

    def _read(self, found: Found) -> None:
        ages = [d for d in found.standing if d.label == Label.AGE]
        age_starts = [d.span.start for d in ages]
        for n, (mention, person) in enumerate(self.named):
            end = mention.detection.span.end
            stop = self.starts[n + 1] if n + 1 < len(self.named) else len(self.document.text)
            self.count[person] += 1
            self.places[person].append(mention.start)
            for role in role_cues.defined(self.document, mention.start, end):
                self.defined[person].add(role)
                self._bear(role, person)
            for role in role_cues.announced(self.document, mention.start):
                self.announced[person].add(role)
                self._bear(role, person)
            for role in role_cues.done(self.document, end, stop):
                self.done[person].add(role)
            at = bisect_left(age_starts, end)
            if at < len(ages) and age_starts[at] - end < 30 and age_starts[at] < stop:
                self._age(person, ages[at])

        for d in found.standing:
            if d.label in (Label.KINSHIP, Label.POST) and (holder := self.beside(d.span)) is not None:
                self._hold(holder, self.document.folded[d.span.start : d.span.end])

    def _hold(self, person: Person, phrase: str) -> None:
        """Take note of the post or tie that the phrase beside a name tells of its bearer."""
        role = read(phrase)[0]
        for each in {role} if role in families() or role in offices() else roles_in(phrase.split()[:3]):
            self.defined[person].add(each)
            self._bear(each, person)

    def _bear(self, role: str, person: Person) -> None:
        for family in families().get(role, frozenset({role})):
            bearers = self.bearers[family]
            if person not in bearers:
                bearers.append(person)

    def _age(self, person: Person, d: Detection) -> None:
        text = self.document.folded[d.span.start : d.span.end]
        match = _CHILD.match(text)
        if match and int(match["years"] or 0) < _ADULT:
            self.minors.add(person)

    def settle(self, d: Detection, role: str, told: str, person: Person) -> None:
        """Take note of whom a designation means: the next ones follow it."""
        self.settled[role, told] = person
        self.given[person].add(role)
        self._bear(role, person)
        insort(self.places[person], d.span.start)

    def role_of(self, d: Detection) -> tuple[str, str]:
        """Return the role that a designation names, masculine, and the sex that it tells."""
        text = " ".join(self.document.folded[d.span.start : d.span.end].split())
        role, told = read(text)
        return role, told or sex_of_article(
            text.split()[0], self.document.folded[max(0, d.span.start - 5) : d.span.start]
        )

    def beside(self, span: Span, between: re.Pattern[str] = _BESIDE) -> Person | None:
        """Return the person whose name stands right after a phrase, or right before it and a comma."""
        at = bisect_left(self.starts, span.end)
        if at < len(self.named) and self.starts[at] - span.end < _NEAR:
            gap = self.document.folded[span.end : role_cues.forms_start(self.document, self.starts[at])]
            if between.fullmatch(gap) and "\n" not in gap.strip(" "):
                return self.named[at][1]
        if at and _APPOSED.fullmatch(self.document.folded, self.named[at - 1][0].detection.span.end, span.start):
            return self.named[at - 1][1]
        return None

    def sure(self, d: Detection, told: str) -> Person | None:
        """Return the person whose name stands beside a designation, or below it among signatures."""
        place = self.signed.get(d.id)
        signer = self.named[place][1] if place is not None else None
        return next((p for p in (self.beside(d.span), signer) if p is not None and agrees(p, told)), None)

    def candidates(self, d: Detection, role: str, told: str) -> list[Person]:
        """Return the persons a designation could mean: named around it, or bearers of such a role."""
        at = bisect_left(self.starts, d.span.start)
        around = [p for _, p in reversed(self.named[max(0, at - _WINDOW) : at])]
        around += [p for _, p in self.named[at : at + _AHEAD]]
        for family in families().get(role, frozenset({role})):
            around += self.bearers[family][:8]
        around += [p for key, p in self.settled.items() if akin(key[0], role)]
        fitting = [p for p in dict.fromkeys(around) if not (p.sex and told and p.sex != told) and not p.candidates]
        return fitting[:16]

    def of(self, d: Detection, role: str, told: str, fitting: Sequence[Person]) -> list[dict[str, float]]:
        """Return the evidence for each of the persons."""
        beside, completed = self.beside(d.span), self.beside(d.span, _COMPLEMENT)
        last = self._last(d, fitting)
        ranked = sorted(fitting, key=lambda p: -last[p])
        mark = self._sentences(d)
        only = [p for p in self.order if p.sex == told] if told else []
        same = [p for p in fitting if role in self.defined[p] or role in self.announced[p]]
        return [
            {
                "beside with complement": float(p is completed),
                **self._roles(p, role, told, same),
                **self._place(p, d, last[p], ranked, mark),
                "sex told": float(bool(told) and p.told == told),
                "sex guessed": float(bool(told) and p.sex == told and p.told != told),
                "sex unknown": float(bool(told) and not p.sex),
                "only of the sex": float(only == [p]),
                "another beside": float(beside is not None and p is not beside),
            }
            for p in fitting
        ]

    def _roles(self, p: Person, role: str, told: str, same: Sequence[Person]) -> dict[str, float]:
        defined, announced, done, given = self.defined[p], self.announced[p], self.done[p], self.given[p]
        every = defined | announced | given
        minor = "minor" in families().get(role, ())
        office = role in offices() and not minor
        held = any(r in offices() for r in defined | given)
        return {
            "same role": float(role in defined or role in given),
            "same role, the only one": float(list(same) == [p]),
            "settled": float(self.settled.get((role, told)) is p),
            "akin by definition": float(any(akin(r, role) for r in defined)),
            "akin by settling": float(any(akin(r, role) for r in given)),
            "announced same": float(role in announced),
            "announced akin": float(any(akin(r, role) for r in announced)),
            "done same": float(role in done),
            "done akin": float(any(akin(r, role) for r in done)),
            "opposed": float(bool(every & opposed().get(role, frozenset()))),
            "office for a party": float(office and not held),
            "party for an office": float(not office and held),
            "another family": float(bool(every) and not any(akin(r, role) for r in every)),
            "minor for minor": float(minor and p in self.minors),
            "adult for minor": float(minor and p not in self.minors),
            "minor for adult": float(not minor and p in self.minors),
        }

    def _place(
        self, p: Person, d: Detection, last: int, ranked: Sequence[Person], mark: tuple[int, int, int]
    ) -> dict[str, float]:
        sentence, before, paragraph = mark
        first = self.places[p][0] if self.places[p] else 0
        return {
            "last named": float(ranked[0] is p and last >= 0),
            "second last": float(len(ranked) > 1 and ranked[1] is p and last >= 0),
            "same sentence": float(last >= sentence),
            "one sentence before": float(before <= last < sentence),
            "same paragraph": float(last >= paragraph),
            "distance": log(1 + (d.span.start - last) / 100) if last >= 0 else 0.0,
            "often named": log(1 + self.count[p]),
            "first named": float(bool(self.order) and self.order[0] is p),
            "most named": float(self.most is p),
            "not yet named": float(last < 0),
            "partly named": float(not p.parts.is_full),
            "named in the head": float(first < _FIRST),
        }

    def _last(self, d: Detection, fitting: Iterable[Person]) -> Mapping[Person, int]:
        places = {p: (self.places[p], bisect_left(self.places[p], d.span.start)) for p in fitting}
        return {p: starts[at - 1] if at else -1 for p, (starts, at) in places.items()}

    def together(self, d: Detection, one: Person, other: Person) -> bool:
        """Tell whether two persons are last named in one sentence before a designation."""
        last = self._last(d, (one, other))
        first, second = sorted((last[one], last[other]))
        return first >= 0 and _SENTENCE.search(self.document.folded, first, second) is None

    def _sentences(self, d: Detection) -> tuple[int, int, int]:
        """Return where the sentence of a designation, the one before and its paragraph begin."""
        low = max(0, d.span.start - 900)
        ends = [m.end() for m in _SENTENCE.finditer(self.document.folded, low, d.span.start)]
        sentence = ends[-1] if ends else low
        before = ends[-2] if len(ends) > 1 else low
        paragraph = self.document.folded.rfind("\n", 0, d.span.start) + 1
        return sentence, before, paragraph

    def nobody(self, d: Detection, role: str, told: str, fitting: Sequence[Person]) -> dict[str, float]:
        """Return the evidence for somebody whom the document does not name."""
        first = self.document.folded[d.span.start : d.span.end].split()[0]
        return {
            "nobody": 1.0,
            "nobody: office": float(role in offices()),
            "nobody: first of its role": float((role, told) not in self.settled),
            "nobody: vague": float(d.score <= 0.5),
            "nobody: none of the sex": float(bool(told) and not any(p.sex == told for p in fitting)),
            "nobody: before": float((role, told) in self.unmet),
            "nobody: bare": float(first not in ("el", "la", "su", "mi", "dicho", "dicha") and not told),
            "nobody: possessive": float(first in ("su", "mi", "tu")),
            "nobody: defined elsewhere": float(any(role in self.defined[p] for p in fitting)),
        }

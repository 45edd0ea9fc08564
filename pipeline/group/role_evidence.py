"""What speaks for each person that a role designation could mean, as numbers that weights turn into a choice."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import islice
from math import log

from pipeline.analysis import Found
from pipeline.detection import Detection, Label
from pipeline.document import Document, Span, fold
from pipeline.group import role_cues
from pipeline.group.mentions import PersonMention
from pipeline.group.person import Person
from pipeline.group.role_contexts import KIN, OFFICE, Table, classes_of
from pipeline.group.role_places import Named, Places
from pipeline.group.role_reading import Reading, read_designation
from pipeline.group.role_words import (
    akin,
    closeness,
    epicene,
    families,
    offices,
    opposed,
    read,
    roles_in,
    sex_of_article,
    ties,
)
from pipeline.group.signature_block import signed

_BESIDE = re.compile(r"\s*(?:[,:]\s*)?(?:[-–—]\s*)?")
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
# "…, con DNI …; en adelante, «el requirente»": whoever the line began with.
_DEFINES = re.compile(r"(?:en adelante|en lo sucesivo|denominad[oa]|denominaremos)[\s,:]*[\"«“(]*$")
# An office that is named nowhere before this many characters from the end signs.
_TAIL = 300
_SENTENCE = re.compile(r"[.;:!?]\s|\n\s*\n")

# The pieces of evidence, in the order of the weights.
EVIDENCE = (
    "beside with complement", "same role", "same role, the only one", "settled", "settled on another",
    "close by definition", "close by settling", "announced same", "done same", "another family",
    "sex told", "sex guessed", "sex unknown", "same sentence", "same paragraph", "distance", "distance, noun",
    "meant in the sentence", "first of the sentence, bare", "first of the paragraph", "rank", "often named", "share",
    "not yet named", "not yet named, office", "only in the tail, office", "partly named", "titled",
    "named in the head", "numbered party", "kin only", "office for a party", "party for an office",
    "minor for minor", "minor for adult", "named last", "named last, office", "named first", "named most",
    "next in the sentence", "next in the sentence, office", "in the line below", "signs, office", "signs, signer",
    "stem after", "stem before", "stem, the only one", "stem, office",
    "words for the role", "words for the role, mean", "words for another", "words for an office",
    "words for an office, party",
)  # fmt: skip
# Of these, what says that somebody has the role, and not only that somebody is near.
BACKING = (
    "beside with complement", "same role", "settled", "close by definition", "close by settling", "announced same",
    "done same", "minor for minor",
)  # fmt: skip
NOBODY = (
    "nobody", "nobody: office", "nobody: first of its role", "nobody: before", "nobody: possessive",
    "nobody: how many", "nobody: office, how many", "nobody: indefinite", "nobody: complement", "nobody: bare",
    "nobody: noun",
)  # fmt: skip


def agrees(person: Person, told: str) -> bool:
    """Tell whether the sex that a designation tells can be a person's."""
    return not (person.sex and told and person.sex != told)


@dataclass(frozen=True, slots=True)
class _Around:
    """Who stands about a designation: named next, and if in the line below; since when; first of its paragraph."""

    next: Person | None
    below: bool
    since: Mapping[Person, int]
    first: Person | None


class Evidence:
    """What is known of the roles of one document while reading it from the top."""

    def __init__(
        self, found: Found, named: Named, designations: Sequence[Detection], contexts: Table | None = None
    ) -> None:
        self.document: Document = found.document
        self.named = named
        self.starts = [m.start for m, _ in named]
        self.count: dict[Person, int] = defaultdict(int)
        self.places: dict[Person, list[int]] = defaultdict(list)
        self.defined: dict[Person, set[str]] = defaultdict(set)
        self.announced: dict[Person, set[str]] = defaultdict(set)
        self.done: dict[Person, set[str]] = defaultdict(set)
        self.bearers: dict[str, dict[Person, None]] = defaultdict(dict)
        self.minors: set[Person] = set()
        self.settled: dict[tuple[str, str], Person] = {}
        self.given: dict[Person, set[str]] = defaultdict(set)
        self.unmet: set[tuple[str, str]] = set()
        self.meant_at: dict[Person, int] = {}
        self.numbered: set[Person] = set()
        self._read(found)
        self.signed = signed(self.document, designations, self.starts)
        self.where = Places(self.document, named, designations, contexts)

    def _read(self, found: Found) -> None:
        ages = [d for d in found.standing if d.label == Label.AGE]
        numbers = [d.span.start for d in found.standing if d.label in (Label.NIF, Label.NIE, Label.PASSPORT)]
        age_starts = [d.span.start for d in ages]
        for n, (mention, person) in enumerate(self.named):
            end = mention.detection.span.end
            stop = self.starts[n + 1] if n + 1 < len(self.named) else len(self.document.text)
            self.count[person] += 1
            self.places[person].append(mention.start)
            for role in role_cues.defined(self.document, mention.start, end) | self._headed(mention):
                self.defined[person].add(role)
                self._bear(role, person)
            for role in role_cues.announced(self.document, mention.start):
                self.announced[person].add(role)
                self._bear(role, person)
            for role in role_cues.done(self.document, end, stop):
                self.done[person].add(role)
            at = bisect_left(age_starts, end)
            number = bisect_left(numbers, end)
            if number < len(numbers) and numbers[number] < min(stop, end + 60):
                self.numbered.add(person)
            if at < len(ages) and age_starts[at] - end < 30 and age_starts[at] < stop:
                self._age(person, ages[at])

        for d in found.standing:
            if d.label in (Label.KINSHIP, Label.POST) and (holder := self.beside(d.span)) is not None:
                self._hold(holder, self.document.folded[d.span.start : d.span.end])

    def _headed(self, mention: PersonMention) -> set[str]:
        """Return the roles that the header of a name's column tells."""
        header = fold(self.document.block_at(mention.start).label)
        return roles_in(re.findall(r"[^\W\d_]+", header)) if header else set()

    def _hold(self, person: Person, phrase: str) -> None:
        """Take note of the post or tie that the phrase beside a name tells of its bearer."""
        role = read(phrase)[0]
        for each in {role} if role in families() or role in offices() else roles_in(phrase.split()[:3]):
            self.defined[person].add(each)
            self._bear(each, person)

    def _bear(self, role: str, person: Person) -> None:
        for family in families().get(role, frozenset({role})):
            self.bearers[family].setdefault(person)

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
        self.meant_at[person] = d.span.start
        insort(self.places[person], d.span.start)

    def role_of(self, d: Detection) -> tuple[str, str]:
        """Return the role that a designation names, masculine, and the sex that it tells."""
        text = " ".join(self.document.folded[d.span.start : d.span.end].split())
        role, told = read(text)
        if not epicene().isdisjoint(text.split()[:3]):
            return role, ""
        return role, told or sex_of_article(
            text.split()[0], self.document.folded[max(0, d.span.start - 5) : d.span.start]
        )

    def beside(self, span: Span, between: re.Pattern[str] = _BESIDE) -> Person | None:
        """Return the person whose name stands right after a phrase, or right before it and a comma."""
        at = bisect_left(self.starts, span.end)
        if at < len(self.named) and self.starts[at] - span.end < _NEAR:
            gap = self.document.folded[span.end : role_cues.forms_start(self.document, self.starts[at])]
            if between.fullmatch(gap) and "\n" not in gap.strip(" ") and not self._is_lower(at):
                return self.named[at][1]
        if at and _APPOSED.fullmatch(self.document.folded, self.named[at - 1][0].detection.span.end, span.start):
            return self.named[at - 1][1]
        return None

    def _is_lower(self, at: int) -> bool:
        """Tell whether a name is written small: what follows a designation without a comma may be its verb."""
        return self.document.text[self.starts[at]].islower()

    def sure(self, d: Detection, told: str) -> Person | None:
        """Return the person whose name stands beside a designation, or below it among signatures."""
        place = self.signed.get(d.id)
        signer = self.named[place][1] if place is not None else None
        others = (self.beside(d.span), signer, self._defined_in_line(d.span, told))
        return next((p for p in others if p is not None and agrees(p, told)), None)

    def _defined_in_line(self, span: Span, told: str) -> Person | None:
        """Return the person whom a phrase gives the role for the rest of the text: the first one of its line."""
        folded = self.document.folded
        if not _DEFINES.search(folded, max(0, span.start - 30), span.start):
            return None
        # A list of several ("X (en adelante, …) e Y (en adelante, …)") starts anew at each bracket or semicolon.
        start = max(folded.rfind(sign, 0, span.start) for sign in ("\n", ") y ", ") e "))
        at, stop = bisect_left(self.starts, start), bisect_left(self.starts, span.start)
        return next((p for _, p in self.named[at:stop] if agrees(p, told)), None)

    def candidates(self, d: Detection, role: str, told: str) -> list[Person]:
        """Return the persons a designation could mean: named around it, or bearers of such a role."""
        at = bisect_left(self.starts, d.span.start)
        around = [p for _, p in reversed(self.named[max(0, at - _WINDOW) : at])]
        around += [p for _, p in self.named[at : at + _AHEAD]]
        for family in families().get(role, frozenset({role})):
            around += islice(self.bearers[family], 8)
        around += [p for key, p in self.settled.items() if akin(key[0], role)]
        fitting = [p for p in dict.fromkeys(around) if agrees(p, told) and not p.candidates]
        return [p for p in fitting if not self._opposes(p, role)][:16]

    def _opposes(self, person: Person, role: str) -> bool:
        """Tell whether a person has the role that another has in the same procedure, and not this one too."""
        own = self.defined[person] | self.given[person]
        return role not in own and bool(own & opposed().get(role, frozenset()))

    def of(self, d: Detection, role: str, told: str, fitting: Sequence[Person]) -> list[dict[str, float]]:
        """Return the evidence for each of the persons; what isn't named is 0."""
        completed = self.beside(d.span, _COMPLEMENT)
        sentence, paragraph = self._line(d)
        first = self._first_since(sentence, d) if d.provenance.trigger == "role without article" else None
        same = [p for p in fitting if role in self.defined[p] or role in self.announced[p]]
        settled = self.settled.get((role, told))
        reading = read_designation(self.document, d, role, told)
        around = _Around(*self.where.next(d), self.where.named_since(d), self._first_since(paragraph, d))
        doers = {p for p in fitting if role in self.done[p]}
        each = []
        for p in fitting:
            evidence = self._roles(p, reading) | self._place(p, d, sentence, paragraph, reading)
            evidence |= self._about(p, around, reading) | self._said(p, reading, doers)
            evidence["beside with complement"] = p is completed
            evidence["same role, the only one"] = same == [p]
            evidence["settled"] = settled is p
            evidence["settled on another"] = settled is not None and settled is not p
            evidence["first of the sentence, bare"] = p is first
            evidence |= self._among(p, d, fitting, reading.office)
            each.append({name: float(value) for name, value in evidence.items() if value})
        return each

    def _about(self, p: Person, around: _Around, reading: Reading) -> dict[str, float]:
        """Return where a person stands about a designation: next, recently, at the end of the document."""
        office = reading.office
        signs = p is self.where.signer
        follows = p is around.next
        return {
            "next in the sentence": follows and not around.below,
            "next in the sentence, office": follows and not around.below and office,
            "in the line below": follows and around.below,
            "signs, office": signs and office,
            "signs, signer": signs and reading.signer,
            "rank": log(1 + around.since.get(p, len(around.since))),
            "first of the paragraph": p is around.first,
            "titled": bool(p.told),
            "share": self.count[p] / len(self.named),
            "only in the tail, office": office and self.places[p][0] > len(self.document.text) - _TAIL,
        }

    def _said(self, p: Person, reading: Reading, doers: Set[Person]) -> dict[str, float]:
        """Return what the words around the names of a person say: the stem of the role, words that go with roles.

        Where a deed tells who has the role ("X denunció a Y"), its stem says nothing of others (`doers`).
        """
        after, before = (near & doers if doers else near for near in self.where.said_near(reading.role))
        near = p in after or p in before
        words = self.where.words_around(p)
        own = classes_of(reading.role) - {OFFICE}
        others = [weight for name, weight in words.items() if name not in own and name not in (OFFICE, KIN)]
        return {
            "stem after": p in after,
            "stem before": p in before,
            "stem, the only one": near and len(after | before) == 1,
            "stem, office": near and reading.office,
            "words for the role": max((words.get(name, 0.0) for name in own), default=0.0),
            "words for the role, mean": sum(words.get(name, 0.0) for name in own) / max(1, len(own)),
            "words for another": max(others, default=0.0) if own else 0.0,
            "words for an office": words.get(OFFICE, 0.0) if reading.office else 0.0,
            "words for an office, party": 0.0 if reading.office else words.get(OFFICE, 0.0),
        }

    def _roles(self, p: Person, reading: Reading) -> dict[str, float]:
        role, told, office, minor = reading.role, reading.told, reading.office, reading.minor
        defined, announced, done, given = self.defined[p], self.announced[p], self.done[p], self.given[p]
        every = defined | announced | given
        close = max((closeness(r, role) for r in defined), default=0.0)
        closer = max((closeness(r, role) for r in given), default=0.0)
        held = any(r in offices() for r in defined | given)
        numbered, young = p in self.numbered, p in self.minors
        return {
            "same role": role in defined or role in given,
            "close by definition": close,
            "close by settling": closer,
            "announced same": role in announced,
            "done same": role in done,
            "another family": bool(every) and not (close or closer or any(akin(r, role) for r in announced)),
            "kin only": not office and bool(defined) and all(r in ties() for r in defined),
            "sex told": bool(told) and p.told == told,
            "sex guessed": bool(told) and p.sex == told and p.told != told,
            "sex unknown": bool(told) and not p.sex,
            "numbered party": numbered and not office,
            "office for a party": office and not minor and not held,
            "party for an office": held and (minor or not office),
            "minor for minor": minor and young,
            "minor for adult": young and not minor,
        }

    def _place(self, p: Person, d: Detection, sentence: int, paragraph: int, reading: Reading) -> dict[str, float]:
        """Return where a person was last named or meant before a designation, and how often."""
        places = self.places[p]
        at = bisect_left(places, d.span.start)
        last = places[at - 1] if at else -1
        distance = log(1 + (d.span.start - last) / 100) if at else 0.0
        return {
            "same sentence": last >= sentence,
            "same paragraph": last >= paragraph,
            "distance": distance,
            "distance, noun": distance if reading.noun else 0.0,
            "meant in the sentence": self.meant_at.get(p, -1) >= sentence,
            "often named": 0.0 if reading.office else log(1 + self.count[p]),
            "not yet named": not at,
            "not yet named, office": reading.office and not at,
            "partly named": not p.parts.is_full,
            "named in the head": places[0] < _FIRST,
        }

    def _among(self, p: Person, d: Detection, fitting: Sequence[Person], office: bool) -> dict[str, float]:
        """Return what a person is beside the others whom a designation could mean."""
        most = self.count[p] == max(self.count[q] for q in fitting)
        last = self._last(d, p) == max(self._last(d, q) for q in fitting) >= 0
        return {
            "named last": last,
            "named last, office": last and office,
            "named first": self.places[p][0] == min(self.places[q][0] for q in fitting),
            "named most": most and not office,
        }

    def _first_since(self, start: int, d: Detection) -> Person | None:
        """Return the person whom a sentence names first, before a designation."""
        at = bisect_left(self.starts, start)
        return self.named[at][1] if at < len(self.named) and self.starts[at] < d.span.start else None

    def _last(self, d: Detection, person: Person) -> int:
        """Return where a person is last named, or meant, before a designation; -1 where not at all."""
        at = bisect_left(self.places[person], d.span.start)
        return self.places[person][at - 1] if at else -1

    def together(self, d: Detection, one: Person, other: Person) -> bool:
        """Tell whether two persons are last named in one sentence before a designation."""
        first, second = sorted((self._last(d, one), self._last(d, other)))
        return first >= 0 and _SENTENCE.search(self.document.folded, first, second) is None

    def _line(self, d: Detection) -> tuple[int, int]:
        """Return where the sentence of a designation and its paragraph begin."""
        low = max(0, d.span.start - 900)
        ends = [m.end() for m in _SENTENCE.finditer(self.document.folded, low, d.span.start)]
        return ends[-1] if ends else low, self.document.folded.rfind("\n", 0, d.span.start) + 1

    def nobody(self, d: Detection, role: str, told: str, many: int) -> dict[str, float]:
        """Return the evidence for somebody whom the document does not name, where `many` others could be meant."""
        reading = read_designation(self.document, d, role, told)
        return {
            "nobody": 1.0,
            "nobody: office": float(reading.office),
            "nobody: first of its role": float((role, told) not in self.settled),
            "nobody: before": float((role, told) in self.unmet),
            "nobody: possessive": float(reading.article in ("su", "mi", "tu")),
            "nobody: how many": log(1 + many),
            "nobody: office, how many": log(1 + many) if reading.office else 0.0,
            "nobody: indefinite": float(reading.article in ("un", "una")),
            "nobody: complement": float(reading.complement),
            "nobody: bare": float(d.provenance.trigger == "role without article"),
            "nobody: noun": float(reading.noun),
        }

"""Ties and posts of one document: which phrase, whose it is, and of whom it is told."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from pipeline.analysis import Found, Relation, RelationKind
from pipeline.detection import Detection, Effect, Label
from pipeline.document import Document
from pipeline.entity import Entity, EntityKind
from pipeline.lexicons import rows
from pipeline.lexicons.names import titles
from pipeline.lexicons.places import population

_KINDS = {Label.KINSHIP.value: RelationKind.KINSHIP, Label.POST.value: RelationKind.POST}
# The holder's name may follow the phrase: "su hija, doña X", "el alcalde de Y, don Z".
_APPOSITION = re.compile(r"(?P<sign>[\s,:(–—]*)(?P<forms>(?:[^\W\d_]{1,12}\.?[ªº]?\.?\s+){0,3})")
# "la mujer del señor Peña": the name after a phrase that ends in "de …" is of whom the tie is told.
_OF = re.compile(r"\bdel?\b[^,]*$")
_DIRECTLY = re.compile(r"\s*(?P<forms>(?:[^\W\d_]{1,12}\.?[ªº]?\.?\s+){0,3})")
_NAMED_ANCHOR = re.compile(r"\s*(?:de|del)\s+(?:[^\W\d_]{1,12}\.?[ªº]?\.?\s+){0,3}")
_PLACE = re.compile(r"\b(?:de|en)\s+(?:la\s+|el\s+)?(?P<place>[A-ZÁÉÍÓÚÑ].*)$", re.DOTALL)
# The holder's name may go before: "Elena, su hija,", "Tarik (hermano)", a cell of the same row.
_APPOSED = re.compile(r"\s*[,(–—]\s*|[ \t]*\|[ \t]*|[ \t]{2,}")
_NEAR, _REACH = 60, 1500
_FORMS = frozenset({"el", "la", "l", "en", "na", "un", "una"})


def relate(found: Found, entities: Sequence[Entity], entity_of: Mapping[str, str]) -> tuple[Relation, ...]:
    """Return the ties and posts that stand in one document, in order."""
    phrases = [d for d in found.standing if d.label in _KINDS and d.effect is Effect.HIDE]
    reader = _Reader(found, entities, entity_of) if phrases else None
    return tuple(reader.relation(n, d) for n, d in enumerate(phrases, 1)) if reader else ()


class _Reader:
    """The persons of a document by place, and where phrases of tie stand among them."""

    def __init__(self, found: Found, entities: Sequence[Entity], entity_of: Mapping[str, str]) -> None:
        self.document: Document = found.document
        natural = {e.id: e for e in entities if e.kind is EntityKind.NATURAL}
        self.natural = natural
        self.by_role: dict[str, list[Entity]] = defaultdict(list)
        for entity in natural.values():
            self.by_role[entity.role].append(entity)
        self.people = [
            (d, entity_of[d.id])
            for d in sorted(found.standing, key=lambda d: d.span)
            if d.label in (Label.PERSON, Label.ROLE) and entity_of.get(d.id) in natural
        ]
        self.starts = [d.span.start for d, _ in self.people]

    def relation(self, n: int, d: Detection) -> Relation:
        """Return the relation that a phrase states."""
        kind = _KINDS[str(d.label)]
        if kind is RelationKind.POST:
            return Relation(
                f"r{n}", kind, d.id, holder=self._follows(d, _APPOSITION) or self._precedes(d), fits=self._fits(d)
            )
        # "la hermana de" ends before the name of whom it is told.
        cut = _OF.search(self.document.folded, d.span.start, d.span.end) is not None
        named = self._follows(d, _DIRECTLY if cut else _NAMED_ANCHOR)
        holder = ("" if named else self._follows(d, _APPOSITION)) or self._precedes(d)
        of = named or self._inside(d) or self._possessor(d, besides=holder)
        return Relation(f"r{n}", kind, d.id, holder=holder if holder != of else "", of=of)

    def _follows(self, d: Detection, between: re.Pattern[str]) -> str:
        """Return the person whose name comes after the phrase with just this in between."""
        at = bisect_left(self.starts, d.span.end)
        if at == len(self.people) or self.people[at][0].label != Label.PERSON:
            return ""
        gap = self.document.folded[d.span.end : self.people[at][0].span.start]
        match = between.fullmatch(gap) if len(gap) < _NEAR else None
        return self.people[at][1] if match and _are_forms(match.groupdict().get("forms", "")) else ""

    def _precedes(self, d: Detection) -> str:
        """Return the person whose name stands right before the phrase, where the sexes agree."""
        at = bisect_left(self.starts, d.span.start)
        if not at or self.people[at - 1][0].label != Label.PERSON:
            return ""
        mention, entity = self.people[at - 1]
        told = _sex_of_tie(self.document.folded[d.span.start : d.span.end])
        agrees = not told or self.natural[entity].gender in ("", told)
        return entity if agrees and _APPOSED.fullmatch(self.document.folded, mention.span.end, d.span.start) else ""

    def _inside(self, d: Detection) -> str:
        """Return the person whose role the phrase ends in ("el hermano de la solicitante")."""
        phrase = self.document.folded[d.span.start : d.span.end].split()
        table = _roles()
        for length in (2, 1):
            role = table.get(" ".join(phrase[-length:]))
            if role is not None and len(phrase) > length:
                holders = [e.id for e in self.by_role[role[0]] if role[1] in ("", e.gender)]
                return holders[0] if len(holders) == 1 else self._possessor(d, role[1])
        return ""

    def _possessor(self, d: Detection, gender: str = "", besides: str = "") -> str:
        """Return the person named last before the phrase ("X y su cónyuge"); nobody where it is far."""
        at = bisect_left(self.starts, d.span.start)
        for mention, entity in reversed(self.people[max(0, at - 6) : at]):
            if d.span.start - mention.span.end > _REACH:
                break
            if entity == besides:
                continue
            if not gender or self.natural[entity].gender in ("", gender):
                return entity
        return ""

    def _fits(self, d: Detection) -> int | None:
        """Estimate how many hold such a post: one where it is said to be the only one or its town is known."""
        phrase = self.document.surface(d.span)
        if re.search(r"\b[uú]nic[oa]\b", phrase, re.IGNORECASE):
            return 1
        match = _PLACE.search(phrase)
        if match is None:
            return None
        place = " ".join(self.document.folded[d.span.start + match.start("place") : d.span.end].split())
        known = population(place)
        return None if known is None else max(1, known // 5000)


def _are_forms(between: str) -> bool:
    """Tell whether all words between a phrase and a name are forms of address or articles."""
    return all(
        word.strip(".ªº") in _FORMS or word.strip(".ªº").replace(".", "") in titles() for word in between.split()
    )


@cache
def _ties() -> dict[str, str]:
    table: dict[str, str] = {}
    for masculine, feminine in rows("kinship.tsv"):
        if masculine != feminine:
            table |= {masculine: "M", feminine: "F"}
    return table


def _sex_of_tie(phrase: str) -> str:
    """Return the sex that the first word of kinship in a folded phrase tells."""
    return next((_ties()[word] for word in re.findall(r"[^\W\d_]+", phrase) if word in _ties()), "")


@cache
def _roles() -> dict[str, tuple[str, str]]:
    table: dict[str, tuple[str, str]] = {}
    for masculine, feminine in rows("roles.tsv"):
        table[masculine] = (masculine, "M" if masculine != feminine else "")
        table[feminine] = (masculine, "F" if masculine != feminine else "")
    return table

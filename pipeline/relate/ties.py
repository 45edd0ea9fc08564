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
from pipeline.lexicons.places import population

_KINDS = {Label.KINSHIP.value: RelationKind.KINSHIP, Label.POST.value: RelationKind.POST}
# The holder's name may follow the phrase: "su hija, doña X", "el alcalde de Y, don Z".
_APPOSITION = re.compile(r"[\s,:(]*(?:[^\W\d_]{1,12}\.?[ªº]?\.?\s+){0,3}")
_NAMED_ANCHOR = re.compile(r"\s*(?:de|del)\s+(?:[^\W\d_]{1,12}\.?[ªº]?\.?\s+){0,3}")
_PLACE = re.compile(r"\b(?:de|en)\s+(?:la\s+|el\s+)?(?P<place>[A-ZÁÉÍÓÚÑ].*)$", re.DOTALL)
_REACH = 1500


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
            return Relation(f"r{n}", kind, d.id, holder=self._follows(d, _APPOSITION), fits=self._fits(d))
        # "la hermana de" ends before the name of whom it is told.
        cut = self.document.folded.endswith(" de", d.span.start, d.span.end)
        named = self._follows(d, _APPOSITION if cut else _NAMED_ANCHOR)
        of = named or self._inside(d) or self._possessor(d)
        holder = "" if named else self._follows(d, _APPOSITION)
        return Relation(f"r{n}", kind, d.id, holder=holder if holder != of else "", of=of)

    def _follows(self, d: Detection, between: re.Pattern[str]) -> str:
        """Return the person whose name comes after the phrase with just this in between."""
        at = bisect_left(self.starts, d.span.end)
        if at == len(self.people) or self.people[at][0].label != Label.PERSON:
            return ""
        gap = self.document.folded[d.span.end : self.people[at][0].span.start]
        return self.people[at][1] if len(gap) < 60 and between.fullmatch(gap) else ""

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

    def _possessor(self, d: Detection, gender: str = "") -> str:
        """Return the person named last before the phrase ("X y su cónyuge"); nobody where it is far."""
        at = bisect_left(self.starts, d.span.start)
        for mention, entity in reversed(self.people[max(0, at - 6) : at]):
            if d.span.start - mention.span.end > _REACH:
                break
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


@cache
def _roles() -> dict[str, tuple[str, str]]:
    table: dict[str, tuple[str, str]] = {}
    for masculine, feminine in rows("roles.tsv"):
        table[masculine] = (masculine, "M" if masculine != feminine else "")
        table[feminine] = (masculine, "F" if masculine != feminine else "")
    return table

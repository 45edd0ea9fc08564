"""Who is identified without being named: ties and posts, with their holder and anchor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pipeline.analysis import Found, Relation, RelationKind
from pipeline.entity import Entity

_KINDS = {"KINSHIP": RelationKind.KINSHIP, "POST": RelationKind.POST}


def relate(found: Found, entities: Sequence[Entity], entity_of: Mapping[str, str]) -> tuple[Relation, ...]:
    """Return the ties and posts that stand in one document, in order."""
    phrases = [d for d in found.standing if d.label in _KINDS]
    return tuple(
        Relation(f"r{n}", _KINDS[d.label], d.id, holder=entity_of.get(d.id, ""))
        for n, d in enumerate(phrases, 1)
    )

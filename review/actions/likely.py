"""What a selected stretch of text probably is: its label by shape, its person by the words they share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from django.db.models import Exists, OuterRef

from pipeline.detection import PICTURES, Label
from pipeline.document import fold
from pipeline.lexicons import rows, words
from review import rulings
from review.actions import tags
from review.actions.adding import Place
from review.models import Detection, Entity

MOST = 6


@dataclass(frozen=True, slots=True)
class Likely:
    """Labels and entities to offer, likeliest first; `known` where the first entity is called all that was selected."""

    labels: tuple[str, ...]
    entities: tuple[Entity, ...]
    known: bool = False


def likely(place: Place) -> Likely:
    """Rank every label and the few likeliest entities for a selection."""
    entities = tuple(_entities(place))
    told = _words(place.text)
    labels = tuple(_labels(place.text))
    fits = [e for e in entities[:1] if e.kind == tags.kind_of(labels[0]) and told and told <= _words(e.name)]
    return Likely(labels, entities, bool(fits))


def place_of(mention: Detection) -> Place:
    """Return where a mention lies."""
    return Place(mention.source, mention.start, mention.end)


def _labels(text: str) -> list[str]:
    """Order all labels: those whose shape fits, in the table's order, then the rest as the product lists them."""
    fitting = [label for label, shape in rows("selection_shapes.tsv") if re.fullmatch(shape, text.strip())]
    rest = [label.value for label in Label if label is not Label.CITATION and label not in PICTURES]
    return list(dict.fromkeys([*fitting, *rest]))


def _entities(place: Place) -> list[Entity]:
    """Order entities by the share of words in common, then by how near a mention of theirs stands."""
    told = _words(place.text)
    case = place.source.case
    near = _nearest(place)
    standing = Entity.objects.filter(case=case, merged_into=None).exclude(kind="value")
    named = standing.filter(Exists(Detection.objects.filter(entity=OuterRef("pk"))))
    ranked = []
    for pk, name, order in named.values_list("pk", "name", "order"):
        shared = len(told & _words(name)) / (len(told) or 1)
        distance = near.get(pk, 10**9)
        if shared or distance < 2_000:
            ranked.append((-shared, distance, order, pk))
    first = [pk for *_, pk in sorted(ranked)[:MOST]]
    found = Entity.objects.in_bulk(first)
    return [found[pk] for pk in first]


def _nearest(place: Place) -> dict[int, int]:
    found: dict[int, int] = {}
    around = Detection.objects.filter(
        rulings.live(place.source.case), source=place.source,
        start__gte=place.start - 2_000, start__lte=place.start + 2_000,
    )  # fmt: skip
    for entity, start in around.exclude(entity=None).values_list("entity_id", "start"):
        if entity is not None:
            found[entity] = min(found.get(entity, 10**9), abs(start - place.start))
    return found


def _words(text: str) -> set[str]:
    """Return the folded words that tell somebody: neither particles nor forms of address."""
    return {word for word in re.findall(r"\w+", fold(text)) if len(word) > 2} - _addresses()


@cache
def _addresses() -> frozenset[str]:
    return frozenset(word for title in words("titles.txt") for word in re.findall(r"\w+", fold(title)))

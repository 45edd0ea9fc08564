"""What a selected stretch of text probably is: its label by shape, its person by the words they share."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.db.models import Count

from pipeline.detection import Label
from pipeline.document import fold
from pipeline.lexicons import rows
from review import rulings
from review.actions.adding import Place
from review.models import Detection, Entity

MOST = 6


@dataclass(frozen=True, slots=True)
class Likely:
    """Labels and entities to offer, likeliest first."""

    labels: tuple[str, ...]
    entities: tuple[Entity, ...]
    shares_words: bool = False


def likely(place: Place) -> Likely:
    """Rank every label and the few likeliest entities for a selection."""
    entities = tuple(_entities(place))
    words = _words(place.text)
    return Likely(tuple(_labels(place.text)), entities, any(words & _words(e.name) for e in entities[:1]))


def place_of(mention: Detection) -> Place:
    """Return where a mention lies."""
    return Place(mention.source, mention.start, mention.end)


def _labels(text: str) -> list[str]:
    """Order all labels: those whose shape fits, in the table's order, then the rest as the product lists them."""
    fitting = [label for label, shape in rows("selection_shapes.tsv") if re.fullmatch(shape, text.strip())]
    rest = [label.value for label in Label if label is not Label.CITATION]
    return list(dict.fromkeys([*fitting, *rest]))


def _entities(place: Place) -> list[Entity]:
    """Order entities by the share of words in common, then by how near a mention of theirs stands."""
    words = _words(place.text)
    case = place.source.case
    near = _nearest(place)
    standing = Entity.objects.filter(case=case, merged_into=None).exclude(kind="value")
    ranked = []
    for entity in standing.annotate(n=Count("mentions")).filter(n__gt=0):
        shared = len(words & _words(entity.name)) / (len(words) or 1)
        distance = near.get(entity.pk, 10**9)
        if shared or distance < 2_000:
            ranked.append((-shared, distance, entity.order, entity.pk, entity))
    return [row[-1] for row in sorted(ranked, key=lambda row: row[:-1])[:MOST]]


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
    return {word for word in re.findall(r"\w+", fold(text)) if len(word) > 2}

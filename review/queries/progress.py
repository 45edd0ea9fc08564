"""How far a review is: the same count on the desk, in the queue, on the expediente's page and at its approval.

What counts is who and what asks for a decision: an entity with a standing mention that something would be done to,
that is in doubt or that may be several people, and whatever has been decided.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from django.db.models import Count, Exists, OuterRef, Q

from review.models import CaseFile, Detection, Entity


@dataclass(frozen=True, slots=True)
class Progress:
    """How many entities are decided of those that ask for it, by kind in all, and the doubts left."""

    decided: int = 0
    total: int = 0
    doubts: int = 0
    kinds: Mapping[str, int] = field(default_factory=dict)

    @property
    def done(self) -> bool:
        """Whether nothing is left to decide."""
        return self.decided == self.total

    @property
    def undecided(self) -> int:
        """How many entities nobody has decided: they leave as the engine proposes."""
        return self.total - self.decided


def progress(case: CaseFile) -> Progress:
    """Count how far one expediente is."""
    return progress_by_case([case.pk])[case.pk]


def progress_by_case(keys: Collection[int]) -> dict[int, Progress]:
    """Count how far each expediente is; those without anything to decide are told too."""
    standing = Detection.objects.filter(source__removed=False, lost_to="", withdrawn=False)
    of_it = standing.filter(entity=OuterRef("pk")).order_by()
    asking = of_it.filter(~Q(action="keep") | Q(doubtful=True))
    entities = Entity.objects.filter(case__in=list(keys), merged_into=None).order_by()
    counted = entities.filter(Exists(asking) | (Q(decided=True) | ~Q(candidates=[])) & Exists(of_it))
    decided: Counter[int] = Counter()
    kinds: dict[int, Counter[str]] = defaultdict(Counter)
    for case, kind, settled, n in counted.values_list("case_id", "kind", "decided").annotate(n=Count("pk")):
        kinds[case][kind] += n
        decided[case] += n if settled else 0
    unsure = standing.filter(source__case__in=list(keys), doubtful=True, decided=False).order_by()
    doubts = dict(unsure.values_list("source__case").annotate(n=Count("pk")))
    return {key: Progress(decided[key], kinds[key].total(), doubts.get(key, 0), dict(kinds[key])) for key in keys}

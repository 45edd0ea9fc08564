"""Role designations ("la solicitante") linked to the person they mean.

The evidence for each person who fits, and for somebody whom nobody names, is weighed (`role_weights.tsv`, fitted on
the training documents by `scripts/weigh_roles.py`). Who is clearly likeliest is meant; else the candidates are
named and the designation stays by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp

from pipeline.analysis import Found
from pipeline.detection import Detection
from pipeline.group.mentions import designations as designations_of
from pipeline.group.person import Person
from pipeline.group.role_evidence import BACKING, Evidence
from pipeline.group.role_places import Named
from pipeline.group.role_words import akin, offices
from pipeline.lexicons import rows

# How likely somebody must be to be meant, and to be named as a candidate.
_MEANT, _POSSIBLE = 0.4, 0.08
# The same where nothing says that they have such a role, and where another is named in the same sentence besides.
_UNBACKED, _OF_TWO = 0.5, 0.7
# Whoever is less likely than this is meant as a guess, and the desk says so.
_CERTAIN = 0.85
# How much likelier than the next, nobody named included.
_AHEAD = 1.3
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class RoleLink:
    """A designation with the person it means, or the persons it could mean; `guessed` where others are possible too."""

    detection: Detection
    role: str
    sex: str
    person: Person | None
    candidates: tuple[Person, ...] = ()
    guessed: bool = False


def link_roles(found: Found, named: Named) -> list[RoleLink]:
    """Link the designations of one document, in order; `named` are its mentions of persons, in order."""
    designations = list(designations_of(found))
    return _Linker(found, named, designations).link() if designations else []


def likelihoods(
    evidence: Sequence[Mapping[str, float]], nobody: Mapping[str, float], weights: Mapping[str, float]
) -> list[float]:
    """Return how likely each person is meant, and nobody named, which comes last; they add up to 1."""
    scores = [sum(weights.get(name, 0.0) * value for name, value in each.items()) for each in (*evidence, nobody)]
    highest = max(scores)
    raised = [exp(s - highest) for s in scores]
    return [r / sum(raised) for r in raised]


@cache
def _weights() -> dict[str, float]:
    return {row[0]: float(row[1]) for row in rows("role_weights.tsv")}


class _Linker:
    """The designations of one document, linked from the top."""

    def __init__(self, found: Found, named: Named, designations: Sequence[Detection]) -> None:
        self.known = Evidence(found, named, designations)
        self.designations = designations
        self.strangers: dict[tuple[str, str], None] = {}

    def link(self) -> list[RoleLink]:
        """Link the designations, in order."""
        return [self._one(d) for d in self.designations]

    def _one(self, d: Detection) -> RoleLink:
        role, told = self.known.role_of(d)
        if (sure := self.known.sure(d, told)) is not None:
            self.known.settle(d, role, told, sure)
            return RoleLink(d, role, told, sure)
        fitting = self.known.candidates(d, role, told)
        nobody = self.known.nobody(d, role, told, len(fitting))
        evidence = self.known.of(d, role, told, fitting)
        likely = likelihoods(evidence, nobody, _weights())
        ranked = sorted(range(len(fitting)), key=lambda n: -likely[n])
        if ranked and self._is_clear(d, role in offices(), fitting, evidence, likely, ranked):
            self.known.settle(d, role, told, fitting[ranked[0]])
            return RoleLink(d, role, told, fitting[ranked[0]], guessed=likely[ranked[0]] < _CERTAIN)
        self.known.unmet.add((role, told))
        possible = tuple(fitting[n] for n in ranked if likely[n] >= _POSSIBLE)[:_SHOWN]
        return RoleLink(d, *self._stranger(role, told), None, possible)

    def _is_clear(
        self,
        d: Detection,
        office: bool,
        fitting: Sequence[Person],
        evidence: Sequence[Mapping[str, float]],
        likely: Sequence[float],
        ranked: Sequence[int],
    ) -> bool:
        """Tell whether the likeliest is meant: likely, and clearly ahead of the next, nobody named included.

        Where nothing says that somebody has the role, the order of two named together must tell more; and an office
        isn't given to the only one who fits: that is whom the document is about.
        """
        best = likely[ranked[0]]
        backed = any(evidence[ranked[0]].get(name) for name in BACKING)
        bar = max(_MEANT if backed else _UNBACKED, _AHEAD * max(likely[n] for n in (*ranked[1:2], -1)))
        if best < bar or backed or best >= _OF_TWO:
            return best >= bar and (backed or not office or len(ranked) > 1)
        if len(ranked) < 2:
            return not office
        return not self.known.together(d, fitting[ranked[0]], fitting[ranked[1]])

    def _stranger(self, role: str, told: str) -> tuple[str, str]:
        """Return the role and sex under which somebody nobody names was met before: the one who fits, or a new one."""
        if (role, told) in self.strangers:
            return role, told
        fitting = [s for s in self.strangers if akin(s[0], role) and s[1] in ("", told)]
        if len(fitting) == 1:
            return fitting[0]
        self.strangers[role, told] = None
        return role, told

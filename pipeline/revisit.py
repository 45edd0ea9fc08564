"""Going over a document again: what a later file, another policy or a changed list makes of its findings.

What was found before keeps its id and its entity, and what a person has settled stands. New mentions are added,
and every decision of the engine is made anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pipeline import VERSION, decide, group, recognise, relate
from pipeline.analysis import Analysis, Found
from pipeline.detection import Detection, Layer
from pipeline.document import Span
from pipeline.entity import Entity
from pipeline.policy import Policy

Key = tuple[Span, str, str]


def revisit(
    found: Found,
    entity_of: Mapping[str, str],
    policy: Policy,
    *,
    known: Sequence[Entity] = (),
    strength: Mapping[str, float] | None = None,
    fixed: frozenset[str] = frozenset(),
    taken: frozenset[str] = frozenset(),
    key: bytes = b"",
) -> Analysis:
    """Return the analysis with the mentions of `known` names, of list entries and of described types added.

    `fixed` are ids of detections that a person has settled: they lose to nothing; `taken` are ids not to be given
    again. A list detection whose entry is gone, or one of a type that the policy no longer describes, is missing
    from the result.
    """
    listed = list(decide.list_detections(found.document, policy))
    before = _without_old_entries(
        found.detections, {_key(d) for d in listed}, {t.label for t in policy.described}, fixed
    )
    described = recognise.find_described(found.document, policy.described, before)
    spread = group.propagate([Found(found.document, before)], known)[0].detections
    fresh = _named(_new([*spread, *listed, *described], before), taken | {d.id for d in found.detections})
    settled = Found(found.document, _settled(before, fresh, policy, fixed) if fresh else before)
    entities = group.group([settled], known)
    of = _owners(settled, entities, entity_of)
    best = _best(strength or {}, decide.strengths([settled], {(settled.document.digest, d): e for d, e in of.items()}))
    decisions = decide.decide(settled, entities, of, policy, strength=best, key=key)
    relations = relate.relate(settled, entities, of)
    return Analysis(
        settled.document, settled.detections, entities, decisions, relations, policy.ref, VERSION, entity_of=of
    )


def _key(detection: Detection) -> Key:
    return detection.span, detection.label, detection.provenance.trigger


def _without_old_entries(
    detections: Sequence[Detection], listed: set[Key], described: set[str], fixed: frozenset[str]
) -> tuple[Detection, ...]:
    def is_gone(d: Detection) -> bool:
        if d.provenance.layer is Layer.LIST:
            return _key(d) not in listed
        return d.provenance.layer is Layer.DESCRIBED and d.label not in described

    gone = {d.id for d in detections if d.id not in fixed and is_gone(d)}
    if not gone:
        return tuple(detections)
    # What had lost to an entry that is gone stands again.
    return tuple(replace(d, lost_to=None) if d.lost_to in gone else d for d in detections if d.id not in gone)


def _new(candidates: Iterable[Detection], before: Sequence[Detection]) -> list[Detection]:
    """Return the candidates that aren't in the document yet, neither standing nor as losers."""
    seen = {(d.span, d.label) for d in before}
    fresh = []
    for candidate in candidates:
        place = candidate.span, candidate.label
        if place not in seen:
            seen.add(place)
            fresh.append(candidate)
    return fresh


def _named(fresh: Sequence[Detection], taken: frozenset[str]) -> list[Detection]:
    """Give ids that no detection of the document has or had."""
    last = max((int(i[1:]) for i in taken if i[:1] == "s" and i[1:].isdigit()), default=0)
    ordered = sorted(fresh, key=lambda d: (d.span.start, -d.span.end, d.label))
    return [replace(d, id=f"s{n}", lost_to=None) for n, d in enumerate(ordered, last + 1)]


def _settled(
    before: Sequence[Detection], fresh: Sequence[Detection], policy: Policy, fixed: frozenset[str]
) -> tuple[Detection, ...]:
    """Resolve the overlaps that the fresh detections make; overlaps settled earlier stay as they are."""
    losers = [d for d in before if d.lost_to is not None]
    standing = [_sheltered(d) if d.id in fixed else d for d in before if d.lost_to is None]
    touched = _touched(standing, fresh)
    calm = [d for d in standing if d.id not in touched]
    resolved = decide.resolve_overlaps([*(d for d in standing if d.id in touched), *fresh], policy)
    own = {d.id: d.provenance for d in before}
    restored = [replace(d, provenance=own[d.id]) if d.id in fixed else d for d in (*calm, *resolved)]
    return tuple(sorted([*losers, *restored], key=lambda d: (d.span.start, -d.span.end, d.id)))


def _sheltered(detection: Detection) -> Detection:
    # A reviewer's own detections win every overlap; one that a reviewer has settled is as good as that.
    return replace(detection, provenance=replace(detection.provenance, layer=Layer.REVIEWER))


def _touched(standing: Sequence[Detection], fresh: Sequence[Detection]) -> set[str]:
    """Return the ids of the standing detections that share a character with a fresh one; both are sorted."""
    touched: set[str] = set()
    ordered = sorted(standing, key=lambda d: d.span)
    first = 0
    for new in sorted(fresh, key=lambda d: d.span):
        while first < len(ordered) and ordered[first].span.end <= new.span.start:
            first += 1
        at = first
        while at < len(ordered) and ordered[at].span.start < new.span.end:
            if ordered[at].span.overlaps(new.span):
                touched.add(ordered[at].id)
            at += 1
    return touched


def _owners(found: Found, entities: Sequence[Entity], entity_of: Mapping[str, str]) -> dict[str, str]:
    """Return the entity of each detection: the one it had, else the one that grouping gives it."""
    grouped = {m.detection: e.id for e in entities for m in e.mentions if m.document == found.document.digest}
    return {d.id: owner for d in found.detections if (owner := entity_of.get(d.id) or grouped.get(d.id, ""))}


def _best(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    return {e: max(one.get(e, 0.0), other.get(e, 0.0)) for e in {*one, *other}}

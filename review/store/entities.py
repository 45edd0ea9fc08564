"""Entities: rows to the engine's type and back; tags are given once and never to somebody else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Max, Min, QuerySet

from pipeline import entity as engine
from pipeline.decide import words_of
from pipeline.detection import PICTURES, Effect
from pipeline.document import fold
from review.models import CaseFile, Detection, Entity
from review.store.documents import load_document
from review.wording import picture_name

_NUMBERED = re.compile(r"^(.+)_(\d+)$")


def known_entities(case: CaseFile) -> tuple[engine.Entity, ...]:
    """Return the entities of an expediente as the engine takes them, every tag ever given among them.

    One merged into another still answers to its own name: what is found under it joins the one it became.
    """
    rows = list(Entity.objects.filter(case=case).order_by("order", "pk"))
    former = _former_names(rows)
    names = _surfaces(case)
    return tuple(_engine_entity(row, names.get(row.pk, ()), former.get(row.pk, frozenset())) for row in rows)


def _former_names(rows: Sequence[Entity]) -> dict[int, frozenset[str]]:
    """Return, by entity, the folded names of those merged into it."""
    roots = {row.pk: row for row in rows}
    found: dict[int, set[str]] = defaultdict(set)
    for row in rows:
        if row.merged_into_id is not None:
            found[_root_of(row, roots).pk].add(fold(row.name))
    return {pk: frozenset(names) for pk, names in found.items()}


def _root_of(row: Entity, rows: Mapping[int, Entity]) -> Entity:
    while row.merged_into_id is not None and row.merged_into_id in rows:
        row = rows[row.merged_into_id]
    return row


def strengths(case: CaseFile) -> dict[str, float]:
    """Return the best score among the standing mentions of each entity, merged ones included."""
    best = dict(_standing(case).filter(effect=Effect.HIDE.value).values_list("entity_id").annotate(best=Max("score")))
    rows = {row.pk: row for row in Entity.objects.filter(case=case).only("pk", "merged_into")}
    roots = {pk: _root_of(row, rows).pk for pk, row in rows.items()}
    return {str(pk): best[root] for pk, root in roots.items() if root in best}


def words_taken(case: CaseFile) -> frozenset[str]:
    """Return the words that no surrogate is made of: those of the names that `known_entities` gives the engine.

    Told by their spellings, which are the same words folded: no document is read for them.
    """
    said = _standing(case).values_list("spelling", flat=True).distinct()
    silent = Entity.objects.filter(case=case).exclude(pk__in=_standing(case).values("entity_id"))
    return words_of([*said, *silent.values_list("name", flat=True)])


def _standing(case: CaseFile) -> QuerySet[Detection]:
    return Detection.objects.filter(
        source__case=case, source__removed=False, lost_to="", withdrawn=False, entity__isnull=False
    ).order_by()


def _surfaces(case: CaseFile) -> dict[int, tuple[str, ...]]:
    """Return the distinct surfaces of each entity's standing mentions, the longest first."""
    firsts = _standing(case).values_list("entity_id", "spelling").annotate(first=Min("pk"))
    shown = [first for _, _, first in firsts]
    found: dict[int, list[str]] = defaultdict(list)
    for at in range(0, len(shown), 500):
        rows = (
            Detection.objects.filter(pk__in=shown[at : at + 500])
            .select_related("source")
            .order_by("source_id", "start")
        )
        for row in rows:
            if row.entity_id is not None:
                found[row.entity_id].append(load_document(row.source).text[row.start : row.end])
    return {e: tuple(sorted(dict.fromkeys(s), key=lambda t: (-len(t), t))) for e, s in found.items()}


def _engine_entity(row: Entity, surfaces: tuple[str, ...], former: frozenset[str]) -> engine.Entity:
    own = tuple(s for s in surfaces if fold(s) not in former) or ((row.name,) if row.name else surfaces)
    return engine.Entity(
        id=str(row.pk),
        tag=row.tag,
        kind=engine.EntityKind(row.kind),
        label=row.label,
        names=own,
        gender=row.gender,
        role=row.role,
        value=row.value,
        attached_to=str(row.attached_to_id) if row.attached_to_id else None,
        candidates=tuple(row.candidates),
    )


def _name(entity: engine.Entity) -> str:
    """Return what the list calls an entity: its fullest name, or where it is if it has no letters."""
    if entity.label not in PICTURES:
        return entity.name
    _file, page, number = entity.value.split(":")
    return picture_name(int(page), int(number.lstrip("z")))


class Registrar:
    """Writes the entities of one analysis under a locked expediente and tells which row each id became."""

    def __init__(self, case: CaseFile) -> None:
        self.case = case
        self._rows = {row.pk: row for row in Entity.objects.filter(case=case)}
        self._tags = {row.tag for row in self._rows.values()}
        self._order = max((row.order for row in self._rows.values()), default=0)
        self._known = {str(pk) for pk in self._rows}
        self.before = frozenset(self._rows)

    def settle(self, entities: Sequence[engine.Entity], used: Iterable[str]) -> dict[str, Entity]:
        """Create the new entities that are used and complete the old ones; return the row of each id."""
        wanted = set(used)
        rows = {e.id: self._root(int(e.id)) for e in entities if e.id in self._known}
        unknown = [e for e in entities if e.id not in self._known and e.id in wanted]
        rows |= {e.id: row for e in unknown if (row := self._only_candidate(e)) is not None}
        self._create([e for e in unknown if e.id not in rows], rows)
        self._complete([e for e in entities if e.id in self._known and e.id in wanted], rows)
        return rows

    def _create(self, fresh: Sequence[engine.Entity], rows: dict[str, Entity]) -> None:
        """Create rows wave by wave: who an identifier hangs from, or could be, before the identifier."""
        drafts = {e.id: self._row(e) for e in fresh}
        waiting = {e.id: e for e in fresh}
        while waiting:
            ready = [e for e in waiting.values() if not waiting.keys() & ({e.attached_to, *e.candidates} - {e.id})]
            # Two that name each other can't wait for each other.
            wave = ready or list(waiting.values())
            for entity in wave:
                self._tie(entity, drafts[entity.id], rows)
            made = Entity.objects.bulk_create([drafts[e.id] for e in wave])
            rows |= {e.id: row for e, row in zip(wave, made, strict=True)}
            self._rows |= {row.pk: row for row in made}
            waiting = {i: e for i, e in waiting.items() if i not in rows}

    def renamed(self, entities: Sequence[engine.Entity], rows: Mapping[str, Entity]) -> dict[str, tuple[str, str]]:
        """Return, by entity id, the tag the engine had given and the one it has, where they differ."""
        return {e.id: (e.tag, rows[e.id].tag) for e in entities if e.id in rows and rows[e.id].tag != e.tag}

    def _root(self, pk: int) -> Entity:
        # Merged, perhaps since the engine read it: what joins it joins the one that it became.
        return _root_of(self._rows[pk], self._rows)

    def _only_candidate(self, entity: engine.Entity) -> Entity | None:
        """Return who an ambiguous one is where all its candidates have been merged into one."""
        if not entity.candidates or not self._known.issuperset(entity.candidates):
            return None
        roots = {self._root(int(c)).pk for c in entity.candidates}
        return self._rows[roots.pop()] if len(roots) == 1 else None

    def _row(self, entity: engine.Entity) -> Entity:
        self._order += 1
        return Entity(
            case=self.case,
            tag=self._free(entity.tag),
            kind=entity.kind.value,
            label=entity.label,
            name=_name(entity)[:500],
            value=entity.value[:500],
            gender=entity.gender[:1],
            role=entity.role[:100],
            order=self._order,
        )

    def _free(self, tag: str) -> str:
        """Return the tag, or the next number where a reviewer has taken it since the engine looked."""
        if tag in self._tags and (numbered := _NUMBERED.match(tag)):
            same = [m for t in self._tags if (m := _NUMBERED.match(t)) and m[1] == numbered[1]]
            tag = f"{numbered[1]}_{max(int(m[2]) for m in same) + 1}"
        self._tags.add(tag)
        return tag

    def _tie(self, entity: engine.Entity, row: Entity, rows: Mapping[str, Entity]) -> None:
        """Hang an identifier from its person, and name who an ambiguous one could be."""
        row.attached_to = rows.get(entity.attached_to or "")
        row.candidates = [str(rows[c].pk) for c in entity.candidates if c in rows]

    def _complete(self, entities: Sequence[engine.Entity], rows: Mapping[str, Entity]) -> None:
        """Fill in what a later file adds to an entity known before; what a reviewer wrote stays."""
        changed = []
        for entity in entities:
            row = rows[entity.id]
            owner = rows.get(entity.attached_to or "")
            before = (row.name, row.gender, row.role, row.value, row.attached_to_id)
            # A name that is none of the surfaces is a reviewer's.
            if not row.name or (row.name in entity.names[1:] and not row.decided):
                row.name = entity.name[:500]
            row.gender = row.gender or entity.gender[:1]
            row.role = row.role or entity.role[:100]
            row.value = row.value or entity.value[:500]
            if row.attached_to_id is None and owner is not None and owner is not row:
                row.attached_to = owner
            if before != (row.name, row.gender, row.role, row.value, row.attached_to_id):
                changed.append(row)
        Entity.objects.bulk_update(changed, ["name", "gender", "role", "value", "attached_to"], batch_size=500)

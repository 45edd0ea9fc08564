"""The people pane of the review screen: who and what is in the expediente, in which state, and how far we are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min, Q, QuerySet

from review import desk_wording, rulings
from review.models import CaseFile, Detection, Entity, SourceFile
from review.states import FileState
from review.store.documents import load_document


@dataclass(frozen=True, slots=True)
class Chip:
    """An identifier that hangs from a person."""

    id: int
    tag: str
    name: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list: an entity, or (negative id) mentions that belong to none, told by their spelling."""

    id: int
    tag: str
    name: str = field(repr=False)
    label: str
    kind: str
    mentions: int
    low: float
    high: float
    doubts: int
    state: str
    quiet: bool
    order: int
    role: str = field(default="", repr=False)
    gender: str = ""
    chips: tuple[Chip, ...] = ()
    candidates: tuple[Chip, ...] = ()
    first: int = 0
    trigger: str = ""

    @property
    def loose(self) -> bool:
        """Whether it stands for mentions without an entity."""
        return self.id < 0


@dataclass(frozen=True, slots=True)
class FileTab:
    """A file of the expediente with what it holds."""

    source: SourceFile
    mentions: int
    open: int


@dataclass(frozen=True, slots=True)
class _Kept:
    """The columns of an entity that its line shows."""

    pk: int
    tag: str
    name: str = field(repr=False)
    value: str = field(repr=False)
    label: str
    kind: str
    order: int
    role: str = field(repr=False)
    gender: str
    candidates: list[str]
    decided: bool


class _Sums(NamedTuple):
    n: int
    low: float
    high: float
    kept: int
    general: int
    doubts: int
    first: int


def entity_rows(case: CaseFile, only: Collection[int] | None = None) -> list[Row]:
    """Return a line for each entity with a standing mention; of these entities only, where told."""
    sums = _sums(case, only)
    rows = Entity.objects.filter(case=case, merged_into=None)
    if only is not None:
        rows = rows.filter(pk__in=list(sums))
    names = [column.name for column in fields(_Kept)]
    kept = [_Kept(*e) for e in rows.order_by("order", "pk").values_list(*names) if e[0] in sums]
    chips, candidates = _chips(case, only), _candidates(case, kept)
    return [_row(e, sums[e.pk], chips.get(e.pk, ()), candidates.get(e.pk, ())) for e in kept]


def _sums(case: CaseFile, only: Collection[int] | None) -> dict[int, _Sums]:
    found = Detection.objects.filter(rulings.live(case)).exclude(entity=None)
    if only is not None:
        # Without the case, which the entities tell: the database then starts from them, not from all its mentions.
        found = Detection.objects.filter(entity_id__in=only, source__removed=False, lost_to="", withdrawn=False)
    rows = found.order_by().values_list("entity_id").annotate(
        n=Count("pk"), low=Min("score"), high=Max("score"),
        kept=Count("pk", filter=Q(action="keep")), general=Count("pk", filter=Q(action="generalise")),
        doubts=Count("pk", filter=Q(doubtful=True, decided=False)), first=Min("pk"),
    )  # fmt: skip
    return {entity or 0: _Sums(*sums) for entity, *sums in rows}


def _row(entity: _Kept, sums: _Sums, chips: tuple[Chip, ...], candidates: tuple[Chip, ...]) -> Row:
    quiet = not entity.decided and sums.kept == sums.n and not sums.doubts and not candidates
    return Row(
        entity.pk, entity.tag, entity.name or entity.value, entity.label, entity.kind, sums.n, sums.low, sums.high,
        sums.doubts, _state(entity, sums), quiet, entity.order, desk_wording.role(entity.role, entity.gender),
        entity.gender, chips, candidates, sums.first,
    )  # fmt: skip


def _state(entity: _Kept, sums: _Sums) -> str:
    """Name the state that the dot shows: open, kept, generalised, replaced, or mixed where mentions differ."""
    if not entity.decided:
        return "open"
    if sums.kept == sums.n:
        return "kept"
    if sums.kept:
        return "mixed"
    if sums.general == sums.n:
        return "generalised"
    return "mixed" if sums.general else "replaced"


def _chips(case: CaseFile, only: Collection[int] | None) -> dict[int, tuple[Chip, ...]]:
    hung = Entity.objects.filter(case=case, merged_into=None).exclude(attached_to=None)
    if only is not None:
        hung = hung.filter(attached_to_id__in=only)
    found: dict[int, list[Chip]] = defaultdict(list)
    for pk, tag, owner in hung.order_by("order", "pk").values_list("pk", "tag", "attached_to_id"):
        if owner is not None:
            found[owner].append(Chip(pk, tag))
    return {owner: tuple(chips) for owner, chips in found.items()}


def _candidates(case: CaseFile, entities: Sequence[_Kept]) -> dict[int, tuple[Chip, ...]]:
    """Return whom an ambiguous entity may be; the engine names candidates by tag or by id."""
    asked = {e.pk: {str(c) for c in e.candidates} for e in entities if e.candidates}
    if not asked:
        return {}
    rows = list(Entity.objects.filter(case=case, merged_into=None).values_list("pk", "tag"))
    return {
        pk: tuple(Chip(other, tag) for other, tag in rows if other != pk and names & {tag, str(other)})
        for pk, names in asked.items()
    }


def loose_rows(case: CaseFile) -> list[Row]:
    """Return a line for each spelling of what belongs to no entity: protected references, loose phrases."""
    found = Detection.objects.filter(rulings.live(case), entity=None)
    rows = found.order_by("effect", "label").values("effect", "label", "spelling").annotate(
        n=Count("pk"), low=Min("score"), high=Max("score"), first=Min("pk"), kept=Count("pk", filter=Q(action="keep")),
        settled=Count("pk", filter=Q(decided=True)), doubts=Count("pk", filter=Q(doubtful=True, decided=False)),
        trigger=Min("trigger"),
    )  # fmt: skip
    return sorted((_loose_row(row) for row in rows), key=lambda r: (r.label, r.first))


def _loose_row(row: Mapping[str, Any]) -> Row:
    n, kept, decided = row["n"], row["kept"], row["settled"]
    state = "protected" if row["effect"] == "protect" and kept == n else "open"
    if state == "open" and decided == n:
        state = "kept" if kept == n else "replaced" if not kept else "mixed"
    quiet = state == "open" and kept == n and not row["doubts"]
    return Row(
        -row["first"], "", row["spelling"], row["label"], "loose", n, row["low"], row["high"], row["doubts"],
        state, quiet, row["first"], first=row["first"], trigger=row["trigger"],
    )  # fmt: skip


def tabs(case: CaseFile) -> tuple[FileTab, ...]:
    """Return the analysed files of the expediente with how much each holds and leaves open."""
    found = Detection.objects.filter(rulings.live(case)).order_by().values_list("source_id").annotate(
        held=Count("pk", filter=Q(effect="hide")), left=Count("pk", filter=Q(doubtful=True, decided=False))
    )  # fmt: skip
    counts = {source: (held, left) for source, held, left in found}
    files = SourceFile.objects.filter(case=case, removed=False, state=FileState.ANALYSED).order_by("order", "pk")
    return tuple(FileTab(source, *counts.get(source.pk, (0, 0))) for source in files)


def waiting(case: CaseFile) -> int:
    """Count the files that aren't ready to be reviewed."""
    return SourceFile.objects.filter(case=case, removed=False).exclude(state=FileState.ANALYSED).count()


@dataclass(frozen=True, slots=True)
class Spelling:
    """One spelling of an entity with its mentions and what is done to them."""

    text: str = field(repr=False)
    folded: str = field(repr=False)
    mentions: tuple[Detection, ...]

    @property
    def state(self) -> str:
        """The state of all its mentions, or mixed."""
        states = {mark_state(m.effect, m.action, m.decided) for m in self.mentions}
        return states.pop() if len(states) == 1 else "mixed"

    @property
    def doubts(self) -> int:
        """How many of its mentions are in doubt and undecided."""
        return sum(m.doubtful and not m.decided for m in self.mentions)


def standing(entity: Entity) -> QuerySet[Detection]:
    """Return the standing mentions of an entity, by place."""
    rows = Detection.objects.filter(rulings.live(entity.case), entity=entity)
    return rows.select_related("source").order_by("source__order", "source_id", "start")


def spellings(entity: Entity) -> tuple[Spelling, ...]:
    """Return the spellings of an entity, the commonest first, each with its mentions."""
    found: dict[str, list[Detection]] = defaultdict(list)
    for mention in standing(entity):
        found[mention.spelling].append(mention)
    by_count = sorted(found.items(), key=lambda item: (-len(item[1]), -len(item[0])))
    return tuple(Spelling(surface(ms[0]), folded, tuple(ms)) for folded, ms in by_count)


def surface(mention: Detection) -> str:
    """Return a mention as it stands in its document, on one line."""
    text = load_document(mention.source).text
    return " ".join(text[mention.start : mention.end].split())


def mark_state(effect: str, action: str, decided: bool) -> str:
    """Name the state that a mark shows: open, kept, generalised, replaced or protected."""
    if effect == "protect" and action == "keep":
        return "protected"
    if not decided:
        return "open"
    return {"keep": "kept", "generalise": "generalised"}.get(action, "replaced")

"""The evidence pane: the four answers about one mention, what competed with it, and who decided what."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise

from django.db.models import Exists, OuterRef, Q

from review import matching, rulings
from review.desk_wording import PICTURE
from review.models import Act, CaseFile, Decision, Detection, Entity
from review.queries.desk import Chip, mark_state
from review.queries.desk_pages import Place, place_of
from review.store.documents import load_document

AROUND = 90
SHOWN_AS = "▣"  # what stands in a line for a region of a page
LATEST = 12
NAMED = 100


@dataclass(frozen=True, slots=True)
class Scope:
    """What a decision may cover: the whole entity, one spelling, one mention; and how much that is."""

    code: str
    mentions: int
    files: int


@dataclass(frozen=True, slots=True)
class Rival:
    """Another candidate for the same stretch."""

    text: str = field(repr=False)
    label: str
    score: float
    layer: str
    recogniser: str
    lost: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One adjustment of a score: what made it (`context`, `checksum`…), its detail, and by how much."""

    by: str
    detail: str
    delta: float


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision in the history of a mention."""

    action: str
    who: str
    at: datetime
    scope: str
    note: str
    revoked: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything the pane shows of one mention."""

    mention: Detection
    before: str = field(repr=False)
    text: str = field(repr=False)
    after: str = field(repr=False)
    state: str
    steps: tuple[Step, ...]
    rivals: tuple[Rival, ...]
    history: tuple[Ruling, ...]
    scopes: tuple[Scope, ...]
    page: int | None
    candidates: tuple[Chip, ...] = ()
    place: Place | None = None

    @property
    def start_score(self) -> float:
        """The score before any adjustment."""
        return round(self.mention.score - sum(step.delta for step in self.steps), 4)


def evidence(mention: Detection, candidates: tuple[Chip, ...] = ()) -> Evidence:
    """Gather what is known of a mention."""
    document = load_document(mention.source)
    text, start, end = document.text, mention.start, mention.end
    page = next((b.page for b in document.blocks if b.start <= start < b.end), None)
    return Evidence(
        mention,
        _opening(text, start),
        _one_line(text[start:end]),
        _closing(text, end),
        mark_state(mention.effect, mention.action, mention.decided),
        tuple(_step(a) for a in mention.adjustments),
        tuple(_rivals(mention, text)),
        tuple(_history(mention)),
        tuple(_scopes(mention)),
        page,
        candidates,
        place_of(mention.source, mention.start, mention.end) if text[start:end] == PICTURE else None,
    )


def _opening(text: str, start: int) -> str:
    """Return what stands before a mention, from a whole word on."""
    before = text[max(0, start - AROUND) : start]
    if start > AROUND and " " in before:
        before = "…" + before[before.index(" ") + 1 :]
    return _one_line(before)


def _closing(text: str, end: int) -> str:
    """Return what stands after a mention, up to a whole word."""
    after = text[end : end + AROUND]
    if end + AROUND < len(text) and " " in after:
        after = after[: after.rindex(" ")] + "…"
    return _one_line(after)


def _one_line(text: str) -> str:
    """Keep an outer space: it parts the mention from its neighbours."""
    joined = " ".join(text.replace(PICTURE, SHOWN_AS).split())
    left = " " if text[:1].isspace() else ""
    right = " " if text[-1:].isspace() and joined else ""
    return f"{left}{joined}{right}"


def _step(adjustment: object) -> Step:
    if isinstance(adjustment, dict):
        by, delta = str(adjustment["by"]), float(adjustment["delta"])
    else:
        by, delta = str(adjustment[0]), float(adjustment[1])  # type: ignore[index]
    kind, _colon, detail = by.partition(":")
    return Step(kind, detail, delta)


def _rivals(mention: Detection, text: str) -> list[Rival]:
    others = Detection.objects.filter(
        source_id=mention.source_id, start__lt=mention.end, end__gt=mention.start, withdrawn=False
    ).exclude(pk=mention.pk)
    return [
        Rival(" ".join(text[d.start : d.end].split()), d.label, d.score, d.layer, d.recogniser, bool(d.lost_to))
        for d in others.order_by("-score", "start")[:LATEST]
    ]


def _history(mention: Detection) -> list[Ruling]:
    about = Q(detection=mention)
    if mention.entity_id:
        about |= Q(entity_id=mention.entity_id, spelling__in=["", mention.spelling], detection=None)
    rows = Decision.objects.filter(about, revokes=None).select_related("actor").prefetch_related("revoked_by")
    return [
        Ruling(
            d.action, d.actor.get_full_name() or d.actor.get_username(), d.at,
            "mention" if d.detection_id else "spelling" if d.spelling else "entity", d.note,
            bool(d.revoked_by.all()),
        )
        for d in rows.order_by("-pk")[:LATEST]
    ]  # fmt: skip


def _scopes(mention: Detection) -> list[Scope]:
    """List the scopes from wide to narrow; a spelling that is the whole entity isn't told apart."""
    if not mention.entity_id or mention.effect == "protect":
        return [Scope("mention", 1, 1)]
    found = Detection.objects.filter(rulings.live(mention.source.case), entity_id=mention.entity_id)
    rows = list(found.order_by().values_list("source_id", "spelling"))
    same = [source for source, spelling in rows if spelling == mention.spelling]
    scopes = [Scope("entity", len(rows), len({source for source, _ in rows}))]
    if 1 < len(same) < len(rows):
        scopes.append(Scope("spelling", len(same), len(set(same))))
    if len(rows) > 1:
        scopes.append(Scope("mention", 1, 1))
    return scopes


def last_act_of_others(case: CaseFile, actor_id: int | None) -> Act | None:
    """Return the latest act of anybody else."""
    rows = Act.objects.filter(case=case).exclude(actor_id=actor_id)
    return rows.select_related("actor").order_by("-pk").first()


@dataclass(frozen=True, slots=True)
class Pace:
    """How the work goes: mentions settled by each decision, and seconds from one act to the next."""

    acts: int
    mentions_per_act: float
    seconds_per_act: int | None


def acts(case: CaseFile) -> list[Act]:
    """Return the latest acts of the expediente, the newest first."""
    rows = Act.objects.filter(case=case).select_related("actor").prefetch_related("decisions")
    return list(rows.order_by("-pk")[:50])


def pace(case: CaseFile, actor_id: int) -> Pace:
    """Measure the own pace; a pause of over two minutes isn't work and is left out."""
    rows = Act.objects.filter(case=case, actor_id=actor_id, undone=False).order_by("pk")
    done = list(rows.values_list("touched", "at"))
    gaps = [(b - a).total_seconds() for (_, a), (_, b) in pairwise(done)]
    worked = sorted(gap for gap in gaps if gap <= 120)
    touched = sum(n for n, _ in done)
    each = touched / len(done) if done else 0.0
    return Pace(len(done), round(each, 1), round(worked[len(worked) // 2]) if worked else None)


@dataclass(frozen=True, slots=True)
class Named:
    """The first of the entities that match, and how many do."""

    shown: tuple[Entity, ...]
    total: int


def named(case: CaseFile, like: Entity | None = None, typed: str = "", *, persons: bool = False) -> Named:
    """Return who says the words that were typed, by order: who an entity could be merged into, who a mention may be of.

    `persons` leaves out what is neither a person nor an organisation.
    """
    live = Detection.objects.filter(entity=OuterRef("pk"), source__removed=False, lost_to="", withdrawn=False)
    rows = Entity.objects.filter(Exists(live), case=case, merged_into=None)
    if like is not None:
        rows = rows.exclude(pk=like.pk)
        rows = rows.filter(kind="value", label=like.label) if like.kind == "value" else rows.exclude(kind="value")
    if persons:
        rows = rows.exclude(kind="value")
    rows, words = rows.order_by("order", "pk"), matching.wanted(typed)
    if not words:
        return Named(tuple(rows[:NAMED]), rows.count())
    # Accents and case aside in the same way as everywhere, which no database does alike: by their names, then those.
    told = rows.values_list("pk", "tag", "name", "value")
    found = [pk for pk, *said in told if matching.says(" ".join(said), words)]
    return Named(tuple(rows.filter(pk__in=found[:NAMED])), len(found))

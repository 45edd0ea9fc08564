"""Who the mentions belong to: merge, split, move, rename, relabel. Each is one act with an exact inverse."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q, QuerySet

from pipeline.decision import Action
from pipeline.detection import PICTURES, Label
from review import rulings
from review.actions import tags
from review.actions.acts import Done, Move, NotPossible, Ruled, claim, perform
from review.actions.decisions import Reach, hiding, reach
from review.models import Act, CaseFile, Detection, Entity, User
from review.store.documents import load_document


@dataclass(frozen=True, slots=True)
class MergePreview:
    """What a merge would leave: tag and name of the survivor, the ruling in force, and what it touches."""

    survivor: Entity
    absorbed: Entity
    action: str
    total: int
    moved: Reach = field(default_factory=lambda: Reach(0, 0))


def merge(kept: Entity, gone: Entity, *, by: User, revision: int) -> Done:
    """Make two entities one: the mentions and identifiers of `gone` join `kept`."""
    case = kept.case
    with transaction.atomic():
        claim(case, revision)
        _may_merge(kept, gone)
        mentions = tuple(gone.mentions.order_by().values_list("pk", flat=True))
        hung = tuple(Entity.objects.filter(attached_to=gone).exclude(pk=kept.pk).values_list("pk", flat=True))
        moves = [
            Move("detection", "entity_id", mentions, gone.pk, kept.pk),
            Move("entity", "attached_to_id", hung, gone.pk, kept.pk),
            Move("entity", "merged_into_id", (gone.pk,), None, kept.pk),
        ]
        return perform(
            case, by, Act.Kind.MERGE, entities=[kept.pk, gone.pk],
            moves=moves, decisions=_carried(kept, gone), tag=kept.tag,
        )  # fmt: skip


def merge_preview(kept: Entity, gone: Entity) -> MergePreview:
    """Tell what a merge would do, doing nothing."""
    _may_merge(kept, gone)
    moved = reach(kept.case, Q(entity=gone))
    total = reach(kept.case, Q(entity__in=[kept.pk, gone.pk])).mentions
    return MergePreview(kept, gone, _joint_action(kept, gone), total, moved)


def _may_merge(kept: Entity, gone: Entity) -> None:
    if kept.pk == gone.pk or kept.case_id != gone.case_id:
        raise NotPossible("same-entity")
    if kept.merged_into_id or gone.merged_into_id:
        raise NotPossible("merged-away")
    if (kept.kind == "value") != (gone.kind == "value"):
        raise NotPossible("unlike-kinds")


def _joint_action(kept: Entity, gone: Entity) -> str:
    """Return the ruling of the merged entity; where one hides and the other keeps, hiding wins.

    What `gone` was ruled to keep doesn't bring an undecided entity into view: it's decided anew.
    """
    if kept.action == Action.KEEP and gone.action not in ("", Action.KEEP):
        return gone.action
    return kept.action or ("" if gone.action == Action.KEEP else gone.action)


def _carried(kept: Entity, gone: Entity) -> list[Ruled]:
    """Return the rulings that follow the mentions: the joint one, and exceptions `kept` has no word on."""
    ruled = rulings.standing(kept.case, [kept.pk, gone.pk])
    joint = _joint_action(kept, gone)
    carried = [Ruled(joint, entity=kept.pk)] if joint and joint != kept.action else []
    for (entity, spelling), action in ruled.spelling.items():
        if entity == gone.pk and (kept.pk, spelling) not in ruled.spelling:
            carried.append(Ruled(action, entity=kept.pk, spelling=spelling))
    return carried


def split(
    entity: Entity, *, spellings: Collection[str] = (), mentions: Collection[int] = (), by: User, revision: int
) -> Done:
    """Part some spellings and mentions of an entity off into a new one of the same label."""
    case = entity.case
    with transaction.atomic():
        claim(case, revision)
        chosen = chosen_for_split(entity, spellings, mentions)
        ids = tuple(chosen.order_by().values_list("pk", flat=True))
        standing = set(entity.mentions.filter(lost_to="", withdrawn=False).values_list("pk", flat=True))
        if not ids or standing <= set(ids):
            raise NotPossible("nothing-to-split")
        new = _new_entity(entity, chosen)
        moves = [
            Move("detection", "entity_id", ids, entity.pk, new.pk),
            Move("entity", "merged_into_id", (new.pk,), entity.pk, None),
        ]
        return perform(case, by, Act.Kind.SPLIT, entities=[entity.pk, new.pk], moves=moves, tag=new.tag)


def chosen_for_split(entity: Entity, spellings: Collection[str], mentions: Collection[int]) -> QuerySet[Detection]:
    """Return the mentions that these spellings and ids choose, losers of the same spellings included."""
    return entity.mentions.filter(Q(spelling__in=list(spellings)) | Q(pk__in=list(mentions)))


def _new_entity(entity: Entity, chosen: QuerySet[Detection]) -> Entity:
    first = chosen.filter(withdrawn=False).select_related("source").order_by("-end", "start").first()
    name = surface_of(first) if first else ""
    return Entity.objects.create(
        case=entity.case, tag=tags.next_tag(entity.case, entity.label), kind=entity.kind, label=entity.label,
        name=name, value=first.value if first else "", gender=entity.gender, order=entity.order,
    )  # fmt: skip


def surface_of(mention: Detection) -> str:
    """Return the mention as it stands in its document."""
    text = load_document(mention.source).text
    return " ".join(text[mention.start : mention.end].split())


def move(mention: Detection, to: Entity, *, by: User, revision: int) -> Done:
    """Give one mention to another entity; also the answer to an ambiguous one."""
    case = mention.source.case
    with transaction.atomic():
        claim(case, revision)
        if to.case_id != case.pk or to.merged_into_id or to.pk == mention.entity_id:
            raise NotPossible("same-entity")
        if mention.lost_to or mention.withdrawn:
            raise NotPossible("not-standing")
        entities = [e for e in (mention.entity_id, to.pk) if e is not None]
        moves = [Move("detection", "entity_id", (mention.pk,), mention.entity_id, to.pk)]
        return perform(case, by, Act.Kind.MOVE, entities=entities, mentions=[mention.pk], moves=moves, tag=to.tag)


def resolve_candidates(entity: Entity, to: Entity, *, by: User, revision: int) -> Done:
    """Say which of its candidates an ambiguous entity is: it merges into that one."""
    if to.pk not in candidate_ids(entity):
        raise NotPossible("not-a-candidate")
    return merge(to, entity, by=by, revision=revision)


def candidate_ids(entity: Entity) -> list[int]:
    """Return the entities an ambiguous one could be; the engine names them by tag or by id."""
    named = {str(c) for c in entity.candidates}
    rows = Entity.objects.filter(case_id=entity.case_id, merged_into=None).exclude(pk=entity.pk)
    return [pk for pk, tag in rows.values_list("pk", "tag") if tag in named or str(pk) in named]


def rename(entity: Entity, *, name: str, by: User, revision: int) -> Done:
    """Give an entity the name that the list shows; its mentions don't change."""
    with transaction.atomic():
        claim(entity.case, revision)
        if not name or name == entity.name:
            raise NotPossible("same-name")
        moves = [Move("entity", "name", (entity.pk,), entity.name, name)]
        return perform(entity.case, by, Act.Kind.RENAME, entities=[entity.pk], moves=moves, tag=entity.tag)


def relabel(entity: Entity, *, label: str, by: User, revision: int) -> Done:
    """Change the label of an entity and its mentions; it gets a tag of the new label, and that label's action.

    Who corrects a label says that it's a datum of that label: it's hidden, unless it was ruled to be kept.
    """
    case = entity.case
    with transaction.atomic():
        claim(case, revision)
        if label == entity.label or not is_label(label) or (label in PICTURES) != (entity.label in PICTURES):
            raise NotPossible("same-label")
        moves = [*_label_moves(entity, label), *_entity_moves(case, entity, label)]
        kept = entity.action == Action.KEEP
        ruled = [] if kept else [Ruled(hiding(rulings.policy_of(case), label), entity=entity.pk)]
        tag = str(moves[-1].now)
        return perform(case, by, Act.Kind.RELABEL, entities=[entity.pk], moves=moves, decisions=ruled, tag=tag)


def is_label(label: str) -> bool:
    """Tell whether a label may be given by hand: any but the protected one, and custom labels."""
    return label.startswith("CUSTOM:") or (label in Label.__members__ and label != Label.CITATION)


def labels_by_hand(now: str = "") -> tuple[str, ...]:
    """Return the labels that may be given by hand, as the product lists them: what has letters is no picture.

    `now` is the label of what is corrected.
    """
    return tuple(label.value for label in Label if is_label(label.value) and (label in PICTURES) == (now in PICTURES))


def _label_moves(entity: Entity, label: str) -> Iterable[Move]:
    by_label: dict[str, list[int]] = defaultdict(list)
    for pk, was in entity.mentions.order_by().values_list("pk", "label"):
        by_label[was].append(pk)
    return [Move("detection", "label", tuple(ids), was, label) for was, ids in sorted(by_label.items())]


def _entity_moves(case: CaseFile, entity: Entity, label: str) -> list[Move]:
    one = (entity.pk,)
    return [
        Move("entity", "label", one, entity.label, label),
        Move("entity", "kind", one, entity.kind, tags.kind_of(label)),
        Move("entity", "tag", one, entity.tag, tags.next_tag(case, label)),
    ]

"""Rulings: on an entity, on one spelling, on one mention, and on everything that is beyond doubt."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Count, Min, Q

from pipeline.decision import Action
from pipeline.detection import Effect, Label
from pipeline.policy import Policy
from review import rulings
from review.actions.acts import Done, NotPossible, Ruled, claim, perform
from review.models import Act, CaseFile, Decision, Detection, Entity, User

NOT_A_DATUM = "not-a-datum"
_COARSER = frozenset({
    Label.ADDRESS, Label.POSTCODE, Label.LOC, Label.DATE, Label.AGE, Label.POST, Label.KINSHIP, Label.QUASI, Label.IP,
})  # fmt: skip
_NUMBERS = frozenset({
    Label.NIF, Label.NIE, Label.NIF_ENTITY, Label.PASSPORT, Label.NSS, Label.CCC, Label.IBAN, Label.ACCOUNT, Label.CARD,
    Label.PHONE, Label.HEALTH_ID, Label.LICENCE_ID, Label.OTHER_ID, Label.PLATE, Label.VIN,
})  # fmt: skip
_NAMED = frozenset({Label.PERSON, Label.ROLE})


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that a reviewer may choose, its key, what it would write, and whether the policy says so."""

    action: str
    key: str
    output: str = field(repr=False)
    usual: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """How much an act would touch."""

    mentions: int
    files: int


@dataclass(frozen=True, slots=True)
class Bulk:
    """What would be accepted in one go, above which confidence, and over how many mentions."""

    above: float
    entities: tuple[tuple[int, str], ...]
    mentions: int


def hiding(policy: Policy, label: str) -> str:
    """Return the action that hides this label under the policy; a tag where the policy would keep it."""
    action = policy.rule(label).action
    return Action.TAG.value if action is Action.KEEP else action.value


def resolve(policy: Policy, label: str, action: str) -> str:
    """Turn the word of the screen ("replace") or an action's code into an action; raises NotPossible."""
    if action == "replace":
        return hiding(policy, label)
    if action not in {a.value for a in Action}:
        raise NotPossible("unknown-action")
    return action


def decide_entity(entity: Entity, *, action: str, by: User, revision: int) -> Done:
    """Rule on all mentions of an entity, exceptions by spelling and mention apart."""
    with transaction.atomic():
        claim(entity.case, revision)
        chosen = resolve(rulings.policy_of(entity.case), entity.label, action)
        ruled = [Ruled(chosen, entity=entity.pk)]
        return perform(entity.case, by, Act.Kind.DECIDE, entities=[entity.pk], decisions=ruled, tag=entity.tag)


def decide_spelling(entity: Entity, *, spelling: str, action: str, by: User, revision: int) -> Done:
    """Rule on one spelling of an entity."""
    with transaction.atomic():
        claim(entity.case, revision)
        if not entity.mentions.filter(spelling=spelling, withdrawn=False).exists():
            raise NotPossible("no-such-spelling")
        chosen = resolve(rulings.policy_of(entity.case), entity.label, action)
        ruled = [Ruled(chosen, entity=entity.pk, spelling=spelling)]
        return perform(entity.case, by, Act.Kind.DECIDE, entities=[entity.pk], decisions=ruled, tag=entity.tag)


def decide_mention(mention: Detection, *, action: str, by: User, revision: int) -> Done:
    """Rule on one mention; also how a protected reference is hidden after all."""
    case = mention.source.case
    with transaction.atomic():
        claim(case, revision)
        if mention.lost_to or mention.withdrawn:
            raise NotPossible("not-standing")
        chosen = resolve(rulings.policy_of(case), mention.label, action)
        return perform(
            case, by, Act.Kind.DECIDE,
            entities=[mention.entity_id] if mention.entity_id else [], mentions=[mention.pk],
            decisions=[Ruled(chosen, mention=mention.pk)], tag=mention.entity.tag if mention.entity else "",
        )  # fmt: skip


def discard(entity: Entity, *, by: User, revision: int) -> Done:
    """Say that an entity is no personal datum: kept everywhere, and counted as over-marked."""
    with transaction.atomic():
        claim(entity.case, revision)
        said = Decision.objects.filter(entity=entity, spelling="", revokes=None, revoked_by=None).order_by("pk").last()
        if said is not None and said.note == NOT_A_DATUM:
            raise NotPossible("nothing-changes")
        ruled = [Ruled(Action.KEEP.value, entity=entity.pk, note=NOT_A_DATUM)]
        return perform(
            entity.case, by, Act.Kind.DISCARD,
            entities=[entity.pk], decisions=ruled, tag=entity.tag, note=NOT_A_DATUM,
        )  # fmt: skip


def reach(case: CaseFile, where: Q) -> Reach:
    """Count the standing mentions under a condition, and their files."""
    found = Detection.objects.filter(rulings.live(case) & where).values_list("source_id", flat=True)
    sources = list(found.order_by())
    return Reach(len(sources), len(set(sources)))


def offers(mention: Detection) -> tuple[Offer, ...]:
    """Return the actions that make sense for a mention, the policy's first, each with what it would write."""
    case = mention.source.case
    policy = rulings.policy_of(case)
    writer = rulings.Writer(case, policy)
    row = next(rulings.rows_of(case, Q(pk=mention.pk)), None)
    if row is None:
        return ()
    usual = hiding(policy, row.label)
    keys = {usual: "r"} | {a: k for a, k in (("generalise", "g"), ("suppress", "x"), ("keep", "e"))}
    return tuple(
        Offer(action, keys.get(action, ""), writer.output(action, row), action == usual)
        for action in _sensible(row.label, usual)
    )


def _sensible(label: str, usual: str) -> list[str]:
    wanted = [usual, Action.TAG.value]
    wanted += [Action.INITIALS.value] if label in _NAMED else []
    wanted += [Action.PARTIAL_MASK.value] if label in _NUMBERS else []
    wanted += [Action.GENERALISE.value] if label in _COARSER else []
    wanted += [Action.SUPPRESS.value, Action.KEEP.value]
    return list(dict.fromkeys(wanted))


def bulk(case: CaseFile, only: Collection[int] | None = None) -> Bulk:
    """Return what may be accepted in one go: proposals beyond doubt, none that failed a check.

    `only` are the entities that it's about; all of them where it's None.
    """
    above = rulings.policy_of(case).bulk_accept_above
    unsure = Q(doubtful=True) | Q(validated=False) | Q(score__lt=above)
    open_ = Q(entity__decided=False, entity__candidates=[], effect=Effect.HIDE.value)
    # Accepted as one action: what differs among the mentions, or would be kept, is decided by somebody.
    found = Detection.objects.filter(rulings.live(case) & open_).order_by().values_list("entity_id").annotate(
        n=Count("pk"), unsure=Count("pk", filter=unsure), actions=Count("action", distinct=True), action=Min("action")
    ).filter(unsure=0, actions=1).exclude(action=Action.KEEP.value).order_by("entity_id")  # fmt: skip
    chosen = [(pk, action, n) for pk, n, _, _, action in found if pk and (only is None or pk in only)]
    return Bulk(above, tuple((pk, action) for pk, action, _ in chosen), sum(n for _, _, n in chosen))


def accept_bulk(case: CaseFile, *, by: User, revision: int, only: Collection[int] | None = None) -> Done:
    """Accept every proposal beyond doubt, of these entities where told, as one act."""
    with transaction.atomic():
        claim(case, revision)
        found = bulk(case, only)
        if not found.entities:
            raise NotPossible("nothing-to-accept")
        ruled = [Ruled(action, entity=entity) for entity, action in found.entities]
        touched = [entity for entity, _ in found.entities]
        return perform(case, by, Act.Kind.BULK, entities=touched, decisions=ruled)

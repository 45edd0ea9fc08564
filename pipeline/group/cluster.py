"""Group the detections of an expediente into entities: persons, organisations and values."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from pipeline.analysis import Found
from pipeline.detection import Detection, Effect, Label
from pipeline.document import Document, fold
from pipeline.entity import Entity, EntityKind, Form, Mention
from pipeline.group.attach import owners
from pipeline.group.designations import link_roles
from pipeline.group.mentions import PersonMention, collect
from pipeline.group.person import Person
from pipeline.group.persons import persons
from pipeline.group.values import SIGNS
from pipeline.lexicons import rows
from pipeline.lexicons.name_parts import parse
from pipeline.lexicons.organisations import legal_form

_ID = re.compile(r"n\d+")
_NUMBERED = re.compile(r"([A-Z]+)_(\d+)$")


@cache
def _prefixes() -> dict[str, str]:
    return {row[0]: row[1] for row in rows("tags.tsv")}


def tag_prefix(label: str) -> str:
    """Return the Spanish prefix of a label's tags; custom labels share one."""
    return _prefixes().get(label, _prefixes()["CUSTOM"])


@dataclass(slots=True, eq=False)
class _Draft:
    """An entity before it has its number: what it will be, and where it first appears."""

    label: str
    kind: EntityKind
    key: str = ""
    known: Entity | None = None
    person: Person | None = None
    mentions: list[tuple[int, Mention]] = field(default_factory=list)
    surfaces: list[str] = field(default_factory=list)
    owner: Person | None = None
    role: str = ""
    sex: str = ""

    @property
    def first(self) -> tuple[int, int]:
        """Document and offset of the first mention."""
        return min(((n, m.span.start) for n, m in self.mentions), default=(1 << 30, 0))


def group(found: Sequence[Found], known: Sequence[Entity]) -> tuple[Entity, ...]:
    """Return the entities of the expediente; the ids and tags of `known` ones stay."""
    mentions = collect(found)
    people = persons(mentions, known, found)
    drafts = {id(p): _person_draft(p) for p in people}
    strangers = _add_roles(found, people, drafts, known)
    values = _values(found, known)
    for draft, owner in owners(found, mentions, people, {k: d.mentions for k, d in values.items()}):
        values[draft].owner = owner
    return _numbered([*drafts.values(), *strangers, *values.values()], known, {f.document.digest for f in found})


def _person_draft(person: Person) -> _Draft:
    draft = _Draft(Label.PERSON, EntityKind.NATURAL, known=person.known, person=person, sex=person.sex)
    for m in person.mentions:
        guessed = (m.document, m.start) in person.guessed
        draft.mentions.append((m.document, Mention(m.digest, m.detection.id, m.detection.span, m.form, guessed)))
        draft.surfaces.append(m.surface)
    return draft


def _add_roles(
    found: Sequence[Found], people: Sequence[Person], drafts: dict[int, _Draft], known: Sequence[Entity]
) -> list[_Draft]:
    """Hang the role designations from their persons; return drafts of those that belong to nobody named."""
    strangers = {
        (e.role, e.gender): _Draft(
            Label.ROLE, EntityKind.NATURAL, known=e, person=Person(parse(""), e.gender), role=e.role, sex=e.gender
        )
        for e in known
        if e.label == Label.ROLE
    }
    named = by_document(people)
    for n, f in enumerate(found):
        for link in link_roles(f, named.get(n, ())):
            mention = Mention(f.document.digest, link.detection.id, link.detection.span, Form.ROLE, link.guessed)
            if link.person is not None:
                draft = drafts[id(link.person)]
                draft.role = draft.role or link.role
            else:
                stranger = Person(parse(""), link.sex)
                draft = strangers.setdefault(
                    (link.role, link.sex),
                    _Draft(Label.ROLE, EntityKind.NATURAL, person=stranger, role=link.role, sex=link.sex),
                )
                if draft.person is not None:
                    draft.person.candidates = tuple(dict.fromkeys([*draft.person.candidates, *link.candidates]))[:8]
            draft.mentions.append((n, mention))
            draft.surfaces.append(" ".join(f.document.surface(link.detection.span).split()))
    return list(strangers.values())


def by_document(people: Sequence[Person]) -> dict[int, list[tuple[PersonMention, Person]]]:
    """Return the mentions of each document in order, with their persons."""
    named: dict[int, list[tuple[PersonMention, Person]]] = defaultdict(list)
    for person in people:
        for mention in person.mentions:
            named[mention.document].append((mention, person))
    for mentions in named.values():
        mentions.sort(key=lambda pair: pair[0].start)
    return named


def value_key(document: Document, d: Detection) -> tuple[str, str]:
    """Return what makes two detections one datum: label and normalised value."""
    if d.value:
        return d.label, d.value
    text = " ".join(document.folded[d.span.start : d.span.end].split())
    if d.label == Label.ORG:
        text = legal_form().sub("", text)
    return d.label, text.strip(" .,;:«»\"'()")


def _values(found: Sequence[Found], known: Sequence[Entity]) -> dict[tuple[str, str], _Draft]:
    """Group everything that is neither a person nor a role by label and value."""
    drafts: dict[tuple[str, str], _Draft] = {}
    for entity in known:
        if entity.kind is not EntityKind.NATURAL:
            drafts[entity.label, entity.value] = _Draft(entity.label, entity.kind, entity.value, entity)
    numbers = {d.value: d.label for f in found for d in f.standing if d.value and d.effect is Effect.HIDE}
    for n, f in enumerate(found):
        for d in f.standing:
            if d.effect is Effect.PROTECT or d.label in (Label.CITATION, Label.PERSON, Label.ROLE):
                continue
            label, value = value_key(f.document, d)
            if d.label == Label.OTHER_ID and not d.value:
                # A number that a model found without saying of what kind is the one known by that value.
                bare = SIGNS.sub("", f.document.surface(d.span)).upper()
                label, value = (numbers[bare], bare) if bare in numbers else (label, value)
            kind = EntityKind.LEGAL if label == Label.ORG else EntityKind.VALUE
            draft = drafts.setdefault((label, value), _Draft(label, kind, value))
            draft.mentions.append((n, Mention(f.document.digest, d.id, d.span, Form.VALUE)))
            draft.surfaces.append(" ".join(f.document.surface(d.span).split()))
    return drafts


def _numbered(drafts: Sequence[_Draft], known: Sequence[Entity], digests: set[str]) -> tuple[Entity, ...]:
    """Give ids and tags by first appearance, after the known ones."""
    old = [d for d in drafts if d.known is not None]
    new = sorted((d for d in drafts if d.known is None and d.mentions), key=lambda d: (d.first, d.label, d.key))
    highest: Counter[str] = Counter()
    for entity in known:
        if match := _NUMBERED.fullmatch(entity.tag):
            highest[match.group(1)] = max(highest[match.group(1)], int(match.group(2)))
    last = max((int(e.id[1:]) for e in known if _ID.fullmatch(e.id)), default=0)
    named: list[tuple[str, str, _Draft]] = [(d.known.id, d.known.tag, d) for d in old if d.known is not None]
    for draft in new:
        prefix = tag_prefix(draft.label)
        highest[prefix] += 1
        last += 1
        named.append((f"n{last}", f"{prefix}_{highest[prefix]}", draft))
    ids = {id(d.person): i for i, _, d in named if d.person is not None}
    named.sort(key=lambda n: (0, int(n[0][1:]), "") if _ID.fullmatch(n[0]) else (1, 0, n[0]))
    return tuple(_entity(i, t, d, ids, digests) for i, t, d in named)


def _entity(id_: str, tag: str, draft: _Draft, ids: dict[int, str], digests: set[str]) -> Entity:
    elsewhere = tuple(m for m in draft.known.mentions if m.document not in digests) if draft.known else ()
    candidates = draft.person.candidates if draft.person else ()
    before = draft.known.names if draft.known else ()
    return Entity(
        id_, tag, draft.kind, draft.label,
        mentions=(*elsewhere, *(m for _, m in sorted(draft.mentions, key=lambda m: (m[0], m[1].span.start)))),
        names=_names(draft, before),
        gender=draft.sex or (draft.known.gender if draft.known else ""),
        role=draft.role or (draft.known.role if draft.known else ""),
        value=draft.key,
        attached_to=ids.get(id(draft.owner)) if draft.owner else (draft.known.attached_to if draft.known else None),
        candidates=tuple(sorted({ids[id(c)] for c in candidates if id(c) in ids})),
    )  # fmt: skip


def _names(draft: _Draft, before: Sequence[str]) -> tuple[str, ...]:
    """Distinct surfaces, the fullest first."""
    distinct = dict.fromkeys([*before, *draft.surfaces])
    if draft.kind is not EntityKind.NATURAL or len(distinct) < 2:
        return tuple(distinct)
    roles = {s for s in distinct if fold(s).split()[:1] and fold(s).split()[0] in ("el", "la", "su", "dicho", "dicha")}
    return tuple(sorted(distinct, key=lambda s: (s in roles, -parse(s).weight, s == s.upper(), -len(s))))

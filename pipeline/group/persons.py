"""Which mentions are one person.

The fullest forms come first and make the persons; a shorter form joins the one person it fits. Where it fits
several it stays by itself and names them as candidates. Every look-up goes through an index by name words, so
the time grows with the number of mentions, not with its square.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pipeline.analysis import Found
from pipeline.document import Document, fold
from pipeline.entity import Entity, EntityKind
from pipeline.group import homonyms
from pipeline.group.fragments import join_fragments
from pipeline.group.mentions import PersonMention
from pipeline.group.name_index import CROWD, Index, clash
from pipeline.group.other_names import Place, other_names
from pipeline.group.person import Person
from pipeline.group.word_order import are_two, in_order, share_a_proof
from pipeline.lexicons.name_parts import NameParts, parse, sex

# A shorter form this near after one of those whom it fits means that one, in characters.
_NEAR = 400
_SHOWN = 8


@dataclass(slots=True)
class _Recall:
    """The persons of earlier runs, by the surfaces they were seen under; and those known by a part of a name."""

    by_surface: dict[tuple[str, str], list[Person]] = field(default_factory=lambda: defaultdict(list))
    shorter: dict[tuple[NameParts, str], Person] = field(default_factory=dict)

    def take(self, entity: Entity, index: Index) -> None:
        """Bring back one known person."""
        person = _recalled(entity)
        if (person.parts.is_full or _is_shortened(person.parts)) and not entity.candidates:
            index.add(person)
        else:
            self.shorter[person.parts, person.sex] = person
        for name in entity.names:
            self.by_surface[fold(name), person.sex].append(person)

    def seen_as(self, mention: PersonMention) -> Person | None:
        """Return the one known person that was seen under this very surface."""
        found = self.by_surface.get((fold(mention.surface), mention.sex), [])
        return found[0] if len(found) == 1 else None


def persons(mentions: Sequence[PersonMention], known: Sequence[Entity], found: Sequence[Found] = ()) -> list[Person]:
    """Group the mentions into persons; each mention hangs from exactly one.

    `found` are the documents of the mentions: numbers and birth dates there tell people of one name apart.
    """
    index, recall = Index(), _Recall()
    for entity in known:
        if entity.kind is EntityKind.NATURAL and entity.label == "PERSON":
            recall.take(entity, index)
    mentions = in_order(mentions)
    others = other_names(found, mentions) if found else {}
    named = [m for m in mentions if _key(m) not in others]
    _take_full(index, named, known, found, recall)
    _name_shortened(index, [m for m in named if _is_shortened(m.parts)], recall)
    others = _take_others(index, mentions, others)
    documents = [f.document for f in found]
    rest = [m for m in named if not (m.parts.is_full or _is_shortened(m.parts))]
    for several in (True, False):
        # Two words of a name are looked for before one of them; what a title before a given name tells of the sex
        # decides whose a surname is.
        forms = [m for m in rest if (len(m.parts.words) > 1) is several]
        nobodys = _place(index, [m for m in forms if m.parts.given], recall, documents, spelt_out=True)
        _place(index, [m for m in forms if not m.parts.given], recall, documents)
        _place(index, nobodys, recall, documents)
    found_people = list(dict.fromkeys([*index.persons, *recall.shorter.values()]))
    _take_others(index, mentions, others, found_people)
    return join_fragments(found_people, documents)


def _take_full(
    index: Index, mentions: Sequence[PersonMention], known: Sequence[Entity], found: Sequence[Found], recall: _Recall
) -> None:
    """Make the persons of full names; those who share a name are told apart."""
    proofs = homonyms.proofs(found, mentions) if found else {}
    proven = _tell_apart(index, mentions, known, found, proofs)
    doubtful: list[PersonMention] = []
    for (parts, told), group in _by_form([m for m in mentions if m.parts.is_full and _key(m) not in proven]):
        if proven and sum(p.shares_name for p in index.full(parts, told)) > 1:
            doubtful += group
        else:
            _settle(index, parts, told, group, recall, proofs)
    _place(index, sorted(doubtful, key=_key), recall, [f.document for f in found])


def _take_others(
    index: Index, mentions: Sequence[PersonMention], others: Mapping[Place, Place], people: Sequence[Person] = ()
) -> dict[Place, Place]:
    """Hang each nickname from the person whose name stands before it; return those whose person isn't known yet."""
    person_of = {_key(m): p for p in people or index.persons for m in p.mentions} if others else {}
    left: dict[Place, Place] = {}
    for mention in mentions:
        whose = others.get(_key(mention))
        if whose is None:
            continue
        person = person_of.get(whose)
        if person is None:
            left[_key(mention)] = whose
        else:
            person.take(mention)
            if person in index.persons:
                index.add_form(person, mention.parts)
    return left


def _key(mention: PersonMention) -> tuple[int, int]:
    return mention.document, mention.start


def _tell_apart(
    index: Index,
    mentions: Sequence[PersonMention],
    known: Sequence[Entity],
    found: Sequence[Found],
    beside: Mapping[Place, homonyms.Proofs],
) -> set[tuple[int, int]]:
    """Make a person of each bearer of a name that several bear; return the places that prove it."""
    apart = homonyms.told_apart(mentions, beside) if found else {}
    before = homonyms.known_proofs(known) if apart else {}
    documents = [f.document for f in found]
    recalled: dict[NameParts, list[Person]] = defaultdict(list)
    for person in index.persons:
        if person.known is not None:
            recalled[person.parts].append(person)
    proven: set[tuple[int, int]] = set()
    for parts, bearers in sorted(apart.items(), key=lambda a: a[0].words):
        old = recalled.get(parts, [])
        for person in old:
            person.proofs = person.proofs or dict(before.get(person.known.id if person.known else "", {}))
        for proofs, group in bearers:
            own = next((p for p in old if not p.mentions and not homonyms.differ(p.proofs, proofs)), None)
            if own is None:
                own = Person(parts, sex(parts))
                index.add(own)
            own.proofs, own.kin, own.shares_name = proofs, homonyms.kin_of(documents, group), True
            for mention in group:
                own.take(mention)
            proven.update(map(_key, group))
    return proven


def _recalled(entity: Entity) -> Person:
    forms = sorted((parse(n) for n in entity.names), key=lambda p: -p.weight) or [NameParts()]
    guess = sex(forms[0])
    return Person(forms[0], entity.gender or guess, known=entity, told=entity.gender if entity.gender != guess else "")


def _by_form(mentions: Sequence[PersonMention]) -> list[tuple[tuple[NameParts, str], list[PersonMention]]]:
    """Group by equal parts and sex, the fullest form first, the same order whatever order they came in."""
    forms: dict[NameParts, dict[str, list[PersonMention]]] = defaultdict(lambda: defaultdict(list))
    for m in mentions:
        forms[m.parts][m.told].append(m)
    groups: dict[tuple[NameParts, str], list[PersonMention]] = {}
    for parts, by_sex in forms.items():
        told = [s for s in by_sex if s]
        if len(told) == 1 and "" in by_sex:
            by_sex[told[0]].extend(by_sex.pop(""))
        for s, group in by_sex.items():
            groups[parts, s] = group
    return sorted(groups.items(), key=lambda g: (-g[0][0].weight, g[0][0].words, not g[0][1], g[0][1]))


def _settle(
    index: Index,
    parts: NameParts,
    told: str,
    group: Sequence[PersonMention],
    recall: _Recall,
    proofs: Mapping[Place, homonyms.Proofs],
) -> None:
    """Find or make the person of all mentions that share one full form.

    Who is called by the same words in another order is offered as a candidate, unless a number says who is meant.
    """
    fitting = index.full(parts, told)
    turned = [p for p in fitting if are_two(p.parts, parts) and not share_a_proof(proofs, p.mentions, group)]
    fitting = [p for p in fitting if p not in turned]
    exact = [p for p in fitting if p.parts == parts]
    fitting = exact if len(exact) == 1 else fitting
    if len(fitting) > 1 and told:
        fitting = [p for p in fitting if p.sex == told] or fitting
    if len(fitting) > 1:
        here = {m.document for m in group}
        fitting = [p for p in fitting if p.documents & here] or fitting
    seen = recall.seen_as(group[0])
    if len(fitting) == 1:
        person = fitting[0]
        index.add_form(person, parts)
    elif seen is not None:
        person = seen
        if not fitting and person.parts != parts:
            recall.shorter.pop((person.parts, person.sex), None)
            person.parts = parts
            index.add(person)
    elif fitting:
        person = recall.shorter.setdefault((parts, told or sex(parts)), Person(parts, told or sex(parts), told=told))
    else:
        person = Person(parts, told or sex(parts), told=told)
        index.add(person)
    rivals = [*turned, *(fitting if len(fitting) > 1 else ())]
    if rivals:
        person.candidates = tuple(p for p in rivals if p is not person)[:_SHOWN]
    for mention in group:
        person.take(mention)
    person.sex = person.sex or told


def _is_shortened(parts: NameParts) -> bool:
    """Tell whether a form is a given name with initials of surnames: enough to know somebody by."""
    return len("".join(parts.given[:1])) > 1 and bool(parts.surnames) and not parts.is_full


def _name_shortened(index: Index, mentions: Sequence[PersonMention], recall: _Recall) -> None:
    """Hang "Hafida M." from the one person it fits, or make that person."""
    for (parts, told), group in _by_form(mentions):
        fitting = [p for p in index.partial(group[0]) if not clash(parts, "", told, p)]
        if len(fitting) > 1:
            _place(index, group, recall)
            continue
        person = fitting[0] if fitting else recall.seen_as(group[0]) or Person(parts, told or sex(parts), told=told)
        if not fitting and person not in index.persons:
            index.add(person)
        for mention in group:
            person.take(mention)


def _place(
    index: Index,
    mentions: Sequence[PersonMention],
    recall: _Recall,
    documents: Sequence[Document] = (),
    *,
    spelt_out: bool = False,
) -> list[PersonMention]:
    """Hang shorter forms from the one person they fit; what fits none or several makes persons of its own.

    Where a form must be `spelt_out` in the name, those that fit nobody are returned.
    """
    left, chosen = _chosen(index, mentions, documents, spelt_out=spelt_out)
    sexes: dict[int, set[str]] = defaultdict(set)
    for person, mention in chosen:
        sexes[id(person)].update(filter(None, [mention.told]))
    for person, mention in chosen:
        # "La Sra. Chen… el Sr. Chen": one of them isn't the only Chen named in full.
        if mention.told and len(sexes[id(person)]) > 1:
            left.append((mention, [person]))
        else:
            person.take(mention)
    _stand_alone(index, [each for each in left if each[1] or not spelt_out], recall)
    return [mention for mention, fitting in left if spelt_out and not fitting]


def _chosen(
    index: Index, mentions: Sequence[PersonMention], documents: Sequence[Document], *, spelt_out: bool
) -> tuple[list[tuple[PersonMention, list[Person]]], list[tuple[Person, PersonMention]]]:
    """Return the mentions that fit nobody or several, with these, and the persons that the others mean."""
    resolved: dict[tuple[object, ...], list[Person]] = {}
    left: list[tuple[PersonMention, list[Person]]] = []
    chosen: list[tuple[Person, PersonMention]] = []
    places = _Places(index.persons)
    for mention in mentions:
        seen = (mention.document, mention.parts, mention.sex, mention.told)
        if seen not in resolved:
            resolved[seen] = index.partial(mention, spelt_out=spelt_out)
        fitting = resolved[seen]
        person = fitting[0] if len(fitting) == 1 else None
        if 1 < len(fitting) <= CROWD:
            person = homonyms.meant(documents, mention, fitting) or places.meant(mention, fitting)
        if person is not None:
            chosen.append((person, mention))
        else:
            left.append((mention, fitting))
    return left, chosen


class _Places:
    """Where persons are named in full: who a shorter form means among several."""

    def __init__(self, people: Iterable[Person]) -> None:
        self.starts: dict[tuple[int, int], list[int]] = defaultdict(list)
        for person in people:
            for m in person.mentions:
                self.starts[id(person), m.document].append(m.start)
        for starts in self.starts.values():
            starts.sort()

    def meant(self, mention: PersonMention, fitting: Sequence[Person]) -> Person | None:
        """Return the only one named before the mention, or named just before it; nobody where two compete."""
        if not 1 < len(fitting) <= _SHOWN:
            return None
        before = [(p, self._last(p, mention)) for p in fitting]
        earlier = [p for p, far in before if far is not None]
        near = [p for p, far in before if far is not None and far < _NEAR]
        if len(earlier) == 1:
            return earlier[0]
        return near[0] if len(near) == 1 else None

    def _last(self, person: Person, mention: PersonMention) -> int | None:
        """Return how far before the mention the person is last named; None where not at all."""
        starts = self.starts.get((id(person), mention.document), [])
        at = bisect_left(starts, mention.start)
        return mention.start - starts[at - 1] if at else None


def _stand_alone(index: Index, left: Sequence[tuple[PersonMention, list[Person]]], recall: _Recall) -> None:
    """Make persons of the forms that fit nobody or several; one form is one person unless two sexes are told."""
    before = set(map(id, recall.shorter.values()))
    sexes: dict[NameParts, set[str]] = defaultdict(set)
    for mention, _ in left:
        sexes[mention.parts].update(filter(None, [mention.sex]))
    for mention, fitting in left:
        told = sexes[mention.parts]
        key = (mention.parts, mention.sex or (next(iter(told)) if len(told) == 1 else ""))
        person = recall.shorter.get(key) or recall.seen_as(mention) or Person(*key)
        recall.shorter.setdefault(key, person)
        if not person.parts.is_full:
            person.candidates = tuple(dict.fromkeys([*person.candidates, *fitting]))[:_SHOWN]
        person.take(mention)
    for person in dict.fromkeys(recall.shorter.values()):
        # Two words that nobody's name holds are enough to know somebody by a shorter form.
        if id(person) not in before and len(person.parts.words) > 1 and not person.candidates:
            index.add(person)

"""Which mentions are one person.

The fullest forms come first and make the persons; a shorter form joins the one person it fits. Where it fits
several it stays by itself and names them as candidates. Every look-up goes through an index by name words, so
the time grows with the number of mentions, not with its square.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from pipeline.document import fold
from pipeline.entity import Entity, EntityKind
from pipeline.group.mentions import PersonMention
from pipeline.lexicons import rows
from pipeline.lexicons.name_parts import NameParts, fits, initials, parse, sex

# A bucket longer than this can only give an ambiguous answer.
_CROWD = 64
# A shorter form this near after one of those whom it fits means that one, in characters.
_NEAR = 400
# Initials run together ("MOBR") are no longer than this.
_LONGEST_MARK = 6
_SHOWN = 8


@dataclass(slots=True, eq=False)
class Person:
    """A person in the making."""

    parts: NameParts
    sex: str = ""
    known: Entity | None = None
    mentions: list[PersonMention] = field(default_factory=list)
    documents: set[int] = field(default_factory=set)
    candidates: tuple[Person, ...] = ()
    roles: list[str] = field(default_factory=list)
    told: str = ""

    def take(self, mention: PersonMention) -> None:
        """Hang a mention from the person."""
        self.mentions.append(mention)
        self.documents.add(mention.document)
        self.told = self.told or mention.told
        self.sex = self.told or self.sex or mention.sex


class Index:
    """Persons by their name words."""

    def __init__(self) -> None:
        self.persons: list[Person] = []
        self.by_pair: dict[tuple[str, str], list[Person]] = defaultdict(list)
        self.by_triple: dict[tuple[str, str, str], list[Person]] = defaultdict(list)
        self.by_surname: dict[str, list[Person]] = defaultdict(list)
        self.by_given: dict[str, list[Person]] = defaultdict(list)
        self.by_initials: dict[str, list[Person]] = defaultdict(list)
        self.by_all: dict[tuple[str, ...], list[Person]] = defaultdict(list)

    def add(self, person: Person) -> None:
        """Take a person in."""
        self.persons.append(person)
        parts = person.parts
        for word in {*parts.surnames, *parts.loose}:
            self.by_surname[word].append(person)
        for word in {*parts.given, *parts.loose}:
            self.by_given[word].append(person)
        for letters in initials(parts):
            self.by_initials[letters].append(person)
        self.by_all[tuple(sorted(parts.words))].append(person)
        for key in _pairs(parts):
            self.by_pair[key].append(person)
        for key3 in _triples(parts):
            self.by_triple[key3].append(person)

    def full(self, parts: NameParts, told: str) -> list[Person]:
        """Return the persons that a full form can be."""
        whole = [s for s in parts.surnames if len(s) > 1]
        near: list[Person] = []
        shorter: list[Person] = []
        # A person known by an initial only is filed under it ("M. Puigdevall Roca", then "Meritxell Puigdevall").
        for first in dict.fromkeys((parts.given[0], parts.given[0][0])):
            near += self.by_triple.get((first, whole[0], whole[1]), []) if len(whole) > 1 else []
            shorter += self.by_pair.get((first, whole[0]), [])
        if len(whole) > 1:
            shorter = [p for p in shorter[:_CROWD] if len(p.parts.surnames) == 1]
        found = [p for p in dict.fromkeys([*near, *shorter]) if _is_same(parts, told, p)]
        strong = [p for p in found if p.parts.surnames[:1] == parts.surnames[:1]]
        return strong or found or [p for p in self._same_words(parts) if not _clash(parts, "", told, p)]

    def _same_words(self, parts: NameParts) -> list[Person]:
        """Return the persons of just these words, taken apart in another way ("Ávila Rey Paz")."""
        return list(dict.fromkeys(self.by_all.get(tuple(sorted(parts.words)), [])))

    def partial(self, mention: PersonMention) -> list[Person]:
        """Return the persons that a shorter form can be, those of its own document first."""
        parts = mention.parts
        if parts.is_initials:
            found = self.by_initials.get("".join(parts.words), [])
        else:
            found = (self._same_words(parts) if len(parts.words) > 1 else []) or self._by_words(parts)
        if not found and len(parts.words) == 1 and mention.surface.isupper() and len(mention.surface) < _LONGEST_MARK:
            found = self.by_initials.get(parts.words[0], [])
        found = [p for p in found if not _clash(parts, mention.sex, mention.told, p)]
        here = [p for p in found if mention.document in p.documents]
        return here or found

    def _by_words(self, parts: NameParts) -> list[Person]:
        if parts.given and parts.surnames:
            return self._shortened(parts)
        if parts.surnames:
            return self._of_surnames(parts.surnames) or self._of_initial(self.by_surname, parts.surnames[0], "surnames")
        if parts.given:
            return self._of_given(parts.given) or self._of_initial(self.by_given, parts.given[0], "given")
        if len(parts.loose) != 1:
            return []
        word = parts.loose[0]
        by_surname = [p for p in self.by_surname.get(word, []) if word in p.parts.surnames]
        whole = _first_surname(by_surname, word) or self.by_given.get(word, [])
        return whole or [
            *self._of_initial(self.by_given, word, "given"),
            *self._of_initial(self.by_surname, word, "surnames"),
        ]

    def _of_surnames(self, surnames: Sequence[str]) -> list[Person]:
        """Return the persons of these surnames, or of the first of them where they are known by that one alone."""
        bucket = self.by_surname.get(surnames[0], [])
        found = [p for p in bucket if fits(surnames, p.parts.surnames)]
        return _first_surname(found or [p for p in bucket if p.parts.surnames == (surnames[0],)], surnames[0])

    def _of_given(self, given: Sequence[str]) -> list[Person]:
        """Return the persons of these given names, familiar forms counting where nobody bears just these."""
        bucket = [p for w in (given[0], *_other_forms(given[0])) for p in self.by_given.get(w, [])]
        found = [p for p in dict.fromkeys(bucket) if fits(given, p.parts.given)]
        return [p for p in found if p.parts.given[:1] == (given[0],)] or found

    def _of_initial(self, bucket: dict[str, list[Person]], word: str, side: str) -> list[Person]:
        """Return the persons of whom that part of the name is known by its initial only ("K. Chellaram": "Kamala")."""
        return [p for p in dict.fromkeys(bucket.get(word[0], [])) if (getattr(p.parts, side) or ("",))[0] == word[0]]

    def _shortened(self, parts: NameParts) -> list[Person]:
        """Return the persons of a given name with the initials of its surnames ("Hafida M.")."""
        bucket = [p for w in (parts.given[0], *_other_forms(parts.given[0])) for p in self.by_given.get(w, [])]
        found = [p for p in dict.fromkeys(bucket) if fits(parts.given, p.parts.given)]
        return [p for p in found if fits(parts.surnames, p.parts.surnames)]


def _clash(parts: NameParts, sex_: str, told: str, person: Person) -> bool:
    """Tell whether the sexes forbid that a form is a person's.

    What a title says binds. What a given name suggests yields to a title before that very name.
    """
    seen = told or sex_
    if not seen or not person.sex or seen == person.sex:
        return False
    same = parts.given[:1] == person.parts.given[:1] and len("".join(parts.given[:1])) > 1
    return bool(told and person.told) or not same


def _first_surname(found: list[Person], word: str) -> list[Person]:
    """A surname alone means the first one where anybody bears it as such."""
    return [p for p in found if p.parts.surnames[:1] == (word,)] or found


def _other_forms(word: str) -> tuple[str, ...]:
    return _familiar().get(word, ())


@cache
def _familiar() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for form, name in rows("nicknames.tsv"):
        table[form] = (*table.get(form, ()), name)
        table[name] = (*table.get(name, ()), form)
    return table  # fmt: skip


def _pairs(parts: NameParts) -> set[tuple[str, str]]:
    given = {g for w in parts.given for g in (w, w[0], *_other_forms(w))}
    return {(g, s) for g in given for s in parts.surnames}


def _triples(parts: NameParts) -> set[tuple[str, str, str]]:
    given = {g for w in parts.given for g in (w, w[0], *_other_forms(w))}
    rest = parts.surnames
    return {(g, a, b) for g in given for n, a in enumerate(rest) for b in rest[n + 1 :]}


def _is_same(parts: NameParts, told: str, person: Person) -> bool:
    """Tell whether a full form and a person can be one: given names, surnames and sex don't contradict."""
    if _clash(parts, sex(parts), told, person):
        return False
    given, other = parts.given, person.parts.given
    if not (fits(given, other) or fits(other, given)):
        return False
    return fits(parts.surnames, person.parts.surnames) or fits(person.parts.surnames, parts.surnames)


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


def persons(mentions: Sequence[PersonMention], known: Sequence[Entity]) -> list[Person]:
    """Group the mentions into persons; each mention hangs from exactly one."""
    index, recall = Index(), _Recall()
    for entity in known:
        if entity.kind is EntityKind.NATURAL and entity.label == "PERSON":
            recall.take(entity, index)
    for (parts, told), group in _by_form([m for m in mentions if m.parts.is_full]):
        _settle(index, parts, told, group, recall)
    _name_shortened(index, [m for m in mentions if _is_shortened(m.parts)], recall)
    _place(index, [m for m in mentions if not (m.parts.is_full or _is_shortened(m.parts))], recall)
    return list(dict.fromkeys([*index.persons, *recall.shorter.values()]))


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


def _settle(index: Index, parts: NameParts, told: str, group: Sequence[PersonMention], recall: _Recall) -> None:
    """Find or make the person of all mentions that share one full form."""
    fitting = index.full(parts, told)
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
    if len(fitting) > 1:
        person.candidates = tuple(p for p in fitting if p is not person)[:_SHOWN]
    for mention in group:
        person.take(mention)
    person.sex = person.sex or told


def _is_shortened(parts: NameParts) -> bool:
    """Tell whether a form is a given name with initials of surnames: enough to know somebody by."""
    return len("".join(parts.given[:1])) > 1 and bool(parts.surnames) and not parts.is_full


def _name_shortened(index: Index, mentions: Sequence[PersonMention], recall: _Recall) -> None:
    """Hang "Hafida M." from the one person it fits, or make that person."""
    for (parts, told), group in _by_form(mentions):
        fitting = [p for p in index.partial(group[0]) if not _clash(parts, "", told, p)]
        if len(fitting) > 1:
            _place(index, group, recall)
            continue
        person = fitting[0] if fitting else recall.seen_as(group[0]) or Person(parts, told or sex(parts), told=told)
        if not fitting and person not in index.persons:
            index.add(person)
        for mention in group:
            person.take(mention)


def _place(index: Index, mentions: Sequence[PersonMention], recall: _Recall) -> None:
    """Hang shorter forms from the one person they fit; what fits none or several makes persons of its own."""
    resolved: dict[tuple[object, ...], list[Person]] = {}
    left: list[tuple[PersonMention, list[Person]]] = []
    chosen: list[tuple[Person, PersonMention]] = []
    places = _Places(index.persons)
    for mention in mentions:
        seen = (mention.document, mention.parts, mention.sex, mention.told)
        if seen not in resolved:
            resolved[seen] = index.partial(mention)
        fitting = resolved[seen]
        person = fitting[0] if len(fitting) == 1 else places.meant(mention, fitting)
        if person is not None:
            chosen.append((person, mention))
        else:
            left.append((mention, fitting))
    sexes: dict[int, set[str]] = defaultdict(set)
    for person, mention in chosen:
        sexes[id(person)].update(filter(None, [mention.told]))
    for person, mention in chosen:
        # "La Sra. Chen… el Sr. Chen": one of them isn't the only Chen named in full.
        if mention.told and len(sexes[id(person)]) > 1:
            left.append((mention, [person]))
        else:
            person.take(mention)
    _stand_alone(left, recall)


class _Places:
    """Where persons are named in full: who a shorter form means among several."""

    def __init__(self, people: Sequence[Person]) -> None:
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


def _stand_alone(left: Sequence[tuple[PersonMention, list[Person]]], recall: _Recall) -> None:
    """Make persons of the forms that fit nobody or several; one form is one person unless two sexes are told."""
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

"""Persons of whom a document never says the whole name: a given name here, a surname there, initials elsewhere.

What is joined here is a guess: both halves are of one document, fit by sex and fit nobody who is named in full.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import log

from pipeline.document import Document
from pipeline.group.alike import alike, sound
from pipeline.group.mentions import before
from pipeline.group.person import Person
from pipeline.group.role_words import offices, ties
from pipeline.lexicons.name_parts import NameParts
from pipeline.lexicons.names import given_band, is_common, surname_band

# More unfinished persons than these in one document, and the document is a list.
_MOST = 40
# A word is rather the one than the other from this difference of bands on.
_CLEARLY = 2
# A pair of halves below this is left apart.
_ENOUGH = 1.0
_FAR = 100.0
_SHORTEST, _MOST_GIVEN, _MOST_LETTERS = 4, 3, 4
# Relatives and children go by the given name; the surname with a title is somebody else's.
_CHILD_AFTER = re.compile(
    r"[\s,(]{1,3}(?:de\s+)?(?:1?\d|un|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece)"
    r"\s+(?:anos?|mes(?:es)?|anys?|mesos)\b"
)
_CLAUSE = re.compile(r"[.;:\n]")
_WORD = re.compile(r"[^\W\d_]+")
_BEFORE = 40
Pair = tuple[float, Person, Person]


def join_fragments(people: Sequence[Person], documents: Sequence[Document]) -> list[Person]:
    """Return the persons with those joined who are halves of one, the fuller one standing for both."""
    by_document: dict[int, list[Person]] = defaultdict(list)
    for person in people:
        if _is_unfinished(person):
            by_document[next(iter(person.documents))].append(person)
    whose: dict[int, Person] = {}
    for unfinished in by_document.values():
        if 1 < len(unfinished) <= _MOST:
            _join_best(unfinished, _same_name, whose)
            _join_best(unfinished, _reader_of_halves(unfinished, documents), whose)
            _join_best(unfinished, _initials, whose)
    return _without(people, whose) if whose else list(people)


def _is_unfinished(person: Person) -> bool:
    """Tell whether half of a name is all that one document says of somebody."""
    lone = len(person.documents) == 1 and not person.candidates and person.known is None
    return lone and not person.shares_name and not person.parts.is_full and bool(person.parts.words)


def _is_relative(person: Person, documents: Sequence[Document]) -> bool:
    """Tell whether the words around a name say that a relative or a child bears it."""
    return any(
        not _words_before(documents[m.document], m.start).isdisjoint(ties())
        or _CHILD_AFTER.match(documents[m.document].folded, m.detection.span.end)
        for m in person.mentions
    )


def _holds_office(person: Person, documents: Sequence[Document]) -> bool:
    """Tell whether an office goes before a name: who holds one is named by the surname alone."""
    return any(not _words_before(documents[m.document], m.start).isdisjoint(offices()) for m in person.mentions)


def _is_addressed(person: Person, documents: Sequence[Document]) -> bool:
    """Tell whether a form of address stands before a surname."""
    return any(before(documents[m.document], m.start)[0] for m in person.mentions)


def _words_before(document: Document, start: int) -> set[str]:
    """Return the words of the clause right before a name."""
    text = document.folded[max(0, start - _BEFORE) : start]
    ends = [m.end() for m in _CLAUSE.finditer(text)]
    return set(_WORD.findall(text[ends[-1] :] if ends and ends[-1] < len(text) - 8 else text))


def _join_best(unfinished: list[Person], score: Callable[[Person, Person], float], whose: dict[int, Person]) -> None:
    """Join the best pairs first; each person is joined once in a round, and not where two pairs are as good."""
    pairs = sorted(_pairs(unfinished, score), key=lambda pair: -pair[0])
    done: set[int] = set()
    for worth, one, other in pairs:
        if done & {id(one), id(other)} or _has_rival(pairs, worth, one, other):
            continue
        done |= {id(one), id(other)}
        _absorb(one, other)
        whose[id(other)] = one
        unfinished.remove(other)


def _pairs(unfinished: Sequence[Person], score: Callable[[Person, Person], float]) -> Iterator[Pair]:
    for one in unfinished:
        for other in unfinished:
            if one is not other and not (one.sex and other.sex and one.sex != other.sex):
                worth = score(one, other)
                if worth >= _ENOUGH:
                    yield worth, one, other


def _has_rival(pairs: Sequence[Pair], worth: float, one: Person, other: Person) -> bool:
    """Tell whether either of a pair makes as good a pair with somebody else."""
    return any(
        w == worth and {id(a), id(b)} != {id(one), id(other)} and {id(a), id(b)} & {id(one), id(other)}
        for w, a, b in pairs
    )


def _absorb(one: Person, other: Person) -> None:
    """Hang what is said of one from the other, the name put together."""
    one.parts = _together(one.parts, other.parts)
    one.forms = [*one.forms, *other.forms, one.parts]
    for mention in other.mentions:
        one.take(mention)
        one.guessed.add((mention.document, mention.start))
    one.mentions.sort(key=lambda m: (m.document, m.start))


def _together(one: NameParts, other: NameParts) -> NameParts:
    if one.is_initials or other.is_initials:
        return other if one.is_initials else one
    if one.given and other.surnames and not other.given:
        return NameParts(one.given, other.surnames)
    if one.given and other.loose:
        return NameParts(one.given, other.loose)
    return max(one, other, key=lambda p: p.weight)


def _without(people: Sequence[Person], whose: dict[int, Person]) -> list[Person]:
    """Return the persons who are left, those who were named as candidates replaced by whom they became."""
    for person in people:
        if person.candidates:
            person.candidates = tuple(dict.fromkeys(whose.get(id(c), c) for c in person.candidates))
    return [p for p in people if id(p) not in whose]


def _same_name(one: Person, other: Person) -> float:
    """Return how well two given names by themselves are one: a familiar form, or another spelling."""
    first, second = _given(one), _given(other)
    if not first or not second or (len(first), first) < (len(second), second):
        return 0.0
    heard = sound(first) == sound(second) and len(sound(first)) >= _SHORTEST
    return 2.0 if alike(first, second) or heard else 0.0


def _given(person: Person) -> str:
    """Return the given name that is all that is known of somebody."""
    parts = person.parts
    words = parts.given if not parts.surnames else ()
    word = (words or (parts.loose if len(parts.loose) == 1 else ("",)))[0]
    return word if len(word) > 1 else ""


def _reader_of_halves(unfinished: Sequence[Person], documents: Sequence[Document]) -> Callable[[Person, Person], float]:
    """Return what tells how well a given name and a surname are one person's."""
    known = unfinished if documents else ()
    relatives = {id(p) for p in known if _is_relative(p, documents)}
    officers = {id(p) for p in known if _holds_office(p, documents)}
    addressed = {id(p) for p in known if _is_addressed(p, documents)}

    def worth(one: Person, other: Person) -> float:
        return 0.0 if id(one) in relatives or id(other) in officers else _halves(one, other, id(other) in addressed)

    return worth


def _halves(one: Person, other: Person, titled: bool) -> float:
    """Return how well a given name and a surname are one person's: title, sex, and how near they stand."""
    given, surnames = one.parts, other.parts.surnames or other.parts.loose
    if not given.given or given.surnames or other.parts.given or not surnames:
        return 0.0
    if other.parts.is_initials or not _is_known_given(one):
        return 0.0
    first = surnames[0]
    if given_band(first) > surname_band(first) or len(given.given) > _MOST_GIVEN:
        return 0.0
    if not titled and (surname_band(first) <= given_band(first) + _CLEARLY or is_common(first)):
        return 0.0
    worth = 1.2 * titled + 0.6 * bool(one.told and titled) + 0.4 * (one.sex == other.sex != "")
    return worth + 0.8 - 0.35 * log(1 + _distance(one, other) / _FAR)


def _distance(one: Person, other: Person) -> int:
    """Return how many characters lie between the starts of the nearest mentions of two persons of one document."""
    places = sorted([*((m.start, 0) for m in one.mentions), *((m.start, 1) for m in other.mentions)])
    return min(b - a for (a, whose), (b, whose_next) in pairwise(places) if whose != whose_next)


def _is_known_given(person: Person) -> bool:
    return bool(person.told) or given_band(person.parts.given[0]) > 0


def _initials(one: Person, other: Person) -> float:
    """Return how well initials are those of what else is known of somebody."""
    letters = one.parts.words
    if not one.parts.is_initials or other.parts.is_initials or not 1 < len(letters) <= _MOST_LETTERS:
        return 0.0
    parts = other.parts
    if parts.given and letters[: len(parts.given)] == tuple(w[0] for w in parts.given):
        return 1.5
    behind = letters[1:] if len(parts.surnames) < len(letters) else letters
    return 1.5 if parts.surnames and behind[: len(parts.surnames)] == tuple(w[0] for w in parts.surnames) else 0.0

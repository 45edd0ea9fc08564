"""The persons of an expediente by the words of their names: whom a form of a name can mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, islice

from pipeline.group.alike import alike, extends, holds, other_forms, same_words, sound
from pipeline.group.mentions import PersonMention
from pipeline.group.person import Person
from pipeline.lexicons.name_parts import NameParts, fits, initials, sex

# A bucket longer than this can only give an ambiguous answer.
CROWD = 64
# Initials run together ("MOBR") are no longer than this.
_LONGEST_MARK = 6
# How much of a word files it for loose reading, and how many words a name has at most.
_BEGINNING, _ENDING, _LONGEST = 3, 4, 6
# A sound shorter than this tells nobody.
_SHORTEST = 4


class Index:
    """Persons by their name words."""

    def __init__(self) -> None:
        self.persons: dict[Person, None] = {}
        self.by_pair: dict[tuple[str, str], list[Person]] = defaultdict(list)
        self.by_triple: dict[tuple[str, str, str], list[Person]] = defaultdict(list)
        self.by_surname: dict[str, list[Person]] = defaultdict(list)
        self.by_given: dict[str, list[Person]] = defaultdict(list)
        self.by_initials: dict[str, list[Person]] = defaultdict(list)
        self.by_all: dict[tuple[str, ...], list[Person]] = defaultdict(list)
        self.by_beginning: dict[str, list[Person]] = defaultdict(list)
        self.by_ending: dict[str, list[Person]] = defaultdict(list)
        self.by_sound: dict[str, list[Person]] = defaultdict(list)
        self.by_first: dict[str, list[Person]] = defaultdict(list)

    def add(self, person: Person) -> None:
        """Take a person in."""
        self.persons[person] = None
        for parts in person.forms:
            self._file(person, parts)

    def add_form(self, person: Person, parts: NameParts) -> None:
        """Take in another form of a person's name."""
        if parts not in person.forms:
            person.forms.append(parts)
            self._file(person, parts)

    def _file(self, person: Person, parts: NameParts) -> None:
        for word in {*parts.surnames, *parts.loose}:
            self.by_surname[word].append(person)
        for word in {*parts.given, *parts.loose}:
            self.by_given[word].append(person)
        for word in set(parts.words):
            self.by_beginning[word[:_BEGINNING]].append(person)
            self.by_ending[word[-_ENDING:]].append(person)
            self.by_sound[sound(word)].append(person)
        for word in (parts.given or parts.loose)[:1]:
            self.by_first[word[0]].append(person)
        for letters in initials(parts) or ({"".join(parts.words)} if parts.is_initials else ()):
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
        for first in _sought(parts.given):
            near += self.by_triple.get((first, whole[0], whole[1]), []) if len(whole) > 1 else []
            shorter += self.by_pair.get((first, whole[0]), [])
        if len(whole) > 1:
            shorter = [p for p in shorter[:CROWD] if len(p.parts.surnames) == 1]
        found = [p for p in dict.fromkeys([*near, *shorter]) if _is_same(parts, told, p)]
        strong = [p for p in found if p.parts.surnames[:1] == parts.surnames[:1]]
        # "I. Marin" is Ionela before Răzvan Ionuț.
        strong = [p for p in strong if p.parts.given[0][0] == parts.given[0][0]] or strong
        found = strong or found or [p for p in self._same_words(parts) if not clash(parts, "", told, p)]
        return found or self.loosely(parts, told) or self._sounding(parts, told)

    def _sounding(self, parts: NameParts, told: str) -> list[Person]:
        """Return the one person whose name sounds like a form spelt otherwise ("KOULIBALI AMADU": Amadou Coulibaly)."""
        heard = [sound(w) for w in parts.words if len(w) > 1]
        if not heard or len(heard) != len(parts.words) or len(max(heard, key=len)) < _SHORTEST:
            return []
        near = dict.fromkeys(self.by_sound.get(max(heard, key=len), [])[:CROWD])
        found = [p for p in near if any(_all_heard(heard, form) for form in p.forms) and not clash(parts, "", told, p)]
        # Brothers share the very surnames: whom one letter of the given name tells apart are two.
        brothers = parts.is_full and any(set(parts.surnames) <= set(form.words) for p in found for form in p.forms)
        return found if len(found) == 1 and not brothers else []

    def loosely(self, parts: NameParts, told: str) -> list[Person]:
        """Return the persons of whose names the words of a form are a part, whichever is given name or surname.

        "Doña" goes before a given name, so a form with a told sex and two words is no pair of surnames.
        """
        words = parts.words
        whole = [w for w in words if len(w) > 1]
        if not whole or len(words) > _LONGEST:
            return []
        smallest = min((self._buckets(word) for word in whole), key=lambda buckets: sum(map(len, buckets)))
        found = [
            p
            for p in dict.fromkeys(islice(chain.from_iterable(smallest), CROWD))
            if any(holds(form, words) or extends(form, words) for form in p.forms)
            and not (told and p.sex and told != p.sex)
        ]
        return [p for p in found if _same_side(parts, told, p)]

    def _buckets(self, word: str) -> list[list[Person]]:
        """Return where the persons one of whose words this one can be are filed, among others; nothing is copied."""
        found = [self.by_beginning.get(w[:_BEGINNING], []) for w in (word, *other_forms(word))]
        return [*found, self.by_ending.get(word[-_ENDING:], [])] if len(word) > _ENDING else found

    def _same_words(self, parts: NameParts) -> list[Person]:
        """Return the persons of just these words, taken apart in another way ("Ávila Rey Paz")."""
        return list(dict.fromkeys(self.by_all.get(tuple(sorted(parts.words)), [])))

    def partial(self, mention: PersonMention, *, spelt_out: bool = False) -> list[Person]:
        """Return the persons that a shorter form can be, those of its own document first.

        Where it must be `spelt_out`, not those of whom only the initial of that word is known.
        """
        parts = mention.parts
        if parts.is_initials:
            found = self._of_initials("".join(parts.words)) or self._of_first(mention)
        else:
            found = (self._same_words(parts) if len(parts.words) > 1 else []) or self._by_words(
                parts, spelt_out=spelt_out
            )
        if not found and len(parts.words) == 1 and mention.surface.isupper() and len(mention.surface) < _LONGEST_MARK:
            found = self._of_initials(parts.words[0])
        # A lone word that no title goes before tells no sex: "Bouazza" is also a given name.
        sex_ = mention.sex if parts.given else mention.told
        found = [p for p in dict.fromkeys(found) if not clash(parts, sex_, mention.told, p)]
        if not found and not parts.is_initials:
            found = self.loosely(parts, mention.told) or self._sounding(parts, mention.told)
        here = [p for p in found if mention.document in p.documents or (p.shares_name and not p.documents)]
        return here or found

    def _of_initials(self, letters: str) -> list[Person]:
        """Return the persons of these initials, or of all but the last: a second surname that nobody wrote out."""
        return self.by_initials.get(letters) or (self.by_initials.get(letters[:-1], []) if len(letters) > 2 else [])

    def _of_first(self, mention: PersonMention) -> list[Person]:
        """Return whom one letter signs for: the only one of the document whose name begins with it."""
        if len(mention.parts.words) != 1:
            return []
        bucket = dict.fromkeys(self.by_first.get(mention.parts.words[0], []))
        found = [p for p in bucket if mention.document in p.documents]
        return found if len(found) == 1 else []

    def _by_words(self, parts: NameParts, *, spelt_out: bool) -> list[Person]:
        if parts.given and parts.surnames:
            return self._shortened(parts)
        if parts.surnames:
            return self._of_surnames(parts.surnames) or self._of_initial(self.by_surname, parts.surnames[0], "surnames")
        if parts.given:
            found = self._of_given(parts.given)
            return found if found or spelt_out else self._of_initial(self.by_given, parts.given[0], "given")
        if len(parts.loose) != 1:
            return []
        word = parts.loose[0]
        by_surname = [p for p in self.by_surname.get(word, []) if any(word in f.surnames for f in p.forms)]
        whole = _first_surname(by_surname, word) or self.by_given.get(word, [])
        return whole or [
            *self._of_initial(self.by_given, word, "given"),
            *self._of_initial(self.by_surname, word, "surnames"),
        ]

    def _of_surnames(self, surnames: Sequence[str]) -> list[Person]:
        """Return the persons of these surnames, or of the first of them where they are known by that one alone."""
        bucket = self.by_surname.get(surnames[0], [])
        found = [p for p in bucket if any(fits(surnames, f.surnames) for f in p.forms)]
        return _first_surname(found or [p for p in bucket if p.parts.surnames == (surnames[0],)], surnames[0])

    def _of_given(self, given: Sequence[str]) -> list[Person]:
        """Return the persons of these given names, familiar forms counting where nobody bears just these."""
        bucket = [p for w in (given[0], *other_forms(given[0])) for p in self.by_given.get(w, [])]
        found = [p for p in dict.fromkeys(bucket) if any(fits(given, f.given) for f in p.forms)]
        return [p for p in found if any(f.given[:1] == (given[0],) for f in p.forms)] or found

    def _of_initial(self, bucket: dict[str, list[Person]], word: str, side: str) -> list[Person]:
        """Return the persons of whom that part of the name is known by its initial only ("K. Chellaram": "Kamala")."""
        return [p for p in dict.fromkeys(bucket.get(word[0], [])) if (getattr(p.parts, side) or ("",))[0] == word[0]]

    def _shortened(self, parts: NameParts) -> list[Person]:
        """Return the persons of a given name with the initials of its surnames ("Hafida M.")."""
        bucket = [p for w in (parts.given[0], *other_forms(parts.given[0])) for p in self.by_given.get(w, [])]
        found = [p for p in dict.fromkeys(bucket) if any(fits(parts.given, f.given) for f in p.forms)]
        return [p for p in found if any(fits(parts.surnames, f.surnames) for f in p.forms)]


def clash(parts: NameParts, sex_: str, told: str, person: Person) -> bool:
    """Tell whether the sexes forbid that a form is a person's.

    What a title says binds. What a given name suggests yields to a title before that very name.
    """
    seen = told or sex_
    if not seen or not person.sex or seen == person.sex:
        return False
    same = parts.given[:1] == person.parts.given[:1] and len("".join(parts.given[:1])) > 1
    return bool(told and person.told) or not same


def _all_heard(heard: Sequence[str], form: NameParts) -> bool:
    """Tell whether all of some sounds are words of a form, and no word of a full one more."""
    whole = [sound(w) for w in form.words]
    return all(whole.count(each) >= heard.count(each) for each in heard)


def _same_side(parts: NameParts, told: str, person: Person) -> bool:
    """Tell whether a form read loosely keeps given names among given names where it says that they are."""
    if told and parts.given and len(parts.words) > 1 and not parts.is_full:
        return any(alike(parts.given[0], word) for form in person.forms for word in form.given)
    if len(parts.words) == 1 and len(parts.words[0]) > 1:
        word = parts.words[0]
        exact = any(word in form.words for form in person.forms)
        return exact or any(alike(word, other) for form in person.forms for other in (*form.given, *form.loose))
    return True


def _first_surname(found: list[Person], word: str) -> list[Person]:
    """A surname alone means the first one where anybody bears it as such."""
    return [p for p in found if p.begins(word)] or found


def _filed(given: Sequence[str]) -> set[str]:
    """Return what given names are filed under: the words each may be, and that it has this initial."""
    return {each for w in given for each in (w, f"{w[0]}.", *other_forms(w), *same_words(w))}


def _sought(given: Sequence[str]) -> dict[str, None]:
    """Return where those are filed whom a given name can be: by an initial all that begin so, else by that word, and
    by its initial only who is known by no more ("M. Puigdevall Roca", then "Meritxell Puigdevall")."""
    first = given[0][0]
    if len(given[0]) == 1:
        return {f"{first}.": None}
    return dict.fromkeys((*(w for w in given if w[0] == first), first))


def _pairs(parts: NameParts) -> set[tuple[str, str]]:
    return {(g, s) for g in _filed(parts.given) for s in parts.surnames}


def _triples(parts: NameParts) -> set[tuple[str, str, str]]:
    rest = parts.surnames
    return {(g, a, b) for g in _filed(parts.given) for n, a in enumerate(rest) for b in rest[n + 1 :]}


def _is_same(parts: NameParts, told: str, person: Person) -> bool:
    """Tell whether a full form and a person can be one: given names, surnames and sex don't contradict."""
    if clash(parts, sex(parts), told, person):
        return False
    given, other = parts.given, person.parts.given
    if not (fits(given, other) or fits(other, given)):
        return False
    return fits(parts.surnames, person.parts.surnames) or fits(person.parts.surnames, parts.surnames)

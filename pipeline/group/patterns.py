"""The forms in which a name may turn up again, as sequences of folded words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pipeline.group.alike import other_forms
from pipeline.lexicons.name_parts import NameParts, initials
from pipeline.lexicons.names import is_everyday

# A user name shorter than this is too likely to be a word.
_SHORTEST_SLUG = 6


@dataclass(frozen=True, slots=True)
class Pattern:
    """Words to be found in this order, particles between them free; what kind of form, and its score."""

    words: tuple[str, ...] = field(repr=False)
    kind: str
    score: float


_Form = tuple[tuple[str, ...], str, float]


def patterns(names: Iterable[NameParts], vocabulary: frozenset[str]) -> Iterator[Pattern]:
    """Yield the forms of every name whose words all occur in the documents."""
    for parts in names:
        for words, kind, score in _forms(parts):
            if vocabulary.issuperset(words):
                yield Pattern(words, kind, score)


def _forms(parts: NameParts) -> Iterator[_Form]:
    if parts.is_full:
        yield from _full(parts)
        yield from _initials(parts)
        yield from _slugs(parts)
    yield from _alone(parts)


def _full(parts: NameParts) -> Iterator[_Form]:
    """Yield given names and surnames in both orders, whole and in part."""
    family = tuple(s for s in parts.surnames if len(s) > 1)
    givens = dict.fromkeys([parts.given, parts.given[:1], parts.given[-1:]])
    for given in givens:
        if any(len(g) == 1 for g in given):
            continue
        for surnames in dict.fromkeys([family, family[:1], family[:2], *((family[1:2],) if len(family) > 1 else ())]):
            if surnames:
                yield ((*given, *surnames), "full name", 0.9)
                yield ((*surnames, *given), "inverted name", 0.85)
    for surnames in dict.fromkeys([family, family[:1], family[1:2]]):
        if surnames:
            yield ((parts.given[0][0], *surnames), "initial and surname", 0.75)
            yield ((*surnames, parts.given[0][0]), "surname and initial", 0.7)
    if len(family) > 1:
        yield (family, "surnames", 0.75)
        yield ((family[1], family[0], *parts.given), "inverted name", 0.85)


def _initials(parts: NameParts) -> Iterator[_Form]:
    """Yield the initials, each a word of its own and all in one; of two letters only the first, and one alone."""
    for letters in initials(parts):
        if len(letters) > 2:
            yield (tuple(letters), "initials", 0.75)
            yield ((letters,), "initials", 0.5)
        elif len(letters) == 2:
            yield (tuple(letters), "two initials", 0.6)
    yield ((parts.given[0][0],), "one initial", 0.55)


def _slugs(parts: NameParts) -> Iterator[_Form]:
    """Yield user names: initial and surname, the two run together, with the next initial, the whole name."""
    family = [s for s in parts.surnames if len(s) > 1]
    given = parts.given[0]
    first = "".join(g[0] for g in parts.given)
    second = family[1][0] if len(family) > 1 else ""
    made = {given[0] + family[0], given[0] + family[0] + second, first + family[0], first + family[0] + second}
    made |= {family[0] + given[0]}
    if len(given) > 1:
        made |= {given + family[0], family[0] + given, given + "".join(f[0] for f in family)}
    if len(family) > 1:
        made |= {given[0] + "".join(family), "".join(family), family[0] + family[1] + given[0]}
    whole = "".join(family[:2])
    made |= {"".join(parts.given) + whole, whole + "".join(parts.given), given + whole, whole + given}
    for slug in made:
        if len(slug) >= _SHORTEST_SLUG:
            yield ((slug,), "slug", 0.75)
    for length in range(3, min(len(given), 6)):
        yield ((given[:length], family[0]), "shortened name", 0.7)


def _alone(parts: NameParts) -> Iterator[_Form]:
    """Yield single words: first surname, given name, second surname, the surer first."""
    family = [s for s in parts.surnames if len(s) > 1]
    if family:
        yield ((family[0],), "surname", 0.62)
    for word in (parts.given[0],) if parts.given and len(parts.given[0]) > 2 else ():
        yield ((word,), "given name", 0.6)
        for familiar in other_forms(word):
            if len(familiar) > 2 and " " not in familiar:
                yield ((familiar,), "familiar name", 0.55)
    if len(family) > 1 and not is_everyday(family[1]):
        yield ((family[1],), "second surname", 0.5)

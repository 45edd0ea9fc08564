"""What identifiers are searched for before a file is saved: replaced values and names of people, in any disguise."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

import ahocorasick

from pipeline import lexicons
from pipeline.decision import Replacement
from pipeline.lexicons.names import is_common

_SHORTEST = 8
_FEWEST_DIGITS = 6
_SHORTEST_SLUG = 7
_SHORTEST_NAME = 4
# As much of a value as an identifier could hold; an automaton of longer ones is slow and freed by recursion.
DEPTH = 256
_PERSON = "PERSON"
# `zorita-candil`, `pZorita`, `ZORITA_1`: what identifiers are made of
_PART = re.compile(r"[A-ZÀ-Þ]?[a-zß-ÿ]+|[^\W\d_]+")
_WORD = re.compile(r"[^\W_]+")


def squash(text: str) -> str:
    """Return the letters and digits of a text, folded: spaces, hyphens and accents hide nothing."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in decomposed if char.isalnum())


def finder_of(replacements: Iterable[Replacement], *, slugs: bool = False) -> ahocorasick.Automaton | None:
    """Return a finder of the squashed replaced values that are telling enough; nothing where there are none.

    With `slugs` it also finds what names of people become in identifiers: `ana-gil`, `agil`, `gil_a`.
    """
    finder = ahocorasick.Automaton()
    for replacement in replacements:
        wanted = squash(replacement.original)
        telling = len(replacement.original.split()) > 1 or sum(map(str.isdigit, wanted)) >= _FEWEST_DIGITS
        if telling and len(wanted) >= _SHORTEST:
            finder.add_word(wanted[:DEPTH], True)
        if slugs and replacement.label == _PERSON:
            for slug in slugs_of(replacement.original):
                finder.add_word(slug, True)
    if not len(finder):
        return None
    finder.make_automaton()
    return finder


def lone_names_of(replacements: Iterable[Replacement]) -> frozenset[str]:
    """Return the squashed words of replaced people's names that tell by themselves in an identifier.

    Ordinary words don't, unless one of them is all that was replaced.
    """
    found: set[str] = set()
    for replacement in replacements:
        if replacement.label == _PERSON:
            words = [word for word in map(squash, _WORD.findall(replacement.original)) if len(word) >= _SHORTEST_NAME]
            found.update(word for word in words if len(words) == 1 or not is_common(word))
    return frozenset(found)


def holds_name(identifier: str, names: frozenset[str]) -> bool:
    """Tell whether a word of an identifier is one of the names."""
    if not names:
        return False
    return any(squash(word) in names for pattern in (_PART, _WORD) for word in pattern.findall(identifier))


def slugs_of(name: str) -> Iterable[str]:
    """Yield a name of one or two given names as people shorten it in addresses; only what is long enough to tell."""
    words = [word for word in map(squash, _WORD.findall(name)) if len(word) > 1]
    words = [word for word in words if word not in lexicons.words("particles.txt")]
    for given in (1, 2):
        if len(words) > given:
            surname, initials = words[given], "".join(word[0] for word in words[:given])
            pairs = (words[0] + surname, surname + words[0], initials + surname, surname + initials)
            yield from (slug for slug in pairs if len(slug) >= _SHORTEST_SLUG)

"""Writing a name mention again with other names, in the same form: inverted, in capitals, initials, a slug."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from pipeline.document import fold
from pipeline.lexicons import words
from pipeline.lexicons.names import given_band, surname_band

_TOKEN = re.compile(r"[^\W\d_ªº]+")
_ABBREVIATED = re.compile(r"(?<=[^\W\d_]|\.)[ªº]")


@dataclass(frozen=True, slots=True)
class NameWords:
    """A name in its words, folded, particles left out: given names, then surnames; `accented` ones as written."""

    given: tuple[str, ...] = field(repr=False)
    surnames: tuple[str, ...] = field(repr=False)
    accented: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def all(self) -> tuple[str, ...]:
        """Return all the words in order."""
        return self.given + self.surnames


def split(name: str) -> NameWords:
    """Part a full name into given names and surnames: by the lexicons, leaving a surname wherever two words stand."""
    pieces = [w for w in _TOKEN.findall(name) if fold(w) not in words("particles.txt")]
    folded = [fold(w) for w in pieces]
    count = 1
    most = len(folded) - (2 if len(folded) > 3 else 1)
    while count < most and given_band(folded[count]) > surname_band(folded[count]):
        count += 1
    accented = frozenset(f for f, w in zip(folded, pieces, strict=True) if not w.isascii())
    return NameWords(tuple(folded[:count]), tuple(folded[count:]), accented)


def rename(surface: str, name: NameWords, new: Mapping[str, str]) -> str | None:
    """Write the mention with the new words; None where a word of it is none of the name's.

    Particles belong to the old surname and go with the space after them.
    """
    out: list[str] = []
    at = 0
    unused = list(name.all)
    surface = _ABBREVIATED.sub("", surface)
    for match in _TOKEN.finditer(surface):
        token, folded = match.group(), fold(match.group())
        out.append(surface[at : match.start()])
        at = match.end()
        if folded not in name.all and folded in words("particles.txt") and not (len(token) == 1 and token.isupper()):
            at += len(surface[at:]) - len(surface[at:].lstrip(" -'’"))
            continue
        written = _written(token, folded, name, new, unused)
        if written is None:
            return None
        out.append(written)
    return "".join([*out, surface[at:]]).strip()


def _written(token: str, folded: str, name: NameWords, new: Mapping[str, str], unused: list[str]) -> str | None:
    """Return the new form of one token: a word of the name, an initial, or words run together."""
    if folded in name.all:
        if folded in unused:
            unused.remove(folded)
        return _like(token, new[folded], plain=folded in name.accented and token.isascii())
    if len(token) == 1:
        word = next((w for w in unused if w[0] == folded), None)
        if word is None:
            return None
        unused.remove(word)
        return _like(token, new[word][0])
    return _run_together(token, folded, name, new)


def _run_together(token: str, folded: str, name: NameWords, new: Mapping[str, str]) -> str | None:
    """Initials without stops, or the slug of a given name or initial with a surname."""
    if folded == "".join(w[0] for w in name.all):
        return _like(token, "".join(new[w][0] for w in name.all))
    for given in name.given:
        for surname in name.surnames:
            if folded == given + surname:
                return _like(token, new[given] + new[surname], plain=True)
            if folded == given[0] + surname:
                return _like(token, new[given][0] + new[surname], plain=True)
    return None


def _like(token: str, word: str, *, plain: bool = False) -> str:
    """Write a word in the case of another; `plain` drops accents, where the old one had lost its own."""
    if plain:
        word = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    if token.islower():
        return word.lower()
    return word.upper() if token.isupper() and (len(token) > 1 or len(word) == 1) else word

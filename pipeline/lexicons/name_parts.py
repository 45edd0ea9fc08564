"""A mention of a person taken apart: given names, surnames, initials, and which sex it tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pipeline.document import fold
from pipeline.lexicons.lookalikes import latin_in_words
from pipeline.lexicons.misreadings import put_right
from pipeline.lexicons.name_tokens import abbreviations
from pipeline.lexicons.names import given_band, name_sex, nicknames, particles, surname_band, titles
from pipeline.lexicons.unseen import BREAKS, UNSEEN

_IGNORED = re.compile(f"[{UNSEEN}\u0300-\u036f]")
_LINE_HYPHEN = re.compile(rf"(?<=[^\W\d_]{{2}})[-‐]\s*[{BREAKS}]\s*(?=[^\W\d_]{{2}})")
_WORD = re.compile(
    r"[^\W\d_]\.?[ªº]|(?:[^\W\d_]|(?<!\w)[01](?=[^\W\d_]{2}))(?:[^\W\d_]|['’](?=[^\W\d_])|[01](?=\w|$))*[ªº]?"
)
# Forms of address that a given name follows; after the others a surname may stand at once.
_BEFORE_GIVEN = frozenset({"don", "dona", "d", "dª", "dna", "sor", "fray"})
_INITIALS = re.compile(r"[^\W\d_](?:[ .-]+[^\W\d_])*[ .-]*")


@dataclass(frozen=True, slots=True)
class NameParts:
    """Given names and surnames as folded words; a word of one letter is an initial.

    `sure` says that which is which is certain (a comma, a label, both kinds present); a single word that could be
    either stands in `loose` instead.
    """

    given: tuple[str, ...] = ()
    surnames: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()

    @property
    def is_full(self) -> bool:
        """Tell whether there is a given name (or its initial) and a whole surname."""
        return bool(self.given) and any(len(s) > 1 for s in self.surnames)

    @property
    def is_initials(self) -> bool:
        """Tell whether nothing but initials is there."""
        return all(len(w) == 1 for w in (*self.given, *self.surnames, *self.loose))

    @property
    def words(self) -> tuple[str, ...]:
        """All words, given names first."""
        return (*self.given, *self.surnames, *self.loose)

    @property
    def weight(self) -> int:
        """How much is said: whole words count ten, initials one."""
        return sum(10 if len(w) > 1 else 1 for w in self.words)


@lru_cache(maxsize=65536)
def parse(surface: str, *, titled: str = "", label: str = "") -> NameParts:
    """Take a mention apart.

    `titled` is the folded form of address before it ("don" goes before a given name, "sra" before a surname);
    `label` says what a form calls it: given or surnames.
    """
    text = _LINE_HYPHEN.sub("", _IGNORED.sub("", latin_in_words(surface)))
    head, comma, tail = text.partition(",")
    if comma and (given := _words(tail)):
        return NameParts(tuple(given), tuple(_words(head)))
    found = _words(text)
    if label == "surnames":
        return NameParts((), tuple(found))
    if label == "given":
        return NameParts(tuple(found), ())
    if len(found) < 2:
        return _single(found, titled)
    if all(len(w) == 1 for w in found):
        return NameParts((), (), tuple(found))
    return _ordered(found, text, titled)


def _words(text: str) -> list[str]:
    """Folded content words; abbreviations written out, particles left out."""
    # "L. I." are initials both; "Ferrando i Llopis" has one conjunction.
    small = particles() - {"e", "i", "y"} if _INITIALS.fullmatch(text.strip()) else particles()
    found = []
    for match in _WORD.finditer(text):
        word = fold(put_right(match.group())).replace(".", "").replace("’", "'").removeprefix("d'")
        stopped = text[match.end() : match.end() + 1] == "."
        # A form of address that a span took in is no name ("Sra. Lope").
        if word in titles() and text[match.end() :].strip(" .") and not (len(word) == 1 and "," in text):
            continue
        if word in small and not (len(word) == 1 and stopped):
            continue
        # Zero and one are o and l wherever recognition put them.
        found.append(abbreviations().get(word, word.replace("0", "o").replace("1", "l")))
    return found


def _single(found: Sequence[str], titled: str) -> NameParts:
    if not found:
        return NameParts()
    word = found[0]
    if titled in _BEFORE_GIVEN:
        return NameParts(given=(word,))
    if titled:
        return NameParts(surnames=(word,))
    given, surname = given_band(word), surname_band(word)
    if given and given > surname + 2:
        return NameParts(given=(word,))
    if surname > given + 2 or not given:
        return NameParts(surnames=(word,)) if surname else NameParts(loose=(word,))
    return NameParts(loose=(word,))


def _ordered(found: Sequence[str], text: str, titled: str) -> NameParts:
    """Part given names from surnames where no comma does."""
    if titled and titled not in _BEFORE_GIVEN and not _rather_given(found[0]) and len(found[0]) > 1:
        return NameParts((), tuple(found))
    if len(found) < 4 and all(given_band(w) > surname_band(w) + 2 for w in found):
        return NameParts(tuple(found), ())
    if not titled and _is_inverted(found, text):
        cut = len(found) - (2 if len(found) > 3 and _rather_given(found[-2]) else 1)
        return NameParts(tuple(found[cut:]), tuple(found[:cut]))
    if len(found[0]) > 1 and not titled and _is_surname_first(found):
        return _surnames_first(found)
    cut = 1
    while cut < len(found) - 1 and (len(found[cut]) == 1 or _goes_with_given(found, cut)):
        cut += 1
    return NameParts(tuple(found[:cut]), tuple(found[cut:]))


def _is_surname_first(found: Sequence[str]) -> bool:
    """Tell whether the first word is a surname: never a given name, or rather none before a lone initial ("Xu G.")."""
    first = found[0]
    if len(found) == 2 and len(found[1]) == 1:
        return surname_band(first) > given_band(first) + 2
    return not given_band(first) and surname_band(first) > 0


def _surnames_first(found: Sequence[str]) -> NameParts:
    """Two or more words of which the first is no given name: surnames alone, or given names at the end."""
    if _rather_given(found[-1]) and len(found) > 1 and not surname_band(found[-1]) > given_band(found[-1]):
        return NameParts((found[-1],), tuple(found[:-1]))
    if len(found[-1]) == 1:
        return NameParts((found[-1],), tuple(found[:-1]))
    if len(found) > 2 and not any(given_band(w) for w in found):
        return NameParts((found[0],), tuple(found[1:]))
    return NameParts((), tuple(found))


def _goes_with_given(found: Sequence[str], at: int) -> bool:
    """Tell whether the word is a second given name; two words must be left for surnames where it also is one."""
    word = found[at]
    if not given_band(word):
        return False
    left = len(found) - at
    if given_band(word) > surname_band(word):
        return left > 1
    return left > 2 and given_band(word) + 3 > surname_band(word) and at == 1


def _is_inverted(found: Sequence[str], text: str) -> bool:
    """Tell whether surnames stand first ("TORDESILLAS VAQUERO REMEDIOS")."""
    first, last = found[0], found[-1]
    if len(found) < 2 or _rather_given(first) or len(last) < 2:
        return False
    if not _rather_given(last):
        # "SERRANO OLMEDO LORENZO": the last word is borne both ways, those before it hardly as given names.
        both = given_band(last) and given_band(last) + 4 >= surname_band(last)
        return bool(both) and len(found) > 2 and all(surname_band(w) > given_band(w) + 4 for w in found[:-1])
    return surname_band(first) > 0 and (len(found) > 2 or surname_band(first) > given_band(first) + 2)


def _rather_given(word: str) -> bool:
    return given_band(word) > 0 and given_band(word) >= surname_band(word)


def sex(parts: NameParts) -> str:
    """Return the sex its given names tell: F, M, or nothing."""
    for word in (*parts.given, *parts.loose):
        if told := name_sex(word):
            return told
    return ""


def same_given(one: str, other: str) -> bool:
    """Tell whether two words can be one given name: equal, initial, or familiar form."""
    if one == other or (len(one) == 1 and other.startswith(one)) or (len(other) == 1 and one.startswith(other)):
        return True
    return any(other in name.split() for name in nicknames().get(one, ())) or any(
        one in name.split() for name in nicknames().get(other, ())
    )


def fits(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Tell whether the words of `part` stand in `whole` in order, initials and familiar forms counting."""
    rest: Iterator[str] = iter(whole)
    return all(any(same_given(word, other) for other in rest) for word in part)


def initials(parts: NameParts) -> set[str]:
    """Return the ways a full name is written in initials: all, without second given names, without second surname."""
    given = "".join(w[0] for w in parts.given)
    family = "".join(w[0] for w in parts.surnames)
    if not given or not family:
        return set()
    return {given + family, given[0] + family, given + family[0], given[0] + family[:2]}

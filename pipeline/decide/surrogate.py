"""Invented values that read like the real ones and can be nobody's.

A surname of a surrogate isn't in the census of surnames, a number fails its check and lies beyond the series given
out so far, an address ends in `.invalid` (RFC 2606). Keyed like pseudonyms: the same person has the same surrogate
within a purpose while the names of the expediente stay the same (a new name may be the one that was chosen), and who
hasn't the key can't tell whose it is. Two people may share a surname, as real ones do. Still personal data (GDPR,
art. 4.5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from pipeline.decide.keyed import mark
from pipeline.detection import Label
from pipeline.document import fold
from pipeline.lexicons import rows
from pipeline.lexicons.name_parts import NameParts, parse, sex

_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"  # of a NIF, by the remainder of 23


class Invented(NamedTuple):
    """A person who is nobody."""

    given: str
    first: str
    second: str


def surrogate(
    label: str, surface: str, value: str, *, purpose: str, key: bytes, taken: frozenset[str] = frozenset()
) -> str:
    """Return what stands in place of a value, "" for a label that has no surrogates; raises PolicyError without a key.

    `value` is the normalised datum (a person's fullest name); `taken` are the folded words that no name may be made
    of: those of the names in the expediente. How a person is named there, whole, by surname, turned round, in
    capitals or by initials, is how the surrogate is named.
    """
    drawn = mark("surrogate", purpose, key, f"{label}:{value}")
    if label == Label.PERSON:
        return _named(surface, parse(value), _invented(value, drawn, taken))
    number = int.from_bytes(drawn[:8], "big")
    match label:
        case Label.NIF:
            digits = 99_000_000 + number % 10**6  # the series haven't come near it
            return _failing(f"{digits}", digits, number)
        case Label.NIE:
            digits = 9_000_000 + number % 10**6  # of the last series, Z, nor it of its end
            return _failing(f"Z{digits}", 2 * 10**7 + digits, number)
        case Label.PHONE:
            return f"4{number % 10**8:08d}"  # no Spanish number begins with 4
        case Label.IBAN:
            return _failing_account(number)
        case Label.EMAIL:
            return f"usuario{number % 10**6:06d}@correo.invalid"
    return ""


def words_of(names: Iterable[str]) -> frozenset[str]:
    """Return the folded words of some names: what no surrogate may be made of."""
    return frozenset(word for name in names for word in re.findall(r"[^\W\d_]{2,}", fold(name)))


def _failing(written: str, number: int, drawn: int) -> str:
    """Add a letter that isn't the control letter."""
    return written + _LETTERS[(number + 1 + drawn // 10**8 % 22) % 23]


def _failing_account(drawn: int) -> str:
    """Return a Spanish IBAN with control digits of the right kind (02 to 98) that aren't its own (ISO 13616)."""
    account = f"{drawn % 10**20:020d}"
    own = 98 - int(f"{account}142800") % 97
    return f"ES{2 + (own - 1 + drawn % 95) % 97:02d}{account}"


@cache
def _names(kind: str) -> tuple[str, ...]:
    return tuple(name for of, name in rows("surrogate_names.tsv") if of == kind)


def _invented(value: str, drawn: bytes, taken: frozenset[str]) -> Invented:
    """Choose a given name of the person's sex and two surnames, none of them in use."""
    given = _choose(_names(sex(parse(value)) or "N"), drawn[0:4], taken)
    first = _choose(_names("S"), drawn[4:8], taken)
    return Invented(given, first, _choose(_names("S"), drawn[8:12], taken | {fold(first)}))


def _choose(names: Sequence[str], drawn: bytes, taken: frozenset[str]) -> str:
    start = int.from_bytes(drawn, "big") % len(names)
    ordered = [*names[start:], *names[:start]]
    return next((name for name in ordered if fold(name) not in taken), ordered[0])


def _named(surface: str, whole: NameParts, person: Invented) -> str:
    """Name the invented person as the surface names the real one."""
    parts = parse(surface)
    if parts.words and parts.is_initials:
        return " ".join(f"{name[0]}." for name in person[: len(parts.words)])
    words = [(at, name) for word, name in _pairs(parts, whole, person) if (at := fold(surface).find(word)) >= 0]
    ordered = list(dict.fromkeys(name for _, name in sorted(words)))
    if not ordered or (" " not in surface and re.search(r"[a-z][\d._]|^[a-z]{6,}$", surface) and not parts.given):
        return fold(person.given[0] + person.first)
    said = " ".join(ordered)
    if "," in surface and len(ordered) > 1:
        said = f"{' '.join(ordered[:-1])}, {ordered[-1]}"
    return said.upper() if surface.isupper() else said


def _pairs(parts: NameParts, whole: NameParts, person: Invented) -> list[tuple[str, str]]:
    """Pair the words of a mention with those of the invented person, initials with initials."""
    pairs = [(word, person.given) for word in parts.given]
    pairs += [(word, _surname(n, word, whole, person)) for n, word in enumerate(parts.surnames)]
    for word in parts.loose:
        pairs.append((word, person.given if word in whole.given else _surname(0, word, whole, person)))
    return [(word, f"{name[0]}." if len(word) == 1 else name) for word, name in pairs]


def _surname(place: int, word: str, whole: NameParts, person: Invented) -> str:
    at = whole.surnames.index(word) if word in whole.surnames else place
    return person.first if at == 0 else person.second

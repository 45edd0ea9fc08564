"""Names of people as words: which are given names, surnames, particles, titles or common words.

Everything is looked up folded. A lexicon supports a rule and never decides alone: whoever bears a name that
no list knows is found by titles, labels and shape.
"""

from __future__ import annotations

import gzip
import re
from enum import IntEnum
from functools import cache, lru_cache
from importlib import resources

from pipeline.document import fold
from pipeline.lexicons import rows, words
from pipeline.lexicons.unseen import UNSEEN

WORD = re.compile(rf"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f{UNSEEN}'’](?=[^\W\d_]))*[ªº]?")


class Support(IntEnum):
    """How far the lexicons and the shape bear out that a text is somebody's name."""

    NONE = 0
    WEAK = 1
    SHAPE = 2
    PART = 3
    FULL = 4


@cache
def _table(name: str) -> dict[str, tuple[str, ...]]:
    raw = (resources.files(__package__) / name).read_bytes()
    lines = gzip.decompress(raw).decode().splitlines()[1:]
    return {cells[0]: tuple(cells[1:]) for cells in (line.split("\t") for line in lines)}


@cache
def titles() -> dict[str, str]:
    """Return the forms of address, folded and without stops, with their sex (F, M or -)."""
    return {row[0]: row[1] for row in rows("titles.txt")}


@cache
def nicknames() -> dict[str, tuple[str, ...]]:
    """Return the familiar forms of given names with the names they stand for, all folded."""
    table: dict[str, tuple[str, ...]] = {}
    for form, name in rows("nicknames.tsv"):
        table[form] = (*table.get(form, ()), name)
    return table


def particles() -> frozenset[str]:
    """Return the small words inside names ("de", "la", "ben")."""
    return words("particles.txt")


@lru_cache(maxsize=65536)
def given_band(word: str) -> int:
    """Return the bits of the number of bearers of a folded word as a given name; 0 for none."""
    found = _table("given.tsv.gz").get(word)
    return int(found[0]) if found else 0


@lru_cache(maxsize=65536)
def surname_band(word: str) -> int:
    """Return the bits of the number of bearers of a folded word as a surname; 0 for none."""
    found = _table("surnames.tsv.gz").get(word)
    return int(found[0]) if found else 0


@lru_cache(maxsize=65536)
def common_band(word: str) -> int:
    """Return the bits of how often running text writes a folded word in lower case; 0 for never."""
    found = _table("common.txt.gz").get(word)
    return int(found[0]) if found else 0


def name_sex(word: str) -> str:
    """Return the sex that nine bearers in ten of a folded given name have: F, M, or nothing."""
    found = _table("given.tsv.gz").get(word)
    return found[1].strip("-") if found else ""


def is_given(word: str) -> bool:
    """Tell whether a folded word is rather a given name than a surname or a common word."""
    band = given_band(word)
    return band > 0 and band + 1 >= surname_band(word) and not is_common(word)


def is_surname(word: str) -> bool:
    """Tell whether a folded word is borne as a surname and is no common word."""
    return surname_band(word) > 0 and not is_common(word)


def is_known(word: str) -> bool:
    """Tell whether a folded word is a name of either kind and no common word."""
    return (given_band(word) > 0 or surname_band(word) > 0) and not is_common(word)


@lru_cache(maxsize=65536)
def is_common(word: str) -> bool:
    """Tell whether a folded word is met in running text rather than as a name."""
    band = max(given_band(word), surname_band(word))
    common = max(common_band(word), 9 if word in words("heading_words.txt") else 0)
    return common > 0 and band < 7 + common * 1.3


@lru_cache(maxsize=65536)
def says_nothing(word: str) -> bool:
    """Tell whether a folded word, in small letters and after no title, neither is nor opens a name."""
    if word in titles() or word in particles() or (given_band(word) and not is_common(word)):
        return False
    return len(word) < 4 or common_band(word) > 0


def is_everyday(word: str) -> bool:
    """Tell whether a folded word has a meaning of its own, even if people bear it ("Rey", "Paz")."""
    common = common_band(word)
    often = common > 0 and max(given_band(word), surname_band(word)) < 10 + 2 * common
    return often or word in words("everyday_surnames.txt")


def support(text: str) -> Support:
    """Judge by lexicons and shape how far a text is a person's name."""
    pieces = [m.group() for m in WORD.finditer(text)]
    small = particles()
    content = [(p, f) for p in pieces if (f := fold(p)) not in small and f not in titles()]
    if not content or not all(p[0].isupper() for p, _ in content):
        return Support.NONE
    folded = [f for _, f in content]
    known = [f for f in folded if is_known(f)]
    if all(is_common(f) for f in folded) or any(p != p.upper() and _lower_inside(p, small) for p in pieces):
        return Support.NONE
    if len(folded) == 1:
        return Support.WEAK
    if len(known) == len(folded) and any(given_band(f) for f in (folded[0], folded[-1])):
        return Support.FULL
    return Support.PART if known else Support.SHAPE


def _lower_inside(piece: str, small: frozenset[str]) -> bool:
    return piece[0].islower() and fold(piece) not in small


_TITLE = re.compile(r"\s*([^\W\d_]+(?:\.?[ªºa])?)\.?\s+(?=\S)")


def trim_titles(text: str, start: int, end: int) -> tuple[int, int]:
    """Move `start` past the forms of address at the head of a span."""
    while match := _TITLE.match(text, start, end):
        if fold(match.group(1)).replace(".", "").strip("ªº") not in titles():
            break
        start = match.end()
    return start, end

"""What a description says: the shapes its values take, the words that stand near them, the look of its examples."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from pipeline.described import DescribedType
from pipeline.document import fold
from pipeline.lexicons import rows, words
from pipeline.recognise.described_candidates import Kind

_WORD = re.compile(r"[^\W_]+")
_RUN = re.compile(r"(.)\1+")
_SHAPES = ((re.compile(r"[A-ZÁÉÍÓÚÜÑ]"), "A"), (re.compile(r"[a-záéíóúüñ]"), "a"), (re.compile(r"\d"), "9"))


@dataclass(frozen=True, slots=True)
class Profile:
    """A described type made ready: shapes, head words (folded) with their stems, shapes of the examples.

    The first `told` of the head words are those of the description.
    """

    type: DescribedType
    kinds: tuple[Kind, ...]
    heads: tuple[str, ...]
    stems: frozenset[str]
    shapes: tuple[str, ...] = field(repr=False)
    told: int = 1


def profile(kind: DescribedType) -> Profile:
    """Read a described type."""
    said = [fold(word) for word in _WORD.findall(kind.description)]
    table = {row[0]: row for row in rows("described_kinds.tsv")}
    first = next((table[word] for word in said if word in table), None)
    usual = tuple(Kind(k) for k in first[1].split(",")) if first else ()
    kinds = tuple(dict.fromkeys((*_kinds(kind.examples), *usual))) or tuple(Kind)
    told = _heads(said, table)
    heads = tuple(dict.fromkeys((*told, *(fold(h) for h in kind.head_words))))
    return Profile(kind, kinds, heads, frozenset(map(stem, heads)), tuple(map(shape, kind.examples)), len(told))


def _heads(said: list[str], table: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """Return the words of a description that tell it from others; all of them where none does."""
    telling = [w for w in said if len(w) > 2 and w not in words("described_functors.txt")]
    narrow = [w for w in telling if w not in table or table[w][2] == "0"]
    return tuple(dict.fromkeys(narrow or telling))


def _kinds(examples: tuple[str, ...]) -> tuple[Kind, ...]:
    found = [kind for example in examples for kind in _kinds_of(example)]
    return tuple(sorted(set(found), key=lambda k: (-found.count(k), k)))


def _kinds_of(example: str) -> tuple[Kind, ...]:
    """Return the shapes that an example could be written in."""
    if example.startswith("@") or ("_" in example and " " not in example):
        return (Kind.HANDLE,)
    first = example.split()[0]
    if any(c.isdigit() for c in first) or (first.isupper() and len(first) < 5 and example[-1:].isdigit()):
        return (Kind.HANDLE, Kind.CODE) if first[0].islower() else (Kind.CODE,)
    if example[:1].isupper():
        return (Kind.NAME, Kind.QUOTED)
    return (Kind.WORD, Kind.NAME, Kind.QUOTED)


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return the part of a folded word that its gender and number leave alone, roughly."""
    bare = word.removesuffix("es") if word.endswith("es") and len(word) > 5 else word.removesuffix("s")
    return bare[:-1] if len(bare) > 4 and bare[-1] in "aeo" else bare


def shape(text: str) -> str:
    """Return a value as letters and digits by kind, the sign of a handle left out: "AB-1234" gives "AA-9999"."""
    text = text.removeprefix("@")
    for pattern, sign in _SHAPES:
        text = pattern.sub(sign, text)
    return text


def is_kin(word: str, stems: frozenset[str]) -> bool:
    """Tell whether a word is one of the head words in another form, or the end of one ("chip" of "microchip")."""
    own = stem(word)
    return own in stems or (len(own) > 3 and any(len(s) > 3 and (s.endswith(own) or own.endswith(s)) for s in stems))


@lru_cache(maxsize=1024)
def likeness(text: str, shapes: tuple[str, ...]) -> float:
    """Tell how much a value looks like the examples, 0 to 1: same shape, same build, same sort of characters."""
    own = shape(text)
    return max((_alike(own, other) for other in shapes), default=0.0)


def _alike(one: str, other: str) -> float:
    if one == other:
        return 1.0
    if _RUN.sub(r"\1", one) == _RUN.sub(r"\1", other):
        return max(0.4, 0.9 - 0.1 * abs(len(one) - len(other)))
    return 0.4 if set(one) & set("Aa9") == set(other) & set("Aa9") else 0.0

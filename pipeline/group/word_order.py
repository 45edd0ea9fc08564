"""Names whose words in another order are another's: "Rosa Paz Campos" and "Paz Campos Rosa"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.document import fold
from pipeline.group.mentions import PersonMention
from pipeline.lexicons.name_parts import NameParts
from pipeline.lexicons.names import given_band, particles, surname_band

# What so many bear as a given name, and as a surname, in bits, can be either.
_BORNE = 12
# Two words are often said surname first ("Chen Wei").
_FEWEST = 3
# How far from its neighbour a name of one list stands, in characters.
_NEAR = 120
_WORD = re.compile(r"[^\W\d_]+")


def are_two(one: NameParts, other: NameParts) -> bool:
    """Tell whether two readings of the same words are two names, each begun by a word that is a given name."""
    words = sorted(one.words)
    if not (one.is_full and other.is_full) or len(words) < _FEWEST or words != sorted(other.words):
        return False
    first, second = one.given[0], other.given[0]
    return first != second and _is_either(first) and _is_either(second)


def _is_either(word: str) -> bool:
    return given_band(word) >= _BORNE and surname_band(word) >= _BORNE


def in_order(mentions: Sequence[PersonMention]) -> list[PersonMention]:
    """Return the mentions, each that is a name in either order read as it is written, or as its list is.

    Only where somebody else is named with the same words in the other order: else the likelier reading stays.
    """
    orders: dict[tuple[str, ...], set[tuple[str, ...]]] = defaultdict(set)
    for mention in mentions:
        if mention.parts.is_full and _is_either(mention.parts.given[0]):
            orders[_sorted(mention)].add(_said(mention))
    return [
        _read(m, surnames_first=_is_listed(mentions, n)) if len(orders.get(_sorted(m), ())) > 1 else m
        for n, m in enumerate(mentions)
    ]


def _sorted(mention: PersonMention) -> tuple[str, ...]:
    return tuple(sorted(mention.parts.words))


def _read(mention: PersonMention, *, surnames_first: bool) -> PersonMention:
    said = _said(mention)
    told = "," in mention.surface or mention.label or mention.cell is not None
    if told or not mention.parts.is_full or tuple(sorted(said)) != _sorted(mention):
        return mention
    parts = NameParts(said[-1:], said[:-1]) if surnames_first else NameParts(said[:1], said[1:])
    return replace(mention, parts=parts) if are_two(parts, mention.parts) else mention


def _said(mention: PersonMention) -> tuple[str, ...]:
    return tuple(word for word in _WORD.findall(fold(mention.surface)) if word not in particles())


def _is_listed(mentions: Sequence[PersonMention], n: int) -> bool:
    """Tell whether the name before or after it says surnames first, and can't be read in another way."""
    beside = (*mentions[max(0, n - 1) : n], *mentions[n + 1 : n + 2])
    return any(
        m.document == mentions[n].document
        and abs(m.start - mentions[n].start) < _NEAR
        and m.parts.is_full
        and _sorted(m) != _sorted(mentions[n])
        and not _is_either(m.parts.surnames[0])
        and _said(m)[:1] == m.parts.surnames[:1]
        for m in beside
    )


def share_a_proof(
    proofs: Mapping[tuple[int, int], Mapping[str, str]], one: Sequence[PersonMention], other: Sequence[PersonMention]
) -> bool:
    """Tell whether the same number stands beside a mention of either."""
    first, second = ({i for m in each for i in proofs.get((m.document, m.start), {}).items()} for each in (one, other))
    return not first.isdisjoint(second)

"""Candidates for described types: codes, handles, quoted names, capitalised runs, words; each with its surroundings."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from pipeline.document import Block, Document, Span, fold
from pipeline.lexicons import words
from pipeline.lexicons.names import is_common, titles

# Words with a meaning that are looked at on either side of a candidate, and the characters searched for them.
BEFORE, AFTER, REACH = 6, 4, 120
# A capital or a figure on the way to a cue belongs to something else: it makes the cue this much farther.
_DETOUR = 2

_SIGN = r"[./\-–]"
_UPPER = "A-ZÁÉÍÓÚÜÑÇÀÈÒ"
_CODE = re.compile(rf"(?<![\w@])(?=[\w./–-]*\d)\w+(?:{_SIGN}\w+)*(?:[  ]\d{{2,6}}(?!\w|[.,]\d)){{0,5}}(?!\w)")
_SPLIT_CODE = re.compile(rf"(?<!\w)[{_UPPER}]{{1,4}}[  ]\d{{2,9}}(?:{_SIGN}\w+)*(?!\w)")
_HANDLE = re.compile(
    r"(?<![\w.@])@[\w.]*\w|(?<![\w.@/])(?=\w*[a-z])\w*(?:[a-z]_\w|[a-z]\.[a-z]+\d|[a-z]\d)(?:[\w.]*\w)?(?!\w|@)"
)
_QUOTED = re.compile('[«"“‘\']([^«»"“”‘’\\n]{2,60}?)[»"”’\'](?!\\w)')
_DOSE = r"(?:mg|g|ml|mcg|µg)\b"
_CAPITAL = rf"[{_UPPER}](?:[^\W\d_]|['’-](?=[^\W\d_]))*"
_NAME = re.compile(
    rf"(?<![\w/-]){_CAPITAL}(?![\w/]|-\d)(?:[  ](?:(?:de|del|de la|de las|de los|la|las|los|el)[  ])?{_CAPITAL}"
    rf"|[  ]\d+(?:[.,]\d+)?[  ]?{_DOSE}|[  ]\d[\w.,/]*\w(?=[  ,.;)]|$)|[  ]\d(?!\w|[.,]\d))*"
)
_WORD = re.compile(rf"(?<![\w@.])[a-záéíóúüñ]{{4,}}(?:[  ]\d+(?:[.,]\d+)?[  ]?{_DOSE})?(?![\w@])")
# "340 socios", "60.000 euros", "en 1998", "7,5": an amount or a year, which is nobody's number.
_AMOUNT = re.compile(r"\d+(?:\.\d{3})*(?:,\d+)?")
_UNIT = re.compile(r"[  ]?(?:[€%]|km\b|kg\b|m2\b|m²|cm\b|g\b|mg\b|ml\b|[a-záéíóúñ]{3,}s\b)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_ORDINAL = re.compile(r"\d+\.?[ºªoa]")
_LABEL_END = re.compile(r"\s?:")
_TITLED = re.compile(r"([^\W\d_]+)\.?[ªº]?\s+$")
_COUNTED = re.compile(r"(?:n[.ºo°]+|núm\.?|número)\s*$", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W\d_]+|\d[\w./-]*")
_SENTENCE = re.compile(rf"(?:[^\W\d_]{{4,}}|[\d)\]\"»”])[.!?…]+\s+(?=[{_UPPER}¿¡«“])|\n[ \t\r]*\n|\t")
_GLUE = re.compile(r"[\s,;»\"”’']*(?:(?:y|e|o|u)\s+)?[«\"“‘']?")


class Kind(StrEnum):
    """The shape of a candidate."""

    CODE = "code"
    HANDLE = "handle"
    QUOTED = "quoted"
    NAME = "name"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Near:
    """A word with a meaning near a candidate, folded; `far` counts the words between, 0 beside it."""

    word: str = field(repr=False)
    far: int
    before: bool


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stretch that may be a value: place, shape, words around it and the phrase that leads up to it.

    `listed` where it goes on a list with the candidate of its shape before it; `opening` where its capital may be
    but that of a sentence.
    """

    start: int
    end: int
    kind: Kind
    text: str = field(repr=False)
    around: tuple[Near, ...] = field(repr=False)
    lead: str = field(repr=False)
    listed: bool = False
    opening: bool = False


_PATTERNS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (Kind.CODE, _SPLIT_CODE),
    (Kind.CODE, _CODE),
    (Kind.HANDLE, _HANDLE),
    (Kind.QUOTED, _QUOTED),
    (Kind.NAME, _NAME),
    (Kind.WORD, _WORD),
)


def candidates(document: Document, kinds: frozenset[Kind], taken: Sequence[Span]) -> Iterator[Candidate]:
    """Yield the candidates of these shapes, block by block, that overlap no taken span."""
    last: dict[Kind, int] = {}
    for block in document.blocks:
        seen: set[tuple[int, int]] = set()
        for kind, start, end in _stretches(document, block, kinds):
            if (start, end) in seen or is_taken(taken, start, end):
                continue
            seen.add((start, end))
            listed = kind in last and _goes_on(document.text, last[kind], start)
            last[kind] = end
            around, lead = _surroundings(document, block, start, end)
            text = document.text[start:end]
            lone = kind is Kind.NAME and " " not in text and not _label(document, block, start)
            opening = lone and _starts_sentence(document.text, block.start, start)
            yield Candidate(start, end, kind, text, around, lead, listed, opening)


def _stretches(document: Document, block: Block, kinds: frozenset[Kind]) -> list[tuple[Kind, int, int]]:
    found = []
    for kind, pattern in _PATTERNS:
        if kind not in kinds:
            continue
        for match in pattern.finditer(document.text, block.start, block.end):
            group = 1 if kind is Kind.QUOTED else 0
            start, end = match.span(group)
            for first, last in _named(document, block, start, end) if kind is Kind.NAME else [(start, end)]:
                if last - first >= 2 and not _is_idle(document.text, kind, first, last):
                    found.append((kind, first, last))
    return sorted(found, key=lambda f: (f[1], f[2]))


def _is_idle(text: str, kind: Kind, start: int, end: int) -> bool:
    """Tell whether a stretch can be no value: an amount, a year, a label, a person's title or titled name, or a word
    without a meaning of its own."""
    if kind is Kind.WORD:
        return fold(text[start:end].split()[0]) in words("described_functors.txt")
    if kind is Kind.NAME:
        return _LABEL_END.match(text, end) is not None or _is_titled(text, start, end)
    return kind is Kind.CODE and _is_amount(text, start, end)


def _is_titled(text: str, start: int, end: int) -> bool:
    before = _TITLED.search(text, max(0, start - 14), start)
    return fold(text[start:end].split()[0]) in titles() or (before is not None and fold(before[1]) in titles())


def _is_amount(text: str, start: int, end: int) -> bool:
    if _ORDINAL.fullmatch(text, start, end):
        return True
    if not _AMOUNT.fullmatch(text, start, end) or _COUNTED.search(text[max(0, start - 12) : start]):
        return False
    year = _YEAR.fullmatch(text, start, end) is not None
    return year or "," in text[start:end] or _UNIT.match(text, end) is not None


def _named(document: Document, block: Block, start: int, end: int) -> list[tuple[int, int]]:
    """Cut a capitalised run to what can be a name: in capitals at common words, at a sentence's start its first."""
    text = document.text
    piece = text[start:end]
    if len(piece.split()) > 1 and piece.isupper():
        return _between_common(piece, start)
    if _starts_sentence(text, block.start, start) and not _label(document, block, start):
        first = piece.split()[0]
        if fold(first) in words("described_functors.txt") or is_common(fold(first)):
            start += len(first)
            start += len(text[start:end]) - len(text[start:end].lstrip())
    return [(start, end)] if start < end and text[start].isupper() else []


def _between_common(piece: str, offset: int) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for match in re.finditer(r"\S+", piece):
        if is_common(fold(match.group())) or fold(match.group()) in words("described_functors.txt"):
            continue
        start, end = offset + match.start(), offset + match.end()
        if runs and start - runs[-1][1] == 1:
            runs[-1] = (runs[-1][0], end)
        else:
            runs.append((start, end))
    return runs


def _starts_sentence(text: str, floor: int, start: int) -> bool:
    before = text[max(floor, start - 3) : start].rstrip(' ¿¡«"“(-–•·\t')
    return not before or before[-1] in ".!?\n"


def is_taken(taken: Sequence[Span], start: int, end: int) -> bool:
    """Tell whether a stretch overlaps a taken span; a number that begins like a shorter one is another number."""
    at = bisect_left(taken, end, key=lambda t: t.start)
    if at == 0 or taken[at - 1].end <= start:
        return False
    rival = taken[at - 1]
    return not (start <= rival.start and rival.end < end and end - start >= len(rival) + 4)


def _goes_on(text: str, before: int, start: int) -> bool:
    return 0 < start - before <= 8 and _GLUE.fullmatch(text, before, start) is not None


def _surroundings(document: Document, block: Block, start: int, end: int) -> tuple[tuple[Near, ...], str]:
    """Return the words around a candidate, within its sentence, and the phrase before it."""
    text = document.text
    left, right = max(block.start, start - REACH), min(block.end, end + REACH)
    for stop in _SENTENCE.finditer(text, left, start):
        left = stop.end()
    ending = _SENTENCE.search(text, max(start, end - 1), right)
    right = ending.start() + 1 if ending else right
    label = _label(document, block, start)
    before = _walk(label + " " + text[left:start], BEFORE, backwards=True)
    after = _walk(text[end:right], AFTER, backwards=False)
    lead = " ".join((label + " " + text[left:start]).split()[-6:])
    return (*before, *after), lead


def _label(document: Document, block: Block, start: int) -> str:
    """Return what names the block: its label, or the short line with a colon right before it."""
    if block.label:
        return block.label
    if start - block.start > 4 or block.start == 0:
        return ""
    earlier = document.block_at(block.start - 1)
    line = document.text[earlier.start : earlier.end].strip()
    return line if len(line) <= 48 and line.endswith(":") else ""


def _walk(text: str, most: int, *, backwards: bool) -> list[Near]:
    found: list[Near] = []
    far = 0
    tokens = _TOKEN.findall(text)
    for token in reversed(tokens) if backwards else tokens:
        word = fold(token)
        if word in _functors():
            continue
        if len(word) > 2 and not token[0].isdigit():
            found.append(Near(word, far, backwards))
            far += 1
        if token[0].isdigit() or (token[0].isupper() and not is_common(word)):
            far += _DETOUR
        if len(found) == most or far > 2 * most:
            break
    return found


@cache
def _functors() -> frozenset[str]:
    return words("described_functors.txt")

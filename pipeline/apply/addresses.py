"""What was replaced and stands again in the percent codes of an address: `?alumna=Casilda%20Nogaledo`."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import quote

import ahocorasick

from pipeline.container.sweep import DEPTH, slugs_of, squash
from pipeline.decision import Replacement
from pipeline.document import Document, Span

_RUN = re.compile(r"[^\s\"<>|]++")
# One code, its own percent sign coded again where an address stands inside another: "%20", "%2520".
_CODE = re.compile(r"%(?:25)*([0-9A-Fa-f]{2})")
_CODES = re.compile(rf"(?:{_CODE.pattern})+")
_WORD = re.compile(r"[^\W_]+")
_PERSON = "PERSON"
_SHORTEST = 4  # of what counts as one word
_LONG = 8  # of what counts inside one
_MOST_WORDS = 8
_SAFE = "[]()*.-_~:,;…"


@dataclass(frozen=True, slots=True)
class _Said:
    """What an address says: its letters and digits, folded, the span of each, and where its words begin."""

    text: str = field(repr=False)
    spans: Sequence[tuple[int, int]]
    starts: frozenset[int]


def with_addresses(document: Document, replacements: Sequence[Replacement]) -> Sequence[Replacement]:
    """Return the replacements, sorted and disjoint, with one for each replaced value in the codes of an address.

    A name counts turned round and as a slug too. What takes its place is what the value got elsewhere.
    """
    addresses = list(_addresses(document.text))
    finder = _finder(replacements) if addresses else None
    if finder is None:
        return replacements
    taken = [replacement.span for replacement in replacements]
    added: list[Replacement] = []
    for address in addresses:
        for stretch in _free(address, taken):
            added += _found(document.text, stretch, finder)
    return sorted([*replacements, *added], key=lambda r: r.span) if added else replacements


def _addresses(text: str) -> Iterator[Span]:
    """Yield the runs without blanks that hold a percent code."""
    if "%" not in text:
        return
    for run in _RUN.finditer(text):
        if _CODES.search(text, run.start(), run.end()):
            yield Span(run.start(), run.end())


def _free(address: Span, taken: Sequence[Span]) -> Iterator[Span]:
    """Yield the stretches of an address in which nothing is replaced yet; what is taken is sorted and disjoint."""
    start = address.start
    for n in range(bisect_right(taken, address.start, key=lambda span: span.end), len(taken)):
        span = taken[n]
        if span.start >= address.end:
            break
        if span.start > start:
            yield Span(start, span.start)
        start = span.end
    if start < address.end:
        yield Span(start, address.end)


def _finder(replacements: Sequence[Replacement]) -> ahocorasick.Automaton | None:
    finder = ahocorasick.Automaton()
    for replacement in replacements:
        for form in _forms(replacement):
            if len(form) >= _SHORTEST and form not in finder:
                finder.add_word(form[:DEPTH], (min(len(form), DEPTH), replacement))
    if not len(finder):
        return None
    finder.make_automaton()
    return finder


def _forms(replacement: Replacement) -> Iterator[str]:
    words = [squash(word) for word in _WORD.findall(replacement.original)]
    yield "".join(words)
    if replacement.label == _PERSON and 1 < len(words) <= _MOST_WORDS:
        yield from ("".join(words[n:] + words[:n]) for n in range(1, len(words)))
        yield from slugs_of(replacement.original)


def _found(text: str, stretch: Span, finder: ahocorasick.Automaton) -> Iterator[Replacement]:
    """Yield what replaces the values of one stretch, the longest of those that begin alike, none over another."""
    said = _said(text, stretch)
    hits = [(last + 1 - size, last + 1, replacement) for last, (size, replacement) in finder.iter(said.text)]
    reached = stretch.start
    for start, end, replacement in sorted(hits, key=lambda hit: (hit[0], -hit[1])):
        is_whole = start in said.starts and (end == len(said.text) or end in said.starts)
        span = Span(said.spans[start][0], said.spans[end - 1][1])
        if span.start >= reached and (is_whole or end - start >= _LONG):
            reached = span.end
            yield replace(replacement, span=span, output=quote(replacement.output, safe=_SAFE))


def _said(text: str, stretch: Span) -> _Said:
    letters: list[str] = []
    spans: list[tuple[int, int]] = []
    starts: set[int] = set()
    begins = True
    for char, start, end in _chars(text, stretch):
        folded = [c for c in unicodedata.normalize("NFKD", char.casefold()) if c.isalnum()]
        if folded and begins:
            starts.add(len(letters))
        begins = not folded and not unicodedata.combining(char)
        letters += folded
        spans += [(start, end)] * len(folded)
    return _Said("".join(letters), spans, frozenset(starts))


def _chars(text: str, stretch: Span) -> Iterator[tuple[str, int, int]]:
    """Yield the characters that a stretch says, each with where it stands."""
    at = stretch.start
    for codes in _CODES.finditer(text, stretch.start, stretch.end):
        yield from ((text[n], n, n + 1) for n in range(at, codes.start()))
        found = list(_CODE.finditer(text, codes.start(), codes.end()))
        raw = bytes(int(code[1], 16) for code in found)
        yield from _decoded(raw, [*(code.start() for code in found), codes.end()])
        at = codes.end()
    yield from ((text[n], n, n + 1) for n in range(at, stretch.end))


def _decoded(raw: bytes, places: Sequence[int]) -> Iterator[tuple[str, int, int]]:
    """Yield the characters of bytes in UTF-8, others as Windows has them; `places` are where each byte begins, and the
    end."""
    at = 0
    while at < len(raw):
        for length in (1, 2, 3, 4):
            try:
                char = raw[at : at + length].decode("utf-8")
                break
            except UnicodeDecodeError:
                continue
        else:
            char, length = raw[at : at + 1].decode("cp1252", "replace"), 1
        yield char, places[at], places[at + length]
        at += length

"""What speaks for and against a place being somebody's name: both models, rules, lexicons, and what stands around it.

Names of evidence are those of the weights in `name_chances`; a weight that is wanting counts for nothing.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from pipeline.detection import Detection, Effect, Label, Layer
from pipeline.document import Document, Span, fold
from pipeline.lexicons import words
from pipeline.lexicons.blockers import is_blocked
from pipeline.lexicons.names import common_band, given_band, particles, surname_band, titles
from pipeline.lexicons.places import is_country
from pipeline.recognise.name_scores import features
from pipeline.recognise.ner import goes_on, plain

# A name of several words is known to a document from this score on, and a rule's word counts from that one on.
SURE, HEARD = 0.6, 0.5
_LEAST = 1e-3
_CELL = 32
_SMALL = re.compile(r"(?<![^\W_])[a-zà-öø-ÿ]+")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[.ªº]?\s*$")
_WORD_AFTER = re.compile(r"\s*,?\s*([^\W\d_]+)")
_NUMBER_AFTER = re.compile(r"\s*\(?\d")
_OPENING = ' \t«"“(¿¡-—'
_ENDS = frozenset(".:!?\n\x00;")
_BEFORE, _AFTER = 40, 30
_ARTICLES = frozenset({"el", "la", "los", "las", "un", "una", "del", "al"})
_QUOTES = frozenset("«\"“'")
_BANDS, _MOST_WORDS = 16, 5


def odds(chance: float) -> float:
    """Return the log-odds of a chance, kept within those of one in a thousand."""
    kept = min(max(chance, _LEAST), 1 - _LEAST)
    return math.log(kept / (1 - kept))


class Places:
    """Detections by place."""

    def __init__(self, detections: Iterable[Detection]) -> None:
        self._cells: dict[int, list[Detection]] = defaultdict(list)
        for detection in detections:
            for cell in range(detection.span.start // _CELL, (detection.span.end - 1) // _CELL + 1):
                self._cells[cell].append(detection)

    def meeting(self, span: Span) -> Iterator[Detection]:
        """Yield those that share a character with a span, some of them twice."""
        for cell in range(span.start // _CELL, (span.end - 1) // _CELL + 1):
            yield from (d for d in self._cells.get(cell, ()) if d.span.overlaps(span))

    def over(self, span: Span) -> Iterator[Detection]:
        """Yield those that cover half of a span or more, some of them twice."""
        for detection in self.meeting(span):
            shared = min(detection.span.end, span.end) - max(detection.span.start, span.start)
            if shared >= len(span) / 2:
                yield detection


class Evidence:
    """What is known of the names of one document: `found` by rules and the name model, `said` by the context model."""

    def __init__(self, document: Document, found: Sequence[Detection], said: Sequence[Detection]) -> None:
        self.document = document
        guesses = [d for d in found if d.provenance.layer is Layer.NER]
        ruled = [d for d in found if d.provenance.layer is not Layer.NER]
        self.guessed = [d for d in guesses if d.label == Label.PERSON]
        self.said = [d for d in said if d.label == Label.PERSON]
        called = [d for d in ruled if d.label == Label.PERSON and d.effect is Effect.HIDE]
        self._guessed, self._said, self._called = Places(self.guessed), Places(self.said), Places(called)
        self._guessed_else = Places(d for d in guesses if d.label != Label.PERSON)
        self._said_else = Places(d for d in said if d.label != Label.PERSON)
        self._ruled = Places(
            d for d in ruled if d.effect is Effect.PROTECT or (d.label != Label.PERSON and d.score >= HEARD)
        )
        self._small = {document.folded[m.start() : m.end()] for m in _SMALL.finditer(document.text)}
        self._longer = _Longer(document, [*self.guessed, *self.said, *called])
        self._mentions = _Mentions(document, [*self.guessed, *self.said])

    @property
    def proposed(self) -> Iterator[Detection]:
        """What either model takes for a name."""
        yield from self.guessed
        yield from self.said

    def proposing(self, span: Span) -> Iterator[Detection]:
        """Yield what either model takes for a name and that shares a character with a span."""
        yield from self._guessed.meeting(span)
        yield from self._said.meeting(span)

    def is_nobodys(self, span: Span) -> bool:
        """Tell whether a place is a country, or opens a code ("Iber-X")."""
        return is_country(fold(plain(self.document.surface(span)))) or goes_on(self.document.text, span.end)

    def of(self, span: Span) -> dict[str, float]:
        """Return what is weighed of a place."""
        name = plain(self.document.surface(span))
        parts = [fold(w).strip(".,") for w in name.split()]
        seen = features(name, self.document.text[span.end : span.end + 2], 0.5)
        del seen["odds"]
        return (
            seen | self._shape(name, parts) | self._models(span) | self._rules(span) | self._around(span, name, parts)
        )

    def _models(self, span: Span) -> dict[str, float]:
        """What both models say: of a name, and of another thing."""
        guess = max((d.score for d in self._guessed.over(span)), default=0.0)
        told = max((d.score for d in self._said.over(span)), default=0.0)
        seen = {"names": odds(guess)} if guess else {"names silent": 1.0}
        seen |= {"context": odds(told)} if told else {"context silent": 1.0}
        if guess and told:
            seen["both"] = 1.0
        seen |= {f"names {d.label}": 1.0 for d in self._guessed_else.over(span)}
        for other in self._said_else.over(span):
            kind = f"context {other.label}"
            seen[kind] = max(seen.get(kind, 0.0), other.score)
        return seen

    def _rules(self, span: Span) -> dict[str, float]:
        """What rules say of the place."""
        called = max((d.score for d in self._called.over(span)), default=0.0)
        seen = {"rule" if called >= HEARD else "weak rule": 1.0} if called else {}
        for other in self._ruled.over(span):
            seen[f"{'protected' if other.effect is Effect.PROTECT else 'rule'} {other.label}"] = 1.0
        if is_blocked(self.document.folded, span.start, span.end):
            seen["blocked"] = 1.0
        return seen

    def _shape(self, name: str, parts: Sequence[str]) -> dict[str, float]:
        """How the name is written, and how many bear its first and last word."""
        seen = {
            f"shape {_shape(name)}": 1.0,
            "words": float(min(len(parts), _MOST_WORDS)),
            "given": given_band(parts[0]) / _BANDS if parts else 0.0,
            "surname": surname_band(parts[-1]) / _BANDS if parts else 0.0,
            "common": max((common_band(w) for w in parts), default=0) / _BANDS,
        }
        if any(c.isdigit() for c in name):
            seen["digit"] = 1.0
        return seen

    def _around(self, span: Span, name: str, parts: Sequence[str]) -> dict[str, float]:
        """What stands beside the name, and elsewhere in the document."""
        text = self.document.text
        before, after = text[max(0, span.start - _BEFORE) : span.start], text[span.end : span.end + _AFTER]
        word, next_word = _WORD_BEFORE.search(before), _WORD_AFTER.match(after)
        previous = fold(word[1]) if word else ""
        opening = before.rstrip(_OPENING)
        told = {
            "start": not opening or opening[-1] in _ENDS,
            "line": before.rstrip(" \t")[-1:] in ("", "\n") and after.lstrip(" \t.")[:1] in ("", "\n"),
            "title": previous in titles(),
            "article": previous in _ARTICLES,
            "de": previous == "de",
            "quoted": before[-1:] in _QUOTES,
            "bracket": before.rstrip()[-1:] == "(",
            "number after": bool(_NUMBER_AFTER.match(after)),
            "verb after": next_word is not None and fold(next_word[1]) in words("speech_verbs.txt"),
            "small elsewhere": len(parts) == 1 and parts[0] in self._small and not name.islower(),
            "longer": self._longer.than(parts),
        }
        return {k: 1.0 for k, is_so in told.items() if is_so} | self._mentions.beside(span, name)


class _Longer:
    """The names of several words that a document is sure of."""

    def __init__(self, document: Document, names: Iterable[Detection]) -> None:
        self._holding: dict[str, set[frozenset[str]]] = defaultdict(set)
        for name in names:
            parts = frozenset(document.folded[name.span.start : name.span.end].split())
            if name.score >= SURE and len(parts) > 1:
                for part in parts:
                    self._holding[part].add(parts)

    def than(self, parts: Sequence[str]) -> bool:
        """Tell whether one of them holds all these words and more."""
        mine = set(parts)
        holding = min((self._holding.get(part, set()) for part in mine), key=len, default=set())
        return any(len(other) > len(mine) and mine <= other for other in holding)


class _Mentions:
    """What the models say of each writing of a name, at the two places where they are surest."""

    def __init__(self, document: Document, names: Iterable[Detection]) -> None:
        chances: dict[str, dict[int, float]] = defaultdict(dict)
        for each in names:
            starts = chances[document.folded[each.span.start : each.span.end]]
            starts[each.span.start] = max(starts.get(each.span.start, 0.0), each.score)
        self._surest = {
            written: sorted(((score, start) for start, score in starts.items()), reverse=True)[:2]
            for written, starts in chances.items()
        }

    def beside(self, span: Span, name: str) -> dict[str, float]:
        """Return what they say of the name elsewhere, nothing where it stands but once."""
        other = [score for score, start in self._surest.get(fold(name), ()) if start != span.start]
        return {"again": 1.0, "elsewhere": odds(other[0])} if other else {}


def _shape(name: str) -> str:
    letters = sum(c.isalpha() for c in name)
    several = len(name.split()) > 1
    if letters == 1:
        return "initial"
    if name.islower():
        return "small"
    if name.isupper():
        return "capitals" if several else "one in capitals"
    small = particles()
    return "title" if all(w[:1].isupper() or fold(w) in small for w in name.split()) else "mixed"

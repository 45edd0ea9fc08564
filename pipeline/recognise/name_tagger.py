"""The project's own name model: what it sees of a word, how it cuts text, and how it reads its own answers.

A spaCy tagger gives every word the probability of each tag: O, or B, I, L, U with a label. The best legal run of
tags is sought with O held back, so that doubtful names come out too, each with its probability: the layers above
weigh them. Training uses the same tokenizer and the same features.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import spacy
from numpy.typing import NDArray
from spacy.attrs import LANG, NORM, PREFIX, SUFFIX
from spacy.lang.lex_attrs import LEX_ATTRS
from spacy.tokens import Doc
from spacy.util import registry
from spacy.vocab import Vocab
from thinc.api import NumpyOps

from pipeline.document import fold
from pipeline.lexicons import words
from pipeline.lexicons.names import common_band, given_band, particles, surname_band, titles
from pipeline.lexicons.places import is_municipality
from pipeline.lexicons.unseen import UNSEEN, without_unseen
from pipeline.recognise.ner import NamedSpan

Floats = NDArray[np.float32]
# First word, last word, label, chance.
Run = tuple[int, int, str, float]

# Addresses and numbers stay whole, letters stand apart from digits and every sign alone; a line end is a word.
WORD = re.compile(
    rf"[\w.+-]+@[\w.-]+\w|https?://\S+|[^\W\d_](?:[^\W\d_]|[\u0300-\u036f{UNSEEN}])*|\d+(?:[.,:/]\d+)*|\r?\n|[^\S\n]|_+|."
)
# Signs that end no island of doubt are cheap; a word surely outside is not decoded at all.
SURELY_OUTSIDE = 0.985
# Characters read at once: as many as the processor's cache holds the numbers of.
BATCH = 16_000
# The chance that a place or body is a person after all, from which on both are handed on.
PERSON, WORTH_A_LOOK = "PERSON", 0.05


def vocabulary() -> Vocab:
    """Return a vocabulary whose words show folded forms and what the lexicons know of them."""
    getters = {**LEX_ATTRS, NORM: _norm, PREFIX: _prefix, SUFFIX: _suffix, LANG: lexical_mark}
    return Vocab(lex_attr_getters=getters)


def _norm(word: str) -> str:
    return fold(without_unseen(word))


def _prefix(word: str) -> str:
    return _norm(word)[:3]


def _suffix(word: str) -> str:
    return _norm(word)[-3:]


def _step(band: int) -> int:
    return 0 if band <= 0 else 1 if band < 7 else 2 if band < 10 else 3 if band < 14 else 4


def lexical_mark(word: str) -> str:
    """Say in a few letters how common a word is as given name, surname and plain word, and what else it is.

    The mark takes the place of the language, which spaCy asks the vocabulary for by the word "_".
    """
    if word == "_":
        return "es"
    folded = _norm(word)
    marks = f"{_step(given_band(folded))}{_step(surname_band(folded))}{_step(common_band(folded))}"
    kinds = (
        folded in titles(), folded in particles(), is_municipality(folded), folded in words("heading_words.txt"),
    )  # fmt: skip
    return marks + "".join("tpmh"[n] for n, is_kind in enumerate(kinds) if is_kind)


class Tokenizer:
    """Cuts text with one regular expression; spaces belong to the word before them."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Return the text as a Doc that spells the same."""
        pieces: list[str] = []
        spaces: list[bool] = []
        for match in WORD.finditer(text):
            piece = match.group()
            if piece == " " and spaces and not spaces[-1] and not pieces[-1].isspace():
                spaces[-1] = True
            else:
                pieces.append(piece)
                spaces.append(False)
        return Doc(self.vocab, words=pieces, spaces=spaces)

    def to_disk(self, path: Path, **_: Any) -> None:
        """Keep nothing: the expression above is all there is."""

    def from_disk(self, path: Path, **_: Any) -> Tokenizer:
        """Return itself."""
        return self


def _make_tokenizer() -> Any:
    return lambda nlp: Tokenizer(nlp.vocab)


if "anonymiza.words.v1" not in registry.tokenizers:
    registry.tokenizers.register("anonymiza.words.v1", func=_make_tokenizer)


class NameTagger:
    """A pipeline with a trained tagger, a callable from texts to spans; `held` below 1 lowers the weight of O."""

    def __init__(self, nlp: Any, name: str, *, held: float = 1.0) -> None:
        self.name = name
        self.nlp = nlp
        self._tagger = nlp.get_pipe("tagger")
        self._grammar = Grammar(self._tagger.labels, held)

    @classmethod
    def load(cls, path: Path) -> NameTagger:
        """Load the weights of a folder; its meta.json gives name, version and the weight of O."""
        meta = json.loads((path / "meta.json").read_text(encoding="utf-8"))
        nlp: Any = spacy.load(path, vocab=vocabulary(), exclude=["vocab"])
        # The products of numpy's own library take a third of the time of those that thinc brings along.
        ops = NumpyOps(use_blis=False)
        for node in nlp.get_pipe("tagger").model.walk():
            node.ops = ops
        return cls(nlp, f"{meta['name']}-{meta['version']}", held=float(meta.get("held", 1.0)))

    def __call__(self, texts: Sequence[str]) -> Iterator[list[NamedSpan]]:
        """Yield the spans of each text; equal ones, as the cells of a table are, are read once."""
        said: dict[str, list[NamedSpan]] = {}
        for batch in batches(list(dict.fromkeys(texts)), BATCH):
            docs = [self.nlp.tokenizer(text) for text in batch]
            for text, doc, chances in zip(batch, docs, self._tagger.model.predict(docs), strict=True):
                said[text] = [_named(doc, run) for run in self._grammar.runs(chances)]
        yield from map(said.__getitem__, texts)


def batches(texts: Sequence[str], most: int) -> Iterator[Sequence[str]]:
    """Yield the texts some at a time, each time with the one that makes so many characters full."""
    start = size = 0
    for at, text in enumerate(texts):
        size += len(text)
        if size >= most:
            yield texts[start : at + 1]
            start, size = at + 1, 0
    if start < len(texts):
        yield texts[start:]


def _named(doc: Doc, run: Run) -> NamedSpan:
    first, last, label, score = run
    return NamedSpan(doc[first].idx, doc[last].idx + len(doc[last]), label, score)


class Grammar:
    """Which tag may follow which, and the likeliest legal run of them."""

    def __init__(self, tags: Sequence[str], held: float) -> None:
        self.tags = tuple(tags)
        self.outside = self.tags.index("O")
        self.shift = np.zeros(len(self.tags), dtype=np.float32)
        self.shift[self.outside] = math.log(held)
        self.follows = np.array([[_legal(a, b) for b in self.tags] for a in self.tags])
        self.opens = np.array([t[0] in "OBU" for t in self.tags])
        self.closes = np.array([t[0] in "OLU" for t in self.tags])
        self.of_label = {
            label: np.array([t[2:] == label for t in self.tags]) for label in {t[2:] for t in self.tags if t[2:]}
        }

    def runs(self, chances: Floats) -> Iterator[Run]:
        """Yield first word, last word, label and probability of each span of a text."""
        doubtful = np.flatnonzero(chances[:, self.outside] < SURELY_OUTSIDE)
        if not len(doubtful):
            return
        breaks = np.flatnonzero(np.diff(doubtful) > 1) + 1
        for island in np.split(doubtful, breaks):
            first, last = int(island[0]), int(island[-1]) + 1
            yield from self._island(chances[first:last], first)

    def _island(self, chances: Floats, offset: int) -> Iterator[Run]:
        path = self._best(np.log(chances + 1e-9) + self.shift)
        at = 0
        while at < len(path):
            tag = self.tags[path[at]]
            end = at
            while self.tags[path[end]][0] in "BI":
                end += 1
            if tag != "O":
                yield from self._named(chances[at : end + 1], offset + at, offset + end, tag[2:])
            at = end + 1

    def _best(self, logs: Floats) -> list[int]:
        best = np.where(self.opens, logs[0], -1e9)
        back = []
        for row in logs[1:]:
            reached = np.where(self.follows, best[:, None], -1e9)
            came = reached.argmax(axis=0)
            back.append(came)
            best = reached[came, np.arange(len(came))] + row
        at = int(np.where(self.closes, best, -2e9).argmax())
        path = [at]
        for came in reversed(back):
            at = int(came[at])
            path.append(at)
        return path[::-1]

    def _named(self, chances: Floats, first: int, last: int, label: str) -> Iterator[Run]:
        """Yield a span, and before it the person that it may be instead."""
        if label != PERSON and (chance := self._chance(chances, PERSON)) > WORTH_A_LOOK:
            yield first, last, PERSON, chance
        yield first, last, label, self._chance(chances, label)

    def _chance(self, chances: Floats, label: str) -> float:
        """The least of the chances that a word of the span bears the label, whatever its place in it."""
        return float(chances[:, self.of_label[label]].sum(axis=1).min())


def _legal(before: str, after: str) -> bool:
    if before[0] in "BI":
        return after[0] in "IL" and before[2:] == after[2:]
    return after[0] in "OBU"

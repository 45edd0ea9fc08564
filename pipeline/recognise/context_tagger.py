"""The project's own context model: a small pretrained encoder that has learnt from documents written by hand.

Every word gets the probability of each tag; the best legal run of tags is sought as in the name model. What an encoder
of many languages knew of words comes from its first training, what the lexicons know stands beside it. The weights are
whole numbers of eight bits; onnxruntime does the sums on one thread.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from pipeline.recognise.name_tagger import WORD, Floats, Grammar, batches, lexical_mark
from pipeline.recognise.ner import NamedSpan
from pipeline.recognise.word_pieces import WordPieces

# Pieces read at once in one window, and in one product of matrices.
WINDOW, TOGETHER = 256, 512
# Characters of texts taken up at once.
_AT_ONCE = 64_000
# A window ends at a line's end where there is one in its last two thirds.
_WORTH_A_CUT = 3
# Added to how near what only fills a window stands: it is heard by nothing.
FAR = -1e4
# Five degrees each of given name, surname and plain word; title, particle, town, heading word; eight shapes.
_DEGREES, _KINDS, _SHAPES = 5, "tpmh", 8
FEATURES = 3 * _DEGREES + len(_KINDS) + _SHAPES
Words = list[tuple[int, int, bool]]


def words(text: str) -> Words:
    """Return start and end of each word, sign and line end, and whether a blank or line end stands before it."""
    found: Words = []
    spaced = True
    for match in WORD.finditer(text):
        word = match.group()
        if word.isspace() and "\n" not in word:
            spaced = True
        else:
            found.append((match.start(), match.end(), spaced))
            spaced = "\n" in word
    return found


def shape(word: str) -> int:
    """Tell how a word is written: small, capital, one capital, capitals, figures, number, sign, mixed."""
    letters, figures = any(c.isalpha() for c in word), any(c.isdigit() for c in word)
    if word.isdigit():
        return 4
    if not letters:
        return 5 if figures else 6
    if figures or "@" in word:
        return 7
    if word.isupper():
        return 3 if len(word) > 1 else 2
    return 1 if word[:1].isupper() else 0


@lru_cache(maxsize=50_000)
def features(word: str) -> Floats:
    """Return what the lexicons and its shape say of a word: FEATURES ones and noughts."""
    mark = "000" if word == "_" else lexical_mark(word)
    known = np.zeros(FEATURES, dtype=np.float32)
    for place, degree in enumerate(mark[:3]):
        known[place * _DEGREES + int(degree)] = 1
    for kind in mark[3:]:
        known[3 * _DEGREES + _KINDS.index(kind)] = 1
    known[3 * _DEGREES + len(_KINDS) + shape(word)] = 1
    return known


@dataclass(frozen=True, slots=True)
class Cut:
    """A text in pieces: its words, the number of each piece, the word each belongs to, the first piece of each word."""

    words: Words
    pieces: NDArray[np.int64]
    owners: NDArray[np.int64]
    firsts: NDArray[np.int64]
    features: Floats
    line_ends: list[int]

    @classmethod
    def of(cls, text: str, vocabulary: WordPieces) -> Cut:
        """Cut a text into words and these into pieces."""
        found = words(text)
        surfaces = [text[start:end] for start, end, _ in found]
        pieces = [vocabulary.of(word, spaced=spaced) for word, (_, _, spaced) in zip(surfaces, found, strict=True)]
        lengths = np.array([len(p) for p in pieces], dtype=np.int64)
        return cls(
            found,
            np.array([number for p in pieces for number in p], dtype=np.int64),
            np.repeat(np.arange(len(pieces)), lengths),
            np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64) if pieces else lengths,
            np.stack([features(word) for word in surfaces]) if surfaces else np.zeros((0, FEATURES), np.float32),
            [n for n, word in enumerate(surfaces) if "\n" in word],
        )

    def windows(self, most: int = WINDOW) -> Iterator[tuple[int, int]]:
        """Yield first and last word (exclusive) of each window of at most so many pieces."""
        starts = [*self.firsts.tolist(), len(self.pieces)]
        at = 0
        while at < len(self.words):
            to = max(bisect_right(starts, starts[at] + most) - 1, at + 1)
            if to < len(self.words):
                last = bisect_left(self.line_ends, to) - 1
                if last >= 0 and self.line_ends[last] > at + (to - at) // _WORTH_A_CUT:
                    to = self.line_ends[last] + 1
            yield at, to
            at = to

    def place(self, first: int, last: int) -> slice:
        """Return where the pieces of some words stand."""
        end = int(self.firsts[last]) if last < len(self.words) else len(self.pieces)
        return slice(int(self.firsts[first]), end)


class ContextTagger:
    """The encoder with its vocabulary, a callable from texts to spans; `held` lowers the weight of O."""

    def __init__(self, session: Any, vocabulary: WordPieces, tables: dict[str, NDArray[Any]], meta: Any) -> None:
        self.name = f"{meta['name']}-{meta['version']}"
        self._session, self._vocabulary = session, vocabulary
        self._pieces, self._scales, self._places = tables["pieces"], tables["scales"], tables["places"]
        self._grammar = Grammar(meta["tags"], float(meta["held"]))

    @classmethod
    def load(cls, path: Path) -> ContextTagger:
        """Load the weights of a folder; its meta.json gives name, version, tags and the weight of O."""
        meta = json.loads((path / "meta.json").read_text(encoding="utf-8"))
        spelled = json.loads((path / "pieces.json").read_text(encoding="utf-8"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # A plan of memory for every shape that was ever read would be kept for good.
        options.enable_mem_pattern = False
        session = onnxruntime.InferenceSession(path / "encoder.onnx", options, providers=["CPUExecutionProvider"])
        with np.load(path / "pieces.npz") as tables:
            return cls(session, WordPieces(spelled["pieces"], spelled["scores"]), dict(tables), meta)

    def __call__(self, texts: Sequence[str]) -> Iterator[list[NamedSpan]]:
        """Yield the spans of each text; equal ones, as parts of a long list or of blank lines are, are read once."""
        said: dict[str, list[NamedSpan]] = {}
        for some in batches(list(dict.fromkeys(texts)), _AT_ONCE):
            cuts = [Cut.of(text, self._vocabulary) for text in some]
            for text, cut, chances in zip(some, cuts, self._chances(cuts), strict=True):
                runs = self._grammar.runs(chances)
                said[text] = [
                    NamedSpan(cut.words[a][0], cut.words[b][1], label, chance) for a, b, label, chance in runs
                ]
        yield from map(said.__getitem__, texts)

    def _chances(self, cuts: Sequence[Cut]) -> list[Floats]:
        """Return, for each text, the probability of each tag for each word."""
        chances = [np.zeros((len(cut.words), len(self._grammar.tags)), dtype=np.float32) for cut in cuts]
        windows = [
            (n, first, last, cut.place(first, last)) for n, cut in enumerate(cuts) for first, last in cut.windows()
        ]
        windows.sort(key=lambda window: window[3].stop - window[3].start)
        for some in _together(windows):
            answers = self._read([(cuts[n], place) for n, _, _, place in some])
            for (n, first, last, place), answer in zip(some, answers, strict=True):
                chances[n][first:last] = answer[cuts[n].firsts[first:last] - place.start]
        return chances

    def _read(self, windows: Sequence[tuple[Cut, slice]]) -> Floats:
        """Return the chances of each piece of some windows, the shorter ones filled up."""
        longest = max(place.stop - place.start for _, place in windows)
        shown = np.zeros((len(windows), longest, self._places.shape[1]), dtype=np.float32)
        known = np.zeros((len(windows), longest, FEATURES), dtype=np.float32)
        far = np.full((len(windows), longest), FAR, dtype=np.float32)
        for row, (cut, place) in enumerate(windows):
            size, pieces = place.stop - place.start, cut.pieces[place]
            shown[row, :size] = self._pieces[pieces] * self._scales[pieces, None] + self._places[:size]
            known[row, :size] = cut.features[cut.owners[place]]
            far[row, :size] = 0
        answer: Floats = self._session.run(None, {"shown": shown, "known": known, "far": far})[0]
        return answer


def _together(windows: Sequence[tuple[int, int, int, slice]]) -> Iterator[Sequence[tuple[int, int, int, slice]]]:
    """Yield windows of like length, as many as fit into one product."""
    start = 0
    for at, (_, _, _, place) in enumerate(windows):
        if at > start and (at + 1 - start) * (place.stop - place.start) > TOGETHER:
            yield windows[start:at]
            start = at
    if start < len(windows):
        yield windows[start:]

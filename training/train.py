"""Train the name model: `python -m training.train --corpora FOLDER --out FOLDER`.

The folder (or the environment variable ANONYMIZA_CORPORA) holds the standoff files and `gazetteers/`.
Fixed seed; one core; prints the figures on the development files after every pass.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from spacy.training import Example, offsets_to_biluo_tags
from spacy.util import load_config, load_model_from_config
from thinc.api import Adam, fix_random_seed

from pipeline.recognise.name_tagger import NameTagger, vocabulary
from training import corpora
from training.corpora import Labelled
from training.evaluate import figures
from training.generate import Generator

HERE = Path(__file__).parent
# The weight of O when the weights are read: below 1, doubtful names come out too.
HELD = 0.4
DEV = ("ancora_doc.dev", "meddocan.dev", "echr_es_manual.dev")
log = logging.getLogger("training")


def collect(folder: Path, generated: int, seed: int) -> list[Labelled]:
    """Gather the training texts: corpora in pieces, half of them with other people's names, and generated texts."""
    rng = random.Random(seed)  # noqa: S311 - texts, not secrets
    generator = Generator(folder / "gazetteers", seed)
    texts: list[Labelled] = []
    for name in ("ancora_ner.train", "meddocan.train", "echr_es_manual.train"):
        texts += _corpus(folder / f"{name}.jsonl", generator, rng)
    texts += [generator.text() for _ in range(generated)]
    rng.shuffle(texts)
    return texts


def _corpus(path: Path, generator: Generator, rng: random.Random) -> Iterator[Labelled]:
    singles = "ancora" in path.name
    texts = list(corpora.read(path))
    pieces = corpora.joined(texts, rng) if singles else (p for t in texts for p in corpora.pieces(*t, rng))
    for piece in pieces:
        persons = any(label == "PERSON" for _, _, label in piece[1])
        if persons and rng.random() < (0.35 if singles else 0.6):
            piece = corpora.exchanged(piece, generator, rng)
        yield corpora.degraded(piece, rng)


def example(nlp: Any, piece: Labelled) -> Example:
    """Return a text with its tags; words that a span cuts through count for nothing."""
    doc = nlp.make_doc(piece[0])
    tags = offsets_to_biluo_tags(doc, piece[1], missing="O")
    return Example.from_dict(doc, {"tags": ["" if t == "-" else t for t in tags]})


def evaluate(nlp: Any, folder: Path, held: float = 1.0) -> dict[str, dict[str, float]]:
    """Return the figures on each development file."""
    tagger = NameTagger(nlp, "in training", held=held)
    out = {}
    for name in DEV:
        golden = list(corpora.read(folder / f"{name}.jsonl"))
        found = [[(t.start, t.end, t.label) for t in spans] for spans in tagger([g[0] for g in golden])]
        out[name] = figures(golden, found)
    return out


def rates(steps: int, peak: float) -> Iterator[float]:
    """Yield the learning rate of each step: a short rise, then a straight fall to nothing."""
    rise = max(1, steps // 20)
    for step in range(steps):
        yield peak * min((step + 1) / rise, (steps - step) / (steps - rise))


def train(nlp: Any, texts: Sequence[Labelled], args: argparse.Namespace) -> None:
    """Train for as many passes as asked, with figures after each."""
    rng = random.Random(args.seed)  # noqa: S311
    labels = ["O", *(f"{t}-{x}" for x in ("PERSON", "ORG", "LOC", "ADDRESS", "DATE") for t in "BILU")]
    for label in labels:
        nlp.get_pipe("tagger").add_label(label)
    examples = [example(nlp, t) for t in texts]
    nlp.initialize(lambda: examples[:200])
    optimizer = Adam(args.rate, L2=0.01, grad_clip=1.0)
    parts = list(batches(examples, args.batch))
    schedule = rates(len(parts) * args.passes, args.rate)
    for number in range(args.passes):
        start = time.time()
        losses: dict[str, float] = {}
        rng.shuffle(parts)
        for batch in parts:
            optimizer.learn_rate = next(schedule)
            nlp.update(batch, sgd=optimizer, drop=args.drop, losses=losses)
        log.info("pass %d, loss %.0f, %.0f s", number + 1, losses["tagger"], time.time() - start)
        with nlp.use_params(optimizer.averages):
            for name, each in evaluate(nlp, args.corpora).items():
                log.info("  %s %s", name, json.dumps(each))
            nlp.to_disk(args.out, exclude=["vocab"])
    keep_averages(nlp, optimizer)


def keep_averages(nlp: Any, optimizer: Any) -> None:
    """Put the mean of the weights of all steps in the place of the last."""
    with nlp.use_params(optimizer.averages):
        held = {name: pipe.to_bytes() for name, pipe in nlp.pipeline}
    for name, pipe in nlp.pipeline:
        pipe.from_bytes(held[name])


def batches(examples: Sequence[Example], words: int) -> Iterator[list[Example]]:
    """Yield the examples in batches of at least so many words."""
    batch: list[Example] = []
    size = 0
    for each in examples:
        batch.append(each)
        size += len(each)
        if size >= words:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, default=os.environ.get("ANONYMIZA_CORPORA"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--config", type=Path, default=HERE / "config.cfg")
    parser.add_argument("--generated", type=int, default=10000)
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--batch", type=int, default=1500, help="words")
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--drop", type=float, default=0.2)
    parser.add_argument("--seed", type=int, default=14)
    args = parser.parse_args()
    if not args.corpora:
        parser.error("give --corpora or set ANONYMIZA_CORPORA")
    args.corpora = Path(args.corpora)
    return args


def main() -> None:
    """Train, and write the weights."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    args = arguments()
    random.seed(args.seed)
    fix_random_seed(args.seed)
    nlp = load_model_from_config(load_config(args.config), vocab=vocabulary(), auto_fill=True)
    texts = collect(args.corpora, args.generated, args.seed)
    log.info("%d texts, %d words", len(texts), sum(len(t.split()) for t, _ in texts))
    train(nlp, texts, args)
    nlp.meta["name"], nlp.meta["version"] = "nombres", "1.1.0"
    nlp.meta["license"] = "AGPL-3.0-or-later"
    nlp.meta["description"] = "Names of people in Spanish administrative and legal documents; see docs/model-card.md"
    nlp.meta["held"] = HELD
    nlp.to_disk(args.out, exclude=["vocab"])


if __name__ == "__main__":
    main()

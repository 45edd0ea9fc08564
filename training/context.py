"""Train the context model: `python -m training.context --corpora FOLDER --out FOLDER`.

It learns from whole documents written by hand (`gold/train`) what is somebody's there: dates, places, ages, ties,
posts, bodies, numbers and designations, and names once more. It starts from the encoder of the name model.
`training.context_scores` fits how often it is right.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import spacy
from spacy.training import Example
from spacy.util import load_config, load_model_from_config
from thinc.api import Adam, fix_random_seed

from pipeline.quality.gold import GoldDocument, load
from pipeline.recognise.name_scores import MODEL as NAMES
from pipeline.recognise.name_tagger import vocabulary
from training.corpora import Labelled, degraded, exchanged, joined, read
from training.generate import Generator
from training.train import HERE, batches, example, keep_averages, rates

# The labels of the gold as the model's; a number that isn't a file's is one to it, for rules know the rest by its form.
LABELS = {
    "PER": "PERSON", "ADDRESS": "ADDRESS", "POSTCODE": "ADDRESS", "LOC": "LOC", "ORG": "ORG", "DATE": "DATE",
    "AGE": "AGE", "REL": "KINSHIP", "POST": "POST", "QI": "QUASI", "ROLE": "ROLE", "PROT": "CITATION",
    "CASE": "CASE_NUMBER",
}  # fmt: skip
NUMBER = "OTHER_ID"
TAGS = ["O", *(f"{tag}-{label}" for label in (*dict.fromkeys(LABELS.values()), NUMBER) for tag in "BILU")]
HELD = 0.1
# Layers of the encoder, each of which sees a word further on either side; the name model has four.
DEPTH = 7
# How many lines stand together in a piece, and how many pieces have other people's names and another case.
LINES, EXCHANGED = (2, 4, 8, 16), 0.4
# How much of the clinical and of the newspaper corpus stands in each pass.
CLINICAL, NEWSPAPERS = 0.3, 0.12
Span = tuple[int, int, str]
log = logging.getLogger("training")


def labelled(document: GoldDocument) -> Labelled:
    """Return a document with the model's labels; traps are plain text."""
    spans = [(s.start, s.end, LABELS.get(s.label, NUMBER)) for s in document.spans if s.label != "KEEP"]
    return document.text, spans


def pieces(text: str, spans: Sequence[tuple[int, int, str]], rng: random.Random) -> Iterator[Labelled]:
    """Cut a document into pieces of some lines, all of it."""
    lines = [0, *(m.end() for m in re.finditer("\n", text)), len(text)]
    at = 0
    while at < len(lines) - 1:
        to = min(at + rng.choice(LINES), len(lines) - 1)
        start, end = lines[at], lines[to]
        inside = [(s - start, e - start, label) for s, e, label in spans if start <= s and e <= end]
        if text[start:end].strip():
            yield text[start:end], inside
        at = to


def drawn(texts: Sequence[Labelled], generator: Generator, rng: random.Random) -> Iterator[Labelled]:
    """Cut the texts anew, exchange names for those of every sex and origin in some, and degrade some."""
    for text in texts:
        for piece in pieces(*text, rng):
            if rng.random() < EXCHANGED and any(label == "PERSON" for _, _, label in piece[1]):
                piece = exchanged(piece, generator, rng)
            yield degraded(piece, rng)


def borrowed(
    clinical: Sequence[Labelled], newspapers: Sequence[Labelled], nlp: Any, generator: Generator, rng: random.Random
) -> Iterator[Example]:
    """Yield a share of the public corpora, other each time: clinical cases whole, of newspapers the names alone."""
    for piece in drawn(clinical, generator, rng):
        if rng.random() < CLINICAL:
            yield example(nlp, piece)
    sentences = [s for s in newspapers if rng.random() < NEWSPAPERS]
    for text, spans in joined(sentences, rng):
        if rng.random() < EXCHANGED:
            text, spans = exchanged((text, spans), generator, rng)
        yield names_only(nlp, text, spans)


def names_only(nlp: Any, text: str, spans: Sequence[Span]) -> Example:
    """Return a text of which only the names are known: of the rest, capitalised words outside marks name nobody."""
    known = example(nlp, (text, [s for s in spans if s[2] == "PERSON"]))
    others = [s for s in spans if s[2] != "PERSON"]
    tags = []
    for token in known.reference:
        told = token.tag_ != "O" or (token.text[:1].isupper() and not any(s <= token.idx < e for s, e, _ in others))
        tags.append(token.tag_ if told else "")
    return Example.from_dict(nlp.make_doc(text), {"tags": tags})


def blank(config: Path) -> Any:
    """Return the untrained pipeline: the encoder of the name model, and more layers on it that see further."""
    deeper = load_config(config, overrides={"components.tagger.model.tok2vec.encode.depth": DEPTH})
    nlp = load_model_from_config(deeper, vocab=vocabulary(), auto_fill=True)
    tagger: Any = nlp.get_pipe("tagger")
    for tag in TAGS:
        tagger.add_label(tag)
    nlp.initialize(lambda: [example(nlp, ("Sí.", []))])
    names: Any = spacy.load(NAMES, vocab=nlp.vocab, exclude=["vocab"]).get_pipe("tagger")
    known, new = (model.get_ref("tok2vec").walk(order="dfs_pre") for model in (names.model, tagger.model))
    # The layers that the name model has come first in both.
    for before, after in zip(known, new, strict=False):
        for name in before.param_names:
            after.set_param(name, before.get_param(name).copy())
    return nlp


def learn(texts: Sequence[Labelled], args: argparse.Namespace) -> Any:
    """Return a pipeline that has learnt the texts, the mean of its last weights."""
    rng = random.Random(args.seed)  # noqa: S311 - texts, not secrets
    generator = Generator(args.corpora / "gazetteers", args.seed)
    nlp = blank(args.config)
    optimizer = Adam(args.rate, L2=0.01, grad_clip=1.0)
    clinical = [labelled(d) for d in load(args.corpora / "meddocan.train.jsonl")]
    newspapers = list(read(args.corpora / "ancora_ner.train.jsonl"))
    rounds = [list(drawn(texts, generator, rng)) for _ in range(args.passes)]
    first = [*(example(nlp, t) for t in rounds[0]), *borrowed(clinical, newspapers, nlp, generator, rng)]
    schedule = rates(args.passes * sum(1 for _ in batches(first, args.batch)), args.rate)
    for number, each in enumerate(rounds):
        start, losses = time.time(), dict[str, float]()
        examples = [*(example(nlp, t) for t in each), *borrowed(clinical, newspapers, nlp, generator, rng)]
        rng.shuffle(examples)
        for batch in batches(examples, args.batch):
            optimizer.learn_rate = next(schedule, args.rate / 50)
            nlp.update(batch, sgd=optimizer, drop=args.drop, losses=losses)
        log.info("pass %d, loss %.0f, %.0f s", number + 1, losses["tagger"], time.time() - start)
    keep_averages(nlp, optimizer)
    return nlp


def main() -> None:
    """Train on every document, and write the weights."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, default=os.environ.get("ANONYMIZA_CORPORA"), help="holds gazetteers/")
    parser.add_argument("--gold", type=Path, nargs="+", default=[HERE.parent / "gold" / "train"])
    parser.add_argument("--out", type=Path, required=True, help="folder of weights")
    parser.add_argument("--config", type=Path, default=HERE / "config.cfg")
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--batch", type=int, default=600, help="words")
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--drop", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=14)
    args = parser.parse_args()
    args.corpora = Path(args.corpora or parser.error("give --corpora or set ANONYMIZA_CORPORA"))
    fix_random_seed(args.seed)
    documents = [d for path in args.gold for d in load(path)]
    nlp = learn([labelled(d) for d in documents], args)
    nlp.meta |= {"name": "contexto", "version": "1.1.0", "license": "AGPL-3.0-or-later", "held": HELD}
    nlp.meta["description"] = "What is somebody's in Spanish administrative and legal documents; see docs/model-card.md"
    nlp.to_disk(args.out, exclude=["vocab"])


if __name__ == "__main__":
    main()

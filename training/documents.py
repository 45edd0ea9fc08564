"""The context model's texts: whole documents written by hand and a share of the corpora, cut anew in each pass."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from pipeline.quality.gold import GoldDocument
from training.corpora import Labelled, degraded, exchanged, joined, pieces
from training.generate import Generator

# The labels of the gold as the model's; a number that isn't a file's is one to it, for rules know the rest by its form.
LABELS = {
    "PER": "PERSON", "ADDRESS": "ADDRESS", "POSTCODE": "ADDRESS", "LOC": "LOC", "ORG": "ORG", "DATE": "DATE",
    "AGE": "AGE", "REL": "KINSHIP", "POST": "POST", "QI": "QUASI", "ROLE": "ROLE", "PROT": "CITATION",
    "CASE": "CASE_NUMBER",
}  # fmt: skip
NUMBER = "OTHER_ID"
TAGS = ["O", *(f"{tag}-{label}" for label in (*dict.fromkeys(LABELS.values()), NUMBER) for tag in "BILU")]
# How many lines stand together in a piece, and how many pieces have other people's names and another case.
LINES, EXCHANGED = (2, 4, 8, 16), 0.5
# How much of the clinical and of the newspaper corpus stands in each pass.
CLINICAL, NEWSPAPERS = 0.3, 0.12


def labelled(document: GoldDocument) -> Labelled:
    """Return a document with the model's labels; traps are plain text."""
    spans = [(s.start, s.end, LABELS.get(s.label, NUMBER)) for s in document.spans if s.label != "KEEP"]
    return document.text, spans


def drawn(texts: Sequence[Labelled], generator: Generator, rng: random.Random) -> Iterator[Labelled]:
    """Cut the texts anew, exchange names for those of every sex and origin in some, and degrade some."""
    for text in texts:
        for piece in pieces(*text, rng, LINES, idle=1):
            if rng.random() < EXCHANGED and any(label == "PERSON" for _, _, label in piece[1]):
                piece = exchanged(piece, generator, rng)
            yield degraded(piece, rng)


def borrowed(
    clinical: Sequence[Labelled], newspapers: Sequence[Labelled], generator: Generator, rng: random.Random
) -> Iterator[tuple[Labelled, bool]]:
    """Yield a share of the public corpora, other each time, and whether only its names are told.

    Clinical cases are told whole, newspapers by their names alone.
    """
    for piece in drawn(clinical, generator, rng):
        if rng.random() < CLINICAL:
            yield piece, False
    sentences = [s for s in newspapers if rng.random() < NEWSPAPERS]
    for text, spans in joined(sentences, rng):
        if rng.random() < EXCHANGED:
            text, spans = exchanged((text, spans), generator, rng)
        yield (text, spans), True

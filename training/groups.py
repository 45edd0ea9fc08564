"""Recall of the model alone by sex and origin of the names: `python -m training.groups --corpora FOLDER`.

The same newspaper articles, none of them seen in training, with every name exchanged for one of the group.
"""

from __future__ import annotations

import argparse
import logging
import os
import random
from collections.abc import Iterator
from pathlib import Path

from pipeline.recognise.name_scores import MODEL
from pipeline.recognise.name_tagger import NameTagger
from training import corpora
from training.evaluate import figures
from training.generate import Generator

log = logging.getLogger("training")


def groups(folder: Path, tagger: NameTagger, documents: int) -> Iterator[tuple[str, str, dict[str, float]]]:
    """Yield origin, sex and figures of each group."""
    golden = list(corpora.read(folder / "ancora_doc.dev.jsonl"))[:documents]
    generator = Generator(folder / "gazetteers", 7)
    for origin in ("HISPANIC", *generator.population.classes):
        for sex in "FM":
            rng = random.Random(7)  # noqa: S311 - texts, not secrets
            texts = [corpora.exchanged(g, generator, rng, sex, origin) for g in golden]
            found = [[(s.start, s.end, s.label) for s in spans] for spans in tagger([t for t, _ in texts])]
            yield origin, sex, figures(texts, found)


def main() -> None:
    """Print a line for each group."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, default=os.environ.get("ANONYMIZA_CORPORA"))
    parser.add_argument("--model", type=Path, default=MODEL)
    parser.add_argument("--documents", type=int, default=40)
    args = parser.parse_args()
    for origin, sex, found in groups(Path(args.corpora), NameTagger.load(args.model), args.documents):
        log.info("%s %s %.3f %.3f", origin, sex, found["person recall"], found["person precision"])


if __name__ == "__main__":
    main()

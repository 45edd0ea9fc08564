"""Put context models of several seeds together: `python -m training.together FOLDER FOLDER --out FOLDER`.

The result is one pipeline with a tagger of each; what counts is the mean of their chances.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import spacy

from pipeline.recognise.name_tagger import vocabulary


def together(folders: Sequence[Path]) -> Any:
    """Return the pipeline of the first folder with the taggers of the others behind its own.

    Raises ValueError where their tags differ.
    """
    first, *others = (spacy.load(folder, vocab=vocabulary(), exclude=["vocab"]) for folder in folders)
    for number, other in enumerate(others, start=2):
        if other.get_pipe("tagger").labels != first.get_pipe("tagger").labels:  # type: ignore[attr-defined]
            raise ValueError(f"the tags of folder {number} are others")
        first.add_pipe("tagger", f"tagger_{number}", source=other)
    return first


def main() -> None:
    """Put them together and write the folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True, help="folder of weights")
    args = parser.parse_args()
    together(args.folders).to_disk(args.out, exclude=["vocab"])


if __name__ == "__main__":
    main()

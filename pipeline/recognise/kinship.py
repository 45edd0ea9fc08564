"""Rules for kinship."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.detection import Detection
from pipeline.document import Document
from pipeline.registry import recogniser


@recogniser("kinship", labels=("KINSHIP",))
def find_kinship(document: Document) -> Iterator[Detection]:
    """Yield nothing yet."""
    yield from ()

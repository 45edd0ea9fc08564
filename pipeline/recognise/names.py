"""Rules for names."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.detection import Detection
from pipeline.document import Document
from pipeline.registry import recogniser


@recogniser("names", labels=("PERSON",))
def find_names(document: Document) -> Iterator[Detection]:
    """Yield nothing yet."""
    yield from ()

"""Rules for places."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.detection import Detection
from pipeline.document import Document
from pipeline.registry import recogniser


@recogniser("places", labels=("LOC",))
def find_places(document: Document) -> Iterator[Detection]:
    """Yield nothing yet."""
    yield from ()

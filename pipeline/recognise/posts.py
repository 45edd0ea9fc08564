"""Rules for posts."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.detection import Detection
from pipeline.document import Document
from pipeline.registry import recogniser


@recogniser("posts", labels=("POST",))
def find_posts(document: Document) -> Iterator[Detection]:
    """Yield nothing yet."""
    yield from ()

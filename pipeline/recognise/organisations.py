"""Rules for organisations."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.detection import Detection
from pipeline.document import Document
from pipeline.registry import recogniser


@recogniser("organisations", labels=("ORG",))
def find_organisations(document: Document) -> Iterator[Detection]:
    """Yield nothing yet."""
    yield from ()

"""Rules for roles."""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.detection import Detection
from pipeline.document import Document
from pipeline.registry import recogniser


@recogniser("roles", labels=("ROLE",))
def find_roles(document: Document) -> Iterator[Detection]:
    """Yield nothing yet."""
    yield from ()

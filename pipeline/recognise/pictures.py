"""Faces and signatures: the regions of a page that a reader of pixels marked, one datum each.

Two of them are never taken for one: who is in a picture can't be told from its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import BlockKind, Document, Span
from pipeline.registry import recogniser

NAME = "pictures"
# what the reader calls a region, and its label; what a reviewer drew is the reviewer's own detection
_LABELS = {"face": Label.FACE, "signature": Label.SIGNATURE}


@recogniser(NAME, labels=(Label.FACE, Label.SIGNATURE))
def find_pictures(document: Document) -> Iterator[Detection]:
    """Yield each marked region with the confidence of the reader, 1 where it gives none."""
    on_page: Counter[tuple[int, str]] = Counter()
    for block in document.blocks:
        label = _LABELS.get(block.label) if block.kind is BlockKind.PICTURE else None
        if label is None or not block.anchors:
            continue
        anchor = block.anchors[0]
        page = (anchor.page or 0) + 1
        on_page[page, label] += 1
        yield detect(
            Span(anchor.start, anchor.start + 1), label, min(anchor.confidence, default=1.0), recogniser=NAME,
            trigger=f"picture:{block.label}", value=picture_value(document.digest, page, on_page[page, label]),
        )  # fmt: skip


def picture_value(digest: str, page: int, number: int) -> str:
    """Return what tells a region from every other: its file, its page and its number there, both from one."""
    return f"{digest[:12]}:{page}:{number}"

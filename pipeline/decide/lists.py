"""Allow- and deny-lists: where an entry matches, and the detections a deny-list adds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pipeline.decide.runaway import is_runaway
from pipeline.detection import Detection, Label, Layer, detect
from pipeline.document import Document, Span, fold
from pipeline.errors import PolicyError
from pipeline.policy import ListEntry, ListKind, Match, Policy


@lru_cache(maxsize=2048)
def pattern_of(entry: ListEntry) -> re.Pattern[str]:
    """Compile an entry; raises PolicyError where its pattern is malformed. Spaces match any white space."""
    if entry.match is Match.PATTERN:
        try:
            pattern = re.compile(entry.text)
        except re.error:
            raise PolicyError(f"List entry {entry.id} is not a valid pattern.") from None
        if is_runaway(entry.text):
            raise PolicyError(f"List entry {entry.id} is a pattern that could search for ever.")
        return pattern
    words = entry.text.split()
    text = r"\s+".join(re.escape(word if entry.match is Match.EXACT else fold(word)) for word in words)
    return re.compile(text if entry.match is Match.FOLDED else rf"(?<![^\W_]){text}(?![^\W_])")


def matches(entry: ListEntry, document: Document) -> Iterator[Span]:
    """Yield every place where the entry stands in the document."""
    if not entry.text.strip():
        return
    text = document.text if entry.match in {Match.EXACT, Match.PATTERN} else document.folded
    for match in pattern_of(entry).finditer(text):
        if match.end() > match.start():
            yield Span(match.start(), match.end())


def list_detections(document: Document, policy: Policy) -> Iterable[Detection]:
    """Yield a sure detection for each place where a deny-list entry stands."""
    for entry in policy.lists:
        if entry.kind is ListKind.DENY:
            for span in matches(entry, document):
                yield detect(
                    span, entry.label or Label.QUASI, 1.0, recogniser="deny-list", trigger=f"deny-list:{entry.id}",
                    layer=Layer.LIST, value=" ".join(document.folded[span.start : span.end].split()),
                )  # fmt: skip


def allowing(entries: Sequence[ListEntry], surface: str, label: str) -> ListEntry | None:
    """Return the allow-list entry that equals the surface; a part of a longer name is not allowed by it."""
    for entry in entries:
        if entry.kind is not ListKind.ALLOW or entry.label not in ("", label):
            continue
        text = surface if entry.match in {Match.EXACT, Match.PATTERN} else fold(surface)
        if pattern_of(entry).fullmatch(text.strip()):
            return entry
    return None

"""What stands in place of data already: tags of an earlier release, which are nobody's data and stay as they are."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import cache

from pipeline.detection import Detection
from pipeline.document import Document, Span
from pipeline.lexicons import rows


def without_tags(document: Document, found: Iterable[Detection]) -> list[Detection]:
    """Return the detections but those that say nothing besides tags or pieces of them (`[NIF_1]`)."""
    tags = [match.span() for match in _tag().finditer(document.text)]
    if not tags:
        return list(found)
    starts, ends = [start for start, _ in tags], [end for _, end in tags]

    def says_more(span: Span) -> bool:
        met = tags[bisect_right(ends, span.start) : bisect_left(starts, span.end)]
        return not met or any(map(str.isalnum, _besides(document.text, span, met)))

    return [detection for detection in found if says_more(detection.span)]


def _besides(text: str, span: Span, tags: Iterable[tuple[int, int]]) -> Iterator[str]:
    """Yield the characters of a span outside the tags that it meets."""
    place = span.start
    for start, end in tags:
        yield from text[place : max(place, start)]
        place = end
    yield from text[place : max(place, span.end)]


@cache
def _tag() -> re.Pattern[str]:
    prefixes = "|".join(sorted({row[1] for row in rows("tags.tsv")}))
    # So few digits hold nobody's number.
    return re.compile(rf"\[(?:{prefixes})_[1-9]\d{{0,4}}\]")

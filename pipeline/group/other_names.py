"""Names that a document says somebody else's name beside: "alias el Sartenes", "Bartolomé Rosell («Tolo»)"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipeline.analysis import Found
from pipeline.detection import Label
from pipeline.document import covered
from pipeline.group.attach import SENTENCE_END
from pipeline.group.mentions import PersonMention

Place = tuple[int, int]

# A nickname stands this near after the name, and no phrase that means somebody else stands between them.
_FAR = 120
_PHRASES = frozenset({Label.ROLE, Label.KINSHIP, Label.POST})
_QUOTED = re.compile(r"\s*(?:[,(]\s*)?[«\"“‘]\s*")
_BRACKETED = re.compile(r"\s*\(\s*")
_UNQUOTES = re.compile(r"\s*[»\"”’]")


def other_names(found: Sequence[Found], mentions: Sequence[PersonMention]) -> dict[Place, Place]:
    """Return for each name that is only another one's the place of that one, both by document and offset."""
    by_document: dict[int, list[PersonMention]] = defaultdict(list)
    for mention in mentions:
        by_document[mention.document].append(mention)
    pairs: dict[Place, Place] = {}
    for n, several in by_document.items():
        for name, other in _pairs(found[n], several):
            whose = (n, name.start)
            pairs[n, other.start] = pairs.get(whose, whose)
    return pairs


def _pairs(found: Found, mentions: Sequence[PersonMention]) -> Iterator[tuple[PersonMention, PersonMention]]:
    text = found.document.text
    announced = covered(len(text), (d.span for d in found.detections if d.provenance.recogniser == "aliases"))
    phrases = covered(len(text), (d.span for d in found.standing if d.label in _PHRASES))
    for name, other in pairwise(mentions):
        start, end = name.detection.span.end, other.start
        if not 0 < end - start <= _FAR or name.label:
            continue
        if any(announced[other.start : other.detection.span.end]):
            if SENTENCE_END.search(text, start, end) is None and not any(phrases[start:end]):
                yield name, other
        elif not other.parts.is_full and _is_enclosed(text, name, other):
            yield name, other


def _is_enclosed(text: str, name: PersonMention, other: PersonMention) -> bool:
    """Tell whether a form stands between quotes after a name, or between brackets the part that the name lacks."""
    start, end, stop = name.detection.span.end, other.start, other.detection.span.end
    if _QUOTED.fullmatch(text, start, end):
        return _UNQUOTES.match(text, stop) is not None
    one, two = name.parts, other.parts
    lacking = (one.given and not one.surnames and not two.given) or (not one.given and two.given and not two.surnames)
    return bool(lacking) and _BRACKETED.fullmatch(text, start, end) is not None and text[stop : stop + 1] in (")", ",")

"""Where the persons of a document stand about a designation: who comes next, who signs, near whom its stem is said."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from pipeline.detection import Detection
from pipeline.document import Document
from pipeline.group import role_contexts
from pipeline.group.attach import SENTENCE_END
from pipeline.group.mentions import PersonMention
from pipeline.group.person import Person
from pipeline.group.role_contexts import Table
from pipeline.group.role_cues import forms_start

Named = Sequence[tuple[PersonMention, Person]]

# How far after a name and before it a word is said of its bearer, and how far the next name may be.
_AFTER, _BEFORE, _NEXT = 110, 66, 90
# Letters that may stand between a designation and the name in the line below.
_NOTE = 12
# A signature stands this near the end.
_END = 260
# Letters of a role that its verb and its noun share ("arrendatario", "arrendada"), by the length of the role.
_SHORT, _LONG, _LONG_ROLE = 5, 6, 8
# How many mentions before a designation can tell who was named since whom.
_RECENT = 60


class Places:
    """The mentions of one document by place."""

    def __init__(
        self, document: Document, named: Named, designations: Sequence[Detection], contexts: Table | None = None
    ) -> None:
        self.document, self.named, self.contexts = document, named, contexts
        self.starts = [m.start for m, _ in named]
        self.spans = [(m.start, m.detection.span.end) for m, _ in named]
        self.taken = sorted((d.span.start, d.span.end) for d in designations)
        self.said: dict[str, tuple[frozenset[Person], frozenset[Person]]] = {}
        self.words: dict[Person, Mapping[str, float]] = {}
        self.spans_of: dict[Person, list[tuple[int, int]]] = defaultdict(list)
        for span, (_, person) in zip(self.spans, named, strict=True):
            self.spans_of[person].append(span)

    @cached_property
    def signer(self) -> Person | None:
        """Who is named last, where that is the end of the document."""
        far = not self.named or len(self.document.text) - self.starts[-1] > _END
        return None if far else self.named[-1][1]

    def next(self, d: Detection) -> tuple[Person | None, bool]:
        """Return who is named next in the sentence, or in the line below, and whether it is that line."""
        at = bisect_left(self.starts, d.span.end)
        if at == len(self.starts) or self.starts[at] - d.span.end > _NEXT:
            return None, False
        start = forms_start(self.document, self.starts[at])
        gap = self.document.text[d.span.end : start]
        below = "\n" in gap
        if below and sum(c.isalpha() for c in gap) > _NOTE:
            return None, False
        if not below and SENTENCE_END.search(self.document.text, d.span.end, start + 1):
            return None, False
        return self.named[at][1], below

    def named_since(self, d: Detection) -> dict[Person, int]:
        """Return for each person named before a designation how many others were named since."""
        seen: dict[Person, int] = {}
        at = bisect_left(self.starts, d.span.start)
        for _, person in reversed(self.named[max(0, at - _RECENT) : at]):
            seen.setdefault(person, len(seen))
        return seen

    def said_near(self, role: str) -> tuple[frozenset[Person], frozenset[Person]]:
        """Return the persons after whose name the stem of a role is said, and those before whose name."""
        stem = role[: _LONG if len(role) >= _LONG_ROLE else _SHORT]
        if stem not in self.said:
            self.said[stem] = self._near(stem) if len(stem) >= _SHORT - 1 and stem.isalpha() else (frozenset(),) * 2
        return self.said[stem]

    def _near(self, stem: str) -> tuple[frozenset[Person], frozenset[Person]]:
        after: set[Person] = set()
        before: set[Person] = set()
        text = self.document.text
        for match in re.finditer(stem, self.document.folded):
            place = match.start()
            if self.document.folded[place - 1 : place].isalpha() or self._is_designation(place):
                continue
            at = bisect_left(self.starts, place)
            end = self.spans[at - 1][1] if at else place - _AFTER - 1
            if place - end <= _AFTER and not SENTENCE_END.search(text, end, place + 1):
                after.add(self.named[at - 1][1])
            start = self.starts[at] if at < len(self.starts) else place + _BEFORE + 1
            if start - place <= _BEFORE and not SENTENCE_END.search(text, place, forms_start(self.document, start)):
                before.add(self.named[at][1])
        return frozenset(after), frozenset(before)

    def _is_designation(self, place: int) -> bool:
        at = bisect_left(self.taken, (place + 1, 0))
        return at > 0 and self.taken[at - 1][1] > place

    def words_around(self, person: Person) -> Mapping[str, float]:
        """Return what the words around the names of a person say, by class of roles."""
        if person not in self.words:
            stems = role_contexts.stems_around(self.document, self.spans_of[person], self.spans)
            self.words[person] = role_contexts.told(stems, self.contexts)
        return self.words[person]

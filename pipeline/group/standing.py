"""What stands in a document before names are looked for again."""

from __future__ import annotations

from bisect import bisect_right

from pipeline.analysis import Found
from pipeline.detection import Detection, Label
from pipeline.document import Span

# Names surer than this are looked for; a doubtful one would only spread its doubt.
SURE = 0.5


class Standing:
    """The standing detections of a document by place."""

    def __init__(self, found: Found) -> None:
        self.all = sorted(found.standing, key=lambda d: (d.span.start, -d.span.end))
        self.starts = [d.span.start for d in self.all]
        self.persons = {(d.span.start, d.span.end): d for d in self.all if d.label == Label.PERSON}

    def same(self, span: Span) -> Detection | None:
        """Return the standing person detection of just this span."""
        return self.persons.get((span.start, span.end))

    def covers(self, span: Span, score: float) -> bool:
        """Tell whether what stands there already hides or protects the whole of it, at least as surely."""
        at = bisect_right(self.starts, span.start)
        for d in reversed(self.all[max(0, at - 12) : at]):
            if d.span.contains(span) and d.score >= min(score - (0.05 if d.label == Label.PERSON else 0.0), SURE):
                return True
        return False

"""What the written file must no longer hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pipeline.analysis import Analysis, Sought
from pipeline.decision import Action
from pipeline.document import fold


def sought(analysis: Analysis, others: Sequence[Analysis] = ()) -> tuple[Sought, ...]:
    """List each replaced value of the document, and of the rest of its expediente, once.

    `allowed` is how often the value stands in the intended text: by a decision that keeps a mention, or, for a
    single word ("Rey" in "Rey de Armas"), wherever it isn't a mention. A value of several words or with digits
    may stand only where a decision keeps it.
    """
    intended = " ".join(fold(intended_text(analysis)).split())
    kept = _kept(analysis)
    values: dict[str, Sought] = {}
    for source in (analysis, *others):
        for replacement in source.replacements():
            folded = " ".join(fold(replacement.original).split())
            if len(folded) < 2 or folded in values or replacement.output == replacement.original:
                continue
            allowed = kept[folded]
            if _is_weak(folded):
                allowed = intended.count(folded)
            values[folded] = Sought(replacement.original, replacement.label, replacement.detection, allowed)
    return tuple(values.values())


def intended_text(analysis: Analysis) -> str:
    """Return the document's text with its replacements applied."""
    text, out, last = analysis.document.text, [], 0
    for replacement in analysis.replacements():
        out += [text[last : replacement.span.start], replacement.output]
        last = replacement.span.end
    return "".join([*out, text[last:]])


def _is_weak(folded: str) -> bool:
    digits = sum(c.isdigit() for c in folded)
    return digits < 5 and " " not in folded and "@" not in folded and "." not in folded


def _kept(analysis: Analysis) -> Counter[str]:
    kept: Counter[str] = Counter()
    for detection in analysis.detections:
        decision = analysis.decisions.get(detection.id)
        if detection.lost_to is None and (decision is None or decision.action is Action.KEEP):
            kept[" ".join(fold(analysis.document.surface(detection.span)).split())] += 1
    return kept

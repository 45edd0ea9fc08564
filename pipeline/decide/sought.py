"""What the written file must no longer hold."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.analysis import Analysis, Sought
from pipeline.decision import Action, Replacement
from pipeline.detection import Label
from pipeline.document import fold

# What coincides without being the same fact: where it wasn't marked it may stand.
_COMMON = {Label.AGE, Label.LOC, Label.POSTCODE, Label.KINSHIP, Label.POST, Label.ROLE, Label.QUASI}


def sought(analysis: Analysis, others: Sequence[Analysis] = ()) -> tuple[Sought, ...]:
    """List each replaced value of the document, and of the rest of its expediente, once.

    `allowed` is how often the value stands in the intended text: inside a mention that a decision keeps, or, for a
    single word ("Rey" in "Rey de Armas") or a common fact (an age), wherever it isn't a mention. A name of several
    words or an identifier may stand only where a decision keeps it.
    """
    intended = _plain(intended_text(analysis))
    kept = _kept_text(analysis)
    values: dict[str, Sought] = {}
    for source in (analysis, *others):
        for replacement in source.replacements():
            folded = _plain(replacement.original)
            if len(folded) < 2 or folded in values or replacement.output == replacement.original:
                continue
            allowed = (intended if _is_weak(folded, replacement) else kept).count(folded)
            values[folded] = Sought(replacement.original, replacement.label, replacement.detection, allowed)
    return tuple(values.values())


def _plain(text: str) -> str:
    return " ".join(fold(text).split())


def intended_text(analysis: Analysis) -> str:
    """Return the document's text with its replacements applied."""
    text, out, last = analysis.document.text, [], 0
    for replacement in analysis.replacements():
        out += [text[last : replacement.span.start], replacement.output]
        last = replacement.span.end
    return "".join([*out, text[last:]])


def _is_weak(folded: str, replacement: Replacement) -> bool:
    if replacement.label in _COMMON:
        return True
    digits = sum(c.isdigit() for c in folded)
    return digits < 5 and " " not in folded and "@" not in folded and "." not in folded


def _kept_text(analysis: Analysis) -> str:
    kept = []
    for detection in analysis.detections:
        decision = analysis.decisions.get(detection.id)
        if detection.lost_to is None and (decision is None or decision.action is Action.KEEP):
            kept.append(_plain(analysis.document.surface(detection.span)))
    return "\n".join(kept)

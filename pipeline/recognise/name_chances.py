"""How likely what a model takes for a name is somebody's: one weighing of both models' chances and all that is known.

A logistic model (`training.name_chances` fits it on documents that the models haven't seen), so that a name's score
says the same whichever model gave it. Of the names that rules give by words and shape, those that neither model
sees a likely part of are doubted: hardly three in a hundred are somebody's. What they read on after the end that both
models agree on, on the same line, is a body, a street or a label, and is cut off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pipeline.detection import Adjustment, Detection, Effect, Label, Layer
from pipeline.document import Document, Span, fold
from pipeline.lexicons.names import given_band, is_common, particles, surname_band
from pipeline.recognise.name_evidence import Evidence
from pipeline.recognise.name_scores import Calibration
from pipeline.recognise.ner import plain

WEIGHTS = "names.json"
# A form of address and the label of a field say that a name follows, whatever the models see.
_CALLED = frozenset({"names:title", "names:label"})
_BY_RULE, _DOUBTED, _NOBODY, _LEAST = "names:", 0.3, 0.2, 0.05
_AGREED = _BELIEVED = 0.5
_SHORT = 6
# A rule knows better where a name goes on in the next line, or stands turned round behind a comma.
_GOES_ON = re.compile(r"\s*,|[^\n\x00]*[\n\x00]")


def weighed(
    document: Document, found: Sequence[Detection], said: Sequence[Detection], chances: Calibration
) -> Iterator[Detection]:
    """Yield what was found and the names that the context model said, names with the score of the weighing."""
    evidence = Evidence(document, found, said)
    chance = {span: _chance(span, evidence, chances) for span in {d.span for d in evidence.proposed}}
    ends = _agreed_ends(evidence)
    for detection in found:
        if _is_guess(detection):
            yield _scored(detection, chance)
        elif not _is_ruled(detection):
            yield detection
        else:
            believed = max((chance[d.span] for d in evidence.proposing(detection.span)), default=0.0)
            heard = believed >= _BELIEVED or _is_called(document, detection)
            yield _cut(document, detection if heard else _doubted(detection), ends.get(detection.span.start, 0))
    yield from (each for d in evidence.said if (each := _scored(d, chance)).score >= _LEAST)


def _is_guess(detection: Detection) -> bool:
    return detection.label == Label.PERSON and detection.provenance.layer is Layer.NER


def _is_ruled(detection: Detection) -> bool:
    """Tell whether the rules of names gave it by words and shape, rather than by a mark of its own."""
    told = detection.provenance
    named = detection.label == Label.PERSON and detection.effect is Effect.HIDE
    return named and told.layer is Layer.RULE and told.trigger.startswith(_BY_RULE)


def _chance(span: Span, evidence: Evidence, chances: Calibration) -> float:
    chance = chances.chance(evidence.of(span))
    return min(chance, _NOBODY) if evidence.is_nobodys(span) else chance


def _scored(detection: Detection, chance: Mapping[Span, float]) -> Detection:
    return detection.adjusted("weighed:names", chance[detection.span] - detection.score, ceiling=1.0)


def _is_called(document: Document, detection: Detection) -> bool:
    """Tell whether a form of address or a field's label says it is a name, and a word of it may be one: somebody
    bears it, or nobody says it ("D. Reclamación" and "D. IMEI" number a list)."""
    if detection.provenance.trigger not in _CALLED:
        return False
    for word in plain(document.surface(detection.span)).split():
        folded = fold(word)
        borne = given_band(folded) or surname_band(folded)
        code = word.isupper() and len(word) < _SHORT
        if folded not in particles() and (borne or not (is_common(folded) or code)):
            return True
    return False


def _doubted(detection: Detection) -> Detection:
    """Doubt a rule's name that the weighing doesn't believe in, at any part of its place."""
    return detection.adjusted("unseen:models", min(0.0, _DOUBTED - detection.score))


def _agreed_ends(evidence: Evidence) -> dict[int, int]:
    """Return, by where it starts, the end of each name on whose bounds both models agree."""
    guessed, said = ({d.span for d in side if d.score >= _AGREED} for side in (evidence.guessed, evidence.said))
    return {span.start: span.end for span in guessed & said}


def _cut(document: Document, detection: Detection, end: int) -> Detection:
    """Cut a name off at an end inside it, where the rest stands on the same line and behind no comma."""
    span = detection.span
    if not span.start < end < span.end or _GOES_ON.match(document.text, end, span.end):
        return detection
    told = detection.provenance
    steps = (*told.adjustments, Adjustment("bounds:models", 0.0))
    return replace(detection, span=Span(span.start, end), provenance=replace(told, adjustments=steps))

"""Which of two overlapping detections stands, and why; losers are kept and name their winner.

No character that a strong detection wanted hidden is left over: where two strong ones overlap in part, the
winner grows over both (same label) or the rest of the loser stands by itself (different labels).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.detection import Adjustment, Detection, Effect, Label, Layer
from pipeline.document import Span, fold
from pipeline.lexicons import words
from pipeline.policy import Policy

# How sharply a label's bounds are drawn: a number is exact, a phrase less so, a model's guess least.
_FUZZY = {Label.PERSON: 3, Label.DATE: 3, Label.AGE: 3, Label.KINSHIP: 2, Label.POST: 2, Label.QUASI: 2}
_FUZZY |= {Label.ROLE: 2, Label.LOC: 1, Label.ORG: 4, Label.ADDRESS: 4}
_EXACT = 5
# What any number may be gives way to what knows the form of this one.
_GENERIC = frozenset({"codes"})
# Of a number that loses to another, what is left without a figure is a word beside it ("o 600 00 00 00").
_NUMBERS = frozenset({Label.OTHER_ID, Label.CASE_NUMBER})
# Letters beside a number are a part of it where another reading of it takes them in: "DUR 233/2025", "9.944-C".
_HEAD = re.compile(r"\s?\(?[A-ZÑ]{1,5}\)?[-./ ]?(?:[nN]\.?\s?[ºo°]\.?\s?)?(?:\d{1,4}[-/])?|\d{1,4}[-/]")
_TAIL = re.compile(
    r"(?:[-./ ]?[A-ZÑ]{1,4}|-\d{1,6}|[-/ ](?:bis|vto|vuelto|v|rev|revers)|\.[a-z]{3})\.?º?(?:[-/.]?[A-Z\d]{1,4})?\s?"
)
# From here on the check of an exact number says where it ends, whatever stands beside it.
_CHECKED = 0.75
_EXACT_NUMBERS = frozenset({Label.NIF, Label.PHONE, Label.NSS, Label.IBAN, Label.PASSPORT, Label.PLATE})
_NUMBERS_OF_ANY = _NUMBERS | {Label.LICENCE_ID, Label.HEALTH_ID}
# Phrases of somebody that may hold the name of an illness or organ ("secretaria del Ayuntamiento de Sueca").
_PHRASES = frozenset({Label.POST, Label.QUASI, Label.KINSHIP})
# What may hold a kept name or short form that is a word of it.
_OUTER = _PHRASES | {Label.ORG, Label.ADDRESS, Label.PERSON}
_WORD = re.compile(r"[^\W_]+")
_BUILDING, _STREET = "building or award", "street"
_NAMESAKES = frozenset({"organ", _BUILDING, _STREET})


def resolve_overlaps(detections: Sequence[Detection], policy: Policy, text: str = "") -> tuple[Detection, ...]:
    """Return every detection, sorted by place, with `lost_to` set on those that lost; ids must be given.

    `text` is the document's: what is left of a loser doesn't begin or end in white space.
    """
    settled: list[Detection] = []
    for cluster in _clusters(detections):
        settled.extend(cluster if len(cluster) == 1 else _settle(cluster, policy, text))
    return tuple(sorted(settled, key=lambda d: (d.span.start, -d.span.end, d.id)))


def _clusters(detections: Sequence[Detection]) -> Iterator[list[Detection]]:
    cluster: list[Detection] = []
    end = 0
    for detection in sorted(detections, key=lambda d: (d.span.start, -d.span.end)):
        if cluster and detection.span.start >= end:
            yield cluster
            cluster = []
        cluster.append(detection)
        end = max(end if len(cluster) > 1 else 0, detection.span.end)
    if cluster:
        yield cluster


def _settle(cluster: Sequence[Detection], policy: Policy, text: str) -> list[Detection]:
    standing: list[Detection] = []
    lost: list[Detection] = []
    outer = [d for d in cluster if d.label in _OUTER and _is_strong(d, policy)]
    for detection in sorted(cluster, key=lambda d: _priority(d, policy, outer), reverse=True):
        rivals = [w for w in standing if w.span.overlaps(detection.span)]
        if not rivals:
            standing.append(detection)
            continue
        if _is_strong(detection, policy):
            detection = _salvage(detection, rivals, standing, text)
        if detection.lost_to is None:
            detection = replace(detection, lost_to=rivals[0].id)
        lost.append(detection)
    return [*standing, *lost]


def _salvage(detection: Detection, rivals: list[Detection], standing: list[Detection], text: str) -> Detection:
    """Keep covered what a strong loser wanted hidden; return the loser."""
    if all(r.effect is Effect.PROTECT for r in rivals) and any(r.span.contains(detection.span) for r in rivals):
        return detection
    if detection.label in {Label.QUASI, Label.ORG} and any(r.effect is Effect.PROTECT for r in rivals):
        return detection  # an illness or a body kept by its name leaves nothing of its phrase to hide
    twin = next((r for r in rivals if r.label == detection.label and r.effect is Effect.HIDE), None)
    if len(rivals) == 1 and text and _is_part(rivals[0], detection, text):
        standing[standing.index(rivals[0])] = _moved(rivals[0], detection.span, "overlap:extended", rivals[0].id)
        return replace(detection, lost_to=rivals[0].id)
    parts = [part for p in _uncovered(detection.span, rivals) if (part := _bare(p, text))]
    if detection.label in _NUMBERS and text:
        in_groups = len(rivals) > 1 and all(r.label in _NUMBERS_OF_ANY for r in rivals)
        parts = [p for p in parts if _is_of_number(p, text, in_groups)]
    if twin and parts and len(rivals) == 1:
        grown = Span(min(twin.span.start, detection.span.start), max(twin.span.end, detection.span.end))
        if not any(s is not twin and s.span.overlaps(grown) for s in standing):
            standing[standing.index(twin)] = _moved(twin, grown, "overlap:extended", twin.id)
            return replace(detection, lost_to=twin.id)
    for n, part in enumerate(parts):
        standing.append(_moved(detection, part, "overlap:trimmed", f"{detection.id}t{n}"))
    return detection


def _is_of_number(part: Span, text: str, in_groups: bool) -> bool:
    """Tell whether what is left of a number's longer reading is a part of it; letters are beside its groups alone."""
    figures = any(c.isdigit() for c in text[part.start : part.end])
    return figures or (in_groups and _HEAD.fullmatch(text, part.start, part.end) is not None)


def _is_part(number: Detection, whole: Detection, text: str) -> bool:
    """Tell whether a number is the figures of another reading that takes in the letters beside them."""
    known = number.label in _NUMBERS_OF_ANY or (number.label in _EXACT_NUMBERS and number.score < _CHECKED)
    if not known or whole.label not in _NUMBERS_OF_ANY or number.effect is not Effect.HIDE:
        return False
    if whole.span == number.span or not whole.span.contains(number.span) or text.endswith(".", 0, whole.span.start):
        return False
    head, tail = (whole.span.start, number.span.start), (number.span.end, whole.span.end)
    return (head[0] == head[1] or _HEAD.fullmatch(text, *head) is not None) and (
        tail[0] == tail[1] or _TAIL.fullmatch(text, *tail) is not None
    )


def _moved(detection: Detection, span: Span, by: str, id: str) -> Detection:
    adjustments = (*detection.provenance.adjustments, Adjustment(by, 0.0))
    provenance = replace(detection.provenance, adjustments=adjustments)
    return replace(detection, span=span, provenance=provenance, id=id, value="")


def _uncovered(span: Span, rivals: Sequence[Detection]) -> Iterator[Span]:
    """Yield the stretches of a span that no rival covers; a lone sign between two isn't one."""
    start = span.start
    for rival in sorted(rivals, key=lambda r: r.span):
        if rival.span.start - start > 1:
            yield Span(start, rival.span.start)
        start = max(start, rival.span.end)
    if span.end - start > 1:
        yield Span(start, span.end)


def _bare(span: Span, text: str) -> Span | None:
    """Leave out white space and stops at the head and white space at the end.

    None where nothing else is there, or only words that join two data ("el 5 de marzo [y el] 9 de abril").
    """
    said = text[span.start : span.end]
    if not said:
        return span
    start = span.start + len(said) - len(said.lstrip(" \t\r\n\u00a0.,;:-"))
    end = span.start + len(said.rstrip())
    if start >= end or words("joining_words.txt").issuperset(_WORD.findall(fold(text[start:end]))):
        return None
    return Span(start, end)


def _yields(detection: Detection, outer: Sequence[Detection]) -> bool:
    """Tell whether a name kept because it is nobody's lies inside a phrase that says who somebody is, names the
    school or hospital that somebody goes to, or is the street of somebody's address; and whether the short form of a
    rule is a word of somebody's name ("Cano de la RIVA")."""
    trigger = detection.provenance.trigger
    if trigger not in _NAMESAKES:
        names = (d for d in outer if d.label == Label.PERSON)
        return any(d.span.contains(detection.span) and len(d.span) > len(detection.span) for d in names)
    theirs = {
        *_PHRASES,
        *([Label.ORG] if trigger == _BUILDING else []),
        *([Label.ADDRESS] if trigger == _STREET else []),
    }
    return any(d.span.contains(detection.span) and d.label in theirs for d in outer)


def _is_strong(detection: Detection, policy: Policy) -> bool:
    return detection.effect is Effect.HIDE and detection.score >= policy.rule(detection.label).threshold


def _priority(detection: Detection, policy: Policy, outer: Sequence[Detection]) -> tuple[float, ...]:
    listed = detection.provenance.layer in {Layer.LIST, Layer.REVIEWER}
    protects = detection.effect is Effect.PROTECT and not _yields(detection, outer)
    strong = _is_strong(detection, policy)
    sharp = 0 if detection.label == Label.ROLE and _is_head(detection, outer) else _sharpness(detection)
    return (listed, protects, strong, sharp, len(detection.span), detection.score)


def _is_head(role: Detection, outer: Sequence[Detection]) -> bool:
    """Tell whether a role is only a part of a longer phrase: "el regidor" of "el regidor d'Hisenda"."""
    return any(d.label in _PHRASES and len(d.span) > len(role.span) and d.span.contains(role.span) for d in outer)


def _sharpness(detection: Detection) -> int:
    if detection.provenance.layer is Layer.NER:
        return 1
    if detection.provenance.recogniser in _GENERIC:
        return 2
    # A type that somebody wrote down is narrower than the built-in one of a like number or handle; where another
    # recogniser was sure of something else, the described types were never looked for.
    if detection.provenance.layer is Layer.DESCRIBED:
        return _EXACT + 1
    return _FUZZY.get(Label(detection.label), _EXACT) if detection.label in Label.__members__ else _EXACT

"""Evidence and policy to decisions: overlaps, lists, thresholds, precedence, and what is written instead."""

from pipeline.decide.lists import list_detections
from pipeline.decide.missed import changed_part, missed
from pipeline.decide.output import output_of
from pipeline.decide.overlap import resolve_overlaps
from pipeline.decide.resolve import decide, strengths
from pipeline.decide.sought import sought
from pipeline.decide.surrogate import words_of

__all__ = [
    "changed_part",
    "decide",
    "list_detections",
    "missed",
    "output_of",
    "resolve_overlaps",
    "sought",
    "strengths",
    "words_of",
]

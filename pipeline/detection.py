"""Detection: a scored candidate with its provenance."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from pipeline.document import Span


class Label(StrEnum):
    """The stable codes of what is found; `CUSTOM:<slug>` labels are plain strings beside these."""

    PERSON = "PERSON"
    ORG = "ORG"
    LOC = "LOC"
    ADDRESS = "ADDRESS"
    POSTCODE = "POSTCODE"
    NIF = "NIF"
    NIE = "NIE"
    NIF_ENTITY = "NIF_ENTITY"
    PASSPORT = "PASSPORT"
    NSS = "NSS"
    CCC = "CCC"
    IBAN = "IBAN"
    ACCOUNT = "ACCOUNT"
    CARD = "CARD"
    PHONE = "PHONE"
    EMAIL = "EMAIL"
    URL = "URL"
    IP = "IP"
    MAC = "MAC"
    PLATE = "PLATE"
    VIN = "VIN"
    CADASTRE = "CADASTRE"
    CSV = "CSV"
    CASE_NUMBER = "CASE_NUMBER"
    HEALTH_ID = "HEALTH_ID"
    LICENCE_ID = "LICENCE_ID"
    OTHER_ID = "OTHER_ID"
    DATE = "DATE"
    AGE = "AGE"
    ROLE = "ROLE"
    KINSHIP = "KINSHIP"
    POST = "POST"
    QUASI = "QUASI"
    FACE = "FACE"
    SIGNATURE = "SIGNATURE"
    AREA = "AREA"
    CITATION = "CITATION"


# What has no letters: regions of a page, each a datum of its own, destroyed where they're replaced.
PICTURES = frozenset({Label.FACE, Label.SIGNATURE, Label.AREA})


class Layer(StrEnum):
    """Which layer of the engine produced a detection."""

    RULE = "rule"
    NER = "ner"
    DESCRIBED = "described"
    COREFERENCE = "coreference"
    RELATION = "relation"
    LIST = "list"
    REVIEWER = "reviewer"


class Effect(StrEnum):
    """Whether a detection is a reason to hide or a reason to leave."""

    HIDE = "hide"
    PROTECT = "protect"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """One change of a score: who made it (`context:dni`, `checksum:failed`) and by how much."""

    by: str
    delta: float


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a detection comes from.

    `trigger` names the rule, cue or model label that fired, never the document's own text.
    `validated` is True or False where a check exists, None where nothing can be checked.
    """

    layer: Layer
    recogniser: str
    trigger: str
    version: str = "1"
    validated: bool | None = None
    adjustments: tuple[Adjustment, ...] = ()


@dataclass(frozen=True, slots=True)
class Detection:
    """A candidate: span, label, score in 0..1, effect, provenance, and what it lost to.

    `value` is the normalised form (a NIF without dots, upper case): equal values are one datum. It is
    personal data and stays out of `repr`. `birth` marks a date that is somebody's birth.
    """

    span: Span
    label: str
    score: float
    provenance: Provenance
    effect: Effect = Effect.HIDE
    value: str = field(default="", repr=False)
    id: str = ""
    lost_to: str | None = None

    def __post_init__(self) -> None:
        if not 0.0 <= self.score <= 1.0:
            raise ValueError(f"score out of range: {self.score}")

    def adjusted(self, by: str, delta: float, *, floor: float = 0.0, ceiling: float = 0.9999) -> Detection:
        """Return the detection with its score moved by `delta`, the move kept in the provenance."""
        score = round(min(max(self.score + delta, floor), max(ceiling, self.score)), 4)
        # Adding nothing turns -0.0 into 0.0, which is equal and written otherwise.
        told = _moved(self.provenance, by, round(score - self.score, 4) + 0.0)
        return Detection(self.span, self.label, score, told, self.effect, self.value, self.id, self.lost_to)


# The thousands of cells of a column are told by one rule and moved by one cue: equal provenances are one object.
@lru_cache(maxsize=8192)
def _moved(told: Provenance, by: str, delta: float) -> Provenance:
    return replace(told, adjustments=(*told.adjustments, Adjustment(by, delta)))


@lru_cache(maxsize=4096)
def _told(layer: Layer, recogniser: str, trigger: str, validated: bool | None) -> Provenance:
    return Provenance(layer, recogniser, trigger, validated=validated)


def detect(
    where: re.Match[str] | Span,
    label: str,
    score: float,
    *,
    recogniser: str,
    trigger: str,
    group: int | str = 0,
    layer: Layer = Layer.RULE,
    validated: bool | None = None,
    effect: Effect = Effect.HIDE,
    value: str = "",
) -> Detection:
    """Make a Detection of a regex match (one `group` of it) or of a span."""
    span = where if isinstance(where, Span) else Span(where.start(group), where.end(group))
    return Detection(span, label, score, _told(layer, recogniser, trigger, validated), effect, value)

"""Decision and Replacement: what is done to a target, by whom, why, and what is written instead."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pipeline.document import Span


class Action(StrEnum):
    """What is done with a detection."""

    TAG = "tag"
    INITIALS = "initials"
    MASK = "mask"
    PARTIAL_MASK = "partial-mask"
    PSEUDONYM = "pseudonym"
    SURROGATE = "surrogate"
    GENERALISE = "generalise"
    SUPPRESS = "suppress"
    KEEP = "keep"


class Reason(StrEnum):
    """Why, in order of precedence."""

    REVIEWER = "reviewer"
    DENY_LIST = "deny-list"
    ALLOW_LIST = "allow-list"
    CITATION = "citation"
    VALIDATED = "validated"
    THRESHOLD = "threshold"
    BELOW_THRESHOLD = "below-threshold"
    OUTSCORED = "outscored"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A reviewer's standing decision on an entity, on one spelling of it, or on one mention.

    Exactly one of `entity`, `detection` is set; `spelling` (folded) narrows an entity's ruling.
    """

    action: Action
    actor: str
    at: str
    entity: str = ""
    detection: str = ""
    spelling: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """What happens to one detection: action, reason, who, when and under which policy.

    `doubtful` means that a person should look: in the band of doubt, failed check, or ambiguous.
    """

    detection: str
    action: Action
    reason: Reason
    output: str = ""
    actor: str = "engine"
    at: str = ""
    policy: str = ""
    entry: str = ""
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Replacement:
    """What is written in place of a span; a list of them is sorted and disjoint.

    `original` is the text that goes; it is what the verifier looks for, and stays out of `repr`.
    """

    span: Span
    action: Action
    output: str
    detection: str
    label: str
    original: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Written:
    """What a writer returns: the new bytes and notes of what else was done, as `code` or `code:count`.

    Codes: `images-blanked`, `attachments-removed`, `properties-removed`, `comments-anonymised`, `comments-removed`,
    `revisions-removed`, `signatures-removed`, `scripts-removed`, `pages-rasterised`, `pivots-removed`, `parts-removed`,
    `hidden-removed`, `images-redacted`, `pixels-burnt`, `frames-removed`, `no-second-reader`.
    """

    data: bytes = field(repr=False)
    notes: tuple[str, ...] = ()

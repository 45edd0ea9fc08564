"""Store: what the worker asks of whoever keeps the files, the findings and the decisions.

Work is claimed by compare-and-set and held under a lease. Every write names the claim it is made under and
answers False where the claim is no longer held: somebody else has the work now, and nothing was written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pipeline.analysis import Analysis, Found
from pipeline.document import Area, Document
from pipeline.entity import Entity
from pipeline.policy import Policy

By = Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Claim:
    """One piece of work in hand: whose (a file's or an expediente's id), in which expediente, under which token.

    `version` is which demand to go over the files is being met; a later one is met later.
    """

    kind: Literal["file", "case"]
    id: int
    case: int
    token: str
    version: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes and name of an uploaded file, and the policy in force with its lists."""

    data: bytes = field(repr=False)
    name: str = field(repr=False)
    policy: Policy = field(repr=False)


@dataclass(frozen=True, slots=True)
class Ground:
    """What an expediente knows already: its entities, the best score of each, and the key of its pseudonyms."""

    known: tuple[Entity, ...] = ()
    strength: Mapping[str, float] = field(default_factory=dict)
    key: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, slots=True)
class Kept:
    """One analysed file as stored: its findings, who each belongs to, and the ones a person has settled.

    `fixed` are the ids that a person has settled, `taken` all ids ever given in the file. `revision` is the
    expediente's when it was read: what was made of an older one isn't kept.
    """

    file: int
    found: Found
    entity_of: Mapping[str, str]
    fixed: frozenset[str] = frozenset()
    taken: frozenset[str] = frozenset()
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """One file to release: its bytes, its findings as stored, and who decided what and when, by detection.

    `areas` are the regions drawn on its pages: the findings count them at the end of its text. `reading` is the
    document as it was read for the analysis, with its anchors, where it was kept.
    """

    file: int
    data: bytes = field(repr=False)
    name: str = field(repr=False)
    analysis: Analysis = field(repr=False)
    decided_by: By = field(repr=False)
    areas: tuple[Area, ...] = ()
    reading: Document | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Result:
    """One file that was written and verified, with its reports."""

    file: int
    data: bytes = field(repr=False)
    name: str = field(repr=False)
    report_json: bytes = field(repr=False)
    report_html: bytes = field(repr=False)
    digest: str
    replaced: int
    sought: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeakPlace:
    """Where one written file still holds what was replaced: place, how it was found, label; never the text.

    `mention` and `mention_file` are the detection of the value and the file it belongs to; empty and None where the
    fault is the file's as a whole. What no detection had found has `start` and `end` instead: where it stands in the
    text of the file as it was analysed.
    """

    file: int
    where: str
    how: str
    label: str = ""
    mention: str = ""
    mention_file: int | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """Work that nobody holds: files to analyse, expedientes to go over again, expedientes to release."""

    files: tuple[int, ...] = ()
    stale: tuple[int, ...] = ()
    releases: tuple[int, ...] = ()


class Moved(Exception):
    """Somebody acted on the expediente since it was read; read again."""


class Store(Protocol):
    """Keeps everything between one task and the next; every method may be called twice."""

    def claim_file(self, hint: int) -> Claim | None:
        """Claim the first waiting file of the expediente that file `hint` belongs to."""

    def beat(self, claim: Claim, stage: str = "", done: int = 0, total: int = 0) -> bool:
        """Prolong the lease of a claim and of what it holds of the expediente; say how far it is."""

    def source(self, claim: Claim) -> Source:
        """Return what a claimed file is analysed from."""

    def take_turn(self, claim: Claim) -> bool:
        """Take the expediente for a claimed file: its earlier files are through and nobody else concludes."""

    def ground(self, case: int) -> Ground:
        """Return what the expediente knows before this conclusion."""

    def finish_file(self, claim: Claim, analysis: Analysis) -> bool:
        """Keep a whole analysis at once and give the expediente back."""

    def fail(self, claim: Claim, code: str, stage: str) -> bool:
        """Close a file or a release with an error's code and stage."""

    def claim_stale(self, case: int) -> Claim | None:
        """Claim an expediente whose analysed files are to be gone over again."""

    def policy(self, case: int) -> Policy:
        """Return the policy in force in the expediente, with its lists."""

    def analysed(self, claim: Claim) -> Sequence[int]:
        """Return the analysed files of a claimed expediente, in order."""

    def kept(self, claim: Claim, file: int) -> Kept:
        """Return an analysed file as stored."""

    def revise(self, claim: Claim, kept: Kept, analysis: Analysis) -> bool:
        """Keep what going over one file changed; what a person has settled stands.

        Raises Moved, with nothing written, where somebody acted since the file was read.
        """

    def finish_stale(self, claim: Claim) -> bool:
        """Give back an expediente that has been gone over."""

    def claim_release(self, case: int) -> Claim | None:
        """Claim an expediente that is to be released."""

    def parts(self, claim: Claim) -> Sequence[Part]:
        """Return the files of a claimed release, in order."""

    def finish_release(self, claim: Claim, results: Sequence[Result]) -> bool:
        """Keep a whole release at once."""

    def deny_release(self, claim: Claim, leaks: Sequence[LeakPlace]) -> bool:
        """Close a release of which some files leak, and keep where they do."""

    def due(self) -> Due:
        """Return work that nobody holds and that isn't on its way in the queue; close what died too often."""

    def tidy(self) -> int:
        """Delete what processes that died left behind; return how many things that was."""


def same_text(analysis: Analysis, document: Document) -> bool:
    """Tell whether a document read again is the one that was analysed: only then its positions hold."""
    return analysis.document.text == document.text

"""Fakes behind the engine's interfaces: a store in memory, a model that finds nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from uuid import uuid4

from pipeline.analysis import Analysis, Found
from pipeline.entity import Entity
from pipeline.policy import Policy
from pipeline.store import Claim, Due, Ground, Kept, LeakPlace, Moved, Part, Result, Source


class FakeNer:
    """A model without weights: finds nothing."""

    name = "fake"

    def __call__(self, texts: Sequence[str]) -> Iterable[Sequence[object]]:
        """Return no span for each text."""
        return [() for _ in texts]


@dataclass
class MemoryFile:
    """A file of the memory store."""

    id: int
    case: int
    data: bytes
    name: str
    state: str = "uploaded"
    stage: str = ""
    token: str = ""
    alive_until: float = 0.0
    attempts: int = 0
    error: tuple[str, str] = ("", "")
    analysis: Analysis | None = None


@dataclass
class MemoryCase:
    """An expediente of the memory store."""

    id: int
    policy: Policy
    state: str = "in_review"
    token: str = ""
    alive_until: float = 0.0
    attempts: int = 0
    stale: int = 0
    revision: int = 0
    error: tuple[str, str] = ("", "")
    entities: dict[str, Entity] = field(default_factory=dict)
    results: list[tuple[Result, ...]] = field(default_factory=list)
    leaks: tuple[LeakPlace, ...] = ()


class MemoryStore:
    """The Store protocol over dictionaries, with a clock that the test turns."""

    LEASE = 60.0
    MAX_ATTEMPTS = 3

    def __init__(self, policy: Policy) -> None:
        self.policy_of_all = policy
        self.files: dict[int, MemoryFile] = {}
        self.cases: dict[int, MemoryCase] = {}
        self.now = 0.0

    def add(self, case: int, data: bytes, name: str = "a.txt") -> int:
        """Put a file in an expediente, which is made where there's none; return its id."""
        self.cases.setdefault(case, MemoryCase(case, self.policy_of_all))
        row = MemoryFile(len(self.files) + 1, case, data, name)
        self.files[row.id] = row
        return row.id

    def claim_file(self, hint: int) -> Claim | None:
        for row in self.files.values():
            waits = row.state == "uploaded" or (row.state == "analysing" and row.alive_until < self.now)
            if row.case == self.files[hint].case and waits and row.attempts < self.MAX_ATTEMPTS:
                row.state, row.token, row.attempts = "analysing", uuid4().hex, row.attempts + 1
                row.alive_until = self.now + self.LEASE
                return Claim("file", row.id, row.case, row.token)
        return None

    def beat(self, claim: Claim, stage: str = "", done: int = 0, total: int = 0) -> bool:
        row = self._row(claim)
        if row is None:
            return False
        row.alive_until = self.now + self.LEASE
        if stage and isinstance(row, MemoryFile):
            row.stage = stage
        return True

    def source(self, claim: Claim) -> Source:
        row = self.files[claim.id]
        return Source(row.data, row.name, self.cases[row.case].policy)

    def take_turn(self, claim: Claim) -> bool:
        case = self.cases[claim.case]
        earlier = any(
            f.case == claim.case and f.id < claim.id and f.state == "analysing" and f.alive_until >= self.now
            for f in self.files.values()
        )
        if earlier or (case.token not in ("", claim.token) and case.alive_until >= self.now):
            return False
        case.token, case.alive_until = claim.token, self.now + self.LEASE
        return True

    def ground(self, case: int) -> Ground:
        strength: dict[str, float] = {}
        for row in self._analysed(case):
            for d in row.analysis.detections:  # type: ignore[union-attr]
                entity = row.analysis.entity_of.get(d.id)  # type: ignore[union-attr]
                if entity:
                    strength[entity] = max(strength.get(entity, 0.0), d.score)
        return Ground(tuple(self.cases[case].entities.values()), strength)

    def finish_file(self, claim: Claim, analysis: Analysis) -> bool:
        row, case = self._row(claim), self.cases[claim.case]
        if not isinstance(row, MemoryFile) or case.token != claim.token:
            return False
        case.stale += bool(self._analysed(claim.case))
        self._keep(case, row, analysis)
        row.state, row.token, row.stage, case.token = "analysed", "", "", ""
        return True

    def fail(self, claim: Claim, code: str, stage: str) -> bool:
        row, case = self._row(claim), self.cases[claim.case]
        if row is None:
            return False
        if case.token == claim.token:
            case.token = ""
        row.token, row.error = "", (code, stage)
        if isinstance(row, MemoryFile):
            row.state = "failed"
        elif row.state == "releasing":
            row.state = "release_failed"
        else:
            row.attempts = self.MAX_ATTEMPTS
        return True

    def claim_stale(self, case: int) -> Claim | None:
        waiting = any(f.case == case and f.state in {"uploaded", "analysing"} for f in self.files.values())
        row = self.cases[case]
        return None if waiting or not row.stale or row.state != "in_review" else self._claim_case(row)

    def policy(self, case: int) -> Policy:
        return self.cases[case].policy

    def analysed(self, claim: Claim) -> Sequence[int]:
        return [f.id for f in self._analysed(claim.case)]

    def kept(self, claim: Claim, file: int) -> Kept:
        analysis = self.files[file].analysis
        assert analysis is not None
        found = Found(analysis.document, analysis.detections)
        taken = frozenset(d.id for d in analysis.detections)
        return Kept(file, found, analysis.entity_of, taken=taken, revision=self.cases[claim.case].revision)

    def revise(self, claim: Claim, kept: Kept, analysis: Analysis) -> bool:
        if self._row(claim) is None:
            return False
        if kept.revision != self.cases[claim.case].revision:
            raise Moved
        self._keep(self.cases[claim.case], self.files[kept.file], analysis)
        return True

    def finish_stale(self, claim: Claim) -> bool:
        row = self._row(claim)
        if not isinstance(row, MemoryCase):
            return False
        row.stale = 0 if row.stale == claim.version else row.stale
        row.token, row.attempts = "", 0
        return True

    def claim_release(self, case: int) -> Claim | None:
        row = self.cases[case]
        return self._claim_case(row) if row.state == "releasing" else None

    def parts(self, claim: Claim) -> Sequence[Part]:
        return [Part(f.id, f.data, f.name, f.analysis, {}) for f in self._analysed(claim.case)]  # type: ignore[arg-type]

    def finish_release(self, claim: Claim, results: Sequence[Result]) -> bool:
        row = self._row(claim)
        if not isinstance(row, MemoryCase):
            return False
        row.results.append(tuple(results))
        row.state, row.token = "released", ""
        return True

    def deny_release(self, claim: Claim, leaks: Sequence[LeakPlace]) -> bool:
        row = self._row(claim)
        if not isinstance(row, MemoryCase):
            return False
        row.leaks = tuple(leaks)
        row.state, row.token = "release_failed", ""
        return True

    def due(self) -> Due:
        for f in self.files.values():
            if f.state == "analysing" and f.alive_until < self.now:
                f.state = "failed" if f.attempts >= self.MAX_ATTEMPTS else "uploaded"
                f.error, f.token = (("poisoned", f.stage) if f.state == "failed" else f.error), ""
        free = [c for c in self.cases.values() if not c.token or c.alive_until < self.now]
        return Due(
            tuple(f.id for f in self.files.values() if f.state == "uploaded"),
            tuple(c.id for c in free if c.stale and c.state == "in_review"),
            tuple(c.id for c in free if c.state == "releasing"),
        )

    def tidy(self) -> int:
        return 0

    def _claim_case(self, row: MemoryCase) -> Claim | None:
        if (row.token and row.alive_until >= self.now) or row.attempts >= self.MAX_ATTEMPTS:
            return None
        row.token, row.alive_until, row.attempts = uuid4().hex, self.now + self.LEASE, row.attempts + 1
        return Claim("case", row.id, row.id, row.token, row.stale)

    def _row(self, claim: Claim) -> MemoryFile | MemoryCase | None:
        row = self.files[claim.id] if claim.kind == "file" else self.cases[claim.id]
        return row if row.token == claim.token else None

    def _analysed(self, case: int) -> list[MemoryFile]:
        return [f for f in self.files.values() if f.case == case and f.state == "analysed"]

    @staticmethod
    def _keep(case: MemoryCase, row: MemoryFile, analysis: Analysis) -> None:
        ids = {
            e.id: e.id if e.id in case.entities else f"k{len(case.entities) + n}"
            for n, e in enumerate(analysis.entities)
        }
        for entity in analysis.entities:
            case.entities[ids[entity.id]] = replace(entity, id=ids[entity.id], mentions=())
        row.analysis = replace(analysis, entity_of={d: ids[e] for d, e in analysis.entity_of.items()})

"""ReviewStore: the worker's store on the database and the private files.

What a run found is written in one transaction, under its claim, after the blobs it refers to: a reader sees all of
it or nothing. Blobs that lose their row are swept by `purge_orphans`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from pipeline.analysis import Analysis
from pipeline.errors import EngineError, LeakFound
from pipeline.policy import Policy
from pipeline.store import Claim, Due, Ground, Kept, LeakPlace, Moved, Part, Result, Source
from review import audit, rulings, storage
from review.models import CaseFile, Detection, Release, ReleasedFile, SourceFile
from review.states import CaseState, FileState
from review.store import denied, documents, entities, findings, leases, orphans, pages, policies

BATCH = 500


class ReviewStore:
    """The Store of the review application; keeps nothing of its own between calls."""

    def claim_file(self, hint: int) -> Claim | None:
        """Claim the first waiting file of the expediente that file `hint` belongs to."""
        return leases.claim_file(hint)

    def beat(self, claim: Claim, stage: str = "", done: int = 0, total: int = 0) -> bool:
        """Prolong the lease and note the stage."""
        return leases.beat(claim, stage, done, total)

    def source(self, claim: Claim) -> Source:
        """Return the bytes, name and policy of a claimed file."""
        row = SourceFile.objects.select_related("case__policy").get(pk=claim.id)
        return Source(_original(row), row.name, policies.policy_in_force(row.case))

    def take_turn(self, claim: Claim) -> bool:
        """Take the expediente for a claimed file."""
        return leases.take_turn(claim)

    def ground(self, case: int) -> Ground:
        """Return the entities of the expediente with their best scores."""
        row = CaseFile.objects.get(pk=case)
        return Ground(entities.known_entities(row), entities.strengths(row), settings.PSEUDONYM_KEY.encode())

    def finish_file(self, claim: Claim, analysis: Analysis) -> bool:
        """Keep the document, its entities and detections, and put the file in review."""
        blob = storage.keep("documents", documents.pack(analysis.document))
        boxes = pages.keep_boxes(SourceFile.objects.get(pk=claim.id), analysis.document)
        with _dropping(blob, boxes) as kept, transaction.atomic():
            case = _held_case(claim)
            source = SourceFile.objects.select_for_update().filter(pk=claim.id, lease_token=claim.token).first()
            if case is None or source is None or source.state != FileState.ANALYSING:
                return False
            _keep_analysis(case, source, analysis)
            _close_file(source, analysis, blob, boxes)
            _give_back(case, stale=_has_others(case, source))
            audit.record(
                "file-analysed", case=case, obj=source, engine=source.engine, detections=len(analysis.detections)
            )
            kept()
        return True

    def fail(self, claim: Claim, code: str, stage: str) -> bool:
        """Close a file, a release or a going over with its error."""
        return (leases.fail_file if claim.kind == "file" else leases.fail_case)(claim, code, stage)

    def claim_stale(self, case: int) -> Claim | None:
        """Claim an expediente that is to be gone over again."""
        return leases.claim_stale(case)

    def policy(self, case: int) -> Policy:
        """Return the policy in force with its lists."""
        return policies.policy_in_force(CaseFile.objects.select_related("policy").get(pk=case))

    def analysed(self, claim: Claim) -> list[int]:
        """Return the analysed files of the expediente, in order."""
        rows = SourceFile.objects.filter(case=claim.case, removed=False, state=FileState.ANALYSED)
        return list(rows.order_by("order", "pk").values_list("pk", flat=True))

    def kept(self, claim: Claim, file: int) -> Kept:
        """Return an analysed file as stored, with the revision it was read at."""
        return findings.kept_of(SourceFile.objects.get(pk=file))

    def revise(self, claim: Claim, kept: Kept, analysis: Analysis) -> bool:
        """Keep what going over one file changed, and settle what the rulings make of it."""
        with transaction.atomic():
            case = _held_case(claim)
            if case is None:
                return False
            if case.revision != kept.revision:
                raise Moved
            source = SourceFile.objects.filter(pk=kept.file, state=FileState.ANALYSED, removed=False).first()
            if source is not None:
                _revise(case, source, analysis)
        return True

    def finish_stale(self, claim: Claim) -> bool:
        """Give the expediente back; a demand that came in the meantime stands."""
        with transaction.atomic():
            case = _held_case(claim)
            if case is None:
                return False
            CaseFile.objects.filter(pk=case.pk, stale=claim.version).update(stale=0)
            _give_back(case)
            audit.record("case-gone-over", case=case)
        return True

    def claim_release(self, case: int) -> Claim | None:
        """Claim an expediente that is to be released."""
        return leases.claim_release(case)

    def parts(self, claim: Claim) -> list[Part]:
        """Return the files to release, each with its decisions and who made them."""
        case = CaseFile.objects.get(pk=claim.case)
        known, ruled = entities.known_entities(case), findings.rulings_of(case)
        rows = SourceFile.objects.filter(case=case, removed=False, state=FileState.ANALYSED)
        return [
            Part(
                s.pk, _original(s), s.name, findings.analysis_of(s, known), findings.decided_by(s, ruled),
                documents.areas_of(s), documents.reading_of(s),
            )
            for s in rows.select_related("case__policy").order_by("order", "pk")
        ]  # fmt: skip

    def finish_release(self, claim: Claim, results: Sequence[Result]) -> bool:
        """Keep all written files and their reports, and the release that holds them."""
        blobs = [
            tuple(storage.keep("results", data) for data in (r.data, r.report_json, r.report_html)) for r in results
        ]
        with _dropping(*(name for names in blobs for name in names)) as kept, transaction.atomic():
            case = _held_case(claim)
            if case is None or case.state != CaseState.RELEASING:
                return False
            release = _release(case)
            ReleasedFile.objects.bulk_create(map(partial(_released, release), results, blobs))
            CaseFile.objects.filter(pk=case.pk).update(state=CaseState.RELEASED)
            _give_back(case)
            audit.record(
                "release-made", actor=release.requested_by, case=case, obj=release, digests=[r.digest for r in results]
            )
            kept()
        return True

    def deny_release(self, claim: Claim, leaks: Sequence[LeakPlace]) -> bool:
        """Close a release of which some files leak, with the places kept for whoever mends it."""
        with transaction.atomic():
            case = _held_case(claim)
            if case is None or case.state != CaseState.RELEASING:
                return False
            denied.keep(case, leaks)
            return leases.fail_case(claim, LeakFound.code, "verify")

    def due(self) -> Due:
        """Return work that nobody holds; close what died too often."""
        return leases.due()

    def tidy(self) -> int:
        """Delete the private files that no row refers to."""
        return orphans.purge()


class MissingOriginal(EngineError):
    """The bytes of an upload are gone from private storage."""

    code = "missing"


def _original(source: SourceFile) -> bytes:
    try:
        return storage.fetch(source.original)
    except FileNotFoundError:
        raise MissingOriginal("The original is missing.", stage="extract") from None


class _dropping:
    """Forgets blobs on the way out unless told that they are kept."""

    def __init__(self, *names: str) -> None:
        self._names = names

    def __enter__(self) -> Callable[[], None]:
        return self._keep

    def _keep(self) -> None:
        self._names = ()

    def __exit__(self, *_: object) -> None:
        for name in self._names:
            storage.forget(name)


def _held_case(claim: Claim) -> CaseFile | None:
    """Lock the expediente and return it, if the claim still holds it."""
    return CaseFile.objects.select_for_update().filter(pk=claim.case, lease_token=claim.token).first()


def _give_back(case: CaseFile, *, stale: bool = False) -> None:
    CaseFile.objects.filter(pk=case.pk).update(
        lease_token="", lease_until=None, attempts=0, error_code="", error_stage="",
        stale=F("stale") + 1 if stale else F("stale"), updated_at=timezone.now(),
    )  # fmt: skip


def _has_others(case: CaseFile, source: SourceFile) -> bool:
    rows = SourceFile.objects.filter(case=case, removed=False, state=FileState.ANALYSED)
    return rows.exclude(pk=source.pk).exists()


def _keep_analysis(case: CaseFile, source: SourceFile, analysis: Analysis) -> None:
    source.detections.all().delete()
    registrar = entities.Registrar(case)
    rows = registrar.settle(analysis.entities, analysis.entity_of.values())
    analysis = findings.retagged(analysis, registrar.renamed(analysis.entities, rows))
    Detection.objects.bulk_create(findings.new_rows(source, analysis, rows), batch_size=BATCH)
    source.relations = findings.relations_of(analysis, rows)
    # Only who was known before can have been ruled on.
    rulings.settle(case, {rows[e].pk for e in set(analysis.entity_of.values())} & registrar.before)


def _close_file(source: SourceFile, analysis: Analysis, blob: str, boxes: str) -> None:
    source.document, source.format = blob, analysis.document.format
    source.boxes, source.areas = boxes, []
    source.engine = f"{analysis.engine} {analysis.model}".strip()[:80]
    source.words = len(analysis.document.text.split())
    source.pages = len({b.page for b in analysis.document.blocks if b.page is not None})
    source.state, source.stage, source.analysed_at = FileState.ANALYSED, "", timezone.now()
    source.lease_token, source.lease_until, source.attempts = "", None, 0
    source.save()


def _revise(case: CaseFile, source: SourceFile, analysis: Analysis) -> None:
    stored = {row.ref: row for row in findings.standing_rows(source)}
    registrar = entities.Registrar(case)
    rows = registrar.settle(analysis.entities, analysis.entity_of.values())
    analysis = findings.retagged(analysis, registrar.renamed(analysis.entities, rows))
    taken = source.detections.values_list("ref", flat=True)
    fresh = Detection.objects.bulk_create(findings.new_rows(source, analysis, rows, taken), batch_size=BATCH)
    changed = [
        stored[d.id]
        for d in analysis.detections
        if d.id in stored and findings.revised(stored[d.id], d, analysis.decisions[d.id])
    ]
    Detection.objects.bulk_update(changed, findings.REVISED, batch_size=100)
    gone = stored.keys() - {d.id for d in analysis.detections}
    source.detections.filter(ref__in=gone).update(withdrawn=True)
    SourceFile.objects.filter(pk=source.pk).update(relations=findings.relations_of(analysis, rows))
    moved = [*fresh, *changed, *(stored[ref] for ref in gone)]
    rulings.settle(case, {r.entity_id for r in moved if r.entity_id}, {r.pk for r in moved if not r.entity_id})


def _release(case: CaseFile) -> Release:
    last = Release.objects.filter(case=case).aggregate(last=Max("number"))["last"] or 0
    engines = SourceFile.objects.filter(case=case, removed=False).order_by("pk").values_list("engine", flat=True)
    return Release.objects.create(
        case=case,
        number=last + 1,
        policy=str(case.policy),
        approved_by=case.approved_by,
        requested_by=case.requested_by or case.created_by,
        engine=engines[0] if engines else "",
    )


def _released(release: Release, result: Result, blobs: tuple[str, ...]) -> ReleasedFile:
    source = SourceFile.objects.get(pk=result.file)
    return ReleasedFile(
        release=release,
        source=source,
        name=result.name[:255],
        result=blobs[0],
        report_json=blobs[1],
        report_html=blobs[2],
        digest=result.digest,
        source_digest=source.digest,
        replaced=result.replaced,
        sought=result.sought,
        notes=list(result.notes),
    )

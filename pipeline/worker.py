"""The background work: Celery tasks that carry ids only, may run twice, and may die at any instant.

A task claims its work by compare-and-set, holds it under a lease that a thread prolongs, and hands in everything
at once. What a dead worker held is claimed again when its lease runs out; `sweep` sees to it.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import cast

from celery import shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.utils.module_loading import import_string

from pipeline import VERSION, engine, recognise, report
from pipeline.analysis import Analysis, Leak
from pipeline.document import Document, with_areas
from pipeline.errors import EngineError, LeakFound, Place, UnreadableFile
from pipeline.policy import Policy
from pipeline.revisit import revisit
from pipeline.store import Claim, Ground, LeakPlace, Moved, Part, Result, Store, same_text

log = logging.getLogger(__name__)
TRIES = 20


class Lost(Exception):
    """The claim is no longer ours: somebody else has the work, and what we did doesn't count."""


def store() -> Store:
    """Return the store that the settings name."""
    return cast(Store, import_string(settings.PIPELINE_STORE)())


@shared_task(name="pipeline.worker.analyse_file")
def analyse_file(file: int) -> None:
    """Analyse the first waiting file of the expediente that the file belongs to."""
    claim = analyse_next(store(), file)
    if claim is not None:
        go_over.delay(claim.case)


@shared_task(name="pipeline.worker.go_over")
def go_over(case: int) -> None:
    """Go over the analysed files of an expediente again."""
    go_over_case(store(), case)


@shared_task(name="pipeline.worker.release_case")
def release_case(case: int) -> None:
    """Write, verify and keep the files of an approved expediente."""
    release_files(store(), case)


@shared_task(name="pipeline.worker.sweep")
def sweep() -> None:
    """Queue again what nobody holds: uploads whose message was lost, work whose worker died."""
    due = store().due()
    for task, ids in ((analyse_file, due.files), (go_over, due.stale), (release_case, due.releases)):
        for each in ids:
            task.apply_async((each,), expires=settings.LEASE_SECONDS)


@shared_task(name="pipeline.worker.tidy")
def tidy() -> None:
    """Delete what processes that died left behind."""
    gone = store().tidy()
    if gone:
        log.info("%s orphan(s) deleted", gone)


def analyse_next(keeper: Store, hint: int) -> Claim | None:
    """Claim, read, recognise, conclude and keep one file; return its claim, None where nothing waits."""
    claim = keeper.claim_file(hint)
    if claim is None:
        return None
    with _held(keeper, claim) as work:
        work.say("extract")
        source = keeper.source(claim)
        document = engine.read(source.data, source.name, progress=work.say)
        work.say("recognise")
        found = engine.recognise_document(document, source.policy)
        work.say("group")
        _wait_for_turn(keeper, claim, work)
        ground = keeper.ground(claim.case)
        (analysis,) = engine.conclude(
            [found],
            source.policy,
            known=ground.known,
            strength=ground.strength,
            key=ground.key,
            model=recognise.default_ner().name,
            progress=work.say,
        )
        work.say("store")
        _ours(keeper.finish_file(claim, analysis))
    return claim


def go_over_case(keeper: Store, case: int) -> Claim | None:
    """Look in every analysed file for what the others taught, and decide anew; None where there's no need."""
    claim = keeper.claim_stale(case)
    if claim is None:
        return None
    with _held(keeper, claim) as work:
        policy = keeper.policy(case)
        files, ground = keeper.analysed(claim), keeper.ground(case)
        for done, file in enumerate(files):
            work.say("group", done, len(files))
            ground = _go_over_file(keeper, claim, file, policy, ground)
        _ours(keeper.finish_stale(claim))
    return claim


def _go_over_file(keeper: Store, claim: Claim, file: int, policy: Policy, ground: Ground) -> Ground:
    """Go over one file; return what the expediente knows afterwards.

    People go on deciding meanwhile: what was worked out of an older state is worked out again.
    """
    for _ in range(TRIES):
        kept = keeper.kept(claim, file)
        analysis = revisit(
            kept.found,
            kept.entity_of,
            policy,
            known=ground.known,
            strength=ground.strength,
            fixed=kept.fixed,
            taken=kept.taken,
            key=ground.key,
        )
        try:
            _ours(keeper.revise(claim, kept, analysis))
        except Moved:
            ground = keeper.ground(claim.case)
            continue
        grown = len(analysis.entities) > len(ground.known)
        return keeper.ground(claim.case) if grown else ground
    raise Moved


def release_files(keeper: Store, case: int) -> Claim | None:
    """Write and verify every file of an expediente; keep all of them or none. None where there's no need.

    The files after one that leaks are written too: whoever mends it is told of all the places at once.
    """
    claim = keeper.claim_release(case)
    if claim is None:
        return None
    with _held(keeper, claim) as work:
        parts = keeper.parts(claim)
        ready = [_read_again(part) for part in parts]
        files = {analysis.document.digest: part.file for part, analysis in zip(parts, ready, strict=True)}
        results: list[Result] = []
        leaks: list[LeakPlace] = []
        for done, (part, analysis) in enumerate(zip(parts, ready, strict=True)):
            work.say("apply", done, len(parts))
            others = [a for a in ready if a is not analysis]
            try:
                results.append(_written(part, analysis, others, [r.name for r in results]))
            except LeakFound as found:
                leaks += [_place(part.file, leak, files) for leak in found.leaks or (Leak("file", "", "", ""),)]
        work.say("store", len(parts), len(parts))
        _ours(keeper.deny_release(claim, leaks) if leaks else keeper.finish_release(claim, results))
    return claim


def _place(file: int, leak: Place, files: Mapping[str, int]) -> LeakPlace:
    span = leak.original_span
    start, end = (span.start, span.end) if span else (None, None)
    return LeakPlace(file, leak.where, leak.how, leak.label, leak.detection, files.get(leak.document), start, end)


def _read_again(part: Part) -> Analysis:
    # The stored document knows no anchors: the file is read again, and must read the same.
    document = with_areas(_reading(part) or engine.read(part.data, part.name), part.areas)
    if not same_text(part.analysis, document):
        raise UnreadableFile("The file reads otherwise than when it was analysed.", stage="extract")
    return _on(document, part.analysis)


def _reading(part: Part) -> Document | None:
    """Return the reading that was kept, if it is of these bytes and by this engine."""
    kept = part.reading
    if kept is None or part.analysis.engine.partition(" ")[0] != VERSION or kept.digest != engine.digest(part.data):
        return None
    return kept


def _on(document: Document, kept: Analysis) -> Analysis:
    return Analysis(
        document,
        kept.detections,
        kept.entities,
        kept.decisions,
        kept.relations,
        kept.policy,
        kept.engine,
        kept.model,
        kept.entity_of,
    )


def _written(part: Part, analysis: Analysis, others: list[Analysis], taken: list[str]) -> Result:
    outcome = engine.write(part.data, analysis, others=others)
    name = engine.free_name(outcome.name, taken)
    body = report.as_json(
        analysis,
        name=name,
        digest=outcome.digest,
        sought=outcome.sought,
        notes=outcome.notes,
        decided_by=part.decided_by,
        made_at=datetime.now(UTC).isoformat(timespec="seconds"),
        reanalysed=outcome.reanalysed,
    )
    plain = json.dumps(body, ensure_ascii=False, indent=1).encode()
    page = report.as_html(body, settings.LANGUAGE_CODE).encode()
    return Result(
        part.file,
        outcome.data,
        name,
        plain,
        page,
        outcome.digest,
        len(outcome.replacements),
        outcome.sought,
        outcome.notes,
    )


class _Work:
    """Work under way: tells the store how far it is, and keeps its lease alive from a thread."""

    def __init__(self, keeper: Store, claim: Claim) -> None:
        self._keeper = keeper
        self._claim = claim
        self._over = threading.Event()
        self._last = 0.0
        self.stage = ""
        self._beats = threading.Thread(target=self._beat, daemon=True)

    def say(self, stage: str, done: int = 0, total: int = 0) -> None:
        """Write down the stage; counts within one stage at most twice a second. Raises Lost."""
        now = time.monotonic()
        if stage == self.stage and now - self._last < 0.5:
            return
        self.stage, self._last = stage, now
        _ours(self._keeper.beat(self._claim, stage, done, total))

    def start(self) -> None:
        self._beats.start()

    def stop(self) -> None:
        self._over.set()
        self._beats.join()

    def _beat(self) -> None:
        # Past its time the lease is let go, so that a task that hangs is noticed like one that died.
        deadline = time.monotonic() + settings.TASK_SECONDS
        while not self._over.wait(settings.LEASE_SECONDS / 4) and time.monotonic() < deadline:
            try:
                self._keeper.beat(self._claim)
            except Exception as error:
                log.warning("beat missed: %s", type(error).__name__)
        connection.close()


@contextmanager
def _held(keeper: Store, claim: Claim) -> Iterator[_Work]:
    """Hold the lease while the work is done; close the work with a code and a stage where it fails."""
    work = _Work(keeper, claim)
    work.start()
    try:
        yield work
    except Moved:
        log.warning("expediente %s is too busy to be gone over now", claim.id)
    except Lost:
        log.warning("claim on %s lost in stage %s", claim.id, work.stage)
    except EngineError as error:
        _close(keeper, claim, error.code, error.stage or work.stage)
    except (OperationalError, InterfaceError) as error:
        # The database is away or too busy: nobody's fault. The lease runs out and the work is claimed again.
        log.warning("database %s in stage %s of %s", type(error).__name__, work.stage, claim.id)
    except Exception as error:
        # Type and stage only: the message or the locals of an unforeseen error may quote the document.
        log.error("fault %s in stage %s of %s", type(error).__name__, work.stage, claim.id)
        _close(keeper, claim, "fault", work.stage)
    finally:
        work.stop()


def _close(keeper: Store, claim: Claim, code: str, stage: str) -> None:
    try:
        keeper.fail(claim, code, stage)
    except Exception as error:
        log.error("could not close %s: %s", claim.id, type(error).__name__)


def _wait_for_turn(keeper: Store, claim: Claim, work: _Work) -> None:
    def is_ours() -> bool:
        work.say("group")
        return keeper.take_turn(claim)

    _until(is_ours, settings.TASK_SECONDS)


def _until(done: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            raise Lost
        time.sleep(0.1)


def _ours(held: bool) -> None:
    if not held:
        raise Lost

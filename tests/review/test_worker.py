"""The worker on both stores: claims, order, failures, going over, releases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from pipeline import engine, policy, recognise, worker
from pipeline.errors import UnreadableFile
from pipeline.store import Claim, Store
from review import audit, storage
from review.actions import cases, release
from review.models import CaseFile, Detection, Entity, LeakPlace, ReleasedFile, SourceFile
from review.states import CaseState, FileState
from review.store.work import ReviewStore
from tests.cast import Cast, assemble
from tests.fakes import FakeNer, MemoryStore

ONE = "Doña Remedios Zarzalejo Quintanal, con DNI 99123456N, solicita la beca.\n".encode()
TWO = b"Informe sobre Remedios Zarzalejo Quintanal y don Eulogio Bermejillo Casas.\n"
POLICY = policy.Policy("pruebas", 1, "Pruebas", policy.Destination.PUBLICATION, {})


@dataclass
class Desk:
    """One store with an expediente, and what a test needs to see and to do of it."""

    store: Any
    case: int

    def add(self, data: bytes, name: str = "escrito.txt") -> int:
        raise NotImplementedError

    def state(self, file: int) -> tuple[str, str, str]:
        raise NotImplementedError

    def case_state(self) -> str:
        raise NotImplementedError

    def let_leases_run_out(self) -> None:
        raise NotImplementedError

    def ask_for_release(self) -> None:
        raise NotImplementedError

    def results(self) -> list[bytes]:
        raise NotImplementedError

    def leaks(self) -> list[tuple[str, str]]:
        raise NotImplementedError


class MemoryDesk(Desk):
    def add(self, data: bytes, name: str = "escrito.txt") -> int:
        return int(self.store.add(self.case, data, name))

    def state(self, file: int) -> tuple[str, str, str]:
        row = self.store.files[file]
        return row.state, *row.error

    def case_state(self) -> str:
        return str(self.store.cases[self.case].state)

    def let_leases_run_out(self) -> None:
        self.store.now += 1000

    def ask_for_release(self) -> None:
        self.store.cases[self.case].state = "releasing"

    def results(self) -> list[bytes]:
        return [r.data for release in self.store.cases[self.case].results for r in release]

    def leaks(self) -> list[tuple[str, str]]:
        return [(leak.where, self.store.files[leak.file].name) for leak in self.store.cases[self.case].leaks]


class DatabaseDesk(Desk):
    cast: Cast

    def add(self, data: bytes, name: str = "escrito.txt") -> int:
        outcome = cases.add_files(self.cast.case, [SimpleUploadedFile(name, data)], self.cast.alba)
        return outcome.added[0].pk

    def state(self, file: int) -> tuple[str, str, str]:
        row = SourceFile.objects.get(pk=file)
        return row.state, row.error_code, row.error_stage

    def case_state(self) -> str:
        return CaseFile.objects.get(pk=self.case).state

    def let_leases_run_out(self) -> None:
        past = timezone.now() - timedelta(seconds=1)
        SourceFile.objects.exclude(lease_until=None).update(lease_until=past)
        CaseFile.objects.exclude(lease_until=None).update(lease_until=past)

    def ask_for_release(self) -> None:
        CaseFile.objects.filter(pk=self.case).update(state=CaseState.RELEASING, requested_by=self.cast.bruno)

    def results(self) -> list[bytes]:
        return [storage.fetch(f.result) for f in ReleasedFile.objects.order_by("pk")]

    def leaks(self) -> list[tuple[str, str]]:
        return list(LeakPlace.objects.values_list("where", "source__name"))


@pytest.fixture(autouse=True)
def _no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recognise, "default_ner", FakeNer)


@pytest.fixture(params=["memory", "database"])
def desk(request: pytest.FixtureRequest, db: None) -> Iterator[Desk]:
    if request.param == "memory":
        store = MemoryStore(POLICY)
        store.MAX_ATTEMPTS = settings.MAX_ATTEMPTS
        store.add(1, b"nada", "nada.txt")
        store.files.clear()
        yield MemoryDesk(store, 1)
        return
    people = assemble()
    made = DatabaseDesk(ReviewStore(), people.case.pk)
    made.cast = people
    yield made


def poison(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def die(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(engine, "read", die)


class Killed(BaseException):
    """Stands for SIGKILL: no handler of the worker may see it through."""


def test_a_file_is_analysed_once(desk: Desk) -> None:
    file = desk.add(ONE)
    claim = worker.analyse_next(desk.store, file)
    assert claim is not None and claim.id == file
    assert desk.state(file) == ("analysed", "", "")
    assert worker.analyse_next(desk.store, file) is None


def test_files_are_claimed_in_the_order_of_upload(desk: Desk) -> None:
    first, second = desk.add(ONE), desk.add(TWO)
    assert [desk.store.claim_file(second).id, desk.store.claim_file(second).id] == [first, second]
    assert desk.store.claim_file(second) is None


def test_a_later_file_waits_for_an_earlier_one_that_is_alive(desk: Desk) -> None:
    first, second = desk.add(ONE), desk.add(TWO)
    a, b = desk.store.claim_file(first), desk.store.claim_file(second)
    assert not desk.store.take_turn(b)
    assert desk.store.take_turn(a)
    assert desk.store.take_turn(a)
    desk.let_leases_run_out()
    desk.store.beat(b)
    assert desk.store.take_turn(b)


@pytest.mark.parametrize(
    ("error", "code", "stage"),
    [
        (UnreadableFile("Roto.", stage="extract"), "unreadable", "extract"),
        (RuntimeError("Remedios"), "fault", "extract"),
    ],
)
def test_a_bad_file_fails_alone_with_code_and_stage(
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    code: str,
    stage: str,
) -> None:
    bad = desk.add(ONE)
    with monkeypatch.context() as broken:
        poison(broken, error)
        worker.analyse_next(desk.store, bad)
    good = desk.add(TWO)
    worker.analyse_next(desk.store, good)
    assert desk.state(bad) == ("failed", code, stage)
    assert desk.state(good)[0] == "analysed"
    assert "Remedios" not in caplog.text


def test_a_file_whose_worker_died_is_analysed_by_the_next(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    file = desk.add(ONE)
    with monkeypatch.context() as dying, pytest.raises(Killed):
        poison(dying, Killed())
        worker.analyse_next(desk.store, file)
    assert worker.analyse_next(desk.store, file) is None
    desk.let_leases_run_out()
    assert desk.store.due().files == (file,)
    worker.analyse_next(desk.store, file)
    assert desk.state(file)[0] == "analysed"


def test_a_file_that_keeps_killing_its_worker_is_closed_as_poisoned(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = desk.add(ONE)
    for _ in range(settings.MAX_ATTEMPTS):
        with monkeypatch.context() as dying, pytest.raises(Killed):
            poison(dying, Killed())
            worker.analyse_next(desk.store, bad)
        desk.let_leases_run_out()
        desk.store.due()
        desk.let_leases_run_out()
    assert desk.state(bad) == ("failed", "poisoned", "extract")
    assert desk.store.due().files == ()
    good = desk.add(TWO)
    worker.analyse_next(desk.store, good)
    assert desk.state(good)[0] == "analysed"


def test_what_a_worker_hands_in_after_losing_its_claim_does_not_count(desk: Desk) -> None:
    file = desk.add(ONE)
    late = desk.store.claim_file(file)
    desk.let_leases_run_out()
    worker.analyse_next(desk.store, file)
    assert desk.state(file)[0] == "analysed"
    assert not desk.store.beat(late)
    assert not desk.store.fail(late, "fault", "extract")
    (analysis,) = engine.analyse([engine.read(ONE, "a.txt")], POLICY)
    assert not desk.store.finish_file(late, analysis)
    assert desk.state(file) == ("analysed", "", "")


def test_two_files_share_their_people_and_tags(desk: Desk) -> None:
    files = [desk.add(ONE), desk.add(TWO)]
    for file in files:
        worker.analyse_next(desk.store, file)
    known = desk.store.ground(desk.case).known
    names = [e.name for e in known if e.label == "PERSON"]
    assert len([n for n in names if "Zarzalejo" in n]) == 1
    assert len({e.tag for e in known}) == len(known)


def test_going_over_is_due_after_a_second_file_and_only_once(desk: Desk) -> None:
    first = desk.add(ONE)
    worker.analyse_next(desk.store, first)
    assert worker.go_over_case(desk.store, desk.case) is None
    second = desk.add(TWO)
    assert worker.go_over_case(desk.store, desk.case) is None
    worker.analyse_next(desk.store, second)
    assert desk.store.due().stale == (desk.case,)
    desk.let_leases_run_out()
    assert worker.go_over_case(desk.store, desk.case) is not None
    assert worker.go_over_case(desk.store, desk.case) is None


def test_a_release_is_whole_and_made_once(desk: Desk) -> None:
    for data in (ONE, TWO):
        worker.analyse_next(desk.store, desk.add(data))
    worker.go_over_case(desk.store, desk.case)
    desk.ask_for_release()
    assert worker.release_files(desk.store, desk.case) is not None
    assert desk.case_state() == "released"
    assert worker.release_files(desk.store, desk.case) is None
    results = desk.results()
    assert len(results) == 2
    assert b"Zarzalejo" not in b"".join(results)


def test_a_release_that_dies_half_way_leaves_nothing_and_is_made_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for data in (ONE, TWO):
        worker.analyse_next(desk.store, desk.add(data))
    worker.go_over_case(desk.store, desk.case)
    desk.ask_for_release()
    real, calls = engine.write, []

    def dies_on_the_second(*args: Any, **named: Any) -> Any:
        calls.append(args)
        if len(calls) == 2:
            raise Killed
        return real(*args, **named)

    with monkeypatch.context() as dying, pytest.raises(Killed):
        dying.setattr(engine, "write", dies_on_the_second)
        worker.release_files(desk.store, desk.case)
    assert (desk.case_state(), desk.results()) == ("releasing", [])
    desk.let_leases_run_out()
    assert desk.store.due().releases == (desk.case,)
    worker.release_files(desk.store, desk.case)
    assert (desk.case_state(), len(desk.results())) == ("released", 2)


def test_one_leak_denies_the_whole_release(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for data, name in ((ONE, "a.txt"), (TWO, "b.txt")):
        worker.analyse_next(desk.store, desk.add(data, name))
    worker.go_over_case(desk.store, desk.case)
    desk.ask_for_release()
    real = engine.confined.write_document

    def leaky(data: bytes, document: Any, replacements: Any) -> Any:
        written = real(data, document, replacements)
        return type(written)(data, written.notes) if data == TWO else written

    monkeypatch.setattr(engine.confined, "write_document", leaky)
    worker.release_files(desk.store, desk.case)
    assert (desk.case_state(), desk.results()) == ("release_failed", [])
    assert {where for where, _file in desk.leaks()} == {"text", "bytes"}
    # The name stands in both files: it's told of the one that leaks, at the mention of its own or of the other.
    assert {file for _where, file in desk.leaks()} == {"b.txt"}


def test_every_leaking_file_is_told_at_once_by_its_own_mentions(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = DatabaseDesk(ReviewStore(), cast.case.pk)
    desk.cast = cast
    files = [desk.add(data, name) for data, name in ((ONE, "a.txt"), (TWO, "b.txt"))]
    for file in files:
        worker.analyse_next(desk.store, file)
    worker.go_over_case(desk.store, desk.case)
    desk.ask_for_release()
    real = engine.confined.write_document
    monkeypatch.setattr(
        engine.confined, "write_document", lambda data, *rest: type(written := real(data, *rest))(data, written.notes)
    )
    worker.release_files(desk.store, desk.case)
    case = CaseFile.objects.get()
    assert (case.state, case.error_code, case.error_stage) == (CaseState.FAILED, "leak", "verify")
    places = list(LeakPlace.objects.select_related("mention__source"))
    assert {p.source_id for p in places} == set(files)
    for place in places:
        # Refs repeat from file to file: the mention is the one whose value was sought, not its namesake.
        assert place.mention is not None and place.mention.label == place.label
    nif = LeakPlace.objects.get(label="NIF", where="text")
    assert nif.mention and (nif.source_id, nif.mention.source_id) == (files[0], files[0])
    second = LeakPlace.objects.get(mention__spelling__startswith="eulogio", where="text")
    assert second.mention and second.mention.source_id == files[1]
    assert "Zarzalejo" not in str(list(LeakPlace.objects.values()))
    assert "99123456" not in str(list(LeakPlace.objects.values()))
    CaseFile.objects.update(state=CaseState.APPROVED)
    release.request_release(case, cast.bruno)
    assert not LeakPlace.objects.exists()


def test_both_stores_keep_the_protocol() -> None:
    stores: list[Store] = [MemoryStore(POLICY), ReviewStore()]
    methods = {name for name in vars(Store) if not name.startswith("_")}
    assert all(callable(getattr(store, name)) for store in stores for name in methods)
    assert Claim("file", 1, 1, "t").version == 0


def test_the_trail_tells_of_each_file(cast: Cast) -> None:
    desk = DatabaseDesk(ReviewStore(), cast.case.pk)
    desk.cast = cast
    worker.analyse_next(desk.store, desk.add(ONE))
    kinds = [e.kind for e in audit._events()]
    assert kinds == ["file-added", "file-analysed"]
    assert audit.verify() is None
    assert SourceFile.objects.get().state == FileState.ANALYSED
    assert Detection.objects.filter(entity__isnull=False).exists() and Entity.objects.exists()


def test_who_has_lost_a_file_keeps_its_expediente_from_nobody(cast: Cast) -> None:
    uploads = [SimpleUploadedFile(f"{n}.txt", data) for n, data in enumerate((ONE, TWO))]
    first, second = cases.add_files(cast.case, uploads, cast.alba).added
    keeper = ReviewStore()
    lost = keeper.claim_file(first.pk)
    assert lost and keeper.take_turn(lost)
    cases.remove_file(first, cast.alba)
    other = keeper.claim_file(second.pk)
    assert other and not keeper.take_turn(other)
    assert not keeper.beat(lost, "group")
    assert keeper.take_turn(other)
    assert not keeper.take_turn(lost)

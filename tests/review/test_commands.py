"""The management commands."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from anonymiza.celery import app
from review import audit, storage
from review.actions import cases
from review.management.commands import start
from review.models import AuditEvent, CaseFile, PolicyVersion, Role, SourceFile, User
from review.store import orphans
from review.store.work import ReviewStore
from tests.cast import Cast


def run(*arguments: Any, **options: Any) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


@pytest.mark.django_db
def test_a_user_is_made_with_a_password_shown_once(rf: Any) -> None:
    name, password = run("make_user", "eva", "--unit=Archivo", "--role=reviewer", "--role=dpo").split()
    user = authenticate(rf.post("/"), username=name, password=password)
    assert isinstance(user, User)
    assert set(user.memberships.values_list("role", "unit__name")) == {("reviewer", "Archivo"), ("dpo", "Archivo")}
    assert password not in str(list(AuditEvent.objects.values()))
    with pytest.raises(CommandError, match="already"):
        run("make_user", "eva", "--unit=Archivo", "--role=dpo")


@pytest.mark.django_db
def test_the_trail_is_verified_with_an_exit_code(cast: Cast) -> None:
    audit.record("case-created", case=cast.case)
    assert "holds: 1" in run("verify_audit")
    AuditEvent.objects.update(kind="x")
    with pytest.raises(CommandError, match="entry 1: altered") as broken:
        run("verify_audit")
    assert broken.value.returncode == 1


@pytest.mark.django_db
def test_orphans_are_deleted_and_what_rows_refer_to_stays(cast: Cast) -> None:
    (source,) = cases.add_files(cast.case, [SimpleUploadedFile("a.txt", b"uno")], cast.alba).added
    orphan = storage.keep("originals", b"huerfano")
    young = storage.keep("results", b"reciente")
    root = Path(storage.default_storage.path(""))
    old = time.time() - 7200
    for name in (source.original, orphan):
        os.utime(root / name, (old, old))
    assert [p.name for p in orphans.find_orphans(time.time() - 3600)] == [Path(orphan).name]
    assert "1 orphan" in run("purge_orphans")
    assert storage.fetch(source.original) == b"uno"
    assert storage.fetch(young) == b"reciente"


@pytest.mark.django_db
def test_the_sample_is_loaded_once(tmp_path: Path) -> None:
    for n in range(3):
        (tmp_path / f"{n}.txt").write_text(f"Comparece Remedios Zarzalejo, {n}.")
    said = run("load_sample", folder=tmp_path)
    assert len(re.findall(r"^\w+ \S{16}$", said, re.MULTILINE)) == 4
    assert (SourceFile.objects.count(), PolicyVersion.objects.count() > 0) == (3, True)
    assert "0 file(s)" in run("load_sample", folder=tmp_path)
    assert (SourceFile.objects.count(), CaseFile.objects.count(), User.objects.count()) == (3, 1, 4)
    administrator = User.objects.get(username="admin")
    assert set(administrator.memberships.values_list("role", flat=True)) == {Role.ADMINISTRATOR}


def test_static_files_are_collected_again_only_when_they_change(tmp_path: Path, settings: Any) -> None:
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "a.css").write_text("a{}")
    settings.STATICFILES_DIRS = [folder]
    first = start.static_stamp()
    assert start.static_stamp() == first
    (folder / "a.css").write_text("a{b:c}")
    assert start.static_stamp() != first


def test_the_two_commands_name_what_exists() -> None:
    assert start.web_command("127.0.0.1", 8000)[-1] == settings.WSGI_APPLICATION.replace(".application", ":application")
    assert {"--beat", "--without-gossip", "--without-mingle"} <= set(start.worker_command(2))


def test_a_child_that_dies_is_started_again_and_both_are_stopped(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    program = f"open({str(seen)!r}, 'a').write('x'); import time; time.sleep(0.2 if len(open({str(seen)!r}).read()) < 2 else 60)"
    children = [start.Child("short", [sys.executable, "-c", program]), start.Child("long", ["sleep", "60"])]
    said: list[str] = []

    def stop_soon(line: str) -> None:
        said.append(line)
        os.kill(os.getpid(), signal.SIGTERM)

    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        start.watch(children, say=stop_soon)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert said and "short" in said[0]
    assert all(child.died() is not None for child in children)


@pytest.mark.django_db
def test_the_clock_tidies_daily_uploads_that_never_ended_among_it(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "FILE_UPLOAD_TEMP_DIR", str(tmp_path / "uploads"))
    (tmp_path / "uploads").mkdir()
    (source,) = cases.add_files(cast.case, [SimpleUploadedFile("a.txt", b"uno")], cast.alba).added
    root, now = Path(storage.default_storage.path("")), time.time()
    aged = {
        root / storage.keep("originals", b"huerfano"): 7200, root / source.original: 7200,
        tmp_path / "uploads" / "ayer": 25 * 3600, tmp_path / "uploads" / "de-hoy": 7200,
    }  # fmt: skip
    for path, age in aged.items():
        path.write_bytes(path.read_bytes() if path.exists() else b"x")
        os.utime(path, (now - age, now - age))
    entry = settings.CELERY_BEAT_SCHEDULE["tidy"]
    assert entry["schedule"] == timedelta(days=1)
    app.loader.import_default_modules()
    app.tasks[entry["task"]]()
    assert [path.exists() for path in aged] == [False, True, False, True]
    assert ReviewStore().tidy() == 0


@pytest.mark.django_db
def test_a_unit_made_along_with_a_user_leaves_its_entry_once() -> None:
    for name in ("eva", "iria"):
        run("make_user", name, "--unit=Archivo", "--role=reviewer")
    assert AuditEvent.objects.filter(kind="unit-created").count() == 1
    assert "Archivo" not in str(list(AuditEvent.objects.values()))

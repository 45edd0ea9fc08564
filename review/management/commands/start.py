"""Run the whole product from one process: the web server and the worker."""

from __future__ import annotations

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser

from review import store

GRACE = 20.0


class Command(BaseCommand):
    """Migrates, starts both, starts again whichever dies, and stops both on SIGTERM or Ctrl-C."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address and the number of worker processes."""
        parser.add_argument("--host", default=os.environ.get("ANONYMIZA_HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("ANONYMIZA_PORT", "8000")))
        parser.add_argument("--workers", type=int, default=int(os.environ.get("ANONYMIZA_WORKERS", "1")))
        parser.add_argument("--sample", action="store_true", help="load the sample expediente first")
        parser.add_argument(
            "--only", choices=["prepare", "web", "worker"], help="one part, for machines that share a database"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, then watch over the two; or do the one part that was asked for."""
        only = options["only"]
        if only in (None, "prepare"):
            self._prepare(sample=options["sample"])
        children = []
        if only in (None, "web"):
            children.append(Child("web", web_command(options["host"], options["port"])))
            self._say(f"\nanonymiza: http://{options['host']}:{options['port']}/  (Ctrl-C stops it)")
        if only in (None, "worker"):
            children.append(Child("worker", worker_command(options["workers"])))
        if children:
            watch(children, say=self._say)

    def _prepare(self, *, sample: bool) -> None:
        call_command("migrate", verbosity=0)
        collect_static()
        store.keep_shipped()
        if sample:
            call_command("load_sample", stdout=self.stdout)

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def collect_static() -> None:
    """Collect and compress the static files where any has changed since the last time: it takes seconds.

    An image brings them collected, in a folder that can't be written.
    """
    if "Manifest" not in settings.STORAGES["staticfiles"]["BACKEND"] or _is_baked(Path(settings.STATIC_ROOT)):
        return
    kept, stamp = Path(settings.STATIC_ROOT) / "stamp", static_stamp()
    if not kept.exists() or kept.read_text() != stamp:
        call_command("collectstatic", verbosity=0, interactive=False)
        kept.write_text(stamp)


def _is_baked(folder: Path) -> bool:
    return folder.is_dir() and not os.access(folder, os.W_OK)


def static_stamp() -> str:
    """Return a digest of the paths, sizes and dates of the static files."""
    found = []
    for finder in finders.get_finders():
        for path, storage in finder.list([]):
            status = os.stat(storage.path(path))
            found.append(f"{path} {status.st_size} {status.st_mtime_ns}")
    return hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()


def web_command(host: str, port: int) -> list[str]:
    """Return the command of the web server."""
    return [
        sys.executable, "-m", "granian", "--interface", "wsgi", "--host", host, "--port", str(port),
        "--blocking-threads", "4", "--no-ws", "--log-level", "warning", "anonymiza.wsgi:application",
    ]  # fmt: skip


def worker_command(processes: int) -> list[str]:
    """Return the command of the worker, with its clock inside."""
    return [
        sys.executable, "-m", "celery", "--app", "anonymiza", "--quiet", "worker", "--beat", "--concurrency",
        str(processes), "--without-gossip", "--without-mingle", "--loglevel", "WARNING",
    ]  # fmt: skip


class Child:
    """One of the two processes, in a group of its own, so that nothing of it outlives it."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self._command = command
        self._started = 0.0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process; one thread of arithmetic each, as several run side by side."""
        environment = {"OMP_NUM_THREADS": "1", "DJANGO_SETTINGS_MODULE": "anonymiza.settings"} | os.environ
        self._started = time.monotonic()
        self._process = subprocess.Popen(  # noqa: S603
            self._command, cwd=settings.BASE, env=environment, start_new_session=True, umask=0o077
        )

    def died(self) -> int | None:
        """Return the exit code where the process is gone."""
        return None if self._process is None else self._process.poll()

    def pause(self) -> float:
        """Return how long to wait before starting again: longer for one that dies at once."""
        return 0.2 if time.monotonic() - self._started > 10 else 2.0

    def signal(self, number: int) -> None:
        """Send a signal to the whole group."""
        if self._process is not None:
            try:
                os.killpg(self._process.pid, number)
            except ProcessLookupError:
                return

    def stop(self, deadline: float) -> None:
        """Ask the process to end what it's doing and go; end it at the deadline."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.1, deadline - time.monotonic()))
        self.signal(signal.SIGKILL)
        self._process.wait()


def watch(children: list[Child], *, say: Any) -> None:
    """Keep the children running until this process is asked to stop."""
    over = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        over.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    for child in children:
        child.start()
    while not over.wait(0.3):
        for child in children:
            code = child.died()
            if code is not None:
                # What the dead process had started must not work on beside its successor.
                child.signal(signal.SIGKILL)
                say(f"The {child.name} process ended ({code}); it is started again.")
                over.wait(child.pause())
                if not over.is_set():
                    child.start()
    deadline = time.monotonic() + GRACE
    for child in reversed(children):
        child.stop(deadline)

"""A running installation of its own for the browser: database, web process and worker, all real."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Site:
    """Where the installation answers, and how to run something inside it."""

    url: str
    env: dict[str, str]

    def run(self, *command: str) -> str:
        """Run a Python command in the installation's environment; return what it prints."""
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=self.env, check=False, text=True, capture_output=True, timeout=120
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout.strip()

    def seed(self, what: str) -> str:
        """Run one of the functions of tests/browser/seed.py; return what it prints."""
        return self.run("-m", "tests.browser.seed", what)


@contextmanager
def installation(folder: Path) -> Iterator[Site]:
    """Start web and worker over a fresh database; stop both at the end."""
    port = _free_port()
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ANONYMIZA_", "DATABASE_URL", "CELERY_"))}
    env |= {
        "DJANGO_SETTINGS_MODULE": "anonymiza.settings",
        "ANONYMIZA_DATA": str(folder),
        "ANONYMIZA_LOG_LEVEL": "WARNING",
        "ANONYMIZA_SWEEP_SECONDS": "2",
        "OMP_NUM_THREADS": "1",
        "PYTHONWARNINGS": "ignore",
    }
    site = Site(f"http://127.0.0.1:{port}", env)
    site.run("manage.py", "migrate", "-v0")
    site.run("manage.py", "collectstatic", "--noinput", "-v0")
    web = _start(env, folder, "web", "granian", "--interface", "wsgi", "--port", str(port), "--blocking-threads", "4",
                 "--no-access-log", "anonymiza.wsgi:application")  # fmt: skip
    worker = _start(env, folder, "worker", "celery", "-A", "anonymiza", "worker", "-B", "-c", "1", "-l", "WARNING",
                    "--without-gossip", "--without-mingle", "--without-heartbeat")  # fmt: skip
    try:
        _wait(f"{site.url}/salud/lista/", web, folder)
        yield site
    finally:
        for process in (web, worker):
            process.terminate()
        for process in (web, worker):
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()


def _start(env: dict[str, str], folder: Path, name: str, *command: str) -> subprocess.Popen[bytes]:
    with (folder / f"{name}.log").open("wb") as log:
        return subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, env=env, stdout=log, stderr=log)


def _wait(url: str, process: subprocess.Popen[bytes], folder: Path) -> None:
    for _ in range(300):
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"the web process does not answer: {(folder / 'web.log').read_text()[-2000:]}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

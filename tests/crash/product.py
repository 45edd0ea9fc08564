"""The real product in processes of its own, on a data folder of the test, and a person's browser without a screen."""

from __future__ import annotations

import http.client
import http.cookiejar
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).parents[2]
AWAY = (OSError, http.client.HTTPException)


class Product:
    """`manage.py start` with short leases; its two children can be killed."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = _free_port()
        outer = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "CELERY_BROKER_URL"}}
        self.environment = outer | {
            "ANONYMIZA_DATA": str(folder),
            "ANONYMIZA_LEASE_SECONDS": "2",
            "ANONYMIZA_SWEEP_SECONDS": "1",
            "ANONYMIZA_STATICFILES": "django.contrib.staticfiles.storage.StaticFilesStorage",
            "DJANGO_SETTINGS_MODULE": "anonymiza.settings",
            **environment,
        }
        self._log = (folder / "log").open("ab")
        self._process: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str) -> str:
        """Run a management command to its end; return what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, workers: int = 1) -> None:
        """Start and wait until the web server answers."""
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "start", "--port", str(self.port), "--workers", str(workers)],
            cwd=ROOT, env=self.environment, stdout=self._log, stderr=self._log,
        )  # fmt: skip
        self.wait(lambda: self.answers(), 120)

    def answers(self) -> bool:
        """Tell whether the web server answers."""
        try:
            with urllib.request.urlopen(f"{self.url}/salud/lista/", timeout=5) as response:
                return bool(response.status == 200)
        except AWAY:
            return False

    @property
    def url(self) -> str:
        """The address of the web server."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self, which: str) -> bool:
        """Send SIGKILL to the web server or the worker, the main process of it or all; tell whether it was there."""
        for pid in self._children():
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            if (b"celery" if which == "worker" else b"granian") in command:
                os.killpg(pid, signal.SIGKILL)
                return True
        return False

    def stop(self) -> None:
        """Stop in order."""
        if self._process is not None:
            self._process.terminate()
            assert self._process.wait(60) == 0
        self._log.close()

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Read rows of the database; `?` stands for a value."""
        if url := self.environment.get("DATABASE_URL"):
            with psycopg.connect(url) as reading:
                return reading.execute(query.replace("?", "%s"), values).fetchall()
        connection = sqlite3.connect(f"file:{self.folder / 'anonymiza.sqlite3'}?mode=ro", uri=True, timeout=20)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def stored(self, name: str) -> bytes:
        """Read a private file."""
        return (self.folder / "files" / name).read_bytes()

    @staticmethod
    def wait(done: Any, seconds: float) -> None:
        """Wait until something is so."""
        deadline = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < deadline, "it took too long"
            time.sleep(0.2)

    def _children(self) -> list[int]:
        assert self._process is not None
        task = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [int(pid) for pid in task.read_text().split()]


class Browser:
    """Somebody signed in; every call may fail while the web server is down, and then nothing is acknowledged."""

    def __init__(self, product: Product, username: str, password: str) -> None:
        self._url = product.url
        self._jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))
        self.get("/entrar/")
        answer = self.post("/entrar/", username=username, password=password)
        assert answer is not None and "/entrar/" not in answer[1], "sign-in failed"

    def get(self, path: str) -> tuple[int, str, str] | None:
        """Fetch a page: status, final address, text; None where nobody answered."""
        return self._send(urllib.request.Request(self._url + path))

    def post(self, path: str, **fields: str) -> tuple[int, str, str] | None:
        """Send a form."""
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": self._token(), **fields}).encode()
        return self._send(urllib.request.Request(self._url + path, body, {"Referer": self._url}))

    def submit(self, where: str) -> tuple[int, str, str] | None:
        """Send an expediente to approval, accepting what its page says that nobody has decided."""
        shown = self.get(f"{where}/aprobacion/")
        asked = re.search(r'name="accepted" value="(\d+)"', shown[2]) if shown else None
        return self.post(f"{where}/enviar/", **({"accepted": asked[1]} if asked else {}))

    def upload(self, path: str, name: str, data: bytes) -> tuple[int, str, str] | None:
        """Send one file."""
        edge = uuid.uuid4().hex
        head = f'--{edge}\r\nContent-Disposition: form-data; name="'
        body = (
            f'{head}csrfmiddlewaretoken"\r\n\r\n{self._token()}\r\n{head}files"; filename="{name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        ).encode() + data + f"\r\n--{edge}--\r\n".encode()  # fmt: skip
        kind = f"multipart/form-data; boundary={edge}"
        return self._send(urllib.request.Request(self._url + path, body, {"Content-Type": kind, "Referer": self._url}))

    def _token(self) -> str:
        return next((c.value or "" for c in self._jar if c.name == "csrftoken"), "")

    def _send(self, request: urllib.request.Request) -> tuple[int, str, str] | None:
        try:
            with self._opener.open(request, timeout=20) as response:
                return response.status, response.url, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.url or "", ""
        except AWAY:
            return None


def passwords(printed: str) -> dict[str, str]:
    """Read the passwords that `load_sample` printed."""
    return dict(re.findall(r"^(\w+) (\S+)$", printed, re.MULTILINE))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

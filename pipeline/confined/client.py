"""Asking: starts the fork server once a process, sends a task, waits for its answer and turns its end into an error."""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pipeline import errors
from pipeline.confined import codec, wire, worker
from pipeline.confined.allowance import MIB, Allowance, allowance
from pipeline.confined.server import PLAIN, SEEING, STATUS
from pipeline.confined.tasks import TASKS
from pipeline.container import sniff
from pipeline.errors import EngineError, LimitExceeded, ReaderDied

log = logging.getLogger(__name__)
_GRACE = 10.0  # between an answer that ended and the word of how its process did
_START_SECONDS = 120.0
_PASSED_ON = (
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "LD_LIBRARY_PATH",
    "TESSDATA_PREFIX",
    "VIRTUAL_ENV",
    "PYTHONHASHSEED",
)
_SMALLER = "Split it into smaller files, or save it in another format, and upload that."
_AGAIN = "Open it in its program, save it in another format and upload that copy."
_MOST_PAGES = 1_000_000
Progress = Callable[[int, int], None]
_START = "from pipeline.confined.server import main; main()"


class Server:
    """A fork server of this process, and the channel that it lives by."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-c", _START, str(theirs.fileno())],
                env=_surroundings(),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )  # fmt: skip
        self._control = ours
        self._lock = threading.Lock()
        self._ready = False
        self._sees = False

    def start(self, *, sees: bool) -> tuple[socket.socket, socket.socket]:
        """Have a process forked; return the channel to it and its leash: closing that ends it. Raises OSError.

        One that `sees` has the readers of pixels, if a file before it had need of them: most have none.
        """
        channel, theirs = socket.socketpair()
        leash, end = socket.socketpair()
        with theirs, end:
            try:
                with self._lock:
                    self._wait_until_ready()
                    asked = SEEING if sees and self._sees else PLAIN
                    socket.send_fds(self._control, [asked], [theirs.fileno(), end.fileno()])
            except OSError:
                channel.close()
                leash.close()
                raise
        return channel, leash

    def learn_to_see(self) -> None:
        """Have the readers of pixels loaded before the next process that may need them."""
        self._sees = True

    def _wait_until_ready(self) -> None:
        # Loading the libraries is nobody's time but the server's.
        if not self._ready:
            self._control.settimeout(_START_SECONDS)
            if not self._control.recv(1):
                raise ConnectionError
            self._control.settimeout(None)
            self._ready = True

    def stop(self) -> None:
        """Let the server end, and wait for it."""
        self._control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(10)

    def forget(self) -> None:
        """Let go of a server that belongs to the process this one was forked from."""
        self._control.close()
        self._process.returncode = 0


def _silent(page: int, pages: int) -> None:
    return None


_server: Server | None = None
_starting = threading.Lock()


def warm() -> None:
    """Start the server, without waiting until it has loaded its libraries."""
    _running()


def run(name: str, *arguments: object, progress: Progress = _silent) -> Any:
    """Do a task over a hostile file in a process apart; raises what the task raises, LimitExceeded, ReaderDied.

    `progress` is told the page under way (from 1) and how many there are; what it raises ends the task.
    """
    allowed = allowance()
    if _shows(arguments):
        _running().learn_to_see()
    body = codec.pack(TASKS[name].takes, arguments)
    try:
        kind, answer = _answered(name, body, allowed, progress)
    except _ServerGone:
        drop()
        try:
            kind, answer = _answered(name, body, allowed, progress)
        except _ServerGone:
            raise _died(None, allowed, TASKS[name].stage) from None
    return _taken(kind, answer, allowed, name)


class _Silent(Exception):
    """Nothing came for longer than is allowed."""


class _ServerGone(Exception):
    """The fork server died, and what it had forked with it: nothing is known of the file."""


def _shows(arguments: Sequence[object]) -> bool:
    return any(isinstance(one, bytes) and sniff.is_picture(one) for one in arguments)


def _answered(name: str, body: bytes, allowed: Allowance, progress: Progress) -> tuple[bytes, bytes]:
    stage = TASKS[name].stage
    channel, leash = _forked(sees=TASKS[name].sees)
    with channel, leash:
        try:
            return _exchange(channel, [worker.asked(name, allowed), body], allowed, progress)
        except _Silent:
            raise _too_slow(allowed, stage) from None
        except (EOFError, OSError, ValueError):
            status = _status(leash)
            if status is None:
                raise _ServerGone from None
            raise _died(status, allowed, stage) from None


def _forked(*, sees: bool) -> tuple[socket.socket, socket.socket]:
    try:
        return _running().start(sees=sees)
    except OSError:
        drop()
    try:
        return _running().start(sees=sees)
    except OSError:
        raise EngineError("The process that reads files can't be started.", remedy="See docs/operations.md.") from None


def _running() -> Server:
    global _server
    with _starting:
        if _server is None:
            _server = Server()
        return _server


def drop() -> None:
    """Stop the server of this process; the next task starts another."""
    global _server
    with _starting:
        server, _server = _server, None
    if server is not None:
        server.stop()


def _forget() -> None:
    global _server, _starting
    _starting = threading.Lock()
    if _server is not None:
        _server.forget()
        _server = None


atexit.register(drop)
os.register_at_fork(after_in_child=_forget)


def _surroundings() -> dict[str, str]:
    """Return the environment of whoever opens hostile files: no keys, no addresses of databases."""
    kept = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    found = [str(Path(__file__).resolve().parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    # one thread each: a process for every file is what keeps the processors busy, and arenas count as memory
    single = dict.fromkeys(("OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OPENBLAS_NUM_THREADS"), "1")
    return {**kept, **single, "MALLOC_ARENA_MAX": "2", "PYTHONPATH": os.pathsep.join(found)}


def _exchange(
    channel: socket.socket, asked: Sequence[bytes], allowed: Allowance, progress: Progress
) -> tuple[bytes, bytes]:
    """Send what is asked and return the last message; every step of the work gives it its time again."""
    end = time.monotonic() + allowed.total_seconds

    def waiting() -> None:
        left = min(allowed.seconds, end - time.monotonic())
        if left <= 0:
            raise _Silent
        channel.settimeout(left)

    try:
        for body in asked:
            waiting()
            wire.send(channel, wire.ASK, body)
        while True:
            kind, answer = wire.receive(channel, allowed.memory * MIB, waiting)
            if kind == wire.STEP:
                _tell(progress, *codec.unpack(worker.STEPPED, answer))
            elif kind == wire.SIGHT:
                _running().learn_to_see()
            else:
                return kind, answer
    except TimeoutError:
        raise _Silent from None


def _tell(progress: Progress, page: int, pages: int) -> None:
    if 0 < page <= pages <= _MOST_PAGES:
        progress(page, pages)


def _status(leash: socket.socket) -> int | None:
    """Return how the process ended, as `waitpid` tells it; None where nobody says."""
    leash.settimeout(_GRACE)
    try:
        said = leash.recv(STATUS.size)
    except OSError:
        return None
    return int(STATUS.unpack(said)[0]) if len(said) == STATUS.size else None


def _taken(kind: bytes, answer: bytes, allowed: Allowance, name: str) -> Any:
    task = TASKS[name]
    try:
        if kind == wire.ANSWER:
            return codec.unpack([task.gives], answer)[0]
        if kind == wire.REFUSAL:
            raise _error(*codec.unpack(worker.TOLD, answer))
        if kind == wire.FAULT:
            log.error("fault %s at %s in task %s", *map(_clean, codec.unpack(worker.FAILED, answer)), name)
            raise ReaderDied("Something in the file makes its reader fail.", stage=task.stage, remedy=_AGAIN)
    except ValueError:
        raise ReaderDied("The reader of the file answered nonsense.", stage=task.stage, remedy=_AGAIN) from None
    raise _too_big(allowed, task.stage)


def _clean(word: str) -> str:
    return "".join(char for char in word[:60] if char.isalnum() or char in "_.:")


def _error(kind: str, message: str, stage: str, remedy: str) -> EngineError:
    found = getattr(errors, kind, None)
    if not (isinstance(found, type) and issubclass(found, EngineError)):
        raise ValueError("no such error")
    return found(message, stage=stage, remedy=remedy)


def _died(status: int | None, allowed: Allowance, stage: str) -> EngineError:
    if status is not None and os.WIFSIGNALED(status):
        log.warning("the reader was ended by signal %s in stage %s", os.WTERMSIG(status), stage)
        if os.WTERMSIG(status) == signal.SIGXCPU:
            return _too_slow(allowed, stage)
    return ReaderDied("Something in the file ends the process that reads it.", stage=stage, remedy=_AGAIN)


def _too_slow(allowed: Allowance, stage: str) -> LimitExceeded:
    return LimitExceeded(
        f"The file takes more than {allowed.seconds} seconds without a page done, or {allowed.total_seconds} in all.",
        stage=stage,
        remedy=_SMALLER,
    )


def _too_big(allowed: Allowance, stage: str) -> LimitExceeded:
    return LimitExceeded(f"The file takes more than {allowed.memory} MiB of memory.", stage=stage, remedy=_SMALLER)

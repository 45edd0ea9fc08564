"""The fork server: a process that holds the readers' libraries, no secrets and no threads, and forks one for each task.

It lives as long as whoever started it: the other end of its control channel. A process it forked lives no longer than
it, nor than the wait for its answer.
"""

from __future__ import annotations

import contextlib
import gc
import os
import selectors
import shutil
import signal
import socket
import struct
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pipeline import ocr, registry
from pipeline.confined import cage, worker

STATUS = struct.Struct("<i")
PLAIN, SEEING = b"1", b"2"  # what is asked for: a process, or one that has the readers of pixels
_PREFIX = "anonymiza-confined-"


@dataclass(frozen=True, slots=True)
class _Job:
    leash: socket.socket
    folder: Path


def main() -> None:
    """Serve the control channel on the descriptor that the last argument names, until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _sweep()
    registry.formats()
    worker.prepare()
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[-1])) as control, tempfile.TemporaryDirectory(prefix=_mine()) as home:
        _Server(control, Path(home)).serve()


def _mine() -> str:
    return f"{_PREFIX}{os.getpid()}-"


def _sweep() -> None:
    """Remove the folders of servers that were killed."""
    for left in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        pid = left.name.removeprefix(_PREFIX).partition("-")[0]
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            shutil.rmtree(left, ignore_errors=True)
        except (ValueError, PermissionError):
            continue


def _load_sight() -> None:
    """Load the readers of pixels, once: every process forked from now on has them."""
    if not ocr.is_loaded():
        ocr.load()
        gc.collect()
        gc.freeze()


class _Server:
    def __init__(self, control: socket.socket, home: Path) -> None:
        self._control = control
        self._home = home
        self._jobs: dict[int, _Job] = {}
        self._selector = selectors.DefaultSelector()
        self._count = 0

    def serve(self) -> None:
        """Fork for every request, end what nobody waits for, tell how each ended; until the channel closes."""
        ended, wake = socket.socketpair()
        for end in (ended, wake):
            end.setblocking(False)
        signal.set_wakeup_fd(wake.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self._selector.register(ended, selectors.EVENT_READ)
        self._selector.register(self._control, selectors.EVENT_READ)
        self._control.sendall(b"1")
        try:
            while self._serve_once(ended):
                pass
        finally:
            for pid in self._jobs:
                os.kill(pid, signal.SIGKILL)

    def _serve_once(self, ended: socket.socket) -> bool:
        for key, _ in self._selector.select():
            if key.fileobj is self._control:
                asked, channels, _, _ = socket.recv_fds(self._control, 1, 2)
                if not asked:
                    return False
                if asked == SEEING:
                    _load_sight()
                self._start(*channels)
            elif key.fileobj is ended:
                ended.recv(4096)
            else:  # whoever waited has let go of the leash
                os.kill(key.data, signal.SIGKILL)
                self._selector.unregister(key.fileobj)
        self._reap()
        return True

    def _start(self, channel: int, leash: int) -> None:
        self._count += 1
        folder = self._home / str(self._count)
        folder.mkdir(mode=0o700)
        pid = os.fork()
        if not pid:
            self._become_worker(channel, folder)
        os.close(channel)
        held = socket.socket(fileno=leash)
        self._jobs[pid] = _Job(held, folder)
        self._selector.register(held, selectors.EVENT_READ, pid)

    def _become_worker(self, channel: int, folder: Path) -> None:
        code = worker.FAULTY
        try:
            parent = os.getppid()
            cage.tie_to_parent()
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.closerange(3, channel)
            os.closerange(channel + 1, 256)
            if os.getppid() == parent:
                worker.work(socket.socket(fileno=channel), folder)
            code = 0
        finally:
            os._exit(code)

    def _reap(self) -> None:
        while self._jobs:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            job = self._jobs.pop(pid, None)
            if job is not None:
                self._finish(job, status)

    def _finish(self, job: _Job, status: int) -> None:
        if job.leash in [key.fileobj for key in self._selector.get_map().values()]:
            self._selector.unregister(job.leash)
        with job.leash, contextlib.suppress(OSError):  # nobody may be waiting any more
            job.leash.sendall(STATUS.pack(status))
        shutil.rmtree(job.folder, ignore_errors=True)

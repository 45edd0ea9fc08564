"""One process for one step over one hostile file: takes its task, shuts itself in, works, answers, ends."""

from __future__ import annotations

import os
import socket
import tempfile
import time
import traceback
from pathlib import Path

from pipeline import ocr, pace
from pipeline.collector import fewer_collections
from pipeline.confined import cage, codec, wire
from pipeline.confined.allowance import MIB, Allowance
from pipeline.confined.tasks import TASKS
from pipeline.errors import EngineError
from pipeline.lexicons import names

_OLE = b"\xd0\xcf\x11\xe0"  # old binary documents are converted by a program of its own
_MOST = 4096 * MIB
FAULTY = 3
_ASKED = (str, Allowance)
TOLD = (str, str, str, str)  # of an error: class, message, stage, remedy
FAILED = (str, str)  # of a fault: type, place
STEPPED = (int, int)  # of a step: page, pages


@fewer_collections()
def work(channel: socket.socket, folder: Path) -> None:
    """Do what the channel asks, in the folder given; answers and returns, or is ended by the kernel."""
    _, head = wire.receive(channel, _MOST)
    _, body = wire.receive(channel, _MOST)
    name, allowed = codec.unpack(_ASKED, head)
    os.chdir(folder)
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    cage.limit(allowed)
    task = TASKS[name]
    arguments = codec.unpack(task.takes, body)
    del body
    cage.close(folder, programs=_needs_program(arguments))
    pace.on_step(_teller(channel))
    could_see = ocr.is_loaded()
    try:
        answer = codec.pack([task.gives], [task.function(*arguments)])
        if ocr.is_loaded() and not could_see:
            wire.send(channel, wire.SIGHT)
    except EngineError as error:
        told = codec.pack(TOLD, [type(error).__name__, error.message, error.stage, error.remedy])
        wire.send(channel, wire.REFUSAL, told)
    except MemoryError:
        wire.send(channel, wire.NO_MEMORY)
    except Exception as error:
        # The message may quote the document: type and place only.
        wire.send(channel, wire.FAULT, codec.pack(FAILED, [type(error).__name__, _place(error)]))
    else:
        wire.send(channel, wire.ANSWER, answer)


def prepare() -> None:
    """Work out ahead of the forks how values cross, and load the tables of names: every process has them then."""
    for kinds in (_ASKED, TOLD, FAILED, STEPPED, *([*task.takes, task.gives] for task in TASKS.values())):
        codec.prepare(kinds)
    names.is_common("")


def asked(name: str, allowed: Allowance) -> bytes:
    """Return the head of a request: the task and what it may take."""
    return codec.pack(_ASKED, [name, allowed])


def _needs_program(arguments: list[object]) -> bool:
    return any(isinstance(one, bytes) and one.startswith(_OLE) for one in arguments)


def _teller(channel: socket.socket) -> pace.Listener:
    last, at = 0.0, (0, 0)

    def tell(page: int, pages: int) -> None:
        nonlocal last, at
        at = (page, pages) if pages else at
        if (now := time.monotonic()) - last > 1:
            last = now
            wire.send(channel, wire.STEP, codec.pack(STEPPED, at))

    return tell


def _place(error: Exception) -> str:
    """Name the innermost line of the engine that the error came through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if f"{os.sep}pipeline{os.sep}" in f.filename]
    return f"{Path(ours[-1].filename).stem}:{ours[-1].lineno}" if ours else ""

"""Makes files whose text says so misbehave in the process that reads them, as a fault in a parser would."""

import ctypes
import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path


def _spin() -> None:
    while True:
        pass


def _swallow() -> None:
    held = []
    while True:
        held.append(bytearray(64 << 20))


def _pages() -> None:
    from pipeline import pace

    for _ in range(4):
        time.sleep(1.2)
        pace.step()


def _told(works, *arguments) -> None:
    """Tell as an error's place whether something that must not work did."""
    try:
        works(*arguments)
    except OSError as error:
        raise KeyError from error
    raise LookupError


def _send_nonsense() -> None:
    from pipeline.confined import wire

    send = wire.send
    wire.send = lambda channel, kind, body=b"": send(channel, kind, b"\x10" * 40)


def _write_much() -> None:
    with open("big", "wb") as big:
        while True:
            big.write(bytes(1 << 24))


def _own_folder() -> None:
    Path("mine").write_bytes(b"x")
    assert Path("mine").read_bytes() == b"x"
    assert Path.cwd().name.isdigit()


ACTS = {
    b"MISBEHAVE-hang": lambda: time.sleep(600),
    b"MISBEHAVE-spin": _spin,
    b"MISBEHAVE-memory": _swallow,
    b"MISBEHAVE-die": lambda: os.kill(os.getpid(), signal.SIGKILL),
    b"MISBEHAVE-segfault": lambda: ctypes.string_at(1),
    b"MISBEHAVE-exit": lambda: os._exit(0),
    b"MISBEHAVE-fault": lambda: {}["Casilda"],
    b"MISBEHAVE-nonsense": _send_nonsense,
    b"MISBEHAVE-pages": _pages,
    b"MISBEHAVE-own-folder": _own_folder,
    b"MISBEHAVE-write-much": lambda: _told(_write_much),
    b"MISBEHAVE-network": lambda: _told(socket.socket, socket.AF_INET),
    b"MISBEHAVE-local-socket": lambda: _told(socket.socket, socket.AF_UNIX),
    b"MISBEHAVE-program": lambda: _told(subprocess.run, ["/bin/true"]),
    b"MISBEHAVE-write": lambda: _told(Path(os.environ["HOME"], "written").write_bytes, b"x"),
    b"MISBEHAVE-read": lambda: _told(Path(os.environ["HOME"], "secret").read_bytes),
    b"MISBEHAVE-secret": lambda: _told(lambda: os.environ["ANONYMIZA_SECRET_KEY"]),
}


class _Poisoner:
    def find_spec(self, name, path=None, target=None):
        if name != "pipeline.extract":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        load = spec.loader.exec_module

        def exec_module(module):
            load(module)
            module.read_document = _poisoned(module.read_document)

        spec.loader.exec_module = exec_module
        return spec


def _poisoned(read):
    from functools import wraps

    @wraps(read)
    def poisoned(data, name):
        for mark, act in ACTS.items():
            if data.startswith(mark + b"."):
                act()
        return read(data, name)

    return poisoned


sys.meta_path.insert(0, _Poisoner())

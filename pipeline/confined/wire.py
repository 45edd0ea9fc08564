"""Messages between the asking process and the one that works: a kind, a length, a body."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable

_HEAD = struct.Struct("<cQ")
ASK, STEP, ANSWER, REFUSAL, FAULT, NO_MEMORY = b"a", b"s", b"r", b"e", b"f", b"m"
SIGHT = b"p"  # the readers of pixels were needed
_CHUNK = 1 << 20


def send(channel: socket.socket, kind: bytes, body: bytes = b"") -> None:
    """Send one message."""
    channel.sendall(_HEAD.pack(kind, len(body)))
    if body:
        channel.sendall(body)


def receive(channel: socket.socket, most: int, waiting: Callable[[], None] | None = None) -> tuple[bytes, bytes]:
    """Receive one message of `most` bytes; raises EOFError where it ends early, ValueError where it is too long.

    `waiting` is called before every wait; what it raises ends the wait.
    """
    kind, length = _HEAD.unpack(_exactly(channel, _HEAD.size, waiting))
    if length > most:
        raise ValueError("too long")
    return kind, _exactly(channel, length, waiting)


def _exactly(channel: socket.socket, length: int, waiting: Callable[[], None] | None) -> bytes:
    parts = bytearray()
    while len(parts) < length:
        if waiting is not None:
            waiting()
        part = channel.recv(min(_CHUNK, length - len(parts)))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)

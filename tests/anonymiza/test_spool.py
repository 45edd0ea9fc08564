"""The file-system broker: messages in order, each to one worker, and nothing half-written that kills anybody."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from kombu import Connection, Exchange, Queue
from kombu.simple import SimpleQueue
from kombu.transport.virtual import BrokerState

from anonymiza import celery, spool

Opener = Callable[[], Connection]


@pytest.fixture
def connect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opener:
    # The transport remembers its bindings for the life of the process: each test is a process of its own.
    monkeypatch.setattr(spool.Transport, "global_state", BrokerState())
    for name in ("messages", "control", "processed"):
        (tmp_path / name).mkdir()
    options = {
        "data_folder_in": str(tmp_path / "messages"), "data_folder_out": str(tmp_path / "messages"),
        "control_folder": str(tmp_path / "control"), "processed_folder": str(tmp_path / "processed"),
        "polling_interval": 0.01,
    }  # fmt: skip
    assert celery.app.main == "anonymiza"
    return lambda: Connection("filesystem://localhost", transport_options=options)


def a_queue(connection: Connection) -> SimpleQueue:
    return connection.SimpleQueue(Queue("celery", Exchange("celery"), routing_key="celery"), no_ack=True)


def test_messages_arrive_in_order_and_once(connect: Opener) -> None:
    with connect() as one, connect() as other:
        sender, receivers = a_queue(one), [a_queue(one), a_queue(other)]
        for n in range(20):
            sender.put({"id": n})
        got = [receivers[n % 2].get(timeout=2).payload["id"] for n in range(20)]
        assert got == list(range(20))
        with pytest.raises(receivers[0].Empty):
            receivers[0].get(timeout=0.05)


@pytest.mark.parametrize("rest", ["", '{"body": "abc', "\x00" * 40])
def test_what_is_left_of_a_message_stops_nobody(connect: Opener, tmp_path: Path, rest: str) -> None:
    (tmp_path / "messages" / "0_0.celery.msg").write_text(rest)
    (tmp_path / "messages" / "0_1.celery.msg.ffff.partial").write_text(rest)
    with connect() as connection:
        queue = a_queue(connection)
        queue.put({"id": 1})
        assert queue.get(timeout=2).payload == {"id": 1}


@pytest.mark.parametrize("rest", ["", '[["celery", "", "cel'])
def test_what_is_left_of_the_bindings_is_made_anew(connect: Opener, tmp_path: Path, rest: str) -> None:
    (tmp_path / "control" / "celery.exchange").write_text(rest)
    with connect() as connection:
        queue = a_queue(connection)
        queue.put({"id": 1})
        assert queue.get(timeout=2).payload == {"id": 1}
    assert '"celery"' in (tmp_path / "control" / "celery.exchange").read_text()


def test_nothing_is_readable_by_others(connect: Opener, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        with connect() as connection:
            a_queue(connection).put({"id": 1})
    finally:
        os.umask(before)
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "messages").iterdir())

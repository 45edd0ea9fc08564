"""The file-system broker, made safe against processes that die: whole messages or none, whole tables or none.

The transport that ships with Kombu writes in place: a process killed while it writes leaves half a message or an
empty table of bindings, and every worker that meets it dies of it. Here both are written aside and renamed.
"""

from __future__ import annotations

import fcntl
import logging
import os
import re
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem, virtual
from kombu.utils.json import dumps, loads

log = logging.getLogger(__name__)
_SAFE = re.compile(r"(?!\.+$)[A-Za-z0-9._-]*")
Binding = filesystem.exchange_queue_t


class Channel(filesystem.Channel):
    """A channel over a folder of messages and a folder of bindings."""

    def get_table(self, exchange: str) -> list[Any]:
        """Return the bindings of an exchange; none where the file is missing or isn't whole."""
        try:
            return [Binding(*row) for row in loads(self._table(exchange).read_text("utf-8"))]
        except FileNotFoundError:
            return []
        except ValueError:
            log.warning("bindings of %s are not whole and are made anew", exchange)
            return []

    def _queue_bind(self, exchange: str, routing_key: str | None, pattern: str | None, queue: str | None) -> None:
        wanted = Binding(routing_key or "", pattern or "", queue or "")
        with self._locked():
            table = self.get_table(exchange)
            if wanted not in table:
                _write(self._table(exchange), dumps([wanted, *table]))

    def _delete(self, queue: str, exchange: str, routing_key: str, pattern: str, *args: Any, **named: Any) -> None:
        virtual.Channel._delete(self, queue, *args, **named)
        gone = Binding(routing_key or "", pattern or "", queue or "")
        with self._locked():
            table = self.get_table(exchange)
            if gone in table:
                _write(self._table(exchange), dumps([row for row in table if row != gone]))

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        name = f"{time.time_ns():020}_{uuid.uuid4()}.{queue}.msg"
        _write(Path(self.data_folder_out) / name, dumps(payload))

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for name in sorted(os.listdir(self.data_folder_in)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = Path(self.processed_folder) / name
            try:
                # Of several workers exactly one can rename it.
                os.rename(Path(self.data_folder_in) / name, taken)
                text = taken.read_text("utf-8")
                taken.unlink()
                return loads(text)
            except FileNotFoundError:
                continue
            except ValueError:
                log.warning("a message that isn't whole is dropped; the sweep sends its work again")
        raise Empty

    def _table(self, exchange: str) -> Path:
        if not _SAFE.fullmatch(exchange):
            raise ValueError("not a name of an exchange")
        return self.control_folder / f"{exchange}.exchange"

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self.control_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (self.control_folder / "lock").open("w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield


class Transport(filesystem.Transport):
    """The transport of `filesystem://` addresses."""

    Channel = Channel


def _write(path: Path, text: str) -> None:
    partial = path.with_name(f"{path.name}.{uuid.uuid4().hex}.partial")
    partial.write_text(text, "utf-8")
    os.replace(partial, path)

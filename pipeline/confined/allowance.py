"""How much one file may take of the machine, from the environment; docs/configuration.md lists each."""

from __future__ import annotations

import os
from dataclasses import dataclass

from pipeline.errors import PolicyError

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one step over one file may take.

    `seconds` without a finished page and `total_seconds` in all; `memory` and `written` (into its own folder), in MiB.
    """

    seconds: int = 240
    total_seconds: int = 3600
    memory: int = 3072
    written: int = 1024


def allowance() -> Allowance:
    """Return what the environment allows; raises PolicyError for a malformed value."""
    usual = Allowance()
    return Allowance(
        _whole("ANONYMIZA_READ_SECONDS", usual.seconds),
        _whole("ANONYMIZA_TASK_SECONDS", usual.total_seconds),
        _whole("ANONYMIZA_READ_MEMORY", usual.memory),
        usual.written,
    )


def _whole(name: str, usual: int) -> int:
    raw = os.environ.get(name)
    try:
        value = usual if raw is None else int(raw)
    except ValueError:
        value = 0
    if value < 1:
        raise PolicyError(f"{name} must be a whole number above 0.")
    return value

"""What a system says of a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Predicted:
    """What a system finds: span, label of the gold, the person it says it is, whether a reader no longer sees it.

    `score` is the system's confidence in 0..1.
    """

    start: int
    end: int
    label: str
    entity: str = ""
    hidden: bool = True
    score: float = 1.0


System = Callable[[str], Sequence[Predicted]]

"""What a process apart can be asked to do: each task by name, a function with the types of what goes in and out."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pipeline import apply, extract, verify
from pipeline.container import page_image


@dataclass(frozen=True, slots=True)
class Task:
    """A function that handles the bytes of one hostile file, and the stage that its failures are told under.

    `sees` is set where it may read pixels with the first reader.
    """

    function: Callable[..., Any]
    stage: str
    sees: bool = False

    @property
    def takes(self) -> list[Any]:
        """The types of its arguments, in order."""
        return [kind for name, kind in typing.get_type_hints(self.function).items() if name != "return"]

    @property
    def gives(self) -> Any:
        """The type of its answer."""
        return typing.get_type_hints(self.function)["return"]


TASKS: Mapping[str, Task] = {
    "read": Task(extract.read_document, "extract", sees=True),
    "text": Task(extract.read_text, "extract", sees=True),
    "again": Task(extract.read_again, "extract", sees=True),
    "write": Task(apply.write_document, "apply"),
    "prove": Task(verify.find_leaks, "verify"),
    "measure": Task(page_image.page_sizes, "extract"),
    "draw": Task(page_image.render, "extract"),
}

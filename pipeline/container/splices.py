"""Edits of a text at exact places: everything outside them stays as it was."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Splices:
    """Edits by place; one that lies inside another gives way to it, a later one of the same place to none."""

    _edits: dict[tuple[int, int], str] = field(default_factory=dict, repr=False)

    def put(self, start: int, end: int, new: str) -> None:
        """Ask for another text between two places."""
        self._edits[start, end] = new

    def applied(self, text: str) -> str:
        """Return the text with the edits made."""
        out: list[str] = []
        place = 0
        for (start, end), new in sorted(self._edits.items(), key=lambda item: (item[0][0], -item[0][1])):
            if start < place:
                continue
            out += [text[place:start], new]
            place = end
        return "".join([*out, text[place:]])

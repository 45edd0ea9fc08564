"""Text of no height or width: nobody sees it and no library tells where it is, so it goes."""

from __future__ import annotations

from typing import Any


class Flat:
    """Follows what a stream sets, and tells whether text shown now would have no height or width."""

    def __init__(self) -> None:
        self._state = (False, False, False)  # the size, the width, the matrix of the page
        self._kept: list[tuple[bool, bool, bool]] = []
        self._is_line = False

    def __bool__(self) -> bool:
        return self._is_line or any(self._state)

    def take(self, name: str, operands: Any) -> None:
        """Follow one instruction."""
        size, width, matrix = self._state
        if name == "Tf":
            self._state = (_are_zero(operands[1:2]), width, matrix)
        elif name == "Tz":
            self._state = (size, _are_zero(operands[:1]), matrix)
        elif name == "cm":
            self._state = (size, width, matrix or _are_zero(operands[:4]))
        elif name == "Tm" or name == "BT":
            self._is_line = name == "Tm" and _are_zero(operands[:4])
        elif name == "q":
            self._kept.append(self._state)
        elif name == "Q" and self._kept:
            self._state = self._kept.pop()


def _are_zero(numbers: Any) -> bool:
    try:
        return len(numbers) > 0 and not any(map(float, numbers))
    except (TypeError, ValueError):
        return False  # no numbers

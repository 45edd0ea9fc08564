"""What somebody types to find a line: each word, or a part of one, accents and case aside."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.document import fold


def wanted(typed: str) -> list[str]:
    """Return the words that are looked for."""
    return fold(typed).split()


def says(text: str, words: Sequence[str]) -> bool:
    """Tell whether a text says all of these words."""
    said = fold(text)
    return all(word in said for word in words)

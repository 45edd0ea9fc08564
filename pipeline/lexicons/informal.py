"""Writing that leaves capitals out: messages of a chat, quick mail. A name there is a small word like the others."""

from __future__ import annotations

import re
from bisect import bisect_right

# What stands before a message in an exported chat: when, and who: "[6/2/25 22:15] lucia fdez: ".
SPEAKER = re.compile(
    r"(?m)^[ \t]*\[?\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4},?[ \t]{1,9}"
    r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\]?[ \t]*(?:-[ \t]*)?(?:~[ \t]*)?"
    r"(?:(?P<who>[^\W\d_][^\W\d_.]{0,40}(?:[ .-]{1,9}[^\W_]{1,40}){0,3}"
    r"|[^\W\d_]{1,40}_[^\W_]{1,40})|\+?\d[\d .]{5,18})[^\w:\n]{0,4}:[ \t]"
)
_BEFORE = re.compile(r"(?:[>\s|@~¿¡.]|(?<=@)\d+|[\u2600-\U0001ffff])*")
_TITLE_CASE = re.compile(r"(?<![^\W_])[A-ZÀ-Þ][a-zà-öø-ÿ]")
_NEW_SENTENCE = re.compile(r"[a-zà-ÿ)»\"][.?!]\s+[A-ZÀ-Þ¿¡]")
# Items of a list and what a law's page break cuts begin small too: they end in one of these or are long and capital.
_ITEM = re.compile(r"(?:[a-z]|[ivx]{1,4}|\d{1,3})[.)ºª]")
_ITEM_END = re.compile(r"[;:,]\s*$")
# At least so many letters, and at most one capitalised word in so many characters.
_FEWEST, _RARE = 12, 60


class Informal:
    """The stretches of a text that are written without capitals."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in _paragraphs(text):
            if _is_small(text, start, end):
                self._starts.append(start)
                self._ends.append(end)

    def __contains__(self, offset: object) -> bool:
        """Tell whether an offset lies in such a stretch."""
        if not isinstance(offset, int):
            return False
        at = bisect_right(self._starts, offset) - 1
        return at >= 0 and offset < self._ends[at]


def _paragraphs(text: str) -> list[tuple[int, int]]:
    """Return the messages of a chat and the paragraphs, as start and end."""
    found: list[tuple[int, int]] = []
    start, at = -1, 0
    for line in text.splitlines(keepends=True):
        speaker = SPEAKER.match(text, at) if line[:4].strip(" [")[:1].isdigit() else None
        head = speaker.end() if speaker else at
        if (speaker or not line.strip(" >\t\r\n|")) and start >= 0:
            found.append((start, at))
            start = -1
        if start < 0 and line.strip(" >\t\r\n|"):
            start = head
        at += len(line)
    if start >= 0:
        found.append((start, at))
    return found


def _is_small(text: str, start: int, end: int) -> bool:
    before = _BEFORE.match(text, start, end)
    head = before.end() if before else start
    first = text[head : head + 1]
    if not first.islower() or end - head < _FEWEST or _ITEM.match(text, head, end):
        return False
    if _ITEM_END.search(text, max(head, end - 4), end):
        return False
    titled = len(_TITLE_CASE.findall(text, head, end))
    return titled * _RARE <= end - head and not _NEW_SENTENCE.search(text, head, end)

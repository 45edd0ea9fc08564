"""Tables drawn in plain text with tabs, bars or semicolons: what heads the column that a place lies in."""

from __future__ import annotations

import re

from pipeline.recognise.running_text import RunningText

_BREAKS = "\n\x00"
_MOST_ROWS, _WIDEST = 60, 400
# A sentence may hold two semicolons.
_MARKS = (("\t", 2), ("|", 2), (";", 3))
# A line of headers has no figures and no labels; sentences and forms with semicolons do.
_VALUES = re.compile(r"[\d:]")
_LETTERS = re.compile(r"[^\W\d_]{3,}")


def column_header(running: RunningText, offset: int) -> str:
    """Return, folded, the heading of the column that holds an offset; empty outside a table of plain text.

    The heading is the cell in the same place of the topmost row above that has as many cells.
    """
    text = running.text
    start, end = _line(text, offset)
    mark = next((sign for sign, least in _MARKS if text.count(sign, start, end) >= least), "")
    if not mark or end - start > _WIDEST:
        return ""
    cells = text.count(mark, start, end)
    column = text.count(mark, start, offset)
    head, top = "", (start, end)
    for _ in range(_MOST_ROWS):
        if start < 1:
            break
        start, end = _line(text, start - 1)
        if text.count(mark, start, end) != cells:
            break
        head = text[start:end].split(mark)[column]
        top = start, end
    if mark == ";" and _VALUES.search(text, *top):
        return ""
    return " ".join(head.split()) if _LETTERS.search(head) else ""


def _line(text: str, offset: int) -> tuple[int, int]:
    """Return the line of an offset, looked for no farther than the widest table reaches."""
    floor, ceiling = max(0, offset - _WIDEST), min(len(text), offset + _WIDEST)
    start = max(text.rfind(sign, floor, offset) for sign in _BREAKS) + 1
    ends = [at for sign in _BREAKS if (at := text.find(sign, offset, ceiling)) >= 0]
    return max(start, floor), min(ends, default=ceiling)

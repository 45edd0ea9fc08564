"""Delimited text (.csv, .tsv): every cell with its value and its exact place in the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pipeline.container import limits
from pipeline.errors import LimitExceeded

DELIMITERS = (";", "\t", "|", ",")  # on a tie the comma loses: it also stands in prose and decimals
_SAMPLE_CHARACTERS = 64_000
_SAMPLE_ROWS = 60
_HINT = re.compile(r"\s*\"?sep=(.)\"?\s*$", re.I)
_PLAIN_SIGNED = re.compile(r"[+-]?[\d\s.,()*/-]+\Z")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its value, and where it stands in the text with its quotes (`start`, `end`)."""

    row: int
    column: int
    start: int
    end: int
    value: str = field(repr=False)
    quoted: bool = False


def delimiter_of(text: str, name: str = "") -> str:
    """Return the delimiter: the one an Excel `sep=` line names, else the one that splits rows most evenly."""
    hint = _HINT.match(text[: text.find("\n") + 1] or text[:8])
    if hint:
        return hint[1]
    scores = {mark: _evenness(text, mark) for mark in DELIMITERS}
    if name.lower().endswith((".tsv", ".tab")) and scores["\t"] > 0:
        return "\t"
    best = max(DELIMITERS, key=lambda mark: scores[mark])
    return best if scores[best] > 0 else ","


def looks_tabular(text: str) -> bool:
    """Tell whether nearly every line splits alike in three cells or more: prose doesn't."""
    return any(_evenness(text, mark) >= 2.85 and _rows_sampled(text, mark) >= 3 for mark in DELIMITERS)


def _sample(text: str, delimiter: str) -> list[int]:
    widths: Counter[int] = Counter()
    blank: set[int] = set()
    whole = text[:_SAMPLE_CHARACTERS]
    if len(text) > _SAMPLE_CHARACTERS:
        whole = whole[: whole.rfind("\n") + 1] or whole
    for cell in cells(whole, delimiter):
        if cell.row >= _SAMPLE_ROWS:
            break
        widths[cell.row] = cell.column + 1
        if cell.column == 0 and not cell.value:
            blank.add(cell.row)
    return [width for row, width in sorted(widths.items()) if width > 1 or row not in blank]


def _rows_sampled(text: str, delimiter: str) -> int:
    return len(_sample(text, delimiter))


def _evenness(text: str, delimiter: str) -> float:
    """Score a delimiter: the share of rows of the commonest width, times that width; 0 for one column."""
    if delimiter not in text[:_SAMPLE_CHARACTERS]:
        return 0.0
    widths = _sample(text, delimiter)
    width, count = Counter(widths).most_common(1)[0] if widths else (1, 0)
    return 0.0 if width < 2 else count / len(widths) * min(width, 6)


def cells(text: str, delimiter: str) -> Iterator[Cell]:
    """Yield every cell in order; an empty row yields one empty cell. Follows RFC 4180, forgiving bad quotes."""
    plain = re.compile(f"[{re.escape(delimiter)}\r\n]")
    place = row = column = count = 0
    quotes = True
    while place <= len(text):
        if place == len(text) and column == 0:
            return
        value, end, quoted = _quoted(text, place) if quotes else ("", -1, False)
        if quoted and end < 0:
            quotes = False  # a quote that never closes: from here on quotes are letters
        if end < 0 or not quoted:
            found = plain.search(text, place)
            end, quoted = (found.start() if found else len(text)), False
            value = text[place:end]
        else:
            found = plain.search(text, end)
            tail = found.start() if found else len(text)
            value, end = value + text[end:tail], tail
        count += 1
        if count > limits.MAX_CELLS:
            raise LimitExceeded(
                f"The table has more than {limits.MAX_CELLS} cells.", stage="extract", remedy="Split the file."
            )
        yield Cell(row, column, place, end, value, quoted)
        if text[end : end + 1] == delimiter:
            place, column = end + 1, column + 1
            continue
        place = end + (2 if text.startswith("\r\n", end) else 1)
        row, column = row + 1, 0


def _quoted(text: str, place: int) -> tuple[str, int, bool]:
    """Read a quoted cell: its value, the place after its closing quote (-1: it never closes), whether quoted."""
    if not text.startswith('"', place):
        return "", -1, False
    start = place + 1
    while True:
        end = text.find('"', start)
        if end < 0:
            return "", -1, True
        if not text.startswith('""', end):
            return text[place + 1 : end].replace('""', '"'), end + 1, True
        start = end + 2


def quote(value: str, delimiter: str, *, quoted: bool) -> str:
    """Return the cell as it is written: quoted if it was or must be."""
    needs = quoted or any(char in value for char in (delimiter, '"', "\r", "\n"))
    return '"' + value.replace('"', '""') + '"' if needs else value


def harmless(value: str) -> str:
    """Return the value with an apostrophe in front where a spreadsheet would run it as a formula."""
    runs = value[:1] in ("=", "+", "-", "@", "\t", "\r") and not _PLAIN_SIGNED.match(value)
    return "'" + value if runs else value


def splice(text: str, changed: Sequence[tuple[Cell, str]], delimiter: str) -> str:
    """Return the text with the changed cells written anew and every other character as it was."""
    out: list[str] = []
    place = 0
    for cell, value in changed:
        out += [text[place : cell.start], quote(harmless(value), delimiter, quoted=cell.quoted)]
        place = cell.end
    return "".join([*out, text[place:]])

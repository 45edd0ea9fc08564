"""Tables to CSV that a spreadsheet may open: no cell starts a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """Write rows under a header, UTF-8 with a mark at the start, as Spanish spreadsheets expect: `;` between."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", quoting=csv.QUOTE_ALL)
    writer.writerow(header)
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8")


def harmless(cell: object) -> str:
    """Put an apostrophe before what a spreadsheet would run (CWE-1236); the import takes it off again."""
    text = "" if cell is None else str(cell)
    return f"'{text}" if text.lstrip("' ").startswith(_STARTS) else text

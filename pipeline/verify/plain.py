"""Views of plain files: text decoded by its own means, tables cell by cell."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator

from pipeline.verify.decoded import raw_views, wrapped_views
from pipeline.verify.view import BARRIER, Layer, View

_MARKS = (
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_ACCENTED = re.compile(r"[a-z][áéíóúñ](?![A-Z])|[A-Z][ÁÉÍÓÚÑ]")
_SAMPLE = 200_000
_DELIMITERS = ";,\t|"


def plain_views(data: bytes, *, is_table: bool) -> Iterator[View]:
    """Yield the text, the cells where it's a table, and the bytes."""
    text = decoded_text(data)
    yield View("text", Layer.JOINED if is_table else Layer.MAIN, text)
    if is_table:
        for number, row in enumerate(_rows(text), 1):
            yield View(f"line {number}", Layer.MAIN, BARRIER.join(row))
    yield from wrapped_views("text", text)
    yield from raw_views("bytes", data)


def decoded_text(data: bytes) -> str:
    """Return bytes as text: by their mark, by where their zeros fall, as UTF-8, else in the likeliest page."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    even, odd = data[:200:2].count(b"\0"), data[1:200:2].count(b"\0")
    share = (even + odd) / max(1, len(data[:200]))
    if share > 0.25:
        width = 32 if share > 0.6 else 16  # three bytes of four, or one of two
        return data.decode(f"utf-{width}-{'be' if even > odd else 'le'}", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        readings = (data.decode(page, "replace") for page in ("cp1252", "cp850", "mac_roman"))
        return max(readings, key=lambda text: len(_ACCENTED.findall(text[:_SAMPLE])))


def _rows(text: str) -> Iterator[list[str]]:
    counts = Counter(c for c in text[:20_000] if c in _DELIMITERS)
    delimiter = counts.most_common(1)[0][0] if counts else ","
    try:
        yield from csv.reader(io.StringIO(text.replace("\0", "")), delimiter=delimiter)
    except csv.Error:
        yield from (line.split(delimiter) for line in text.splitlines())

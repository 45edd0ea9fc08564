"""Entries of the civil, land and companies' registers: "tomo 1.618, libro 22, folio 104, finca 2.711".

Every figure of such an entry leads to the page that names the person; a lone folio is a count of sheets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.recognise.running_text import RunningText

_NUMBER = r"(?:n\.?\s?[ºo°]\s*|num\.?\s*)?:?\s*(?P<n>\d[\d.]{0,8}\d|\d)(?![\w/]|[.,]\d)"
_VOLUME = re.compile(rf"(?<![^\W_])(?:tomo?|tom\s*/\s*tomo)\s*{_NUMBER}")
_PART = re.compile(rf"(?<![^\W_])(?:libro|folio|pagina|pag|hoja|finca|inscripcion|asiento)\.?\s*{_NUMBER}(?!\s*[ªa]\b)")
_REACH = 90


def find_entries(running: RunningText) -> Iterator[tuple[int, int]]:
    """Yield the figures of each register entry that names a volume and a place in it."""
    for volume in _VOLUME.finditer(running.text):
        if "ó" in running.raw[volume.start() : volume.start("n")].lower():
            continue  # somebody took something
        parts = list(_PART.finditer(running.text, volume.end(), volume.end() + _REACH))
        if parts and "\x00" not in running.text[volume.end() : parts[0].start()]:
            yield volume.span("n")
            yield from (part.span("n") for part in parts)

"""Entries of the civil, land and companies' registers: "tomo 1.618, libro 22, folio 104, finca 2.711".

Every figure of such an entry leads to the page that names the person; a lone folio is a count of sheets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.lexicons.openings import opened
from pipeline.recognise.running_text import RunningText

# With its ordinal or the back of the sheet: "4.ª", "99º", "44 v.º", "20 vto.".
_NUMBER = (
    r"(?:n\.?\s?[ºo°]\s*|num\.?\s*)?:?\s*(?P<n>(?:\d[\d.]{0,8}\d|\d)"
    r"(?:\s?\.?[ºª°])?(?:\s(?:vuelto|vto|v\.?\s?[º°])|(?<=\d)v\.?[º°])?)(?![\w/]|[.,]\d)"
)
_VOLUME = opened(rf"(?<![^\W_])(?:tomo?|tom\s*/\s*tomo)\s*{_NUMBER}")
_PART = opened(rf"(?<![^\W_])(?:libro|folio|pagina|pag|hoja|finca|inscripcion|asiento)\.?\s*{_NUMBER}")
_REACH = 90
# The sheet of the companies' register, whose entry may follow: "hoja HU-9944, inscripción 4.ª".
_SHEET = opened(
    r"(?<![^\W_])hoja\s(?:n\.?\s?[ºo°]\s*)?(?P<n>[a-z]{1,2}-?\d{2,7})(?!\w)"
    r"(?:,?\s(?:y\s)?inscripcion\s(?P<entry>\d{1,3}(?:\s?\.?[ºª°])?)(?!\w))?"
)
_OF_FINCA = opened(
    r"(?<![^\W_])inscripcion\s(?P<n>\d{1,3}(?:\s?\.?[ºª°])?)\sde\s(?:la\s|esta\s)?finca\s(?:registral\s)?(?:n\.?\s?[ºo°]\s?)?"
    r"(?P<finca>\d[\d.]{0,8}\d)(?!\w)"
)
# A page with its entry, or a book with its page, needs no volume: "Folio 61.- Asiento 318".
_PAGE = opened(rf"(?<![^\W_])(?:libro|folio)\.?\s*{_NUMBER}(?!\s?\.?\s?[oº])")
_ENTRY = re.compile(
    rf"[\s.,;\-–a-z]{{1,14}}(?<![^\W_])(?:asiento|inscripcion|folio|anotacion)\.?\s*{_NUMBER}(?!\s*[ªa]\b)"
)


def find_entries(running: RunningText) -> Iterator[tuple[int, int]]:
    """Yield the figures of each register entry that names a volume and a place in it."""
    for volume in _VOLUME.finditer(running.text):
        if "ó" in running.raw[volume.start() : volume.start("n")].lower():
            continue  # somebody took something
        parts = list(_PART.finditer(running.text, volume.end(), volume.end() + _REACH))
        if parts and "\x00" not in running.text[volume.end() : parts[0].start()]:
            yield volume.span("n")
            yield from (part.span("n") for part in parts)
    for sheet in _SHEET.finditer(running.text):
        yield sheet.span("n")
        if sheet["entry"]:
            yield sheet.span("entry")
    for of_finca in _OF_FINCA.finditer(running.text):
        yield of_finca.span("n")
        yield of_finca.span("finca")
    for page in _PAGE.finditer(running.text):
        entry = _ENTRY.match(running.text, page.end())
        if entry:
            yield page.span("n")
            yield entry.span("n")

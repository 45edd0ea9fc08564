"""Single-byte pages of other systems: told from Windows-1252 by which of them makes Spanish words of the bytes."""

from __future__ import annotations

import re

_PAGES = ("cp1252", "cp850", "mac_roman")
_SPANISH = "áéíóúüñÁÉÍÓÚÜÑ"
_REGIONAL = "çàèòïÇÀÈÒÏ"
_FOREIGN = "ãõâêîôûäëöìùßåøæ\xa0"  # they prove nothing
_SAMPLE = 100_000
_CLEARLY = 3
_HIGH = re.compile(rb"[^\x00-\x7f]")
_MARKS = {"cp1252": "ºª¿¡«»€–—‘’“”…·•°§´", "cp850": "ºª¿¡«»·°§´", "mac_roman": "ºª¿¡«»–—‘’“”…·•°§´"}


def page_of(data: bytes) -> str:
    """Return `cp1252`, or the page that reads clearly more of the bytes above ASCII as Spanish letters and marks."""
    high = _HIGH.search(data)
    if not high:
        return _PAGES[0]
    sample = data[max(0, high.start() - 1) :][:_SAMPLE]
    points = {page: _points(sample, page) for page in _PAGES}
    best = max(_PAGES, key=lambda page: points[page])
    return best if points[best] > 0 and points[best] >= points[_PAGES[0]] + _CLEARLY else _PAGES[0]


def _points(sample: bytes, page: str) -> int:
    """Count what fits: Spanish letters in words of one case, and marks outside of them; what doesn't counts against."""
    text = sample.decode(page, "replace")
    points = 0
    for match in re.finditer(r"[^\x00-\x7f]", text):
        char, at = match[0], match.start()
        before, after = text[max(0, at - 1) : at], text[at + 1 : at + 2]
        if char in _SPANISH:
            points += _fits(char, before, after)
        elif char in _REGIONAL:
            points += min(1, _fits(char, before, after))
        elif char == "’" and not text[max(0, at - 2) : max(0, at - 1)].isalpha():
            points += before.isalpha()  # d’Espanya
        elif char in _MARKS[page]:
            points += 0 if before.isalpha() and after.isalpha() else 1
        elif page != _PAGES[0] or char not in _FOREIGN:
            points -= 2
    return points


def _fits(char: str, before: str, after: str) -> int:
    """Value a letter by its neighbours: a capital inside a word of small letters speaks against it."""
    if not (before.isalpha() or after.isalpha()):
        return 0
    if char.isupper():
        return -2 if before.islower() else (2 if after.isupper() or before.isupper() else 1)
    return -2 if after.isupper() else 2

"""The town that ends an address or follows a postcode: "calle Rosario, 24, 2.º, 11004 Cádiz"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pipeline.lexicons import names
from pipeline.recognise import spanish_numbers as numbers
from pipeline.recognise.place_names import is_known, lower_name_at, name_at
from pipeline.recognise.running_text import RunningText

_AFTER_STREET = re.compile(
    r"(?P<gap>[ \t]*[,.;()·\-–—]{0,2}[ \t\n]*[(\-–—]?[ \t]*)"
    r"(?:(?:c\.?[ ]?p\.?[ ]?:?[ ]*)?(?P<code>(?:e-)?\d{5})[ ]*[-,(·]?[ ]*)?"
    r"(?P<of>(?:de|en)\s+)?"
)
_AFTER_CODE = re.compile(r"[ ]*[-,(·]?[ ]*(?:(?:localidad|municipio|poblacion)\s*(?::\s*)?|de\s+)?")
_CLOSES = re.compile(r"\s*(?:[,.;()\n\x00\-]|\Z|y\s|tel)")
_PROVINCE = re.compile(r"[ ]*[(,\-/][ ]*(?:la[ ])?")


def find_towns(running: RunningText, streets: Iterable[int], codes: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the towns after the ends of hidden addresses and postcodes, and the province beside each."""
    seen: set[int] = set()
    for end, by_code in (*((end, False) for end in streets), *((end, True) for end in codes)):
        found = _after_code(running, end) if by_code else _after_street(running, end)
        if found is None or found[0] in seen:
            continue
        seen.add(found[0])
        yield found
        province = _province(running, found[1])
        if province:
            yield province


def _after_code(running: RunningText, end: int) -> tuple[int, int] | None:
    gap = _AFTER_CODE.match(running.text, end)
    return name_at(running, gap.end()) if gap else None


def _after_street(running: RunningText, end: int) -> tuple[int, int] | None:
    gap = _AFTER_STREET.match(running.text, end)
    if gap is None:
        return None
    found = name_at(running, gap.end())
    if found is None:
        return lower_name_at(running, gap.end()) if gap["of"] and gap["of"].startswith("de") else None
    name = " ".join(running.text[slice(*found)].split())
    if numbers.number(name.split()[0]) is not None:
        return None  # "…, de CUARENTA Y DOS ÁREAS"
    if gap["code"] or is_known(name):
        return found
    # A place too small for the list: "en Aguiño", "44, Vecindario,"; a person may come next as well.
    said = gap["of"] or gap["gap"].strip() in (",", ".,")
    small = said and "\n" not in gap["gap"] and _CLOSES.match(running.text, found[1]) is not None
    return found if small and not names.is_given(name.split()[0]) else None


def _province(running: RunningText, end: int) -> tuple[int, int] | None:
    gap = _PROVINCE.match(running.text, end)
    found = name_at(running, gap.end()) if gap else None
    if gap is None or found is None:
        return None
    closed = "(" in gap.group() and running.text[found[1] : found[1] + 1] == ")"
    return found if closed else None

"""What is wrong with a marked gold document: an unmarked name, a bad check digit, an unknown label."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from stdnum import iban, luhn
from stdnum.es import cif, dni, nie, referenciacatastral

from pipeline.document import fold
from pipeline.lexicons import words
from pipeline.quality.gold import LABELS, GoldDocument

ORIGINS = frozenset(
    "hispanic basque_catalan_galician latin_american maghrebi subsaharan romanian_slavic chinese south_asian "
    "western_european other".split()
)


def _nss(number: str) -> bool:
    digits = re.sub(r"\D", "", number)
    if len(digits) != 12:
        return False
    province, serial, control = digits[:2], digits[2:10], int(digits[10:])
    base = int(province) * 10**7 + int(serial) if int(serial) < 10**7 else int(province + serial)
    return base % 97 == control


_CHECKS: dict[str, Callable[[str], bool]] = {
    "NIF": lambda v: dni.is_valid(v.zfill(9)) or cif.is_valid(v),
    "NIE": nie.is_valid,
    "CIF": cif.is_valid,
    "NSS": _nss,
    "IBAN": iban.is_valid,
    "CARD": luhn.is_valid,
    "CADASTRE": referenciacatastral.is_valid,
}


def faults(document: GoldDocument, *, bad_checksums: bool = False) -> Iterator[str]:
    """Yield what is wrong, with places as offsets in the bare text."""
    for span in document.spans:
        if span.label not in LABELS:
            yield f"unknown label {span.label} at {span.start}"
        if span.person and span.person not in document.people:
            yield f"person {span.person} at {span.start} is not in the header"
        if span.start == span.end:
            yield f"empty mark at {span.start}"
        if not bad_checksums:
            yield from _bad_check(document, span.label, document.text[span.start : span.end], span.start)
    for key, person in document.people.items():
        if person.gender not in {"F", "M"} or person.origin not in ORIGINS:
            yield f"person {key} lacks gender or origin"
    if "⟦" in document.text or "⟧" in document.text:
        yield "a mark is broken"
    yield from _unmarked_names(document)


def _bad_check(document: GoldDocument, label: str, surface: str, at: int) -> Iterator[str]:
    check = _CHECKS.get(label)
    if check and "*" not in surface and not check(re.sub(r"[\s.\-/\u00ad\u200b\u00a0\u202f‑]", "", surface).upper()):
        yield f"{label} at {at} fails its check"


def _unmarked_names(document: GoldDocument) -> Iterator[str]:
    """Yield each place where a word of a header name stands outside every mark."""
    parts = {
        part
        for person in document.people.values()
        for part in re.findall(r"[^\W\d_]{3,}", fold(person.name))
        if part not in words("particles.txt")
    }
    folded = fold(document.text)
    covered = sorted((s.start, s.end) for s in document.spans)
    for match in re.finditer(r"[^\W\d_]{3,}", folded):
        if match[0] in parts and document.text[match.start()].isupper():
            inside = any(start <= match.start() and match.end() <= end for start, end in covered)
            if not inside:
                yield f"a word of a header name stands unmarked at {match.start()}"

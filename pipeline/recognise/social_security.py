"""Social security numbers of persons (NSS, twelve digits) and employers (CCC, eleven digits).

Province (01 to 53, 66 for people abroad), number, and two control digits: the rest modulo 97.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.recognise.written import (
    GAP,
    MENDED,
    PASSED,
    SPACE,
    Shape,
    compact,
    has_slips,
    mended,
    numeric,
    scanned,
    score_of,
    shapes,
)
from pipeline.registry import recogniser

_EDGE = r"(?<![0-9a-z][.,/])(?<![0-9])(?<![a-z]{2}\d{2} )"
_END = r"(?![0-9])(?![.,/\-]\d)(?! ?\d{4})"
_PERSON = (
    rf"{_EDGE}(?P<number>\d{{2}}{GAP}?\d{{8}}{GAP}?\d{{2}}|\d{{2}}{GAP}\d{{4}}{GAP}\d{{4}}{GAP}\d{{2}}"
    rf"|\d{{2}}{GAP}\d{{2}}[ .]\d{{3}}[ .]\d{{3}}{GAP}\d{{2}}|\d{{2}}{GAP}\d{{7}}{GAP}\d{{2}}"
    rf"|\d{{4}}[ ]\d{{4}}[ ]\d{{4}}|\d{{3}}[ ]\d{{3}}[ ]\d{{3}}[ ]\d{{3}}|\d(?:{SPACE}\d){{11}}){_END}"
)
_EMPLOYER = (
    rf"{_EDGE}(?P<regime>01\d\d{GAP}?)?(?P<number>\d{{2}}{GAP}?\d{{7}}{GAP}?\d{{2}}"
    rf"|\d{{2}}{GAP}\d{{3}}{GAP}\d{{4}}{GAP}\d{{2}}|\d(?:{SPACE}\d){{10}}){_END}"
)
PERSON, EMPLOYER = numeric(_PERSON), numeric(_EMPLOYER)
SCANNED = numeric(scanned(_PERSON))
# Layouts that are written for little else; the others are candidates without a check only where named.
_LAYOUT = re.compile(r"\d{12}|\d{2}[/\- ]\d{7,8}[/\- ]\d{2}|\d{2}[/\-]\d{9,10}")
_WORDS = re.compile(
    r"\bn\.?s\.?s\b|\bnaf\b|nuss|\bnass\b|seguridad social|seg\. ?social|s\. ?social|afilia|cotizacion|patronal"
)
_EMPLOYER_WORDS = re.compile(r"\bc\.?c\.?c\b|cotizacion|patronal")


@recogniser("social_security", labels=[Label.NSS, Label.CCC])
def find_social_security(document: Document) -> Iterator[Detection]:
    """Yield every run shaped like a number of the social security with a province in front."""
    for shape in shapes(document, PERSON):
        yield from _judge(shape, compact(shape["number"]), Label.NSS)
    for shape in shapes(document, EMPLOYER):
        yield from _judge(shape, compact(shape["number"]), Label.CCC)
    for shape in shapes(document, SCANNED):
        number = compact(mended(shape["number"]))
        if has_slips(shape["number"]) and is_number(number):
            yield _made(shape, Label.NSS, MENDED, "scan slips", True, number)


def _judge(shape: Shape, number: str, label: Label) -> Iterator[Detection]:
    if len(number) == 11 and label is Label.NSS and not _EMPLOYER_WORDS.search(shape.before(50)):
        number = f"{number[:2]}0{number[2:]}"  # an old seven-digit number of a person
    named = _WORDS.search(shape.before(50)) is not None
    valid = is_province(number[:2]) and is_number(number)
    written = is_province(number[:2]) and _LAYOUT.fullmatch(shape["number"])
    if not (valid or written or named):
        return
    score = score_of(valid)
    if valid and shape["number"].isdigit():
        score = PASSED - 0.1  # nothing but digits: one run in 97 passes by chance
    yield _made(shape, label, score, f"{len(number)} digits", valid, number)


def _made(shape: Shape, label: Label, score: float, trigger: str, valid: bool, value: str) -> Detection:
    return detect(shape.span, label, score, recogniser="social_security", trigger=trigger, validated=valid, value=value)


def is_province(digits: str) -> bool:
    """Tell whether two digits are a province of the social security."""
    return 1 <= int(digits) <= 53 or digits == "66"


def is_number(number: str) -> bool:
    """Check the two control digits; a number with leading zeros is counted without them in its place."""
    province, middle, control = int(number[:2]), int(number[2:-2]), int(number[-2:])
    width = len(number) - 4
    short = province * 10 ** (width - 1) + middle
    full = province * 10**width + middle
    return bool((short if middle < 10 ** (width - 1) else full) % 97 == control)

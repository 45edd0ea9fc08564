"""Number plates of every Spanish series, foreign ones that are named, and chassis numbers (VIN, ISO 3779)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.lexicons import rows, words
from pipeline.lexicons.openings import Opened
from pipeline.recognise.written import GAP, PASSED, UNCHECKED, Shape, compact, expression, numeric, shapes
from pipeline.registry import recogniser

# Four digits and three consonants since 2000 (no vowels, no Ñ, no Q); a gap of one sign.
_GAP = rf"(?:{GAP})?+"
_B = "[bcdfghjklmnprstvwxyz]"
_EDGE, _END = r"(?<![0-9a-z])(?<![0-9][.,/])", r"(?![0-9a-z])(?![.,/\-][0-9])"
_PROVINCE = "|".join(sorted(words("plate_provinces.txt"), key=lambda code: (-len(code), code)))
CERTAIN, LIKELY = 0.65, 0.55


def _form(form: str) -> str:
    """Turn the form of a series into an expression."""
    signs = {"9": r"\d", "B": _B, "A": "[a-z]", "(": "(?:", ")": ")?", " ": _GAP}
    return "".join(signs[sign] for sign in form)


def _series(certain: str, *, letters: bool) -> Opened:
    """Gather the special series that end in letters or in digits into one expression."""
    forms: dict[str, list[str]] = {}
    for code, form, sure, _ in rows("plate_series.tsv"):
        if sure == certain and letters is ("A" in form or "B" in form):
            forms.setdefault(form, []).append(code)
    ordered = sorted(forms.items(), key=lambda item: -len(item[0]))
    options = "|".join(f"(?:{'|'.join(codes)}){_GAP}{_form(form)}" for form, codes in ordered)
    return numeric(rf"{_EDGE}(?P<plate>{options}){_END}")


CURRENT = numeric(rf"{_EDGE}(?P<digits>\d{{4}}|\d\.\d{{3}}(?=[ \-]))(?P<gap>{_GAP})(?P<letters>{_B}{{3}}){_END}")
PROVINCIAL = numeric(
    rf"{_EDGE}(?:{_PROVINCE})(?P<gap>{_GAP})(?:\d{{4}}|\d\.\d{{3}})(?P<second>{_GAP})[a-z]{{1,2}}{_END}"
)
OLD_SPECIAL = numeric(rf"{_EDGE}(?:{_PROVINCE}){_GAP}\d{{4,6}}{_GAP}(?:ve|r){_END}")
NUMBERED = numeric(rf"{_EDGE}(?:{_PROVINCE})(?P<gap>[ \-.]?)\d{{4,6}}{_END}")
SPECIAL = _series("yes", letters=True)
UNCERTAIN = (_series("no", letters=True), _series("no", letters=False))
NAMED = expression(
    r"(?<![a-z])(?:matriculas?|placas?)(?:[ ](?:de|del|extranjera|portuguesa|francesa|italiana|alemana|rumana|inglesa"
    r"|marroqui|belga|numero|num\.?|n\.?[ºo°]|vehiculo|turismo|coche|camion|remolque|semirremolque)){0,3}[ :]{1,3}"
    r"(?P<plate>(?=[a-z0-9\- ]{0,10}\d)[a-z0-9]{1,4}(?:[\- ]?(?!(?:y|e|o|u|el|la|de|del|al|en|con|que|se|es|los|las|un"
    r"|una|por|sin|su)[ ])[a-z0-9]{1,4}){1,3})" + _END
)
# Plates of the neighbours as they are written there: British, French and Italian, Portuguese, Romanian, with the sign
# of the country behind. With blanks for hyphens they may be anything.
_TIED = r"[a-z]{2}-\d{3}-[a-z]{2}|[a-z]{2}-\d\d-[a-z]{2}|\d\d-[a-z]{2}-\d\d|[a-z]{1,2}-\d{2,3}-[a-z]{3}"
FOREIGN = numeric(
    rf"{_EDGE}(?P<plate>(?P<tied>{_TIED})|[a-z]{{2}}\d\d[ ][a-z]{{3}}|[a-z]{{2}}[ ]\d{{3}}[ ][a-z]{{2}})"
    rf"(?P<country>[ ]?\([a-z]{{1,3}}\))?{_END}"
)
VIN = re.compile(r"(?<![0-9a-z])(?P<vin>[a-hj-npr-z0-9]{17})(?![0-9a-z])")
_VIN_VALUES = dict(
    zip("ABCDEFGHJKLMNPRSTUVWXYZ", (1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, *range(2, 10)), strict=True)
)
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


@recogniser("plate", labels=[Label.PLATE, Label.VIN])
def find_plates(document: Document) -> Iterator[Detection]:
    """Yield every run in the form of a number plate or a chassis number."""
    ends: set[int] = set()
    for shape in shapes(document, SPECIAL):
        ends.add(shape.span.end)
        yield _made(shape, CERTAIN if _is_upper(document, shape) else UNCHECKED, "special series")
    for shape in shapes(document, CURRENT):
        if shape.span.end not in ends:
            yield _made(shape, _current_score(document, shape), "current")
    for shape in (shape for pattern in UNCERTAIN for shape in shapes(document, pattern)):
        if _is_upper(document, shape):
            yield _made(shape, UNCHECKED, "service series")
    for shape in shapes(document, PROVINCIAL):
        yield _made(shape, LIKELY if _is_upper(document, shape) else UNCHECKED - 0.08, "provincial")
    for shape in shapes(document, OLD_SPECIAL):
        if _is_upper(document, shape):
            yield _made(shape, LIKELY, "provincial, special")
    for shape in shapes(document, NUMBERED):
        if _is_upper(document, shape):
            yield _made(shape, UNCHECKED - 0.02, "provincial, numbered")
    for shape in shapes(document, FOREIGN):
        if _is_upper(document, shape):
            yield _made(shape, LIKELY if shape["tied"] or shape["country"] else UNCHECKED, "foreign")
    for shape in shapes(document, NAMED):
        if sum(char.isdigit() for char in shape["plate"]) >= 2:
            yield _made(shape, UNCHECKED, "named", "plate")
    yield from _find_chassis(document)


def _current_score(document: Document, shape: Shape) -> float:
    """Score four digits and three consonants: less for small type, a known abbreviation, a year or thousands."""
    spaced_year = shape["gap"].isspace() and 1900 <= int(compact(shape["digits"])) <= 2099
    doubtful = shape["letters"] in words("plate_acronyms.txt") or spaced_year or "." in shape["digits"]
    if doubtful:
        return UNCHECKED - 0.03
    return CERTAIN if _is_upper(document, shape) else UNCHECKED


def _is_upper(document: Document, shape: Shape) -> bool:
    return not any(char.islower() for char in document.surface(shape.span))


def _made(shape: Shape, score: float, trigger: str, group: int | str = 0) -> Detection:
    span = shape.part(group)
    return detect(span, Label.PLATE, score, recogniser="plate", trigger=trigger, value=compact(shape.match[group]))


def _find_chassis(document: Document) -> Iterator[Detection]:
    for shape in shapes(document, VIN):
        number = shape["vin"].upper()
        figures = sum(char.isdigit() for char in number)
        if figures < 5 or figures == len(number) or not number[-3:].isdigit():
            continue
        valid = True if has_check_digit(number) else None  # only North America has the check digit
        score = PASSED if valid else UNCHECKED + 0.07
        yield detect(shape.span, Label.VIN, score, recogniser="plate", trigger="vin", validated=valid, value=number)


def has_check_digit(number: str) -> bool:
    """Check the ninth sign of a chassis number: the weighted sum modulo 11, X for ten (ISO 3779, 49 CFR 565)."""
    values = (int(char) if char.isdigit() else _VIN_VALUES[char] for char in number)
    left = sum(value * weight for value, weight in zip(values, _VIN_WEIGHTS, strict=True)) % 11
    return number[8] == ("X" if left == 10 else str(left))

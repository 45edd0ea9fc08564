"""Codes with a form of their own: supply points, IMEI, microchips, boats, aircraft, banks, coordinates.

CUPS: Resolution of the Directorate General for Energy Policy of 23 July 2003 (two control letters, modulo 529); IMEI:
3GPP TS 23.003; microchips: ISO 11784; boats: Royal Decree 1435/2010; aircraft: ICAO Annex 7; BIC: ISO 9362.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.lexicons.openings import Opened
from pipeline.recognise.card import passes_luhn
from pipeline.recognise.written import FAILED, PASSED, Shape, compact, expression, numeric, shapes
from pipeline.registry import recogniser

NAME = "official_codes"
CONTROL = "TRWAGMYFPDXBNJZSQVHLCKE"
LIKELY, SURE = 0.62, 0.8
_EDGE, _END = r"(?<![0-9a-z])", r"(?![0-9a-z])"
_S = r"[ \-]?"


@dataclass(frozen=True, slots=True)
class Form:
    """A form: label, name, expression with the group `code`, score, check where there is one, capitals or not.

    A text without what it `needs` isn't searched.
    """

    label: Label
    name: str
    pattern: Opened | re.Pattern[str]
    score: float
    check: Callable[[str], bool] | None = None
    capitals: bool = False
    needs: str = ""


def has_supply_letters(code: str) -> bool:
    """Check the two letters of a supply point: sixteen digits modulo 529, by 23 and the rest of it."""
    high, low = divmod(int(code[2:18]) % 529, 23)
    return code[18:20] == CONTROL[high] + CONTROL[low]


def is_chip(code: str) -> bool:
    """Tell whether fifteen digits begin with the code of a country's or a maker's microchips."""
    return code.startswith(("724", "620", "250", "276", "380")) or code[:2] in ("94", "95", "96", "97", "98")


_SUPPLY = rf"es{_S}\d{{4}}{_S}(?:\d{{4}}{_S}){{3}}[a-z]{{2}}(?:{_S}\d[a-z])?"
_CHIP = rf"(?<![,.])\d{{3}}{_S}\d{{4}}{_S}\d{{4}}{_S}\d{{4}}"
_BOAT = r"(?:\d\.?[ ]?[ªa][ .\-]{0,2}[a-z]{2,4}|[a-z]{2})[\-/ ]\d[\-/ ]\d{1,5}[\-/ ]\d{2,4}"
_BANK = r"(?:bic|swift)(?:[ /]?(?:bic|swift|code|codigo))?[ .:…()]{0,30}(?P<code>[a-z]{6}[0-9a-z]{2}(?:[0-9a-z]{3})?)"
# The bank's code beside the account is of the account's country.
_AFTER_IBAN = (
    r"(?<![0-9a-z])(?P<country>[a-z]{2})\d{2}[0-9a-z ]{11,36}[\t |;/·\-]{1,4}"
    r"(?P<code>[a-z]{4}(?P=country)[0-9a-z]{2}(?:[0-9a-z]{3})?)"
)
_DECIMAL = r"[.,]\d{4,8}[°º]?"
_SECONDS = r"[ ]?(?:\d{1,2}(?:[.,]\d{1,4})?[ ]?(?:\"|''))?[ ]?"
_DEGREES = rf"[ ]?[°º][ ]?\d{{1,2}}[ ]?[']{_SECONDS}"
_POINT = (
    rf"-?\d{{1,2}}{_DECIMAL}[ ]?[ns]?[ ]?[,;/ ][ ]?-?\d{{1,3}}{_DECIMAL}(?:[ ]?[eow](?![a-z]))?"
    rf"|\d{{1,2}}{_DEGREES}[ns](?![a-z])[ ,;/y\-]{{0,4}}\d{{1,3}}{_DEGREES}[eow](?![a-z])"
    r"|x[ ]?[=:]?[ ]?\d{6}(?:[.,]\d{1,3})?[ ,;/y\-]{1,4}y[ ]?[=:]?[ ]?\d{7}(?:[.,]\d{1,3})?"
)


def _code(form: str) -> Opened:
    return numeric(rf"{_EDGE}(?P<code>{form}){_END}")


# The lines that a reader of passports and cards reads (ICAO Doc 9303): letters, digits and fillers.
_MACHINE_READ = r"(?=[0-9a-z]{1,44}<)(?=[0-9a-z<]{0,44}<<)[0-9a-z<]{20,48}(?!<)"

_FORMS = (
    Form(
        Label.PASSPORT,
        "machine-readable zone",
        re.compile(rf"(?<![0-9a-z<])(?P<code>{_MACHINE_READ}){_END}"),
        SURE,
        capitals=True,
        needs="<<",
    ),
    Form(Label.OTHER_ID, "CUPS", _code(_SUPPLY), SURE, has_supply_letters),
    Form(Label.OTHER_ID, "IMEI", _code(rf"(?<![,.])\d{{2}}{_S}\d{{6}}{_S}\d{{6}}{_S}\d"), LIKELY, passes_luhn),
    Form(Label.OTHER_ID, "microchip", _code(_CHIP), LIKELY, is_chip),
    Form(Label.PLATE, "boat", _code(_BOAT), SURE, capitals=True),
    Form(Label.PLATE, "aircraft", expression(rf"{_EDGE}(?P<code>ec-[a-z]{{3}}){_END}"), LIKELY, capitals=True),
    Form(Label.ACCOUNT, "BIC", expression(rf"{_EDGE}{_BANK}{_END}"), SURE, capitals=True),
    Form(Label.ACCOUNT, "BIC after the account", expression(rf"{_AFTER_IBAN}{_END}"), LIKELY, capitals=True),
    Form(Label.ADDRESS, "coordinates", numeric(rf"(?<![0-9a-z.,])(?P<code>{_POINT})(?![0-9a-z])"), LIKELY),
)


@recogniser(NAME, labels=[Label.OTHER_ID, Label.PASSPORT, Label.PLATE, Label.ACCOUNT, Label.ADDRESS])
def find_official_codes(document: Document) -> Iterator[Detection]:
    """Yield every run in one of the forms; a failed check leaves it to the words beside it."""
    for form in (form for form in _FORMS if form.needs in document.folded):
        for shape in shapes(document, form.pattern, "code"):
            detection = _made(document, form, shape)
            if detection:
                yield detection


def _made(document: Document, form: Form, shape: Shape) -> Detection | None:
    span = shape.part("code")
    if form.capitals and re.search("[a-z]", document.surface(span)):
        return None
    value = compact(shape["code"])
    valid = form.check(value) if form.check else None
    score = form.score if valid is None else max(form.score, PASSED) if valid else FAILED
    if valid and value.isdigit():
        score = form.score  # nothing but digits: one run in ten passes by chance
    return detect(span, form.label, score, recogniser=NAME, trigger=form.name, validated=valid, value=value)

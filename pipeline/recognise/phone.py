"""Telephone numbers: the Spanish plan in every grouping, foreign ones with their prefix, and extensions.

Spanish numbers have nine digits and begin with 6, 7, 8 or 9 (National Numbering Plan, Royal Decree 2296/2004);
all others are checked by the phone library's metadata.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import phonenumbers

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.recognise.written import MENDED, Shape, expression, has_slips, mended, numeric, scanned, shapes
from pipeline.registry import recogniser

_SEP = r"(?>[ \t]?[.\-/·][ \t]?\r?\n?[ \t]{0,2}|[ \t]{1,2}\r?\n?[ \t]{0,2}|\r?\n[ \t]{0,2})"
# One number may be tied to the next by a hyphen or stroke; any other figure so near makes it a part of something.
_EDGE = r"(?:(?<![0-9])(?<![0-9][.,/:\-])(?<![a-z]{2}[0-9]{2} )(?<![+*])|(?<=[6-9][0-9]{8}[\-/]))"
_END = r"(?![0-9])(?![.,:][0-9])(?!/[0-9]{3}(?![0-9]{6}(?![0-9])))(?!-[0-9](?![0-9]{8}(?![0-9])))(?!\*)(?! ?[€%])"
_PREFIX = r"(?P<prefix>(?:\(?(?:\+|00)[ \t]?34\)?[ .\-]{0,2}(?:\(0\)[ ]?)?|\(34\)[ ]?|34[ \-]?(?=[6-9]))?)"
_FIRST = r"\(?[6-9]\d"
# 3-3-3, 3-2-2-2, 2-3-2-2, 2-3-4, 3-6, 3-2-4, 1-… one digit each, with a provincial code in brackets or not.
_BODY = (
    rf"(?P<body>{_FIRST}\d\)?{_SEP}?\d{{3}}{_SEP}?\d{{3}}|{_FIRST}\d\)?{_SEP}?\d{{2}}{_SEP}?\d{{2}}{_SEP}?\d{{2}}"
    rf"|{_FIRST}\)?{_SEP}\d{{3}}{_SEP}\d{{2}}{_SEP}\d{{2}}|{_FIRST}\)?{_SEP}\d{{3}}{_SEP}\d{{4}}"
    rf"|{_FIRST}\)?{_SEP}\d{{7}}|{_FIRST}\d\)?{_SEP}\d{{2}}{_SEP}\d{{4}}|[6-9](?:{_SEP}\d){{8}}|[6-9]{_SEP}\d\d{_SEP}\d\d{_SEP}\d\d{_SEP}\d\d"
    rf"|{_FIRST}\)?{_SEP}\d{{2}}{_SEP}\d{{2}}{_SEP}\d{{3}}|{_FIRST}\d\d{_SEP}\d{{2}}{_SEP}\d{{3}}"
    rf"|{_FIRST}\d\d\d{_SEP}\d{{2}}{_SEP}\d{{2}})"
)
_EXTENSION = r"(?P<extension>(?>[ ,;]{0,2}\(?)(?:ext(?:ension|\.)?|x)[ .:]{0,2}\d{2,6}\)?)?"
# The last two digits of a neighbouring line, "924 00 41 82 / 83".
_TWIN = r"(?P<twin> ?/ ?\d{2}(?![0-9/]))?"
_SPANISH = rf"{_EDGE}{_PREFIX}{_BODY}{_END}{_TWIN}{_EXTENSION}"
SPANISH, SCANNED = numeric(_SPANISH), numeric(scanned(_SPANISH))
FOREIGN = numeric(
    rf"(?<![0-9a-z+])(?<![0-9][.,/\-])(?P<number>(?:\(?\+|\(?00[ ]?\(?(?=[1-9]))\(?[1-9]\d{{0,2}}\)?"
    rf"(?:(?>[ .\-/]{{0,2}})\(?\d{{1,5}}\)?){{2,6}}){_END}{_EXTENSION}"
)
EXTENSION = expression(
    r"(?<![a-z0-9])ext(?:ension(?:es)?|\.)?[ ]?(?:telefonica[ ])?(?:n\.?[ºo°][ ]?|num\.[ ]?)?[:.]?[ ]?"
    r"(?P<number>\d{3,6})"
    r"(?![0-9])(?![.,/]\d)"
)
# Short service numbers and old six- or seven-digit ones are phones only where they are called so.
NAMED = expression(
    r"(?<![a-z0-9])(?:telefonos?|tel[ef]*f?|tlfn?o?|tfn?o?|fax|movil)[.:]{0,2}[ ]?"
    r"(?:,?[ ]?(?:es[ ])?el[ ])?(?:n\.?[ºo°][ ]?)?[:]?[ ]?"
    r"(?P<number>\(?[1-9](?:[ .\-()]{0,2}\d){5,11})(?![0-9a-z])(?![ .\-]?\d)(?![.,/]\d)"
)
BARE, GROUPED, PREFIXED, SHORT = 0.55, 0.75, 0.90, 0.40
_ABROAD = re.compile(r"(?:\+|(?<!\d)00)[ ]?[1-9]\d{0,2}\)?[ .\-]?\Z")
_NAMED = re.compile(r"tel|tfn|tlf|movil|fax|llam|contacto")
_LIKE_LIST = re.compile(r"[6-9]\D+\d\d")
_LIKE_MONEY = re.compile(r"\d{1,3}(?:\.\d{3}){2}")


@recogniser("phone", labels=[Label.PHONE])
def find_phones(document: Document) -> Iterator[Detection]:
    """Yield every run that a telephone plan allows, and extensions that are named."""
    for shape in shapes(document, SPANISH):
        yield from _spanish(shape)
    for shape in shapes(document, SCANNED):
        body = shape["body"]
        if has_slips(body) and body[0].isdigit() and body[-1].isdigit() and not shape.after(1).isalpha():
            yield _made(shape, min(MENDED, BARE), "scan slips", _national(mended(shape["body"])))
    for shape in shapes(document, FOREIGN):
        yield from _foreign(shape)
    for shape in shapes(document, EXTENSION):
        digits = shape["number"]
        span = shape.part("number")
        yield detect(span, Label.PHONE, GROUPED, recogniser="phone", trigger="extension", value=digits)
    for shape in shapes(document, NAMED):
        digits = _digits(shape["number"])
        if len(digits) != 9 or digits[0] < "6":
            span = shape.part("number")
            yield detect(span, Label.PHONE, SHORT, recogniser="phone", trigger="short", value=digits)


def _spanish(shape: Shape) -> Iterator[Detection]:
    national = _national(shape["body"])
    if not shape["prefix"] and _ABROAD.search(shape.before(8)):
        return
    allowed = phonenumbers.is_possible_number(phonenumbers.PhoneNumber(34, int(national)))
    if not allowed:
        return
    compact_twin = shape["twin"] and shape["body"].isdigit() and not _NAMED.search(shape.before(30))
    if compact_twin:
        return  # a number and its year
    if shape["prefix"] and shape["prefix"] != "34":
        yield _made(shape, PREFIXED, "+34", national)
    elif shape["body"].isdigit():
        yield _made(shape, BARE, "nine digits", national)
    elif _LIKE_MONEY.fullmatch(shape["body"]):
        yield _made(shape, SHORT, "like an amount", national)
    elif _LIKE_LIST.match(shape["body"]):
        yield _made(shape, SHORT, "like a list", national)
    else:
        yield _made(shape, GROUPED, "grouped", national)


def _foreign(shape: Shape) -> Iterator[Detection]:
    written = shape["number"]
    digits = _digits(written)
    international = "+" + (digits if "+" in written else digits[2:])
    try:
        number = phonenumbers.parse(international, None)
    except phonenumbers.NumberParseException:
        return
    if number.country_code == 34 and phonenumbers.is_valid_number(number):
        return  # the Spanish plan has it
    valid = phonenumbers.is_valid_number(number)
    if not valid and not ("+" in written and phonenumbers.is_possible_number(number)):
        return
    score = PREFIXED if valid else BARE
    yield _made(shape, score, f"+{number.country_code}", international)


def _made(shape: Shape, score: float, trigger: str, value: str) -> Detection:
    return detect(shape.span, Label.PHONE, score, recogniser="phone", trigger=trigger, value=value)


def _national(body: str) -> str:
    return _digits(body)[-9:]


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())

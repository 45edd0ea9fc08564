"""Numbers of personal documents: passport, health card and clinical record, professional and driving licences.

No check can validate them across issuers: a shape of their own or the words before them tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document, Span, fold
from pipeline.lexicons import rows, words
from pipeline.lexicons.openings import Opened
from pipeline.recognise.written import UNCHECKED, Shape, compact, expression, numeric, shapes
from pipeline.registry import recogniser

_EDGE, _END = r"(?<![0-9a-z])", r"(?![0-9a-z])"
# A Spanish passport: two or three letters and six digits (Royal Decree 411/2014).
PASSPORT = numeric(rf"{_EDGE}[a-z]{{2,3}}[ \-]?\d{{3}}[ .\-]?\d{{3}}{_END}")
_PASSPORT_WORD = re.compile(r"pasap|passp|passe")
# Health codes: the State's (four letters and twelve signs), the regions' letters from the surnames and digits.
HEALTH = numeric(
    rf"{_EDGE}(?:[a-z]{{4}}[ \-]?[01][ \-]?\d{{6}}[ \-]?\d{{3}}|[a-z]{{4}}\d{{10,12}}|an\d{{10}}|[a-z]{{2}}\d{{12}}"
    rf"|[bcdfghjklmnpqrstvwxyz]{{8}}[a-z]{{2}}\d{{6}}){_END}"
)
# Letters before the figure, figures in groups, and a body's code after it; never the figure of a date that follows.
_GROUP = r"[ ]{1,2}\d{2,}(?![0-9a-z/]|[ ](?:de|euros|horas)\b|[.,\-]\d)"
# The name of a number may be tied to it: "nhc-150679".
_NAME_TIED = r"(?:(?:nhc|hc|nass|nuss|cipa?|tis|sip|dni|nif|nie)[\-:.])?"
_VALUE = re.compile(
    rf"{_NAME_TIED}(?P<value>(?:[a-z]{{1,4}}[\-/. ]?)?\d[0-9a-z]*(?:[\-/.][0-9a-z]+|{_GROUP})*(?:[ ][a-z]\d{{3,4}})?)"
    r"(?![0-9a-z])"
)
# What may stand between the name of a document and its number: words and light punctuation, no figure.
_LINK = re.compile(r"(?:[ \t\r\n:.,()\-ºª°#«\"]|[a-z]+(?![a-z0-9\-/]*\d)){0,20}")
_GOES_ON = re.compile(r"[ ]?(?:,|y|e|/)[ ]?(?=\d|[a-z]{1,3}-?\d)")
_DATE = re.compile(r"\d{1,2}[/.\-]\d{1,2}[/.\-]\d{2,4}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_UNIT = re.compile(r"[ ]?(?:euros?|eur\b|€|%|horas|minutos|segundos|veces|anos|dias|meses|km|m2|habitantes|personas)")
_NUMBERED = re.compile(r"n\.?[ºo°]|num|:|#")
REACH = 60
LABELS = (Label.PASSPORT, Label.HEALTH_ID, Label.LICENCE_ID, Label.NSS, Label.NIF)
# Numbers that have a check of their own weigh less when only their name is right.
CHECKED = frozenset((Label.NSS, Label.NIF))


@recogniser("document_number", labels=LABELS)
def find_document_numbers(document: Document) -> Iterator[Detection]:
    """Yield numbers with the shape of a passport or health code, and those a document's name stands before."""
    for shape in shapes(document, PASSPORT):
        if _is_upper(document, shape) or _PASSPORT_WORD.search(shape.before(30)):
            yield _made(shape, Label.PASSPORT, UNCHECKED, "passport")
    for shape in shapes(document, HEALTH):
        if _is_upper(document, shape):
            yield _made(shape, Label.HEALTH_ID, UNCHECKED + 0.02, "health code")
    for shape in shapes(document, _NAMED_NUMBERS[0]):
        yield from _named_number(shape)
    yield from _find_labelled(document)


def _is_upper(document: Document, shape: Shape) -> bool:
    return not any(char.islower() for char in document.surface(shape.span))


def _named_number(shape: Shape) -> Iterator[Detection]:
    label, least, most = _NAMED_NUMBERS[1][shape["name"]]
    text, start = shape.seen.text, shape.match.end()
    score = UNCHECKED - 0.15 if label in CHECKED else UNCHECKED
    for _ in range(3):  # "agentes 1234, 5678 y 9012"
        link = _LINK.match(text, start, start + REACH)
        value = _VALUE.match(text, link.end()) if link else None
        if not link or not value or _is_stopped(link[0], most):
            return
        if not _is_number(value["value"], least) or _is_measure(link[0], value):
            return
        span = shape.seen.span_of(value, "value")
        yield _detected(span, label, score, "named", compact(value["value"]))
        start = value.end()
        if not _GOES_ON.match(text, start):
            return


def _is_stopped(link: str, most: int) -> bool:
    """Tell whether what stands between a document's name and a number parts them."""
    far = len(link.split()) > (7 if _NUMBERED.search(link) else most)
    if link.count("\n") > 1 or far or re.search(r"[a-z]{4,}\.[ ]", link):
        return True
    return any(word in words("named_number_stops.txt") for word in re.findall(r"[a-z]+", link))


def _is_number(value: str, least: int) -> bool:
    return sum(char.isdigit() for char in value) >= least and not _DATE.fullmatch(value)


def _is_measure(link: str, value: re.Match[str]) -> bool:
    """Tell whether the figure is a year or an amount rather than a number of a document."""
    year = _YEAR.fullmatch(value["value"]) and not _NUMBERED.search(link)
    return bool(year) or _UNIT.match(value.string, value.end()) is not None


def _named() -> tuple[Opened, dict[str, tuple[str, int, int]]]:
    table = {
        word: (label, int(least), int(most))
        for label, least, most, names in rows("named_numbers.tsv")
        for word in names.split("|")
    }
    options = "|".join(re.escape(word) for word in sorted(table, key=lambda word: (-len(word), word)))
    return expression(rf"(?:(?<![0-9a-z])|(?=n\.?º))(?P<name>{options})(?![a-z])"), table


# Made at once: a bank that an expression comes to late reads its texts again.
_NAMED_NUMBERS = _named()


def _find_labelled(document: Document) -> Iterator[Detection]:
    """Yield the whole value of a cell or field whose header names such a document."""
    for block in document.blocks:
        if not block.label or block.end - block.start > REACH:
            continue
        named = _named_by(block.label)
        value = document.text[block.start : block.end].strip()
        if named and value and len(value.split()) <= 3 and _is_number(value, named[1]):
            start = document.text.index(value, block.start)
            score = UNCHECKED - 0.15 if named[0] in CHECKED else UNCHECKED
            yield _detected(Span(start, start + len(value)), named[0], score, "header", compact(value))


@lru_cache(maxsize=1024)
def _named_by(header: str) -> tuple[str, int] | None:
    pattern, table = _NAMED_NUMBERS
    name = pattern.search(fold(header))
    return table[name["name"]][:2] if name else None


def _made(shape: Shape, label: str, score: float, trigger: str) -> Detection:
    return _detected(shape.span, label, score, trigger, compact(shape.match[0]))


def _detected(span: Span, label: str, score: float, trigger: str, value: str) -> Detection:
    return detect(span, label, score, recogniser="document_number", trigger=trigger, value=value)

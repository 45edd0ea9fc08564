"""Numbers in words: of a notary's deed ("NÚMERO DOS MIL CIENTO CUATRO"), and phones half in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.lexicons.openings import opened
from pipeline.recognise import spanish_numbers as numbers
from pipeline.recognise.running_text import RunningText, running_text
from pipeline.registry import recogniser

NAME = "spelled_numbers"
DEED, PHONE = 0.8, 0.75
_LEAST_DEED, _NINE = 100, 9
_DEED = opened(
    rf"(?<![^\W_])(?:(?P<sure>numero\s+de\s+protocolo|protocolo(?:\s+numero)?|instrumento\s+(?:publico\s+)?numero"
    rf"|escritura\s+(?:publica\s+)?numero)|numero)(?:\s*:)?\s+(?P<number>{numbers.NUMBER})(?P<after>\s*[.\-–—_=*]|\s*\n|\s*\x00|\Z)?"
)
# What is counted or numbered in words without being a deed.
_NOT_A_DEED = re.compile(
    r"(?:juzgado|tribunal|sala|seccion|calle|avenida|plaza|premio|loteria|puesto|articulo)[^.;\n\x00]{0,60}\Z"
)
_UNITS = "cero|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve"
_TENS = "diez|once|doce|trece|catorce|quince|veinte|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa"
_TEENS = r"dieci[a-z]{3,6}|veinti[a-z]{3,6}"
_WORD = (
    rf"(?:(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa)\s+y\s+(?:{_UNITS})|{_TENS}|{_TEENS}|{_UNITS})"
)
_PART = rf"(?:{_WORD}(?![^\W\d_])|(?<!\d)\d{{1,6}}+(?!\d|[.,]\d|[/%€º]))"
_MIXED = opened(
    rf"(?<![\w.,/+])(?P<run>(?:seis|siete|ocho|nueve|sesenta|setenta|ochenta|noventa|[6-9])(?=[a-z0-9 ,.\-]{{6,90}})"
    rf"(?:(?<=[6-9])\d{{0,5}}+|(?:\s+y\s+(?:{_UNITS}))?(?![^\W\d_]))(?:[\s,.\-]{{0,2}}{_PART}){{1,12}})(?![\w])"
)
_PIECE = re.compile(rf"{_WORD}|\d+")


@recogniser(NAME, labels=[Label.CASE_NUMBER, Label.PHONE])
def find_spelled_numbers(document: Document) -> Iterator[Detection]:
    """Yield the numbers of deeds in words, and runs of figures and words that make nine digits of a phone."""
    running = running_text(document)
    for match in _DEED.finditer(running.text):
        if _is_deed(running, match):
            yield _made(running, match, "number", Label.CASE_NUMBER, DEED, "deed in words")
    for match in _MIXED.finditer(running.text):
        if _digits(match["run"]) == _NINE and any(map(str.isalpha, match["run"])):
            yield _made(running, match, "run", Label.PHONE, PHONE, "phone in words")


def _is_deed(running: RunningText, match: re.Match[str]) -> bool:
    value = numbers.number(match["number"])
    if value is None or value < _LEAST_DEED:
        return False
    if match["sure"]:
        return True
    before = running.text[max(0, match.start() - 80) : match.start()]
    return match["after"] is not None and _NOT_A_DEED.search(before) is None


def _digits(run: str) -> int:
    """Count the digits that a run of figures and words stands for."""
    count = 0
    for piece in _PIECE.findall(run):
        count += len(piece) if piece.isdigit() else 1 if piece in _UNITS.split("|") else 2
    return count


def _made(
    running: RunningText, match: re.Match[str], group: str, label: Label, score: float, trigger: str
) -> Detection:
    span = running.span(*match.span(group))
    return detect(span, label, score, recogniser=NAME, trigger=trigger, value=" ".join(match[group].split()))

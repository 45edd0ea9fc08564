"""Cadastral references: twenty signs with two control letters, and the fourteen of a plot.

The control letters weigh each half of the reference with the charge number (Directorate General of the Cadastre).
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.recognise.written import GAP, Shape, compact, numeric, score_of, shapes
from pipeline.registry import recogniser

WEIGHTS = (13, 15, 12, 5, 4, 17, 9, 21, 3, 7, 1)
CONTROL = "MQWERTYUIOPASDFGHJKLBZX"
ALPHABET = "ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
PLOT_SCORE = 0.55

_GAP = rf"(?:{GAP})?+"
_EDGE, _END = r"(?<![0-9a-z])", r"(?![0-9a-z])"
_TAIL = rf"{_GAP}\d{{4}}{_GAP}[a-z]{_GAP}[a-z]{_END}"
_URBAN = rf"\d{{7}}{_GAP}[a-z]{{2}}{_GAP}\d{{4}}{_GAP}[a-z]"
_RURAL = rf"\d{{2}}{_GAP}\d{{3}}{_GAP}[a-z]{_GAP}\d{{3}}{_GAP}\d{{5}}"
_OTHER = rf"\d[0-9a-z]{{6}}{_GAP}[0-9a-z]{{7}}"
_SPACED = rf"\d{{4}}(?:[ \-][0-9a-z]{{4}}){{3}}[ \-]\d{{2}}[a-z]{{2}}{_END}"
WHOLE = numeric(rf"{_EDGE}(?P<reference>(?:{_URBAN}|{_RURAL}|{_OTHER}){_TAIL}|{_SPACED})")
PLOT = numeric(rf"{_EDGE}(?P<reference>{_URBAN}|{_RURAL}){_END}(?!{_TAIL})")


@recogniser("cadastre", labels=[Label.CADASTRE])
def find_references(document: Document) -> Iterator[Detection]:
    """Yield every run in the form of a cadastral reference, its control letters right or not."""
    for shape in shapes(document, WHOLE):
        reference = compact(document.surface(shape.span))
        if len(reference) == 20 and sum(char.isdigit() for char in reference) >= 9:
            valid = has_control_letters(reference)
            yield _made(shape, score_of(valid), "twenty signs", valid, reference)
    for shape in shapes(document, PLOT):
        yield _made(shape, PLOT_SCORE, "fourteen signs", None, compact(document.surface(shape.span)))


def _made(shape: Shape, score: float, trigger: str, valid: bool | None, value: str) -> Detection:
    return detect(
        shape.span, Label.CADASTRE, score, recogniser="cadastre", trigger=trigger, validated=valid, value=value
    )


def has_control_letters(reference: str) -> bool:
    """Check the last two signs of twenty: one for each half, both with the charge number."""
    charge = reference[14:18]
    return reference[18:] == _letter(reference[:7] + charge) + _letter(reference[7:14] + charge)


def _letter(part: str) -> str:
    total = sum(
        weight * (int(sign) if sign.isdigit() else ALPHABET.find(sign) + 1)
        for weight, sign in zip(WEIGHTS, part, strict=True)
    )
    return CONTROL[total % 23]

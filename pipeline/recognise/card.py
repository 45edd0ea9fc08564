"""Payment cards: a number in an issuer's range with the Luhn check (ISO/IEC 7812)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.lexicons import rows
from pipeline.recognise.written import (
    GAP,
    MENDED,
    UNCHECKED,
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

_EDGE, _END = r"(?<![0-9])(?<!\d[.,/-])(?<![a-z]{2}\d{2}[ -])(?<![a-z]{2}\d\d)", rf"(?![0-9])(?!{GAP}?\d)(?!,\d)"
_NUMBER = (
    rf"{_EDGE}(?P<number>[2-6]\d{{3}}(?:{GAP}\d{{4}}){{2}}{GAP}\d{{1,4}}(?:{GAP}\d{{3}})?"
    rf"|3\d{{3}}{GAP}\d{{6}}{GAP}\d{{4,5}}|[2-6]\d{{12,18}}){_END}"
)
CARD, SCANNED = numeric(_NUMBER), numeric(scanned(_NUMBER))


@recogniser("card", labels=[Label.CARD])
def find_cards(document: Document) -> Iterator[Detection]:
    """Yield every run shaped like a card number that lies in an issuer's range or passes the check."""
    for shape in shapes(document, CARD):
        number = compact(shape["number"])
        valid, issuer = passes_luhn(number), issuer_of(number)
        grouped = not shape["number"].isdigit()
        if valid and not issuer:
            yield _made(shape, UNCHECKED - 0.08, "no issuer", None, number)
        elif issuer and (valid or grouped or len(number) == 16):
            yield _made(shape, score_of(valid), issuer, valid, number)
    for shape in shapes(document, SCANNED):
        number = compact(mended(shape["number"]))
        if has_slips(shape["number"]) and passes_luhn(number) and (issuer := issuer_of(number)):
            yield _made(shape, MENDED, f"{issuer}:scan slips", True, number)


def _made(shape: Shape, score: float, trigger: str, valid: bool | None, value: str) -> Detection:
    return detect(shape.span, Label.CARD, score, recogniser="card", trigger=trigger, validated=valid, value=value)


def passes_luhn(number: str) -> bool:
    """Check the last digit: every second one from the right doubled, its digits added up."""
    doubled = sum(sum(divmod(2 * int(digit), 10)) for digit in number[-2::-2])
    return (doubled + sum(int(digit) for digit in number[::-2])) % 10 == 0


def issuer_of(number: str) -> str:
    """Name the scheme whose range and length the number fits; empty where none does."""
    for scheme, first, last, lengths in _ranges():
        if first <= number[: len(first)] <= last and len(number) in lengths:
            return scheme
    return ""


@cache
def _ranges() -> tuple[tuple[str, str, str, frozenset[int]], ...]:
    return tuple(
        (scheme, first, last, frozenset(map(int, lengths.split(","))))
        for scheme, first, last, lengths in rows("card_ranges.tsv")
    )

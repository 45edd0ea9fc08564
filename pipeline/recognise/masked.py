"""Identifiers masked in part: they still point at somebody beside a name, and are marked as what they were.

The forms are those of the guidance on the seventh additional provision of Organic Law 3/2018 (`***4567**`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.recognise.written import Shape, expression, shapes
from pipeline.registry import recogniser

_EDGE, _END = r"(?<![0-9a-z*•●#@·_])", r"(?![0-9a-z*•●#@·_])"
# A run of signs with two masks together; it may begin with visible letters and digits.
SIGNS = expression(
    rf"{_EDGE}(?P<run>(?:[a-z]{{0,3}}[.\-]?[0-9]{{0,6}}[.\-/]?(?:[0-9]{{3,4}}[.\-]?)?)[*•●#∗✱█■·▪_]{{2,}}[0-9a-z*•●#∗✱█■·▪_.\-]{{0,30}}(?:/[0-9]{{2}})?)"
)
# The letter x as mask, three or more of them or on both sides, around three digits at least.
LETTERS = expression(
    r"(?<![0-9a-z])(?P<run>x{2,5}[.\-]?[0-9]{3,6}[.\-]?x{1,3}-?[a-z]?|[0-9]{2,4}[.\-]?x{3,5}[.\-]?[0-9]{0,4}-?[a-z]?"
    r"|x{3,5}[.\-]?[0-9]{3,5}-?[a-z]?|x{2}[.\-]x{3}[.\-][0-9]{3}-?[a-z]|[xyz]-?x{4}[0-9]{3}-?[a-z])(?![0-9a-z])"
)
_S = r"[0-9*•●#x]"
_FOUR = rf"{_S}{{4}}"
GROUPS = expression(
    rf"{_EDGE}(?P<run>(?:[a-z]{{2}}{_S}{{2}}[ \-]?)?{_FOUR}(?:[ \-]{_FOUR}){{2,6}}(?:[ \-]{_S}{{1,3}})?){_END}"
)
PHONE = expression(
    rf"{_EDGE}(?P<run>(?:\+34[ ]?)?[6-9*•●#x]{_S}{{2}}[ .\-]?{_S}{{2,3}}[ .\-]?{_S}{{2,3}}(?:[ .\-]?{_S}{{2}})?){_END}"
)
# What is left of a number when only its end is told: "DNI terminado en 345J", "tarjeta que acaba en 1111".
ENDING = expression(
    r"(?<![a-z])(?P<name>dni|d\.n\.i\.?|nif|nie|pasaporte|tarjeta|visa|mastercard|cuenta|cta\.?|iban|telefono|movil)"
    r"(?![a-z])[^.;\n\d]{0,30}?"
    r"(?:acabad[oa]|terminad[oa]|que (?:acaba|termina)|finalizad[oa]"
    r"|ultim[oa]s (?:(?:tres|cuatro|cinco|[345]) )?(?:cifras|digitos|numeros))"
    r"(?: en| con|:| son)?(?: las cifras| los digitos)?[ :\"'«]{1,3}(?P<run>[*.…]{0,4}\d{2,5}-?[a-z]?)(?![0-9a-z])"
)
_ENDING_LABELS = {
    "nie": Label.NIE, "pasaporte": Label.PASSPORT, "tarjeta": Label.CARD, "visa": Label.CARD,
    "mastercard": Label.CARD, "cta": Label.IBAN, "cta.": Label.IBAN, "cuenta": Label.IBAN, "iban": Label.IBAN,
    "telefono": Label.PHONE, "movil": Label.PHONE,
}  # fmt: skip
# A name that a hyphen ties to the number: "43****12-MARI BONET".
_NEXT_WORD = re.compile(r"-[a-z]{2,}[a-z.\-]*\Z")
_MASKS = frozenset("*•●#∗✱█■·▪_x")
EXACT, LOOSE = 0.75, 0.55


@recogniser("masked", labels=[Label.NIF, Label.NIE, Label.NSS, Label.PASSPORT, Label.IBAN, Label.CARD, Label.PHONE])
def find_masked(document: Document) -> Iterator[Detection]:
    """Yield runs that mix masks and visible signs in the length of an identifier."""
    for pattern in (SIGNS, LETTERS):
        for shape in shapes(document, pattern):
            yield from _identity(shape)
    for shape in shapes(document, GROUPS):
        yield from _bank(shape)
    for shape in shapes(document, PHONE):
        yield from _phone(shape)
    for shape in shapes(document, ENDING, "run"):
        label = _ENDING_LABELS.get(shape["name"], Label.NIF)
        yield _made(shape, shape.match.start("run"), shape.match.end("run"), label, LOOSE)


def _identity(shape: Shape) -> Iterator[Detection]:
    run = _NEXT_WORD.sub("", shape["run"]).rstrip(".-")
    signs = [char for char in run if char not in ".-"]
    seen = sum(char not in _MASKS for char in signs)
    figures = sum(char.isdigit() for char in signs)
    if seen < 3 or figures < 2 or seen == len(signs) or not 7 <= len(signs) <= 34:
        return
    label, score = (Label.NSS, LOOSE) if "/" in signs else _judge("".join(signs))
    start = shape.match.start("run")
    yield _made(shape, start, start + len(run), label, score)


def _judge(signs: str) -> tuple[Label, float]:
    """Tell from where the visible digits stand which number was masked; nine signs are a DNI, NIE or passport."""
    form = "".join("9" if char.isdigit() else "*" if char in _MASKS else "a" for char in signs)
    if form in {"****9999*", "****999**"} or (re.fullmatch(r"[xyz].*", signs) and form[0] == "a"):
        return Label.NIE, EXACT
    if len(form) > 14:
        return (Label.IBAN if re.match("aa[9*]{2}", form) else Label.CARD), EXACT
    if form == "*****9999" or re.fullmatch(r"aa+[9*]+", form):
        return Label.PASSPORT, EXACT if form[0] == "*" else LOOSE
    if len(form) in {8, 9} and re.fullmatch(r"[*9]{8}[*a]?", form):
        return Label.NIF, EXACT
    return Label.NIF, LOOSE


def _bank(shape: Shape) -> Iterator[Detection]:
    run = shape["run"]
    signs = [char for char in run if char not in " -"]
    masks = sum(char in _MASKS for char in signs)
    if masks < 4 or not any(char.isdigit() for char in signs):
        return
    label = Label.IBAN if (signs[0].isalpha() and signs[0] != "x") or len(signs) > 19 else Label.CARD
    start = shape.match.start("run")
    yield _made(shape, start, start + len(run), label, EXACT)


def _phone(shape: Shape) -> Iterator[Detection]:
    run = shape["run"]
    signs = [char for char in run.removeprefix("+34") if char not in " .-"]
    masks = sum(char in _MASKS for char in signs)
    begins = signs[0] in "6789" or (" " in run and signs[-1].isdigit())
    if len(signs) == 9 and 2 <= masks <= 7 and begins and "".join(signs) != "x" * 9:
        start = shape.match.start("run")
        yield _made(shape, start, start + len(run), Label.PHONE, LOOSE)


def _made(shape: Shape, start: int, end: int, label: Label, score: float) -> Detection:
    value = re.sub(r"[ .\-]", "", shape.seen.text[start:end]).upper()
    for mask in _MASKS - {"x"}:
        value = value.replace(mask, "*")
    return detect(shape.seen.span(start, end), label, score, recogniser="masked", trigger="masked", value=value)

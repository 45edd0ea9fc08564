"""Tax identification numbers: NIF of a person (DNI; K, L, M), NIE, and NIF of an entity.

Control letters: Royal Decree 1553/2005 (DNI), Order INT/2058/2008 (NIE), Order EHA/451/2008 (entities).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.recognise.written import (
    GAP,
    MENDED,
    SPACE,
    UNCHECKED,
    Shape,
    compact,
    has_slips,
    mended,
    numeric,
    score_of,
    shapes,
    slips,
)
from pipeline.registry import recogniser

CONTROL_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
# An entity's control is one of ten letters or its digit; the kind of entity says which.
ENTITY_LETTERS = "JABCDEFGHI"
LETTER_ONLY, DIGIT_ONLY = frozenset("PQRSNW"), frozenset("ABEH")

_GAP0 = rf"(?:{GAP})?+"
# Between the first letter and the digits: no comma, which would tie a number to the letter before it.
_JOIN = r"(?:(?>[ \t]?[.\-/][ \t\r\n]{0,2}|[ \t\r\n]{1,2}))?+"
_GLUED = ["dni", "nif", "nie", "cif", "dnl", "num", "doc", "vat", "idces", "idesp", "ces", "no", "nº", "n°", "n."]
_EDGE = r"(?:(?<![0-9a-z])|" + "|".join(f"(?<={re.escape(word)})" for word in _GLUED) + ")"
_END = r"(?![0-9a-z])"
_STATE = r"(?P<state>es-?)?"
_SPACED = rf"\d(?:{SPACE}\d){{6,7}}"
# Between the groups of the figure a comma or an apostrophe may stand too, read for a stop.
_SEP = rf"(?:{GAP}|[,'])"
_EIGHT = (
    rf"\d{{7,8}}|\d{{1,2}}{_SEP}\d{{3}}{_SEP}\d{{3}}|{_SPACED}"
    rf"|\d{{4}}{_SEP}\d{{4}}|\d{{3}}{_SEP}\d{{3}}{_SEP}\d{{2}}|\d{{2}}(?:{_SEP}\d{{2}}){{3}}"
)
_SEVEN = rf"0?\d{{7}}|\d{{4}}{_SEP}\d{{3}}|\d{{3}}{_SEP}\d{{4}}|0?\d{{1}}{_SEP}\d{{3}}{_SEP}\d{{3}}|{_SPACED}"
_ENTITY = (
    rf"\d{{7}}|\d{{2}}{_SEP}\d{{3}}{_SEP}\d{{2}}|\d{{2}}{_SEP}\d{{5}}"
    rf"|\d{{3}}{_SEP}\d{{3}}{_SEP}\d|\d(?:{SPACE}\d){{6}}"
)
# The letter is also written in brackets, or called so: "99012345 (J)", "99012345, letra J".
_LETTER = rf"(?P<gap>,?[ ]letra[ ][\"'«]?|[ ]?\(|{_GAP0})(?P<control>[a-z]){_END}(?:(?<=\([a-z])\))?"

PERSON = numeric(rf"{_EDGE}{_STATE}(?P<kind>)(?P<number>{_EIGHT}){_LETTER}")
FOREIGN = numeric(rf"{_EDGE}{_STATE}(?P<kind>[xyz])(?P<join>{_JOIN})(?P<number>{_SEVEN}){_LETTER}")
SPECIAL = numeric(rf"{_EDGE}{_STATE}(?P<kind>[klm])(?P<join>{_JOIN})(?P<number>{_SEVEN}){_LETTER}")
ENTITY = numeric(
    rf"{_EDGE}{_STATE}(?P<kind>[abcdefghjnpqrsuvw])(?P<join>{_JOIN})(?P<number>{_ENTITY})"
    rf"(?P<gap>{_GAP0})(?P<control>[0-9a-j]){_END}"
)
BARE = numeric(rf"{_EDGE}(?P<number>{_EIGHT}|\d{{9}})(?![0-9a-z])(?![.,]\d)")
_TIED = re.compile(r"\d[ .\-/]{0,2}\Z")
_NAMED = re.compile(r"dni|d\. ?n\. ?i|d ?n ?[il]\b|\bnif\b|n\.i\.f|identidad|\bdnl|documento n")

_D = f"[0-9{slips()}]"
_D8 = rf"{_D}{{8}}|{_D}{{2}}{GAP}{_D}{{3}}{GAP}{_D}{{3}}"
SCANNED = numeric(rf"{_EDGE}(?:(?P<kind>[xyz])(?P<join>{_JOIN}))?(?P<number>{_D8}|{_D}{{7}}){_LETTER}")
SCANNED_ENTITY = numeric(
    rf"{_EDGE}(?P<kind>[abcdefghjnpqrsuvw8])(?P<join>[.\-/ ]?)"
    rf"(?P<number>{_D}{{7}})(?P<control>{_D}|[a-j]){_END}"
)

# One-letter words and units that often follow a number: apart and in small type they are no control.
_WORDS = frozenset("aeyhgmlt")


@recogniser("nif", labels=[Label.NIF, Label.NIE, Label.NIF_ENTITY])
def find_nif(document: Document) -> Iterator[Detection]:
    """Yield every run shaped like a NIF or NIE, its check passed or not."""
    starts: set[int] = set()
    for pattern in (FOREIGN, SPECIAL, PERSON):
        for shape in shapes(document, pattern):
            start = shape.part("number").start
            detection = _person(document, shape) if start not in starts else None
            if detection and not _is_tied(shape, detection):
                if detection.provenance.validated or not shape["kind"]:
                    starts.add(start)
                yield detection
    for shape in shapes(document, ENTITY):
        detection = _entity(shape)
        if not _is_loose(document, shape, "kind", "join") and not _is_tied(shape, detection):
            yield detection
    yield from _find_scanned(document)
    yield from (d for d in _find_bare(document) if d.span.start not in starts)


def _person(document: Document, shape: Shape) -> Detection | None:
    kind, number, control = shape["kind"].upper(), compact(shape["number"]), shape["control"].upper()
    number = number[-7:] if kind else number
    valid = is_person(kind, number, control)
    score, trigger = score_of(valid), kind or "dni"
    if len(number) == 7 and not kind:
        score, trigger = min(score, MENDED), "dni:seven digits"
    if _is_loose(document, shape, "control", "gap") or (kind and _is_loose(document, shape, "kind", "join")):
        if not valid:
            return None  # a number and a word; the number alone may still be a DNI that is named
        score, trigger = UNCHECKED - 0.08, f"{trigger}:loose letter"
    value = f"{kind}{number.zfill(7 if kind else 8)}{control}"
    return _made(shape, label_of(kind), score, trigger, valid, value)


def _entity(shape: Shape) -> Detection:
    kind, number, control = shape["kind"].upper(), compact(shape["number"]), shape["control"].upper()
    valid = is_entity(kind, number, control)
    return _made(shape, Label.NIF_ENTITY, score_of(valid), f"entity {kind}", valid, f"{kind}{number}{control}")


def _find_scanned(document: Document) -> Iterator[Detection]:
    for shape in shapes(document, SCANNED):
        kind, control = shape["kind"].upper(), shape["control"].upper()
        number = compact(mended(shape["number"]))
        fits = has_slips(shape["number"]) and len(number) == (7 if kind else 8)
        if fits and is_person(kind, number, control):
            yield _made(shape, label_of(kind), MENDED, "scan slips", True, f"{kind}{number}{control}")
    for shape in shapes(document, SCANNED_ENTITY):
        kind = shape["kind"].upper().replace("8", "B")
        number, control = compact(mended(shape["number"])), shape["control"].upper()
        control = mended(control) if kind in DIGIT_ONLY else control
        slip = has_slips(shape["number"]) or (shape["kind"] == "8" and shape["number"].isdigit())
        if slip and is_entity(kind, number, control):
            yield _made(shape, Label.NIF_ENTITY, MENDED, "scan slips", True, f"{kind}{number}{control}")


def _find_bare(document: Document) -> Iterator[Detection]:
    """Yield numbers without a letter that are called a DNI or stand in a column of them."""
    for shape in shapes(document, BARE):
        label = document.block_at(shape.span.start).label.casefold()
        if _NAMED.search(shape.before(40)) or (label and _NAMED.search(label)):
            number = compact(shape["number"])
            yield _made(shape, Label.NIF, UNCHECKED, "dni:no letter", None, number.zfill(8))


def _is_tied(shape: Shape, detection: Detection) -> bool:
    """Tell whether the first letter is the last one of the number before ("99012345-J / 99123456-B")."""
    return bool(shape["kind"] and not detection.provenance.validated and _TIED.search(shape.before(3)))


def _is_loose(document: Document, shape: Shape, letter: str, gap: str) -> bool:
    """Tell whether a letter of the shape reads as a word of its own: apart, small, and a word or unit."""
    apart = shape[gap].isspace() and shape[letter] in _WORDS
    return apart and document.surface(shape.part(letter)).islower()


def _made(shape: Shape, label: Label, score: float, trigger: str, valid: bool | None, value: str) -> Detection:
    return detect(shape.span, label, score, recogniser="nif", trigger=trigger, validated=valid, value=value)


def label_of(kind: str) -> Label:
    """Return the label that goes with the first letter of a number, which may be empty."""
    return Label.NIE if kind in {"X", "Y", "Z"} else Label.NIF


def is_person(kind: str, number: str, control: str) -> bool:
    """Check the control letter of a DNI (no kind), a NIE (X, Y, Z) or a special NIF (K, L, M)."""
    lead = {"X": "0", "Y": "1", "Z": "2"}.get(kind, "")
    by_number = CONTROL_LETTERS[int(lead + number) % 23] == control
    return by_number or (kind in {"K", "L", "M"} and entity_letter(number) == control)


def is_entity(kind: str, number: str, control: str) -> bool:
    """Check the control of an entity's seven digits: a letter, a digit or either, by its kind."""
    letter = entity_letter(number)
    by_letter = kind not in DIGIT_ONLY and control == letter
    by_digit = kind not in LETTER_ONLY and control == str(ENTITY_LETTERS.index(letter))
    return by_letter or by_digit


def entity_letter(number: str) -> str:
    """Return the control letter of seven digits: the doubled odd places and the even ones, added up."""
    doubled = sum(sum(divmod(2 * int(digit), 10)) for digit in number[::2])
    return ENTITY_LETTERS[-(doubled + sum(map(int, number[1::2]))) % 10]

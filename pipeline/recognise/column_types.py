"""What a column holds, told from its header and from all its values together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from pipeline.detection import Detection, Effect, Label
from pipeline.document import fold
from pipeline.lexicons import rows
from pipeline.lexicons.names import Support, support
from pipeline.lexicons.organisations import is_company
from pipeline.lexicons.places import is_municipality
from pipeline.recognise.code_nouns import noun_of
from pipeline.recognise.name_cues import label_pattern
from pipeline.recognise.table_columns import Cell, Column, commonest

PERSONS = frozenset({"name", "given", "surnames"})
# Whose columns say that the rows of their table are people.
TELLING = PERSONS | {"nif", "nss", "health"}
QUANTITY, CATEGORY, ORDINAL, TEXT, CODE = "quantity", "category", "ordinal", "text", "code"
# Columns that hold nobody's data, whatever a value of theirs looks like.
NEUTRAL = frozenset({QUANTITY, CATEGORY, ORDINAL, "district"})
FAMILIES = {
    "nif": frozenset({Label.NIF, Label.NIE, Label.NIF_ENTITY}),
    "iban": frozenset({Label.IBAN, Label.ACCOUNT}),
    "case": frozenset({Label.CASE_NUMBER, Label.OTHER_ID}),
    "code": frozenset({Label.CASE_NUMBER, Label.OTHER_ID, Label.LICENCE_ID, Label.HEALTH_ID}),
}
_KIND_OF = {
    Label.NIF: "nif", Label.NIE: "nif", Label.NIF_ENTITY: "nif", Label.NSS: "nss", Label.IBAN: "iban",
    Label.ACCOUNT: "iban", Label.CARD: "card", Label.PHONE: "phone", Label.EMAIL: "email", Label.PLATE: "plate",
    Label.CADASTRE: "cadastre", Label.HEALTH_ID: "health", Label.ADDRESS: "address", Label.PERSON: "name",
    Label.PASSPORT: "passport",
}  # fmt: skip
_BY_HEADER, _BY_VALUES, _FEWEST = 0.3, 0.6, 3
_LONG_TEXT = 7
_NUMBER = re.compile(
    r"[+-]?(?:\d{1,3}(?:[.\s]\d{3})*|\d+)(?:[.,]\d+)?\s*(?:%|€|eur(?:os)?|h|km|m2|kg|puntos?|ptos\.?)?"
)
_SIGN = re.compile(
    r"(?:n\.?\s?[ºo°]s?\.?|num(?:ero)?\.?|nro\.?|cod(?:igo)?\.?|clave|ref(?:erencia)?\.?|identificador|id\.?)"
    r"(?:\s+(?:interno|unico|personal))?(?:\s+(?:del?|de la)\s+[a-z/]+|\s+[a-z]+)?"
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A row of the table of kinds: its label, the least digits of a value, and beside what it is somebody's."""

    name: str
    label: str
    digits: int
    beside: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Typed:
    """A column with its kind: `share` of its values that agree, and whether its header said so."""

    column: Column
    kind: Kind
    share: float
    named: bool


@cache
def kinds() -> tuple[Kind, ...]:
    """Return the kinds of columns, those that rows on their own are told from first."""
    return tuple(
        Kind(name, label, int(digits), beside, re.compile(pattern))
        for name, label, digits, beside, pattern in rows("column_types.tsv")
    )


@lru_cache(maxsize=4096)
def kind_of_header(header: str) -> Kind | None:
    """Return what a folded header says of its column, None where it says nothing known."""
    for kind in kinds():
        if kind.pattern.fullmatch(header):
            return kind
    if header and label_pattern().fullmatch(header):
        return _named("name")
    noun = noun_of(header) if header else None
    if noun and noun.names:
        return Kind(CODE, noun.kind, 1, "own", re.compile(""))
    return Kind(CODE, Label.OTHER_ID, 1, "beside", re.compile("")) if header and _SIGN.fullmatch(header) else None


def _named(name: str) -> Kind:
    return next(kind for kind in kinds() if kind.name == name)


def type_columns(columns: Sequence[Column], seen: Mapping[Cell, Sequence[Detection]]) -> list[Typed]:
    """Return the columns whose kind is known; what counts only beside persons needs them in its table."""
    first = [t for c in columns if (t := _typed(c, seen)) is not None]
    peopled = {t.column.table for t in first if t.kind.name in TELLING and t.share >= _BY_HEADER}
    known = {id(t.column) for t in first}
    first += [t for c in columns if id(c) not in known and c.table in peopled and (t := _among(c, seen)) is not None]
    addressed = {t.column.table for t in first if t.kind.name == "address"}
    homes = {"own": None, "beside": peopled, "address": addressed}
    kept = []
    for t in first:
        where = homes[t.kind.beside]
        if where is None or t.column.table in where:
            kept.append(t)
        elif t.kind.name == "postcode":
            # postcodes without streets lead to nobody, and are no other number either
            kept.append(replace(t, kind=replace(t.kind, name="district")))
    return kept


def _typed(column: Column, seen: Mapping[Cell, Sequence[Detection]]) -> Typed | None:
    values = column.values
    kind = kind_of_header(column.header)
    if not values:
        return None
    if _is_prose(values) and (kind is None or kind.name not in ("address", "name")):
        return None
    if kind is None:
        return _by_values(column, values, seen, halved=True)
    share = sum(_agrees(kind, cell, seen.get(cell, ())) for cell in values) / len(values)
    if kind.name in NEUTRAL:
        return Typed(column, kind, share, True) if share >= _BY_VALUES else None
    if kind.name == TEXT or (kind.name == CODE and not _is_numbering(column, values)):
        return None
    if share >= _BY_HEADER:
        return Typed(column, kind, share, True)
    return _by_values(column, values, seen, halved=True)


def _among(column: Column, seen: Mapping[Cell, Sequence[Detection]]) -> Typed | None:
    """Type a column by its values alone where the rows are people: a check that fails counts in full there."""
    values = column.values
    kind = kind_of_header(column.header)
    if not values or _is_prose(values) or (kind is not None and (kind.name in NEUTRAL or kind.name == TEXT)):
        return None
    return _by_values(column, values, seen, halved=False)


def _by_values(
    column: Column, values: Sequence[Cell], seen: Mapping[Cell, Sequence[Detection]], *, halved: bool
) -> Typed | None:
    if len(values) < _FEWEST:
        return None
    towns = sum(is_municipality(fold(cell.text)) for cell in values)
    if towns >= _BY_VALUES * len(values):
        return Typed(column, _named("town"), towns / len(values), False)
    told = [_told(cell, seen.get(cell, ())) for cell in values]
    name, _ = commonest(kind for kind, _ in told if kind)
    share = sum(0.5 if failed and halved else 1.0 for kind, failed in told if kind == name) / len(values)
    if not name or share < _BY_VALUES or (name == "name" and not _is_varied(values)):
        return None
    return Typed(column, _named(name), share, False)


def _told(cell: Cell, found: Sequence[Detection]) -> tuple[str, bool]:
    """Return the kind of one value by itself, and whether its check failed."""
    whole = [d for d in found if d.label in _KIND_OF and d.score >= 0.1 and d.effect is Effect.HIDE and covers(d, cell)]
    if whole:
        best = max(whole, key=lambda d: (d.label != Label.PERSON, d.score))
        return _KIND_OF[Label(best.label)], best.provenance.validated is False
    return ("name", False) if support(cell.text) >= Support.PART else ("", False)


def covers(detection: Detection, cell: Cell) -> bool:
    """Tell whether a detection is nearly all of a cell."""
    inside = min(detection.span.end, cell.end) - max(detection.span.start, cell.start)
    return inside * 5 >= (cell.end - cell.start) * 4


def _agrees(kind: Kind, cell: Cell, found: Sequence[Detection]) -> bool:
    """Tell whether a value is what the header says, as far as a single value can."""
    folded = fold(cell.text)
    if kind.name in PERSONS:
        return not is_company(folded, len(folded)) and could_be(kind, cell)
    if kind.name == QUANTITY:
        return _NUMBER.fullmatch(folded) is not None
    if kind.name in (CATEGORY, ORDINAL):
        return not any(d.provenance.validated and covers(d, cell) for d in found)
    if kind.name == "age":
        number = re.match(r"\d{1,3}(?!\d)", folded)
        return number is not None and int(number[0]) < 120
    return could_be(kind, cell)


def could_be(kind: Kind, cell: Cell) -> bool:
    """Tell whether a cell can hold a value of the kind at all, misspelt or cut short."""
    text = cell.text
    digits, letters = sum(map(str.isdigit, text)), sum(map(str.isalpha, text))
    if kind.name in PERSONS or kind.name == "town":
        return letters > 1 and not digits and "@" not in text and len(text.split()) < 9
    if kind.name == "kin":
        return _is_kin(text)
    if kind.name == "email":
        return " " not in text.strip() and any(sign in text for sign in "@.") and letters > 3
    if kind.name == "address":
        return letters > 3 and len(text) < 200
    most = {"postcode": 6, "age": 3, "phone": 30, "plate": 9}.get(kind.name, 40)
    few_words = len(text.split()) < 9 if kind.name in ("birth", "since", "phone", "iban") else len(text.split()) < 6
    return kind.digits <= digits <= most and few_words and (letters < 12 or kind.name == "birth")


def _is_kin(text: str) -> bool:
    """Tell whether a value opens with a tie: "hija", "madre del 1"."""
    opening = re.match(r"[a-z]+", fold(text))
    return opening is not None and opening[0] in _kin()


@cache
def _kin() -> frozenset[str]:
    return frozenset(cell for row in rows("kinship.tsv") for cell in row)


def _is_prose(values: Sequence[Cell]) -> bool:
    long = sum(len(cell.text.split()) > _LONG_TEXT for cell in values)
    return long * 2 > len(values)


def _is_varied(values: Sequence[Cell]) -> bool:
    """Tell whether a column names one thing a row rather than a few kinds again and again."""
    return len({fold(cell.text) for cell in values}) * 2 >= len(values)


def _is_numbering(column: Column, values: Sequence[Cell]) -> bool:
    """Tell whether values are codes of their own, no running order, no kinds, no quantities."""
    distinct = {fold(cell.text) for cell in values}
    if len(distinct) * 10 < len(values) * 9 and len(values) > 1:
        return False
    coded = sum(any(map(str.isdigit, cell.text)) and len(cell.text.split()) < 4 for cell in values)
    plain = [int(cell.text) for cell in values if cell.text.isdecimal() and len(cell.text) < 10]
    ordered = len(plain) == len(values) and plain == sorted(plain) and plain[-1] - plain[0] < 2 * len(values)
    running = ordered and plain[0] in (0, 1)
    return coded * 10 >= len(values) * 6 and not running

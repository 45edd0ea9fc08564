"""The address that a form's label announces, to its end, and what an address says after its number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.lexicons import lines, rows
from pipeline.lexicons.openings import opened
from pipeline.recognise import street_types
from pipeline.recognise.address_shapes import AddressShape
from pipeline.recognise.running_text import RunningText

_LONGEST, _FEWEST = 140, 4
_LABELS = "|".join(lines("address_fields.txt"))
_QUALIFIED = (
    r"(?:[ ](?:particular|habitual|familiar|actual|fiscal|postal|completa|anterior|legal|real"
    r"|(?:a[ ])?efectos[ ]de[ ]notificaci(?:on|ones)|de[ ](?:notificaci(?:on|ones)|residencia|contacto)"
    r"|del?[ ](?:la[ ])?[a-z]{4,14})){0,2}"
)
_ASIDE = r"(?:[ ]?\([^()\n\x00]{1,30}\)(?:[ ]*\n)?)?"
# A label ends with a colon, a dotted line, a wide gap or its own stop.
_SIGN = r"(?:[ ]*(?:[.·…_]{2,40}[ ]*:?|:)|(?<=dom\.)|(?=[ ]{2})|(?<=\)\n))[ \t]*"
_FIELD = opened(rf"(?<![^\W_])(?:{_LABELS}){_QUALIFIED}{_ASIDE}{_SIGN}")
# Where the value ends: the next label, a postcode, a wide gap, the end of the line.
_NEXT = re.compile(
    r"[ ]{3,}|[\t\n\x00|;]"
    r"|[ ,.(\-–]+(?:c\.?[ ]?p\.?(?![^\W_])|cod(?:igo|\.)[ ]post|(?<!\d)\d{5}(?!\d)|\d\d-\d{3}(?!\d))"
    r"|[ ,.]+(?:localidad|municipio|poblacion|provincia|pais|tel(?:f|ef|efono)?s?\.?|tfno|movil|correo|e-?mail"
    r"|nif|dni|nie)(?![^\W_])"
    r"|[ ]+[^\W\d_]+(?:[ ][^\W\d_]+)?[ ]?:"
)
_STOP = re.compile(r"(?P<word>[^\s.,;()]+)\.[ ]+(?=\S)")
_EMPTY = re.compile(
    r"(?:no[ ](?:consta|procede|aplica)|desconocid[oa]|se[ ]desconoce|el[ ]mismo|la[ ]misma|igual|idem|ver"
    r"|sin)(?![^\W_])|[-–—_.…*]"
)
_ABBREVIATED = frozenset(
    {pattern for kind, pattern in rows("address_parts.tsv") if pattern.isalpha() and len(pattern) < 6}
    | {form.rstrip(".") for kind in ("street", "estate") for form in street_types.forms(kind) if len(form) < 6}
)
_ON_THE_LINE_BELOW = re.compile(r"[ ]*\n[ \t]*(?=\S)")
_LANDMARKS = "|".join(line.replace(" ", r"\s+") for line in lines("address_landmarks.txt"))
_BESIDE = re.compile(
    rf"(?:\s*[,–-]\s*|\s+)\(?(?:el[ ]|la[ ])?(?:{_LANDMARKS})(?![^\W_])[^,;:.()\n\x00]{{0,40}}?"
    r"(?:[«\"][^»\"\n]{2,40}[»\"])?(?:\)|(?=\s*[,;:.()\n\x00]|\Z))"
)


def find_fields(running: RunningText) -> Iterator[AddressShape]:
    """Yield the value of each field that is labelled as an address: "Domicilio: Qta. La Coromoto, sector Sur"."""
    for label in _FIELD.finditer(running.text):
        start = label.end()
        end = _value_end(running, start)
        value = running.text[start:end]
        written = len(value) >= _FEWEST and (running.is_upper(start) or value[0].isdigit())
        if written and not _EMPTY.match(value) and "@" not in value:
            yield AddressShape(start, end, "field", any(c.isdigit() for c in value), True)


def _value_end(running: RunningText, start: int) -> int:
    text, limit = running.text, min(len(running.text), start + _LONGEST)
    stop = _NEXT.search(text, start, limit)
    end = stop.start() if stop else limit if limit == len(text) else start
    if stop and text[stop.start()] == "\n" and text[end - 1] == ",":
        below = _ON_THE_LINE_BELOW.match(text, end)
        again = _NEXT.search(text, below.end(), limit) if below else None
        end = again.start() if again else end
    for word in _STOP.finditer(text, start, end):
        if word.start() > start and not _is_abbreviation(word["word"]):
            end = word.end("word")
            break
    while end > start and text[end - 1] in " ,.-–(":
        end -= 1
    return end


def _is_abbreviation(word: str) -> bool:
    return word in _ABBREVIATED or (word.isalpha() and 1 < len(word) < 4)


def with_landmarks(running: RunningText, end: int) -> int:
    """Return where an address ends with what it says after its number: ", sobre la venta", "(junto a la balsa)"."""
    while beside := _BESIDE.match(running.text, end):
        if beside.end() - end > _LONGEST or "\n" in beside.group():
            break
        end = beside.end()
    return end

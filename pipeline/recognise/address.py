"""Postal addresses in prose and postcodes; streets named without being anybody's home are protected."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from pipeline.detection import Detection, Effect, Label, detect
from pipeline.document import Document, Span, fold
from pipeline.lexicons import names, places
from pipeline.lexicons.openings import opened
from pipeline.recognise import address_shapes as shapes
from pipeline.recognise import street_types
from pipeline.recognise.address_fields import find_fields, with_landmarks
from pipeline.recognise.address_reach import find_beside, find_untyped, with_article, with_estate, with_site
from pipeline.recognise.address_shapes import AddressShape
from pipeline.recognise.address_towns import find_towns
from pipeline.recognise.cues import CueTable, label_of
from pipeline.recognise.date_shapes import legible
from pipeline.recognise.flats import find_flats
from pipeline.recognise.name_cues import LABEL_TAIL, is_labelled
from pipeline.recognise.running_text import RunningText, running_text
from pipeline.registry import recogniser

NAME = "address"
CUES = CueTable("address_cues.tsv")
TOWN, SURE_CODE = 0.68, 0.5
LOOK_BACK, HOME, NUMBERED, SEAT, DOUBTFUL, STREET, FLAT = 80, 0.92, 0.78, 0.4, 0.45, 0.9, 0.6
_WORD = re.compile(r"[^\W\d_][^\W\d_'’·.\-]*")
_PLATE = re.compile(r"[Pp]laca\s+[A-Z]{1,3}[\s.-]*\d|PLACA\s+[A-Z]{1,3}[\s.-]*\d")
_INITIAL_BEFORE = re.compile(r"(?<![^\W_])[A-ZÑ]\.\s$")
_BEFORE = re.compile(r"(?P<word>[^\W\d_]+)\s+(?:(?:de|la|del|las|los|y)\s+){0,3}\Z")
_POSTCODE = opened(r"(?<![\w.,/\-])(?<![€$] )(?:e-)?(?P<code>(?:0[1-9]|[1-4]\d|5[0-2])\d{3})(?![\w/\-]|[.,]\d|\s?[€%])")
_CODE_CUE = re.compile(
    r"(?:\bc\.?\s?p\.?|\bcodi(?:go)?\s+postal|\bcod\.?\s+postal|\bd\.?\s?p\.)\s*(?:n\.?\s?[ºo°]\s*|[:.\-])*\s*\Z"
)
_AFTER_ADDRESS = re.compile(r"[\s,.;()\-–]*(?:c\.?\s?p\.?\s*(?::\s*)?|de\s+)?")
_TOWN_AFTER = re.compile(
    r"\s*(?:[-,(]\s*)?(?P<town>[^\W\d_][\w'’.\-]*(?:[ \-](?:de|del|la|las|los|el|y|[^\W\d_][\w'’.\-]+)){0,5})"
)
_TOWN_BEFORE = re.compile(r"(?:,|\bde|\ben)\s+[^\W\d_][^,.;()\n\x00]{2,40}\s\(\Z")
_ADDRESS_LABEL = re.compile(r"domicili|direccion|calle|\bvia\b|adreca|enderezo|helbide")
# "1. Calle Monte, Luz": an inverted name in a numbered list, not a street
_NUMBERED_LINE = re.compile(r"(?:\A|[\n\x00])[ \t]*(?:\d{1,4}[ ]?[.)\-–ºª]{1,3}|[-•*])[ \t]*\Z")
_GIVEN_ENDS = re.compile(r",[ \t]+(?P<given>[^\W\d_]+)(?:[ \t]+[^\W\d_]+)?[ \t]*(?=[\n\x00]|\Z)")
_WIDEST_ROW = 40
_NO_CODE = re.compile(r"(?:expediente|finca|folio|tomo|protocolo|numero|n\.?\s?[ºo°]|importe|total)s?\s*(?:[:.]\s*)?\Z")


@recogniser(NAME, labels=[Label.ADDRESS, Label.POSTCODE, Label.LOC, Label.CITATION])
def find_addresses(document: Document) -> Iterator[Detection]:
    """Yield addresses, the postcodes among them, and streets to be kept."""
    for found in _found(document):
        yield _to_its_stop(document.text, found) if found.label == Label.ADDRESS else found


# No sentence ends before these: the stop is that of the address's last abbreviation ("2.º B., de").
_GOES_ON = re.compile(r"\.(?=[,;:)]|[ \t]+[a-zñáéíóú](?!\)))")
_ENDS = re.compile(r"[ \t]+[A-ZÑÁÉÍÓÚ]")


def _to_its_stop(text: str, found: Detection) -> Detection:
    """Take into an address the stop that is its own, and leave the one that ends the sentence."""
    start, end = found.span.start, found.span.end
    if text[end - 1] == "." and _ENDS.match(text, end):
        end -= 1
    elif text[end - 1] != "." and _GOES_ON.match(text, end):
        end += 1
    return found if end == found.span.end else replace(found, span=Span(start, end))


def _found(document: Document) -> Iterator[Detection]:
    running = legible(running_text(document))
    taken = 0
    ends: list[int] = []
    homes: list[int] = []
    found = sorted(
        (*shapes.find_numbered(running), *find_untyped(running), *find_beside(running), *find_fields(running)),
        key=lambda s: (s.start, -s.end),
    )
    for shape in found:
        if shape.start >= taken:
            taken = shape.end
            ends.append(shape.end)
            address = _address(document, running, shape)
            if address.score >= DOUBTFUL:
                homes.append(shape.end)
            yield address
    yield from _bare(running, found)
    starts = [shape.start for shape in found]
    for start, end in find_flats(running):
        before = bisect_right(starts, start)
        if before and found[before - 1].end > start:
            continue
        yield detect(running.span(start, end), Label.ADDRESS, FLAT, recogniser=NAME, trigger="flat")
    codes: list[int] = []
    for end, postcode in _postcodes(document, running, ends):
        if postcode.score >= SURE_CODE:
            codes.append(end)
        yield postcode
    for start, end in find_towns(running, homes, codes):
        yield detect(running.span(start, end), Label.LOC, TOWN, recogniser=NAME, trigger="town of an address")


def _address(document: Document, running: RunningText, shape: AddressShape) -> Detection:
    kind = _kind(document, running, shape.start)
    score = HOME if kind == "home" else SEAT if kind == "seat" else NUMBERED
    if not kind and not shape.capital:
        score -= 0.18
    start, end = with_site(running, shape) if shape.form == "parcel" else (shape.start, shape.end)
    if kind == "home":
        end = with_landmarks(running, end)
    return detect(
        running.span(with_article(running, with_estate(running, start)), end), Label.ADDRESS, round(score, 4),
        recogniser=NAME, trigger=f"{kind} {shape.form}".strip(), value=street_types.same_place(running.text[start:end]),
    )  # fmt: skip


def _kind(document: Document, running: RunningText, start: int) -> str:
    cue = CUES.before(running.text, max(0, start - LOOK_BACK), start)
    if cue:
        return cue.kind
    label = label_of(document, running.original(start))
    cue = CUES.before(label, 0, len(label)) if label else None
    return cue.kind if cue else ""


def _bare(running: RunningText, numbered: list[AddressShape]) -> Iterator[Detection]:
    """Yield streets without a number: hidden after a home's cue, otherwise kept, whosever name they bear."""
    text, position, index = running.text, 0, 0
    while match := shapes.BARE.search(text, position):
        position = match.start("name")
        while index < len(numbered) and numbered[index].end <= match.start():
            index += 1
        if index < len(numbered) and numbered[index].start < position:
            continue
        end = _name_end(running, *match.span("name"))
        if end is None or _is_no_street(running, match.start()) or _is_listed(running, match.start(), end):
            continue
        position = end
        span = running.span(match.start(), end)
        cue = CUES.before(text, max(0, match.start() - LOOK_BACK), match.start())
        if cue and cue.kind in ("home", "fact"):
            span = running.span(with_article(running, match.start()), end)
            yield detect(span, Label.ADDRESS, 0.62, recogniser=NAME, trigger=f"{cue.kind} street without number")
        else:
            yield detect(span, Label.CITATION, STREET, recogniser=NAME, trigger="street", effect=Effect.PROTECT)


def _is_no_street(running: RunningText, start: int) -> bool:
    """Tell whether the type is no street: part of a name ("Fernando de la Rúa", "María Calle Gil") or a verb."""
    if running.raw[start : start + 5].lower() == "paseó" or _PLATE.match(running.raw, start):
        return True  # the verb; a plate: "placa R-9907-BDF"
    if not running.is_upper(start):
        return False
    head = running.text[max(0, start - LABEL_TAIL) : start]
    if _INITIAL_BEFORE.search(running.raw, max(0, start - 4), start) or (":" in head[-3:] and is_labelled(head)):
        return True  # "B. Calle Segura", "Para: Calle Segura, Blanca"
    before = _BEFORE.search(running.text, max(0, start - 40), start)
    return before is not None and running.is_upper(before.start("word"))


def _is_listed(running: RunningText, start: int, end: int) -> bool:
    """Tell a line of a numbered list of people whose surname is a street word."""
    follows = _GIVEN_ENDS.match(running.text, end)
    if follows is None or not names.is_given(follows["given"]):
        return False
    return _NUMBERED_LINE.search(running.text, max(0, start - 12), start) is not None


def _name_end(running: RunningText, start: int, end: int) -> int | None:
    """Return where the capitals of a street's name end; None where it has none.

    A person who comes next is no part of it: "la calle Mayor y Casilda Bermejo", "la calle Mayor Don Luis".
    """
    last, after_and = None, False
    for word in _WORD.finditer(running.text, start, end):
        capital = running.is_upper(word.start())
        if not capital and word.group() not in shapes.PARTICLES:
            break
        if capital and last and (word.group() in names.titles() or (after_and and names.is_given(word.group()))):
            break
        last = word.end() if capital else last
        after_and = word.group() in ("y", "e")
    return last


def _postcodes(document: Document, running: RunningText, ends: list[int]) -> Iterator[tuple[int, Detection]]:
    """Yield each postcode with where it ends in the running text."""
    position = 0
    for match in _POSTCODE.finditer(running.text):
        start = match.start()
        while position < len(ends) and ends[position] <= start:
            position += 1
        last = ends[position - 1] if position else None
        score, trigger = _weigh_postcode(document, running, match, last)
        yield match.end("code"), detect(
            running.span(match.start(), match.end("code")), Label.POSTCODE, score,
            recogniser=NAME, trigger=trigger, value=match["code"],
        )  # fmt: skip


def _has_address_column(document: Document, offset: int) -> bool:
    """Tell whether the row of a cell has another cell whose label says address."""
    here = document.block_at(offset)
    if here.row is None:
        return True
    index = document.block_index(offset)
    beside = document.blocks[max(0, index - _WIDEST_ROW) : index + _WIDEST_ROW]
    return any(
        b.row == here.row and b.table == here.table and _ADDRESS_LABEL.search(fold(b.label))
        for b in beside
        if b.row is not None
    )


def _weigh_postcode(
    document: Document, running: RunningText, match: re.Match[str], address_end: int | None
) -> tuple[float, str]:
    text, start = running.text, match.start()
    if _CODE_CUE.search(text, max(0, start - 20), start):
        return 0.95, "cue"
    if address_end is not None and start - address_end < 12 and _AFTER_ADDRESS.fullmatch(text, address_end, start):
        return 0.92, "after an address"
    label = label_of(document, running.original(start))
    if re.search(r"\bc\.?p\b|postal", label):
        # A column of postcodes alone leads to nobody; beside a column of streets it ends an address.
        return (
            (0.9, "label beside an address")
            if _has_address_column(document, running.original(start))
            else (0.45, "label")
        )
    if _TOWN_BEFORE.search(text, max(0, start - 60), start) and text[match.end() : match.end() + 1] == ")":
        return 0.8, "after a municipality"
    town = _TOWN_AFTER.match(text, match.end(), match.end() + 60)
    if _NO_CODE.search(text, max(0, start - 20), start):
        return 0.1, "shape"
    if town and running.is_upper(town.start("town")) and _is_town(town["town"]):
        return 0.8, "before a municipality"
    return 0.25, "shape"


def _is_town(words: str) -> bool:
    parts = words.split()
    return any(places.is_municipality(" ".join(parts[:n]).rstrip(".,")) for n in range(len(parts), 0, -1))

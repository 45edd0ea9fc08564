"""Any other number of somebody: what names a number says what it is, and a shape that is little else is a doubt.

The recognisers of known forms come first where both find something. A number is named by the noun before it
("póliza n.º", "tarjeta de salud"), by a sign of numbering, by its form label or by its column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.lexicons import lines, rows
from pipeline.recognise.code_nouns import PUBLIC, QUANTITY, RECORD, YEAR, Noun, Nouns, noun_of
from pipeline.recognise.code_shapes import THOUSANDS, Code, Rank, acronym_before, codes
from pipeline.recognise.cues import label_of
from pipeline.recognise.logged import find_logged
from pipeline.recognise.misread import with_figures
from pipeline.recognise.running_text import RunningText, running_text
from pipeline.recognise.text_tables import column_header
from pipeline.registry import recogniser

NAME = "codes"
NAMED, NEAR, NUMBERED, ALONE = 0.85, 0.72, 0.62, 0.55
LOOK_BACK = 64
LABELS = (
    Label.OTHER_ID, Label.CASE_NUMBER, Label.HEALTH_ID, Label.LICENCE_ID, Label.PASSPORT, Label.NIF, Label.NIE,
    Label.NSS, Label.CCC, Label.NIF_ENTITY, Label.IP, Label.IBAN, Label.ACCOUNT, Label.CARD, Label.PHONE, Label.PLATE,
    Label.VIN, Label.CADASTRE, Label.MAC,
)  # fmt: skip
_SMALL = "|".join(lines("code_links.txt"))
_LINK = re.compile(rf"(?:[\s:.,()\[\]#«»\"'\-·º°ª=>|…/]|(?<![^\W_])(?:{_SMALL}|n[ºo°])(?![^\W_]))*")
_SIGN = (
    r"(?:n\.\s?[ºo°]s?\.?|n[º°]s?\.?|num(?:s|ero|eros)?\.?|nro\.?|zk\.?|nr\.?|cod(?:igo)?\.?|codi|clave|ref\.?"
    r"|referencia|identificador|id\.?|#)"
)
_NUMBERING = re.compile(rf"(?<![^\W_]){_SIGN}[\s:.#(\[]*\Z")
# What is numbered: "n.º de hermano", "número d'història", "código alumno". Many together are counted, not numbered.
_NUMBERED = re.compile(
    rf"(?<![^\W_]){_SIGN}\s*(?:d'|de\s+(?:la\s+|los?\s+)?|del\s+)?(?P<what>[a-z]+(?:\s+(?:del?\s+(?:la\s+)?)?[a-z]+){{0,2}})"
    r"\.?\s*(?:[:.(\[]\s*)?\Z"
)
# What is said after it: "el n.º 317 de mi protocolo", "9944 (n.º de colegiado)".
_AFTERWARDS = re.compile(
    r"\s+del?\s+(?:mi|su|este|la|los)?\s*(?P<noun>[a-z]+)"
    rf"|\s*\(\s*{_SIGN}\s*(?:de\s+)?(?P<named>[a-z]+(?:\s+[a-z]+)?)\)"
)
_LABEL = re.compile(
    r"(?:\A|[\n\x00\t|·;(]|[ ]{2,})[\s\-–•*\d.)\[\]]*(?P<label>[a-z][^\n\x00\t|·;:]{1,44}?)\s?(?:\.{3,}|:)"
    r"[ \t]*\n?[ \t\[]*\Z"
)
_BREAK = re.compile(r"(?:[a-z]{4,}|[)\d])\.\s+|[;\x00]|\n\s*\n")
_JOINER = re.compile(r"\s*(?:,|;|/|-|,?\s?\b(?:y|e|o|i|a|eta)\b)\s*(?:(?:el|la|los|las)\s+)?(?:n\.?\s?[ºo°]\s*)?")
_NAME_BETWEEN = re.compile(
    r"[\s.:(]*(?:[A-ZÁÉÍÓÚÑ][^\W\d_]*\.?(?:\s(?:de|del|la|las|los|el)){0,2}\s){1,3}(?:n\.?\s?[º°o]\s?)?"
)
# A line that begins with a capital speaks for itself: "Unidad de Barrios⏎Informe UB-417/2025".
_NEW_LINE = re.compile(r"\n\s*[A-ZÁÉÍÓÚÑ]")
_PLAIN_WORDS = re.compile(r"[a-z\s.º°:]*")
# Numbers that a body gives, whose name or place may stand before them: "colegiada ICA Vigo 4.418".
_OF_BODIES = frozenset({Label.LICENCE_ID, Label.HEALTH_ID, Label.CASE_NUMBER})
_LONG, _PHONE, _PAYMENT = 7, 9, 13
_SUPPLIED = re.compile(r"suministr|adjudica|licitaci|recambio|repuesto")
_LOT = re.compile(r"(?<![a-z])lote(?![a-z])")
# One capital of a number ("Pasaporte A 9944172", "tarjeta E 12-099441") stands out among small letters alone.
_SMALL_BEFORE = re.compile(r"[a-zà-ÿ][^\n\x00A-ZÀ-Ý]{0,12}\Z")
# Letters that close a number ("CA 99441 AB", "31 0994417 A"), no word of one or two letters.
_CLOSING = re.compile(
    r"[ ](?!(?:DE|EN|EL|LA|LE|LO|SE|SU|TU|MI|NO|SI|ES|AL|HA|Y|E|O|U|A)\b(?=[ ]))[A-Z]{1,2}(?:[ ]\d[A-Z])?"
    r"(?=\s*[,.;:)\]\n\x00]|[ ]{2}|\Z)"
)
_NEVER_GROUPED = frozenset({Label.PLATE})
_NO_ACRONYM = frozenset(row[0].lower() for row in rows("law_acronyms.txt")) | frozenset(
    "exp expte ref reg nig re de la el en y e o u a i con no n num que los del por para sin san art".split()
)


@dataclass(frozen=True, slots=True)
class Naming:
    """What names a code: the label, what it is worth, and which form fired."""

    label: str
    score: float
    trigger: str


@recogniser(NAME, labels=LABELS)
def find_codes(document: Document) -> Iterator[Detection]:
    """Yield the numbers that a noun, a sign of numbering, a label or their shape alone tells to be somebody's."""
    running = with_figures(running_text(document))
    for start, end, label in find_logged(running):
        yield _detected(running, start, end, Naming(label, NAMED, "key"))
    reader = _Reader(document, running, Nouns(running.text))
    last: tuple[Code, Naming | None] | None = None
    floor = 0
    for code in codes(running.text, running.raw):
        if code.start < floor:
            continue
        naming, start, end = reader.read(code, floor, last)
        last = (code, naming) if naming or reader.is_public(code, floor, last) else None
        if naming:
            floor = end
            yield _detected(running, start, end, naming)


def _detected(running: RunningText, start: int, end: int, naming: Naming) -> Detection:
    value = "".join(c for c in running.text[start:end] if c.isalnum()).upper()
    span = running.span(start, end)
    return detect(span, naming.label, naming.score, recogniser=NAME, trigger=naming.trigger, value=value)


@dataclass(frozen=True, slots=True)
class _Reader:
    document: Document
    running: RunningText
    nouns: Nouns

    def is_public(self, code: Code, floor: int, last: tuple[Code, Naming | None] | None) -> bool:
        """Tell whether a code is nobody's by the noun right before it, or goes on a list of such."""
        if last and last[1] is None and self._goes_on(code, last[0].end, last[0]):
            return True
        noun = self._noun(floor, code.start)
        return noun is not None and noun.kind == PUBLIC and self._adjoins(noun, code.start)

    def read(self, code: Code, floor: int, last: tuple[Code, Naming | None] | None) -> tuple[Naming | None, int, int]:
        """Return what names a code, and its place with the groups and capitals that belong to it."""
        if last and self._goes_on(code, floor if last[1] else last[0].end, last[0]):
            return last[1], self._alike(code, last[0]), code.whole if code.total == last[0].total else code.end
        noun = self._noun(floor, code.start)
        naming = self._naming(code, code.start, floor, noun)
        head = acronym_before(self.running.raw, code.start)
        if head is not None and head >= floor:
            capitals = self.running.text[head : code.start].rstrip(" ,")
            is_noun = noun is not None and noun.end > head
            lone = len(capitals) == 1 and self._stands_out(head)
            if not is_noun and (lone or capitals not in _NO_ACRONYM):
                by_head = self._naming(code, head, floor, self._noun(floor, head), headed=True)
                plain = len(capitals) > 1 and self.running.text[code.start - 2] != ","
                said = by_head is not None and by_head.trigger != "shape" and (plain or by_head.trigger == "noun")
                if by_head and said and (not naming or naming.score <= by_head.score):
                    return by_head, code.start if "." in capitals else head, self._closed(code.whole)
            elif naming and noun and self._is_part(noun, head, code):
                return naming, head, code.end
        if naming is None or naming.label in _NEVER_GROUPED:
            return (naming if code.rank else None), code.start, code.end
        if naming.trigger == "shape":
            return (naming if code.rank else None), max(code.opening, floor), code.end
        return naming, code.start, self._closed(code.whole)

    def _stands_out(self, head: int) -> bool:
        """Tell whether a capital stands among small letters: no text written in capitals."""
        return _SMALL_BEFORE.search(self.running.raw, max(0, head - 16), head) is not None

    def _closed(self, end: int) -> int:
        """Return the end of a number with the capitals that close it."""
        closing = _CLOSING.match(self.running.raw, end)
        return closing.end() if closing else end

    def _goes_on(self, code: Code, floor: int, last: Code) -> bool:
        """Tell whether a code goes on a list: "agentes 1234, 5678 y 9012"."""
        same = code.total == last.total and code.total >= _LONG
        alike = same or (abs(code.figures - last.figures) < 2 and code.total < max(_PAYMENT, last.total + 2))
        if not (code.rank or same) or not alike or code.start - floor > 12:
            return False
        return _JOINER.fullmatch(self.running.text, floor, self._alike(code, last)) is not None

    def _alike(self, code: Code, last: Code) -> int:
        """Return where a code of a list begins: at capitals apart where the one before it begins with the same."""
        head = acronym_before(self.running.raw, code.start)
        if head is None:
            return code.start
        capitals = self.running.raw[head : code.start].strip()
        return head if self.running.raw.startswith(capitals, last.start) else code.start

    def _is_part(self, noun: Noun, head: int, code: Code) -> bool:
        """Tell whether capitals that are a noun themselves are written as a part of the number: "ETJ 644/2023"."""
        of_court = noun.kind == Label.CASE_NUMBER and noun.start == head
        written = self.running.text[head : code.start].strip()
        return of_court and written not in _NO_ACRONYM and "/" in self.running.text[code.start : code.end]

    def _noun(self, floor: int, start: int) -> Noun | None:
        text = self.running.text
        floor = max(floor, start - LOOK_BACK)
        for stop in _BREAK.finditer(text, floor, start):
            if any(map(str.isalnum, text[stop.end() : start])) or "\x00" in stop.group() or ";" in stop.group():
                floor = stop.end()
        return self.nouns.before(floor, start)

    def _naming(self, code: Code, start: int, floor: int, noun: Noun | None, headed: bool = False) -> Naming | None:
        text = self.running.text
        numbered = _NUMBERING.search(text, max(floor, start - 24), start) is not None
        if noun and noun.thing and self._is_supplied(code):
            return None
        if noun and self._adjoins(noun, start):
            amount = not numbered and noun.money and THOUSANDS.fullmatch(text, code.start, code.end)
            return None if amount else _by_noun(code, noun, numbered or headed)
        header = self._header(start)
        if header and (named := noun_of(header)):
            return _by_noun(code, named, numbered)
        if noun and not noun.names and self._speaks_of(noun, start, numbered, code):
            return None
        if noun and noun.names and not noun.close and self._is_near(code, noun, numbered):
            return Naming(noun.kind, NEAR, "noun near")
        if numbered and (after := self._afterwards(code)):
            return after
        if (numbered and (code.rank >= Rank.MEDIUM or headed or code.total >= _LONG)) or self._is_numbered(
            code, start, floor
        ):
            return Naming(Label.OTHER_ID, NUMBERED, "numbering")
        if self._is_labelled(code, start, floor):
            return Naming(Label.OTHER_ID, NUMBERED, "form label")
        if self._is_phone(code):
            return Naming(Label.PHONE, ALONE, "nine digits in groups")
        slashed = "/" in text[code.start : code.end]  # "STSJPV 5/2019", "TA 168/94"
        if headed and not slashed and code.rank >= Rank.MEDIUM and self._is_apart(start):
            return Naming(Label.OTHER_ID, ALONE, "capitals before")
        return Naming(Label.OTHER_ID, ALONE, "shape") if code.bare else None

    def _is_near(self, code: Code, noun: Noun, numbered: bool) -> bool:
        """Tell whether a noun some words before names a number: one sure enough, or in groups after one word more."""
        if code.rank >= (Rank.WEAK if numbered else Rank.MEDIUM) and code.figures >= noun.least:
            return True
        between = self.running.text[noun.end : code.start]
        return code.total >= _LONG and len(between) <= 16 and between.strip().isalpha()

    def _is_phone(self, code: Code) -> bool:
        """Tell whether groups make nine digits as a phone has them, however they are cut."""
        written = self.running.text[code.start : code.whole]
        grouped = code.total == _PHONE and code.whole > code.end and code.end - code.start > 1
        return grouped and written[0] in "6789" and written.replace(" ", "").isdigit()

    def _is_apart(self, start: int) -> bool:
        """Tell whether capitals stand out from what is before them: "(NIB 99441", not "CON NÚMERO 99441"."""
        before = self.running.raw[max(0, start - 30) : start]
        return not before.strip() or before.rstrip()[-1] in "(,;:·|" or any(map(str.islower, before))

    def _is_numbered(self, code: Code, start: int, floor: int) -> bool:
        """Tell whether one thing is numbered right before: "núm. de operario 0417", not "número de vecinos 340"."""
        written = self.running.text[code.start : code.end]
        if not code.rank or THOUSANDS.fullmatch(written):
            return False
        found = _NUMBERED.search(self.running.text, max(floor, start - 48), start)
        return found is not None and not found["what"].endswith("s")

    def _afterwards(self, code: Code) -> Naming | None:
        """Return what the words after a number call it."""
        found = _AFTERWARDS.match(self.running.text, code.end, code.end + 40)
        noun = noun_of(found["noun"] or found["named"]) if found else None
        return _by_noun(code, noun, True) if noun else None

    def _is_supplied(self, code: Code) -> bool:
        """Tell whether the thing whose number this is was bought by contract rather than somebody's own."""
        text, floor = self.running.text, max(0, code.start - 80)
        supplied = _SUPPLIED.search(text, floor, code.end + 60) or _LOT.search(text, floor, code.start)
        return supplied is not None

    def _adjoins(self, noun: Noun, start: int) -> bool:
        """Tell whether nothing but small words, or the name of a place or body, parts a noun from a number."""
        text = self.running.text
        if _LINK.fullmatch(text, noun.end, start):
            return True
        named = noun.kind in _OF_BODIES and start - noun.end <= 30 and "," not in text[noun.end : start]
        return named and _NAME_BETWEEN.fullmatch(self.running.raw, noun.end, start) is not None

    def _speaks_of(self, noun: Noun, start: int, numbered: bool, code: Code) -> bool:
        """Tell whether a noun of nobody's numbers that doesn't stand right before still bears on this one."""
        text = self.running.text
        if noun.kind == YEAR:
            return not code.bare
        if numbered and code.total >= (_LONG if noun.kind == QUANTITY else _PAYMENT):
            return False  # "concentrado de hematíes n.º E0994 25 441720", "tasa 790, n.º 790 052 994417203 1"
        if start - noun.end <= 30 and _PLAIN_WORDS.fullmatch(text, noun.end, start):
            return _NEW_LINE.search(self.running.raw, noun.end, start) is None
        return (numbered or noun.kind != PUBLIC) and not code.bare

    def _is_labelled(self, code: Code, start: int, floor: int) -> bool:
        """Tell whether a form label stands before, and the value is no mere figure."""
        if code.rank is Rank.STRONG or (
            code.rank is Rank.MEDIUM and not self.running.text[code.start : code.end].isdigit()
        ):
            return _LABEL.search(self.running.text, max(floor, start - 60), start) is not None
        return False

    def _header(self, start: int) -> str:
        return column_header(self.running, start) or label_of(self.document, self.running.original(start))


def _by_noun(code: Code, noun: Noun, numbered: bool) -> Naming | None:
    if noun.kind == RECORD and (code.signs > code.figures or code.total > _PHONE):
        return Naming(Label.CASE_NUMBER, NEAR, "noun")
    if noun.kind == YEAR and code.bare:
        return Naming(Label.OTHER_ID, ALONE, "shape")
    if not noun.names:
        return None
    least = min(noun.least, 2) if numbered else noun.least
    size = code.signs if code.rank >= Rank.WEAK else 0
    return Naming(noun.kind, NAMED, "noun") if max(code.total, size) >= least else None

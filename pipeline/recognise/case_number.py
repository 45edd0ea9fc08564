"""Numbers of files, autos, registers and receipts: with them a clerk reaches the person.

The nearest word says what a number is. An act's own reference ("Resolución de Alcaldía 45/2019"), a call or a
budget leads to nobody and stays below the threshold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.lexicons import lines
from pipeline.lexicons.openings import opened
from pipeline.recognise.cues import Cue, CueTable, label_of
from pipeline.recognise.date_shapes import legible
from pipeline.recognise.registry_entries import find_entries
from pipeline.recognise.running_text import RunningText, running_text
from pipeline.recognise.text_tables import column_header
from pipeline.registry import recogniser

NAME = "case_number"
CUES = CueTable("case_cues.tsv")
ENTRY = 0.8
LOOK_BACK, ADJACENT, SHAPE_ALONE, NIG, NIG_CUED, FIRST_INSTANCE = 70, 45, 0.36, 0.78, 0.95, 0.75
_NUMBERING = re.compile(
    r"(?:\s*(?:n\.?\s?[ºo°]s?(?![^\W_])\.?|num(?:eros?|s)?\b\.?|ref(?:erencia)?\b\.?|[:.#(,\-]|n\.?(?=\s?\d)|interno"
    r"|judicial|ejecutivo|apelad[oa]|recurrid[oa]|previas|generad[oa]|nota|"
    r"administrativ[oa]|sancionador|electronic[oa]|penal|civil|es\s+el|de\s+(?:este\s+)?(?:ayuntamiento|juzgado)))*\s*"
)
_PLAIN = (
    r"(?<![\w/\-@=.,])(?P<plain>\d{1,3}(?:\.\d{3})+|\d{2,20}|[a-z]{1,8}\d{3,14}(?:[a-z]\d{2,14}){0,2}"
    r"|[a-z]{2,8}\d{1,4}[a-z]\d{3,14}|\d{3,6}[a-z]\d{4,12})"
    r"(?![\w/\-@]|[.,]\d|\s?%|\s?/\s?\d)"
)
_STRUCTURED = (
    r"(?<![\w/\-@=.])(?<!\d,)(?P<structured>(?=[a-z_.\-/]{0,16}\n?\d)(?=[a-z0-9.]{1,16}\s?[-/_])"
    r"[a-z0-9]{1,14}(?:(?:\s?[-/_]\s?\n?|\.(?=\d))[a-z0-9]{1,14}){1,6})"
    r"(?![\w@]|[-/]\w|,\d)"
)
_NIG = r"(?<![\w/\-])(?P<nig>\d{5}(?P<s>[ .\-/]?)\d{2}(?P=s)\d(?P=s)(?:19|20)\d{2}(?P=s)\d{7})(?![\w/\-])"
# The account of a court's deposits (bank, court, kind, number, year) and the NIG as some courts print it.
_FIXED = r"(?<![\w/\-])(?P<fixed>\d{4}[ ]\d{4}[ ]\d{2}[ ]\d{4}[ ]\d{2}|\d{2}\.\d{2}\.\d-\d{2}/\d{6})(?![\w/\-])"
_OF_YEAR = r"(?<![\w/\-.,])(?P<dated>\d{1,3}(?:\.?\d{3})?\s+del?\s+(?:19|20|1\.9|2\.0)\d\d)(?![\w/])"
_CANDIDATE = opened(f"{_NIG}|{_FIXED}|{_OF_YEAR}|{_STRUCTURED}|{_PLAIN}")
_ACRONYM = re.compile(r"(?<![^\W_])(?P<acronym>[A-Z]{1,6})[ ]\Z")
_DATE = re.compile(r"\d{1,2}\s?([/\-])\s?\d{1,2}\s?\1\s?\d{2,4}|(?:1[5-9]|2[01])\d\d([/\-])\d{1,2}\2\d{1,2}")
_FIRM = re.compile(
    r"[a-z]{2,6}[-/](?:19|20)\d\d[-/]\d{2,8}|(?:19|20)\d\d[-/](?:[a-z]{1,6}[-/]){0,3}\d{3,8}|\d{1,7}\s?/\s?(?:19"
    r"|20)\d\d(?:-[a-z])?|\d{1,7}\s+del?\s+(?:19|20|1\.9|2\.0)\d\d"
)
_EXTENSIONS = tuple(lines("file_extensions.txt"))
# A file named by a number of so many figures bears somebody's ("justificante TRF-20250213-7741.pdf").
_LONG_NAME = 10
_YEAR = re.compile(r"(?:19|20)\d\d")
_YEARS = re.compile(r"(?:19\d|20[0-3])\d[-/](?:(?:19|20)\d\d|\d\d)")
_JOINER = re.compile(
    r"\s*(?:,|;|y|e|o|/|-|\(?(?:antes|hoy|ahora|antiguo|anterior|nuevo))\s*(?:(?:su|el|la|los)\s+)?(?:acumulad[oa]s?\s+)?(?:n\.?\s?[ºo°]\s*)?"
)
# Rulings of the lower courts aren't cited as doctrine: they are somebody's case.
_OF_LOWER_COURT = re.compile(
    r"\s*(?:[,(]\s*)?(?:de\s+\d[^,.;\n]{4,30},?\s+)?(?:dictad[ao]\s+por\s+)?(?:del?\s+)?(?:el\s+)?juzgado"
)
_LETTERS = re.compile(r"[a-z]+")
_UNIT_AFTER = re.compile(
    r"(?:\s+a\s+[\d.,]{1,12})?\s*(?:%|euros?\b|eur\b|€|habitantes|paginas|folios|dias|meses|anos|personas|hectareas|m2|km|mm|mg|ml|cm|kg)(?![^\W_])"
)


@recogniser(
    NAME, labels=[Label.CASE_NUMBER], context=["expediente", "expte", "autos", "diligencias", "registro de entrada"]
)
def find_case_numbers(document: Document) -> Iterator[Detection]:
    """Yield the numbers that may lead to a file, each with what its nearest cue is worth."""
    running = legible(running_text(document))
    entries = dict(find_entries(running))
    for start, end in entries.items():
        yield _made(running, start, end, ENTRY, "register entry")
    floor, last = 0, None
    for match in _CANDIDATE.finditer(running.text):
        if not match["nig"] and _is_figure(running.text, match):
            continue
        cue = _cue(document, running, match, floor, last)
        score, trigger = _weigh(running.text, match, cue)
        if score and match.start() not in entries:
            yield _made(running, _with_acronym(running, match, cue), match.end(), score, trigger)
        if not match["plain"] or score:
            floor, last = match.end(), cue


def _made(running: RunningText, start: int, end: int, score: float, trigger: str) -> Detection:
    return detect(
        running.span(start, end), Label.CASE_NUMBER, score,
        recogniser=NAME, trigger=trigger, value=_squashed(running.text[start:end]),
    )  # fmt: skip


def _with_acronym(running: RunningText, match: re.Match[str], cue: Cue | None) -> int:
    """Let a file's number begin at the letters of its register: "SMAC 2023/6180"; not at the cue itself."""
    start = match.start()
    if not match["structured"] or cue is None or cue.kind != "file":
        return start
    acronym = _ACRONYM.search(running.raw, max(0, start - 8), start)
    return acronym.start() if acronym and not cue.start <= acronym.start() < cue.end else start


def _squashed(code: str) -> str:
    return "".join(c for c in code if not c.isspace()).upper()


def _cue(document: Document, running: RunningText, match: re.Match[str], floor: int, last: Cue | None) -> Cue | None:
    """Return the cue of a number: in its own letters, before it, that of the list it goes on, or its label."""
    text, start = running.text, match.start()
    letters = _LETTERS.match(text, start, match.end())
    own = CUES.before(text, start, letters.end()) if letters and match["structured"] else None
    if own and own.kind == "file":
        return own
    if last and _JOINER.fullmatch(text, floor, start):
        return replace(last, start=-1)
    reach = ADJACENT if match["plain"] else LOOK_BACK
    found = CUES.before(text, max(floor, start - reach), start)
    drawn = column_header(running, start)
    if found and not drawn and _adjoins(text, found, start):
        return found
    label = drawn or label_of(document, running.original(start))
    head = CUES.before(label, 0, len(label)) if label else None
    # What heads a column bears on the whole cell, however far its own words stand.
    return replace(head, start=-1) if head else found


def _weigh(text: str, match: re.Match[str], cue: Cue | None) -> tuple[float, str]:
    """Return what a candidate is worth and which form fired; 0 where it is none."""
    if match["nig"]:
        return _weigh_nig(match["nig"], cue)
    if match["fixed"]:
        return NIG, "shape of courts"
    code = match.group()
    figures = sum(c.isdigit() for c in code)
    if figures < (2 if cue else 3):
        return 0.0, ""
    near = cue is not None and (cue.end > match.start() or cue.start < 0 or _adjoins(text, cue, match.start()))
    firm = _FIRM.fullmatch(code) is not None and not _YEARS.fullmatch(code)
    if cue is None or cue.kind == "none":
        return (SHAPE_ALONE, "shape") if firm and cue is None else (0.0, "")
    if cue.kind == "public" and firm and _OF_LOWER_COURT.match(text, match.end()):
        return FIRST_INSTANCE, "ruling of a court of first instance"
    if cue.kind == "public":
        return (cue.worth, "act or common affair") if firm else (0.0, "")
    if (
        match["plain"]
        and _YEAR.fullmatch(code)
        and near
        and cue.start >= 0
        and "n" not in text[cue.end : match.start()]
    ):
        return 0.0, ""  # "el parte de 2022"
    if (near and (figures > 2 or match["structured"])) or firm:
        return (cue.worth, "file cue")
    return 0.0, ""


def _is_figure(text: str, match: re.Match[str]) -> bool:
    """Tell whether a candidate is a date, an amount with its unit or a file's name."""
    code = match.group()
    if _DATE.fullmatch(code) or _UNIT_AFTER.match(text, match.end()):
        return True
    named = text.startswith(".", match.end()) and text[match.end() + 1 : match.end() + 5].startswith(_EXTENSIONS)
    return named and (match["structured"] is None or sum(map(str.isdigit, code)) < _LONG_NAME)


def _adjoins(text: str, cue: Cue, start: int) -> bool:
    return _NUMBERING.fullmatch(text, cue.end, start) is not None


def _weigh_nig(code: str, cue: Cue | None) -> tuple[float, str]:
    """Weigh a general identification number: municipality, kind of organ, jurisdiction, year, number."""
    digits = "".join(c for c in code if c.isdigit())
    sound = 1 <= int(digits[:2]) <= 52 and digits[7] in "123456789"
    if not sound:
        return (0.6, "NIG with an odd structure") if cue and cue.kind == "file" else (0.0, "")
    return (NIG_CUED, "NIG") if cue and cue.kind == "file" else (NIG, "NIG")

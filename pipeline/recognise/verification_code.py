"""Código Seguro de Verificación: whoever holds it downloads the original, names included (Law 39/2015, art. 27)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document
from pipeline.lexicons import lines, rows
from pipeline.lexicons.openings import opened
from pipeline.recognise.running_text import RunningText, running_text
from pipeline.registry import recogniser

NAME = "verification_code"
AFTER_CUE, IN_ADDRESS, LONG = 0.93, 0.9, 16
SHORTEST, TELLING = 8, 6
_CODE = (
    r"(?P<code>[a-z]{2,6}-[0-9a-z]{4}(?:\s[0-9a-z]{4}){2,9}|[0-9a-z](?:[0-9a-z]|[-_:+/=.*](?:\s?\n\s?)?(?=[0-9a-z])){7,119}={0,2}|[0-9a-z]{4,5}(?:\s[0-9a-z]"
    r"{4,5}){2,9})"
)
_CUED = opened(
    rf"(?<![^\W_])(?:{'|'.join(lines('csv_cues.txt'))})(?![^\W_])"
    rf"(?:\s*(?:\(csv\)|notarial|judicial|n\.?[ºo°]|num(?:ero|\.)?|del?\s+(?:este\s+)?documento|es|electronico|siguiente|:|=|-"
    rf"|#))*\s*{_CODE}"
)
_ADDRESS = re.compile(r"(?:https?://|www\.)[^\s<>\"']{4,2000}")
_NAMES = "|".join(lines("csv_parameters.txt"))
_IN_QUERY = re.compile(rf"[?&;#/](?:{_NAMES})[=/](?P<code>[0-9a-z](?:[0-9a-z]|[-_:+%~.](?=[0-9a-z])){{5,119}})")
_IN_PATH = re.compile(
    r"/[^/?#]{0,40}(?:csv|verific|valida|cotej|autentic|cve)[^/?#]{0,40}/(?:[^?#]{0,200}/)?"
    r"(?P<code>[0-9a-z][0-9a-z\-_]{9,119})(?=$|[/?#.,])"
)
_ISSUERS = tuple((re.compile(pattern), float(score)) for pattern, _, score in rows("csv_issuers.tsv"))
_CANDIDATE = re.compile(
    r"(?<![\w\-/=:.@+])(?=[a-z:\-]{0,30}[0-9])[0-9a-z]{2,40}(?:[-:][0-9a-z]{2,40}){0,10}(?![\w\-/@=+])"
)
_BULLETIN = re.compile(r"bo[a-z]{1,3}-[a-z]-\d{4}-\d+")


@recogniser(
    NAME,
    labels=[Label.CSV],
    context=["csv", "codigo seguro de verificacion", "cotejo", "cotejar", "cotejarse", "codigo de verificacion",
             "verificable", "autenticidad", "validacion", "cve", "cea"],
)  # fmt: skip
def find_verification_codes(document: Document) -> Iterator[Detection]:
    """Yield codes after their cue, inside the address that checks them, and by the shapes issuers use."""
    running = running_text(document)
    taken: set[int] = set()
    for start, end, score, trigger in (*_after_cue(running), *_in_address(running.text), *_by_shape(running)):
        if start in taken:
            continue
        taken.add(start)
        yield detect(
            running.span(start, end), Label.CSV, score,
            recogniser=NAME, trigger=trigger, value=_squashed(running.raw[start:end]),
        )  # fmt: skip


def _squashed(code: str) -> str:
    return "".join(c for c in code if c.isalnum()).upper()


def _after_cue(running: RunningText) -> Iterator[tuple[int, int, float, str]]:
    for match in _CUED.finditer(running.text):
        start, end = match.span("code")
        end = _end_of_code(running, start, end)
        if is_code(running.raw[start:end]):
            yield start, end, AFTER_CUE, "cue"


def _end_of_code(running: RunningText, start: int, end: int) -> int:
    """Cut what runs on: a group of letters alone after a space is the next word."""
    code = running.text[start:end]
    while " " in code and not any(c.isdigit() for c in code.rpartition(" ")[2]) and not code.isupper():
        code = code.rpartition(" ")[0]
    return start + len(code)


def is_code(written: str) -> bool:
    """Tell whether this reads as a code: long enough, figures among letters, or a long run of either."""
    solid = [c for c in written if c.isalnum()]
    figures = sum(c.isdigit() for c in solid)
    if len(solid) < SHORTEST or _BULLETIN.fullmatch(written.lower()):
        return False
    mixed = 0 < figures < len(solid) or (figures == len(solid) and len(solid) >= 12)
    capitals = written.upper() == written and "-" in written and len(solid) >= LONG
    cased = any(c.isupper() for c in written[1:]) and any(c.islower() for c in written) and len(solid) >= LONG
    return mixed or capitals or cased


def _in_address(text: str) -> Iterator[tuple[int, int, float, str]]:
    for address in _ADDRESS.finditer(text):
        for shape in (_IN_QUERY, _IN_PATH):
            for match in shape.finditer(text, *address.span()):
                if sum(c.isdigit() for c in match["code"]):
                    yield *match.span("code"), IN_ADDRESS, "address"


def _by_shape(running: RunningText) -> Iterator[tuple[int, int, float, str]]:
    for match in _CANDIDATE.finditer(running.text):
        code = match.group()
        if len(code) < LONG or sum(c.isdigit() for c in code) < 3 or sum(c.isalpha() for c in code) < 3:
            continue
        raw = running.raw[match.start() : match.end()]
        if "-" not in raw and (raw != raw.upper() or sum(c.isalpha() for c in raw) < TELLING):
            continue
        score = next((score for pattern, score in _ISSUERS if pattern.fullmatch(code)), 0.0)
        if score:
            yield *match.span(), score, "issuer"

"""Eponyms: surnames that name an illness, a scale or a test ("enfermedad de Parkinson"), found to be kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.lexicons import lines, names, rows
from pipeline.lexicons import words as listed
from pipeline.lexicons.openings import opened
from pipeline.recognise.running_text import RunningText

_ROWS = [row.split("\t") for row in lines("eponyms.txt")]
KNOWN = frozenset(row[0] for row in _ROWS)
ALONE = frozenset(row[0] for row in _ROWS if row[1] == "yes")
KIND = "eponym"
REACH = 140

_CUES = [(strength, pattern) for strength, pattern in rows("eponym_cues.tsv")]
_WORD = r"[^\W\d_][^\W\d_'’]*"
_NAME = rf"{_WORD}(?:-{_WORD}){{0,4}}(?:(?:\s+y\s+|-|\s+){_WORD})?"
_AFTER_CUE = opened(
    rf"(?<![^\W_])(?:(?P<strict>{'|'.join(p for s, p in _CUES if s == 'strict')})|"
    rf"(?:{'|'.join(p for s, p in _CUES if s == 'known')}))"
    rf"(?:\s+[a-z]+(?:al|ar|ica|ico|iva|ivo|ada|ado))?\s+(?P<of>de\s+la\s+|del?\s+)?(?P<name>{_NAME})"
)
_ELLIPTIC = opened(rf"(?<![^\W_])(?:en\s+)?(?:la|el|los|las)\s+(?:escala\s+|test\s+)?de\s+(?P<name>{_WORD})")
_ALONE = opened(rf"(?<![^\W_])(?P<name>{'|'.join(sorted(ALONE, key=len, reverse=True))})(?![^\W_])")
_ILLNESSES = ("sindrome", "enfermedad", "distrofia", "mal de")
_BEFORE = re.compile(r"(?P<word>[^\W\d_]+)\.?[ªº]?\.?\s+(?:(?:de|del|la)\s+)?\Z")
_SENTENCE = re.compile(r"[.;](?=\s)|\x00")


def find_eponyms(running: RunningText) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and kind of each phrase whose surname is nobody's there."""
    done: set[int] = set()
    cues: list[int] = []
    for match in _AFTER_CUE.finditer(running.text):
        end = _name_end(running, *match.span("name"), bool(match["strict"] and match["of"]))
        if end:
            cues.append(end)
            done.add(match.start("name"))
            if not _is_rare_illness(running.text, match.start(), match.start("name"), end):
                yield match.start(), end, KIND
    yield from _without_noun(running, cues, done)


def _is_rare_illness(text: str, start: int, name: int, end: int) -> bool:
    """Tell whether an illness is so rare that it singles somebody out: an attribute to hide, no reference to leave."""
    named = set(re.split(r"[-\s]+", text[name:end]))
    return text.startswith(_ILLNESSES, start) and not named & listed("frequent_eponyms.txt")


def _name_end(running: RunningText, start: int, end: int, strict: bool) -> int | None:
    """Return where the eponym ends; None where a person may be meant."""
    words = [m for m in re.finditer(r"[^\W\d_]+", running.text[start:end])]
    first = words[0]
    if not running.is_upper(start + first.start()):
        return None
    last = first.end()
    for word in words[1:]:
        joined = last == word.start() - 1 and running.text[start + last] == "-"
        if (joined or word.group() in KNOWN) and running.is_upper(start + word.start()):
            last = word.end()
    known = first.group() in KNOWN
    if not known and (not strict or _named_on(running, start + last) or names.is_given(first.group())):
        return None
    if known and _named_on(running, start + last) and not strict:
        return None
    return start + last


def _named_on(running: RunningText, end: int) -> bool:
    """Tell whether a capital goes on after the word, as in a full name ("Norton Bravo")."""
    following = re.match(r"[ \t]+(?:(?:de|del|la|las|los|y)\s+)*(?=[^\W\d_])", running.text[end : end + 20])
    return following is not None and running.is_upper(end + following.end())


def _without_noun(running: RunningText, cues: list[int], done: set[int]) -> Iterator[tuple[int, int, str]]:
    """Yield "en la de Glasgow" after a scale was named, and names that hardly mean anything else."""
    for match in _ELLIPTIC.finditer(running.text):
        start, end = match.span("name")
        if start in done or match["name"] not in KNOWN or not running.is_upper(start) or _named_on(running, end):
            continue
        if any(0 < start - cue < REACH and not _SENTENCE.search(running.text, cue, start) for cue in cues[-400:]):
            done.add(start)
            yield start, end, KIND
    for match in _ALONE.finditer(running.text):
        start, end = match.span("name")
        if start not in done and running.is_upper(start) and not _is_name_part(running, start, end):
            yield start, end, KIND


def _is_name_part(running: RunningText, start: int, end: int) -> bool:
    """Tell whether a title or a capital stands before the word, or a capital goes on after it."""
    if _named_on(running, end):
        return True
    before = _BEFORE.search(running.text, max(0, start - 30), start)
    if before is None:
        return False
    return before["word"] in names.titles() or running.is_upper(before.start("word"))

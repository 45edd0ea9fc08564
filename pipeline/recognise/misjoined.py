"""Names whose words a reader of scans ran together ("DonJoséGarcíaLópez") or whose letters it parted ("M a r í a")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.document import Span, fold
from pipeline.lexicons import words
from pipeline.lexicons.names import given_band, is_common, particles, surname_band, titles

_SMALL, _BIG = "a-zà-öø-ÿ", "A-ZÀ-ÖØ-Þ"
_GLUED = re.compile(rf"(?<![\w@/.#_-])[{_BIG}][{_SMALL}]+(?:[{_BIG}][{_SMALL}]+)+(?=[{_BIG}\d]|(?![\w@]))")
_HUMP = re.compile(rf"[{_BIG}][{_SMALL}]+")
# Letters one space apart, or each in a box; two spaces or more part the words.
_LETTERS = r"[^\W\d_](?:(?: | ?\| ?)[^\W\d_]){2,24}(?![^\W_])"
_APART = re.compile(
    rf"(?<![^\W_])(?<!(?<![^\W_])[^\W_] ){_LETTERS}(?:[ \t]{{2,6}}{_LETTERS}){{0,5}}(?! [^\W\d_](?![^\W_]))"
)
_BOX_LABEL = re.compile(r"(?i)(?<![^\W_])(?:apellidos?|nombre)(?: ?\d)?[ \t]*[:.|]?[ \t|]*$")
_LABEL_REACH = 40
_WORD_GAP = re.compile(r"[ \t]{2,}")
# Of a word that is no known name, how many letters at most may be a small word that was run on to it.
_RUN_ON = 9
# Where a word begins, and the word.
Hump = tuple[int, str]


def find_misjoined(text: str) -> Iterator[tuple[Span, str]]:
    """Yield the place of each such name in a text, and which of the two kinds it is."""
    for match in _GLUED.finditer(text):
        for titled, humps in _persons(match):
            place = _glued(titled, humps)
            if place:
                yield place, "run together"
    for match in _APART.finditer(text):
        labelled = _BOX_LABEL.search(text, max(0, match.start() - _LABEL_REACH), match.start())
        if labelled or _is_named([re.sub("[ |]", "", part) for part in _WORD_GAP.split(match.group())]):
            yield Span(*match.span()), "set apart"


def _persons(match: re.Match[str]) -> Iterator[tuple[bool, list[Hump]]]:
    """Yield the words of each person, and whether a title stood before them: a title begins another person."""
    titled, humps = False, list[Hump]()
    for hump in _HUMP.finditer(match.group()):
        if fold(hump.group()) in titles():
            yield titled, humps
            titled, humps = True, []
        else:
            humps.append((match.start() + hump.start(), hump.group()))
    yield titled, humps


def _glued(titled: bool, humps: list[Hump]) -> Span | None:
    if len(humps) < 2:
        return None
    start, last = humps[-1]
    kept = _without_run_on(last)
    said = [fold(word) for _, word in humps[:-1]] + [kept]
    if not kept or given_band(said[0]) < 7 or any(max(surname_band(w) + 2, given_band(w)) < 7 for w in said[1:]):
        return None
    sure = titled or len(said) > 2 or (given_band(said[0]) >= 9 and surname_band(kept) >= 9)
    return Span(humps[0][0], start + len(kept)) if sure else None


def _without_run_on(word: str) -> str:
    """Return the folded surname that a word is or begins with, a small word behind it left out; "" where none."""
    folded = fold(word)
    for end in range(len(folded), max(2, len(folded) - _RUN_ON) - 1, -1):
        rest = folded[end:]
        if surname_band(folded[:end]) >= 5 and (not rest or rest in words("words_after_names.txt")):
            return folded[:end]
    return ""


def _is_named(said: list[str]) -> bool:
    """Tell whether words spell somebody's name: a given name that is no plain word, or one and surnames."""
    spelt = [fold(word) for word in said if fold(word) not in particles()]
    if len({word.isupper() for word in said}) > 1 or not said[0][0].isupper() or not spelt:
        return False
    if any(is_common(word) and not surname_band(word) for word in spelt):
        return False
    if len(spelt) == 1:
        return given_band(spelt[0]) >= 9 and not is_common(spelt[0])
    return given_band(spelt[0]) >= 7 and all(max(surname_band(w), given_band(w)) >= 5 for w in spelt[1:])

"""A single word without cue that is somebody: a plain given name, or a surname that only people's verbs follow."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.document import Document
from pipeline.lexicons import words
from pipeline.lexicons.blockers import is_blocked
from pipeline.lexicons.name_tokens import Token
from pipeline.lexicons.names import common_band, given_band, is_everyday, is_given, particles, surname_band
from pipeline.lexicons.places import is_municipality

_DETERMINERS = frozenset({"del", "de", "la", "el", "los", "las"})
# Between a surname and its verb: "no quiso", "se marchó".
_LIGHT = frozenset({"no", "se", "le", "lo", "la", "les", "nos", "me", "ya", "tambien", "nunca"})
# A surname that so many bear, and a given name, in bits.
_SURNAME, _GIVEN = 5, 11
_SCORE = 0.5


def lone_given(row: Sequence[Token], at: int) -> float:
    """Score a single given name inside a sentence: enough to be looked at."""
    token, before = row[at], row[at - 1] if at else None
    if token.shape != "T" or token.gap not in ("s", ",", "("):
        return 0.0
    if before is None or before.is_content or before.folded in _DETERMINERS:
        return 0.0
    word = token.folded
    plain = is_given(word) and given_band(word) >= _GIVEN and not is_everyday(word)
    return _SCORE if plain and word not in words("countries.txt") else 0.0


def lone_surname(document: Document, row: Sequence[Token], at: int) -> float:
    """Score a single surname that acts ("La Amaya no quiso", "LASA NIEGA") or faces another ("Boix / Lasa")."""
    token = row[at]
    if not _is_plain_surname(token) or is_blocked(document.folded, token.start):
        return 0.0
    before = row[at - 1] if at else None
    joined = before is not None and before.is_content and token.gap in ("s", "-") and token.shape == "T"
    if joined and before is not None and before.folded not in _DETERMINERS:
        return 0.0
    if acts(row, at):
        return _SCORE
    return _SCORE if _faces_another(row, at) else 0.0


def lone_initial(row: Sequence[Token], at: int) -> float:
    """Score an initial with its stop that stands for somebody: "su hermano N. dibuja", "A. no habla"."""
    token, after = row[at], row[at + 1] if at + 1 < len(row) else None
    if after is None or after.gap != "." or after.shape != "l" or after.folded in particles():
        return 0.0
    if at and row[at - 1].shape == "I":
        return 0.0
    before = row[at - 1].folded if at else ""
    told = token.gap == "s" and before != "que" and before in words("before_initials.txt")
    return _SCORE if told or (token.gap[-1:] in ("", ".", ";", "¶", "n") and acts(row, at, ".")) else 0.0


def acts(row: Sequence[Token], at: int, gap: str = "s") -> bool:
    """Tell whether what only somebody does follows the word, a light word between them: "replica", "no quiso"."""
    rest = row[at + 1 : at + 4]
    for token in rest:
        if token.gap != gap:
            return False
        gap = "s"
        if token.folded in words("speech_verbs.txt") and token.folded not in _LIGHT:
            return True
        if token.folded not in _LIGHT:
            return False
    return False


def _is_plain_surname(token: Token) -> bool:
    """Tell whether a word is borne as a surname and means nothing else."""
    word = token.folded
    if token.shape not in ("T", "A") or surname_band(word) < _SURNAME or common_band(word) or is_everyday(word):
        return False
    return not is_municipality(word) and word not in words("countries.txt") and word not in words("regions.txt")


def _faces_another(row: Sequence[Token], at: int) -> bool:
    """Tell whether a slash parts the word from another surname, behind a colon: "Partes: Boix / Lasa"."""
    after = row[at + 1] if at + 1 < len(row) else None
    if ":" in row[at].gap and after is not None and after.gap == "/":
        return _is_plain_surname(after)
    return at > 0 and row[at].gap == "/" and ":" in row[at - 1].gap and _is_plain_surname(row[at - 1])

"""The words of a block with their shape and what parts them: what the rules for names read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from pipeline.document import ByIdentity, Document, fold
from pipeline.lexicons import rows
from pipeline.lexicons.lookalikes import latin_in_words
from pipeline.lexicons.names import particles, titles
from pipeline.lexicons.unseen import BREAKS, UNSEEN, without_unseen

# Signs that extracted text carries inside words: what isn't seen, and combining accents.
_IGNORED = UNSEEN + "\u0300-\u036f"
_LETTER = r"[^\W\d_]"
# The sign of a number ("NºCol", "N.º") is no word: it parts what stands before it from what follows. Nor is what
# is elided before a name ("Mireia d'Abadal", "l'Ousmane").
# A word: letters, ignorable signs, an apostrophe or a zero or one between letters (recognised text), a hyphen
# at the end of a line where the next line goes on in the same case.
_TOKEN = re.compile(
    rf"(?P<number>(?<![^\W_])[nN]\.?[º°])|(?P<elided>(?<![^\W_])[dDlLnN]['’](?=[A-ZÀ-Þ]{_LETTER}))|[^\W\d_]{{1,4}}\.?[ªº](?!\w)|\b[MDmd]\.a(?!\w)"
    rf"|(?<![^\W_]){_LETTER}(?:{_LETTER}|[{_IGNORED}]+(?={_LETTER})|[{_IGNORED}](?<=[\u0300-\u036f])|['’]{{1}}(?={_LETTER})"
    rf"|(?<=[a-zà-ÿ])[-\u00ad‐]\s*?\r?[{BREAKS}][ \t]*(?=[a-zà-ÿ])"
    rf"|(?<=[A-ZÀ-Þ]{{2}})[-‐]\s*?\r?[{BREAKS}][ \t]*(?=[A-ZÀ-Þ]{{2}})"
    rf"|(?<={_LETTER}{{3}})[01](?!\d))*"
)
_CLEAN = re.compile(rf"[{_IGNORED}]|[-‐]?\s+|[.ªº]")
_HYPHENS = ("-", "‐", "‑", "–")
# Of the clergy in capitals or before a name; "el padre de Bermúdez" is a tie.
_KIN_TOO = frozenset({"padre", "madre", "hermano", "hermana"})
# A line shorter than this ends because the writer ended it, not because it was full.
_FULL_LINE = 38


class Token(NamedTuple):
    """One word: its place, folded form, shape and the gap before it.

    Shape: T capitalised, A all capitals, I a single capital, l lower case.
    Gap: s a space, w several or a tab, n one line end, the bare punctuation otherwise; empty at the start of a block.
    """

    start: int
    end: int
    folded: str
    shape: str
    gap: str

    @property
    def is_content(self) -> bool:
        """Tell whether the word is capitalised in some way."""
        return self.shape != "l"


# What makes more of a word than letters in a row, each sought by the sign that is rare.
_RARE = re.compile(rf"['’ªº°{_IGNORED}]")
_OTHERS = (re.compile(rf"[-‐]\s*[{BREAKS}]"), re.compile(r"[.]a(?!\w)"), re.compile(r"[01](?<=[^\W\d_]{3}[01])(?!\d)"))
_PLAIN = re.compile(r"[^\W_]+")
_LETTERS = re.compile(rf"{_LETTER}+")


_LINE_ENDS = dict.fromkeys(map(ord, BREAKS), "\n")
_new = tuple.__new__


def rows_of(document: Document) -> tuple[list[Token], ...]:
    """Return the words of each block of a document; the last document's are kept for who looks next."""
    return _rows(ByIdentity(document))


@lru_cache(maxsize=1)
def _rows(key: ByIdentity) -> tuple[list[Token], ...]:
    document, text = key.document, latin_in_words(key.document.text)
    if text is not document.text and text != document.text:
        document = replace(document, text=text, folded=fold(text))
    return tuple(tokens(document, block.start, block.end) for block in document.blocks)


def tokens(document: Document, start: int, end: int) -> list[Token]:
    """Return the words of a stretch of text, in order."""
    text = document.text
    inside = text[start - 1 : start].isalnum()
    if inside or _RARE.search(text, start, end) or any(rare.search(text, start, end) for rare in _OTHERS):
        return _tokens(document, start, end)
    folded = document.folded
    found: list[Token] = []
    before = start
    for match in _PLAIN.finditer(text, start, end):
        left, right = match.span()
        word = match[0]
        if not word.isalpha():
            letters = _LETTERS.match(word)
            if letters is None:
                continue
            word = letters[0]
            right = left + len(word)
        between = text[before:left]
        gap = "s" if between == " " else _gap(between) if found or before < left else ""
        found.append(_new(Token, (left, right, folded[left:right], _shape(word), gap)))
        before = right
    return found


def _tokens(document: Document, start: int, end: int) -> list[Token]:
    """Return the words of a stretch of text that may hold signs inside words."""
    text, folded = document.text, document.folded
    found: list[Token] = []
    before = start
    for match in _TOKEN.finditer(text, start, end):
        if match.lastgroup:
            continue
        left, right = match.span()
        word, low = text[left:right], folded[left:right]
        if not word.isascii() or not word.isalpha():
            word, low = _CLEAN.sub("", word), _CLEAN.sub("", low)
            if match.group()[-1:] in "ªº" or match.group()[1:] == ".a":
                word, low = word[:1] + "ª", low.removesuffix("a") + "ª"
        gap = _gap(text[before:left]) if found or before < left else ""
        if word:
            found.append(Token(left, right, low, _shape(word), gap))
            before = right
    return found


@lru_cache(maxsize=8192)
def _shape(word: str) -> str:
    if not word[0].isupper():
        # A script without capitals can't tell a name by them: in these texts its words are names or none is looked at.
        return "l" if word[0].title() != word[0] else "T"
    if len(word) == 1:
        return "I"
    if word[-1] in "ªº":
        return "T"
    return "A" if word.isupper() else "T"


@lru_cache(maxsize=8192)
def _gap(text: str) -> str:
    text = without_unseen(text).translate(_LINE_ENDS)
    bare = text.strip(" \t\r\n\u00a0\u202f\u2007\u2009\u200a\u3000")
    if bare in _HYPHENS and len(text) > 1:
        # A hyphen at a line's end may join, one at its head is a bullet, one between spaces a dash.
        return bare if text.startswith(bare) and "\n" in text else "•"
    if bare[-1:] in ("'", "’") and bare[-2:-1].isalpha():
        left = text[: text.rindex(bare[-1]) - 1]
        return "d'" if bare[-2] in "dD" and not left.strip() else _gap(left) if left else ""
    if bare:
        return re.sub(r"[^\S\n]+", "", bare.replace("\r", "")).replace("\n", "¶")
    lines = text.count("\n")
    if not lines and (len(text) > 1 or text == "\t"):
        return "w"
    return "s" if not lines and text else "n" if lines == 1 else "-" if not text else "¶"


def joins(document: Document, before: Token, after: Token, starts_name: bool) -> bool:
    """Tell whether two neighbouring words can belong to one name.

    `starts_name` says that nothing but a title or a particle stands before, so that a line end is no bar.
    """
    gap = after.gap
    if gap in ("s", "w", "-", "‐", "‑", "–", "_", "d'"):
        return True
    if gap == ".":
        return before.shape == "I" or is_abbreviation(before)
    if gap == ".-":
        return before.shape == "I"
    if gap == "n":
        return starts_name or before.folded in particles() or _line_is_full(document, before)
    return False


def is_abbreviation(token: Token) -> bool:
    """Tell whether a stop after the word shortens it: an initial, a title, an abbreviated name."""
    return token.shape == "I" or token.folded in abbreviations() or token.folded in titles()


@cache
def abbreviations() -> dict[str, str]:
    """Return the abbreviated names with what they stand for, both folded."""
    return {row[0]: row[1] for row in rows("name_abbreviations.tsv")}


def _line_is_full(document: Document, before: Token) -> bool:
    line_start = document.text.rfind("\n", max(0, before.end - 200), before.end) + 1
    return before.end - line_start >= _FULL_LINE


def is_title_at(row: Sequence[Token], at: int) -> bool:
    """Tell whether the word at a place is a form of address; a D after an initial is one more ("F. D. Cruz")."""
    token = row[at]
    if token.folded not in titles() or not is_title(token, row[at + 1] if at + 1 < len(row) else None):
        return False
    return not (token.folded == "d" and token.gap == "." and at and row[at - 1].shape == "I")


def is_title(token: Token, following: Token | None) -> bool:
    """Tell whether the word is a form of address; a lone D needs its stop or its ª."""
    if token.folded not in titles():
        return False
    if token.folded in _KIN_TOO and token.shape == "l" and following is not None and following.folded in ("de", "del"):
        return False
    if token.folded != "d":
        return True
    stopped = following is not None and following.gap.startswith(".")
    return stopped and token.gap not in (".-", "-") and not any(c.isdigit() for c in token.gap)

"""What stands before a name and gives it away: titles, labels, roles, ties, turns of phrase."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from pipeline.document import Document
from pipeline.lexicons import lines, rows, words
from pipeline.lexicons.name_tokens import Token, is_title_at
from pipeline.lexicons.names import is_given
from pipeline.lexicons.places import is_dated, is_municipality


@dataclass(frozen=True, slots=True)
class Cue:
    """Why a name is expected: which kind of cue, and what it is worth for two words or more and for one.

    `strong` cues carry names that no lexicon knows; `lower` ones names in lower case too.
    """

    kind: str
    many: float
    one: float
    strong: bool = True
    lower: bool = False


TITLE = Cue("title", 0.95, 0.9)
LABEL = Cue("label", 0.92, 0.75, lower=True)
CELL = Cue("cell", 0.95, 0.92, lower=True)
ROLE = Cue("role", 0.85, 0.55)
TIE = Cue("tie", 0.88, 0.72)
LIST = Cue("list line", 0.7, 0.3)
NEXT = Cue("enumeration", 0.85, 0.6)
NUMBERED = Cue("numbered", 0.72, 0.66)
BARE = Cue("lexicon", 0.0, 0.0, strong=False)

LABEL_TAIL = 70
_PAGES = 4000
# Between a tie and the name: "el hijo común, X", "la abuela materna, X".
_QUALITIES = frozenset({"mayor", "menor", "comun", "paterno", "paterna", "materno", "materna", "unico", "unica"})


@cache
def label_pattern() -> re.Pattern[str]:
    """Return the pattern of a whole form label that announces a person."""
    labels = "|".join([*lines("name_labels.txt"), *sorted(_roles(), key=len, reverse=True)])
    several = r"(?:e?s)?"
    return re.compile(
        rf"(?:el |la |los |las |datos (?:del?|de la) )?(?:{labels}){several}"
        rf"(?:/[oa]s?|\([oa]s?\)|/a|\(a\))?"
        rf"(?: [1-9])?(?: ?\([^()]{{1,20}}\))?"
    )


@cache
def _label_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?:^|[\s.;,(|/*•·\ufeff\u200b-])(?:{label_pattern().pattern})\s*(?:[.]?\s*[:=]|\.{{3,}}\s*:?)\s*(?:[-–\"«']\s*)?$"
    )


def is_labelled(text: str) -> bool:
    """Tell whether a folded text ends in a form label that announces a person: "para: ", "interesada: "."""
    return _label_before().search(text) is not None


@cache
def _roles() -> frozenset[str]:
    return frozenset(cell for row in rows("roles.tsv") for cell in row)


@cache
def _plain() -> dict[str, Cue]:
    """Single words that a name may follow at once: roles, posts, ties."""
    table = dict.fromkeys((c for r in rows("posts.tsv") for c in r), ROLE)
    table.update(dict.fromkeys(_roles(), ROLE))
    table.update(dict.fromkeys((c for r in rows("kinship.tsv") for c in r), TIE))
    return table


@cache
def _phrases() -> dict[tuple[str, ...], tuple[tuple[tuple[str, ...], Cue], ...]]:
    """Turns of phrase by their last two words, or the only one, the longest first."""
    table: dict[tuple[str, ...], list[tuple[tuple[str, ...], Cue]]] = {}
    for phrase, many, one, lower in rows("name_cues.tsv"):
        parts = tuple(phrase.split())
        cue = Cue("phrase", float(many), float(one), lower=lower == "l")
        table.setdefault(parts[-2:], []).append((parts, cue))
    return {last: tuple(sorted(each, key=lambda p: -len(p[0]))) for last, each in table.items()}


def cue_before(document: Document, row: Sequence[Token], at: int) -> Cue:
    """Return the cue that stands before the word `at`, BARE if none does."""
    first = row[at]
    if ":" in first.gap or "=" in first.gap or "..." in first.gap:
        head = document.folded[max(0, first.start - LABEL_TAIL) : first.start]
        return LABEL if _label_before().search(head) else BARE
    if not at:
        return BARE
    if first.gap in ("s", "n", ".", ".-", "d'") and is_title_at(row, at - 1):
        return BARE if _is_place(document, row, at) else TITLE
    if first.gap in ("s", "n", ",", '"', "«", ".", "(", ",«"):
        return _worded(row, at, first.gap)
    return BARE


def _worded(row: Sequence[Token], at: int, gap: str) -> Cue:
    last = row[at - 1].folded
    if last in _QUALITIES and at > 1 and _plain().get(row[at - 2].folded) is TIE:
        last = row[at - 2].folded
    if gap == "." and not last.startswith(("fdo", "firmad")):
        return BARE
    before = row[at - 2].folded if at > 1 else ""
    phrases = (*_phrases().get((before, last), ()), *_phrases().get((last,), ())) if gap != "(" else ()
    for parts, cue in phrases:
        if len(parts) <= at and all(row[at - len(parts) + n].folded == p for n, p in enumerate(parts)):
            return _after_stop(cue) if gap in (",", ".") else cue
    plain = _plain().get(last)
    if plain and gap in ("s", "n", ",", "("):
        return plain if gap in ("s", "n") else _after_stop(plain)
    return BARE


def _after_stop(cue: Cue) -> Cue:
    """A comma or stop between cue and name ("la recurrente, X") leaves less of it; of one word, only a given name."""
    one = 0.45 if cue is TIE or cue is ROLE else 0.0
    return Cue(cue.kind, round(cue.many - 0.15, 2), one, cue.strong)


def _is_place(document: Document, row: Sequence[Token], at: int) -> bool:
    """Tell whether "Don Benito" is the town: capitals, a name of one word, a preposition of place before it."""
    title = row[at - 1]
    if title.shape == "l" or not is_municipality(f"{document.folded[title.start : title.end]} {row[at].folded}"):
        return False
    following = row[at + 1] if at + 1 < len(row) else None
    longer = following is not None and following.is_content and following.gap in ("s", "-")
    before = row[at - 2].folded if at > 1 else ""
    if not longer and is_dated(document.folded, row[at].end):
        return True
    return not longer and before in ("de", "en", "desde", "hasta", "por", "y", "hacia", "entre", "del")


# The badge of an officer before the surname: "2031 Toro", "Dotación: 2117 Laguna"; a year is none.
_BADGE_GAP = re.compile(r"(?:^[^\d-]?|[^\d./,-])(?!19\d\d|20[012]\d)\d{3,4}$")
_BADGED = re.compile(
    r"(?<![^\W_])(?:agentes?|polici|bomber|guardia civil|patrulla|dotacion|indicativo|brigada|ertzain|mossos)"
)
_NO_BADGE = frozenset(
    {"art", "articulo", "exp", "expte", "num", "n", "ley", "acta", "km", "folio", "tomo", "finca", "parcela"}
)


def follows_badge(document: Document, row: Sequence[Token], at: int) -> bool:
    """Tell whether the word follows the badge number of an officer, in a text that speaks of officers."""
    token = row[at]
    if not _BADGE_GAP.search(token.gap) or token.shape not in ("T", "A") or (at and row[at - 1].folded in _NO_BADGE):
        return False
    # Looked for no farther than some pages around.
    return _BADGED.search(document.folded, max(0, token.start - _PAGES), token.start + _PAGES) is not None


def is_cue_word(token: Token) -> bool:
    """Tell whether a capitalised word at the head of a sentence announces the name after it ("Comparece X")."""
    return token.shape != "l" and not is_given(token.folded) and (
        token.folded in _plain() or (token.folded,) in _phrases()
    )  # fmt: skip


def is_plural_cue(token: Token) -> bool:
    """Tell whether a word announces several people: a role, tie, post or form of address in the plural."""
    word = token.folded
    return word in words("plural_titles.txt") or any(
        word == f"{stem}{end}" for end in ("s", "es") for stem in (word.removesuffix(end),) if stem in _plain()
    )


_LIST_LINE = re.compile(
    r"(?P<surnames>[^\W\d_][^,\n;:\d]{1,60}),[ \t\u00a0]*(?P<given>[^\W\d_][^\W\d_.ªº \u00a0-]{0,30}"
    r"(?:[ \u00a0-][^\W\d_]{2,20}|\.)?[^\W\d_ \u00a0]{0,20})[ \t\u00a0]*(?=[^\w\s]|\n|\r|\d|[-–*]|$)"
)
_LINE_HEAD = re.compile(r"(?:^|\n)[ \t\u00a0]*(?:\(?\d{1,4}[.)ºª°-]*|[-•·*–—o]|[a-z][).-])?[ \t\u00a0]*$")


def opens_list_line(document: Document, start: int) -> bool:
    """Tell whether a line of the shape "1. Surnames, Given" starts here."""
    text = document.text
    line_start = text.rfind("\n", max(0, start - 12), start)
    if line_start < 0 and start > 12:
        return False
    head = text[max(line_start, 0) : start]
    return _LINE_HEAD.search(head) is not None and _LIST_LINE.match(text, start, start + 120) is not None

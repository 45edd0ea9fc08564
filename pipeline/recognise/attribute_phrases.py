"""How far a phrase about somebody goes: "el único pastor trashumante que queda en el término"."""

from __future__ import annotations

import re
from functools import cache

from pipeline.document import Document
from pipeline.lexicons import rows, words

_ARTICLE = re.compile(r"\b(?:el|la|nuestr[oa]|su|los|las|un|una)\s+$")
_HEAD_BEFORE = re.compile(r"(?:(?:el|la)\s+)?(?P<noun>[^\W\d_]{4,})\s+(?:y\s+)?$")
_WORD = r"[^\W\d_]+(?:-[^\W\d_]+)?"
_PUNCT = r"\s*(?:[,.;:)(»\"“”\n—–]|$)"
# Adjectives between a noun and its complement, then complements; each must be followed by another or by a stop.
_ADJECTIVES = rf"(?:\s+(?!y\s|e\s|o\s|que\s|de\s|del\s|en\s|se\s|no\s){_WORD}){{0,2}}?"
_ARTICLES = r"(?:el|la|los|las|su|este|esta|un|una)"
_PROPER = r"(?-i:[A-ZÁÉÍÓÚÑ])[^\W\d_]+(?:\s+(?:(?:de|del|la|las|los|el|y)\s+)*(?-i:[A-ZÁÉÍÓÚÑ])[^\W\d_]+){0,4}"
_COMPLEMENT = rf"(?:\s+(?:del|de|en|a|al|con|afincad[oa]\s+en)(?:\s+{_ARTICLES})?\s+[«\"]?(?:{_PROPER}|{_WORD})[»\"]?)"
_TAIL = re.compile(
    rf"(?P<adjectives>{_ADJECTIVES})(?:(?P<clause>\s+que\s+(?:no\s+)?[^,.;:()\n«»\"]{{3,60}})"
    rf"|(?P<complements>{_COMPLEMENT}(?:(?:\s+(?!y\s|e\s|o\s){_WORD})?{_COMPLEMENT}){{0,3}}(?:\s+{_WORD}(?={_PUNCT}))?)"
    rf"|(?={_PUNCT}))",
    re.IGNORECASE,
)
_FIRST_NOUN = re.compile(rf"\s+(?P<noun>{_WORD})", re.IGNORECASE)
_AND_TRADE = re.compile(rf"\s+(?:y|e)\s+(?:a\s+la\s+vez\s+)?(?P<noun>{_WORD})")
_THAT = re.compile(r"\s+que\s+(?:no\s+)?[^\W\d_]+[^,.;:()\n«»\"]{3,60}")
_OLDEST = re.compile(
    r"\s+(?:del|de\s+(?:la|este|esta|los|las)|en\s+(?:el|la))\s+[^\W\d_]+(?:\s+de\s+[A-ZÁÉÍÓÚÑ][^\W\d_]+)?"
)
_PERSONAL_END = re.compile(
    r"\w{2,}(?:dor|dora|tor|tora|sor|sora|ero|era|ista|ologo|ologa|grafo|grafa|iatra|ante|ente|on|ona|ado|ada)$"
)


def is_personal(word: str, named: bool = False) -> bool:
    """Tell whether a folded noun names a person by post, trade, role or tie; `named`: a name follows it."""
    return word in _people() or (named and _is_trade_like(word))


@cache
def _people() -> frozenset[str]:
    tables = ("roles.tsv", "posts.tsv", "kinship.tsv", "rare_occupations.tsv", "acquaintances.tsv")
    return frozenset(cell for name in tables for row in rows(name) for cell in row)


@cache
def _role_words() -> frozenset[str]:
    return frozenset(cell for row in rows("roles.tsv") for cell in row)


def sole_end(document: Document, start: int, end: int) -> tuple[int, int] | None:
    """Return where the phrase around "único", "última", "más antigua" starts and ends; None where it tells nobody."""
    word = document.folded[start:end]
    if word.startswith("mas "):
        return _oldest(document, start, end)
    head = _with_article(document, start)
    if word.startswith("unic") and head < start and (match := _THAT.match(document.folded, end)):
        return head, match.end()
    noun = _FIRST_NOUN.match(document.folded, end)
    if noun is None or not _is_holder(noun["noun"], word):
        return None
    tail = _TAIL.match(document.text, noun.end())
    told = tail is not None and (tail["clause"] or tail["complements"])
    strict = not word.startswith("unic")
    if tail is None or (not told and (strict or noun["noun"] in _PLAIN)):
        return (head, noun.end()) if not strict and noun["noun"] not in _PLAIN else None
    return head, tail.end()


# Without a complement these say nothing of one person.
_PLAIN = frozenset({"persona", "empleado", "empleada", "trabajador", "trabajadora", "vecino", "vecina"})


def _is_holder(noun: str, word: str) -> bool:
    """Tell whether the noun after "único" or "última" is somebody by trade, or the business of one."""
    if noun in _role_words() and noun not in _trades():
        return False
    if word.startswith("unic"):
        return noun in _people() or noun in words("sole_businesses.txt") or _is_trade_like(noun)
    return noun in _trades()


def _is_trade_like(noun: str) -> bool:
    return _PERSONAL_END.fullmatch(noun) is not None and noun not in words("sole_exceptions.txt")


@cache
def _trades() -> frozenset[str]:
    return frozenset(cell for name in ("posts.tsv", "rare_occupations.tsv") for row in rows(name) for cell in row)


def _with_article(document: Document, start: int) -> int:
    """Return where the phrase starts, its article taken in; "enfermera y única partera" starts at the trade."""
    match = _ARTICLE.search(document.folded, max(0, start - 9), start)
    if match:
        return match.start()
    before = re.search(r"(?P<noun>[^\W\d_]{4,})\s+y\s+$", document.folded[max(0, start - 30) : start])
    return start - len(before.group()) if before and before["noun"] in _people() else start


def _oldest(document: Document, start: int, end: int) -> tuple[int, int] | None:
    tail = _OLDEST.match(document.text, end)
    if tail is None:
        return None
    before = _HEAD_BEFORE.search(document.folded[max(0, start - 30) : start])
    if before is None or before["noun"] not in _people() | {
        "persona",
        "mujer",
        "hombre",
        "habitante",
        "socio",
        "socia",
    }:
        return None
    return start - len(before.group()), tail.end()


def trade_end(document: Document, end: int) -> int:
    """Return where the complement of a rare trade ends ("campanólogo de la catedral"); `end` where it has none."""
    tail = _TAIL.match(document.text, end)
    return tail.end() if tail and tail["complements"] else end


def joined_end(document: Document, end: int) -> int:
    """Return where a second trade joined to the first ends ("y constructor de belenes"); `end` where none is."""
    joined = _AND_TRADE.match(document.folded, end)
    if joined is None or not (joined["noun"] in _people() or _is_trade_like(joined["noun"])):
        return end
    tail = _TAIL.match(document.text, joined.end())
    return tail.end() if tail and not tail["clause"] else end


def ends_after(document: Document, end: int, more: frozenset[str]) -> int:
    """Return where the phrase ends with the next word taken in if it is one of `more`."""
    following = _FIRST_NOUN.match(document.folded, end)
    return following.end() if following and following["noun"] in more else end

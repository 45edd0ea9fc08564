"""Gender agreement around a swapped name, as far as the marks allow: titles, articles, designations and ties."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pipeline.document import fold
from pipeline.lexicons import rows

Edit = tuple[int, int, str]

_ARTICLES = {
    "M": {"el": "la", "al": "a la", "del": "de la", "un": "una"},
    "F": {"la": "el", "a la": "al", "de la": "del", "una": "un"},
}
_WORD = r"[^\W\d_]+\.?[ªa]?"
_BEFORE = re.compile(rf"(?:\b(a la|de la|al|del|el|la)(\s+))?((?:\b{_WORD}\.?\s+){{1,3}})$", re.I)
_PIECE = re.compile(rf"({_WORD}\.?)(\s+)")
_REACH = 40


@cache
def _titles() -> dict[str, dict[str, str]]:
    """Return the other form of each form of address, by the sex it has now."""
    table: dict[str, dict[str, str]] = {"M": {}, "F": {}}
    for masculine, feminine, written_m, written_f in rows("gender_pairs.tsv"):
        table["M"].setdefault(masculine, written_f)
        table["F"].setdefault(feminine, written_m)
    return table


@cache
def _nouns() -> dict[str, dict[str, str]]:
    """Return the other form of each designation, tie and post, folded, by the sex it has now."""
    table: dict[str, dict[str, str]] = {"M": {}, "F": {}}
    for name in ("roles.tsv", "kinship.tsv", "posts.tsv"):
        for masculine, feminine, *_ in rows(name):
            table["M"].setdefault(masculine, feminine)
            table["F"].setdefault(feminine, masculine)
    return table


def before_name(text: str, start: int, sex: str) -> list[Edit]:
    """Return the edits to the forms of address before a name, the article before them with them."""
    floor = max(0, start - _REACH, text.rfind("\n", 0, start) + 1)
    edits: list[Edit] = []
    end = start
    titles = _titles()[sex]
    for match in reversed(list(_PIECE.finditer(text, floor, start))):
        title = titles.get(fold(match[1]).replace(".", ""))
        if match.end() != end or title is None:
            break
        edits.append((match.start(1), match.end(1), _styled(match[1], title)))
        end = match.start()
    return [*edits, *_article(text, floor, end, sex)] if edits else []


def _article(text: str, floor: int, end: int, sex: str) -> Iterator[Edit]:
    """Yield the edit to the article that ends before `end`, with a contraction where one is due."""
    match = re.search(r"\b(a la|de la|al|del|el|la|un|una)\s+$", text[floor:end], re.I)
    if match and (other := _ARTICLES[sex].get(match[1].lower())):
        yield floor + match.start(1), floor + match.end(1), _cased(match[1], other)


def of_phrase(text: str, start: int, end: int, sex: str) -> list[Edit] | None:
    """Return the edits to a designation or tie; None where its noun isn't known to have another form."""
    phrase = text[start:end]
    lead = re.match(r"(?:(el|la|un|una|su)\s+)?", phrase, re.I)
    at = lead.end() if lead else 0
    noun = _noun(phrase[at:], sex)
    if noun is None:
        return None
    length, other = noun
    edits = [(start + at, start + at + length, other)] if other != phrase[at : at + length] else []
    article = lead[1] if lead else None
    if article and (changed := _ARTICLES[sex].get(article.lower())):
        edits += _contracted(text, start, article, changed)
    elif not article and (found := re.search(r"\b(al|del)\s+$", text[max(0, start - 5) : start], re.I)):
        edge = max(0, start - 5)
        other_article = _ARTICLES[sex].get(found[1].lower())
        if other_article:
            edits.append((edge + found.start(1), edge + found.end(1), _cased(found[1], other_article)))
    return edits


def _contracted(text: str, start: int, article: str, changed: str) -> list[Edit]:
    """Change the article of a phrase; "de la" before a noun that turns masculine becomes "del"."""
    before = re.search(r"\b(a|de)(\s+)$", text[max(0, start - 4) : start], re.I)
    edge = max(0, start - 4)
    if changed == "el" and before:
        contraction = _cased(before[1], _ARTICLES["F"][f"{before[1].lower()} la"])
        return [
            (edge + before.start(1), start, contraction + before[2]),
            (start, start + len(article) + 1, ""),
        ]
    return [(start, start + len(article), _cased(article, changed))]


def _noun(phrase: str, sex: str) -> tuple[int, str] | None:
    """Return the length of the known noun that heads a phrase, longest first, and its other form as written."""
    folded = fold(phrase)
    ends = [m.end() for m in re.finditer(r"\w+", folded)][:4]
    for end in reversed(ends):
        other = _nouns()[sex].get(folded[:end])
        if other is not None:
            return end, _grafted(phrase[:end], folded[:end], other)
    return None


def _grafted(written: str, folded: str, other: str) -> str:
    """Write the other form over what both share, so that accents stay where they were ("médico": "médica")."""
    shared = next(
        (i for i, (a, b) in enumerate(zip(folded, other, strict=False)) if a != b), min(len(folded), len(other))
    )
    if folded == other:
        return written
    stem = written[:shared]
    if len(other) > len(folded) and stem[-2:-1] in "áéíóú" and stem[-1:] in "ns":
        stem = stem[:-2] + fold(stem[-2]) + stem[-1]
    return _cased(written, stem + other[shared:])


def _styled(sample: str, title: str) -> str:
    """Write a form of address in the case of another; a lone capital says nothing of the case."""
    if len(sample.strip(".")) == 1:
        return title
    return (
        _cased(sample, title)
        if sample.isupper()
        else title[0].upper() + title[1:]
        if sample[0].isupper()
        else title.lower()
    )


def _cased(sample: str, word: str) -> str:
    if sample.isupper() and len(sample) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if sample[:1].isupper() else word

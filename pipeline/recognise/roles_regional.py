"""Designations in Catalan, Galician and Basque: "la sol·licitant", "o denunciante", "eskatzaileak"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from pipeline.document import Document
from pipeline.lexicons import lines, rows
from pipeline.lexicons.openings import VIEW, opened

# Where these stand, a text is of the language: its articles are words of other meaning in Spanish.
_SIGNS = {
    "ca": re.compile(r"(?<!\w)(?:amb|els|dels|seva|meva|aquest|aquesta|perque|ajuntament|que\s+es|per\s+la)(?!\w)"),
    "gl": re.compile(r"(?<!\w)(?:unha|coa|polo|pola|deste|desta|concello|non|ao|dos|sua)(?!\w)"),
    "eu": re.compile(r"(?<!\w)(?:eta|da|du|dela|zen|bat|duen|dira|gabe)(?!\w)|\w{3}aren(?!\w)"),
}
# "Comunícase á denunciante": preposition and article in one word, which stays.
_TO_HER = re.compile(r"[áÁ]\s+")
# So many different signs are enough.
_ENOUGH = 3
_ARTICLE = {
    "ca": opened(
        r"(?<![\w'])(?:(?:al|del|pel)\s+|(?:d'|a\s+|de\s+|per\s+)?(?=(?:l'|el\s|la\s|aquest|en\s|na\s)))"
        r"(?P<role>(?:l'|(?:(?:el|la|aquesta?)\s+))?(?:(?:senyora?|citad[ao]|esmentad[ao]|propi[a]?|actual|nov?[ua])\s+)*)",
        VIEW,
        beginning=r"(?<![\w'])(?:(?:al|del|pel|a|de|per|el|la|aquesta?|en|na)\s|[dl]')",
    ),
    "gl": opened(
        r"(?<![\w'])(?:(?:ao|do|no|co|polo|da|na|coa|pola)\s+|(?=[oa]\s))"
        r"(?P<role>(?:[oa]\s+)?(?:(?:senora?|citad[ao]|referid[ao]|propi[ao]|actual|nov[ao])\s+)*)",
        VIEW,
        beginning=r"(?<![\w'])(?:ao|do|no|co|polo|a|o|da|na|coa|pola)\s",
    ),
}


def find_regional(document: Document) -> Iterator[tuple[int, int]]:
    """Yield where each designation stands; a language is looked for only in a text that is written in it."""
    folded = document.folded
    for language in _SIGNS:
        if _is_written_in(folded, language):
            for start, end in _FINDERS[language](folded):
                joined = _TO_HER.match(document.text, start)
                yield (joined.end() if joined else start), end


def _is_written_in(folded: str, language: str) -> bool:
    seen: set[str] = set()
    for match in _SIGNS[language].finditer(folded):
        seen.add(match[0])
        if len(seen) >= _ENOUGH:
            return True
    return False


def _with_article(language: str) -> Callable[[str], Iterator[tuple[int, int]]]:
    def find(folded: str) -> Iterator[tuple[int, int]]:
        heads = _heads(language)
        for match in _ARTICLE[language].finditer(folded):
            first = _WORD.match(folded, match.end())
            for head in heads.get(first[0], ()) if first else ():
                if (found := head.match(folded, match.end())) and not folded.startswith(":", found.end()):
                    yield match.start("role"), found.end()
                    break

    return find


def _with_case(folded: str) -> Iterator[tuple[int, int]]:
    for match in _basque().finditer(folded):
        if not folded.startswith(":", match.end()):
            yield match.span()


_WORD = re.compile(r"[^\W\d_]+(?:·[^\W\d_]+)?")
_FINDERS: Mapping[str, Callable[[str], Iterator[tuple[int, int]]]] = {
    "ca": _with_article("ca"),
    "gl": _with_article("gl"),
    "eu": _with_case,
}


@cache
def _heads(language: str) -> Mapping[str, tuple[re.Pattern[str], ...]]:
    """Return the roles of a language by their first word, the longest first."""
    table: dict[str, set[str]] = defaultdict(set)
    for code, masculine, feminine, _ in rows("roles_regional.tsv"):
        if code == language:
            for form in (masculine, feminine):
                table[form.split()[0]].add(form)
    return {
        first: tuple(
            re.compile(re.escape(form).replace(r"\ ", r"\s+") + r"(?!\w)")
            for form in sorted(forms, key=len, reverse=True)
        )
        for first, forms in table.items()
    }


@cache
def _basque() -> re.Pattern[str]:
    stems = sorted({row[1] for row in rows("roles_regional.tsv") if row[0] == "eu"}, key=len, reverse=True)
    written = "|".join(re.escape(stem).replace(r"\ ", r"\s+") for stem in stems)
    return re.compile(rf"(?<!\w)(?:{written})(?:{'|'.join(lines('basque_cases.txt'))})?(?!\w)")

"""Ties told in Catalan, Galician and Basque: "la filla de la sol·licitant", "a súa nai", "eskatzailearen semea"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.lexicons import rows
from pipeline.lexicons.openings import VIEW, Opened, opened
from pipeline.recognise.kinship_shapes import alternatives

_AGE_CA = r"(?:\s+(?:gran|petit|petita|menor|major|matern|materna|patern|paterna|politic|politica|adoptiu|adoptiva))?"
_AGE_GL = (
    r"(?:\s+(?:maior|menor|vello|vella|materna?|materno|paterna?|paterno|politico|politica|adoptivo"
    r"|adoptiva|xemelg[oa]))?"
)
_NOUN = r"[a-z·'-]{3,}"
# A tie alone, where a clause ends or goes on with its name: "corregeix la mare", "móbil do irmán:".
_LONE_END = r"(?=\s*[,:;)]|\.(?:\s|$)|\s*$)"
_LONE_CA = (
    rf"(?:la\s+(?:mare|filla|germana|iaia|padrina|neboda|sogra|cunyada)|el\s+(?:pare|fill|germa|nebot|sogre|cunyat)|"
    rf"l'(?:avia|avi|oncle))(?!\w){_LONE_END}"
)
_LONE_GL = rf"(?:irman|irma|nai|pai|proxenitora?|filla|fillo|avoa|neta|neto|sogra|curma)(?!\w){_LONE_END}"
# Where these stand, the words around are of the language: a Spanish text is not searched by three more patterns.
_SIGNS = {
    "ca": re.compile(
        r"(?<!\w)(?:la\s+(?:filla|germana|mare|seva|meva|seua)|el\s+(?:fill|germa|pare|seu|meu)|els|dels|amb)\b"
    ),
    "gl": re.compile(r"(?<!\w)(?:do|da|dos|das|sua|seu|minha|mina|meu|unha|coa|polo|pola)\s"),
    "eu": re.compile(r"[a-z]{3}(?:aren|ren)\s|\b(?:haren|bere|nire|zure|gure)\s|/"),
}


def find_regional(folded: str) -> Iterator[tuple[int, int]]:
    """Yield where each tie stands; a language is looked for only where its small words occur."""
    for language, sign in _SIGNS.items():
        kin, phrase = _PATTERNS[language]
        if kin.search(folded) and sign.search(folded):
            for match in phrase.finditer(folded):
                yield match.span("phrase")


def _patterns() -> dict[str, tuple[Opened, re.Pattern[str]]]:
    """Return for each language what finds a word of kin, and what finds a phrase with one."""
    phrases = {"ca": _catalan(), "gl": _galician(), "eu": _basque()}
    return {code: (opened(rf"\b(?:ex)?(?:{_forms(code)})", VIEW), phrase) for code, phrase in phrases.items()}


def _forms(language: str) -> str:
    return alternatives({form for code, form in rows("kinship_regional.tsv") if code == language})


def _catalan() -> re.Pattern[str]:
    kin = _forms("ca")
    possessive = r"(?:el|la|els|les)\s+(?:seu|seva|seua|seus|seves|seues|meu|meva|meua|meus|meves|teu|teva)\s+"
    article = r"(?:(?:el|la|els|les|un|una)\s+|l')"
    holder = (
        rf"(?:d'|de\s+|del\s+|dels\s+)(?:l'|la\s+|les\s+|els\s+|un\s+|una\s+|aquest\s+"
        rf"|aquesta\s+)?(?!la\b|les\b|els\b){_NOUN}"
    )
    return re.compile(
        rf"(?<![\w'])(?P<phrase>{possessive}(?:ex)?(?:{kin}){_AGE_CA}"
        rf"|{article}?(?:{kin})(?:\s+germ[a]n?a?)?{_AGE_CA}\s+(?:{holder}|d'amb[d]?[oó]s)|{_LONE_CA})(?!\w)"
    )


def _galician() -> re.Pattern[str]:
    kin = _forms("gl")
    possessive = r"(?:[oa]s?\s+)?(?:seus?|suas?|meus?|minas?|teus?|tuas?|nos[oa]s?)\s+"
    holder = rf"(?:do|da|dos|das|dun|dunha|deste|desta|daquel|de\s+ambos)\s+{_NOUN}"
    return re.compile(
        rf"(?<![\w'])(?P<phrase>{possessive}(?:ex)?(?:{kin}){_AGE_GL}|(?:[oa]s?\s+|un\s+"
        rf"|unha\s+)?(?:{kin}){_AGE_GL}\s+{holder}|(?:(?<=do )|(?<=da )|(?<=ao )|[oa]\s+){_LONE_GL})(?!\w)"
    )


def _basque() -> re.Pattern[str]:
    kin = _forms("eu")
    holder = r"(?:haren|bere|nire|zure|gure|hire|beraien|[a-z]{3,}(?:aren|ren|en))\s+"
    case = r"(?:ak|aren|ari|arekin|arentzat|ekin|ek|en|a|k|ren|rekin)?"
    age = r"(?:\s+(?:nagusi|gazte|zahar|txiki)(?:a|ak|aren)?)?"
    gloss = r"(?:\s*/\s*(?:(?:el|la|su|mi)\s+)?(?:[a-z]+(?:\s+(?:mayor|menor))?))?"
    return re.compile(
        rf"(?<![\w'])(?P<phrase>{holder}(?:{kin}){case}{age}{gloss}"
        rf"|(?:{kin})a?{age}\s*/\s*(?:(?:el|la|su|mi)\s+)?[a-z]+(?:\s+(?:mayor|menor))?)(?!\w)"
    )


# Made at once: a bank that an expression comes to late reads its texts again.
_PATTERNS = _patterns()

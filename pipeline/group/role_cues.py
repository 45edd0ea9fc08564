"""Which roles the words around a name give its bearer: a definition, a label, an announcing phrase, a deed."""

from __future__ import annotations

import re
from functools import cache

from pipeline.document import Document
from pipeline.group.role_words import lemmas, roles_in
from pipeline.lexicons import rows
from pipeline.lexicons.names import titles

_AROUND, _BEFORE, _CLAUSE = 120, 90, 140
_FORM_BEFORE = re.compile(r"(?<![^\W\d_])(?P<form>[^\W\d_]{1,14})\.?[ªº]?\.?\s+$")
_ROLE_BEFORE = re.compile(r"(?<![^\W\d_])(?P<role>[^\W\d_]+(?:[\s-]+[^\W\d_]+)?)\s*[:,=.]?\s*[\"«(]?$")
_AFTER_NAME = re.compile(
    r"[^.;\n]{0,60}?[,(]\s*(?:en adelante|en lo sucesivo|en calidad de|en su condicion de|como)[\s,:\"«]*"
    r"(?:(?:el|la)\s+)?(?P<role>[^\W\d_]+(?:\s[^\W\d_]+)?)"
    r"|\s*[,(–—-]\s*(?:(?:el|la|de profesion|como|entonces|hoy|su|actual)\s+)*(?P<plain>[^\W\d_]+(?:\s[^\W\d_]+)?)"
    r"(?=[\s,.;)–—-])"
    r"|\s+(?:como|en calidad de|actua de|hace de|sera|es)\s+[\"«]?(?:(?:el|la)\s+)?(?P<acts>[^\W\d_]+(?:\s[^\W\d_]+)?)"
)
_FORMS = frozenset({"el", "la", "don", "dona"})
_BETWEEN = frozenset({"por", "de", "a", "con", "en", "y", "e", "al", "del", "para", "que", "ante", "contra", "sobre"})
_DOCTORS = frozenset({"dr", "dra"})
_INITIAL = re.compile(r"(?<![^\W\d_])[^\W\d_]\.\s*$")
_STOP = re.compile(r"[.;:]\s|\n")


def forms_start(document: Document, start: int) -> int:
    """Return where the forms of address before a name begin."""
    while match := _FORM_BEFORE.search(document.folded, max(0, start - 20), start):
        if (
            not _INITIAL.search(document.folded, max(0, start - 4), start)
            and match["form"] not in _FORMS
            and match["form"] not in titles()
        ):
            break
        start = match.start()
    return start


def defined(document: Document, start: int, end: int) -> set[str]:
    """Return the roles that the words right before and after a name define."""
    begins = forms_start(document, start)
    titled = document.folded[begins:start].replace(".", " ").split()
    found: set[str] = {"medico", "doctor"} if _DOCTORS.intersection(titled) else set()
    if match := _ROLE_BEFORE.search(document.folded, max(0, start - _BEFORE), begins):
        said = match.group("role")
        found |= roles_in((said, said.split()[-1], *(said.split()[:1] if _goes_on(said) else ())))
    if match := _AFTER_NAME.match(document.folded, end, end + _AROUND):
        said = match.group("role") or match.group("plain") or match.group("acts")
        found |= roles_in((said, said.split()[0]))
    return found


def _goes_on(said: str) -> bool:
    """Tell whether a role is told first and something of it after ("paciente ingresada"), not another word's rest."""
    return said.split()[-1] not in _BETWEEN


def announced(document: Document, start: int) -> set[str]:
    """Return the roles that a phrase before a name gives it ("a instancia de", "contra")."""
    before = document.folded[max(0, start - _BEFORE) : forms_start(document, start)].rstrip(' \t\n"«:,(')
    match = _preambles().search(before)
    return {_role(match, "role_preambles.tsv")} if match else set()


def done(document: Document, end: int, stop: int) -> set[str]:
    """Return the roles that the deeds in the clause after a name give its bearer; `stop` is where the next begins."""
    clause = document.folded[end : min(end + _CLAUSE, max(end, stop))]
    if match := _STOP.search(clause):
        clause = clause[: match.start()]
    return {_role(match, "role_verbs.tsv") for match in _verbs().finditer(clause)}


def _role(match: re.Match[str], table: str) -> str:
    return rows(table)[int((match.lastgroup or "r0")[1:])][1]


@cache
def _preambles() -> re.Pattern[str]:
    # The longest reach backwards first: what stands nearest to the name decides.
    each = "|".join(rf"(?P<r{n}>(?<![^\W\d_]){row[0]}$)" for n, row in enumerate(rows("role_preambles.tsv")))
    return re.compile(each)


@cache
def _verbs() -> re.Pattern[str]:
    return re.compile("|".join(rf"(?P<r{n}>(?<![^\W\d_]){row[0]})" for n, row in enumerate(rows("role_verbs.tsv"))))


def is_role(word: str) -> bool:
    """Tell whether a folded word names a role."""
    return word in lemmas()

"""Which roles the words around a name give its bearer: a definition, a label, an announcing phrase, a deed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from pipeline.document import Document
from pipeline.group.role_words import roles_in
from pipeline.lexicons import rows
from pipeline.lexicons.names import titles

_AROUND, _BEFORE, _CLAUSE = 120, 90, 140
# A form of address written out has no stop: "se avisa a la doctora. Rosa…" ends a sentence.
_FORM_BEFORE = re.compile(r"(?<![^\W\d_])(?P<form>[^\W\d_]{1,5}\.?[ªº]?\.?|[^\W\d_]{6,14})\s+$")
_ROLE_BEFORE = re.compile(r"(?<![^\W\d_])(?P<role>[^\W\d_]+(?:[\s-]+[^\W\d_]+)?)\s*(?:[:,=.]\s*)?[\"«(]?$")
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
_WORD = re.compile(r"[^\W\d_]+")
_Cue = tuple[re.Pattern[str], str]
# The most letters of a word that the tables of expressions are filed by.
_STEM = 4
_STOP = re.compile(r"[.;:]\s|\n")


def forms_start(document: Document, start: int) -> int:
    """Return where the forms of address before a name begin."""
    while match := _FORM_BEFORE.search(document.folded, max(0, start - 20), start):
        if (
            not _INITIAL.search(document.folded, max(0, start - 4), start)
            and (form := match["form"].rstrip(".ªº")) not in _FORMS
            and form not in titles()
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
    return next(({role} for role in _told(before, _preambles())), set())


def done(document: Document, end: int, stop: int) -> set[str]:
    """Return the roles that the deeds in the clause after a name give its bearer; `stop` is where the next begins."""
    clause = document.folded[end : min(end + _CLAUSE, max(end, stop))]
    if match := _STOP.search(clause):
        clause = clause[: match.start()]
    return {role for role in _told(clause, _verbs())}


def _told(text: str, table: Mapping[str, Sequence[_Cue]]) -> Iterator[str]:
    """Yield the role that an expression of the table tells wherever one begins."""
    for word in _WORD.finditer(text):
        for cut in range(1, _STEM + 1):
            for cue, role in table.get(word[0][:cut], ()) if cut <= len(word[0]) else ():
                if cue.match(text, word.start()):
                    yield role


def _by_stem(name: str, end: str) -> dict[str, list[_Cue]]:
    table: dict[str, list[_Cue]] = defaultdict(list)
    for stems, expression, role in rows(name):
        cue = re.compile(expression + end)
        for stem in stems.split():
            table[stem].append((cue, role))
    return table


@cache
def _preambles() -> Mapping[str, Sequence[_Cue]]:
    # The longest reach backwards first.
    return _by_stem("role_preambles.tsv", "$")


@cache
def _verbs() -> Mapping[str, Sequence[_Cue]]:
    return _by_stem("role_verbs.tsv", "")

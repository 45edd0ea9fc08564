"""Designations of a person by role, office or kind: "la solicitante", "el alcalde", "la niña".

Plurals say nothing of one person. A form label before a colon is the name of a field.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document, Span
from pipeline.lexicons import rows, words
from pipeline.lexicons.names import given_band, surname_band
from pipeline.lexicons.openings import VIEW, opened
from pipeline.recognise.roles_regional import find_regional
from pipeline.registry import recogniser

NAME = "roles"

# "el titular de la Consejería" is an office; "la letrada de la Administración de Justicia" is somebody.
_OFFICE = re.compile(r"\s+(?:de\s+la|del|de)\s+(?=(?-i:[A-ZÁÉÍÓÚÑ]))")
_JUSTICE = re.compile(r"\s+de\s+la\s+(?:administracion|admon\.?|a\.)\s+de\s+justicia|\s+de\s+los\s+tribunales")
# "demandante de empleo" is out of work; nobody is sued
_JOBLESS = re.compile(r"\s+de\s+(?:empleo|asilo|proteccion|vivienda)\b")
_ARTICLE = r"(?:el|la|est[ea]|aquel(?:la)?|dich[oa]|su|mi|tu|nuestr[oa])"
_QUALITY = (
    r"(?:citad[oa]|referid[oa]|mencionad[oa]|propi[oa]|expresad[oa]|presunt[oa]|supuest[oa]|anterior|nuev[oa]|aqui|hoy|ahora"
    r"|entonces|tambien|excm[oa]\.?|ilm[oa]\.?|sra?\.?|senora?|primer[oa]?|segund[oa]|tercer[oa]?|ultim[oa]|actual"
    r"|antigu[oa]|futur[oa]|unic[oa]|otr[oa])"
)
_OPENING = opened(
    rf"(?<![\w/])(?:(?:al|del)\s+|(?={_ARTICLE}\s))(?P<role>(?:{_ARTICLE}\s+)?(?:{_QUALITY}\s+)*)",
    VIEW,
    beginning=rf"(?<![\w/])(?:al|del|{_ARTICLE})\s",
)
_BARE_OPENING = opened(
    r"(?:(?:\b(?:como|soy|ser|(?:calidad|condicion|hac\w+|funciones|pas\w+)\s+de)|[,;—–])\s+|\()"
    rf"(?P<role>(?:{_QUALITY}\s+)?)",
    VIEW,
)
# "Señora alcaldesa:", "Sr. concejal, …"
_ADDRESS = opened(r"(?<![\w/])(?:senora?|sra?\.?|excm[oa]\.?|ilm[oa]\.?)[ \t]+", VIEW)
_ENDS_ADDRESS = re.compile(r"\s*[,:.;!?\n]|\s+(?:le|les|yo|de|del)\b")
_BARE_END = re.compile(r"\s*(?:[,.;()—–\n]|$)|\s+(?:a|de|del|el|la|en|que|sigue|por|y|don|dona|d\.)\b")
_ENDS_CLAUSE = re.compile(r"\s*(?:[,.;)—–\n]|$)")
_ENDS_BRACKET = re.compile(r"[),;]|\s+(?:de|en)\b")
_GOES_ON = re.compile(r"\s+(?:del?|en)\b")
_WORD = re.compile(r"[^\W\d_]+")
_LAST_WORD = re.compile(r"(?<![^\W\d_])(?P<word>[^\W\d_]{2,})\s*$")
_PARTICIPLE = re.compile(r"\w+[ai]d[oa]")
# A heading of a form ("DATOS DEL SOLICITANTE") names a field.
_FIELDS = re.compile(
    r"(?:datos|identificacion|manifestacion|declaracion|interrogatorio|firma|documentacion)\s+(?:de\s+|del\s+)$"
)
_FIELD_END = re.compile(r"(?:[ \t]+[a-z])?[ \t]*(?:\(|--|\n|$)")
# Heads that stand for an organ after the feminine article, and those that are a title before a name.
_BODIES = frozenset({"policia", "guardia", "guardia civil", "guardia urbana", "patrullera"})
_TITLES_TOO = frozenset({"doctor", "doctora"})
# "la señora dice": a title that nothing follows is a designation itself.
_ALONE = re.compile(r"senora?\s+$")
# A word at least this frequent as a name is one after "la señora".
_KNOWN = 10


@dataclass(frozen=True, slots=True)
class _Head:
    """The noun of a designation, folded, and where it ends."""

    words: str
    end: int


@recogniser(NAME, labels=(Label.ROLE,))
def find_roles(document: Document) -> Iterator[Detection]:
    """Yield the role designations with their article, then those without one."""
    for match in _OPENING.finditer(document.folded):
        head = _head_at(document, match.end()) or _title_alone(document, match)
        if head is not None and _is_designation(document, match, head):
            span = Span(match.start("role"), head.end)
            yield detect(span, Label.ROLE, _score(head.words), recogniser=NAME, trigger="role", group="role")
    for match in _BARE_OPENING.finditer(document.folded):
        head = _head_at(document, match.end())
        if head is not None and _stands_bare(document, match, head):
            span = Span(match.start("role"), head.end)
            yield detect(span, Label.ROLE, 0.5, recogniser=NAME, trigger="role without article", group="role")
    for match in _ADDRESS.finditer(document.folded):
        if (head := _head_at(document, match.end())) is not None and _ENDS_ADDRESS.match(document.folded, head.end):
            yield detect(
                Span(match.end(), head.end), Label.ROLE, 0.5, recogniser=NAME, trigger="role addressed", group="role"
            )
    for start, end in find_regional(document):
        yield detect(
            Span(start, end), Label.ROLE, 0.5, recogniser=NAME, trigger="role in a co-official language", group="role"
        )


def _head_at(document: Document, start: int) -> _Head | None:
    """Return the longest role that begins at a place, with a second one that a hyphen joins to it."""
    folded = document.folded
    first = _WORD.match(folded, start)
    if first is None:
        return None
    for head in _heads().get(first[0], ()):
        match = head.match(folded, start)
        if match is None:
            continue
        end, words_ = match.end(), " ".join(match[0].split())
        if folded.startswith("-", end) and (joined := _head_at(document, end + 1)) is not None:
            return _Head(words_, joined.end)
        return None if folded[end : end + 1] in ("/", "(", "-") else _Head(words_, end)
    return None


def _title_alone(document: Document, match: re.Match[str]) -> _Head | None:
    """Return the title that no name or "de" follows ("la señora dice")."""
    title = _ALONE.search(document.folded, match.start("role"), match.end())
    after = _WORD.match(document.folded, match.end())
    if title is None or after is None or document.text[match.end()].isupper():
        return None
    if _GOES_ON.match(document.folded, match.end() - 1) or after[0] in words("particles.txt"):
        return None
    if max(given_band(after[0]), surname_band(after[0])) >= _KNOWN:
        return None
    return _Head(title[0].strip(), title.start() + len(title[0].strip()))


def _is_designation(document: Document, match: re.Match[str], head: _Head) -> bool:
    """Tell whether an article and a role are about somebody: no field of a form, organ, title or surname."""
    folded, text, start = document.folded, document.text, match.start("role")
    if text[start : start + 4].lower().split()[:1] != folded[start : start + 4].split()[:1]:
        return False  # "él", "está"
    if folded.startswith(":", end := _skip(folded, head.end)) and (
        match.start() != start or folded.endswith(" de", 0, start - 1) or end > head.end + 1
    ):
        return False
    if _FIELDS.search(folded, max(0, start - 24), start) and _FIELD_END.match(folded, head.end):
        return False
    if head.words in _BODIES and folded[start : start + 2] == "la":
        return False
    if head.words in _TITLES_TOO and text[_skip(folded, head.end) :][:1].isupper() and not text[start:end].isupper():
        return False
    justice = _JUSTICE.match(folded, head.end)
    if not justice and _OFFICE.match(text, head.end) and head.words not in _posts():
        return False
    return not (_is_bare_surname(document, match, head) or _is_body(document, head))


def _skip(folded: str, at: int) -> int:
    while folded[at : at + 1] in (" ", "\t", "\u00a0"):
        at += 1
    return at


def _stands_bare(document: Document, match: re.Match[str], head: _Head) -> bool:
    """Tell whether a role without article is somebody's: what a name is followed by, not a quality of anything."""
    folded = document.folded
    if _BARE_END.match(folded, head.end) is None or _JOBLESS.match(folded, head.end):
        return False
    opening = folded[match.start()]
    if opening == "(":
        return _ENDS_BRACKET.match(folded, head.end) is not None
    if opening not in ",;—–" or _ENDS_CLAUSE.match(folded, head.end):
        return True
    if _PARTICIPLE.fullmatch(head.words) and head.words not in words("office_roles.txt"):
        return False
    if _GOES_ON.match(folded, head.end):
        if _follows_a_name(document, match.start()) and head.words not in words("vague_roles.txt"):
            return True
        return head.words in _roles() and (
            head.words not in words("vague_roles.txt") or _JUSTICE.match(folded, head.end) is not None
        )
    return True


def _follows_a_name(document: Document, at: int) -> bool:
    """Tell whether a word in capitals or with one goes before a comma or dash."""
    word = _LAST_WORD.search(document.text, max(0, at - 24), at)
    return word is not None and word["word"][0].isupper()


def _score(head: str) -> float:
    return 0.5 if head in words("vague_roles.txt") or head not in _roles() else 0.8


def _is_bare_surname(document: Document, match: re.Match[str], head: _Head) -> bool:
    """Tell whether the head is rather a surname after a title: "la señora Guarda" among lower-case words."""
    start = match.end()
    title = re.search(r"(?:sra?\.?|senora?)\s+$", document.folded[max(0, start - 10) : start])
    return title is not None and document.text[start].isupper() and head.words not in _posts() | _roles()


def _is_body(document: Document, head: _Head) -> bool:
    """Tell whether the accent makes it an office: "la secretaría", "la comisaría"."""
    return head.words.endswith("ria") and document.text[head.end - 2] in "íÍ"


@cache
def _roles() -> frozenset[str]:
    return frozenset(cell for row in rows("roles.tsv") for cell in row)


@cache
def _posts() -> frozenset[str]:
    return frozenset(cell for row in rows("posts.tsv") for cell in row)


@cache
def _heads() -> dict[str, tuple[re.Pattern[str], ...]]:
    """Return the roles by their first word, the longest first."""
    table: dict[str, list[str]] = defaultdict(list)
    for head in _roles() | _posts() | {cell for row in rows("designated.tsv") for cell in row}:
        table[re.split(r"[\s-]", head)[0]].append(head)
    return {first: tuple(map(_whole, sorted(heads, key=lambda h: (-len(h), h)))) for first, heads in table.items()}


def _whole(head: str) -> re.Pattern[str]:
    return re.compile(re.escape(head).replace(r"\ ", r"\s+") + r"(?!\w)")

"""The shapes of a tie in Spanish: whose, which kin, of whom ("la hija menor de la titular del vehículo")."""

from __future__ import annotations

import re
from functools import cache

from pipeline.lexicons import lines, rows
from pipeline.lexicons.openings import VIEW, Opened, opened

QUALITY = (
    r"(?:mayor|menor|pequen[oa]|median[oa]|unic[oa]|difunt[oa]|fallecid[oa]|politic[oa]|gemel[oa]"
    r"|melliz[oa]|adoptiv[oa]"
    r"|biologic[oa]|actual|anterior|antigu[oa]|entonces|legitim[oa]|recien\s+nacid[oa]|menor\s+de\s+edad"
    r"|de\s+\w+\s+anos|primer[oa]?|segund[oa]|tercer[oa]?|carnal|patern[oa]|matern[oa]|comun|nuev[oa]|otr[oa]"
    r"|senora?|querid[oa]|propi[oa]|de\s+(?:padre|madre|leche|hecho)|de\s+doble\s+vinculo|sentimental|legal"
    r"|de\s+(?:piso|trabajo|clase|celda|habitacion)|el\s+(?:mayor|menor|pequeno)|la\s+(?:mayor|menor"
    r"|pequena)|suy[oa]|mi[oa])"
)
_DETERMINER = (
    r"(?:la|el|los|las|su|sus|mi|mis|tu|tus|un|una|dos|tres|dich[oa]s?|l[oa]s?\s+citad[oa]s?|est[ea]|est[oa]s"
    r"|es[ea]|aquel(?:la)?|nuestr[oa]s?|cada\s+un[oa]\s+de\s+l[oa]s)"
)
# Nouns of persons are told by how they end: "del constructor", "de la contrayente", "del aparcero".
_PERSONAL = (
    r"(?:\w{2,}(?:dor|dora|tor|tora|sor|sora|ante|ente|iente|ero|era|ista|ado|ada|ido|ida|ario|aria|unto|unta|ego|il)"
    r"|duen[oa]|alumn[oa]|nin[oa]|joven|jovene|senora?|sra?\.?|vecin[oa]|doctora?|dr\.?|dra\.?|cura|abad|chic[oa]"
    r"|recien\s+nacid[oa]|menore?|titulare?|ancian[oa]|guarda|viej[oa]|crio|cria|muchach[oa]|mujer|hombre)"
)
_ADJECTIVE = (
    r"(?:fallecid[oa]|difunt[oa]|mayor|menor|demandad[oa]|detenid[oa]|investigad[oa]|agredid[oa]|lesionad[oa]|saliente"
    r"|entrante|titular|sancionad[oa]|embargad[oa]|ausente|incapaz|hospitalizad[oa]|accidentad[oa]|inmigrante)s?"
)
# What somebody of a tie is told by: "de la titular del vehículo", "de un alumno de 2.º de ESO", "del quinto izquierda".
_MORE = r"(?:\s+(?:del|de\s+(?:la|los|las|su)|de)\s+(?:\d\.?\s?[ºo°ª]\s+(?:de\s+)?)?(?!don\b|dona\b)[a-z]{3,}(?![\w.]))"
_FLOOR = (
    r"(?:\s+del?\s+(?:(?:piso|bajo|portal|numero)\s+)?(?:bajo|atico|entresuelo|primero|segundo|tercero|cuarto|quinto"
    r"|sexto|septimo|octavo|noveno|decimo)(?:\s+(?:izquierda|derecha|centro|interior|exterior|[a-h]\b))?)"
)
_OF = r"(?:de\s+|d')"


def _tie_pattern() -> Opened:
    """Return the pattern of a phrase of tie; groups say how it is held together."""
    kin = alternatives({cell for row in rows("kinship.tsv") for cell in row})
    near = alternatives({cell for row in rows("acquaintances.tsv") for cell in row})
    tables = ("roles.tsv", "posts.tsv", "designated.tsv", "rare_occupations.tsv")
    people = {cell for name in tables for row in rows(name) for cell in row}
    holders = alternatives(people)
    things = alternatives(set(lines("sole_exceptions.txt")) - people)
    noun = (
        rf"(?!(?:{things})(?!\w))(?:(?:citad|referid|propi|antigu|ultim|anterior|difunt"
        rf"|pequen|actual|futur|nuev|present)[oae]?\s+)?(?:{holders}|{kin}|{_PERSONAL})e?s?(?!\w)"
    )
    pronoun = r"(?:ell[oa]s?|el|est[oea]s?|aquel(?:l[oa]s?)?)(?!\s+[a-z]+[oa]s?\b)"
    anchor = (
        rf"(?:{_DETERMINER}\s+{noun}(?:\s+{_ADJECTIVE}(?!\w))?{_MORE}?|ambos|ambas|{pronoun}"
        rf"|(?:el|la|los|las)\s+(?:mism[oa]s?|anterior(?:es)?|primer[oa]|segund[oa])|quien\s+\w+)"
    )
    contracted = (
        rf"del\s+(?:mismo|anterior|primero|segundo|tercero|cuarto|quinto|{noun}(?:\s+{_ADJECTIVE}(?!\w))?{_MORE}?)"
    )
    follows = rf"(?:\s+(?:{_OF}{anchor}|{contracted})|{_FLOOR})"
    return opened(
        rf"(?<![\w/])(?P<contracted>al\s+|del\s+)?(?P<phrase>(?P<was>(?:el|la)\s+que\s+(?:fue(?:ra|se)?"
        rf"|era|habia\s+sido)"
        rf"\s+|quien\s+(?:fue(?:ra)?|era)\s+)?(?:(?P<possessive>sus?|mis?|tus?|nuestr[oa]s?|vuestr[oa]s?|cuy[oa]s?)\s+"
        rf"|(?P<article>el|la|los|las|(?:una?|otr[oa])(?:\s+de\s+(?P<several>l[oa]s|sus|mis|tus))?)\s+)?"
        rf"(?:{QUALITY}\s+)?(?:ex[- ]?)?"
        rf"(?:(?P<kin>{kin})|(?P<acquaintance>{near}))(?P<plural>e?s)?(?P<quality>(?:\s+{QUALITY}){{0,2}})"
        rf"(?P<anchor>{follows})?)(?![\w/])"
        rf"(?P<named>(?=\s+de\s+(?:don|dona|d\.|da\.|dª|d\.ª|la\s+sra|el\s+sr|la\s+senora|el\s+senor)))?",
        VIEW,
    )


@cache
def field_pattern() -> re.Pattern[str]:
    """Return the pattern of a tie as the value of a field: "Parentesco: hija", "en calidad de madre", "(marido)"."""
    kin = alternatives({cell for row in rows("kinship.tsv") for cell in row})
    return re.compile(
        rf"(?:(?:parentesco|relacion|vinculo|parentiu|ahaidetasuna)[^:\n]{{0,40}}:\s*"
        rf"|en\s+calidad\s+de(?:\s*:)?\s+|\(|/\s*)"
        rf"(?P<phrase>(?:{kin})(?:\s+y\s+\w+a?dor[a]?)?)(?=\s*[).,;(\n]|\s\s|$)"
    )


def _noted_pattern() -> Opened:
    """Return the pattern of a tie in telegraphic notes: "esposa, 31, gestante", "HIJO — 61 —", "nieto a cargo"."""
    kin = alternatives(set(lines("lone_ties.txt")) - {"mama", "papa", "padrino", "madrina"})
    return opened(
        rf"(?<![\w/])(?<!el )(?<!la )(?<!su )(?<!mi )(?<!un )(?<!una )(?P<phrase>(?:{kin})"
        rf"(?:\s+a\s+cargo|(?:\s+(?:mayor|menor))?"
        rf"(?=(?:,|\s+[—–-])\s+\d{{1,3}}\s*(?:[,;.)—–-]|anos\b|meses\b|a\.))))(?!\w)",
        VIEW,
    )


def _one_of_pattern() -> Opened:
    """Return the pattern of one among kin: "el mayor de sus hijos", "la pequeña de las hermanas de Ana"."""
    kin = alternatives({cell for row in rows("kinship.tsv") for cell in row})
    return opened(
        rf"(?<![\w/])(?P<phrase>(?:el|la)\s+(?:mayor|menor|pequen[oa]|median[oa]|primer[oa]|segund[oa]"
        rf"|tercer[oa]|ultim[oa])"
        rf"\s+de\s+(?:los|las|sus|mis|nuestr[oa]s|l[oa]s\s+(?:dos|tres|cuatro|cinco))\s+(?:{kin})e?s)(?!\w)",
        VIEW,
    )


@cache
def loose_anchor() -> re.Pattern[str]:
    """Return the pattern of an anchor that is any noun: "la mujer del guarda", "los padres de la criatura"."""
    nobody = "|".join(re.escape(line) for line in lines("kin_complements_not.txt"))
    return re.compile(
        rf"\s+(?:del|de\s+(?:la|los|las|su|un|una|est[ea]"
        rf"|dich[oa]))\s+(?!(?:{nobody})(?!\w))(?!que\b)[a-z]{{3,}}(?![\w.])"
    )


@cache
def figure_of_speech() -> re.Pattern[str]:
    """Return the pattern of what makes no tie of the word before: "(la madre) de todas las batallas"."""
    nobody = "|".join(re.escape(line) for line in lines("kin_complements_not.txt"))
    return re.compile(rf"\s+(?:del|de\s+(?:(?:todas?|todos?)\s+)?(?:la|los|las|el)?)\s*(?:{nobody})(?!\w)")


def alternatives(forms: set[str]) -> str:
    """Return the alternation of folded forms, the longest first."""
    return "|".join(re.escape(f).replace(r"\ ", r"\s+") for f in sorted(forms, key=lambda f: (-len(f), f)))


# Made at once: a bank that an expression comes to late reads its texts again.
TIE, ONE_OF, NOTED = _tie_pattern(), _one_of_pattern(), _noted_pattern()

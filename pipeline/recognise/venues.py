"""Schools, hospitals, homes, shops and bars by their kind and name: where somebody studies, is treated or works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from pipeline.lexicons import lines
from pipeline.lexicons.openings import opened
from pipeline.recognise import street_types
from pipeline.recognise.running_text import RunningText, share_of_capitals


def _any(lexicon: str) -> str:
    return "|".join(sorted(lines(lexicon), key=len, reverse=True))


_VENUE = opened(
    rf"(?<![^\W_])(?:(?<=en )(?P<article>el|la|los|las)\s+)?"
    rf"(?P<kind>{_any('organisation_venues.txt')})(?![^\W_])[ \n]+"
)
_KNOWN = opened(rf"(?<![^\W_])(?:{_any('organisation_names.txt')})(?![^\W_])")
_ISSUER = re.compile(rf"(?:(?:de|del|de\s+los)\s+)?(?:{_any('organisation_issuers.txt')})")
_QUOTED = re.compile(r"[«\"“][^»\"”\n\x00]{2,60}[»\"”]")
# What follows a name and is the label of the next field.
_NEXT_FIELD = r"(?!(?:E-?mail|Correo|Te?l[eé]?f?|Fax|Ctra|Avda|N[ºo°]\s?Col)(?![^\W\d_]))"
_WORD = _NEXT_FIELD + r"(?:[A-ZÁÀÉÈÍÏÓÒÚÜÑÇŢŞ](?:[^\W_]|['’·.](?=[^\W_])|-(?=[^\W_]))*)"
_NAME = re.compile(
    rf"(?:(?:de|del|da|do|de la|de los|de las)[ ])?{_WORD}"
    rf"(?:[ \n](?:(?:de|del|la|las|los|el|y|i|d[ao]|do|les|els|l['’])[ ]){{0,3}}{_WORD}){{0,4}}"
    r"(?:\s\([A-ZÁÉÍÓÚÑ][^)\n]{2,30}\))?"
)
_LOWER_NAME = re.compile(
    r"(?:de\s+)?[^\W\d_]{4,}(?:\s+(?:de\s+)?(?:la\s+)?(?!en\b|y\b|que\b|de\b|con\b|sin\b)[^\W\d_]{4,}){0,1}"
)
_STOPS = frozenset(
    ("que", "para", "desde", "donde", "cuando", "porque", "como", "sobre", "todos", "esta", "estan", "sin")
)
_CIF_ROW = re.compile(
    r"(?:\A|[\n\x00\t|])[ ]{0,8}(?P<name>[^\s\x00|][^\t\n\x00|]{3,79}?)[ ]{0,8}[\t|][ ]{0,8}"
    r"[abcdefghjnpqrsuvw][ -]?\d{7}[ -]?[0-9a-j](?![^\W_])"
)
_BRANCH = re.compile(r"(?:ministerio|consejeria|conselleria|concejalia|direccion\s+general|servicio|unidad)\s+de\s+\Z")
_LETTERHEAD = 160
_CAPITALS = 0.01


def find_venues(running: RunningText) -> Iterator[tuple[int, int, str]]:
    """Yield the span and the form of each; an issuer's letterhead and a branch of the state are left."""
    lower = _is_lower_writing(running)
    for match in _VENUE.finditer(running.text):
        end = _name_end(running, match, lower)
        if end is not None and not _is_letterhead(running, match.start()):
            yield match.start(), end, "kind and name"
    for match in _KNOWN.finditer(running.text):
        if running.is_upper(match.start()) or lower:
            yield *match.span(), "known name"
    for match in _CIF_ROW.finditer(running.text):
        yield *match.span("name"), "row of a tax number"


def _name_end(running: RunningText, match: re.Match[str], lower: bool) -> int | None:
    start = match.end()
    if _ISSUER.match(running.text, start):
        return None
    quoted = _QUOTED.match(running.raw, start)
    if quoted:
        return quoted.end()
    named = _NAME.match(running.raw, start)
    street = named and _street().search(running.text, start, named.end())
    if street:
        return street.start() if street.start() > start else None
    if named:
        return named.end() if "\n" not in named.group() or not running.is_upper(start - 2) else _first_line(named)
    if lower:
        plain = _LOWER_NAME.match(running.text, start)
        if plain and plain.group().split()[0] not in _STOPS:
            return plain.end()
    return None


@cache
def _street() -> re.Pattern[str]:
    """Return the pattern of a street type, with the blank before it: there an address begins."""
    return re.compile(rf"\s+(?:{'|'.join(map(re.escape, street_types.forms('street')))})(?![^\W_])")


def _first_line(named: re.Match[str]) -> int:
    """Return where a name in capitals ends on its own line: the next line of a heading is another's."""
    return named.start() + named.group().index("\n")


def _is_letterhead(running: RunningText, start: int) -> bool:
    if _BRANCH.search(running.text, max(0, start - 30), start):
        return True
    if start > _LETTERHEAD:
        return False
    line = max(running.text.rfind("\n", 0, start), running.text.rfind("\x00", 0, start)) + 1
    return not running.text[line:start].strip(" ·-—")


def _is_lower_writing(running: RunningText) -> bool:
    """Tell whether the writer hardly uses capitals, so that names can't be told by them."""
    return share_of_capitals(running.raw[:3000]) < _CAPITALS

"""The name of a place as it stands in running text: capitals and particles, or a known town in lower case."""

from __future__ import annotations

import re

from pipeline.lexicons import names, words
from pipeline.lexicons.places import is_municipality, is_short_name
from pipeline.recognise.running_text import RunningText

# What follows a town and is the label of the next field.
_NEXT_FIELD = r"(?!(?:E-?mail|Correo|Tel[eé]fonos?|Te?lf|Tel|Tfno|Fax|C\.?P)\b)"
_WORD = _NEXT_FIELD + r"[A-ZÁÀÉÈÍÏÓÒÚÜÑÇ](?:[^\W\d_]|(?<=[^\W\d_])\d(?=[^\W\d_]{2})|['’](?=[^\W\d_])|-(?=[^\W\d_])|·)*"
_PARTICLES = r"(?:(?:de|del|la|las|los|el|y|d[ae]|do|les|els|sa|es)[ ]|d['’]|l['’]){0,3}"
_NAME = re.compile(
    rf"(?:(?:[Ee]l|[Ll][ao]s?|[Ll]es|[Ee]ls|[Ss]a|[Aa])[ ](?={_WORD}))?(?:[Ll]['’])?{_WORD}"
    rf"(?:[ ]{_PARTICLES}{_WORD}|/{_WORD}|-\n{_WORD}){{0,5}}"
)
_LOWER = re.compile(r"[^\W\d_]{2,}(?:[ ][^\W\d_]{2,}){0,4}")
_SHORTEST_LOWER = 5
_SMALL_WORDS = 2


def name_at(running: RunningText, start: int) -> tuple[int, int] | None:
    """Return where a capitalised name of a place that begins here ends; None where there is none."""
    match = _NAME.match(running.raw, start)
    if match is None:
        return None
    end = _shortened(running, start, match.end())
    return None if end is None else (start, end)


def _shortened(running: RunningText, start: int, end: int) -> int | None:
    """Cut a name that runs into what no place is called; None where nothing is left."""
    if is_municipality(" ".join(running.text[start:end].split())):
        return end  # "Doña Mencía"
    first = True
    for word in re.finditer(r"[^\W\d_]+", running.text[start:end]):
        small = len(word.group()) <= _SMALL_WORDS + 1 and not running.is_upper(start + word.start())
        if small:
            continue
        if word.group() in words("not_places.txt") or word.group() in names.titles():
            cut = running.text[start : start + word.start()].rstrip(" -/")
            return None if first else start + len(cut)
        first = False
    return end


def lower_name_at(running: RunningText, start: int) -> tuple[int, int] | None:
    """Return the longest known town that begins here, whatever its capitals."""
    match = _LOWER.match(running.text, start)
    if match is None:
        return None
    parts = match.group().split(" ")
    for count in range(len(parts), 0, -1):
        name = " ".join(parts[:count])
        if len(name) >= _SHORTEST_LOWER and is_municipality(name):
            return start, start + len(name)
    return None


def is_known(folded: str) -> bool:
    """Tell whether a folded name is a Spanish municipality, its short form or half of its double name, or a country."""
    parts = (folded, *folded.split("/"))
    return any(is_municipality(p) or is_short_name(p) or p in words("countries.txt") for p in parts)

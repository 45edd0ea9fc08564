"""What looks like somebody's and is nobody's: people of books, numbers and addresses given as an example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import ahocorasick

from pipeline.lexicons import lines
from pipeline.lexicons.openings import opened
from pipeline.recognise.running_text import RunningText

INVENTED, EXAMPLE = "invented person", "example"
_TITLE = re.compile(r"(?<![^\W_])(?:don|dona|d\.|el|la)\s+\Z")
_NAME_AFTER = re.compile(r"[ \t]+(?:(?:de|del|la|y)\s+){0,2}(?=[^\W\d_])")
# Figures that run up, run down or repeat: nobody's number by chance.
_RUNS = r"0?1234567|12345678|23456789|98765432|87654321|(?P<same>\d)(?P=same){6,7}"
_STOCK = opened(
    rf"(?<![\w.@/-])(?:[xyz][ -]?)?(?:{_RUNS})9?(?:[ -]?[a-z])?(?![\w@/-])"
    r"|(?<![\w.@/-])(?:ejemplo|usuario|nombre|correo|minombre|tucorreo|nombre\.apellidos?)@[\w-]+(?:\.[\w-]+)+"
)
_BETWEEN = (
    r"(?:\s*[:,(]|\s+(?:de|del|un|el|es|sera|seria|como|con|tipo|siguiente|numero|num\.?|dni|nif|nie|telefono))*"
    r"\s*[:(«\"]?\s*"
)
_SAID_BEFORE = re.compile(rf"(?<![^\W_])(?:ejemplos?|p\. ?ej\.?|ej\.|formatos?|muestra){_BETWEEN}\Z")
_SAID_AFTER = re.compile(
    r"[»\"]?\s*[(,–-]\s*(?:(?:a modo|a titulo|como|es|un|solo|mero|dato|datos|numero|de|meramente|por)\s+)*"
    r"(?:ejemplos?|ilustrativ[oa]s?|fictici[oa]s?|inventad[oa]s?|muestra)(?![^\W_])"
)


def find_nobodys(running: RunningText) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and kind of what is nobody's, to be kept."""
    for last, length in _invented().iter(running.text):
        start, end = last + 1 - length, last + 1
        if running.is_upper(start) and _is_whole(running.text, start, end) and not _goes_on(running, end):
            title = _TITLE.search(running.text, max(0, start - 5), start)
            yield title.start() if title else start, end, INVENTED
    for match in _STOCK.finditer(running.text):
        if _is_example(running.text, *match.span()):
            yield *match.span(), EXAMPLE


def _is_whole(text: str, start: int, end: int) -> bool:
    return not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum()


def _goes_on(running: RunningText, end: int) -> bool:
    """Tell whether a name goes on, as that of somebody real would ("Sancho Panza Ruiz")."""
    following = _NAME_AFTER.match(running.text, end)
    return following is not None and running.is_upper(following.end())


def _is_example(text: str, start: int, end: int) -> bool:
    before = _SAID_BEFORE.search(text, max(0, start - 60), start)
    return before is not None or _SAID_AFTER.match(text, end) is not None


@cache
def _invented() -> ahocorasick.Automaton:
    automaton = ahocorasick.Automaton()
    for name in lines("invented_people.txt"):
        automaton.add_word(name, len(name))
    automaton.make_automaton()
    return automaton

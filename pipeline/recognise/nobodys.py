"""What looks like somebody's and is nobody's: people of books, numbers and addresses given as an example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import ahocorasick

from pipeline.lexicons import lines
from pipeline.lexicons.names import says_nothing
from pipeline.lexicons.openings import opened
from pipeline.recognise.running_text import RunningText

INVENTED, EXAMPLE = "invented person", "example"
_TITLE = re.compile(r"(?<![^\W_])(?:don|dona|el|la)\s+\Z")
# A person's name or title that runs on into it: "Luisa Sancho Panza", "la señora Bovary".
_NAME_BEFORE = re.compile(r"(?<![^\W_])(?P<word>[^\W\d_]+\.?[ªa]?)(?:[ \t]+(?:de|del|la|las|los)){0,2}[ \t]+\Z")
_POLITE = frozenset(
    ("senor", "senora", "senorita", "sr.", "sra.", "srta.", "sr", "sra", "srta", "d.", "dna.", "d.a", "d.ª")
)
_NAME_AFTER = re.compile(r"[ \t]+(?:(?:de|del|la|y)\s+){0,2}(?=[^\W\d_])")
# Figures that run up, run down or repeat: nobody's number by chance.
_RUNS = r"0?1234567|12345678|23456789|98765432|87654321|(?P<same>\d)(?P=same){6,7}"
_STOCK = opened(
    rf"(?<![\w.@/-])(?:[xyz][ -]?)?(?:{_RUNS})9?(?:[ -]?[a-z])?(?![\w@/-])"
    r"|(?<![\w.@/-])(?:ejemplo|usuario|nombre|correo|minombre|tucorreo|nombre\.apellidos?)@[\w-]+(?:\.[\w-]+)+"
)
_BETWEEN = (
    r"(?:\s*[:,(]|\s+(?:de|del|un|el|es|sera|seria|como|con|tipo|siguiente|numero|num\.?|dni|nif|nie|telefono))*"
    r"\s*(?:[:(«\"]\s*)?"
)
_SAID_BEFORE = re.compile(rf"(?<![^\W_])(?:ejemplos?|p\. ?ej\.?|ej\.|formatos?|muestra){_BETWEEN}\Z")
_SAID_AFTER = re.compile(
    r"[»\"]?\s*[(,–-]\s*(?:(?:a modo|a titulo|como|es|un|solo|mero|dato|datos|numero|de|meramente|por)\s+)*"
    r"(?:ejemplos?|ilustrativ[oa]s?|fictici[oa]s?|inventad[oa]s?|muestra)(?![^\W_])"
)


def find_nobodys(running: RunningText) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and kind of what is nobody's, to be kept."""
    yield from _find_invented(running)
    for match in _STOCK.finditer(running.text):
        if _is_example(running.text, *match.span()):
            yield *match.span(), EXAMPLE


def _find_invented(running: RunningText) -> Iterator[tuple[int, int, str]]:
    """Yield the invented people; where somebody of the text bears the name within a longer one, it is theirs."""
    text = running.text
    found = [(last + 1 - length, last + 1) for last, length in _invented().iter(text)]
    whole = [span for span in found if running.is_upper(span[0]) and _is_whole(text, *span)]
    alone = [not (_goes_on(running, end) or _goes_before(running, start)) for start, end in whole]
    borne = {text[start:end] for (start, end), is_alone in zip(whole, alone, strict=True) if not is_alone}
    for start, end in whole:
        if text[start:end] not in borne:
            title = _TITLE.search(text, max(0, start - 5), start)
            yield title.start() if title else start, end, INVENTED


def _is_whole(text: str, start: int, end: int) -> bool:
    return not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum()


def _goes_on(running: RunningText, end: int) -> bool:
    """Tell whether a name goes on, as that of somebody real would ("Sancho Panza Ruiz")."""
    following = _NAME_AFTER.match(running.text, end)
    return following is not None and running.is_upper(following.end())


def _goes_before(running: RunningText, start: int) -> bool:
    """Tell whether a name has begun before, or somebody is spoken of politely."""
    before = _NAME_BEFORE.search(running.text, max(0, start - 40), start)
    if before is None:
        return False
    word = before["word"]
    if word in _POLITE:
        return True
    return running.is_upper(before.start()) and word not in ("don", "dona") and not says_nothing(word)


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

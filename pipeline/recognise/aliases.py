"""Nicknames: "alias el Sartenes", "a quien todos llaman «la otra»", "(a) Txeberri"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document, Span
from pipeline.lexicons import lines, words
from pipeline.lexicons.openings import VIEW, Opened, opened
from pipeline.registry import recogniser

NAME = "aliases"

_QUOTED = r"[«\"“'‘]\s*(?P<quoted>[^\W\d_][^«»\"“”\n]{1,40}?)\s*[»\"”'’](?![^\W_])"
_WORD = r"[A-ZÀ-ÖØ-Þ][^\W\d_]+"
# The article belongs to a nickname; what follows it with a small letter is a kind of person ("el dueño").
_PLAIN = (
    r"(?P<plain>(?:(?:[Ee]l|[Ll]a|[Ll]os|[Ll]as|EL|LA)\s+)?(?:t[ií][oa]\s+)?"
    rf"{_WORD}(?:\s+(?:(?:de|del|la|el)\s+){{0,3}}{_WORD}){{0,2}})"
)
_SAID = re.compile(rf"(?:\s*[:,])?\s+(?:{_QUOTED}|{_PLAIN})")
_ANOTHER = re.compile(rf"\s*(?:,|y|o|e|u)\s*(?:{_QUOTED}|{_PLAIN})")
_ARTICLES = frozenset({"el", "la", "los", "las", "tio", "tia"})


@recogniser(NAME, labels=(Label.PERSON,))
def find_aliases(document: Document) -> Iterator[Detection]:
    """Yield what somebody is called after words that announce a nickname, and a second one beside it."""
    for cue in _CUES.finditer(document.folded):
        said = _SAID.match(document.text, cue.end())
        while said and _is_name(document, said):
            group = "quoted" if said["quoted"] else "plain"
            score = 0.85 if group == "quoted" else 0.75
            yield detect(Span(*said.span(group)), Label.PERSON, score, recogniser=NAME, trigger="alias")
            said = _ANOTHER.match(document.text, said.end()) if cue["listed"] else None


def _is_name(document: Document, said: re.Match[str]) -> bool:
    start, end = said.span("quoted" if said["quoted"] else "plain")
    parts = [word for word in document.folded[start:end].split() if word not in _ARTICLES]
    return 0 < len(parts) < 5 and not all(word in words("heading_words.txt") for word in parts)


def _cues() -> Opened:
    cues = "|".join(sorted(lines("alias_cues.txt"), key=len, reverse=True))
    return opened(
        rf"(?<![^\W_])(?:(?P<listed>alias(?:es)?(?:\s+de\s+(?:la\s+)?(?:calle|guerra))?|apodos?|apodad[oa](?:\s+en\s+[^\W\d_]+(?:\s+[^\W\d_]+)?)?)(?![^\W_])|(?:{cues})(?=[\s:,«\"']))",
        VIEW,
    )


# Made at once: a bank that an expression comes to late reads its texts again.
_CUES = _cues()

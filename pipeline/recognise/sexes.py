"""What tells somebody's sex: a form's field, "varón de 34 años", "una mujer".

Sex alone singles nobody out: its score stays below what most policies hide or show as a doubt.
"""

from __future__ import annotations

from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document, Span
from pipeline.lexicons import words
from pipeline.lexicons.openings import VIEW, Opened, opened
from pipeline.registry import recogniser

NAME = "sexes"
_FIELD, _WORD = 0.28, 0.22


@recogniser(NAME, labels=(Label.QUASI,))
def find_sexes(document: Document) -> Iterator[Detection]:
    """Yield the values of a field "Sexo" and the words that tell a sex, without articles."""
    for match in _SEXES.finditer(document.folded):
        group = "field" if match["field"] else "word"
        score = _FIELD if group == "field" else _WORD
        yield detect(Span(*match.span(group)), Label.QUASI, score, recogniser=NAME, trigger="sex")


def _pattern() -> Opened:
    told = "|".join(sorted(words("sexes.txt"), key=len, reverse=True))
    return opened(
        rf"(?<![^\W_])(?:(?:sexo|genero|sexe|sexua)\s*[:=]\s*(?P<field>{told}|[hmvf])(?![^\W_])|(?P<word>{told})(?![^\W_]))",
        VIEW,
    )


# Made at once: a bank that an expression comes to late reads its texts again.
_SEXES = _pattern()

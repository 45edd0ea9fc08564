"""Letters that a scanner misread inside words, put right for those who look for names; offsets stay.

"CARPlNTERO", "M0NTES", "Be1trán" and "lbáñez" are names. A digit between letters, a small l among capitals, a capital
I among small letters and an l that no Spanish word can begin with are letters; codes with other digits stay. So are
letters of other scripts in a word of Latin ones. For those
who look for numbers, letters O, I and l among figures are figures: "O88", "6O1", "044l9".
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from pipeline.document import ByIdentity, Document, fold
from pipeline.lexicons.lookalikes import latin_in_words
from pipeline.lexicons.misreadings import BIG, ONSET, SMALL, put_right
from pipeline.recognise.running_text import RunningText

_SUSPECT = re.compile(
    rf"(?<![\w@/.-])(?=l{ONSET}|[{SMALL}{BIG}]*(?:[{SMALL}{BIG}][01]|[01][{SMALL}{BIG}]|[{BIG}]l"
    rf"|l[{BIG}]|[{SMALL}]I))[{SMALL}{BIG}01]{{3,}}(?![\w@/])"
)

# Figures with letters that look like some: nothing that ends in a small letter ("25l", "1o").
_FIGURES = re.compile(r"(?<![^\W_])[\dOI][\dOolI]{0,39}(?<=[\dOI])(?![^\W_])")
_AS_FIGURES = str.maketrans("OoIl", "0011")


def with_figures(running: RunningText) -> RunningText:
    """Return the running text with letters among figures read as figures, the same length; itself without such."""
    pieces, done = [], 0
    for match in _FIGURES.finditer(running.raw):
        if not match[0].isdigit() and any(map(str.isdigit, match[0])):
            pieces += [(done, match.start(), ""), (*match.span(), match[0].translate(_AS_FIGURES))]
            done = match.end()
    if not pieces:
        return running
    pieces.append((done, len(running.raw), ""))
    text = "".join(figures or running.text[a:b] for a, b, figures in pieces)
    return replace(running, text=text, raw="".join(figures or running.raw[a:b] for a, b, figures in pieces))


def mended(document: Document) -> Document:
    """Return the document with misread letters put right, the same length; itself where there are none.

    Made once for all who look for names in a run.
    """
    return _cached(ByIdentity(document))


@lru_cache(maxsize=1)
def _cached(key: ByIdentity) -> Document:
    document = key.document
    text = _SUSPECT.sub(lambda m: put_right(m.group()), latin_in_words(document.text))
    return document if text == document.text else replace(document, text=text, folded=fold(text))

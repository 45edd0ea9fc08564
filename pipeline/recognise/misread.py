"""Letters that a scanner misread inside words, put right for those who look for names; offsets stay.

"CARPlNTERO", "M0NTES", "Be1trán" and "lbáñez" are names. A digit between letters, a small l among capitals, a capital
I among small letters and an l that no Spanish word can begin with are letters; codes with other digits stay.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from pipeline.document import ByIdentity, Document, fold
from pipeline.lexicons.misreadings import BIG, ONSET, SMALL, put_right

_SUSPECT = re.compile(
    rf"(?<![\w@/.-])(?=l{ONSET}|[{SMALL}{BIG}]*(?:[{SMALL}{BIG}][01]|[01][{SMALL}{BIG}]|[{BIG}]l"
    rf"|l[{BIG}]|[{SMALL}]I))[{SMALL}{BIG}01]{{3,}}(?![\w@/])"
)


def mended(document: Document) -> Document:
    """Return the document with misread letters put right, the same length; itself where there are none.

    Made once for all who look for names in a run.
    """
    return _cached(ByIdentity(document))


@lru_cache(maxsize=1)
def _cached(key: ByIdentity) -> Document:
    document = key.document
    text = _SUSPECT.sub(lambda m: put_right(m.group()), document.text)
    return document if text == document.text else replace(document, text=text, folded=fold(text))

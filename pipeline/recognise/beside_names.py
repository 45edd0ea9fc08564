"""What only stands beside somebody's name: "Amparo Cuesta (B-058)", "GOÑI LARRAYOZ, E  33190701", "Tomé, «el Pozano»".

No word says what it is; the name before it says whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.detection import Detection, Label, Layer, detect
from pipeline.document import Document, Span

NAME = "beside_names"
SURE, WORTH = 0.6, 0.62
_LONGEST = 40
# A code in brackets right after a name; a word or two that name it may stand before ("ag. 3391").
_BRACKETED = re.compile(
    r"[ ]{0,2}[(\[][ ]?(?:[a-zñáéíóú]{1,12}\.?[ ]){0,2}"
    r"(?P<code>(?:[A-Za-z]{0,4}[-.]?|[a-z]{5,12})\d[\dA-Za-z]*(?:[-./][\dA-Za-z]+)*)[ ]?[)\],;]"
)
# In a row of a label or tube: "GOÑI LARRAYOZ,E  33190701 EDTA".
_FOLLOWED = re.compile(r"[ ]{1,3}(?P<code>\d{7,10})(?=[ \n]|\Z)")
_YEARS = re.compile(r"(?:1[5-9]|20)\d\d(?:[-/]\d{2,4})?")
_DATE = re.compile(r"\d{1,2}([-./])\d{1,2}\1\d{2,4}|\d{1,3}(?:\.\d{3})+|\d{1,2}[-/.]\d{1,2}")
# A nickname in quotation marks has its article: a work's or a house's title begins with a capital.
_NICKNAME = re.compile(
    r",?[ ]\(?[«\"“](?P<nick>(?:el|la|lo|los|las|o|a|es|en)[ ](?:t[ií][oa][ ])?"
    r"[A-ZÀ-ÖØ-Þ][^\W\d_]+(?:[ ][^\W\d_]+){0,3})[»\"”]"
    r"(?=\)?[ ]?[,.;:\n]|\)|[ ][a-z]|\Z)"
)
_CALLED, _FEWEST, _PLAIN = 0.75, 2, 4


def find_beside(document: Document, found: Sequence[Detection]) -> Iterator[Detection]:
    """Yield codes in brackets, long figures and nicknames in quotation marks right after a name that is sure enough."""
    for each in found:
        if each.label != Label.PERSON or each.score < SURE:
            continue
        nick = _NICKNAME.match(document.text, each.span.end, each.span.end + _LONGEST)
        if nick:
            yield detect(Span(*nick.span("nick")), Label.PERSON, _CALLED, recogniser=NAME, trigger="nickname")
        for pattern in (_BRACKETED, _FOLLOWED):
            match = pattern.match(document.text, each.span.end, each.span.end + _LONGEST)
            if match and _is_code(match["code"]):
                yield detect(
                    Span(*match.span("code")), Label.OTHER_ID, WORTH,
                    recogniser=NAME, trigger="beside a name", layer=Layer.RULE, value=_value(match["code"]),
                )  # fmt: skip
                break


def _is_code(code: str) -> bool:
    """Tell whether a run is a number of somebody: no year, no date, no age, no article."""
    if _YEARS.fullmatch(code) or _DATE.fullmatch(code):
        return False
    figures = sum(map(str.isdigit, code))
    if code[0].isdigit():
        return figures >= _PLAIN
    return figures >= _FEWEST


def _value(code: str) -> str:
    return "".join(c for c in code if c.isalnum()).upper()

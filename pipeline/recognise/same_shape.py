"""Numbers of one shape with a sure one: where "OP-225" is a file's, "OP-226" in the same document is another's.

The letters that open a number are an office's or register's; what they open elsewhere is as much somebody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pipeline.detection import Detection, Effect, Label, Layer, detect
from pipeline.document import Document, Span
from pipeline.lexicons import words

NAME = "same_shape"
SURE, WORTH = 0.6, 0.6
_LABELS = frozenset({Label.CASE_NUMBER, Label.OTHER_ID, Label.LICENCE_ID, Label.HEALTH_ID})
# Letters, at most one sign or blank, figures; more groups may follow. A blank is too little for one letter.
_CODE = re.compile(r"(?P<head>[A-Z]{1,6}[-/.]|[A-Z]{2,6} ?)(?P<rest>\d[\dA-Z]*(?:[-/.][\dA-Z]+)*)")
_LONGEST, _MOST_HEADS, _FEWEST = 24, 40, 2


def find_alike(document: Document, found: Sequence[Detection]) -> Iterator[Detection]:
    """Yield the further numbers that open with the letters of a sure one and have as many figures."""
    shapes = dict.fromkeys(s for d in found if _is_sure(d) if (s := _shape(document.surface(d.span))))
    if not shapes:
        return
    taken = {(d.span.start, d.span.end) for d in found if d.label in _LABELS and d.score >= SURE}
    options = "|".join(list(shapes)[:_MOST_HEADS])
    for match in re.finditer(rf"(?<![\w./-])(?:{options})(?!\w|[-/.]\w)", document.text):
        if match.span() not in taken:
            yield detect(
                Span(*match.span()), Label.OTHER_ID, WORTH, recogniser=NAME, trigger="shape of a sure one",
                layer=Layer.RULE, value="".join(c for c in match[0] if c.isalnum()),
            )  # fmt: skip


def _is_sure(detection: Detection) -> bool:
    return detection.label in _LABELS and detection.score >= SURE and detection.effect is Effect.HIDE


def _shape(said: str) -> str:
    """Return the expression of a number's shape: its opening letters, and a figure or letter for each of the rest."""
    code = _CODE.fullmatch(said) if len(said) <= _LONGEST else None
    if code is None or code["head"].rstrip("-/. ") in words("everybodys_heads.txt"):
        return ""
    rest = re.escape(code["rest"]).replace("\\-", "-")
    if sum(map(str.isdigit, rest)) < _FEWEST:
        return ""
    return re.escape(code["head"]) + re.sub(r"[A-Z]", "[A-Z]", re.sub(r"\d", r"\\d", rest))

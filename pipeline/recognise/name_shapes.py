"""Names by the shape of the line they stand in: who speaks in a chat or in minutes, who typed, who signs a message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from pipeline.document import Document
from pipeline.lexicons import lines, rows, words
from pipeline.lexicons.informal import SPEAKER
from pipeline.lexicons.names import common_band, given_band, is_common, is_everyday, surname_band
from pipeline.lexicons.openings import VIEW, opened
from pipeline.lexicons.places import is_municipality
from pipeline.recognise.misjoined import find_misjoined

# Start, end, score and what fired.
Shape = tuple[int, int, float, str]

# Who drafted, who typed: "Ref.: RTV/msq", or a line of its own.
_FILE_MARK = opened(
    r"\b(?:[ns]/)?(?:ref(?:erencia)?|rfa|inic(?:iales)?|notif|tramita|redact[ao]|mecanogr)\b\.?ª?\s*(?::\s*)?"
    r"((?-i:[A-ZÑ]{2,5}l?/[a-zñ]{2,5}|[a-zñ]{3,5}/[a-zñ]{2,5}))(?![\w/])",
    VIEW,
    flags=re.IGNORECASE,
)
_MARK_LINE = re.compile(r"(?m)^[ \t]*([A-ZÑ]{2,5}/[a-zñ]{2,5})(?=[ \t]*(?:\r?\n|$))")
# Who speaks in minutes: "Rachid: que pide que conste".
_MINUTES = re.compile(r"(?m)^[ \t•▪–—-]*([A-ZÀ-Þ][^\W\d_]{2,}(?: [A-ZÀ-Þ][^\W\d_]+){0,2})[ \t]*:[ \t]+que (?=[^\W\d_])")
# Whom the bystanders call so: "Fabricio (el Wachi)".
_BYNAME = re.compile(r"(?<=[^\W\d_A-ZÀ-Þ]) \((?=(?:el|la) )((?:el|la) [A-ZÀ-Þ][a-zà-ÿ]{2,})\)")


def find_shapes(document: Document) -> Iterator[Shape]:
    """Yield start, end, score and trigger of the names that a line gives away by its shape."""
    text = document.text
    for match in SPEAKER.finditer(text):
        if match["who"]:
            yield *match.span("who"), 0.78, "who speaks"
    for match in chain(_FILE_MARK.finditer(text, twin=document.folded), _MARK_LINE.finditer(text)):
        start, end = match.span(1)
        slash = text.index("/", start)
        yield start, slash, 0.75, "drafting mark"
        yield slash + 1, end, 0.75, "drafting mark"
    for match in _MINUTES.finditer(text):
        spoken = document.folded[match.start(1) : match.end(1)].split()
        if any(given_band(w) or surname_band(w) for w in spoken) and spoken[0] not in words("heading_words.txt"):
            yield *match.span(1), 0.6 if all(is_everyday(w) for w in spoken) else 0.75, "who speaks in minutes"
    yield from _signed(document)
    for match in _BYNAME.finditer(text):
        word = document.folded[match.start(1) : match.end(1)].split()[1]
        bearer = document.folded[max(0, match.start() - 24) : match.start()].split()[-1]
        if given_band(bearer) and not is_municipality(bearer) and not common_band(word) and not is_common(word):
            yield *match.span(1), 0.6, "byname"
    for span, how in find_misjoined(text):
        yield span.start, span.end, 0.75, f"letters {how}"


def _signed(document: Document) -> Iterator[Shape]:
    """Yield the small name that alone makes the line after a farewell: "un beso⏎esti"."""
    for match in _farewell().finditer(document.folded):
        said = match["who"].split()
        known = any(given_band(w) or surname_band(w) or not common_band(w) for w in said)
        if known and document.text[match.start("who")].islower() and not any(w in _no_names() for w in said):
            yield *match.span("who"), 0.62, "signs a message"


@cache
def _farewell() -> re.Pattern[str]:
    phrases = "|".join(sorted(lines("farewells.txt"), key=len, reverse=True))
    return re.compile(
        rf"(?m)^[ \t>]*(?:[^\n.]{{0,80}}[.,] ?)?(?:{phrases})(?: [^\n]{{1,40}})?"
        rf"[ \t]{{0,9}}(?:[.,!]{{1,9}}[ \t]{{0,9}})?\n(?:[ \t>]*\n)?"
        rf"[ \t>]*(?P<who>[^\W\d_]{{2,40}}(?: [^\W\d_]{{2,40}})?)[ \t.]*$"
    )


@cache
def _no_names() -> frozenset[str]:
    """Words that follow a farewell and are nobody: roles, ties, the rest of the phrase."""
    roles = [cell for table in ("roles.tsv", "posts.tsv", "kinship.tsv") for row in rows(table) for cell in row]
    return frozenset(roles) | words("heading_words.txt") | words("not_called.txt")

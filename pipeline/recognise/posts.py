"""Posts that single out their holder: post and place or unit, "la única farmacéutica del municipio"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.detection import Detection, Label, detect
from pipeline.document import Document, Span, fold
from pipeline.lexicons import lines, rows, words
from pipeline.lexicons.openings import VIEW, Opened, opened
from pipeline.lexicons.places import population
from pipeline.registry import recogniser

NAME = "posts"

# Above this many people a town has so many of most posts that the phrase alone says little.
_SMALL_TOWN = 20_000
_CAPITAL = r"(?-i:[A-ZÁÉÍÓÚÑÜ])"
# A line may end inside a phrase, not before a capital: there the signature begins.
_GAP = r"(?:[ \t\u00a0]+|[ \t]*\n[ \t]*(?=(?-i:[a-zà-ÿ])))"
_PROPER = rf"{_CAPITAL}[^\W\d_]*(?:[-'’][^\W\d_]+)*"
_NUMBER = r"(?:\s+(?:n\.?\s?[ºo°]\.?|n[uú]m(?:ero|\.)?)\s*[\w]+)?"
_TITLED = r"(?!(?:don|do[ñn]a|d\.|d\.?ª|sr|sra|fdo|firmado|csv|dni|nif|nie)\b)"
_UNIT = (
    rf"(?:(?:Excmo\.?|Ilmo\.?)?\s*{_PROPER}{_NUMBER}"
    rf"(?:{_GAP}(?:(?:de|del|la|las|los|lo|el|y|e|i|d'){_GAP}){{0,4}}{_TITLED}{_PROPER}{_NUMBER}){{0,8}})"
)
_SETTLEMENT = (
    r"(?:municipio|localidad|pueblo|villa|aldea|pedan[ií]a|lugar|ciudad|barrio|parroquia|isla|comarca|zona|centro)"
)
_LOWER = "|".join(sorted((u.replace(" ", r"\s+") for u in lines("post_units.txt")), key=len, reverse=True))
_PLACE = (
    rf"(?:del|de\s+la|de\s+el|de\s+los|de\s+las|de\s+un|de\s+una|de|en|en\s+la|en\s+el)\s+"
    rf"(?:(?:mism[oa]|citad[oa]|referid[oa]|dich[oa]|est[ea]|propi[oa])\s+)?"
    rf"(?:(?:{_LOWER})(?:\s+\d{{1,3}}\b)?|{_SETTLEMENT}(?:\s+de\s+(?:{_UNIT}|[\d.]+\s+habitantes|menos\s+de\s+[\d.]+\s+habitantes))?|(?P<unit>{_UNIT}))"
)


@recogniser(NAME, labels=(Label.POST,))
def find_posts(document: Document) -> Iterator[Detection]:
    """Yield the posts that name their place or unit, and those said to be the only ones."""
    for match in _POSTS.finditer(document.text, twin=document.folded):
        if (match.group("only") is None and match.group("place") is None) or _is_other(document, match):
            continue
        span = Span(_with_article(document, match), match.end("phrase"))
        yield detect(span, Label.POST, _score(match), recogniser=NAME, trigger="post and place")


def _with_article(document: Document, match: re.Match[str]) -> int:
    """Return where the phrase starts, the article of a Galician signature taken in: "A concelleira de Cultura"."""
    start = match.start("phrase")
    head = document.text[max(0, start - 3) : start]
    opens = match["article"] is None and head[-2:] in ("A ", "O ") and (start < 3 or head[0] == "\n")
    return start - 2 if opens else start


def _is_other(document: Document, match: re.Match[str]) -> bool:
    """Tell whether an accent or the word before makes it a body or a quality ("comisaría")."""
    head = match.group("head")
    if head[-3:].lower() == "ría":
        return True
    if fold(head) in words("bodies_like_posts.txt") and (match.group("article") or "la").lower() == "la":
        return True
    if re.fullmatch(r"\s*de\s+la\s+administracion\s+de\s+justicia", fold(match.group("place") or "")):
        return True
    if match.group("article") or match.group("only"):
        return False
    before = re.search(r"([^\W\d_]+)[ \t]+$", document.folded[max(0, match.start() - 24) : match.start()])
    return before is not None and before[1] not in words("before_posts.txt")


def _stands_apart(match: re.Match[str]) -> bool:
    """Tell whether the phrase stands beside a name or by itself: after a comma, at the head of a line."""
    return re.search(r"(?:^|[,;:(\n–—])\s*$", match.string[max(0, match.start() - 6) : match.start()]) is not None


def _score(match: re.Match[str]) -> float:
    if match.group("only"):
        return 0.85
    unit = match.group("unit")
    if unit is None:
        return 0.75 if re.search(_SETTLEMENT, match.group("place"), re.IGNORECASE) else 0.6
    folded = [fold(w) for w in unit.split()]
    place = next((n for k in range(len(folded)) if (n := population(" ".join(folded[k:]))) is not None), None)
    if place is not None:
        return 0.8 if place < _SMALL_TOWN else 0.55
    organ = words("heading_words.txt") | words("countries.txt")
    held = match.group("article") is not None or _stands_apart(match)
    return (
        (0.55 if held else 0.45)
        if any({w, w.removesuffix("s"), w.removesuffix("es")} & organ for w in folded)
        else 0.75
    )


def _pattern() -> Opened:
    posts = sorted({cell for row in rows("posts.tsv") for cell in row}, key=lambda c: (-len(c), c))
    several = "|".join(_with_accents(post) for post in posts)
    return opened(
        rf"(?<![\w/])(?:al\s+|del\s+)?(?P<phrase>(?:(?P<article>el|la)\s+)?"
        rf"(?P<only>[uú]nic[oa]\s+|sol[oa]\s+)?(?:(?:entonces|actual|anterior|antigu[oa]|nuev[oa]|que\s+fue)\s+)?"
        rf"(?P<head>{several})(?:[-–](?:{several}))?(?![\w])(?:\s+(?:general|municipal|titular|accidental|jefe|jefa|local|interin[oa]|delegad[oa]|provincial|territorial|comarcal|mayor|superior|t[eé]cnic[oa]|adjunt[oa]))?"
        rf"(?:\s+(?P<place>{_PLACE}(?:\s+{_PLACE.replace('(?P<unit>', '(?:')}){{0,2}}))?)(?!\w)",
        VIEW,
        flags=re.IGNORECASE,
    )


def _with_accents(post: str) -> str:
    """Let every vowel of a folded form carry its accent, so that the text itself can be searched."""
    marks = {"a": "[aá]", "e": "[eé]", "i": "[ií]", "o": "[oó]", "u": "[uúü]", "n": "[nñ]", " ": r"\s+"}
    return "".join(marks.get(c, re.escape(c)) for c in post)


# Made at once: a bank that an expression comes to late reads its texts again.
_POSTS = _pattern()

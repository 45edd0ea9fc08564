"""Companies by their legal form, with the whole name; associations and the like by the word that opens theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from pipeline.detection import Detection, Label, detect
from pipeline.document import Block, Document, Span
from pipeline.lexicons import words
from pipeline.lexicons.name_tokens import Token, tokens
from pipeline.lexicons.names import particles
from pipeline.lexicons.openings import VIEW, Opened, opened
from pipeline.lexicons.organisations import legal_form
from pipeline.recognise.running_text import running_text
from pipeline.recognise.venues import find_venues
from pipeline.registry import recogniser

NAME = "organisations"
VENUE, NAMED, PLAIN = 0.78, 0.78, 0.76

_LONGEST = 12
_BACK = 160
_LINKS = frozenset({"y", "e", "i", "hijos", "hijas", "hermanos", "hermanas", "cia", "asociados", "asociadas"})
_INNER = re.compile(r"[sw\-–&'’\"«»]{1,2}|&amp;")
_SPELT = re.compile(r"[^\W\d_]{4,}")
_FORWARD = ("s", "w", "-", "n")


@recogniser(NAME, labels=(Label.ORG,), context=("cif", "empresa", "mercantil", "entidad", "sociedad"))
def find_organisations(document: Document) -> Iterator[Detection]:
    """Yield companies and associations."""
    for block in document.blocks:
        yield from _companies(document, block)
        yield from _associations(document, block)
    running = running_text(document)
    for start, end, form in find_venues(running):
        yield detect(running.span(start, end), Label.ORG, VENUE, recogniser=NAME, trigger=form)


def _companies(document: Document, block: Block) -> Iterator[Detection]:
    floor = block.start
    for match in legal_form().finditer(document.folded, block.start, block.end):
        form = document.text[match.start() : match.end()].strip(" ,\n\t\r\u00a0")
        if not (form[:1].isupper() or "." in form or len(form) > 8):
            continue
        start = _head(document, floor, match.start())
        if start is not None and not _is_form(form, document.text[start : match.start()]):
            start = None
        floor = match.end()
        if start is not None:
            yield detect(
                Span(start, _end(document, match.end(), form)), Label.ORG, 0.9,
                recogniser=NAME, trigger="legal form",
            )  # fmt: skip


def _is_form(form: str, name: str) -> bool:
    """Tell whether what reads as a legal form is one: "NTG s.l." is a dose, "FC 102, Sat." two readings."""
    return len(form) > 8 or form.replace(".", "").replace(" ", "")[1:2].isupper() or _SPELT.search(name) is not None


def _end(document: Document, end: int, form: str) -> int:
    """Leave out spaces, and the full stop of the sentence where the form carries none ("… e Hijos, SL.")."""
    tail = document.text[max(0, end - 4) : end]
    end -= len(tail) - len(tail.rstrip())
    return end - 1 if form.endswith(".") and form.count(".") == 1 and len(form) < 5 else end


def _head(document: Document, floor: int, end: int) -> int | None:
    """Walk back from a legal form over the words of the name; None where there is no capitalised one."""
    row = tokens(document, max(floor, end - _BACK), end)
    start: int | None = None
    for position in range(len(row) - 1, max(-1, len(row) - 1 - _LONGEST), -1):
        token = row[position]
        if position + 1 < len(row) and not _same_name(token, row[position + 1].gap):
            break
        if token.is_content:
            start = token.start
        elif token.folded not in particles() and token.folded not in _LINKS:
            break
    return start if start is None else _without_opening(document, start, end)


def _same_name(token: Token, gap: str) -> bool:
    if gap == ".":
        return token.shape == "I"
    return gap == "n" or _INNER.fullmatch(gap) is not None


def _without_opening(document: Document, start: int, end: int) -> int:
    """Leave a capitalised article or preposition at the head of a sentence out of the name."""
    opening = re.match(r"(?:el|la|a|de|por|con|en|para|entre|que)\s+(?=\w)", document.folded[start:end])
    lone = document.text[start : start + 2]
    return start + opening.end() if opening and lone[1:2] in (" ", "l", "n", "e", "o") and opening.end() < 4 else start


@cache
def _heads() -> dict[str, tuple[tuple[str, ...], ...]]:
    table: dict[str, list[tuple[str, ...]]] = {}
    for head in words("organisation_heads.txt"):
        parts = tuple(head.split())
        table.setdefault(parts[0], []).append(parts)
    return {first: tuple(sorted(each, key=len, reverse=True)) for first, each in table.items()}


def _any_head() -> Opened:
    return opened(rf"\b(?:{'|'.join(sorted(_heads()))})\b", VIEW)


# Made at once: a bank that an expression comes to late reads its texts again.
_ANY_HEAD = _any_head()


def _associations(document: Document, block: Block) -> Iterator[Detection]:
    last = -1
    for match in _ANY_HEAD.finditer(document.folded, block.start, block.end):
        if match.start() < last:
            continue
        row = tokens(document, match.start(), min(block.end, match.start() + _BACK))
        parts = next((p for p in _heads()[row[0].folded] if tuple(t.folded for t in row[: len(p)]) == p), None)
        end = _tail(row, len(parts)) if parts else None
        if end is not None:
            last = end
            yield detect(
                Span(match.start(), end), Label.ORG, NAMED if row[0].is_content else PLAIN,
                recogniser=NAME, trigger="opening word",
            )  # fmt: skip


def _tail(row: Sequence[Token], at: int) -> int | None:
    """Read on from an opening word: particles, up to two lower-case words after "de", then capitals."""
    end: int | None = None
    lower = 0
    for position in range(at, min(at + _LONGEST, len(row))):
        token = row[position]
        if token.gap not in (*_FORWARD, '"', "«"):
            break
        if token.is_content:
            end = token.end
        elif token.folded not in particles():
            lower += 1
            if end is not None or lower > 2 or row[position - 1].folded not in ("de", "del", "la", "los", "las", "y"):
                break
    return end

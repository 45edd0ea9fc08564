"""How things are written: the folded text without what the eye does not see, and slips of scanned digits."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from pipeline.document import ByIdentity, Document, Span
from pipeline.lexicons import rows
from pipeline.lexicons.openings import NUMBERS, VIEW, Bank, Opened, opened
from pipeline.lexicons.unseen import MARKS, UNSEEN

# Score of a shape alone: its check passed, passed after mending a scan's slips, failed, or there is none.
PASSED, MENDED, FAILED, UNCHECKED = 0.90, 0.75, 0.15, 0.38

# Between the groups of a number: one sign, spaces or a line's end about it, or those alone. Atomic, so that
# what fails is not tried again in parts.
GAP = r"(?>[ \t\r\n]{0,3}[.\-/·][ \t\r\n]{0,3}|[ \t\r\n]{1,4})"
# Between digits written one by one.
SPACE = r"(?> |[ \t]?\r?\n[ \t]{0,2})"

_UNSEEN = re.compile(f"[{UNSEEN}{MARKS}]+")


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """Folded text without unseen characters, letters of other scripts put as they look, and the way back.

    `places` holds the document offset of each character, or nothing where the two are the same.
    """

    text: str
    places: Sequence[int] = ()

    def span(self, start: int, end: int) -> Span:
        """Return the document's span of a stretch of the view."""
        if not self.places:
            return Span(start, end)
        return Span(self.places[start], self.places[end - 1] + 1)

    def span_of(self, match: re.Match[str], group: int | str = 0) -> Span:
        """Return the document's span of one group of a match."""
        return self.span(match.start(group), match.end(group))

    def offset(self, place: int) -> int:
        """Return the view's offset of the first character at or after a document offset."""
        return bisect_left(self.places, place) if self.places else place


@dataclass(frozen=True, slots=True, repr=False)
class Shape:
    """A stretch that has the shape of an identifier: the match, its view and its place in the document."""

    match: re.Match[str]
    seen: View
    span: Span

    def __getitem__(self, group: str) -> str:
        return self.match[group] or ""

    def part(self, group: int | str) -> Span:
        """Return the document's span of one group."""
        return self.seen.span_of(self.match, group)

    def before(self, reach: int) -> str:
        """Return up to `reach` folded characters that stand before the shape."""
        start = self.match.start()
        return self.seen.text[max(0, start - reach) : start]

    def after(self, reach: int) -> str:
        """Return up to `reach` folded characters that stand after the shape."""
        return self.seen.text[self.match.end() : self.match.end() + reach]


def expression(source: str, *, bank: Bank = VIEW, beginning: str = "") -> Opened:
    """Compile the expression of a shape; one that only looks ahead tells by `beginning` what it looks for."""
    return opened(source, bank, beginning=beginning)


def numeric(source: str, *, beginning: str = "") -> Opened:
    """Compile the expression of a shape that has a figure among its first words and signs."""
    return expression(source, bank=NUMBERS, beginning=beginning)


def shapes(document: Document, pattern: Opened | re.Pattern[str], group: int | str = 0) -> Iterator[Shape]:
    """Yield what matches in the folded text, and in what is put together over a line's end.

    A shape never leaves its block. `group` is the shape itself where the pattern looks ahead for it.
    """
    whole = view(document)
    over_lines: set[Span] = set()
    for match in _in_blocks(document, whole, pattern, group):
        span = whole.span_of(match, group)
        line_ends = match[group].count("\n")
        if line_ends <= MOST_LINE_ENDS:
            if line_ends:
                over_lines.add(span)
            yield Shape(match, whole, span)
    yield from (s for s in _over_line_ends(document, pattern, group) if s.span not in over_lines)


def _in_blocks(
    document: Document, whole: View, pattern: Opened | re.Pattern[str], group: int | str
) -> Iterator[re.Match[str]]:
    """Yield what matches in the view; what runs over a block's end is read again up to that end."""
    start = 0
    while match := pattern.search(whole.text, start):
        span = whole.span_of(match, group)
        if not _in_one_block(document, span):
            limit = whole.offset(document.block_at(span.start).end)
            inside = pattern.search(whole.text, match.start(), limit)
            if inside is None:
                start = max(limit, match.start() + 1)
                continue
            match = inside
        yield match
        start = match.end() if match.end() > match.start() else match.end() + 1


# More line ends than this make a column of numbers.
MOST_LINE_ENDS = 2


def _over_line_ends(document: Document, pattern: Opened | re.Pattern[str], group: int | str) -> Iterator[Shape]:
    joined = _joined(ByIdentity(document))
    reached = 0
    for match in pattern.finditer(joined.text):
        if "\n" in match[group]:
            continue
        span = joined.span_of(match, group)
        if span.start >= reached and "\n" in document.surface(span) and _in_one_block(document, span):
            reached = span.end
            yield Shape(match, joined, span)


def _in_one_block(document: Document, span: Span) -> bool:
    return span.end <= document.block_at(span.start).end


def view(document: Document) -> View:
    """Return the view of the document; the last few are kept."""
    return _view(document.folded)


@lru_cache(maxsize=4)
def _view(folded: str) -> View:
    if folded.isascii():
        return View(folded)
    folded = folded.translate(_lookalikes() | _foreign_digits(folded))
    if not _UNSEEN.search(folded):
        return View(folded)
    places = array("I")
    parts: list[str] = []
    for start, end in _seen(folded):
        parts.append(folded[start:end])
        places.extend(range(start, end))
    return View("".join(parts), places)


# A line's end inside a run without spaces, a hyphen before it or not.
_LINE_END = re.compile(r"(?<=[0-9a-z@._/+=-])[ \t]*\r?\n[ \t]*(?=[0-9a-z@._/+=*])")
_TELLING = re.compile(r"[0-9@*]|//|www")
_REACH = 48


@lru_cache(maxsize=4)
def _joined(same: ByIdentity) -> View:
    """Return the surroundings of each line's end that may split an identifier, put together, as one view.

    One line's end is joined at a time, and no more than the two lines beside it are taken.
    """
    whole = view(same.document)
    starts = {block.start for block in same.document.blocks}
    parts: list[str] = []
    places = array("I")
    for match in _LINE_END.finditer(whole.text):
        if any(place in starts for place in _places(whole, match.start() + 1, match.end() - match.start())):
            continue
        left = whole.text[max(0, match.start() - _REACH) : match.start()].rpartition("\n")[2]
        right = whole.text[match.end() : match.end() + _REACH].partition("\n")[0]
        if not _TELLING.search(left.rpartition(" ")[2] + right.partition(" ")[0]):
            continue
        start = match.start() - len(left)
        if left.endswith("-") and left[-2:-1].isalnum():
            left = left[:-1]
        for text, first in ((left, start), (right, match.end()), ("\n\n", match.end())):
            parts.append(text)
            places.extend(_places(whole, first, len(text)))
    return View("".join(parts), places)


def _places(whole: View, first: int, length: int) -> Sequence[int]:
    if not whole.places:
        return range(first, first + length)
    # The two characters that part one fragment from the next may lie beyond the text's end.
    known = whole.places[first : first + length]
    return [*known, *[whole.places[-1]] * (length - len(known))]


@cache
def _lookalikes() -> dict[int, str]:
    return {ord(foreign): latin for foreign, latin in rows("lookalikes.tsv")}


def _foreign_digits(text: str) -> dict[int, str]:
    """Return the digits of other scripts in the text with their plain ones."""
    return {ord(char): str(unicodedata.decimal(char)) for char in set(text) if not char.isascii() and char.isdecimal()}


def _seen(folded: str) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _UNSEEN.finditer(folded):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    if start < len(folded):
        yield start, len(folded)


def compact(text: str) -> str:
    """Drop everything but letters and digits and raise the rest to capitals."""
    return "".join(char for char in text if char.isalnum()).upper()


def score_of(valid: bool | None) -> float:
    """Return the score of a shape by the outcome of its check."""
    if valid is None:
        return UNCHECKED
    return PASSED if valid else FAILED


@cache
def slips() -> str:
    """Return the folded characters that a scan may show in place of a digit, for a character class."""
    return "".join(re.escape(row[0]) for row in rows("ocr_digits.tsv"))


@cache
def _mending() -> dict[int, str]:
    return str.maketrans({char: row[1] for row in rows("ocr_digits.tsv") for char in (row[0], row[0].upper())})


def mended(text: str) -> str:
    """Put the digit that was meant for every character a scan confuses with one."""
    return text.translate(_mending())


def scanned(source: str) -> str:
    """Return an expression with every digit in it replaced by what a scan may show for one."""
    return source.replace(r"\d", f"[0-9{slips()}]")


def has_slips(text: str) -> bool:
    """Tell whether letters stand among the digits of a number, and digits are still two thirds of it."""
    figures = sum(char.isdigit() for char in text)
    letters = sum(char.isalpha() or char == "|" for char in text)
    return letters > 0 and 2 * letters <= figures

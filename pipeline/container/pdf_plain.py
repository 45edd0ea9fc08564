"""The segments of a page that is read for its text alone: by words, since a list of all glyphs takes thrice the time.

Pages on which more than the place of a word may tell (text that slants, leaves the page or may be unseen) aren't plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pymupdf

from pipeline.container.pdf_text import (
    FLAGS,
    WIDE_GAP,
    Event,
    Segment,
    Style,
    around_boxes,
    is_level_within,
    level_segments,
    page_segments,
    runs_of,
    stretch,
    within,
)  # fmt: skip
from pipeline.container.pdf_visible import is_doubtful, without_unseen

_WORD = re.compile(r"\S+")
Word = tuple[Any, ...]  # x0, y0, x1, y1, the word, numbers


def text_segments(page: pymupdf.Page, events: Sequence[Event]) -> list[Segment]:
    """Return the segments of an upright page that draws these events; glyphs of plain ones have their stretch's box."""
    plain = _plain_segments(page)
    if plain is None or is_doubtful(plain, events):
        return without_unseen(page, page_segments(page), events)
    return plain


def _plain_segments(page: pymupdf.Page) -> list[Segment] | None:
    """Return the segments by words; None where the library's words aren't those of its lines, or lines not level."""
    listed = page.get_textpage(flags=FLAGS, clip=pymupdf.INFINITE_RECT())
    raw, words = listed.extractDICT(), listed.extractWORDS()
    box, styles = page.rect, dict[Style, Style]()
    segments: list[Segment] = []
    at = first = 0
    lines = [line for block in raw["blocks"] for line in block.get("lines", ())]
    for number, line in enumerate(lines):
        spans = line["spans"]
        text = "".join([span["text"] for span in spans])
        said = text.split()
        mine = words[at : at + len(said)]
        if not is_level_within(line, box) or [word[4] for word in mine] != said:
            return None
        if said:
            segments += _segments(line, text, mine, number, first, styles)
        at, first = at + len(said), first + len(text)
    return segments if at == len(words) and all([s.is_seen for s in segments]) else None


def _segments(
    line: dict[str, Any], text: str, words: Sequence[Word], number: int, first: int, styles: dict[Style, Style]
) -> Iterator[Segment]:
    """Yield the segments of a level line: one, where no gap between its words may be wide."""
    spans = line["spans"]
    runs = runs_of(spans, [len(span["text"]) for span in spans], styles)
    smallest = runs[0][1].size if len(runs) == 1 else min([style.size for _, style, _ in runs])
    wide, back = WIDE_GAP * smallest, -3 * smallest
    if any([not back <= word[0] - before[2] <= wide for before, word in pairwise(words)]):
        _give_boxes(spans, text, words)
        yield from level_segments(line, number, first, styles)
        return
    start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    whole = end - start == len(text)
    box = line["bbox"] if whole else around_boxes([word[:4] for word in words])
    chars = [{"bbox": box}] * (end - start)
    yield stretch(text if whole else text[start:end], chars, within(runs, start, end), box, number, first + start)


def _give_boxes(spans: Sequence[dict[str, Any]], text: str, words: Sequence[Word]) -> None:
    """Give the characters of a line the boxes of its words; a blank counts to the word before it, or to the first."""
    chars: list[dict[str, Any]] = []
    for found, word in zip(_WORD.finditer(text), words, strict=True):
        placed = {"bbox": word[:4]}
        chars += [chars[-1] if chars else placed] * (found.start() - len(chars))
        chars += [placed] * len(found[0])
    chars += [chars[-1]] * (len(text) - len(chars))
    at = 0
    for span in spans:
        end = at + len(span["text"])
        span["chars"] = chars[at:end]
        at = end

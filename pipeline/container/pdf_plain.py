"""The segments of a page that is read for its text alone: by words, since a list of all glyphs takes thrice the time.

Pages on which more than the place of a word may tell (text that slants, leaves the page or may be unseen) aren't plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pymupdf

from pipeline.container.pdf_text import FLAGS, Event, Segment, is_level_within, page_segments, segments_in
from pipeline.container.pdf_visible import is_doubtful, without_unseen

_WORD = re.compile(r"\S+")
Word = tuple[Any, ...]  # x0, y0, x1, y1, the word, numbers


def text_segments(page: pymupdf.Page, events: Sequence[Event]) -> list[Segment]:
    """Return the segments of an upright page that draws these events; glyphs of plain ones have their word's box."""
    plain = _plain_segments(page)
    if plain is None or is_doubtful(plain, events):
        return without_unseen(page, page_segments(page), events)
    return plain


def _plain_segments(page: pymupdf.Page) -> list[Segment] | None:
    """Return the segments by words; None where the library's words aren't those of its lines, or lines not level."""
    listed = page.get_textpage(flags=FLAGS, clip=pymupdf.INFINITE_RECT())
    raw, words = listed.extractDICT(), iter(listed.extractWORDS())
    box = page.rect
    for block in raw["blocks"]:
        for line in block.get("lines", ()):
            if not is_level_within(line, box) or not _take_words(line["spans"], words):
                return None
    if next(words, None) is not None:
        return None
    segments = segments_in(raw, box)
    return segments if all([s.is_seen for s in segments]) else None


def _take_words(spans: Sequence[dict[str, Any]], words: Iterator[Word]) -> bool:
    """Give the characters of a line the boxes of its words; tell whether the words are the line's."""
    text = "".join([span["text"] for span in spans])
    chars: list[dict[str, Any]] = []
    for found in _WORD.finditer(text):
        word = next(words, None)
        if word is None or word[4] != found[0]:
            return False
        # white space before a word counts to the one before it, or to the first
        placed = {"bbox": word[:4]}
        chars += [chars[-1] if chars else placed] * (found.start() - len(chars))
        chars += [placed] * len(found[0])
    blank = chars[-1] if chars else {"bbox": spans[0]["bbox"]}
    chars += [blank] * (len(text) - len(chars))
    at = 0
    for span in spans:
        end = at + len(span["text"])
        span["chars"] = chars[at:end]
        at = end
    return True
